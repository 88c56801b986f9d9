//! What git knows: files, changes, and the tags of releases.

use std::fs;
use std::path::Path;

use semver::Version;

use crate::shell::{Outcome, command, failed, output, raw};
use crate::stage::commit;

/// The tag of a release: `v1.2.3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) name: String,
    pub(crate) version: Version,
    /// The full name of its commit.
    pub(crate) commit: String,
}

/// A file, by its path from the top, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

/// The text files that are or could be committed whose path fits, in order.
pub(crate) fn files(top: &Path, fits: impl Fn(&str) -> bool) -> Outcome<Vec<File>> {
    let words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let list = output(command(top, "git").args(words))?;
    let mut found = Vec::new();
    for path in list.split('\0').filter(|path| !path.is_empty() && fits(path)) {
        // A file that was removed and a link to nowhere have no text.
        if let Ok(text) = fs::read_to_string(top.join(path)) {
            found.push(File { path: path.to_owned(), text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// What differs from the commit, one line each, as `git status --short` has it.
pub(crate) fn changes(top: &Path) -> Outcome<Vec<String>> {
    let status = raw(command(top, "git").args(["status", "--porcelain"]))?;
    if !status.status.success() {
        return failed(String::from_utf8_lossy(&status.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&status.stdout).lines().map(str::to_owned).collect())
}

/// The newest release that this commit has behind it, or is.
pub(crate) fn last_release(top: &Path) -> Outcome<Option<Tag>> {
    let tags = output(command(top, "git").args(["tag", "--list", "v*", "--merged", "HEAD"]))?;
    let version = |name: &str| name.strip_prefix('v')?.parse::<Version>().ok();
    let newest = tags.lines().filter_map(|name| Some((version(name)?, name))).max();
    match newest {
        Some((version, name)) => {
            Ok(Some(Tag { name: name.to_owned(), commit: commit(top, name)?, version }))
        }
        None => Ok(None),
    }
}

/// The tag of a version, of whatever commit it is.
pub(crate) fn tag(top: &Path, version: &Version) -> Outcome<Option<Tag>> {
    let name = format!("v{version}");
    if output(command(top, "git").args(["tag", "--list", &name]))?.is_empty() {
        return Ok(None);
    }
    let commit = commit(top, &format!("refs/tags/{name}"))?;
    Ok(Some(Tag { name, commit, version: version.clone() }))
}

/// The text of a file as a commit has it, where it has one.
pub(crate) fn show(top: &Path, commit: &str, path: &str) -> Outcome<Option<String>> {
    let shown = raw(command(top, "git").args(["show", &format!("{commit}:{path}")]))?;
    Ok(shown.status.success().then(|| String::from_utf8_lossy(&shown.stdout).into_owned()))
}

/// The paths of a commit's files that end like this.
pub(crate) fn paths(top: &Path, commit: &str, ending: &str) -> Outcome<Vec<String>> {
    let list = output(command(top, "git").args(["ls-tree", "-r", "-z", "--name-only", commit]))?;
    Ok(list.split('\0').filter(|path| path.ends_with(ending)).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::{changes, files, last_release, show};
    use crate::scratch::Scratch;
    use crate::stage::commit;

    #[test]
    fn releases_are_compared_as_versions() {
        let scratch = Scratch::new("git", &[("a.txt", "1")]);
        let top = scratch.top();
        assert_eq!(last_release(top).unwrap(), None);
        scratch.git(&["tag", "v0.9.0"]);
        scratch.write("a.txt", "2");
        scratch.commit();
        // An annotated tag is an object of its own.
        scratch.git(&["tag", "-a", "-m", "ten", "v0.10.0"]);
        scratch.git(&["tag", "vaccine"]);
        let tag = last_release(top).unwrap().unwrap();
        assert_eq!((tag.name.as_str(), tag.version.minor), ("v0.10.0", 10));
        assert_eq!(tag.commit, commit(top, "HEAD").unwrap());
        assert_eq!(show(top, "v0.9.0", "a.txt").unwrap().as_deref(), Some("1"));
        assert_eq!(show(top, "v0.9.0", "b.txt").unwrap(), None);
        // A tag of another branch is no release of this one.
        scratch.git(&["checkout", "--quiet", "v0.9.0"]);
        assert_eq!(last_release(top).unwrap().unwrap().name, "v0.9.0");
    }

    #[test]
    fn new_files_count_and_ignored_ones_do_not() {
        let scratch = Scratch::new("files", &[(".gitignore", "target\n"), ("b.md", "b")]);
        assert_eq!(changes(scratch.top()).unwrap(), [""; 0]);
        scratch.write("a.md", "a");
        scratch.write("target/c.md", "c");
        let found = files(scratch.top(), |path| path.split('.').next_back() == Some("md")).unwrap();
        let paths: Vec<&str> = found.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a.md", "b.md"]);
        assert_eq!(changes(scratch.top()).unwrap(), ["?? a.md"]);
    }
}
