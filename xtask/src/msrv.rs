//! The Rust version that each crate states: it is checked, or tested, with a compiler of that release.
//!
//! A compiler is this one, one that rustup has, or one of Debian's. Where none of the release is to be
//! had, an older one that builds the crate proves as much.

use std::process::Command;

use crate::debian_rust::DebianRust;
use crate::libraries;
use crate::run::{Failure, Outcome, Run, failed, missing};
use crate::shell::{self, cargo, find, output, run as call};
use crate::workspace::{self, Crate};

/// An old compiler that can be had without rustup: Debian's.
const OLDEST: &str = "1.85";

/// `cargo xtask msrv`, for all crates or those that are named.
pub(crate) fn command(run: &mut Run, words: &[String]) {
    let (flags, names): (Vec<&String>, Vec<&String>) =
        words.iter().partition(|word| word.starts_with('-'));
    let test = flags.iter().any(|flag| *flag == "--test");
    run.step("msrv", |run| match flags.iter().find(|flag| **flag != "--test") {
        Some(unknown) => failed(format!("there is no option `{unknown}`; there is: --test")),
        None => crates(run, &names, test),
    });
}

/// What CI checks: the crates that state the oldest release. The others are built anew for their
/// releases when a release of theirs is made.
pub(crate) fn run(run: &mut Run) -> Outcome {
    let mut oldest = workspace::crates()?;
    oldest.retain(|krate| krate.package_value("rust-version") == Some(OLDEST));
    if oldest.is_empty() {
        return failed(format!("no crate states Rust {OLDEST}"));
    }
    let names: Vec<&String> = oldest.iter().map(|krate| &krate.name).collect();
    crates(run, &names, false)
}

fn crates(run: &mut Run, names: &[&String], test: bool) -> Outcome {
    let mut crates = workspace::crates()?;
    if let Some(unknown) = names.iter().find(|name| !crates.iter().any(|c| c.name == ***name)) {
        return failed(format!("there is no crate `{unknown}`"));
    }
    crates.retain(|krate| names.is_empty() || names.contains(&&krate.name));
    if test {
        // What the tests link with.
        libraries::whole_workspace(run)?;
    }
    let mut failures = Vec::new();
    for krate in &crates {
        let outcome = with_stated(krate, test);
        if let Err(failure) = run.allow_missing(outcome) {
            failures.push(failure.to_string());
        }
    }
    if failures.is_empty() { Ok(()) } else { failed(failures.join("; ")) }
}

fn with_stated(krate: &Crate, test: bool) -> Outcome {
    let Some(stated) = krate.package_value("rust-version") else {
        return failed(format!("crates/{}/Cargo.toml: it has no rust-version", krate.name));
    };
    let compiler = match Compiler::of(stated) {
        Err(Failure::Missing(what)) => {
            return with_older(krate, test).map_err(|_| Failure::Missing(what));
        }
        compiler => compiler?,
    };
    call(&mut command_for(krate, &compiler, test)?)
}

/// An older compiler is told not to mind that it is older.
fn with_older(krate: &Crate, test: bool) -> Outcome {
    eprintln!("no compiler {:?}: trying {OLDEST}", krate.package_value("rust-version"));
    let older = Compiler::of(OLDEST)?;
    call(command_for(krate, &older, test)?.arg("--ignore-rust-version"))
}

fn command_for(krate: &Crate, compiler: &Compiler, test: bool) -> Outcome<Command> {
    // Documents' examples are run by rustdoc, which is not part of every one of these compilers.
    let words: &[&str] =
        if test { &["test", "--all-targets", "--no-fail-fast"] } else { &["check"] };
    let mut command = cargo(words);
    command.args(["--all-features", "--package", &krate.name]);
    compiler.apply(&mut command)?;
    Ok(command)
}

/// A compiler of some release.
enum Compiler {
    /// The one that is in use.
    Own,
    /// One of rustup's, by the path of `rustc`.
    Rustup(String),
    Debian(DebianRust),
}

impl Compiler {
    /// A compiler of this release, such as `1.85`.
    fn of(release: &str) -> Outcome<Self> {
        let is_it = |version: &str| is_of_release(version, release);
        if is_it(&output(shell::command("rustc").arg("--version"))?) {
            return Ok(Self::Own);
        }
        if find("rustup").is_some() {
            let list = output(shell::command("rustup").args(["toolchain", "list", "--quiet"]))?;
            if let Some(toolchain) = list.lines().find(|name| is_it(&format!("rustc {name}"))) {
                let mut which = shell::command("rustup");
                which.args(["which", "--toolchain", toolchain, "rustc"]);
                return Ok(Self::Rustup(output(&mut which)?));
            }
        }
        match DebianRust::release(release) {
            Ok(rust) => Ok(Self::Debian(rust)),
            Err(Failure::Missing(_)) => missing(format!(
                "a compiler of Rust {release} (with rustup: `rustup toolchain install {release}`)"
            )),
            Err(failure) => Err(failure),
        }
    }

    fn apply(&self, cargo: &mut Command) -> Outcome {
        match self {
            // What it has built already is good.
            Self::Own => return Ok(()),
            Self::Rustup(rustc) => {
                cargo.env("RUSTC", rustc);
            }
            Self::Debian(rust) => rust.apply(cargo)?,
        }
        cargo.env("CARGO_TARGET_DIR", shell::top().join("target").join("msrv"));
        Ok(())
    }
}

/// Whether `rustc 1.85.0 (..)` or `rustc 1.85-x86_64-..` is of the release `1.85`.
fn is_of_release(version: &str, release: &str) -> bool {
    let rest = version.strip_prefix("rustc ").and_then(|version| version.strip_prefix(release));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-', ' ']))
}

#[cfg(test)]
mod tests {
    use super::is_of_release;

    #[test]
    fn releases_are_told_by_both_numbers() {
        assert!(is_of_release("rustc 1.85.0 (4d91de4e4 2025-02-17)", "1.85"));
        assert!(is_of_release("rustc 1.85-x86_64-unknown-linux-gnu", "1.85"));
        assert!(is_of_release("rustc 1.85.1-x86_64-unknown-linux-gnu", "1.85"));
        assert!(!is_of_release("rustc 1.86.0", "1.85"));
        assert!(!is_of_release("rustc 1.8.0", "1.85"));
        assert!(!is_of_release("rustc 1.85.0", "1.8"));
        assert!(!is_of_release("rustc stable-x86_64-unknown-linux-gnu", "1.85"));
    }
}
