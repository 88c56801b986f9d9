//! `cargo xtask release publish`: uploads what the registries do not have, checks it, and tags.
//!
//! A version cannot be taken back. So each step says first what it would do; the registries are asked
//! before and after each upload; and whatever stops it, running it again goes on from there.

use std::path::PathBuf;

use semver::Version;

use crate::arguments::Arguments;
use crate::pack::{self, Kind, Packed};
use crate::registries::{Found, Registries};
use crate::shell::{Outcome, cargo, command, failed, output};
use crate::state::{State, Step};
use crate::table::table;
use crate::upload::{Delivered, deliver};
use crate::workspace::Workspace;
use crate::{changelog, tag, verify};

/// crates.io takes this many new names at once, and then one in ten minutes.
const NEW_NAMES_AT_ONCE: usize = 5;

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let arguments = Arguments::parse(words, &["--execute", "--no-tag"], &["--into", "--registry"])?
        .without_words()?;
    let tags = !arguments.has("--no-tag");
    let registries = Registries::from_arguments(&arguments)?;
    refuse_cargo(&cargo_version()?)?;
    let packed = Packed::load_or_make(workspace, "HEAD", &pack::folder(workspace, &arguments)?)?;
    // Another registry is for trials, which any commit may have.
    if arguments.value("--registry").is_none() {
        changelog::has_release(&workspace.top, &packed.commit, &packed.version)?;
    }
    let mut state = State::load_or_begin(&state_file(workspace), &packed, &registries.to_string())?;
    println!("{} of commit {}, to {registries}\n", packed.version, packed.commit);
    plan(&registries, &packed, &state)?;
    if !arguments.has("--execute") {
        println!("\nnothing was done: --execute does it");
        return Ok(());
    }
    clean(workspace)?;
    known_to_npm(&registries)?;
    if tags {
        tag::check(&workspace.top, &packed.version, &packed.commit)?;
    }
    println!();
    for package in &packed.packages {
        let delivered = deliver(&registries, &packed, package, &mut state)?;
        println!("{package}: {delivered}");
    }
    verify::all(&registries, &packed)?;
    if tags { tag::make(&workspace.top, &packed.version, &packed.commit) } else { Ok(()) }
}

fn state_file(workspace: &Workspace) -> PathBuf {
    workspace.top.join(format!("target/release-state-{}.json", workspace.version))
}

/// What is on the registries, and what would be done.
fn plan(registries: &Registries, packed: &Packed, state: &State) -> Outcome {
    let (mut rows, mut new_names, mut others) = (Vec::new(), 0, Vec::new());
    for package in &packed.packages {
        let found = registries.look(package)?;
        let (there, todo) = match &found {
            Found::NoName => ("the name is free".to_owned(), "upload"),
            Found::NoVersion { last } => (format!("other versions, {last} the last"), "upload"),
            Found::Version { checksum } if *checksum == package.checksum => {
                ("these bytes".to_owned(), "nothing")
            }
            Found::Version { .. } => {
                others.push(package.to_string());
                ("OTHER BYTES".to_owned(), "impossible")
            }
        };
        new_names += usize::from(found == Found::NoName && package.kind == Kind::Crate);
        let step = match state.step(&package.file) {
            Step::Waiting => "",
            Step::Uploading => "begun",
            Step::Done => "done",
        };
        let named =
            if package.name == package.source { String::new() } else { package.source.clone() };
        rows.push(vec![
            package.name.clone(),
            named,
            if package.kind == Kind::Crate { "crate" } else { "npm" }.to_owned(),
            package.bytes.to_string(),
            package.sha256.chars().take(12).collect(),
            there,
            step.to_owned(),
            todo.to_owned(),
        ]);
    }
    let head =
        ["name", "in the source", "kind", "bytes", "SHA-256", "on the registry", "state", "to do"];
    print!("{}", table(&head, &rows));
    println!("then: verify, and the signed tag {}", tag::name(&packed.version));
    if new_names > NEW_NAMES_AT_ONCE {
        println!(
            "{new_names} new names: crates.io takes {NEW_NAMES_AT_ONCE} at once and then one in ten \
             minutes, so this takes about {} minutes",
            (new_names - NEW_NAMES_AT_ONCE) * 10
        );
    }
    if others.is_empty() {
        return Ok(());
    }
    failed(format!("other bytes are published under this version: {}", others.join(", ")))
}

fn cargo_version() -> Outcome<String> {
    output(&mut cargo(&std::env::current_dir()?, &["--version"]))
}

/// # Errors
///
/// The cargo of `cargo --version` is known to end a publication of several crates in the middle.
fn refuse_cargo(told: &str) -> Outcome {
    let version = told.split_whitespace().nth(1).and_then(|word| Version::parse(word).ok());
    match version {
        Some(version) if (version.major, version.minor) == (1, 96) => failed(format!(
            "cargo {version} can end a publication of several crates in the middle, with \"no packages \
             ready to publish\" (rust-lang/cargo#17028, mended in 1.97): take another one"
        )),
        Some(_) => Ok(()),
        None => failed(format!("expected `cargo VERSION`, found `{told}`")),
    }
}

/// npm's package is the last: that it would be refused is better known before the first.
fn known_to_npm(registries: &Registries) -> Outcome {
    let mut whoami = command(&std::env::current_dir()?, "npm");
    let user = output(whoami.args(["whoami", "--registry", &registries.npm]))
        .map_err(|failure| failure.about("npm does not know who publishes: `npm login`"))?;
    println!("\nnpm knows the publisher as {user}");
    Ok(())
}

/// What is published is the commit: changes beside it would be left out.
fn clean(workspace: &Workspace) -> Outcome {
    let changes = output(command(&workspace.top, "git").args(["status", "--porcelain"]))?;
    if changes.is_empty() {
        return Ok(());
    }
    failed(format!(
        "the commit is published, and these files are not in it as they are:\n{changes}"
    ))
}

impl std::fmt::Display for Delivered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Before => f.write_str("it was there before"),
            Self::Settled => f.write_str("it had arrived: the registry has it, with these bytes"),
            Self::Uploaded { tries: 1, limits: 0 } => f.write_str("uploaded, and in the index"),
            Self::Uploaded { tries, limits } => {
                write!(
                    f,
                    "uploaded and in the index, at try {tries}, after {limits} waits for a limit"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::refuse_cargo;

    #[test]
    fn a_cargo_that_stops_in_the_middle_is_refused() {
        assert!(refuse_cargo("cargo 1.95.0 (f2d3ce0bd 2026-03-21)").is_ok());
        assert!(refuse_cargo("cargo 1.97.1 (0 2026-07-01)").is_ok());
        let refused = refuse_cargo("cargo 1.96.0 (30a34c682 2026-05-25)").unwrap_err().to_string();
        assert!(refused.starts_with("cargo 1.96.0 can end a publication"), "{refused}");
        let unknown = refuse_cargo("cargo").unwrap_err().to_string();
        assert_eq!(unknown, "expected `cargo VERSION`, found `cargo`");
    }
}
