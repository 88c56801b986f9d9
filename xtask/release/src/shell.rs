//! Calling other programs, and the error of everything here.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What was expected, what was found, and where; for people to read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure(String);

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// A failure with this message.
pub(crate) fn failed<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Failure(message.into()))
}

/// What was done with a file, whose name the system's error does not have.
pub(crate) fn at<T>(file: &Path, result: std::io::Result<T>) -> Outcome<T> {
    result.map_err(|error| Failure::from(error).about(file.display()))
}

impl Failure {
    /// Says first what it was about.
    pub(crate) fn about(self, what: impl fmt::Display) -> Self {
        Self(format!("{what}: {}", self.0))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("JSON: {error}"))
    }
}

/// The cargo that runs this program.
pub(crate) fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = command(folder, env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // What cargo told this program about this program is not for what it calls.
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") {
            command.env_remove(name);
        }
    }
    command.env_remove("CARGO_MANIFEST_DIR").args(arguments);
    command
}

/// A command that runs in a folder.
pub(crate) fn command(folder: &Path, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// Runs a command after showing it; its output goes where this program's goes.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let shown = show(command);
    eprintln!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => failed(format!("`{shown}`: {status}")),
        Err(error) => failed(format!("`{shown}`: {error}")),
    }
}

/// Runs a command without showing anything, and gives what it wrote to its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let shown = show(command);
    let output = raw(command)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    failed(format!(
        "`{shown}`: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// Runs a command without showing anything; a failure is only that it could not be started.
pub(crate) fn raw(command: &mut Command) -> Outcome<Output> {
    command.output().map_err(|error| Failure(format!("`{}`: {error}", show(command))))
}

/// A command as it would be typed, without the folder of the program.
pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{command, output, run};

    #[test]
    fn the_failure_has_the_command_and_its_exit_code() {
        let mut fails = command(Path::new("/"), "sh");
        fails.args(["-c", "echo no >&2; exit 3"]);
        let failure = output(&mut fails).unwrap_err().to_string();
        assert_eq!(failure, "`sh -c echo no >&2; exit 3`: exit status: 3\nno\n");
        assert!(run(&mut fails).unwrap_err().to_string().ends_with("exit status: 3"));
        let missing = output(&mut command(Path::new("/"), "no-such-program")).unwrap_err();
        assert!(missing.to_string().starts_with("`no-such-program`: No such file"), "{missing}");
    }
}
