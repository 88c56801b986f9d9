//! `cargo xtask release sbom`: bills of materials, of what is in the binary `idcli` and in the npm
//! package, in the form of CycloneDX.
//!
//! Both are made of crates, so both are what cargo says: `cargo tree` has the crates that are linked
//! for one package alone, `cargo metadata` their licences, the lockfile their checksums. The tools that
//! write such files put times, random numbers and folders of the machine in them; here the same
//! lockfile makes the same bytes. npm's own would be empty, as the package has no dependency there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::arguments::Arguments;
use crate::shell::{Outcome, at, cargo, failed, output};
use crate::workspace::{Workspace, checksums};

/// What is described: the crate, the platforms it is built for, its kind in the bill, and where it is
/// had from.
const PRODUCTS: [(&str, &str, &str, &str); 2] = [
    ("idcli", "all", "application", "cargo"),
    ("idwasm", "wasm32-unknown-unknown", "library", "npm"),
];
/// What is compiled into the product.
const LINKED: &str = "normal,no-proc-macro";
/// What takes part in compiling it as well.
const BUILT: &str = "no-dev";

pub(crate) fn run(workspace: &Workspace, words: &[String]) -> Outcome {
    let arguments = Arguments::parse(words, &[], &["--into"])?.without_words()?;
    let into = match arguments.value("--into") {
        Some(folder) => PathBuf::from(folder),
        None => workspace.top.join("target/dist"),
    };
    for (file, components) in make(workspace, &into)? {
        println!("{}: {components} components", file.display());
    }
    Ok(())
}

/// Writes the bills into a folder, and gives the files and how many components each has.
pub(crate) fn make(workspace: &Workspace, into: &Path) -> Outcome<Vec<(PathBuf, usize)>> {
    at(into, fs::create_dir_all(into))?;
    let words = ["metadata", "--format-version", "1", "--all-features", "--locked", "--offline"];
    let metadata: Value = serde_json::from_str(&output(&mut cargo(&workspace.top, &words))?)?;
    let checksums = checksums(&fs::read_to_string(workspace.top.join("Cargo.lock"))?)?;
    let mut made = Vec::new();
    for (krate, target, kind, registry) in PRODUCTS {
        let linked = Tree::of(&workspace.top, krate, target, LINKED)?;
        let built = Tree::of(&workspace.top, krate, target, BUILT)?;
        let root = built.root.clone();
        let bill = Bill { workspace, metadata: &metadata, checksums: &checksums, root, registry };
        let value = bill.write(kind, &linked, &built)?;
        let file = into.join(format!("{krate}-{}.cdx.json", workspace.version));
        at(&file, fs::write(&file, format!("{}\n", serde_json::to_string_pretty(&value)?)))?;
        made.push((file, built.edges.len() - 1));
    }
    Ok(made)
}

/// Name and version.
type Id = (String, String);

/// What one package depends on.
#[derive(Debug, PartialEq, Eq)]
struct Tree {
    root: Id,
    edges: BTreeMap<Id, BTreeSet<Id>>,
}

impl Tree {
    fn of(top: &Path, krate: &str, target: &str, edges: &str) -> Outcome<Self> {
        let mut tree = cargo(top, &["tree", "--locked", "--offline", "--prefix", "depth"]);
        tree.args(["--format", " {p}", "--package", krate, "--target", target, "--edges", edges]);
        Self::parse(&output(&mut tree)?).map_err(|failure| failure.about("cargo tree"))
    }

    /// Lines of a depth, a name and a version, each below what depends on it.
    fn parse(text: &str) -> Outcome<Self> {
        let mut edges: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
        let mut above: Vec<Id> = Vec::new();
        for line in text.lines() {
            let mut words = line.split_whitespace();
            let depth = words.next().and_then(|depth| depth.parse::<usize>().ok());
            let name = words.next();
            let version = words.next().and_then(|version| version.strip_prefix('v'));
            let (Some(depth), Some(name), Some(version)) = (depth, name, version) else {
                return failed(format!("expected a depth, a name and a version, found `{line}`"));
            };
            let id = (name.to_owned(), version.to_owned());
            above.truncate(depth);
            if let Some(parent) = above.last() {
                edges.entry(parent.clone()).or_default().insert(id.clone());
            }
            edges.entry(id.clone()).or_default();
            above.push(id);
        }
        match above.first() {
            Some(root) => Ok(Self { root: root.clone(), edges }),
            None => failed("expected a tree, found nothing"),
        }
    }
}

/// What a bill of materials is made from.
struct Bill<'a> {
    workspace: &'a Workspace,
    metadata: &'a Value,
    checksums: &'a BTreeMap<Id, String>,
    root: Id,
    /// Where the product is had from.
    registry: &'a str,
}

impl Bill<'_> {
    fn write(&self, kind: &str, linked: &Tree, built: &Tree) -> Outcome<Value> {
        let mut components = Vec::new();
        for id in built.edges.keys().filter(|id| **id != self.root) {
            let mut component = self.component("library", id)?;
            let scope = if linked.edges.contains_key(id) { "required" } else { "excluded" };
            component["scope"] = json!(scope);
            components.push(component);
        }
        let dependencies = built.edges.iter().map(|(id, on)| {
            let on: Vec<String> = on.iter().map(|id| self.purl(id)).collect();
            json!({ "ref": self.purl(id), "dependsOn": on })
        });
        Ok(json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": { "component": self.component(kind, &self.root)? },
            "components": components,
            "dependencies": dependencies.collect::<Vec<_>>(),
        }))
    }

    fn component(&self, kind: &str, id: &Id) -> Outcome<Value> {
        let packages = self.metadata["packages"].as_array().into_iter().flatten();
        let mut same = packages.filter(|p| p["name"] == *id.0 && p["version"] == *id.1);
        let Some(package) = same.next() else {
            return failed(format!("cargo metadata knows no {} {}", id.0, id.1));
        };
        let purl = self.purl(id);
        let mut component = json!({
            "type": kind, "bom-ref": purl, "name": self.published(&id.0), "version": id.1,
            "purl": purl,
        });
        if let Some(license) = package["license"].as_str() {
            // Old manifests write a slash where SPDX has `OR`.
            let expression = license.replace(" / ", "/").replace('/', " OR ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        if let Some(checksum) = self.checksums.get(id) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
        }
        Ok(component)
    }

    fn purl(&self, id: &Id) -> String {
        let registry = if *id == self.root { self.registry } else { "cargo" };
        format!("pkg:{registry}/{}@{}", self.published(&id.0), id.1)
    }

    fn published<'a>(&'a self, name: &'a str) -> &'a str {
        self.workspace.member(name).map_or(name, |member| &member.package)
    }
}

#[cfg(test)]
mod tests {
    use super::{Id, Tree};

    fn id(name: &str) -> Id {
        (name.into(), "1.0.0".into())
    }

    #[test]
    fn a_tree_has_each_edge_once() {
        let text = "0 a v1.0.0 (/folder/a)\n1 b v1.0.0\n2 c v1.0.0 (proc-macro)\n1 d v1.0.0\n\
                    2 b v1.0.0 (*)\n2 c v1.0.0 (proc-macro) (*)\n";
        let tree = Tree::parse(text).unwrap();
        assert_eq!(tree.root, id("a"));
        let edges: Vec<(Id, Vec<Id>)> =
            tree.edges.into_iter().map(|(from, to)| (from, to.into_iter().collect())).collect();
        let expected = vec![
            (id("a"), vec![id("b"), id("d")]),
            (id("b"), vec![id("c")]),
            (id("c"), vec![]),
            (id("d"), vec![id("b"), id("c")]),
        ];
        assert_eq!(edges, expected);
    }

    #[test]
    fn what_is_no_tree_is_an_error() {
        let error = |text| Tree::parse(text).unwrap_err().to_string();
        assert_eq!(error("a 1.0"), "expected a depth, a name and a version, found `a 1.0`");
        assert_eq!(error(""), "expected a tree, found nothing");
    }
}
