//! What ends a command early, and how it is told.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use idgen::GenerateError;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command line asks for what cannot be.
    Usage(String),
    /// Standard input cannot be read.
    Input(io::Error),
    /// The input is not what the command line says, or a file cannot be read.
    Data(String),
    /// Standard output cannot be written. A closed pipe is here too, and no fault.
    Output(io::Error),
    /// The generator has no id: the system's clock or randomness is at fault.
    Generate(GenerateError),
}

/// The exit code when some input was bad, or reading or writing failed.
pub(crate) const BAD_INPUT: u8 = 1;
/// The exit code when the command line is wrong.
pub(crate) const BAD_USAGE: u8 = 2;

impl Failure {
    /// A wrong command line.
    pub(crate) fn usage(message: impl Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// Input that the work cannot go on with.
    pub(crate) fn data(message: impl Display) -> Self {
        Self::Data(message.to_string())
    }

    /// Tells the failure on standard error, and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Usage(message) => {
                complain(&message);
                ExitCode::from(BAD_USAGE)
            }
            Self::Input(error) => {
                complain(&format_args!("cannot read standard input: {error}"));
                ExitCode::from(BAD_INPUT)
            }
            Self::Data(message) => {
                complain(&message);
                ExitCode::from(BAD_INPUT)
            }
            // Whoever reads has had enough, as `head` does: nothing to complain about.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                complain(&format_args!("cannot write standard output: {error}"));
                ExitCode::from(BAD_INPUT)
            }
            Self::Generate(error) => {
                complain(&with_cause(&error));
                ExitCode::from(BAD_INPUT)
            }
        }
    }
}

/// An error of writing; what reads says so itself.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// An error and what it comes from, in one line.
pub(crate) fn with_cause(error: &dyn Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// The beginning of a text, for a message.
pub(crate) fn excerpt(text: &[u8]) -> String {
    /// A UUID in full, and a little more.
    const CHARS: usize = 60;
    // A character has at most four bytes: what is beyond need not be looked at.
    let cut = text.len() > 4 * (CHARS + 1);
    let text = String::from_utf8_lossy(if cut { &text[..4 * (CHARS + 1)] } else { text });
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

/// Writes one line to standard error.
pub(crate) fn complain(message: &dyn Display) {
    // One write, so that lines of several processes do not mix. Where standard error is closed,
    // there is nobody left to tell.
    let line = format!("idcli: {message}\n");
    let _ = io::stderr().lock().write_all(line.as_bytes());
}

/// Prints what clap has to say instead of a parsed command line: help, the version, or what is
/// wrong with it.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let text = error.render().ansi().to_string();
        let mut out = anstream::stdout().lock();
        return match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::Output(error).report(),
        };
    }
    // The library's own prefix is `error:`, in colour.
    let text = error.render().ansi().to_string().replacen("error:", "idcli:", 1);
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
    ExitCode::from(BAD_USAGE)
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn excerpts_end_between_characters() {
        assert_eq!(excerpt(b"1\xFF"), "1\u{FFFD}");
        assert_eq!(excerpt("é".repeat(60).as_bytes()), "é".repeat(60));
        assert_eq!(excerpt("é".repeat(61).as_bytes()), format!("{}...", "é".repeat(60)));
        let long = "\u{1F600}".repeat(1000);
        assert_eq!(excerpt(long.as_bytes()), format!("{}...", "\u{1F600}".repeat(60)));
    }
}
