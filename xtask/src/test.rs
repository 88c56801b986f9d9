//! `cargo xtask test`: every test there is, beside the databases that some of them need.

use std::fs;
use std::path::Path;

use crate::bench;
use crate::instructions;
use crate::libraries;
use crate::no_std;
use crate::run::{Outcome, Run, failed, missing};
use crate::servers::Servers;
use crate::shell::{self, cargo, command, find, run as call};
use crate::{wasm, workspace};

/// The tests of some crates, or of all. With all come the generated files and the `no_std` proof.
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
        run.step("test vectors", |_| test_vectors());
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

/// The shared vectors are what their scripts make of the specifications: each script writes its
/// tables beside itself, so copies of the scripts write copies of the tables.
fn test_vectors() -> Outcome {
    let Some(python) = find("python3") else {
        return missing("the check that testdata/ is up to date, which takes python3");
    };
    let (tables, copies) = (shell::top().join("testdata"), shell::top().join("target/testdata"));
    if copies.exists() {
        fs::remove_dir_all(&copies)?;
    }
    fs::create_dir_all(&copies)?;
    for script in workspace::files(&tables, "py")? {
        let copy = copies.join(script.file_name().unwrap_or_default());
        fs::copy(&script, &copy)?;
        call(command(&python).arg(&copy))?;
    }
    same_tables(&tables, &copies)
}

fn same_tables(tables: &Path, copies: &Path) -> Outcome {
    let mut stale = Vec::new();
    for table in workspace::files(tables, "tsv")? {
        let name = table.file_name().unwrap_or_default();
        // A table that no script made has no copy.
        if fs::read(copies.join(name)).ok() != Some(fs::read(&table)?) {
            stale.push(name.to_string_lossy().into_owned());
        }
    }
    if stale.is_empty() { Ok(()) } else { failed(format!("no script makes {}", stale.join(", "))) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::same_tables;

    #[test]
    fn tables_that_differ_or_have_no_script_are_named() {
        let top = std::env::temp_dir().join(format!("xtask-tables-{}", std::process::id()));
        let (tables, copies) = (top.join("a"), top.join("b"));
        for (folder, files) in [
            (&tables, ["same.tsv", "stale.tsv", "typed.tsv"]),
            (&copies, ["same.tsv", "stale.tsv", "c.py"]),
        ] {
            fs::create_dir_all(folder).unwrap();
            for file in files {
                fs::write(folder.join(file), file).unwrap();
            }
        }
        assert_eq!(same_tables(&copies, &copies), Ok(()));
        fs::write(copies.join("stale.tsv"), "new").unwrap();
        let failure = same_tables(&tables, &copies).unwrap_err();
        assert_eq!(failure.to_string(), "no script makes stale.tsv, typed.tsv");
        fs::remove_dir_all(top).unwrap();
    }
}
