//! The crates, their names in the source and on the registry, and the order to publish them in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use semver::Version;
use serde_json::Value;
use toml_edit::{DocumentMut, Table};

use crate::shell::{Outcome, cargo, failed, output};

/// The workspace, as `cargo metadata` and the table `[workspace.metadata.release]` tell it.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The folder with the root manifest.
    pub(crate) top: PathBuf,
    /// The one version of all crates.
    pub(crate) version: Version,
    /// The crates that go to crates.io, each after those that it depends on.
    pub(crate) members: Vec<Member>,
}

/// A crate that goes to crates.io.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// The name in the source, which is what users write in their code.
    pub(crate) name: String,
    /// The name on the registry.
    pub(crate) package: String,
    /// The folder of the crate.
    pub(crate) folder: PathBuf,
    pub(crate) version: Version,
    /// The oldest compiler, where the manifest names one.
    pub(crate) rust_version: Option<Version>,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    /// The names, in the source, of the crates of this workspace that the registry has to have
    /// before this one.
    pub(crate) depends_on: Vec<String>,
    /// Whether it is a program, not a library.
    pub(crate) is_binary: bool,
    /// Each feature with what it turns on, as cargo sees them: an optional dependency is one too.
    pub(crate) features: BTreeMap<String, Vec<String>>,
}

impl Workspace {
    /// The workspace that this program was called in.
    pub(crate) fn here() -> Outcome<Self> {
        Self::at(Path::new("."))
    }

    /// The workspace that a folder is in: as it is in the source, or a stage, where the crates have
    /// the names of the registry.
    pub(crate) fn at(folder: &Path) -> Outcome<Self> {
        let words = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
        let metadata: Value = serde_json::from_str(&output(&mut cargo(folder, &words))?)?;
        Self::from_metadata(&metadata).map_err(|failure| failure.about("cargo metadata"))
    }

    fn from_metadata(metadata: &Value) -> Outcome<Self> {
        let names = Names::from_metadata(metadata);
        let top = PathBuf::from(string(metadata, "workspace_root")?);
        let Some(packages) = metadata["packages"].as_array() else {
            return failed("there are no packages");
        };
        // `"publish": []` is `publish = false`.
        let packages =
            packages.iter().filter(|p| p["publish"].as_array().is_none_or(|p| !p.is_empty()));
        let mut members = Vec::new();
        for package in packages {
            members.push(Member::from_metadata(package, &names)?);
        }
        let known: Vec<String> = members.iter().map(|member| member.name.clone()).collect();
        for member in &mut members {
            member.depends_on.retain(|name| known.contains(name));
        }
        let members = in_order(members)?;
        let Some(first) = members.first() else { return failed("no crate is to be published") };
        let version = first.version.clone();
        if let Some(other) = members.iter().find(|member| member.version != version) {
            let Member { name, version: found, .. } = other;
            return failed(format!(
                "{}: {name} has version {found}, and {} {version}",
                other.folder.join("Cargo.toml").display(),
                first.name
            ));
        }
        Ok(Self { top, version, members })
    }

    /// The crate of this name in the source.
    pub(crate) fn member(&self, name: &str) -> Outcome<&Member> {
        match self.members.iter().find(|member| member.name == name) {
            Some(member) => Ok(member),
            None => failed(format!("no published crate is named `{name}`")),
        }
    }
}

impl Member {
    fn from_metadata(package: &Value, names: &Names) -> Outcome<Self> {
        let name = names.in_the_source(&string(package, "name")?);
        let version = version(&string(package, "version")?)?;
        let manifest = PathBuf::from(string(package, "manifest_path")?);
        let targets = package["targets"].as_array().map_or(&[][..], Vec::as_slice);
        let has = |kind: &str| {
            let of = |t: &Value| t["kind"].as_array().is_some_and(|k| k.iter().any(|k| k == kind));
            targets.iter().any(of)
        };
        let dependencies = package["dependencies"].as_array().map_or(&[][..], Vec::as_slice);
        let mut depends_on: Vec<String> = dependencies
            .iter()
            .filter(|dependency| dependency["path"].is_string())
            // Cargo leaves a dev-dependency without a version out of what it publishes; one with
            // a version has to be there first.
            .filter(|dependency| dependency["kind"] != "dev" || dependency["req"] != "*")
            .filter_map(|dependency| {
                dependency["name"].as_str().map(|name| names.in_the_source(name))
            })
            .collect();
        depends_on.sort();
        depends_on.dedup();
        Ok(Self {
            package: names.on_the_registry(&name),
            folder: manifest.parent().map(Path::to_owned).unwrap_or_default(),
            version,
            rust_version: package["rust_version"].as_str().map(rust_version).transpose()?,
            description: package["description"].as_str().map(str::to_owned),
            license: package["license"].as_str().map(str::to_owned),
            depends_on,
            is_binary: has("bin") && !has("lib"),
            features: features(&package["features"]),
            name,
        })
    }
}

fn features(value: &Value) -> BTreeMap<String, Vec<String>> {
    let texts = |items: &Value| {
        let items = items.as_array().into_iter().flatten().filter_map(Value::as_str);
        items.map(str::to_owned).collect()
    };
    value.as_object().into_iter().flatten().map(|(key, on)| (key.clone(), texts(on))).collect()
}

/// The table `[workspace.metadata.release.names]`: which crate has another name on the registry.
struct Names(Vec<(String, String)>);

impl Names {
    fn from_metadata(metadata: &Value) -> Self {
        let table = metadata["metadata"]["release"]["names"].as_object();
        let entries = table.into_iter().flatten();
        Self(entries.filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_owned()))).collect())
    }

    fn on_the_registry(&self, name: &str) -> String {
        let found = self.0.iter().find(|(source, _)| source == name);
        found.map_or(name, |(_, registry)| registry).to_owned()
    }

    fn in_the_source(&self, package: &str) -> String {
        let found = self.0.iter().find(|(_, registry)| registry == package);
        found.map_or(package, |(source, _)| source).to_owned()
    }
}

/// The top folder of the workspace that this program was called in, whatever is in its manifests.
pub(crate) fn top() -> Outcome<PathBuf> {
    let words = ["locate-project", "--workspace", "--message-format", "plain"];
    let manifest = PathBuf::from(output(&mut cargo(Path::new("."), &words))?);
    Ok(manifest.parent().map(Path::to_owned).unwrap_or_default())
}

/// The checksums in a lockfile, by name and version. The crates of the workspace have none.
pub(crate) fn checksums(lockfile: &str) -> Outcome<BTreeMap<(String, String), String>> {
    let document: DocumentMut = match lockfile.parse() {
        Ok(document) => document,
        Err(error) => return failed(format!("Cargo.lock: {error}")),
    };
    let text = |package: &Table, key: &str| package.get(key)?.as_str().map(str::to_owned);
    let entry = |package: &Table| {
        let id = (text(package, "name")?, text(package, "version")?);
        Some((id, text(package, "checksum")?))
    };
    let packages = document["package"].as_array_of_tables().into_iter().flatten();
    Ok(packages.filter_map(entry).collect())
}

/// Each crate after those that it depends on; else by name, so that the order is always the same.
fn in_order(mut members: Vec<Member>) -> Outcome<Vec<Member>> {
    members.sort_by(|a, b| a.name.cmp(&b.name));
    let mut ordered: Vec<Member> = Vec::new();
    while !members.is_empty() {
        let there = |name: &String| ordered.iter().any(|member| member.name == *name);
        let Some(next) = members.iter().position(|m| m.depends_on.iter().all(there)) else {
            return failed(circle(&members));
        };
        ordered.push(members.remove(next));
    }
    Ok(ordered)
}

/// What to say of crates none of which can come first: from each one to one that it waits for, until
/// one comes again. Those that only wait for the circle are not named.
fn circle(waiting: &[Member]) -> String {
    let mut path: Vec<&Member> = Vec::new();
    let mut next = waiting.first();
    while let Some(member) = next {
        if let Some(start) = path.iter().position(|seen| seen.name == member.name) {
            path.drain(..start);
            break;
        }
        path.push(member);
        next = waiting.iter().find(|other| member.depends_on.contains(&other.name));
    }
    let step = |(at, member): (usize, &&Member)| {
        let needs = path[(at + 1) % path.len()];
        format!(
            "{}: {} needs {}",
            member.folder.join("Cargo.toml").display(),
            member.name,
            needs.name
        )
    };
    let steps: Vec<String> = path.iter().enumerate().map(step).collect();
    format!("these crates depend on each other in a circle:\n{}", steps.join("\n"))
}

fn string(value: &Value, key: &str) -> Outcome<String> {
    match value[key].as_str() {
        Some(text) => Ok(text.to_owned()),
        None => failed(format!("a package has no text `{key}`")),
    }
}

fn version(text: &str) -> Outcome<Version> {
    text.parse().or_else(|error| failed(format!("version `{text}`: {error}")))
}

/// A `rust-version`, which may be without its last number.
fn rust_version(text: &str) -> Outcome<Version> {
    match text.split('.').count() {
        1 => version(&format!("{text}.0.0")),
        2 => version(&format!("{text}.0")),
        _ => version(text),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Workspace, checksums};

    fn package(name: &str, dependencies: &[Value]) -> Value {
        json!({
            "name": name, "version": "1.2.3", "manifest_path": format!("/w/crates/{name}/Cargo.toml"),
            "publish": null, "rust_version": "1.85", "targets": [{ "kind": ["lib"] }],
            "dependencies": dependencies,
        })
    }

    fn needs(name: &str) -> Value {
        json!({ "name": name, "path": format!("/w/crates/{name}"), "req": "^1.2.3", "kind": null })
    }

    fn dev(name: &str, req: &str) -> Value {
        json!({ "name": name, "path": format!("/w/crates/{name}"), "req": req, "kind": "dev" })
    }

    fn workspace(packages: &[Value]) -> Result<Workspace, String> {
        let metadata = json!({
            "packages": packages, "workspace_root": "/w", "metadata": { "release": { "names": { "b": "b-crate" } } },
        });
        Workspace::from_metadata(&metadata).map_err(|error| error.to_string())
    }

    #[test]
    fn crates_come_after_what_they_need() {
        let found = workspace(&[
            package("a", &[needs("b"), dev("a", "*")]),
            package("b", &[needs("d"), json!({ "name": "libc", "req": "^1", "kind": null })]),
            // Not in a circle: the dev-dependency has no version.
            package("d", &[dev("a", "*")]),
            // Cargo publishes this one with its dev-dependency.
            package("c", &[dev("d", "^1.2.3")]),
        ])
        .unwrap();
        let names: Vec<&str> = found.members.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["d", "b", "a", "c"]);
        assert_eq!(found.members[3].depends_on, ["d"]);
        assert_eq!(found.member("b").unwrap().package, "b-crate");
        assert_eq!(found.member("a").unwrap().package, "a");
        assert_eq!(found.version.to_string(), "1.2.3");
        assert_eq!(found.members[0].rust_version.as_ref().unwrap().to_string(), "1.85.0");
    }

    #[test]
    fn a_stage_has_the_names_of_both() {
        let found =
            workspace(&[package("a", &[needs("b-crate")]), package("b-crate", &[])]).unwrap();
        assert_eq!((&*found.members[0].name, &*found.members[0].package), ("b", "b-crate"));
        assert_eq!(found.members[1].depends_on, ["b"]);
    }

    #[test]
    fn what_is_not_published_is_no_member() {
        let mut private = package("p", &[]);
        private["publish"] = json!([]);
        let found = workspace(&[package("a", &[dev("p", "*")]), private]).unwrap();
        assert_eq!(found.members.len(), 1);
        assert_eq!(found.member("p").unwrap_err().to_string(), "no published crate is named `p`");
    }

    #[test]
    fn circles_and_other_versions_are_errors() {
        let circle = workspace(&[
            package("a", &[needs("c")]),
            package("c", &[needs("d")]),
            package("d", &[needs("c")]),
            package("e", &[needs("d")]),
        ]);
        assert_eq!(
            circle.unwrap_err(),
            "these crates depend on each other in a circle:\n\
             /w/crates/c/Cargo.toml: c needs d\n/w/crates/d/Cargo.toml: d needs c"
        );
        let mut other = package("c", &[]);
        other["version"] = json!("1.2.4");
        let versions = workspace(&[package("a", &[]), other]);
        assert_eq!(
            versions.unwrap_err(),
            "/w/crates/c/Cargo.toml: c has version 1.2.4, and a 1.2.3"
        );
    }

    #[test]
    fn a_lockfile_has_the_checksums_of_others() {
        let lockfile = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n\
                        checksum = \"00\"\n\n[[package]]\nname = \"ours\"\nversion = \"0.1.0\"\n";
        let found = checksums(lockfile).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[&("a".into(), "1.0.0".into())], "00");
    }
}
