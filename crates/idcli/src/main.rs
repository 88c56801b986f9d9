//! `idcli`: makes, explains, converts and searches HUID and SCRU128 ids.
//!
//! Each command is a module of its name. Exit codes: 0 when all went well, 1 when some input was
//! bad or something failed on the way, 2 when the command line itself is wrong.

#![forbid(unsafe_code)]

mod cli;
mod collisions;
mod convert;
mod failure;
mod id;
mod inspect;
mod lines;
mod looks;
mod new;
mod output;
mod progress;
mod quantity;
mod range;
mod sql;
mod time;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::cli::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::refuse(&error),
    };
    let done = match cli.command {
        Command::New(args) => new::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Range(args) => range::run(&args),
        Command::Collisions(args) => collisions::run(&args.scheme),
        Command::Completions(args) => completions(&args),
    };
    match done {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

/// Prints the completion script of a shell.
fn completions(args: &cli::CompletionsArgs) -> Result<ExitCode, Failure> {
    // Into memory first: the library panics where a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "idcli", &mut script);
    output::write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
