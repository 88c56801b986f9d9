//! The crates of the workspace, and what their manifests say.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use crate::manifest::{self, Dependency};
use crate::run::{Failure, Outcome, failed};
use crate::shell;
use crate::tidy::LAYERS;

/// A crate under `crates/`.
pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    pub(crate) manifest: String,
}

/// All crates under `crates/`, by name.
pub(crate) fn crates() -> Outcome<Vec<Crate>> {
    let entries: Result<Vec<_>, _> = fs::read_dir(shell::top().join("crates"))?.collect();
    Ok(packages(entries?.iter().map(fs::DirEntry::path)))
}

/// The programs of this project: `xtask`, and what is in folders of it.
pub(crate) fn tools() -> Outcome<Vec<Crate>> {
    let top = shell::top().join("xtask");
    let entries: Result<Vec<_>, _> = fs::read_dir(&top)?.collect();
    Ok(packages(entries?.iter().map(fs::DirEntry::path).chain([top])))
}

/// The packages among some folders.
fn packages(folders: impl Iterator<Item = PathBuf>) -> Vec<Crate> {
    let mut crates = Vec::new();
    for folder in folders {
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else { continue };
        crates.push(Crate { name: name.to_owned(), folder, manifest });
    }
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

/// The one version of all crates.
pub(crate) fn version() -> Outcome<String> {
    let manifest = read(&shell::top().join("Cargo.toml"))?;
    let line = section(&manifest, "workspace.package").find(|line| key_of(line) == Some("version"));
    match line.and_then(|line| line.split('"').nth(1)) {
        Some(version) => Ok(version.to_owned()),
        None => failed("Cargo.toml names no version of the workspace"),
    }
}

/// The versions in the manifest at the top: of the crates, and of what they depend on.
pub(crate) fn versions(manifest: &str) -> BTreeMap<String, String> {
    let mut versions = BTreeMap::new();
    for dependency in manifest::workspace_dependencies(manifest) {
        if let Some(version) = dependency.version {
            versions.insert(dependency.name, version.trim_start_matches('=').to_owned());
        }
    }
    // Not every crate is a dependency of another one, and all have one version.
    let own = section(manifest, "workspace.package").find(|line| key_of(line) == Some("version"));
    if let Some(own) = own.and_then(|line| line.split('"').nth(1)) {
        for name in LAYERS {
            versions.insert(name.to_owned(), own.to_owned());
        }
    }
    versions
}

/// The crates that have another name on the registry, each with that name, by the manifest at the top.
pub(crate) fn registry_names(manifest: &str) -> Vec<(String, String)> {
    let lines = section(manifest, "workspace.metadata.release.names");
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    pairs.map(|(key, value)| (key.to_owned(), value.trim_matches('"').to_owned())).collect()
}

impl Crate {
    /// The dependencies, also those of single targets.
    pub(crate) fn dependencies(&self) -> Vec<Dependency> {
        manifest::dependencies(&self.manifest)
    }

    /// A string of the section `[package]`, such as `rust-version`.
    pub(crate) fn package_value(&self, key: &str) -> Option<&str> {
        value_of(&self.manifest, key)
    }

    /// Whether the crate is in a category of crates.io.
    pub(crate) fn has_category(&self, category: &str) -> bool {
        let quoted = format!("\"{category}\"");
        value_of(&self.manifest, "categories").is_some_and(|list| list.contains(&quoted))
    }

    /// Whether the crate has a feature of this name.
    pub(crate) fn has_feature(&self, name: &str) -> bool {
        section(&self.manifest, "features").any(|line| key_of(line) == Some(name))
    }

    /// The features, without `default`.
    pub(crate) fn features(&self) -> Vec<&str> {
        let keys = section(&self.manifest, "features").filter_map(key_of);
        keys.filter(|key| *key != "default" && !key.starts_with('#')).collect()
    }

    /// The features that are on by default.
    pub(crate) fn default_features(&self) -> Vec<&str> {
        let mut lines = section(&self.manifest, "features");
        let list = lines.find(|line| key_of(line) == Some("default")).unwrap_or_default();
        list.split('"').skip(1).step_by(2).collect()
    }

    /// The Rust sources, those of tests and examples included.
    pub(crate) fn sources(&self) -> Outcome<Vec<PathBuf>> {
        files(&self.folder, "rs")
    }

    /// Whether a source has this text.
    pub(crate) fn mentions(&self, text: &str) -> Outcome<bool> {
        for file in self.sources()? {
            if read(&file)?.contains(text) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The text of a file, which has to be there: the error says which file it is that is not.
pub(crate) fn read(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| unreadable(file, &error))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// All files under a folder with this ending, build folders and hidden ones aside.
pub(crate) fn files(folder: &Path, ending: &str) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, &error))? {
            let entry = entry?;
            let (path, name) = (entry.path(), entry.file_name());
            if !path.is_dir() {
                found.extend(path.extension().is_some_and(|e| e == ending).then_some(path));
            } else if name != "target" && name != "node_modules" && !is_hidden(&name) {
                folders.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// The lines of a section of a manifest.
fn section<'a>(manifest: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let header = format!("[{name}]");
    let lines = manifest.lines().skip_while(move |line| line.trim() != header).skip(1);
    lines.take_while(|line| !line.starts_with('['))
}

fn key_of(line: &str) -> Option<&str> {
    line.split_once('=').map(|(key, _)| key.trim())
}

fn value_of<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let line = section(manifest, "package").find(|line| key_of(line) == Some(key))?;
    line.split_once('=').map(|(_, value)| value.trim().trim_matches('"'))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Crate, files, read, value_of};

    const MANIFEST: &str = "\
[package]
name = \"a\"
rust-version = \"1.85\"
categories = [\"encoding\", \"no-std\"]

[features]
b = []

[dependencies]
d = { workspace = true }
[lints]
workspace = true
";

    #[test]
    fn reads_values_of_the_package() {
        assert_eq!(value_of(MANIFEST, "rust-version"), Some("1.85"));
        assert_eq!(value_of(MANIFEST, "categories"), Some("[\"encoding\", \"no-std\"]"));
        assert_eq!(value_of(MANIFEST, "b"), None);
    }

    #[test]
    fn knows_features_and_categories() {
        let (name, folder) = (String::from("a"), PathBuf::new());
        let krate = Crate { name, folder, manifest: MANIFEST.to_owned() };
        assert!(krate.has_feature("b") && !krate.has_feature("d") && !krate.has_feature("name"));
        assert!(krate.has_category("no-std") && !krate.has_category("no-std::no-alloc"));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let nowhere = PathBuf::from("/nowhere/a.md");
        for failure in [read(&nowhere).unwrap_err(), files(&nowhere, "rs").unwrap_err()] {
            let message = failure.to_string();
            assert!(message.starts_with("/nowhere/a.md: "), "{message}");
        }
    }
}
