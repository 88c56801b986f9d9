//! `cargo xtask ci`: every check, then every test. All run, whatever came before them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::run::{Outcome, Run};
use crate::shell::{cargo, command, output, run as call, tools_folder};
use crate::tools::{CARGO_DENY, CARGO_HACK, CARGO_SHEAR};
use crate::{codegen, libraries, msrv, release, test, tidy};

struct Check {
    name: &'static str,
    help: &'static str,
    work: fn(&mut Run) -> Outcome,
}

const CHECKS: [Check; 11] = [
    Check { name: "lock", help: "Cargo.lock is up to date", work: |_| lock() },
    Check { name: "fmt", help: "rustfmt has nothing to change", work: |_| fmt() },
    Check {
        name: "tidy",
        help: "rules of the source that no other tool checks",
        work: |_| tidy::run(),
    },
    Check {
        name: "codegen",
        help: "generated files and blocks are as they are made",
        work: |_| codegen::run(true),
    },
    Check { name: "deny", help: "licences, sources and bans of dependencies", work: |_| deny() },
    Check { name: "unused", help: "no dependency that no code uses", work: |_| unused() },
    Check { name: "clippy", help: "no warning in any target, with all features", work: clippy },
    Check { name: "docs", help: "no warning of rustdoc, with all features", work: docs },
    Check { name: "docs.rs", help: "the docs as docs.rs builds them", work: docs_rs },
    Check { name: "features", help: "each crate with no, each and all features", work: features },
    Check {
        name: "msrv",
        help: "crates that state the oldest Rust version, with it",
        work: msrv::run,
    },
];
/// The last step, which is several.
const TEST: &str = "test";
/// All steps, and a release up to the registries.
const LONG: &str = "--long";

/// Runs all steps, or those that are named; the error is a name that no step has.
pub(crate) fn run<'a>(run: &mut Run, names: &'a [String]) -> Result<(), &'a str> {
    if let [long] = names
        && long == LONG
    {
        self::run(run, &[])?;
        // Of most commits nothing is released, also right after a release.
        run.step("release check", |_| release::step(&["check", "--ordinary"]));
        run.step("release rehearsal", |_| release::step(&["rehearse", "--faults"]));
        return Ok(());
    }
    let known = |name: &&String| *name == TEST || CHECKS.iter().any(|check| check.name == **name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        return Err(unknown);
    }
    let chosen = |step: &str| names.is_empty() || names.iter().any(|name| name == step);
    for check in CHECKS.iter().filter(|check| chosen(check.name)) {
        run.step(check.name, check.work);
    }
    if chosen(TEST) {
        test::run(run, &[]);
    }
    Ok(())
}

pub(crate) fn names() -> String {
    let mut names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
    names.push(TEST);
    names.join(", ")
}

pub(crate) fn help() -> String {
    let mut text = "Steps of cargo xtask ci:\n\n".to_owned();
    for (name, help) in
        CHECKS.iter().map(|check| (check.name, check.help)).chain([(TEST, "all tests")])
    {
        text.extend(["  ", &format!("{name:9}"), " ", help, "\n"]);
    }
    text
}

fn lock() -> Outcome {
    // It fetches as well, so that what follows can do without the network.
    call(&mut cargo(&["fetch", "--locked"]))
}

fn fmt() -> Outcome {
    call(&mut cargo(&["fmt", "--all", "--check"]))
}

fn deny() -> Outcome {
    let deny = CARGO_DENY.get()?;
    // Advisories need a database that is fetched from elsewhere; the rest is in the lockfile.
    let arguments = ["--offline", "--locked", "--workspace", "--all-features", "check"];
    // One of the parts of sqlx that may use its core need not be in use.
    let checks =
        ["--hide-inclusion-graph", "--allow=unused-wrapper", "bans", "licenses", "sources"];
    call(command(deny).args(arguments).args(checks))
}

fn unused() -> Outcome {
    let shear = CARGO_SHEAR.get()?;
    // Its dependencies are for the examples of documents, which are no code to this tool.
    let documents = ["--exclude", "documents"];
    call(command(shear).args(["shear", "--locked", "--format", "github"]).args(documents))
}

fn clippy(run: &mut Run) -> Outcome {
    let mut clippy = cargo(&["clippy", "--all-targets", "--all-features"]);
    clippy.args(libraries::whole_workspace(run)?);
    call(clippy.args(["--", "-D", "warnings"]))
}

fn docs(run: &mut Run) -> Outcome {
    call(doc(run)?.env("RUSTDOCFLAGS", "-D warnings"))
}

/// docs.rs builds with a nightly compiler and `--cfg docsrs`, which shows the feature that an item
/// needs. A stable rustdoc does the same when it is told to pass for one that may.
fn docs_rs(run: &mut Run) -> Outcome {
    let mut doc = doc(run)?;
    doc.env("RUSTDOC", bootstrap_rustdoc()?).env("RUSTDOCFLAGS", "--cfg docsrs -D warnings");
    call(&mut doc)
}

fn doc(run: &mut Run) -> Outcome<Command> {
    let mut doc = cargo(&["doc", "--no-deps", "--all-features"]);
    doc.args(libraries::whole_workspace(run)?);
    Ok(doc)
}

/// A script in place of rustdoc, so that only rustdoc sees the variable: cargo compiles the
/// dependencies as always and does not start anew.
fn bootstrap_rustdoc() -> Outcome<PathBuf> {
    let script = tools_folder().join("rustdoc");
    fs::create_dir_all(tools_folder())?;
    fs::write(&script, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n")?;
    output(command("chmod").arg("755").arg(&script))?;
    Ok(script)
}

fn features(run: &mut Run) -> Outcome {
    let hack = CARGO_HACK.get()?;
    let mut features = command(hack);
    features.args(["hack", "clippy", "--each-feature"]);
    // The project's own tools have no features.
    for tool in ["xtask", "documents", "xtask-release"] {
        features.args(["--exclude", tool]);
    }
    features.args(libraries::whole_workspace(run)?);
    call(features.args(["--", "-D", "warnings"]))
}

#[cfg(test)]
mod tests {
    use super::{names, run};
    use crate::run::Run;

    #[test]
    fn an_unknown_step_is_named_and_nothing_runs() {
        let steps = ["fmt".to_owned(), "format".to_owned()];
        assert_eq!(run(&mut Run::new(false), &steps), Err("format"));
        assert!(names().starts_with("lock, fmt, "));
        assert!(names().ends_with(", test"));
    }
}
