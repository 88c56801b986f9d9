//! Gate: one version everywhere, lockfiles that fit, dev-dependencies by path.

use std::path::Path;

use semver::Version;
use serde_json::Value;
use toml_edit::{Document, Item, Key, TableLike};

use super::Check;
use super::report::{Report, Verdict};
use crate::bump::present_version;
use crate::git::{self, File};
use crate::places::{self, Names, line_of};
use crate::shell::{Outcome, cargo, raw};

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    report.part("one version", || {
        let version = present_version(check.top)?;
        Ok(Verdict::of(breaches(check.top)?, format!("{version} in every place")))
    });
    report.part("order", || {
        let members = check.workspace()?.members;
        Ok(Verdict::Passed(format!("{} crates, no cycle", members.len())))
    });
    report.part("lockfiles", || {
        Ok(Verdict::of(stale_lockfiles(check.top, check.offline)?, "cargo's and npm's"))
    });
}

/// Each place with another version than the workspace's, and each dependency between the crates
/// that cannot be published as it is.
pub(crate) fn breaches(top: &Path) -> Outcome<Vec<String>> {
    breaches_in(&git::files(top, places::may_have_place)?, &present_version(top)?)
}

/// The same for files that may not be written yet, of which the top manifest states this version.
pub(crate) fn breaches_in(files: &[File], version: &Version) -> Outcome<Vec<String>> {
    let names = Names::of(files)?;
    let mut breaches = Vec::new();
    for place in places::places(files, &names)? {
        let wanted = place.wanted(version);
        if place.found != wanted {
            let places::Place { file, line, what, found, .. } = place;
            breaches.push(format!("{file}:{line}: {what}: expected {wanted}, found {found}"));
        }
    }
    let manifests = places::own_manifests(files)?;
    let root = manifests.iter().find(|(file, _)| file.path == "Cargo.toml");
    let shared = root.and_then(|(_, root)| root.get("workspace")?.get("dependencies"));
    for (file, document) in &manifests {
        breaches.extend(version_breach(file, document));
        breaches.extend(dependency_breaches(file, document, shared, &names));
    }
    Ok(breaches)
}

/// A crate takes its version from the workspace: with one of its own it could be released as another
/// version than the rest, and without any it cannot be published.
fn version_breach(file: &File, document: &Document<String>) -> Option<String> {
    let package = document.get("package")?;
    let version = package.get("version");
    if version.and_then(|version| version.get("workspace")).is_some() {
        return None;
    }
    let at = version.or(Some(package)).and_then(Item::span).map_or(0, |span| span.start);
    let found = match version.and_then(Item::as_str) {
        Some(version) => format!("`version = \"{version}\"`"),
        None => "none".to_owned(),
    };
    let name = package.get("name").and_then(Item::as_str).unwrap_or("the package");
    let File { path, text } = file;
    let line = line_of(text, at);
    Some(format!(
        "{path}:{line}: the version of {name}: expected `version.workspace = true`, found {found}"
    ))
}

/// A crate depends on others of the workspace by a version, and for its tests by path alone: cargo
/// takes a dev-dependency out of what it publishes only where it has no version.
fn dependency_breaches(
    file: &File,
    document: &Document<String>,
    shared: Option<&Item>,
    names: &Names,
) -> Vec<String> {
    let package = document.get("package");
    let value = |key| package.and_then(|package| package.get(key));
    if package.is_none() || value("publish").and_then(Item::as_bool) == Some(false) {
        return Vec::new();
    }
    // A key may be another name for a crate, here or where the workspace names its dependencies.
    let package_of = |key: &str, item: &Item| {
        let inherited = item.get("workspace").and_then(|_| shared?.get(key)?.get("package"));
        let package = item.get("package").or(inherited).and_then(Item::as_str);
        package.unwrap_or(key).to_owned()
    };
    let mut breaches = Vec::new();
    for (table, dependencies) in places::dependency_tables(document.as_item()) {
        for (key, item) in dependencies.iter() {
            let package = package_of(key, item);
            if !names.has(&package) {
                continue;
            }
            let whose = if package == key { String::new() } else { format!(" ({package})") };
            let has = |name| item.get(name).is_some();
            let has_version = item.is_str() || has("version") || has("workspace");
            let at = format!("{}:{}", file.path, line_of_key(file, dependencies, key));
            if table.ends_with("dev-dependencies") && has_version {
                breaches.push(format!(
                    "{at}: {key}{whose} in {table}: expected a path alone, found a version"
                ));
            } else if !table.ends_with("dev-dependencies") && !has_version {
                breaches
                    .push(format!("{at}: {key}{whose} in {table}: expected a version, found none"));
            }
        }
    }
    breaches
}

fn line_of_key(file: &File, table: &dyn TableLike, key: &str) -> usize {
    let span = table.get_key_value(key).and_then(|(key, _)| Key::span(key));
    span.map_or(1, |span| line_of(&file.text, span.start))
}

/// Each lockfile that is not what its tool would write now.
pub(crate) fn stale_lockfiles(top: &Path, offline: bool) -> Outcome<Vec<String>> {
    let mut stale = missing_lockfiles(top)?;
    for lock in git::files(top, |path| path.ends_with("Cargo.lock"))? {
        let folder = top.join(&lock.path).parent().map(Path::to_owned).unwrap_or_default();
        let mut update = cargo(&folder, &["update", "--workspace", "--locked"]);
        let found = raw(update.args(offline.then_some("--offline")))?;
        if !found.status.success() {
            let said = String::from_utf8_lossy(&found.stderr).into_owned();
            let error = said.find("error:").map_or("", |at| said[at..].trim_end());
            stale.push(format!("{}: {error}", lock.path));
        }
    }
    for lock in git::files(top, |path| path.ends_with("package-lock.json"))? {
        let manifest = lock.path.replace("package-lock.json", "package.json");
        for file in git::files(top, |path| path == manifest)? {
            let differing = differing_keys(
                &serde_json::from_str(&lock.text)?,
                &serde_json::from_str(&file.text)?,
            );
            stale.extend(
                differing
                    .into_iter()
                    .map(|key| format!("{}: its `{key}` is not that of {manifest}", lock.path)),
            );
        }
    }
    Ok(stale)
}

/// Each workspace of cargo and each package of npm with dependencies has its lockfile.
fn missing_lockfiles(top: &Path) -> Outcome<Vec<String>> {
    let manifests =
        git::files(top, |path| path.ends_with("Cargo.toml") || path.ends_with("package.json"))?;
    let mut missing = Vec::new();
    for manifest in manifests {
        let (lock, tool) = if let Some(folder) = manifest.path.strip_suffix("Cargo.toml") {
            if places::parse(&manifest)?.get("workspace").is_none() {
                continue;
            }
            (format!("{folder}Cargo.lock"), "cargo generate-lockfile")
        } else {
            let value: Value = serde_json::from_str(&manifest.text)
                .map_err(|error| format!("{}: {error}", manifest.path))?;
            if ["dependencies", "devDependencies"].iter().all(|key| value[key].is_null()) {
                continue;
            }
            (manifest.path.replace("package.json", "package-lock.json"), "npm install")
        };
        if !top.join(&lock).is_file() {
            missing.push(format!("{lock}: it is missing, beside {}: `{tool}`", manifest.path));
        }
    }
    Ok(missing)
}

/// What npm copies from a package's manifest into its lockfile.
fn differing_keys(lock: &Value, manifest: &Value) -> Vec<&'static str> {
    let keys = ["version", "dependencies", "devDependencies", "optionalDependencies", "engines"];
    let own = &lock["packages"][""];
    keys.into_iter().filter(|key| own[key] != manifest[key]).collect()
}

#[cfg(test)]
mod tests {
    use super::{breaches, stale_lockfiles};
    use crate::scratch::Scratch;

    #[test]
    fn every_drift_is_named_with_its_place() {
        let scratch = Scratch::workspace("versions");
        assert_eq!(breaches(scratch.top()).unwrap(), [""; 0]);
        scratch.edit(
            "Cargo.toml",
            "path = \"crates/one\", version = \"0.1.0\"",
            "path = \"crates/one\", version = \"0.1.1\"",
        );
        scratch.edit("crates/one/README.md", "\"0.1\"", "\"0.2\"");
        scratch.write(
            "docs/start.md",
            "[dependencies.one]\nversion = \"0.3\"\n\n`one = \"0.1\"` or `one = \"0.4\"`\n\
             `cargo install one --version 0.3.0`\n",
        );
        scratch.write("web/package.json", "{\n  \"name\": \"web\",\n  \"version\":\"1.0.0\"\n}\n");
        assert_eq!(
            breaches(scratch.top()).unwrap(),
            [
                "Cargo.toml:14: one in workspace.dependencies: expected 0.1.0, found 0.1.1",
                "crates/one/README.md:4: one in an example: expected 0.1, found 0.2",
                "docs/start.md:2: one in an example: expected 0.1, found 0.3",
                "docs/start.md:4: one in an example: expected 0.1, found 0.4",
                "docs/start.md:5: one in an example: expected 0.1.0, found 0.3.0",
                "web/package.json:3: the version of the package: expected 0.1.0, found 1.0.0",
            ]
        );
    }

    #[test]
    fn dependencies_between_the_crates() {
        let scratch = Scratch::workspace("versions-dev");
        scratch.edit(
            "crates/two/Cargo.toml",
            "one = { workspace = true }",
            "one = { path = \"../one\" }\n\n[dev-dependencies]\none = { workspace = true }",
        );
        assert_eq!(
            breaches(scratch.top()).unwrap(),
            [
                "crates/two/Cargo.toml:10: one in dependencies: expected a version, found none",
                "crates/two/Cargo.toml:13: one in dev-dependencies: expected a path alone, found a version",
            ]
        );
    }

    #[test]
    fn another_name_for_a_crate_hides_no_version() {
        let scratch = Scratch::workspace("versions-named");
        scratch.edit(
            "Cargo.toml",
            "# The first.",
            "uno = { package = \"one\", path = \"crates/one\" }",
        );
        let dev = "[dev-dependencies]\nuno = { workspace = true }\n\
                   ein = { package = \"one\", path = \"../one\", version = \"0.1.0\" }\n";
        scratch.edit("crates/two/Cargo.toml", "[dependencies]", &format!("{dev}\n[dependencies]"));
        assert_eq!(
            breaches(scratch.top()).unwrap(),
            [
                "crates/two/Cargo.toml:10: uno (one) in dev-dependencies: expected a path alone, found \
                 a version",
                "crates/two/Cargo.toml:11: ein (one) in dev-dependencies: expected a path alone, found \
                 a version",
            ]
        );
    }

    #[test]
    fn a_crate_with_a_version_of_its_own_is_named() {
        let scratch = Scratch::workspace("versions-own");
        scratch.edit("crates/one/Cargo.toml", "version.workspace = true", "version = \"0.1.0\"");
        scratch.edit("crates/two/Cargo.toml", "version.workspace = true\n", "");
        assert_eq!(
            breaches(scratch.top()).unwrap(),
            [
                "crates/one/Cargo.toml:4: the version of one: expected `version.workspace = true`, found \
                 `version = \"0.1.0\"`",
                "crates/two/Cargo.toml:1: the version of two: expected `version.workspace = true`, found \
                 none",
            ]
        );
        scratch.edit("crates/one/Cargo.toml", "version = \"0.1.0\"", "version = \"0.0.7\"");
        let found = breaches(scratch.top()).unwrap();
        assert!(
            found.contains(
                &"crates/one/Cargo.toml:4: the version of one: expected 0.1.0, found 0.0.7".into()
            ),
            "{found:?}"
        );
    }

    #[test]
    fn a_lockfile_that_is_missing_is_named() {
        let scratch = Scratch::workspace("versions-no-lock");
        scratch.git(&["rm", "--quiet", "Cargo.lock"]);
        std::fs::remove_file(scratch.top().join("bench/Cargo.lock")).unwrap();
        scratch.write("web/package.json", "{ \"dependencies\": { \"a\": \"1.0.0\" } }");
        assert_eq!(
            stale_lockfiles(scratch.top(), true).unwrap(),
            [
                "Cargo.lock: it is missing, beside Cargo.toml: `cargo generate-lockfile`",
                "bench/Cargo.lock: it is missing, beside bench/Cargo.toml: `cargo generate-lockfile`",
                "web/package-lock.json: it is missing, beside web/package.json: `npm install`",
            ]
        );
    }

    #[test]
    fn lockfiles_are_current() {
        let scratch = Scratch::workspace("versions-lock");
        let manifest = "{ \"devDependencies\": { \"a\": \"1.0.0\" } }";
        let lock = format!("{{ \"packages\": {{ \"\": {manifest} }} }}");
        scratch.write("web/package.json", manifest);
        scratch.write("web/package-lock.json", &lock);
        assert_eq!(stale_lockfiles(scratch.top(), true).unwrap(), [""; 0]);
        scratch.write("web/package.json", "{ \"devDependencies\": { \"a\": \"1.0.1\" } }");
        scratch.edit("Cargo.lock", "0.1.0", "0.0.9");
        let stale = stale_lockfiles(scratch.top(), true).unwrap();
        assert!(
            stale[0].starts_with("Cargo.lock: error: cannot update the lock file"),
            "{stale:?}"
        );
        assert_eq!(
            stale[1..],
            ["web/package-lock.json: its `devDependencies` is not that of web/package.json"]
        );
    }
}
