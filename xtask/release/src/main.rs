//! `cargo xtask release`: from a commit to packages on the registries.
//!
//! | module | what it has |
//! | --- | --- |
//! | `arguments` | the words of a command line |
//! | `shell` | calling other programs, and the error of everything here |
//! | `workspace` | the crates, their names in the source and on the registry, their order |
//! | `stage` | a folder with what a commit has, under the names of the registry |
//! | `check`, `bump` | whether a release can be made, and the next version |
//! | `places`, `changelog`, `git` | where the version stands, what changed, what was released |
//! | `pack`, `sbom` | the files of a release |
//! | `publish`, `upload`, `state` | uploads, one at a time, and how far they have come |
//! | `registries`, `http`, `patience` | asking registries, as often and as late as they like |
//! | `verify`, `consumers` | what users get |
//! | `tag` | the signed tag |
//! | `rehearse` | all of it, against registries on this machine |
//! | `table` | tables for people |

#![forbid(unsafe_code)]

mod arguments;
mod bump;
mod changelog;
mod check;
mod consumers;
mod git;
mod http;
mod pack;
mod patience;
mod places;
mod publish;
mod registries;
mod rehearse;
mod sbom;
#[cfg(test)]
mod scratch;
mod shell;
mod stage;
mod state;
mod table;
mod tag;
mod upload;
mod verify;
mod workspace;

use std::process::ExitCode;

use shell::{Outcome, failed};
use workspace::Workspace;

const HELP: &str = "\
Makes releases.

Usage: cargo xtask release COMMAND

  check [GATE]...         whether a release can be made from this commit: see `check --help`
  bump VERSION            the next version in every place, and its changelog: X.Y.Z, major, minor
                          or patch
  pack [--twice]          make all packages: name, size and SHA-256 of each; with --twice in two
                          folders, and compare
  sbom                    make the bills of materials
  rehearse [--faults]     publish, verify and tag against registries on this machine
  publish [--no-tag]      upload what the registries do not have, verify it, tag the commit; with
                          --unchecked also where `check` has not passed on this commit
  verify [--commit NAME]  what is on the registries is what is packed, and can be used
  help                    this text

Nothing is changed without --execute: bump and publish say what they would do.

Files go to target/dist: pack, publish and verify take --into DIR for another folder, sbom too.
publish and verify take --registry NAME for another registry of crates, whose index is in
CARGO_REGISTRIES_NAME_INDEX, as cargo has it.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("release: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Outcome {
    let Some((command, rest)) = arguments.split_first() else {
        return failed(format!("a command is missing\n\n{HELP}"));
    };
    let is_help = |word: &String| matches!(word.as_str(), "--help" | "-h");
    // `check` has more to tell of itself.
    if command == "help" || is_help(command) || (command != "check" && rest.iter().any(is_help)) {
        print!("{HELP}");
        return Ok(());
    }
    match command.as_str() {
        // These have to work where the workspace is not as it is to be.
        "check" => return check::run(&workspace::top()?, rest),
        "bump" => return bump::run(&workspace::top()?, rest),
        _ => {}
    }
    let workspace = Workspace::here()?;
    match command.as_str() {
        "pack" => pack::run(&workspace, rest),
        "sbom" => sbom::run(&workspace, rest),
        "rehearse" => rehearse::run(&workspace, rest),
        "publish" => publish::run(&workspace, rest),
        "verify" => verify::run(&workspace, rest),
        unknown => failed(format!("there is no command `{unknown}`\n\n{HELP}")),
    }
}

#[cfg(test)]
mod tests {
    use super::run;

    #[test]
    fn each_command_has_help() {
        for line in ["help", "-h", "bump --help", "publish --execute --help", "pack -h"] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(run(&words), Ok(()), "{line}");
        }
    }
}
