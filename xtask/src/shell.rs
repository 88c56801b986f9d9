//! Calling other programs.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::run::{Outcome, failed};

/// Folders that have servers, and are not on every user's `PATH`.
const MORE_FOLDERS: [&str; 3] = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/// The cargo that runs this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// A command that runs in the top folder of the workspace.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(top());
    command
}

/// The top folder of the workspace.
pub(crate) fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// Where downloaded and unpacked tools are kept.
pub(crate) fn tools_folder() -> PathBuf {
    top().join("target").join("tools")
}

/// Runs a command after showing it; its output goes where this program's goes.
pub(crate) fn run(command: &mut Command) -> Outcome {
    let shown = show(command);
    eprintln!("$ {shown}");
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => failed(format!("`{shown}`: {status}")),
        Err(error) => failed(format!("`{shown}`: {error}")),
    }
}

/// Runs a command without showing anything, and gives what it wrote to its standard output.
pub(crate) fn output(command: &mut Command) -> Outcome<String> {
    let shown = show(command);
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        Ok(output) => failed(format!(
            "`{shown}`: {}\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )),
        Err(error) => failed(format!("`{shown}`: {error}")),
    }
}

/// The path of a program, where this machine has it.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(MORE_FOLDERS.map(PathBuf::from))
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Whether this is the superuser.
pub(crate) fn is_root() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0")
}

fn show(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{find, output, show};

    #[test]
    fn shows_the_name_without_its_folder() {
        let mut command = Command::new("/usr/bin/env");
        assert_eq!(show(command.args(["a", "b c"])), "env a b c");
    }

    #[test]
    fn output_is_trimmed_and_failure_is_told() {
        assert_eq!(output(Command::new("sh").args(["-c", "echo yes"])), Ok("yes".into()));
        let failure = output(Command::new("sh").args(["-c", "echo no >&2; exit 3"])).unwrap_err();
        assert!(failure.to_string().ends_with("exit status: 3\nno\n"), "{failure}");
    }

    #[test]
    fn finds_what_is_there_only() {
        assert!(find("sh").is_some());
        assert!(find("no such program").is_none());
    }
}
