//! The stage: a folder with what a commit has, under the names of the registry.
//!
//! A crate whose name belongs to somebody else on the registry is published under another one. Its
//! library keeps its name, and so does the key of each dependency on it, so that no code and no
//! feature changes: `idgen = { package = "idcore-gen", .. }`.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use toml_edit::{DocumentMut, InlineTable, Item, Table, TableLike, value};

use crate::places::{DEPENDENCIES, renamed};
use crate::shell::{Outcome, at, cargo, command, failed, output};
use crate::workspace::Workspace;

/// A name in the source, and the one on the registry.
type Name = (String, String);

/// Puts the files of a commit into a folder that is not there yet, with the names under which the
/// crates are published, and gives the workspace that this makes.
///
/// # Errors
///
/// The folder is there, the commit is not, a manifest cannot be read, or cargo would need the
/// network: all that is in `Cargo.lock` has to be on this machine already.
pub(crate) fn stage(workspace: &Workspace, commit: &str, into: &Path) -> Outcome<Workspace> {
    if into.exists() {
        return failed(format!("the stage {} is there already", into.display()));
    }
    at(into, fs::create_dir_all(into))?;
    unpack(&workspace.top, commit, into)?;
    let names = renamed(read(&into.join("Cargo.toml"))?.as_item());
    for manifest in manifests(into)? {
        change(Path::new(&manifest), |document| {
            rename_package(document, &names);
            rename_dependencies(document, &names)?;
            say_commit(document, commit);
            Ok(())
        })?;
    }
    change(&into.join("Cargo.toml"), |document| {
        rename_profiles(document, &names);
        rename_in(document["workspace"].get_mut("dependencies"), &names)
    })?;
    // Only the names of the members change.
    output(&mut cargo(into, &["update", "--workspace", "--offline", "--quiet"]))?;
    let staged = Workspace::at(into)?;
    add_licences(&staged)?;
    Ok(staged)
}

/// Each package has the texts of the licences, which the source has once, at the top.
fn add_licences(staged: &Workspace) -> Outcome {
    for entry in fs::read_dir(&staged.top)? {
        let file = entry?.path();
        let Some(name) = file.file_name().filter(|n| n.to_string_lossy().starts_with("LICENSE"))
        else {
            continue;
        };
        for member in &staged.members {
            at(&file, fs::copy(&file, member.folder.join(name)))?;
        }
    }
    Ok(())
}

/// The full name of a commit.
pub(crate) fn commit(top: &Path, name: &str) -> Outcome<String> {
    let name = format!("{name}^{{commit}}");
    output(command(top, "git").args(["rev-parse", "--verify", "--quiet", &name]))
        .map_err(|failure| failure.about("there is no such commit"))
}

/// Puts the files of a commit into a folder, as they are.
pub(crate) fn unpack(top: &Path, commit: &str, into: &Path) -> Outcome {
    let mut archive = command(top, "git");
    archive.args(["archive", "--format=tar", commit]).stdout(Stdio::piped());
    let mut archive = archive.spawn()?;
    let mut tar = command(into, "tar");
    tar.arg("-x");
    if let Some(pipe) = archive.stdout.take() {
        tar.stdin(pipe);
    }
    output(&mut tar)?;
    match archive.wait()? {
        status if status.success() => Ok(()),
        status => failed(format!("`git archive {commit}`: {status}")),
    }
}

/// The manifests of all members, also of those that are not published.
fn manifests(top: &Path) -> Outcome<Vec<String>> {
    let words = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
    let metadata: Value = serde_json::from_str(&output(&mut cargo(top, &words))?)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages
        .filter_map(|package| package["manifest_path"].as_str().map(str::to_owned))
        .collect())
}

fn read(manifest: &Path) -> Outcome<DocumentMut> {
    let text = at(manifest, fs::read_to_string(manifest))?;
    text.parse().or_else(|error| failed(format!("{}: {error}", manifest.display())))
}

/// Changes a manifest, and nothing else in it.
pub(crate) fn change(manifest: &Path, edit: impl FnOnce(&mut DocumentMut) -> Outcome) -> Outcome {
    let mut document = read(manifest)?;
    edit(&mut document).map_err(|failure| failure.about(manifest.display()))?;
    at(manifest, fs::write(manifest, document.to_string()))
}

/// The package gets its name on the registry; the library, which is what code names, keeps its own.
fn rename_package(document: &mut DocumentMut, names: &[Name]) {
    let Some(name) = document.get("package").and_then(|package| package.get("name")) else {
        return;
    };
    let Some((source, registry)) = names.iter().find(|(source, _)| name.as_str() == Some(source))
    else {
        return;
    };
    document["package"]["name"] = value(registry);
    let lib = document.entry("lib").or_insert(Item::Table(Table::new()));
    if lib.get("name").is_none() {
        lib["name"] = value(source.replace('-', "_"));
    }
}

fn rename_dependencies(document: &mut DocumentMut, names: &[Name]) -> Outcome {
    for key in DEPENDENCIES {
        rename_in(document.get_mut(key), names)?;
    }
    let targets = document.get_mut("target").and_then(Item::as_table_like_mut);
    for (_, target) in targets.into_iter().flat_map(TableLike::iter_mut) {
        for key in DEPENDENCIES {
            rename_in(target.get_mut(key), names)?;
        }
    }
    Ok(())
}

fn rename_in(dependencies: Option<&mut Item>, names: &[Name]) -> Outcome {
    let Some(dependencies) = dependencies.and_then(Item::as_table_like_mut) else { return Ok(()) };
    for (source, registry) in names {
        let Some(dependency) = dependencies.get_mut(source) else { continue };
        if let Some(version) = dependency.as_str() {
            let mut table = InlineTable::new();
            table.insert("version", version.into());
            *dependency = value(table);
        }
        let Some(dependency) = dependency.as_table_like_mut() else {
            return failed(format!("the dependency {source} is neither a version nor a table"));
        };
        // The workspace says it for those that take it from there.
        if dependency.get("workspace").is_none() {
            dependency.insert("package", value(registry));
        }
    }
    Ok(())
}

/// A profile names packages.
fn rename_profiles(root: &mut DocumentMut, names: &[Name]) {
    let profiles = root.get_mut("profile").and_then(Item::as_table_like_mut);
    for (_, profile) in profiles.into_iter().flat_map(TableLike::iter_mut) {
        let packages = profile.get_mut("package").and_then(Item::as_table_like_mut);
        let Some(packages) = packages else { continue };
        for (source, registry) in names {
            if let Some(settings) = packages.remove(source) {
                packages.insert(registry, settings);
            }
        }
    }
}

/// There is no repository around the stage that cargo could write into the package.
fn say_commit(document: &mut DocumentMut, commit: &str) {
    let mut release = Table::new();
    release["commit"] = value(commit);
    let metadata = document["package"].as_table_like_mut();
    let metadata = metadata.map(|package| package.entry("metadata").or_insert(implicit()));
    if let Some(metadata) = metadata.and_then(Item::as_table_like_mut) {
        metadata.insert("release", Item::Table(release));
    }
}

/// A table without a header of its own.
fn implicit() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

#[cfg(test)]
mod tests {
    use toml_edit::DocumentMut;

    use super::{Name, rename_dependencies, rename_package, rename_profiles, say_commit};

    fn staged(manifest: &str) -> String {
        let mut document: DocumentMut = manifest.parse().unwrap();
        let names: Vec<Name> = vec![("b".into(), "b-crate".into())];
        rename_package(&mut document, &names);
        rename_dependencies(&mut document, &names).unwrap();
        document.to_string()
    }

    #[test]
    fn the_package_is_renamed_and_the_library_is_not() {
        assert_eq!(
            staged("[package]\nname = \"b\"\n\n[features]\nstd = [\"b/std\"]\n"),
            "[package]\nname = \"b-crate\"\n\n[features]\nstd = [\"b/std\"]\n\n\
             [lib]\nname = \"b\"\n"
        );
        let other = "[package]\nname = \"a\"\n\n[lib]\npath = \"b.rs\"\n";
        assert_eq!(staged(other), other);
        let named = "[package]\nname = \"b\"\n\n[lib]\nname = \"c\"\n";
        assert!(staged(named).ends_with("name = \"c\"\n"));
    }

    #[test]
    fn dependencies_keep_their_keys() {
        assert_eq!(
            staged(
                "[features]\nstd = [\"b/std\"]\n\n[dependencies]\n# Why.\nb = { workspace = true, \
                 features = [\"x\"] }\n\n[dev-dependencies]\nb = { path = \"../b\" }\n\n\
                 [target.'cfg(unix)'.dependencies]\nb = \"1\"\nc = \"2\"\n\n\
                 [build-dependencies.b]\nversion = \"1\"\n"
            ),
            "[features]\nstd = [\"b/std\"]\n\n[dependencies]\n# Why.\nb = { workspace = true, \
             features = [\"x\"] }\n\n[dev-dependencies]\nb = { path = \"../b\" , package = \"b-crate\" }\n\n\
             [target.'cfg(unix)'.dependencies]\nb = { version = \"1\", package = \"b-crate\" }\n\
             c = \"2\"\n\n[build-dependencies.b]\nversion = \"1\"\npackage = \"b-crate\"\n"
        );
    }

    #[test]
    fn profiles_name_packages() {
        let mut root: DocumentMut = "[profile.dev.package.b]\nopt-level = 1\n".parse().unwrap();
        rename_profiles(&mut root, &[("b".into(), "b-crate".into())]);
        assert_eq!(root.to_string(), "[profile.dev.package.b-crate]\nopt-level = 1\n");
    }

    #[test]
    fn the_commit_is_told() {
        let mut document: DocumentMut =
            "[package]\nname = \"a\"\n\n[package.metadata.docs.rs]\nall-features = true\n"
                .parse()
                .unwrap();
        say_commit(&mut document, "abc");
        assert!(document.to_string().contains("[package.metadata.release]\ncommit = \"abc\"\n"));
        assert!(document.to_string().contains("[package.metadata.docs.rs]\nall-features = true\n"));
    }
}
