//! The parts of documents that follow from manifests and from this program.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::Made;
use crate::markdown::blocks;
use crate::run::{Outcome, failed};
use crate::tidy::LAYERS;
use crate::workspace::{self, Crate, files, read};

/// A part of a document, between two comments.
struct Block {
    file: &'static str,
    name: &'static str,
    make: fn(&[Crate]) -> String,
}

const BLOCKS: [Block; 2] = [
    Block { file: "README.md", name: "crates", make: table_of_crates },
    Block { file: "CONTRIBUTING.md", name: "commands", make: |_| list_of_commands() },
];

/// The documents, with their blocks and versions made anew.
pub(super) fn make(top: &Path, crates: &[Crate]) -> Outcome<Made> {
    let mut made = Made::new();
    let versions = workspace::versions(&read(&top.join("Cargo.toml"))?);
    for file in files(top, "md")? {
        let name = file.strip_prefix(top).unwrap_or(&file).display().to_string();
        let mut text = read(&file)?;
        for block in BLOCKS.iter().filter(|block| block.file == name) {
            text = with_block(&name, &text, block.name, &(block.make)(crates))?;
        }
        made.insert(name, with_versions(&text, &versions));
    }
    Ok(made)
}

/// The text with the lines between the two comments of a block replaced.
fn with_block(file: &str, text: &str, name: &str, lines: &str) -> Outcome<String> {
    let begin = format!("<!-- begin {name}: made by `cargo xtask codegen`, do not edit -->\n");
    let end = format!("<!-- end {name} -->\n");
    let parts = text.split_once(&begin).and_then(|(before, rest)| {
        rest.split_once(&end).map(|(_, after)| [before, &begin, lines, &end, after].concat())
    });
    match parts {
        Some(text) => Ok(text),
        None => failed(format!("{file}: it has no block between\n{begin}and\n{end}")),
    }
}

/// The crates, in the order in which they depend on each other.
fn table_of_crates(crates: &[Crate]) -> String {
    let mut table = "| crate | what it is | features |\n| --- | --- | --- |\n".to_owned();
    let layers = LAYERS.iter().filter_map(|name| crates.iter().find(|krate| krate.name == **name));
    for krate in layers {
        let Crate { name, .. } = krate;
        let description = krate.package_value("description").unwrap_or_default();
        let description = description.trim_end_matches('.');
        let defaults = krate.default_features();
        let features: Vec<String> = krate
            .features()
            .into_iter()
            .map(|feature| {
                let default = if defaults.contains(&feature) { " (default)" } else { "" };
                format!("`{feature}`{default}")
            })
            .collect();
        let cells = [format!("[`{name}`](crates/{name})"), description.into(), features.join(", ")];
        // An empty cell is one space wide.
        let row = cells.map(|cell| if cell.is_empty() { " ".into() } else { format!(" {cell} ") });
        // Writing to a `String` does not fail.
        let _ = writeln!(table, "|{}|", row.join("|"));
    }
    table
}

/// What `cargo xtask help` prints.
fn list_of_commands() -> String {
    format!("```text\n{}```\n", crate::help())
}

/// The text with the versions in its examples of manifests as they are in the workspace, to as many
/// places as the example has.
fn with_versions(text: &str, versions: &BTreeMap<String, String>) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for block in blocks(text).iter().filter(|block| block.language == "toml") {
        // The block's first line follows its fence, whose number counts from 1.
        for line in lines.iter_mut().skip(block.line).take(block.lines.len()) {
            let Some((name, value)) = line.split_once(" = ") else { continue };
            let version = value.strip_prefix('"').or_else(|| value.split("version = \"").nth(1));
            let version = version.and_then(|rest| rest.split_once('"')).map(|(version, _)| version);
            if let (Some(version), Some(actual)) = (version, versions.get(name)) {
                let places = version.split('.').count();
                let new: Vec<&str> = actual.split('.').take(places).collect();
                let value = value.replacen(&format!("\"{version}\""), &quoted(&new.join(".")), 1);
                *line = format!("{name} = {value}");
            }
        }
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    lines.join("\n") + end
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;

    use super::{table_of_crates, with_block, with_versions};
    use crate::workspace::{Crate, versions};

    fn krate(name: &str, description: &str, features: &str) -> Crate {
        let manifest =
            format!("[package]\ndescription = \"{description}\"\n\n[features]\n{features}\n");
        Crate { name: name.into(), folder: PathBuf::new(), manifest }
    }

    #[test]
    fn crates_are_listed_in_the_order_of_their_layers() {
        let crates = [
            krate("idcli", "A tool.", ""),
            krate(
                "idgen",
                "Generators.",
                "default = [\"std\"]\n# x = []\nstd = []\njs = [\"std\"]",
            ),
        ];
        assert_eq!(
            table_of_crates(&crates),
            "| crate | what it is | features |\n| --- | --- | --- |\n\
             | [`idgen`](crates/idgen) | Generators | `std` (default), `js` |\n\
             | [`idcli`](crates/idcli) | A tool | |\n"
        );
    }

    #[test]
    fn a_block_is_replaced_between_its_comments() {
        let begin = "<!-- begin a: made by `cargo xtask codegen`, do not edit -->\n";
        let text = format!("before\n{begin}old\n<!-- end a -->\nafter\n");
        let expected = format!("before\n{begin}new\n<!-- end a -->\nafter\n");
        assert_eq!(with_block("a.md", &text, "a", "new\n"), Ok(expected));
        for text in ["", begin, "<!-- begin a -->\nold\n<!-- end a -->\n"] {
            let failure = with_block("a.md", text, "a", "new\n").unwrap_err().to_string();
            assert!(
                failure.starts_with("a.md: it has no block between\n<!-- begin a: "),
                "{failure}"
            );
        }
    }

    #[test]
    fn versions_in_examples_follow_the_workspace() {
        let manifest = "\
[workspace.package]
version = \"0.2.1\"

[workspace.dependencies]
idgen = { path = \"crates/idgen\", version = \"0.2.1\" }
# sqlx = \"0.1\"
sqlx = { version = \"0.10.3\", default-features = false }
toml = \"2\"
scru128 = \"=1.0.0\"
";
        let versions: BTreeMap<_, _> = versions(manifest);
        assert_eq!(versions["scru128"], "1.0.0");
        let text = "\
idgen = \"0.1\"
```toml
[dependencies]
idgen = \"0.1\"
sqlx = { version = \"0.9\", features = [\"sqlite\"] }
toml = \"2\"
other = \"0.1\"
```
";
        let expected = text
            .replace("]\nidgen = \"0.1\"", "]\nidgen = \"0.2\"")
            .replace("version = \"0.9\"", "version = \"0.10\"");
        assert_eq!(with_versions(text, &versions), expected);
        assert_eq!(with_versions(&expected, &versions), expected);
    }
}
