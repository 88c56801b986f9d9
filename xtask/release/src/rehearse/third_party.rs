//! What everybody else has published, as far as the lockfile goes: an index made from what cargo says
//! of the packages, and the files out of cargo's own cache.
//!
//! So the rehearsal needs no network, and its users get what the tests were run with.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::pack::sha256;
use crate::shell::{Outcome, cargo, failed, output};
use crate::workspace::checksums;

/// The packages of others, by name.
#[derive(Debug, Default)]
pub(super) struct ThirdParty(HashMap<String, Vec<Release>>);

/// One version of one package.
#[derive(Debug)]
struct Release {
    version: String,
    /// Its line in the index.
    line: String,
    file: PathBuf,
    checksum: String,
}

impl ThirdParty {
    /// All packages in the lockfile of a workspace.
    ///
    /// # Errors
    ///
    /// The lockfile is not up to date, or its packages were not fetched.
    pub(super) fn of(top: &Path) -> Outcome<Self> {
        output(&mut cargo(top, &["fetch", "--locked", "--quiet"]))?;
        let words =
            ["metadata", "--format-version", "1", "--all-features", "--locked", "--offline"];
        let metadata: Value = serde_json::from_str(&output(&mut cargo(top, &words))?)?;
        let checksums = checksums(&fs::read_to_string(top.join("Cargo.lock"))?)?;
        let mut packages: HashMap<String, Vec<Release>> = HashMap::new();
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let name = package["name"].as_str().unwrap_or_default();
            let version = package["version"].as_str().unwrap_or_default();
            // A crate of the workspace has none.
            let Some(checksum) = checksums.get(&(name.to_owned(), version.to_owned())) else {
                continue;
            };
            let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
            packages.entry(name.to_owned()).or_default().push(Release {
                version: version.to_owned(),
                line: line(package, checksum).to_string(),
                file: cached(manifest)?,
                checksum: checksum.clone(),
            });
        }
        Ok(Self(packages))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The file of the index.
    pub(super) fn index(&self, name: &str) -> Option<String> {
        let releases = self.0.get(name)?;
        let lines: Vec<&str> = releases.iter().map(|release| release.line.as_str()).collect();
        Some(lines.join("\n"))
    }

    /// The package itself.
    pub(super) fn download(&self, name: &str, version: &str) -> Outcome<Option<Vec<u8>>> {
        let releases = self.0.get(name).into_iter().flatten();
        let Some(release) = releases.into_iter().find(|release| release.version == version) else {
            return Ok(None);
        };
        let file = &release.file;
        let content =
            fs::read(file).or_else(|error| failed(format!("{}: {error}", file.display())))?;
        let found = sha256(&content);
        if found == release.checksum {
            return Ok(Some(content));
        }
        let expected = &release.checksum;
        failed(format!("{}: expected SHA-256 {expected}, found {found}", file.display()))
    }
}

/// cargo keeps `registry/cache/INDEX/NAME-VERSION.crate` of what is in
/// `registry/src/INDEX/NAME-VERSION/`.
fn cached(manifest: &Path) -> Outcome<PathBuf> {
    let folder = manifest.parent();
    let (index, name) = (folder.and_then(Path::parent), folder.and_then(Path::file_name));
    let registry = index.and_then(Path::parent).and_then(Path::parent);
    let (Some(registry), Some(index), Some(name)) =
        (registry, index.and_then(Path::file_name), name)
    else {
        return failed(format!("{}: it is not in cargo's cache", manifest.display()));
    };
    let file = format!("{}.crate", name.to_string_lossy());
    Ok(registry.join("cache").join(index).join(file))
}

/// A package as the index has it, from what `cargo metadata` says of it.
fn line(package: &Value, checksum: &str) -> Value {
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let dependencies = dependencies.map(|found| {
        let mut dependency = Map::new();
        for (key, from) in [
            ("req", "req"),
            ("features", "features"),
            ("optional", "optional"),
            ("default_features", "uses_default_features"),
            ("target", "target"),
        ] {
            dependency.insert(key.to_owned(), found[from].clone());
        }
        let kind = found["kind"].as_str().unwrap_or("normal");
        dependency.insert("kind".to_owned(), json!(kind));
        let renamed = !found["rename"].is_null();
        let name = if renamed { &found["rename"] } else { &found["name"] };
        dependency.insert("name".to_owned(), name.clone());
        if renamed {
            dependency.insert("package".to_owned(), found["name"].clone());
        }
        Value::Object(dependency)
    });
    json!({
        "name": package["name"],
        "vers": package["version"],
        "deps": dependencies.collect::<Vec<_>>(),
        "cksum": checksum,
        "features": {},
        // Features that name optional dependencies are in here since version 2 of the index.
        "features2": package["features"],
        "v": 2,
        "yanked": false,
        "links": package["links"],
        "rust_version": package["rust_version"],
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::{cached, line};

    #[test]
    fn the_lines_are_those_of_an_index() {
        let package = json!({
            "name": "a", "version": "1.0.0", "features": { "f": ["dep:c"] }, "links": null,
            "rust_version": "1.60", "dependencies": [
                { "name": "b", "req": "^1", "kind": null, "rename": "c", "optional": true,
                  "uses_default_features": false, "features": ["x"], "target": "cfg(unix)" },
                { "name": "d", "req": "^2", "kind": "dev", "rename": null, "optional": false,
                  "uses_default_features": true, "features": [], "target": null },
            ],
        });
        // As the reference of cargo shows them.
        let expected = json!({
            "name": "a", "vers": "1.0.0", "cksum": "00", "features": {},
            "features2": { "f": ["dep:c"] }, "v": 2, "yanked": false, "links": null,
            "rust_version": "1.60", "deps": [
                { "name": "c", "package": "b", "req": "^1", "kind": "normal", "optional": true,
                  "default_features": false, "features": ["x"], "target": "cfg(unix)" },
                { "name": "d", "req": "^2", "kind": "dev", "optional": false,
                  "default_features": true, "features": [], "target": null },
            ],
        });
        assert_eq!(line(&package, "00"), expected);
    }

    #[test]
    fn files_are_in_the_cache_beside_the_sources() {
        let file = cached(Path::new("/c/registry/src/index-1/a-1.0.0/Cargo.toml")).unwrap();
        assert_eq!(file, Path::new("/c/registry/cache/index-1/a-1.0.0.crate"));
        assert!(cached(Path::new("Cargo.toml")).is_err());
    }
}
