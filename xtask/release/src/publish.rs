//! `cargo xtask release publish`: uploads what the registries do not have, checks it, and tags.
//!
//! A version cannot be taken back. So each step says first what it would do; the registries are asked
//! before and after each upload; and whatever stops it, running it again goes on from there.

use std::path::Path;

use semver::Version;

use crate::arguments::Arguments;
use crate::pack::{Kind, Package, Packed};
use crate::registries::{Found, Registries};
use crate::shell::{Outcome, cargo, command, failed, output, raw};
use crate::state::{State, Step};
use crate::table::table;
use crate::upload::{Delivered, deliver};
use crate::workspace::Workspace;
use crate::{changelog, check, state, tag, verify};

/// crates.io takes this many new names at once, and then one in ten minutes.
const NEW_NAMES_AT_ONCE: usize = 5;

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let flags = ["--execute", "--no-tag", "--unchecked"];
    let arguments = Arguments::parse(words, &flags, &["--into", "--registry"])?.without_words()?;
    let tags = !arguments.has("--no-tag");
    let registries = Registries::from_arguments(&arguments)?;
    refuse_cargo(&cargo_version()?)?;
    let packed = Packed::load_or_make(workspace, "HEAD", arguments.value("--into"))?;
    // Another registry is for trials, which any commit may have.
    if arguments.value("--registry").is_none() {
        changelog::has_release(&workspace.top, &packed.commit, &packed.version)?;
    }
    let file = state::file(&workspace.top, &packed.version);
    let mut state = State::load_or_begin(&file, &packed, &registries.to_string())?;
    println!("{} of commit {}, to {registries}\n", packed.version, packed.commit);
    plan(&registries, &packed, &state)?;
    println!("then: {}", afterwards(&workspace.top, &packed, tags)?);
    let unchecked = if arguments.has("--unchecked") {
        None
    } else {
        check::without_pass(&workspace.top, &packed.commit)
    };
    if !arguments.has("--execute") {
        if let Some(unchecked) = unchecked {
            println!("\n{unchecked}");
        }
        println!("\nnothing was done: --execute does it");
        return Ok(());
    }
    clean(workspace)?;
    if let Some(unchecked) = unchecked {
        return failed(unchecked);
    }
    known_to_cargo(&registries, &packed)?;
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

/// What comes after the uploads.
fn afterwards(top: &Path, packed: &Packed, tags: bool) -> Outcome<String> {
    if !tags {
        return Ok("verify".to_owned());
    }
    let tag = tag::name(&packed.version);
    let there = tag::is_there(top, &packed.version, &packed.commit)?;
    Ok(format!("verify, and the signed tag {tag}{}", if there { ", which is there" } else { "" }))
}

/// What is on the registries, and what would be done.
fn plan(registries: &Registries, packed: &Packed, state: &State) -> Outcome {
    let (mut rows, mut new_names, mut problems) = (Vec::new(), 0, Vec::new());
    for package in &packed.packages {
        let found = registries.look(package)?;
        let step = state.step(&package.file);
        new_names += usize::from(found == Found::NoName && package.kind == Kind::Crate);
        let (there, todo) = match todo(package, &found, step) {
            Ok(todo) => todo,
            Err((there, problem)) => {
                problems.push(format!("{package}: {}", problem.unwrap_or_else(|| state.lost())));
                (there, "impossible")
            }
        };
        let step = match step {
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
    if new_names > NEW_NAMES_AT_ONCE {
        println!(
            "{new_names} new names: crates.io takes {NEW_NAMES_AT_ONCE} at once and then one in ten \
             minutes, so this takes about {} minutes",
            (new_names - NEW_NAMES_AT_ONCE) * 10
        );
    }
    if problems.is_empty() { Ok(()) } else { failed(problems.join("\n")) }
}

/// What the registry has, in words, and what is to do; else why nothing can be done.
fn todo(package: &Package, found: &Found, step: Step) -> Result<(String, &'static str), Problem> {
    let there = match found {
        Found::NoName => "the name is free".to_owned(),
        Found::NoVersion { last } => format!("other versions, {last} the last"),
        Found::Version { checksum, .. } if *checksum != package.checksum => {
            let problem = format!(
                "other bytes are published under this version, with checksum {checksum}, and it was \
                 packed with {}",
                package.checksum
            );
            return Err(("OTHER BYTES".to_owned(), Some(problem)));
        }
        Found::Version { yanked: true, .. } => {
            let problem = "it is published and was yanked, so nobody gets it: `cargo yank --undo`, or \
                           release the next version";
            return Err(("these bytes, YANKED".to_owned(), Some(problem.to_owned())));
        }
        Found::Version { .. } => return Ok(("these bytes".to_owned(), "nothing")),
    };
    if step == Step::Done { Err((there, None)) } else { Ok((there, "upload")) }
}

/// What the registry has, and what is wrong with it; nothing, where it was there and is not now.
type Problem = (String, Option<String>);

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

/// Cargo would ask for a token at the first upload, when nobody is there to answer.
fn known_to_cargo(registries: &Registries, packed: &Packed) -> Outcome {
    let Some(package) = packed.packages.iter().find(|package| package.kind == Kind::Crate) else {
        return Ok(());
    };
    let registry = &registries.cargo;
    let mut owners = cargo(&packed.stage(), &["owner", "--list", &package.name]);
    let asked = raw(owners.args(["--registry", registry]))?;
    // Whoever owns it, and whether it is there at all: cargo asks nobody without a token.
    if String::from_utf8_lossy(&asked.stderr).contains("no token found") {
        return failed(format!(
            "cargo has no token for {registry}: `cargo login --registry {registry}`, or \
             CARGO_REGISTRY_TOKEN for crates-io"
        ));
    }
    Ok(())
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
    use super::{afterwards, known_to_cargo, refuse_cargo, todo};
    use crate::pack::{Package, Packed};
    use crate::registries::{Found, Registries};
    use crate::rehearse::server::{Reply, serve};
    use crate::scratch::Scratch;
    use crate::state::Step;

    fn packed(scratch: &Scratch) -> Packed {
        let package = Package::example();
        let (folder, commit) = (scratch.top().to_owned(), scratch.git(&["rev-parse", "HEAD"]));
        Packed { folder, commit, version: "1.0.0".into(), packages: vec![package] }
    }

    #[test]
    fn what_cannot_be_done_is_told_before() {
        let scratch = Scratch::new("todo", &[("a.txt", "a")]);
        let package = &packed(&scratch).packages[0];
        let version = |checksum: &str, yanked| Found::Version { checksum: checksum.into(), yanked };
        let told = |found: &Found, step| match todo(package, found, step) {
            Ok((_, todo)) => todo.to_owned(),
            Err((there, problem)) => format!("{there}: {}", problem.unwrap_or_default()),
        };
        assert_eq!(told(&Found::NoName, Step::Waiting), "upload");
        assert_eq!(told(&Found::NoName, Step::Uploading), "upload");
        assert_eq!(told(&version("aa", false), Step::Done), "nothing");
        // The state says that it is there.
        assert_eq!(told(&Found::NoName, Step::Done), "the name is free: ");
        assert!(told(&version("bb", false), Step::Waiting).starts_with("OTHER BYTES: other bytes"));
        let yanked = told(&version("aa", true), Step::Waiting);
        assert!(yanked.starts_with("these bytes, YANKED: it is published and was yanked"));
    }

    #[test]
    fn the_tag_is_told_where_one_is_made() {
        let scratch = Scratch::new("afterwards", &[("a.txt", "a")]);
        let packed = packed(&scratch);
        assert_eq!(afterwards(scratch.top(), &packed, false), Ok("verify".into()));
        let tagged = "verify, and the signed tag v1.0.0";
        assert_eq!(afterwards(scratch.top(), &packed, true), Ok(tagged.into()));
        scratch.git(&["tag", "v1.0.0"]);
        assert_eq!(afterwards(scratch.top(), &packed, false), Ok("verify".into()));
        let error = afterwards(scratch.top(), &packed, true).unwrap_err().to_string();
        assert!(error.starts_with("the tag v1.0.0 has no signature"), "{error}");
    }

    #[test]
    fn a_missing_token_is_told_before() {
        let address = serve(|request| match request.path.as_str() {
            "/index/config.json" => {
                let url = format!("http://{}", request.header("host").unwrap_or_default());
                Reply::new(200, format!("{{\"dl\":\"{url}\",\"api\":\"{url}\"}}"))
            }
            _ => Reply::new(404, "{}"),
        })
        .unwrap();
        let index = format!("http://{address}/index/");
        let config = format!("[registries.tokenless]\nindex = \"sparse+{index}\"\n");
        let scratch = Scratch::new("token", &[("stage/.cargo/config.toml", &config)]);
        let registries = Registries { cargo: "tokenless".into(), index, npm: String::new() };
        let known = || known_to_cargo(&registries, &packed(&scratch));
        let error = known().unwrap_err().to_string();
        assert!(error.starts_with("cargo has no token for tokenless: `cargo login"), "{error}");
        scratch.write("stage/.cargo/config.toml", &format!("{config}token = \"none\"\n"));
        assert_eq!(known(), Ok(()));
    }

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
