//! `cargo xtask release`: a program of its own, with dependencies of its own, in `xtask/release`.

use std::process::{Command, ExitCode};

use crate::run::Outcome;
use crate::shell::{cargo, run as call};

/// Runs it with these arguments. It says itself what went wrong.
pub(crate) fn run(arguments: &[String]) -> ExitCode {
    match release().args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo run: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs it as a step among others.
pub(crate) fn step(arguments: &[&str]) -> Outcome {
    call(release().args(arguments))
}

fn release() -> Command {
    cargo(&["run", "--quiet", "--package", "xtask-release", "--"])
}
