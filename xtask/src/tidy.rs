//! Rules of the source that no other tool checks.

use std::fs;

use crate::run::{Outcome, failed};
use crate::shell;
use crate::workspace::{self, Crate, files};

/// The crates, lowest first: each depends only on crates before it.
const LAYERS: [&str; 14] = [
    "idcore",
    "idgen",
    "idserde",
    "iduuid",
    "idcolumns",
    "idsqlx",
    "iddiesel",
    "idseaorm",
    "idpostgres",
    "idrusqlite",
    "idsql",
    "idmigrate",
    "idwasm",
    "idcli",
];
/// The one that has no dependency at all.
const CORE: &str = "idcore";
/// A file says one thing.
const MAX_LINES: usize = 500;
/// What is not done is not merged. Written in two parts, so that this file has neither word.
const UNDONE: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];

/// Checks all rules and names each breach.
pub(crate) fn run() -> Outcome {
    let mut breaches = Vec::new();
    for krate in workspace::crates()? {
        let lib = fs::read_to_string(krate.folder.join("src/lib.rs")).ok();
        breaches.extend(manifest_breaches(&krate, lib.as_deref()));
        if !krate.folder.join("README.md").is_file() {
            breaches.push(format!("{}: it has no README.md", krate.name));
        }
    }
    for folder in ["crates", "xtask"] {
        for file in files(&shell::top().join(folder), "rs")? {
            let name = file.strip_prefix(shell::top()).unwrap_or(&file).display().to_string();
            breaches.extend(source_breaches(&name, &fs::read_to_string(&file)?));
        }
    }
    for breach in &breaches {
        eprintln!("{breach}");
    }
    match breaches.len() {
        0 => Ok(()),
        count => failed(format!("{count} breaches of the rules")),
    }
}

fn manifest_breaches(krate: &Crate, lib: Option<&str>) -> Vec<String> {
    let mut breaches = Vec::new();
    let mut breach = |text: String| breaches.push(format!("{}: {text}", krate.name));
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name);
    let own = layer(&krate.name);
    if own.is_none() {
        breach("it is not in the list of layers".into());
    }
    for dependency in krate.dependencies() {
        let name = dependency.name;
        if dependency.dev {
            // A version here would have to be published before the crate itself.
            if layer(name).is_some() && dependency.value.contains("version") {
                breach(format!("the dev-dependency {name} names a version"));
            }
        } else if krate.name == CORE {
            breach(format!("it depends on {name}, and is to depend on nothing"));
        } else if layer(name).is_some_and(|layer| own.is_some_and(|own| layer >= own)) {
            breach(format!("it depends on {name}, which is not a layer below it"));
        }
    }
    if krate.package_value("rust-version").is_none() {
        breach("its manifest has no rust-version".into());
    }
    if krate.package_value("description").is_none() {
        breach("its manifest has no description".into());
    }
    if !krate.manifest.contains("[lints]\nworkspace = true") {
        breach("its manifest does not take the lints of the workspace".into());
    }
    if lib.is_some_and(|lib| !lib.starts_with("//!")) {
        breach("its src/lib.rs does not begin with documentation".into());
    }
    breaches
}

fn source_breaches(name: &str, source: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    let lines = source.lines().count();
    if lines > MAX_LINES {
        breaches.push(format!("{name}: {lines} lines, over {MAX_LINES}"));
    }
    for (number, line) in source.lines().enumerate() {
        if let Some(word) = UNDONE.iter().find(|word| line.contains(**word)) {
            breaches.push(format!("{name}:{}: {word}", number + 1));
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{MAX_LINES, UNDONE, manifest_breaches, source_breaches};
    use crate::workspace::Crate;

    fn krate(name: &str, dependencies: &str) -> Crate {
        let manifest = format!(
            "[package]\ndescription = \"x\"\nrust-version = \"1.85\"\n{dependencies}\n\
             [lints]\nworkspace = true\n"
        );
        Crate { name: name.into(), folder: PathBuf::new(), manifest }
    }

    #[test]
    fn arrows_go_down_only() {
        let breaches = |name, text| manifest_breaches(&krate(name, text), Some("//! Docs."));
        let none: [&str; 0] = [];
        assert_eq!(breaches("idgen", "[dependencies]\nidcore = \"1\"\nrand_core = \"1\""), none);
        assert_eq!(breaches("idgen", "[dev-dependencies]\nidcli = { path = \"../idcli\" }"), none);
        assert_eq!(
            breaches("idgen", "[dependencies]\nidserde = \"1\""),
            ["idgen: it depends on idserde, which is not a layer below it"]
        );
        assert_eq!(
            breaches("idcore", "[dependencies]\nlibc = \"1\""),
            ["idcore: it depends on libc, and is to depend on nothing"]
        );
        assert_eq!(
            breaches("idgen", "[dev-dependencies]\nidcli = { path = \"..\", version = \"1\" }"),
            ["idgen: the dev-dependency idcli names a version"]
        );
        assert_eq!(breaches("idnew", ""), ["idnew: it is not in the list of layers"]);
    }

    #[test]
    fn a_crate_begins_with_its_documentation() {
        assert_eq!(
            manifest_breaches(&krate("idgen", ""), Some("mod a;")),
            ["idgen: its src/lib.rs does not begin with documentation"]
        );
    }

    #[test]
    fn long_files_and_undone_work_are_found() {
        assert!(source_breaches("a.rs", &"\n".repeat(MAX_LINES)).is_empty());
        assert_eq!(
            source_breaches("a.rs", &"\n".repeat(MAX_LINES + 1)),
            ["a.rs: 501 lines, over 500"]
        );
        let undone = format!("fn a() {{}}\n// {}: b\n", UNDONE[0]);
        assert_eq!(source_breaches("a.rs", &undone), [format!("a.rs:2: {}", UNDONE[0])]);
    }
}
