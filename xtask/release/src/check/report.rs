//! What the gates found, as a table and a list.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::shell::Outcome;
use crate::table::table;

/// How a part of a gate went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// What was looked at, in a few words.
    Passed(String),
    /// Each thing that is wrong, with its file.
    Failed(Vec<String>),
    /// What it takes and this machine does not have.
    Missing(String),
    /// It was asked to be left out.
    LeftOut(&'static str),
}

impl Verdict {
    /// Passed where nothing was found to be wrong.
    pub(crate) fn of(breaches: Vec<String>, note: impl Into<String>) -> Self {
        if breaches.is_empty() { Self::Passed(note.into()) } else { Self::Failed(breaches) }
    }
}

/// One line of the table.
#[derive(Debug)]
struct Part {
    gate: &'static str,
    name: String,
    verdict: Verdict,
    time: Duration,
}

/// What all gates found.
#[derive(Debug)]
pub(crate) struct Report {
    /// Whether what is missing fails, as it does with `CI=true`.
    strict: bool,
    gate: &'static str,
    parts: Vec<Part>,
}

impl Report {
    pub(crate) fn new(strict: bool) -> Self {
        Self { strict, gate: "", parts: Vec::new() }
    }

    /// What follows belongs to this gate.
    pub(crate) fn gate(&mut self, name: &'static str) {
        self.gate = name;
    }

    /// Does a part of a gate. An error is something that is wrong, and stops nothing else.
    pub(crate) fn part(&mut self, name: &str, work: impl FnOnce() -> Outcome<Verdict>) {
        eprintln!("{}: {name} ...", self.gate);
        let start = Instant::now();
        let verdict = match work() {
            Ok(Verdict::Missing(what)) if self.strict => {
                Verdict::Failed(vec![format!("not run: {what} (with CI=true, all are run)")])
            }
            Ok(verdict) => verdict,
            Err(failure) => Verdict::Failed(vec![failure.to_string()]),
        };
        let time = start.elapsed();
        self.parts.push(Part { gate: self.gate, name: name.to_owned(), verdict, time });
    }

    /// How many parts failed.
    pub(crate) fn failures(&self) -> usize {
        self.parts.iter().filter(|part| matches!(part.verdict, Verdict::Failed(_))).count()
    }

    /// The table, and below it what is wrong.
    pub(crate) fn text(&self) -> String {
        let row = |Part { gate, name, verdict, time }: &Part| {
            let (result, note) = match verdict {
                Verdict::Passed(note) => ("pass", note.as_str()),
                Verdict::Failed(_) => ("FAIL", "see below"),
                Verdict::Missing(what) => ("not run", what.as_str()),
                Verdict::LeftOut(why) => ("left out", *why),
            };
            let seconds = format!("{:.1}", time.as_secs_f64());
            vec![(*gate).to_owned(), name.clone(), result.into(), seconds, note.to_owned()]
        };
        let rows: Vec<Vec<String>> = self.parts.iter().map(row).collect();
        let mut text = table(&["gate", "part", "result", "s", "what"], &rows);
        // Writing to a `String` does not fail.
        for Part { gate, name, verdict, .. } in &self.parts {
            let Verdict::Failed(breaches) = verdict else { continue };
            let _ = writeln!(text, "\n{gate}, {name}:");
            for breach in breaches {
                let _ = writeln!(text, "  {}", breach.trim_end().replace('\n', "\n    "));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Report, Verdict};
    use crate::shell::failed;

    fn report(strict: bool) -> Report {
        let mut report = Report::new(strict);
        report.gate("one");
        report.part("a", || Ok(Verdict::Passed("3 files".into())));
        report.part("b", || failed("x.rs:1: bad\nvery"));
        report.gate("two");
        report.part("c", || Ok(Verdict::Missing("no c".into())));
        report.part("d", || Ok(Verdict::LeftOut("--offline")));
        report
    }

    #[test]
    fn all_parts_are_told_whatever_came_before() {
        let text = report(false).text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[1].starts_with("one   a     pass ") && lines[1].ends_with("3 files"));
        assert!(lines[2].starts_with("one   b     FAIL "));
        assert!(lines[3].starts_with("two   c     not run ") && lines[3].ends_with("no c"));
        assert!(lines[4].starts_with("two   d     left out ") && lines[4].ends_with("--offline"));
        assert!(text.ends_with("\n\none, b:\n  x.rs:1: bad\n    very\n"));
        assert_eq!(report(false).failures(), 1);
    }

    #[test]
    fn what_is_missing_fails_in_ci() {
        let report = report(true);
        assert_eq!(report.failures(), 2);
        assert!(report.text().ends_with("two, c:\n  not run: no c (with CI=true, all are run)\n"));
    }
}
