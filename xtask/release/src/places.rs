//! Every place that names the version of the crates: what `check` compares and `bump` changes.

use std::ops::Range;

use semver::Version;
use toml_edit::{Document, Item, TableLike};

use crate::git::File;
use crate::shell::{Outcome, failed};

/// The tables of a manifest that name dependencies.
pub(crate) const DEPENDENCIES: [&str; 3] =
    ["dependencies", "dev-dependencies", "build-dependencies"];

/// A place that names the version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// Counted from 1.
    pub(crate) line: usize,
    /// What stands there, for people.
    pub(crate) what: String,
    /// The bytes of the version in the file, without quotes and operators.
    pub(crate) range: Range<usize>,
    pub(crate) found: String,
}

impl Place {
    /// What is to stand there for a version: as many of its numbers as there are now, and all of it
    /// where it is a pre-release, which no shorter requirement means.
    pub(crate) fn wanted(&self, version: &Version) -> String {
        let (Version { major, minor, .. }, numbers) = (version, self.found.split('.').count());
        match numbers {
            1 if version.pre.is_empty() => format!("{major}"),
            2 if version.pre.is_empty() => format!("{major}.{minor}"),
            _ => version.to_string(),
        }
    }
}

/// Whether a file may have such a place. Old versions belong into a changelog.
pub(crate) fn may_have_place(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    matches!(name, "Cargo.toml" | "Cargo.lock" | "package.json" | "package-lock.json")
        || (is_named(name, &[".md", ".rs"]) && name != "CHANGELOG.md")
}

fn is_named(path: &str, endings: &[&str]) -> bool {
    endings.iter().any(|ending| path.ends_with(ending))
}

/// The names of the crates that carry the version: in the source, and on the registry.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(crate) source: Vec<String>,
    pub(crate) registry: Vec<String>,
}

impl Names {
    /// Reads them from the manifests among these files: a crate that takes its version from the
    /// workspace carries it.
    pub(crate) fn of(files: &[File]) -> Outcome<Self> {
        let mut names = Self::default();
        for file in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
            let document = parse(file)?;
            let package = document.get("package");
            let name = package.and_then(|p| p.get("name")).and_then(Item::as_str);
            let version = package.and_then(|p| p.get("version"));
            let from_workspace = version.and_then(|v| v.get("workspace")).is_some();
            if let Some(name) = name.filter(|_| from_workspace) {
                names.source.push(name.to_owned());
            }
            if file.path == "Cargo.toml" {
                let renamed = renamed(document.as_item());
                names.registry.extend(renamed.into_iter().map(|(_, registry)| registry));
            }
        }
        Ok(names)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.all().any(|known| known == name)
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.source.iter().chain(&self.registry).map(String::as_str)
    }
}

/// The table of a root manifest that gives crates another name on the registry.
pub(crate) fn renamed(root: &Item) -> Vec<(String, String)> {
    let release = ["workspace", "metadata", "release", "names"];
    let table = release.iter().try_fold(root, |item, key| item.get(key));
    let entries = table.and_then(Item::as_table_like).into_iter().flat_map(TableLike::iter);
    entries.filter_map(|(key, name)| Some((key.to_owned(), name.as_str()?.to_owned()))).collect()
}

/// All places in these files, in their order.
pub(crate) fn places(files: &[File], names: &Names) -> Outcome<Vec<Place>> {
    let mut found = Vec::new();
    for file in files {
        match file.path.rsplit(['/', '.']).next() {
            Some("toml") => in_manifest(file, names, &mut found)?,
            Some("lock") => in_lockfile(file, names, &mut found)?,
            Some("json") => in_package_json(file, names, &mut found),
            _ => in_text(file, names, &mut found),
        }
    }
    Ok(found)
}

/// A file with the version in all of its places.
pub(crate) fn rewritten(file: &File, places: &[Place], version: &Version) -> String {
    let mut text = file.text.clone();
    let own = places.iter().filter(|place| place.file == file.path);
    // From the end, so that the places before stay where they are.
    let mut own: Vec<&Place> = own.collect();
    own.sort_by_key(|place| std::cmp::Reverse(place.range.start));
    for place in own {
        text.replace_range(place.range.clone(), &place.wanted(version));
    }
    text
}

pub(crate) fn parse(file: &File) -> Outcome<Document<String>> {
    Document::parse(file.text.clone()).or_else(|error| failed(format!("{}: {error}", file.path)))
}

/// The line of a byte, counted from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

/// Each table of dependencies, with its name.
pub(crate) fn dependency_tables(root: &Item) -> Vec<(String, &dyn TableLike)> {
    let mut owners = vec![("workspace.", root.get("workspace")), ("", Some(root))];
    let targets = root.get("target").and_then(Item::as_table_like);
    let targets = targets.into_iter().flat_map(TableLike::iter);
    owners.extend(targets.map(|(_, target)| ("target.", Some(target))));
    let mut tables = Vec::new();
    for (prefix, owner) in owners {
        for key in DEPENDENCIES {
            let table = owner.and_then(|owner| owner.get(key)).and_then(Item::as_table_like);
            tables.extend(table.map(|table| (format!("{prefix}{key}"), table)));
        }
    }
    tables
}

fn in_manifest(file: &File, names: &Names, found: &mut Vec<Place>) -> Outcome {
    let document = parse(file)?;
    let root = document.as_item();
    let at = |keys: &[&str]| keys.iter().try_fold(root, |item, key| item.get(key));
    add_string(file, "the version of all crates", at(&["workspace", "package", "version"]), found);
    let name = at(&["package", "name"]).and_then(Item::as_str).unwrap_or_default();
    if names.has(name) {
        add_string(file, &format!("the version of {name}"), at(&["package", "version"]), found);
    }
    for (table, dependencies) in dependency_tables(root) {
        for (key, item) in dependencies.iter() {
            let package = item.get("package").and_then(Item::as_str).unwrap_or(key);
            if names.has(package) {
                let version = if item.is_str() { Some(item) } else { item.get("version") };
                add_string(file, &format!("{key} in {table}"), version, found);
            }
        }
    }
    Ok(())
}

fn in_lockfile(file: &File, names: &Names, found: &mut Vec<Place>) -> Outcome {
    let document = parse(file)?;
    let packages = document.get("package").and_then(Item::as_array_of_tables);
    for package in packages.into_iter().flatten() {
        let name = package.get("name").and_then(Item::as_str).unwrap_or_default();
        // One of another source is a stranger's.
        if names.has(name) && package.get("source").is_none() {
            add_string(file, &format!("package {name}"), package.get("version"), found);
        }
    }
    Ok(())
}

fn add_string(file: &File, what: &str, item: Option<&Item>, found: &mut Vec<Place>) {
    // A version that is taken from the workspace is no string.
    let Some(span) = item.filter(|item| item.is_str()).and_then(Item::span) else { return };
    add(file, what, span.start + 1..span.end - 1, found);
}

/// The `version` of the package itself: npm writes it near the top, before any dependency's.
fn in_package_json(file: &File, _: &Names, found: &mut Vec<Place>) {
    let own = file.text.find("\"node_modules/").unwrap_or(file.text.len());
    let key = "\"version\": \"";
    for (at, _) in file.text[..own].match_indices(key) {
        let start = at + key.len();
        let len = file.text[start..].find('"').unwrap_or(0);
        add(file, "the version of the package", start..start + len, found);
    }
}

/// Lines of documents that name a crate with a version: `name = "1.2"`, `name = { version = "1.2"`,
/// `package = "name"`, and `name@1.2`.
fn in_text(file: &File, names: &Names, found: &mut Vec<Place>) {
    let is_code = is_named(&file.path, &[".rs"]);
    let mut start = 0;
    for line in file.text.split_inclusive('\n') {
        let trimmed = line.trim_start();
        if !is_code || trimmed.starts_with("//!") || trimmed.starts_with("///") {
            for name in names.all() {
                if let Some((at, len)) = version_in_line(line, name) {
                    add(
                        file,
                        &format!("{name} in an example"),
                        start + at..start + at + len,
                        found,
                    );
                }
            }
        }
        start += line.len();
    }
}

/// Where a line names a version for a crate: its start, and its length.
fn version_in_line(line: &str, name: &str) -> Option<(usize, usize)> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    let mut starts = line.match_indices(name).map(|(at, _)| at);
    starts.find_map(|at| {
        let (before, rest) = (&line[..at], &line[at + name.len()..]);
        if before.bytes().next_back().is_some_and(is_part) {
            return None;
        }
        let version = if let Some(version) = rest.strip_prefix('@') {
            version
        } else if let Some(value) = rest.trim_start().strip_prefix('=') {
            match value.trim_start().strip_prefix('"') {
                Some(version) => version,
                None => after_key(value, "version")?,
            }
        } else if before.ends_with("package = \"") {
            after_key(line, "version")?
        } else {
            return None;
        };
        let version = version.trim_start_matches(['=', '^', '~', ' ']);
        let is_version = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
        let len = version.find(|c| !is_version(c)).unwrap_or(version.len());
        let version = version[..len].trim_end_matches('.');
        let start = version.as_ptr() as usize - line.as_ptr() as usize;
        version.starts_with(|c: char| c.is_ascii_digit()).then_some((start, version.len()))
    })
}

fn after_key<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(key)?;
    rest.trim_start().strip_prefix('=')?.trim_start().strip_prefix('"')
}

fn add(file: &File, what: &str, range: Range<usize>, found: &mut Vec<Place>) {
    let text = &file.text[range.clone()];
    let version = text.trim_start_matches(['=', '^', '~', ' ']);
    found.push(Place {
        file: file.path.clone(),
        line: line_of(&file.text, range.start),
        what: what.to_owned(),
        range: range.end - version.len()..range.end,
        found: version.to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use toml_edit::DocumentMut;

    use super::{Names, may_have_place, places, renamed, rewritten, version_in_line};
    use crate::git;
    use crate::scratch::Scratch;

    fn found(line: &str) -> Option<&str> {
        version_in_line(line, "one").map(|(at, len)| &line[at..at + len])
    }

    #[test]
    fn versions_in_examples() {
        assert_eq!(found("one = \"0.1\"\n"), Some("0.1"));
        assert_eq!(found("//! one = { features = [\"a\"], version = \"=0.1.0\" }"), Some("0.1.0"));
        assert_eq!(found("use = { package = \"one\", version = \"^0.1\" }"), Some("0.1"));
        assert_eq!(found("use = { version = \"0.1\", package = \"one\" }"), Some("0.1"));
        assert_eq!(found("`cargo add one@0.1.0-rc.1`"), Some("0.1.0-rc.1"));
        assert_eq!(found("Take one@0.1. Or not."), Some("0.1"));
        for none in
            ["one two", "bone = \"0.1\"", "one-b = \"0.1\"", "one = { path = \"a\" }", "one@x"]
        {
            assert_eq!(found(none), None, "{none}");
        }
    }

    #[test]
    fn the_table_of_names_is_found() {
        let table = |root: &str| renamed(root.parse::<DocumentMut>().unwrap().as_item());
        let names = table("[workspace.metadata.release.names]\nb = \"b-crate\"\n");
        assert_eq!(names, [("b".to_owned(), "b-crate".to_owned())]);
        assert!(table("[workspace]\nmembers = []\n").is_empty());
    }

    #[test]
    fn all_places_of_a_workspace_are_found_and_changed() {
        let scratch = Scratch::workspace("places");
        scratch.write("web/package.json", "{\n  \"version\": \"0.1.0\",\n  \"private\": true\n}\n");
        let files = git::files(scratch.top(), may_have_place).unwrap();
        let names = Names::of(&files).unwrap();
        assert_eq!(
            (names.source.join(" "), names.registry.join(" ")),
            ("one two".into(), "two-ids".into())
        );
        let found = places(&files, &names).unwrap();
        let shown: Vec<String> = found
            .iter()
            .map(|place| format!("{}:{}: {} {}", place.file, place.line, place.what, place.found))
            .collect();
        assert_eq!(
            shown,
            [
                "Cargo.lock:7: package one 0.1.0",
                "Cargo.lock:14: package two 0.1.0",
                "Cargo.toml:6: the version of all crates 0.1.0",
                "Cargo.toml:14: one in workspace.dependencies 0.1.0",
                "crates/one/README.md:4: one in an example 0.1",
                "crates/one/src/lib.rs:4: one in an example 0.1",
                "crates/two/README.md:3: two-ids in an example 0.1.0",
                "web/package.json:2: the version of the package 0.1.0",
            ]
        );
        let at = |path: &str, version: &str| {
            let file = files.iter().find(|file| file.path == path).unwrap();
            rewritten(file, &found, &version.parse().unwrap())
        };
        assert!(at("Cargo.toml", "0.2.3").contains("version = \"0.2.3\" # for all\n"));
        assert!(
            at("Cargo.toml", "0.2.3")
                .contains("# The first.\none = { path = \"crates/one\", version = \"0.2.3\" }\n")
        );
        assert!(at("crates/one/README.md", "0.2.3").contains("one = \"0.2\"\n"));
        assert!(at("crates/one/README.md", "0.2.0-rc.1").contains("one = \"0.2.0-rc.1\"\n"));
        assert!(at("crates/two/README.md", "1.0.0").contains("two-ids@1.0.0`"));
    }
}
