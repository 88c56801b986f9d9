//! The rules of documents: links lead somewhere, the guide is whole, and its examples are run.

use std::fs;
use std::path::{Path, PathBuf};

use crate::markdown::{Block, anchors, blocks, links};
use crate::run::Outcome;
use crate::workspace::{Crate, files};

/// The guide's folder, as mdBook takes it, and its table of contents.
const GUIDE: &str = "docs";
const SUMMARY: &str = "SUMMARY.md";
/// What has the examples in Rust as tests.
const DOCUMENTS: &str = "xtask/documents/src/lib.rs";
/// Languages of blocks in the guide that nothing runs: they are no examples of this project's.
const NOT_RUN: [&str; 3] = ["text", "sh", "toml"];

/// What the Markdown files under `top` break.
pub(crate) fn breaches(top: &Path, crates: &[Crate]) -> Outcome<Vec<String>> {
    let mut breaches = Vec::new();
    let summary = read(&top.join(GUIDE).join(SUMMARY));
    let chapters: Vec<String> = links(&summary).into_iter().map(|(_, target)| target).collect();
    let documents = read(&top.join(DOCUMENTS));
    for file in files(top, "md")? {
        let name = file.strip_prefix(top).unwrap_or(&file).display().to_string();
        let text = whole(&file);
        breaches.extend(link_breaches(top, &file, &name, &text));
        if let Some(chapter) = name.strip_prefix("docs/") {
            if chapter != SUMMARY && !chapters.iter().any(|listed| listed == chapter) {
                breaches.push(format!("{name}: it is not in {GUIDE}/{SUMMARY}"));
            }
            breaches.extend(block_breaches(&name, &blocks(&text)));
        }
        let is_tested = name.starts_with("docs/") || name == "README.md";
        if is_tested && has_examples(&text) && !documents.contains(&format!("/{name}\")")) {
            breaches.push(format!("{name}: its examples are no tests, see {DOCUMENTS}"));
        }
    }
    for krate in crates {
        let readme = read(&krate.folder.join("README.md"));
        let lib = read(&krate.folder.join("src/lib.rs"));
        let name = format!("crates/{}/README.md", krate.name);
        if readme.is_empty() {
            breaches.push(format!("{name}: it is not there"));
        } else if has_examples(&readme) && !lib.contains("include_str!(\"../README.md\")") {
            breaches.push(format!("{name}: its examples are no tests, see the end of idcore's"));
        }
    }
    Ok(breaches)
}

/// The text of a file; of one that is not there, none.
fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_default()
}

fn has_examples(text: &str) -> bool {
    blocks(text).iter().any(|block| block.language.starts_with("rust"))
}

/// Each relative link names a file, and an anchor in it where it has one.
fn link_breaches(top: &Path, file: &Path, name: &str, text: &str) -> Vec<String> {
    let mut breaches = Vec::new();
    let folder = file.parent().unwrap_or(top);
    for (line, target) in links(text) {
        if target.contains("://") || target.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let place = if path.is_empty() { file.to_owned() } else { folder.join(path) };
        let mut breach = |why: &str| breaches.push(format!("{name}:{line}: {target}: {why}"));
        if !place.exists() {
            breach("there is no such file");
        } else if !anchor.is_empty() && !anchors(&whole(&place)).iter().any(|a| a == anchor) {
            breach("there is no such heading");
        } else if name.starts_with("docs/") && path.starts_with("..") {
            breach("a link of the guide leaves it, which mdBook does not follow");
        }
    }
    breaches
}

/// A text with what mdBook includes in it, whose links are then links of this file.
fn whole(file: &Path) -> String {
    let mut text = String::new();
    for line in read(file).lines() {
        let included = line.strip_prefix("{{#include ").and_then(|rest| rest.strip_suffix("}}"));
        match (included, file.parent()) {
            (Some(path), Some(folder)) => text.push_str(&read(&PathBuf::from(folder).join(path))),
            _ => text.push_str(line),
        }
        text.push('\n');
    }
    text
}

/// Each block of the guide is run by something, or is of a kind that cannot be.
fn block_breaches(name: &str, blocks: &[Block<'_>]) -> Vec<String> {
    let mut breaches = Vec::new();
    for Block { line, language, above, .. } in blocks {
        let why = match *language {
            // Tests of `idcli` run these.
            "console" => continue,
            "js" if above.starts_with("<!-- example: ") => continue,
            "js" => "a comment above has to say which test runs it: `<!-- example: node -->`",
            "sql" if above.starts_with("<!-- sql: ") => continue,
            "sql" => "a comment above has to name the constant with it: `<!-- sql: PATH -->`",
            _ if language.starts_with("rust") => continue,
            _ if NOT_RUN.contains(language) => continue,
            _ => "nothing runs a block of this language",
        };
        breaches.push(format!("{name}:{line}: `{language}`: {why}"));
    }
    breaches
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{DOCUMENTS, breaches};
    use crate::workspace::Crate;

    /// A repository in a folder of its own.
    struct Repository(PathBuf);

    impl Repository {
        fn new(test: &str, documents: &[(&str, &str)]) -> Self {
            let top = std::env::temp_dir().join(format!("xtask-{test}-{}", std::process::id()));
            for (name, text) in documents {
                let file = top.join(name);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, text).unwrap();
            }
            Self(top)
        }

        fn breaches(&self, crates: &[Crate]) -> Vec<String> {
            breaches(&self.0, crates).unwrap()
        }
    }

    impl Drop for Repository {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        let files = [
            ("README.md", "# Top\n[a](docs/a.md#part-1) [b](docs/b.md) [c](#top) [d](#bottom)\n"),
            ("docs/a.md", "## Part 1\n[e](https://e.org) [f](../README.md) [g](all.md#top)\n"),
            ("docs/all.md", "{{#include ../CHANGES.md}}\n[h](a.md#part-2)\n"),
            ("CHANGES.md", "# Top\n[i](README.md)\n"),
            ("docs/SUMMARY.md", "- [a](a.md)\n- [all](all.md)\n"),
        ];
        let expected = [
            "README.md:2: docs/b.md: there is no such file",
            "README.md:2: #bottom: there is no such heading",
            "docs/a.md:2: ../README.md: a link of the guide leaves it, which mdBook does not follow",
            "docs/all.md:2: README.md: there is no such file",
            "docs/all.md:4: a.md#part-2: there is no such heading",
        ];
        assert_eq!(Repository::new("links", &files).breaches(&[]), expected);
    }

    #[test]
    fn chapters_are_listed_and_their_examples_run() {
        let files = [
            ("docs/SUMMARY.md", "- [a](a.md)\n"),
            ("docs/a.md", "```rust\n```\n```js\n```\n```sql\n```\n```python\n```\n"),
            ("docs/b.md", "<!-- example: node -->\n```js\n```\n<!-- sql: A -->\n```sql\n```\n"),
            ("docs/c.md", "```console\n```\n```rust,no_run\n```\n"),
            (DOCUMENTS, "include_str!(\"../../../docs/c.md\")"),
        ];
        let expected = [
            "docs/a.md:3: `js`: a comment above has to say which test runs it: \
             `<!-- example: node -->`",
            "docs/a.md:5: `sql`: a comment above has to name the constant with it: \
             `<!-- sql: PATH -->`",
            "docs/a.md:7: `python`: nothing runs a block of this language",
            "docs/a.md: its examples are no tests, see xtask/documents/src/lib.rs",
            "docs/b.md: it is not in docs/SUMMARY.md",
            "docs/c.md: it is not in docs/SUMMARY.md",
        ];
        assert_eq!(Repository::new("guide", &files).breaches(&[]), expected);
    }

    #[test]
    fn a_crate_has_a_readme_whose_examples_are_tests() {
        let files =
            [("crates/b/README.md", "```rust\n```\n"), ("crates/b/src/lib.rs", "//! Docs.\n")];
        let repository = Repository::new("readmes", &files);
        let krate = |name: &str| Crate {
            name: name.into(),
            folder: repository.0.join("crates").join(name),
            manifest: String::new(),
        };
        let expected = [
            "crates/a/README.md: it is not there",
            "crates/b/README.md: its examples are no tests, see the end of idcore's",
        ];
        assert_eq!(repository.breaches(&[krate("a"), krate("b")]), expected);
    }
}
