//! Running the binary.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

use serde_json::Value;

/// The binary, with nothing in its environment that decides about colour.
pub(crate) fn idcli(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_idcli"));
    command.args(args).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.stdout).unwrap()
    }

    pub(crate) fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }

    /// The output, which is one JSON value a line.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.lines().into_iter().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

pub(crate) fn run(args: &[&str]) -> Run {
    Run::of(idcli(args).output().unwrap())
}

/// Runs with no complaint.
pub(crate) fn good(args: &[&str]) -> Run {
    let run = run(args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run
}

/// Runs into a wrong command line, and gives the message.
pub(crate) fn wrong_usage(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, Some(2), "{args:?}: {}", run.stderr);
    assert!(run.stderr.starts_with("idcli: "), "{args:?}: {}", run.stderr);
    assert!(run.stdout.is_empty(), "{args:?}");
    run.stderr
}

/// Runs with a text on standard input.
pub(crate) fn fed(args: &[&str], input: &[u8]) -> Run {
    let mut child = idcli(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // Beside the reading below: neither pipe holds all of a long input.
        scope.spawn(move || stdin.write_all(input).unwrap());
        Run::of(child.wait_with_output().unwrap())
    })
}
