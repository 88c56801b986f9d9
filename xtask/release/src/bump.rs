//! `cargo xtask release bump`: the next version in every place that names it, and its changelog.

use std::fs;
use std::path::Path;

use semver::{BuildMetadata, Prerelease, Version};

use crate::arguments::Arguments;
use crate::changelog::{self, Changelog};
use crate::git::{self, File};
use crate::places::{self, Names};
use crate::shell::{Outcome, command, failed, output, raw};

/// A file and what it is to become.
struct Change {
    file: File,
    after: String,
}

/// Prints what would change; with `--execute`, changes and commits it.
pub(crate) fn run(top: &Path, words: &[String]) -> Outcome {
    let arguments = Arguments::parse(words, &["--execute"], &[])?;
    let [next] = arguments.words() else {
        return failed("expected one version: X.Y.Z, major, minor or patch");
    };
    let next = next_version(top, next)?;
    let changes = changes(top, &next, &today()?)?;
    print!("{}", diff(top, &changes)?);
    if arguments.has("--execute") {
        execute(top, &changes, &next)
    } else {
        eprintln!("{} files would change for {next}; --execute does it", changes.len());
        Ok(())
    }
}

/// The version that all crates have now.
pub(crate) fn present_version(top: &Path) -> Outcome<Version> {
    let text = fs::read_to_string(top.join("Cargo.toml"))?;
    let root = places::parse(&File { path: "Cargo.toml".into(), text })?;
    let keys = ["workspace", "package", "version"];
    let version = keys.iter().try_fold(root.as_item(), |item, key| item.get(key));
    let Some(version) = version.and_then(toml_edit::Item::as_str) else {
        return failed("Cargo.toml: there is no `version` in [workspace.package]");
    };
    version.parse().or_else(|error| failed(format!("Cargo.toml: version {version}: {error}")))
}

/// The version that these words mean, which is greater than all that were released.
pub(crate) fn next_version(top: &Path, words: &str) -> Outcome<Version> {
    let present = present_version(top)?;
    let next = match words {
        "major" => Version::new(present.major + 1, 0, 0),
        "minor" => Version::new(present.major, present.minor + 1, 0),
        // The patch of a pre-release is the release.
        "patch" if !present.pre.is_empty() => {
            Version { pre: Prerelease::EMPTY, build: BuildMetadata::EMPTY, ..present.clone() }
        }
        "patch" => Version::new(present.major, present.minor, present.patch + 1),
        version => {
            version.parse().or_else(|error| failed(format!("version {version}: {error}")))?
        }
    };
    let released = git::last_release(top)?.is_some_and(|tag| tag.version >= next);
    let text = fs::read_to_string(top.join(changelog::PATH))?;
    let listed = Changelog::read(&text).releases().iter().any(|(_, version)| *version >= next);
    // The present version can be released as long as it was not.
    if next < present || released || listed {
        return failed(format!("expected a version greater than {present}, found {next}"));
    }
    Ok(next)
}

fn changes(top: &Path, next: &Version, date: &str) -> Outcome<Vec<Change>> {
    let dirty = git::changes(top)?;
    if !dirty.is_empty() {
        return failed(format!("there are uncommitted changes:\n{}", dirty.join("\n")));
    }
    let files = git::files(top, |path| places::may_have_place(path) || path == changelog::PATH)?;
    let in_places: Vec<File> =
        files.iter().filter(|f| f.path != changelog::PATH).cloned().collect();
    let found = places::places(&in_places, &Names::of(&in_places)?)?;
    let mut changes = Vec::new();
    for file in files {
        let after = if file.path == changelog::PATH {
            Changelog::read(&file.text).released(next, date)?
        } else {
            places::rewritten(&file, &found, next)
        };
        if after != file.text {
            changes.push(Change { file, after });
        }
    }
    Ok(changes)
}

fn execute(top: &Path, changes: &[Change], next: &Version) -> Outcome {
    let mut add = command(top, "git");
    add.args(["add", "--"]);
    for Change { file, after } in changes {
        fs::write(top.join(&file.path), after)?;
        eprintln!("changed {}", file.path);
        add.arg(&file.path);
    }
    output(&mut add)?;
    output(command(top, "git").args(["commit", "--quiet", "-m", &format!("Release {next}")]))?;
    eprintln!("committed as {}", output(command(top, "git").args(["log", "-1", "--oneline"]))?);
    Ok(())
}

/// The changes, as git shows them.
fn diff(top: &Path, changes: &[Change]) -> Outcome<String> {
    let folder = top.join("target").join("release-bump");
    let _ = fs::remove_dir_all(&folder);
    for Change { file, after } in changes {
        for (side, text) in [("a", &file.text), ("b", after)] {
            let path = folder.join(side).join(&file.path);
            fs::create_dir_all(path.parent().unwrap_or(&folder))?;
            fs::write(path, text)?;
        }
    }
    let words = ["diff", "--no-index", "--no-color", "--no-prefix", "--src-prefix=", "a", "b"];
    // Its exit code says that there are differences.
    let diff = raw(command(&folder, "git").args(words))?;
    fs::remove_dir_all(&folder)?;
    Ok(String::from_utf8_lossy(&diff.stdout).into_owned())
}

fn today() -> Outcome<String> {
    output(command(Path::new("/"), "date").arg("+%F"))
}

#[cfg(test)]
mod tests {
    use super::{changes, diff, execute, next_version, run};
    use crate::check::versions;
    use crate::git;
    use crate::scratch::Scratch;
    use crate::stage::commit;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn words_for_versions() {
        let scratch = Scratch::workspace("bump-words");
        let next = |word| next_version(scratch.top(), word).map(|v| v.to_string());
        assert_eq!(next("major").as_deref(), Ok("1.0.0"));
        assert_eq!(next("minor").as_deref(), Ok("0.2.0"));
        assert_eq!(next("patch").as_deref(), Ok("0.1.1"));
        assert_eq!(next("0.2.0-rc.1").as_deref(), Ok("0.2.0-rc.1"));
        // The first release is of the version that is there.
        assert_eq!(next("0.1.0").as_deref(), Ok("0.1.0"));
        let failure = |word| next_version(scratch.top(), word).unwrap_err().to_string();
        assert_eq!(failure("0.0.9"), "expected a version greater than 0.1.0, found 0.0.9");
        assert_eq!(
            failure("0.2"),
            "version 0.2: unexpected end of input while parsing minor version number"
        );
        scratch.git(&["tag", "v0.1.0"]);
        assert_eq!(failure("0.1.0"), "expected a version greater than 0.1.0, found 0.1.0");
    }

    #[test]
    fn nothing_changes_without_execute() {
        let scratch = Scratch::workspace("bump-dry");
        let head = commit(scratch.top(), "HEAD").unwrap();
        run(scratch.top(), &words("minor")).unwrap();
        assert_eq!(commit(scratch.top(), "HEAD").unwrap(), head);
        assert_eq!(git::changes(scratch.top()).unwrap(), [""; 0]);
        let planned = changes(scratch.top(), &"0.2.0".parse().unwrap(), "2026-04-01").unwrap();
        let shown = diff(scratch.top(), &planned).unwrap();
        assert!(
            shown.contains("-version = \"0.1.0\" # for all\n+version = \"0.2.0\" # for all\n"),
            "{shown}"
        );
        assert!(shown.contains("+## [0.2.0] - 2026-04-01\n"));
    }

    #[test]
    fn one_commit_changes_every_place() {
        let scratch = Scratch::workspace("bump");
        let next = "0.2.0".parse().unwrap();
        let planned = changes(scratch.top(), &next, "2026-04-01").unwrap();
        let named: Vec<&str> = planned.iter().map(|change| change.file.path.as_str()).collect();
        // Who commits is what the repository of the test says.
        scratch.git(&["config", "user.name", "Test"]);
        scratch.git(&["config", "user.email", "test@example.org"]);
        execute(scratch.top(), &planned, &next).unwrap();
        let committed = scratch.git(&["diff", "--name-only", "HEAD~1", "HEAD"]);
        assert_eq!(named, committed.lines().collect::<Vec<_>>());
        assert_eq!(
            named,
            [
                "CHANGELOG.md",
                "Cargo.lock",
                "Cargo.toml",
                "crates/one/README.md",
                "crates/one/src/lib.rs",
                "crates/two/README.md"
            ]
        );
        assert_eq!(scratch.git(&["log", "-1", "--format=%s"]), "Release 0.2.0");
        assert_eq!(git::changes(scratch.top()).unwrap(), [""; 0]);
        assert_eq!(versions::breaches(scratch.top()).unwrap(), [""; 0]);
        assert_eq!(versions::stale_lockfiles(scratch.top(), true).unwrap(), [""; 0]);
    }

    #[test]
    fn refuses_changes_that_are_not_committed_and_an_empty_changelog() {
        let scratch = Scratch::workspace("bump-refuse");
        scratch.write("new.txt", "");
        let failure = run(scratch.top(), &words("minor --execute")).unwrap_err().to_string();
        assert_eq!(failure, "there are uncommitted changes:\n?? new.txt");
        scratch.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n");
        scratch.commit();
        let failure = run(scratch.top(), &words("minor --execute")).unwrap_err().to_string();
        assert_eq!(failure, "CHANGELOG.md:3: nothing is under `## [Unreleased]`");
        assert_eq!(
            run(scratch.top(), &[]).unwrap_err().to_string(),
            "expected one version: X.Y.Z, major, minor or patch"
        );
    }
}
