//! Gate: one version everywhere, lockfiles that fit, dev-dependencies by path.

use std::path::Path;

use serde_json::Value;
use toml_edit::{Item, Key, TableLike};

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
    let version = present_version(top)?;
    let files = git::files(top, places::may_have_place)?;
    let names = Names::of(&files)?;
    let mut breaches = Vec::new();
    for place in places::places(&files, &names)? {
        let wanted = place.wanted(&version);
        if place.found != wanted {
            let places::Place { file, line, what, found, .. } = place;
            breaches.push(format!("{file}:{line}: {what}: expected {wanted}, found {found}"));
        }
    }
    for file in files.iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        breaches.extend(dependency_breaches(file, &names)?);
    }
    Ok(breaches)
}

/// A crate depends on others of the workspace by a version, and for its tests by path alone: cargo
/// takes a dev-dependency out of what it publishes only where it has no version.
fn dependency_breaches(file: &File, names: &Names) -> Outcome<Vec<String>> {
    let document = places::parse(file)?;
    let package = document.get("package");
    let value = |key| package.and_then(|package| package.get(key));
    if package.is_none() || value("publish").and_then(Item::as_bool) == Some(false) {
        return Ok(Vec::new());
    }
    let mut breaches = Vec::new();
    for (table, dependencies) in places::dependency_tables(document.as_item()) {
        for (key, item) in dependencies.iter().filter(|(key, _)| names.has(key)) {
            let has = |name| item.get(name).is_some();
            let has_version = item.is_str() || has("version") || has("workspace");
            let at = format!("{}:{}", file.path, line_of_key(file, dependencies, key));
            if table.ends_with("dev-dependencies") && has_version {
                breaches.push(format!(
                    "{at}: {key} in {table}: expected a path alone, found a version"
                ));
            } else if !table.ends_with("dev-dependencies") && !has_version {
                breaches.push(format!("{at}: {key} in {table}: expected a version, found none"));
            }
        }
    }
    Ok(breaches)
}

fn line_of_key(file: &File, table: &dyn TableLike, key: &str) -> usize {
    let span = table.get_key_value(key).and_then(|(key, _)| Key::span(key));
    span.map_or(1, |span| line_of(&file.text, span.start))
}

/// Each lockfile that is not what its tool would write now.
pub(crate) fn stale_lockfiles(top: &Path, offline: bool) -> Outcome<Vec<String>> {
    let mut stale = Vec::new();
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
        scratch.write("web/package.json", "{\n  \"name\": \"web\",\n  \"version\": \"1.0.0\"\n}\n");
        assert_eq!(
            breaches(scratch.top()).unwrap(),
            [
                "Cargo.toml:14: one in workspace.dependencies: expected 0.1.0, found 0.1.1",
                "crates/one/README.md:4: one in an example: expected 0.1, found 0.2",
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
