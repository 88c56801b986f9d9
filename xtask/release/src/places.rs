//! Every place that names the version of the crates: what `check` compares and `bump` changes.

mod json;
mod text;

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
    pub(crate) form: Form,
}

/// How a version is written at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// As a manifest states it, or a command fetches it.
    Stated,
    /// As an example of a manifest asks for it.
    Example,
}

impl Place {
    /// What is to stand there for a version: as many of its numbers as there are now, and all of it
    /// where it is a pre-release, which no shorter requirement means. An example that a pre-release
    /// has lengthened becomes short again.
    pub(crate) fn wanted(&self, version: &Version) -> String {
        let Version { major, minor, .. } = version;
        let numbers = match self.form {
            Form::Example if self.found.contains('-') => 2,
            _ => self.found.split('.').count(),
        };
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
    /// Reads them from the manifests among these files: each crate of the workspace carries it.
    pub(crate) fn of(files: &[File]) -> Outcome<Self> {
        let mut names = Self::default();
        for (file, document) in own_manifests(files)? {
            let package = document.get("package");
            let name = package.and_then(|p| p.get("name")).and_then(Item::as_str);
            names.source.extend(name.map(str::to_owned));
            if file.path == "Cargo.toml" {
                let renamed = renamed(document.as_item());
                names.registry.extend(renamed.into_iter().map(|(_, registry)| registry));
            }
        }
        Ok(names)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.source.iter().chain(&self.registry).any(|known| known == name)
    }
}

/// The manifests among these files that are of the workspace at the top, and not of another one in a
/// folder of it, which has a version of its own.
pub(crate) fn own_manifests(files: &[File]) -> Outcome<Vec<(&File, Document<String>)>> {
    let mut manifests = Vec::new();
    for file in files.iter().filter(|file| is_manifest(&file.path)) {
        manifests.push((file, parse(file)?));
    }
    let others = manifests.iter().filter(|(file, document)| {
        file.path != "Cargo.toml" && document.get("workspace").is_some()
    });
    let folders: Vec<String> =
        others.map(|(file, _)| file.path.trim_end_matches("Cargo.toml").to_owned()).collect();
    manifests.retain(|(file, _)| !folders.iter().any(|folder| file.path.starts_with(folder)));
    Ok(manifests)
}

fn is_manifest(path: &str) -> bool {
    path.rsplit('/').next() == Some("Cargo.toml")
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
            Some("json") => in_package_json(file, &mut found),
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

/// The `version` of the package itself, in its manifest and twice in its lockfile.
fn in_package_json(file: &File, found: &mut Vec<Place>) {
    for (path, range) in json::strings(&file.text) {
        if matches!(path.join("/").as_str(), "version" | "packages//version") {
            add(file, "the version of the package", range, found);
        }
    }
}

/// What documents tell users to write or to type.
fn in_text(file: &File, names: &Names, found: &mut Vec<Place>) {
    for mention in text::mentions(&file.text, is_named(&file.path, &[".rs"]), names) {
        add(file, &format!("{} in an example", mention.name), mention.range, found);
        if let Some(place) = found.last_mut().filter(|_| mention.is_requirement) {
            place.form = Form::Example;
        }
    }
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
        form: Form::Stated,
    });
}

#[cfg(test)]
mod tests {
    use toml_edit::DocumentMut;

    use super::{Names, may_have_place, places, renamed, rewritten};
    use crate::git;
    use crate::scratch::Scratch;

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
                "bench/Cargo.lock:14: package one 0.1.0",
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

    #[test]
    fn versions_of_any_length_leave_the_rest_alone() {
        let text = "`other = { package = \"one\", version = \"0.1\" }`, `one = \"0.1\"`, one@0.1.0, \
                    `x = { package = \"one-helper\", version = \"3.0\" }`\n";
        let names = Names { source: vec!["other".into(), "one".into()], registry: Vec::new() };
        let bumped = |text: &str, version: &str| {
            let file = git::File { path: "README.md".into(), text: text.into() };
            let found = places(std::slice::from_ref(&file), &names).unwrap();
            rewritten(&file, &found, &version.parse().unwrap())
        };
        let expected = |short: &str, full: &str| {
            text.replace("one@0.1.0", &format!("one@{full}"))
                .replace("\"0.1\"", &format!("\"{short}\""))
        };
        assert_eq!(bumped(text, "0.10.0"), expected("0.10", "0.10.0"));
        assert_eq!(bumped(text, "10.20.30"), expected("10.20", "10.20.30"));
        let pre = bumped(text, "0.2.0-rc.1");
        assert_eq!(pre, expected("0.2.0-rc.1", "0.2.0-rc.1"));
        // Once it is out, an example asks for as little as before.
        assert_eq!(bumped(&pre, "0.2.0"), expected("0.2", "0.2.0"));
    }
}
