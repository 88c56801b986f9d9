//! Gate: the public interface breaks only as the version says.
//!
//! rustdoc describes each library as it is and as the last release's tag has it, and
//! cargo-semver-checks compares the two descriptions. They have no features in them: those of the
//! manifests are compared here.

mod features;

use std::fs;
use std::path::{Path, PathBuf};

use semver::Version;

use super::program::{bootstrap_rustdoc, emptied, faults, tool};
use super::report::{Report, Verdict};
use super::{Aim, Check};
use crate::changelog::{self, Changelog};
use crate::git::{self, Tag};
use crate::shell::{Outcome, cargo, command, failed};
use crate::stage::{self, unpack};
use crate::workspace::{Member, Workspace};

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    report.part("public interface", || match git::last_release(check.top)? {
        Some(tag) => against(check, &tag),
        None => first_release(check),
    });
}

/// There is nothing to compare with, and there was not to be.
fn first_release(check: &Check<'_>) -> Outcome<Verdict> {
    let text = changelog::load(check.top)?;
    let earlier = Changelog::read(&text).releases();
    if let Some((line, version)) = earlier.iter().find(|(_, version)| *version < check.version) {
        return Ok(Verdict::Failed(vec![format!(
            "{}:{line}: {version} was released, and there is no tag v{version} to compare with: a \
             clone without tags?",
            changelog::PATH
        )]));
    }
    let members = check.workspace()?.members;
    let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    Ok(Verdict::Passed(format!("no earlier release; all are new: {}", names.join(", "))))
}

fn against(check: &Check<'_>, tag: &Tag) -> Outcome<Verdict> {
    let Tag { name, version, commit } = tag;
    if *commit == stage::commit(check.top, "HEAD")? {
        if check.aim == Aim::Ordinary {
            return Ok(Verdict::LeftOut("this commit is the last release"));
        }
        return Ok(Verdict::Failed(vec![format!(
            "the tag {name} is this very commit: there is nothing to compare with"
        )]));
    }
    if check.version <= *version {
        return Ok(Verdict::Failed(vec![format!(
            "Cargo.toml: expected a version greater than that of the tag {name}, found {}: see \
             `cargo xtask release bump`",
            check.version
        )]));
    }
    let folder = check.folder().join(format!("semver-{commit}"));
    let was = source_of(check, tag, &folder)?;
    let (before, now) = (Workspace::at(&was)?, check.workspace()?);
    let mut breaches = Vec::new();
    if release_type(version, &check.version) != "major" {
        breaches.extend(features::breaks(&before, &now, name));
    }
    let libraries = |workspace: &Workspace| -> Vec<Member> {
        workspace.members.iter().filter(|member| !member.is_binary).cloned().collect()
    };
    let (before, now) = (libraries(&before), libraries(&now));
    let (mut compared, mut new) = (0, Vec::new());
    for member in &now {
        if !before.iter().any(|earlier| earlier.name == member.name) {
            new.push(member.name.as_str());
            continue;
        }
        let described = |side: &str, top: &Path| describe(check, side, top, &member.name, &folder);
        match (described("before", &was), described("now", check.top)) {
            (Ok(before), Ok(now)) => {
                breaches.extend(compare(check, member, version, &before, &now)?);
                compared += 1;
            }
            (Err(failure), _) | (_, Err(failure)) => breaches.push(failure.to_string()),
        }
    }
    let gone = before.iter().filter(|m| !now.iter().any(|n| n.name == m.name));
    let gone: Vec<&str> = gone.map(|member| member.name.as_str()).collect();
    if compared == 0 && breaches.is_empty() {
        breaches.push(format!("nothing was compared: no library is in {name} and here"));
    }
    let list = |what: &str, names: &[&str]| match names {
        [] => String::new(),
        names => format!("; {what}: {}", names.join(", ")),
    };
    let (new, gone) = (list("new", &new), list("gone", &gone));
    Ok(Verdict::of(breaches, format!("{compared} libraries against {name}{new}{gone}")))
}

/// The files of the tag's commit, unpacked once.
fn source_of(check: &Check<'_>, tag: &Tag, folder: &Path) -> Outcome<PathBuf> {
    let (was, partial) = (folder.join("source"), folder.join("source.partial"));
    // Without a manifest of its own, cargo would take the workspace around it, which is the present
    // one: it would be compared with itself.
    let is_whole = |source: &Path| source.join("Cargo.toml").is_file();
    if is_whole(&was) {
        return Ok(was);
    }
    emptied(&was)?;
    emptied(&partial)?;
    fs::create_dir_all(&partial)?;
    unpack(check.top, &tag.commit, &partial)?;
    if !is_whole(&partial) {
        return failed(format!(
            "{}: it has no Cargo.toml, as the commit {} of the tag {} has none",
            partial.display(),
            tag.commit,
            tag.name
        ));
    }
    // Last, so that what was interrupted does not count as there.
    fs::rename(&partial, &was)?;
    Ok(was)
}

/// rustdoc's description of a library, as JSON.
fn describe(
    check: &Check<'_>,
    side: &str,
    top: &Path,
    name: &str,
    folder: &Path,
) -> Outcome<PathBuf> {
    // A folder for each side: cargo would take one's description for the other's.
    let target = folder.join(side);
    let mut doc = cargo(top, &["rustdoc", "--lib", "--all-features", "--package", name]);
    doc.arg("--target-dir").arg(&target).args(check.offline.then_some("--offline"));
    doc.args(["--", "-Z", "unstable-options", "--output-format", "json", "--cap-lints", "allow"]);
    doc.env("RUSTDOC", bootstrap_rustdoc(check)?);
    let faults = faults(check, &format!("semver-{name}-{side}"), &mut doc)?;
    if !faults.is_empty() {
        return failed(format!("{name} {side} has no description:\n{}", faults.join("\n")));
    }
    Ok(target.join("doc").join(format!("{}.json", name.replace('-', "_"))))
}

fn compare(
    check: &Check<'_>,
    member: &Member,
    from: &Version,
    before: &Path,
    now: &Path,
) -> Outcome<Vec<String>> {
    let name = &member.name;
    let mut compare = command(check.top, tool("cargo-semver-checks")?);
    compare.args(["semver-checks", "check-release", "--color", "never", "--release-type"]);
    compare.arg(release_type(from, &check.version));
    compare.arg("--baseline-rustdoc").arg(before).arg("--current-rustdoc").arg(now);
    let log = format!("semver-{name}");
    let found = faults(check, &log, &mut compare)?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let said = fs::read_to_string(check.folder().join(format!("{log}.log")))?;
    let breaks = breaks(&said, name);
    Ok(if breaks.is_empty() { found } else { breaks })
}

/// What the version says that the release may do. Before 1.0.0, cargo takes the second number for
/// the first.
fn release_type(from: &Version, to: &Version) -> &'static str {
    let leading = |v: &Version| {
        if v.major > 0 {
            (v.major, 0, 0)
        } else {
            (0, v.minor, if v.minor > 0 { 0 } else { v.patch })
        }
    };
    if leading(from) != leading(to) {
        "major"
    } else if from.major == 0 || from.minor != to.minor {
        "minor"
    } else {
        "patch"
    }
}

/// Each item that broke, with its file: the tool lists them under the title of what is wrong.
fn breaks(said: &str, name: &str) -> Vec<String> {
    let (mut breaks, mut title, mut listing) = (Vec::new(), "", false);
    for line in said.lines() {
        if let Some(heading) = line.strip_prefix("--- failure ") {
            title = heading.trim_end_matches(" ---").split_once(": ").map_or(heading, |(_, t)| t);
            listing = false;
        } else if line.starts_with("Failed in:") {
            listing = true;
        } else if listing && line.starts_with("  ") {
            let (item, place) = split_place(line.trim());
            breaks.push(format!("{place}: {name}: {title}: {item}"));
        } else {
            listing = false;
        }
    }
    breaks
}

/// `function one::number, previously in file src/lib.rs:9` in its two parts.
fn split_place(line: &str) -> (&str, &str) {
    for between in [", previously in file ", ", previously in ", " in file ", " in "] {
        if let Some((item, place)) = line.rsplit_once(between) {
            return (item, place);
        }
    }
    (line, "-")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{against, breaks, first_release, release_type, source_of};
    use crate::check::report::Verdict;
    use crate::check::{Aim, Check};
    use crate::git;
    use crate::scratch::Scratch;

    fn compared(scratch: &Scratch, version: &str) -> Verdict {
        let tag = git::last_release(scratch.top()).unwrap().unwrap();
        against(&Check::of(scratch.top(), version), &tag).unwrap()
    }

    #[test]
    fn a_first_release_has_nothing_before_it() {
        let scratch = Scratch::workspace("semver-first");
        let check = Check::of(scratch.top(), "0.1.0");
        let note = "no earlier release; all are new: one, two";
        assert_eq!(first_release(&check).unwrap(), Verdict::Passed(note.into()));
        scratch.edit(
            "CHANGELOG.md",
            "# Changelog\n",
            "# Changelog\n\n## [Unreleased]\n\n## [0.0.9] - 2026-01-01\n\n- A.\n",
        );
        let Verdict::Failed(breaches) = first_release(&check).unwrap() else { panic!() };
        assert!(
            breaches[0]
                .starts_with("CHANGELOG.md:5: 0.0.9 was released, and there is no tag v0.0.9"),
            "{breaches:?}"
        );
    }

    #[test]
    fn a_release_is_never_compared_with_itself() {
        let scratch = Scratch::workspace("semver-same");
        scratch.git(&["tag", "v0.1.0"]);
        let same = "the tag v0.1.0 is this very commit: there is nothing to compare with";
        assert_eq!(compared(&scratch, "0.2.0"), Verdict::Failed(vec![same.into()]));
        let ordinary = Check { aim: Aim::Ordinary, ..Check::of(scratch.top(), "0.2.0") };
        let tag = git::last_release(scratch.top()).unwrap().unwrap();
        assert_eq!(
            against(&ordinary, &tag).unwrap(),
            Verdict::LeftOut("this commit is the last release")
        );
        scratch.commit();
        let Verdict::Failed(breaches) = compared(&scratch, "0.1.0") else { panic!() };
        assert!(
            breaches[0]
                .starts_with("Cargo.toml: expected a version greater than that of the tag v0.1.0"),
            "{breaches:?}"
        );
    }

    #[test]
    fn an_interrupted_unpacking_begins_anew() {
        let scratch = Scratch::workspace("semver-unpack");
        scratch.git(&["tag", "v0.1.0"]);
        let check = Check::of(scratch.top(), "0.2.0");
        let tag = git::last_release(scratch.top()).unwrap().unwrap();
        let folder = check.folder().join("semver");
        fs::create_dir_all(folder.join("source/crates")).unwrap();
        fs::create_dir_all(folder.join("source.partial")).unwrap();
        let was = source_of(&check, &tag, &folder).unwrap();
        assert!(was.join("crates/two/src/lib.rs").is_file());
        assert!(!folder.join("source.partial").exists());
        // What is there is not unpacked again.
        fs::write(was.join("marker"), "").unwrap();
        assert!(source_of(&check, &tag, &folder).unwrap().join("marker").exists());
        // The same name for another commit is another folder.
        scratch.git(&["rm", "--quiet", "Cargo.toml"]);
        scratch.commit();
        scratch.git(&["tag", "--force", "v0.1.0"]);
        let tag = git::last_release(scratch.top()).unwrap().unwrap();
        let failure = source_of(&check, &tag, &check.folder().join("bare")).unwrap_err();
        assert!(failure.to_string().contains("has no Cargo.toml"), "{failure}");
    }

    #[test]
    fn something_has_to_be_compared() {
        let scratch = Scratch::workspace("semver-none");
        scratch.git(&["tag", "v0.1.0"]);
        // Other crates than before.
        scratch.git(&["mv", "crates/one", "crates/three"]);
        scratch.edit("crates/three/Cargo.toml", "name = \"one\"", "name = \"three\"");
        scratch.edit("crates/three/Cargo.toml", "\none = {", "\nthree = {");
        scratch.edit(
            "Cargo.toml",
            "one = { path = \"crates/one\"",
            "three = { path = \"crates/three\"",
        );
        scratch.git(&["rm", "-r", "--quiet", "crates/two"]);
        scratch.commit();
        assert_eq!(
            compared(&scratch, "0.2.0"),
            Verdict::Failed(vec!["nothing was compared: no library is in v0.1.0 and here".into()])
        );
    }

    #[test]
    #[ignore = "it takes cargo-semver-checks, and some ten minutes where that is not there"]
    fn a_breaking_change_fails_where_the_version_does_not_allow_it() {
        let scratch = Scratch::workspace("semver-break");
        scratch.edit("crates/one/Cargo.toml", "more = []", "more = []\nless = []");
        scratch.commit();
        scratch.git(&["tag", "v0.1.0"]);
        scratch.edit("crates/one/src/lib.rs", "-> u8 {\n", "-> u8 {\n    // Still one.\n");
        scratch.commit();
        assert_eq!(
            compared(&scratch, "0.1.1"),
            Verdict::Passed("2 libraries against v0.1.0".into())
        );
        scratch.edit("crates/one/src/lib.rs", "number()", "count()");
        scratch.edit("crates/two/src/lib.rs", "number()", "count()");
        scratch.edit("crates/one/Cargo.toml", "\nless = []", "");
        scratch.write("crates/new/src/lib.rs", "//! New.\n");
        let manifest = scratch.read("crates/one/Cargo.toml").replace("\"one\"", "\"new\"");
        scratch.write("crates/new/Cargo.toml", manifest.split("\n[features]").next().unwrap());
        scratch.commit();
        assert_eq!(
            compared(&scratch, "0.1.1"),
            Verdict::Failed(vec![
                "crates/one/Cargo.toml: one: the feature `less` of v0.1.0 is gone".into(),
                "crates/one/src/lib.rs:8: one: pub fn removed or renamed: function one::number"
                    .into()
            ])
        );
        let note = "2 libraries against v0.1.0; new: new";
        assert_eq!(compared(&scratch, "0.2.0"), Verdict::Passed(note.into()));
    }

    #[test]
    fn what_versions_allow() {
        let allowed =
            |from: &str, to: &str| release_type(&from.parse().unwrap(), &to.parse().unwrap());
        assert_eq!(allowed("0.1.0", "0.1.1"), "minor");
        assert_eq!(allowed("0.1.0", "0.2.0"), "major");
        assert_eq!(allowed("0.0.1", "0.0.2"), "major");
        assert_eq!(allowed("0.9.0", "1.0.0"), "major");
        assert_eq!(allowed("1.2.3", "1.2.4"), "patch");
        assert_eq!(allowed("1.2.3", "1.3.0"), "minor");
        assert_eq!(allowed("1.2.3", "2.0.0"), "major");
    }

    #[test]
    fn breaks_are_read_from_what_the_tool_says() {
        let said = "--- failure function_missing: pub fn removed or renamed ---\n\nDescription:\n\
                    A function\n        ref: https://example.org\n\nFailed in:\n  \
                    function one::number, previously in file crates/one/src/lib.rs:8\n\n     \
                    Summary semver requires new major version: 1 major and 0 minor checks failed\n";
        assert_eq!(
            breaks(said, "one"),
            ["crates/one/src/lib.rs:8: one: pub fn removed or renamed: function one::number"]
        );
    }
}
