//! `cargo xtask test`: every test there is, beside the databases that some of them need.

use crate::bench;
use crate::instructions;
use crate::libraries;
use crate::no_std;
use crate::run::{Outcome, Run};
use crate::servers::Servers;
use crate::shell::{cargo, find, run as call};
use crate::{wasm, workspace};

/// The tests of some crates, or of all. With all come the proofs: no `std`, all orders of threads, no unsound memory.
pub(crate) fn run(run: &mut Run, crates: &[String]) {
    if crates.is_empty() || crates.iter().any(|name| name == wasm::CRATE) {
        wasm::test(run);
    }
    let mut servers = Servers::default();
    if names_a_server(crates) {
        run.step("servers", |run| {
            servers = Servers::start(run, |variable| is_wanted(variable, crates))?;
            Ok(())
        });
    }
    run.step("examples in docs", |run| doctests(run, crates, &servers));
    run.step("tests", |run| tests(run, crates, &servers));
    drop(servers);
    if crates.is_empty() {
        run.step("instructions", |_| instructions::run(false));
        run.step("model", |_| bench::model());
        run.step("sanitize", |_| bench::sanitize());
        no_std::run(run);
    }
}

/// Whether a source of the chosen crates asks for a server by its variable.
fn is_wanted(variable: &str, crates: &[String]) -> Outcome<bool> {
    for krate in workspace::crates()? {
        if (crates.is_empty() || crates.contains(&krate.name)) && krate.mentions(variable)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn names_a_server(crates: &[String]) -> bool {
    // What cannot be read fails in the step.
    is_wanted("TEST_POSTGRES_URL", crates).unwrap_or(true)
        || is_wanted("TEST_MYSQL_URL", crates).unwrap_or(true)
}

/// Unit and integration tests: with nextest where it is installed, else with cargo's own runner.
fn tests(run: &mut Run, crates: &[String], servers: &Servers) -> Outcome {
    let selection = selection(run, crates)?;
    let mut test = if find("cargo-nextest").is_some() {
        cargo(&["nextest", "run", "--no-fail-fast"])
    } else {
        cargo(&["test", "--all-targets", "--no-fail-fast"])
    };
    test.args(selection).arg("--all-features");
    servers.apply(&mut test);
    call(&mut test)
}

fn doctests(run: &mut Run, crates: &[String], servers: &Servers) -> Outcome {
    let mut test = cargo(&["test", "--doc", "--no-fail-fast", "--all-features"]);
    test.args(selection(run, crates)?);
    servers.apply(&mut test);
    call(&mut test)
}

fn selection(run: &mut Run, crates: &[String]) -> Outcome<Vec<String>> {
    let whole = libraries::whole_workspace(run)?;
    if crates.is_empty() {
        return Ok(whole);
    }
    Ok(crates.iter().flat_map(|name| ["--package".to_owned(), name.clone()]).collect())
}
