//! The steps of a command: each runs, whatever came before it, and the end tells how all went.

use std::fmt::{self, Write as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Why a piece of work did not come to its end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It needs something that is not on this machine and cannot be installed here.
    Missing(String),
    /// It was done, and the result is not good.
    Failed(String),
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// A failure with this message.
pub(crate) fn failed<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Failure::Failed(message.into()))
}

/// Something that is missing, and what that leaves out.
pub(crate) fn missing<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Failure::Missing(message.into()))
}

impl Failure {
    /// Says in these words what is missing, where something is.
    pub(crate) fn missing_as(self, what: &str) -> Self {
        match self {
            Self::Missing(_) => Self::Missing(what.to_owned()),
            Self::Failed(_) => self,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(what) | Self::Failed(what) => f.write_str(what),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// One run of a command.
pub(crate) struct Run {
    /// Whether what is missing fails instead of being skipped.
    ci: bool,
    steps: Vec<Step>,
    skipped: Vec<String>,
}

struct Step {
    name: String,
    result: StepResult,
    time: Duration,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StepResult {
    Passed,
    Skipped,
    Failed,
}

impl Run {
    pub(crate) fn new(ci: bool) -> Self {
        Self { ci, steps: Vec::new(), skipped: Vec::new() }
    }

    /// Does one step and remembers how it went.
    pub(crate) fn step(&mut self, name: &str, work: impl FnOnce(&mut Self) -> Outcome) {
        eprintln!("\n== {name} ==");
        let start = Instant::now();
        let outcome = work(self);
        let result = match self.allow_missing(outcome) {
            Ok(Some(())) => StepResult::Passed,
            Ok(None) => StepResult::Skipped,
            Err(failure) => {
                eprintln!("{name} failed: {failure}");
                StepResult::Failed
            }
        };
        self.steps.push(Step { name: name.into(), result, time: start.elapsed() });
    }

    /// Turns something missing into a skip, which is `None`, where skipping is allowed.
    pub(crate) fn allow_missing<T>(&mut self, outcome: Outcome<T>) -> Outcome<Option<T>> {
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(Failure::Missing(what)) if self.ci => {
                failed(format!("{what} (nothing may be skipped with CI=true)"))
            }
            Err(Failure::Missing(what)) => {
                eprintln!("skipped: {what}");
                if !self.skipped.contains(&what) {
                    self.skipped.push(what);
                }
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Prints how it went. The exit code is a failure if one step failed.
    pub(crate) fn finish(self) -> ExitCode {
        eprint!("{}", self.summary());
        let good = self.steps.iter().all(|step| step.result != StepResult::Failed);
        if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    fn summary(&self) -> String {
        let mut text = String::from("\n");
        for Step { name, result, time } in &self.steps {
            let result = match result {
                StepResult::Passed => "ok",
                StepResult::Skipped => "skipped",
                StepResult::Failed => "FAILED",
            };
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "{name:32} {result:8} {:8.1} s", time.as_secs_f64());
        }
        if self.skipped.is_empty() {
            text.push_str("nothing skipped\n");
        } else {
            let _ = writeln!(text, "skipped: {}", self.skipped.join("; "));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Failure, Run, StepResult, failed, missing};

    #[test]
    fn what_is_missing_is_skipped_and_named() {
        let mut run = Run::new(false);
        run.step("one", |_| Ok(()));
        run.step("two", |_| missing("no two here"));
        run.step("three", |run| {
            assert_eq!(run.allow_missing::<u8>(missing("half of three")), Ok(None));
            Ok(())
        });
        assert!(run.summary().ends_with("skipped: no two here; half of three\n"));
        assert!(run.steps.iter().all(|step| step.result != StepResult::Failed));
    }

    #[test]
    fn what_is_missing_fails_in_ci() {
        let mut run = Run::new(true);
        run.step("one", |_| missing("no one here"));
        assert!(run.steps[0].result == StepResult::Failed);
        assert!(run.summary().ends_with("nothing skipped\n"));
        assert!(matches!(run.allow_missing::<u8>(missing("two")), Err(Failure::Failed(_))));
    }

    #[test]
    fn a_failed_step_does_not_stop_the_next() {
        let mut run = Run::new(false);
        run.step("one", |_| failed("broken"));
        run.step("two", |_| Ok(()));
        assert!(run.steps[0].result == StepResult::Failed);
        assert!(run.steps[1].result == StepResult::Passed);
    }
}
