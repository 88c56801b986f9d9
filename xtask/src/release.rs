//! `cargo xtask release`: a program of its own, with dependencies of its own, in `xtask/release`.

use std::process::ExitCode;

use crate::shell::cargo;

/// Runs it with these arguments. It says itself what went wrong.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    let mut release = cargo(&["run", "--quiet", "--package", "xtask-release", "--"]);
    match release.args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo run: {error}");
            ExitCode::FAILURE
        }
    }
}
