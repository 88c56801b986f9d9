//! The rule of names: what users are told to write in `Cargo.toml` has the name on the registry.

use std::path::Path;

use crate::manifest;
use crate::markdown::{Block, blocks};
use crate::run::Outcome;
use crate::workspace::{self, files, read};

/// Where users are told what to write.
const TOLD: [&str; 2] = ["crates", "docs"];
/// Commands that take crates from the registry.
const COMMANDS: [&str; 2] = ["cargo add ", "cargo install "];
/// What ends a command within a line.
const COMMAND_ENDS: [char; 6] = ['`', '&', ';', '|', '#', '"'];
/// Options of theirs whose value is the next word, and could pass for a crate.
const VALUED: [&str; 8] =
    ["--features", "-F", "--rename", "--package", "-p", "--target", "--registry", "--version"];

/// The lines that name a crate under a name that is somebody else's on the registry.
pub(super) fn breaches(top: &Path) -> Outcome<Vec<String>> {
    let names = workspace::registry_names(&read(&top.join("Cargo.toml"))?);
    let mut told = vec![top.join("README.md")];
    for folder in TOLD {
        for ending in ["md", "rs"] {
            told.extend(files(&top.join(folder), ending)?);
        }
    }
    let mut breaches = Vec::new();
    for file in told {
        let name = file.strip_prefix(top).unwrap_or(&file).display().to_string();
        breaches.extend(text_breaches(&name, &read(&file)?, &names));
    }
    Ok(breaches)
}

fn text_breaches(file: &str, text: &str, names: &[(String, String)]) -> Vec<String> {
    let lines: Vec<&str> =
        text.lines().map(|line| line.trim_start().trim_start_matches(['/', '!']).trim()).collect();
    let text = lines.join("\n");
    let blocks = blocks(&text);
    let is_manifest = |block: &&Block<'_>| block.language.split(',').next() == Some("toml");
    // The crates that users are told to take, with the numbers of the lines.
    let mut told: Vec<(usize, String)> = Vec::new();
    for (number, line) in (1..).zip(&lines) {
        told.extend(added(line).into_iter().map(|name| (number, name)));
        let in_block =
            |block: &Block<'_>| (1..=block.lines.len()).any(|n| block.line + n == number);
        // A manifest is read as a whole, since one line of it may not tell what it belongs to.
        if !blocks.iter().filter(is_manifest).any(in_block) {
            told.extend(line.split('`').flat_map(depended_on).map(|name| (number, name)));
        }
    }
    for block in blocks.iter().filter(is_manifest) {
        for name in depended_on(&block.lines.join("\n")) {
            let at = block.lines.iter().position(|line| line.contains(&name)).unwrap_or_default();
            told.push((block.line + 1 + at, name));
        }
    }
    told.sort();
    let mut breaches = Vec::new();
    for (number, name) in told {
        for (source, registry) in names.iter().filter(|(source, _)| *source == name) {
            breaches.push(format!("{file}:{number}: on the registry `{source}` is `{registry}`"));
        }
    }
    breaches
}

/// The crates that a part of a manifest takes from the registry.
fn depended_on(text: &str) -> Vec<String> {
    if !text.contains('=') {
        return Vec::new();
    }
    let mut found = manifest::dependencies(text);
    found.extend(manifest::dependencies(&format!("[dependencies]\n{text}")));
    found.extend(manifest::workspace_dependencies(text));
    found.retain(|dependency| dependency.version.is_some() && !dependency.by_path);
    found.into_iter().map(|dependency| dependency.package).collect()
}

/// The crates that the commands in a line take from the registry.
fn added(line: &str) -> Vec<String> {
    let mut added = Vec::new();
    for start in COMMANDS {
        for rest in line.split(start).skip(1) {
            let command = rest.split(COMMAND_ENDS).next().unwrap_or_default();
            let is_elsewhere = |word: &str| word.starts_with("--path") || word.starts_with("--git");
            if command.split_whitespace().any(is_elsewhere) {
                continue;
            }
            let mut words = command.split_whitespace();
            while let Some(word) = words.next() {
                if VALUED.contains(&word) {
                    words.next();
                } else if !word.starts_with('-') {
                    // A version may follow, or the end of a sentence.
                    let name = word.split(['@', ',', '.', ':', ')']).next().unwrap_or_default();
                    added.push(name.to_owned());
                }
            }
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::text_breaches;

    fn breaches(text: &str) -> Vec<String> {
        text_breaches("a.md", text, &[("b".into(), "b-crate".into())])
    }

    #[test]
    fn a_name_that_is_somebody_elses_is_found() {
        for text in [
            "b = \"1\"",
            "//! b = \"1\"",
            "b = { version = \"1\" }",
            "b = { default-features = false, version = \"0.1\" }",
            "Write `b = \"1\"` there.",
            "b.version = \"1\" # a comment",
            "c = { package = \"b\", version = \"1\" }",
            "cargo add b",
            "$ cargo add b@0.1 && cargo build",
            "cargo add b --no-default-features",
            "cargo add a b",
            "cargo add --features a,c b",
            "/// Call `cargo add b`, or not.",
            "cargo install --locked b",
        ] {
            assert_eq!(breaches(text), ["a.md:1: on the registry `b` is `b-crate`"], "{text}");
        }
        for text in [
            "b = { package = \"b-crate\", version = \"1\" }",
            "b = { package = \"b-crate\", default-features = false, version = \"1\" }",
            "b = { path = \"../b\" }",
            "bb = \"1\"",
            "let b = 1;",
            "cargo add b-crate",
            "cargo add b-crate --rename b # b",
            "cargo add b --path ../b",
            "`cargo add a` brings b",
        ] {
            assert!(breaches(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_manifest_is_read_as_a_whole() {
        let wrong = "```toml\n[dependencies]\na = \"1\"\n[dependencies.b]\nversion = \"1\"\n```\n";
        assert_eq!(breaches(wrong), ["a.md:4: on the registry `b` is `b-crate`"]);
        let wrong = "/// ```toml\n/// [workspace.dependencies]\n/// b = \"1\"\n/// ```\n";
        assert_eq!(breaches(wrong), ["a.md:3: on the registry `b` is `b-crate`"]);
        let right = "```toml\n[features]\nb = [\"dep:b\"]\n[dependencies.b]\nversion = \"1\"\n\
                     package = \"b-crate\"\n[other]\nb = \"1\"\n```\n";
        assert!(breaches(right).is_empty());
    }
}
