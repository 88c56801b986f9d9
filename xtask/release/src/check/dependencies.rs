//! Gate: what the crates depend on: licences, sources and advisories; none unused; the smallest
//! versions that they state; each crate alone.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Check;
use super::program::{all, faults, outcome, tool, xtask};
use super::report::{Report, Verdict};
use super::staged::{alone, staged};
use crate::shell::{Outcome, cargo, command, output};
use crate::workspace::Member;

/// What of a crate is built, for itself.
const FEATURES: [&[&str]; 3] = [&[], &["--no-default-features"], &["--all-features"]];

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    report.part("licences, bans, sources", || {
        outcome(check, "deny", &mut xtask(check, &["ci", "deny"]), "all of Cargo.lock")
    });
    report.part("advisories", || advisories(check));
    report.part("unused", || {
        outcome(check, "unused", &mut xtask(check, &["ci", "unused"]), "no dependency")
    });
    report.part("smallest versions", || {
        if check.offline {
            return Ok(Verdict::LeftOut("they take the network"));
        }
        smallest(check)
    });
    report.part("each crate alone", || each_alone(check));
}

/// Against the database of advisories that cargo-deny has fetched, where it has.
fn advisories(check: &Check<'_>) -> Outcome<Verdict> {
    let Some(database) = database() else {
        // It cannot be had everywhere, so that its absence is no fault with `CI=true` either.
        return Ok(Verdict::LeftOut(
            "no database here: `$(cargo xtask tool cargo-deny) fetch db` brings one",
        ));
    };
    let date = output(command(&database, "git").args(["log", "-1", "--format=%cs"]))?;
    let mut deny = command(check.top, tool("cargo-deny")?);
    deny.args([
        "--locked",
        "--offline",
        "--all-features",
        "check",
        "--disable-fetch",
        "advisories",
    ]);
    outcome(check, "advisories", &mut deny, &format!("as of {date}"))
}

/// Where cargo-deny keeps it.
fn database() -> Option<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)?;
    let folders = fs::read_dir(cargo.join("advisory-dbs")).ok()?;
    folders.flatten().map(|folder| folder.path()).find(|folder| folder.join(".git").exists())
}

/// Each crate with the smallest versions that it says it works with: a user may have them.
fn smallest(check: &Check<'_>) -> Outcome<Verdict> {
    let stage = staged(check)?;
    let mut breaches = Vec::new();
    for member in &stage.members {
        let folder = alone(check, &stage, member)?;
        let name = &member.name;
        let mut lock = cargo(&folder, &["generate-lockfile", "-Z", "direct-minimal-versions"]);
        let found =
            faults(check, &format!("smallest-{name}-lock"), lock.env("RUSTC_BOOTSTRAP", "1"))?;
        let found = if found.is_empty() {
            let mut build = build(check, &folder, member, &["--all-features", "--locked"]);
            faults(check, &format!("smallest-{name}"), &mut build)?
        } else {
            found
        };
        let about = |fault: String| format!("crates/{name}/Cargo.toml: {fault}");
        breaches.extend(found.into_iter().map(about));
    }
    Ok(Verdict::of(breaches, format!("{} crates", stage.members.len())))
}

/// Each crate with the versions of the lockfile, so that no feature that it needs is there because
/// another crate asks for it.
fn each_alone(check: &Check<'_>) -> Outcome<Verdict> {
    let stage = staged(check)?;
    let mut builds = Vec::new();
    for member in &stage.members {
        for features in FEATURES {
            let name = format!("alone-{}{}", member.name, features.concat());
            let mut words = vec!["--locked"];
            words.extend(features);
            builds.push((name, build(check, &stage.top, member, &words)));
        }
    }
    let note = format!("{} builds: default, no and all features", builds.len());
    all(check, builds, note)
}

fn build(check: &Check<'_>, folder: &Path, member: &Member, words: &[&str]) -> Command {
    let mut build = cargo(folder, &["check", "--package", &member.package]);
    build.args(words).args(check.offline.then_some("--offline"));
    // What the sources' own builds have left there is not built again.
    build.arg("--target-dir").arg(check.top.join("target"));
    build
}
