//! `cargo xtask release bump`: the next version in every place that names it, and its changelog.

use std::fs;
use std::path::Path;

use semver::Version;

use crate::arguments::Arguments;
use crate::changelog::{self, Changelog};
use crate::check::versions;
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
    let text = fs::read_to_string(top.join("Cargo.toml"))
        .map_err(|error| format!("Cargo.toml: {error}"))?;
    stated_version(&File { path: "Cargo.toml".into(), text })
}

/// The version that the manifest at the top states.
fn stated_version(root: &File) -> Outcome<Version> {
    let root = places::parse(root)?;
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
        "major" | "minor" | "patch" => raised(&present, words),
        version => match version.parse::<Version>() {
            Ok(version) if version.build.is_empty() => version,
            Ok(version) => {
                return failed(format!(
                    "expected X.Y.Z or X.Y.Z-PRE, found {version}: to registries, versions that \
                     differ after the `+` are one"
                ));
            }
            Err(error) => return failed(format!("version {version}: {error}")),
        },
    };
    // The present version can be released as long as it was not.
    if next < present {
        return failed(format!(
            "expected {present}, which Cargo.toml states, or a greater version, found {next}"
        ));
    }
    let mut released: Option<(Version, String)> = git::last_release(top)?
        .map(|tag| (tag.version, format!("was released with the tag {}", tag.name)));
    let text = changelog::load(top)?;
    if let Some((line, version)) =
        Changelog::read(&text).releases().into_iter().max_by_key(|r| r.1.clone())
        && released.as_ref().is_none_or(|(tagged, _)| version > *tagged)
    {
        released = Some((version, format!("has a section at {}:{line}", changelog::PATH)));
    }
    if let Some((version, how)) = released.filter(|(version, _)| *version >= next) {
        return failed(format!(
            "expected a version greater than {version}, which {how}, found {next}"
        ));
    }
    if let Some(tag) = git::tag(top, &next)? {
        return failed(format!(
            "expected a version that was never released, found {next}: the tag {} is of commit {}, \
             which is not behind this one",
            tag.name, tag.commit
        ));
    }
    Ok(next)
}

/// The next version of a kind. That of a pre-release is the release, where that is of the kind.
fn raised(present: &Version, kind: &str) -> Version {
    let Version { major, minor, patch, pre, .. } = present;
    let from_pre = !pre.is_empty();
    match kind {
        "major" if from_pre && (*minor, *patch) == (0, 0) => Version::new(*major, 0, 0),
        "major" => Version::new(major + 1, 0, 0),
        "minor" if from_pre && *patch == 0 => Version::new(*major, *minor, 0),
        "minor" => Version::new(*major, minor + 1, 0),
        _ if from_pre => Version::new(*major, *minor, *patch),
        _ => Version::new(*major, *minor, patch + 1),
    }
}

fn changes(top: &Path, next: &Version, date: &str) -> Outcome<Vec<Change>> {
    let dirty = git::changes(top)?;
    if !dirty.is_empty() {
        return failed(format!("there are uncommitted changes:\n{}", dirty.join("\n")));
    }
    let log = changelog::load(top)?;
    let log = File { path: changelog::PATH.to_owned(), text: log };
    let after = Changelog::read(&log.text).released(next, date)?;
    let mut changes = vec![Change { file: log, after }];
    let files = git::files(top, places::may_have_place)?;
    let found = places::places(&files, &Names::of(&files)?)?;
    let after = |file: &File| places::rewritten(file, &found, next);
    let bumped: Vec<File> =
        files.iter().map(|f| File { path: f.path.clone(), text: after(f) }).collect();
    recheck(&bumped, next)?;
    let pairs = files.into_iter().zip(bumped).filter(|(file, bumped)| file.text != bumped.text);
    changes.extend(pairs.map(|(file, bumped)| Change { file, after: bumped.text }));
    Ok(changes)
}

/// Whether the files would be what `check versions` wants, before any of them is written.
fn recheck(bumped: &[File], next: &Version) -> Outcome {
    let mut breaches = versions::breaches_in(bumped, next)?;
    if let Some(root) = bumped.iter().find(|file| file.path == "Cargo.toml") {
        let stated = stated_version(root)?;
        if stated != *next {
            breaches.push(format!("Cargo.toml: expected the version {next}, found {stated}"));
        }
    }
    if breaches.is_empty() {
        return Ok(());
    }
    failed(format!("with {next} everywhere, this would be wrong:\n{}", breaches.join("\n")))
}

/// Writes and commits; what fails leaves the files, and what is to be committed, as they were.
fn execute(top: &Path, changes: &[Change], next: &Version) -> Outcome {
    if !raw(command(top, "git").args(["symbolic-ref", "--quiet", "HEAD"]))?.status.success() {
        return failed(
            "HEAD is detached: the commit of the release would be on no branch; `git switch BRANCH`",
        );
    }
    let mut touched = Vec::new();
    let done = write_and_commit(top, changes, next, &mut touched);
    let Err(failure) = done else {
        eprintln!("committed as {}", output(command(top, "git").args(["log", "-1", "--oneline"]))?);
        return Ok(());
    };
    match restore(top, &touched) {
        Ok(()) => failed(format!("{failure}\nnothing was changed: all files are as they were")),
        Err(second) => failed(format!("{failure}\nand the files could not be restored: {second}")),
    }
}

fn write_and_commit<'a>(
    top: &Path,
    changes: &'a [Change],
    next: &Version,
    touched: &mut Vec<&'a File>,
) -> Outcome {
    for Change { file, after } in changes {
        touched.push(file);
        write(top, &file.path, after)?;
        eprintln!("changed {}", file.path);
    }
    let mut add = command(top, "git");
    output(add.args(["add", "--"]).args(touched.iter().map(|file| &file.path)))?;
    output(command(top, "git").args(["commit", "--quiet", "-m", &format!("Release {next}")]))?;
    Ok(())
}

/// Gives these files the text that they had, which is that of the commit.
fn restore(top: &Path, touched: &[&File]) -> Outcome {
    for File { path, text } in touched {
        // One that could not be opened for writing is as it was, and could not be written now.
        if fs::read(top.join(path)).is_ok_and(|found| found != text.as_bytes()) {
            write(top, path, text)?;
        }
    }
    let mut reset = command(top, "git");
    reset.args(["reset", "--quiet", "--"]).args(touched.iter().map(|file| &file.path));
    output(&mut reset).map(drop)
}

fn write(top: &Path, path: &str, text: &str) -> Outcome {
    Ok(fs::write(top.join(path), text).map_err(|error| format!("{path}: {error}"))?)
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
    let words = ["diff", "--no-index", "--no-color", "--no-ext-diff", "--no-prefix", "a", "b"];
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
    use std::os::unix::fs::PermissionsExt;

    use super::{changes, diff, execute, next_version, raised, run};
    use crate::check::versions;
    use crate::git;
    use crate::scratch::Scratch;
    use crate::stage::commit;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    fn configure(scratch: &Scratch) {
        scratch.git(&["config", "user.name", "Test"]);
        scratch.git(&["config", "user.email", "test@example.org"]);
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
        assert_eq!(
            failure("0.0.9"),
            "expected 0.1.0, which Cargo.toml states, or a greater version, found 0.0.9"
        );
        assert!(failure("0.2.0+x").starts_with("expected X.Y.Z or X.Y.Z-PRE, found 0.2.0+x"));
        assert_eq!(
            failure("0.2"),
            "version 0.2: unexpected end of input while parsing minor version number"
        );
        scratch.git(&["tag", "v0.1.0"]);
        let tagged = "which was released with the tag v0.1.0, found 0.1.0";
        assert_eq!(failure("0.1.0"), format!("expected a version greater than 0.1.0, {tagged}"));
        scratch.git(&["tag", "v0.3.0"]);
        let tagged = "which was released with the tag v0.3.0, found 0.2.0";
        assert_eq!(failure("minor"), format!("expected a version greater than 0.3.0, {tagged}"));
    }

    #[test]
    fn a_version_of_another_branch_is_used() {
        let scratch = Scratch::workspace("bump-branch");
        scratch.git(&["switch", "--quiet", "--create", "other"]);
        scratch.commit();
        scratch.git(&["tag", "v0.2.0"]);
        let other = commit(scratch.top(), "HEAD").unwrap();
        scratch.git(&["switch", "--quiet", "main"]);
        assert_eq!(
            next_version(scratch.top(), "minor").unwrap_err().to_string(),
            format!(
                "expected a version that was never released, found 0.2.0: the tag v0.2.0 is of commit \
                 {other}, which is not behind this one"
            )
        );
        assert!(next_version(scratch.top(), "0.2.1").is_ok());
    }

    #[test]
    fn the_next_version_of_a_pre_release() {
        let next = |from: &str, kind| raised(&from.parse().unwrap(), kind).to_string();
        assert_eq!(next("0.2.0-rc.1", "patch"), "0.2.0");
        assert_eq!(next("0.2.0-rc.1", "minor"), "0.2.0");
        assert_eq!(next("0.2.0-rc.1", "major"), "1.0.0");
        assert_eq!(next("0.2.1-rc.1", "minor"), "0.3.0");
        assert_eq!(next("2.0.0-rc.1", "major"), "2.0.0");
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
        configure(&scratch);
        execute(scratch.top(), &planned, &next).unwrap();
        let committed = scratch.git(&["diff", "--name-only", "HEAD~1", "HEAD"]);
        assert_eq!(named, committed.lines().collect::<Vec<_>>());
        assert_eq!(
            named,
            [
                "CHANGELOG.md",
                "Cargo.lock",
                "Cargo.toml",
                "bench/Cargo.lock",
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
    fn what_fails_leaves_everything_as_it_was() {
        let scratch = Scratch::workspace("bump-fails");
        configure(&scratch);
        let head = commit(scratch.top(), "HEAD").unwrap();
        let next = "0.2.0".parse().unwrap();
        let planned = changes(scratch.top(), &next, "2026-04-01").unwrap();
        let hook = scratch.top().join(".git/hooks/pre-commit");
        scratch.write(".git/hooks/pre-commit", "#!/bin/sh\necho the hook says no >&2\nexit 1\n");
        std::fs::set_permissions(&hook, PermissionsExt::from_mode(0o755)).unwrap();
        let failure = execute(scratch.top(), &planned, &next).unwrap_err().to_string();
        assert!(failure.contains("the hook says no\n\nnothing was changed"), "{failure}");
        std::fs::remove_file(hook).unwrap();
        // A folder in the place of a file that is written later; `root` may write any file.
        let at = planned.iter().position(|change| change.file.path == "Cargo.toml").unwrap();
        let mut broken = planned;
        broken[at].file.path = "crates".to_owned();
        let failure = execute(scratch.top(), &broken, &next).unwrap_err().to_string();
        assert!(failure.starts_with("crates: Is a directory"), "{failure}");
        assert_eq!(git::changes(scratch.top()).unwrap(), [""; 0]);
        assert_eq!(commit(scratch.top(), "HEAD").unwrap(), head);
        scratch.git(&["checkout", "--quiet", "--detach"]);
        let failure = execute(scratch.top(), &broken, &next).unwrap_err().to_string();
        assert!(failure.starts_with("HEAD is detached"), "{failure}");
    }

    #[test]
    fn a_crate_that_states_its_version_is_told_before_anything_is_written() {
        let scratch = Scratch::workspace("bump-own");
        scratch.edit("crates/one/Cargo.toml", "version.workspace = true", "version = \"0.1.0\"");
        scratch.commit();
        let failure = run(scratch.top(), &words("minor --execute")).unwrap_err().to_string();
        assert!(
            failure.starts_with(
                "with 0.2.0 everywhere, this would be wrong:\ncrates/one/Cargo.toml:4: the version"
            ),
            "{failure}"
        );
        assert_eq!(git::changes(scratch.top()).unwrap(), [""; 0]);
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
