//! `cargo xtask release check`: whether a release can be made from this commit.
//!
//! Each gate is a module; all run, whatever came before them, and one table tells how they went.

mod changelog;
mod dependencies;
mod msrv;
mod names;
mod package;
mod program;
mod registry;
mod report;
mod semver;
mod staged;
pub(crate) mod versions;

use std::fs;
use std::path::{Path, PathBuf};

use ::semver::Version;

use crate::arguments::Arguments;
use crate::bump;
use crate::git;
use crate::registries::Registries;
use crate::shell::{Outcome, failed};
use crate::stage::commit;
use crate::workspace::Workspace;
use report::Report;

struct Gate {
    name: &'static str,
    help: &'static str,
    work: fn(&Check<'_>, &mut Report),
}

const GATES: [Gate; 7] = [
    Gate {
        name: "names",
        help: "the names on the registries are unclaimed or ours, and the version was never used",
        work: names::run,
    },
    Gate {
        name: "changelog",
        help: "CHANGELOG.md is well-formed and says what the release changes",
        work: changelog::run,
    },
    Gate {
        name: "versions",
        help: "one version everywhere, lockfiles that fit, dev-dependencies by path",
        work: versions::run,
    },
    Gate {
        name: "semver",
        help: "the public interface breaks only as the version says",
        work: semver::run,
    },
    Gate {
        name: "dependencies",
        help: "licences, sources, advisories; none unused; smallest versions; each crate alone",
        work: dependencies::run,
    },
    Gate { name: "msrv", help: "each crate with the Rust version that it states", work: msrv::run },
    Gate {
        name: "package",
        help: "files of each package as listed, licences, docs as docs.rs builds them",
        work: package::run,
    },
];

const HELP: &str = "\
Usage: cargo xtask release check [GATE]... [OPTION]...

  --next VERSION    before the bump: check for this version, or major, minor, patch
  --ordinary        a commit that need not be released: check for the version that is there, or for
                    the next minor one where that is released; nothing need have changed
  --offline         leave out what needs the network
  --update          write the lists of the packages' files instead of comparing them
  --registry NAME   another registry of crates: CARGO_REGISTRIES_NAME_INDEX has its index

Gates:
";

/// What the commit that is looked at is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// The release: its version is written into all files.
    Release,
    /// The one before the release's: its version is still to be written.
    Next,
    /// One that need not be released.
    Ordinary,
}

/// What all gates need to know.
pub(crate) struct Check<'a> {
    pub(crate) top: &'a Path,
    /// The version to be released.
    pub(crate) version: Version,
    pub(crate) aim: Aim,
    pub(crate) offline: bool,
    pub(crate) update: bool,
    /// The index of another registry of crates than the public one.
    pub(crate) registry: Option<String>,
    /// Another registry than the one that npm is configured for.
    pub(crate) npm: Option<String>,
}

#[cfg(test)]
impl<'a> Check<'a> {
    /// A check of the version that a test says.
    pub(crate) fn of(top: &'a Path, version: &str) -> Self {
        let version = version.parse().unwrap();
        let (offline, update) = (true, false);
        Self { top, version, aim: Aim::Release, offline, update, registry: None, npm: None }
    }
}

impl Check<'_> {
    /// The workspace; each gate reads it for itself, so that what is wrong with it stops no other.
    pub(crate) fn workspace(&self) -> Outcome<Workspace> {
        Workspace::at(self.top)
    }

    /// Where gates build and write.
    pub(crate) fn folder(&self) -> PathBuf {
        self.top.join("target").join("release-check")
    }
}

/// Runs all gates, or those that are named.
pub(crate) fn run(top: &Path, words: &[String]) -> Outcome {
    if words.iter().any(|word| word == "--help") {
        print!("{}", help());
        return Ok(());
    }
    let flags = ["--offline", "--ordinary", "--update"];
    let arguments = Arguments::parse(words, &flags, &["--next", "--registry"])?;
    let chosen = arguments.words();
    if let Some(unknown) = chosen.iter().find(|name| !GATES.iter().any(|g| g.name == **name)) {
        return failed(format!("there is no gate `{unknown}`\n\n{}", help()));
    }
    let next = arguments.value("--next");
    let (version, aim) = match (next, arguments.has("--ordinary")) {
        (Some(_), true) => return failed("`--next` is for a release, and `--ordinary` for none"),
        (Some(next), false) => (bump::next_version(top, next)?, Aim::Next),
        (None, true) => (ordinary_version(top)?, Aim::Ordinary),
        (None, false) => (bump::present_version(top)?, Aim::Release),
    };
    let registry = match arguments.value("--registry") {
        Some(_) => Some(format!("sparse+{}", Registries::from_arguments(&arguments)?.index)),
        None => None,
    };
    let check = Check {
        top,
        version,
        aim,
        offline: arguments.has("--offline"),
        update: arguments.has("--update"),
        registry,
        npm: None,
    };
    let changes = git::changes(top)?.len();
    if changes > 0 {
        eprintln!("{changes} files differ from the commit; the packages are made from the commit");
    }
    let mut report = Report::new(std::env::var("CI").is_ok_and(|ci| ci == "true"));
    for gate in
        GATES.iter().filter(|gate| chosen.is_empty() || chosen.iter().any(|c| c == gate.name))
    {
        report.gate(gate.name);
        (gate.work)(&check, &mut report);
    }
    println!("\nrelease {}\n\n{}", check.version, report.text());
    let whole = chosen.is_empty()
        && check.aim == Aim::Release
        && check.registry.is_none()
        && !(check.offline || check.update);
    match report.failures() {
        // What was checked has to be what the commit has.
        0 if whole && changes == 0 => pass(top),
        0 => Ok(()),
        failures => failed(format!("{failures} checks failed")),
    }
}

/// Where the commit is named that passed all gates.
const PASSED: &str = "target/release-check/passed";

fn pass(top: &Path) -> Outcome {
    Ok(fs::write(top.join(PASSED), commit(top, "HEAD")?)?)
}

/// What to say of a commit that did not pass all gates.
pub(crate) fn without_pass(top: &Path, of: &str) -> Option<String> {
    let passed = fs::read_to_string(top.join(PASSED));
    let passed = passed.as_deref().map_or("no such file", str::trim);
    (passed != of).then(|| {
        format!(
            "{PASSED}: expected commit {of}, found {passed}: run `cargo xtask release check`, whole \
             and on this commit, or add --unchecked"
        )
    })
}

/// The version that an ordinary commit is looked at for: the one that is there, as long as it was not
/// released, else the next minor one.
fn ordinary_version(top: &Path) -> Outcome<Version> {
    let present = bump::present_version(top)?;
    match git::tag(top, &present)? {
        Some(_) => bump::next_version(top, "minor"),
        None => Ok(present),
    }
}

fn help() -> String {
    let mut text = HELP.to_owned();
    for Gate { name, help, .. } in &GATES {
        text.extend(["  ", &format!("{name:13}"), " ", help, "\n"]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{ordinary_version, pass, without_pass};
    use crate::scratch::Scratch;
    use crate::stage::commit;

    #[test]
    fn a_commit_passes_for_itself() {
        let scratch = Scratch::new("pass", &[("a.txt", "a"), ("target/release-check/x", "")]);
        let top = scratch.top();
        let first = commit(top, "HEAD").unwrap();
        let told = without_pass(top, &first).unwrap();
        assert!(
            told.contains(&format!("expected commit {first}, found no such file: run `cargo")),
            "{told}"
        );
        pass(top).unwrap();
        assert_eq!(without_pass(top, &first), None);
        scratch.commit();
        let second = commit(top, "HEAD").unwrap();
        assert!(without_pass(top, &second).unwrap().contains(&format!("found {first}:")));
    }

    #[test]
    fn an_ordinary_commit_is_looked_at_for_what_could_come_next() {
        let scratch = Scratch::workspace("check-ordinary");
        let version = || ordinary_version(scratch.top()).unwrap().to_string();
        assert_eq!(version(), "0.1.0");
        scratch.git(&["tag", "v0.1.0"]);
        scratch.commit();
        assert_eq!(version(), "0.2.0");
    }
}
