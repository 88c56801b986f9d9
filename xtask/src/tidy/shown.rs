//! Every public item is shown in an example that is run.
//!
//! Examples are the blocks of Rust in the documentation of a crate, in its README, in the README of
//! the repository and in the guide, and the programs in `examples/`; not those that rustdoc leaves
//! alone (`ignore`, `text`) or wants to fail (`compile_fail`). An example shows each item whose name its
//! code says, comments aside: a type or function by itself; a method, or what is named with its module,
//! after `.` or `::`, in the documentation of the same file or beside the name of the type or module.
//! That it stands in the documentation of an item does not do: it may be about something else.

use std::collections::HashSet;
use std::path::Path;

use super::public::{self, Item};
use crate::markdown::{Block, blocks};
use crate::run::Outcome;
use crate::shell;
use crate::workspace::{Crate, files, read};

/// The functions of a module that serde calls where an attribute names the module.
const NAMED_BY_MODULE: [&str; 2] = ["serialize", "deserialize"];

/// What an example says.
struct Example {
    /// The file that it is in, from the top folder.
    file: String,
    words: HashSet<String>,
    /// The words that follow `.`, `::` or `fn`.
    members: HashSet<String>,
    /// The words of lines that rustdoc hides: they show nothing, and still tell what it is about.
    hidden: HashSet<String>,
}

/// The items of all libraries that no example shows.
pub(crate) fn breaches(crates: &[Crate]) -> Outcome<Vec<String>> {
    let mut examples = Vec::new();
    for krate in crates {
        for file in files(&krate.folder.join("src"), "rs")? {
            examples.extend(examples_of_docs(&name(&file), &read(&file)?));
        }
        let programs = krate.folder.join("examples");
        for file in if programs.is_dir() { files(&programs, "rs")? } else { Vec::new() } {
            let program = read(&file)?;
            examples.push(Example::new(name(&file), program.lines()));
        }
        let readme = krate.folder.join("README.md");
        // The rules of documents name one that is not there.
        if readme.is_file() {
            examples.extend(examples_of(&name(&readme), &read(&readme)?));
        }
    }
    let mut documents = files(&shell::top().join("docs"), "md")?;
    documents.push(shell::top().join("README.md"));
    for file in documents {
        examples.extend(examples_of(&name(&file), &read(&file)?));
    }

    let mut breaches = Vec::new();
    for krate in crates.iter().filter(|krate| is_library(krate)) {
        for file in files(&krate.folder.join("src"), "rs")? {
            let source = read(&file)?;
            let items = public::items(&source, public_module(&file)?.as_deref());
            breaches.extend(not_shown(&krate.name, &name(&file), &items, &examples));
        }
    }
    Ok(breaches)
}

/// Whether others depend on it: not a program, nor the part of another language's package.
fn is_library(krate: &Crate) -> bool {
    krate.folder.join("src/lib.rs").is_file() && krate.package_value("publish") != Some("false")
}

fn not_shown(krate: &str, file: &str, items: &[Item], examples: &[Example]) -> Vec<String> {
    let folder = format!("crates/{krate}/");
    let about: Vec<&Example> = examples
        .iter()
        .filter(|example| example.file.starts_with(&folder) || example.is_about(krate))
        .collect();
    let mut breaches = Vec::new();
    for item in items {
        let shown = |example: &&Example| match &item.within {
            None => example.words.contains(&item.name),
            Some(within) if NAMED_BY_MODULE.contains(&item.name.as_str()) => {
                example.members.contains(within)
            }
            Some(within) => {
                example.members.contains(&item.name)
                    && (example.file == file || example.is_about(within))
            }
        };
        if !about.iter().any(shown) {
            let within = item.within.iter().map(|within| format!("{within}::"));
            let name: String = within.chain([item.name.clone()]).collect();
            breaches.push(format!("{file}:{}: no example shows {name}", item.line));
        }
    }
    breaches
}

/// The name of a file that is a public module of its crate.
fn public_module(file: &Path) -> Outcome<Option<String>> {
    let (Some(stem), Some(folder)) = (file.file_stem().and_then(|s| s.to_str()), file.parent())
    else {
        return Ok(None);
    };
    let parent =
        if folder.ends_with("src") { folder.join("lib.rs") } else { folder.with_extension("rs") };
    let declared = format!("pub mod {stem};");
    let is_public = parent.is_file() && read(&parent)?.lines().any(|line| line.trim() == declared);
    Ok(is_public.then(|| stem.to_owned()))
}

/// The examples in the documentation of a source.
fn examples_of_docs(file: &str, source: &str) -> Vec<Example> {
    let docs = source.lines().map(|line| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        text.map_or("", |text| text.strip_prefix(' ').unwrap_or(text))
    });
    examples_of(file, &docs.collect::<Vec<_>>().join("\n"))
}

/// The examples in a text.
fn examples_of(file: &str, text: &str) -> Vec<Example> {
    let rust = blocks(text).into_iter().filter(Block::is_rust);
    rust.map(|block| Example::new(file.to_owned(), block.lines.into_iter())).collect()
}

impl Example {
    fn new<'a>(file: String, lines: impl Iterator<Item = &'a str>) -> Self {
        let (words, members, hidden) = (HashSet::new(), HashSet::new(), HashSet::new());
        let mut example = Self { file, words, members, hidden };
        for line in lines {
            let line = without_comment(line);
            match line.trim_start().strip_prefix("# ") {
                Some(hidden) => example.read(hidden, true),
                None => example.read(line, false),
            }
        }
        example
    }

    fn is_about(&self, name: &str) -> bool {
        self.words.contains(name) || self.hidden.contains(name)
    }

    fn read(&mut self, line: &str, hidden: bool) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let mut rest = line;
        let mut before = String::new();
        while let Some(start) = rest.find(is_word) {
            before.push_str(&rest[..start]);
            rest = &rest[start..];
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let before_word = before.trim_end();
            let is_member = before_word.ends_with("::")
                || before_word.ends_with('.') && !before_word.ends_with("..")
                || before_word == "fn";
            if hidden {
                self.hidden.insert(word.to_owned());
            } else {
                self.words.insert(word.to_owned());
                self.members.extend(is_member.then(|| word.to_owned()));
            }
            before = if word == "fn" { word.to_owned() } else { String::new() };
            rest = after;
        }
    }
}

/// A line up to its comment. What has no space before it may be a part of an address.
fn without_comment(line: &str) -> &str {
    if line.trim_start().starts_with("//") {
        return "";
    }
    line.split_once(" //").map_or(line, |(code, _)| code)
}

/// A file's name from the top folder.
fn name(file: &Path) -> String {
    file.strip_prefix(shell::top()).unwrap_or(file).display().to_string()
}

#[cfg(test)]
mod tests {
    use super::{Example, examples_of, examples_of_docs, not_shown};
    use crate::tidy::public;
    use crate::workspace::Crate;

    const FILE: &str = "crates/idnew/src/id.rs";
    const SOURCE: &str = "\
/// ```
/// # hidden();
/// let id = Id::new(); // hidden(), id.get()
/// // hidden();
/// ```
pub struct Id;
impl Id {
    pub fn new() -> Self {}
    pub fn get(&self) {}
}
pub fn hidden() {}
pub fn shown() {}
";

    fn breaches(more: Vec<Example>) -> Vec<String> {
        let mut examples = examples_of_docs(FILE, SOURCE);
        examples.extend(more);
        not_shown("idnew", FILE, &public::items(SOURCE, None), &examples)
    }

    #[test]
    fn what_no_example_shows_is_named() {
        let hidden = format!("{FILE}:11: no example shows hidden");
        let shown = format!("{FILE}:12: no example shows shown");
        let get = format!("{FILE}:9: no example shows Id::get");
        assert_eq!(breaches(Vec::new()), [get.clone(), hidden.clone(), shown]);

        // A document has to name the crate; a method alone may be another type's.
        let other = examples_of("docs/a.md", "```rust\nother::shown(id.get());\n```\n");
        assert_eq!(breaches(other).len(), 3);
        let ours = examples_of("docs/a.md", "```rust\nidnew::shown(id.get());\n```\n");
        assert_eq!(breaches(ours), [get, hidden.clone()]);
        let typed = "```\nlet id: idnew::Id = a; id.get(); idnew::shown();\n```\n";
        assert_eq!(breaches(examples_of("docs/a.md", typed)), [hidden]);
        // Other languages are no examples, nor is what rustdoc does not run or wants to fail.
        for language in ["text", "ignore", "compile_fail", "rust,ignore"] {
            let text = format!("```{language}\nidnew::shown(), idnew::hidden(), Id::get\n```\n");
            assert_eq!(breaches(examples_of("docs/a.md", &text)).len(), 3, "{language}");
        }
    }

    #[test]
    fn an_example_of_its_own_says_the_name_too() {
        let found = |block: &str| {
            let source = format!("/// ```\n/// {block}\n/// ```\npub struct Error;\n");
            let examples = examples_of_docs(FILE, &source);
            not_shown("idnew", FILE, &public::items(&source, None), &examples).len()
        };
        assert_eq!(found("let error = f(\"https://a\").unwrap_err();"), 1);
        assert_eq!(found("let error: Error = f(\"https://a\").unwrap_err();"), 0);
    }

    #[test]
    fn a_crate_without_a_readme_is_left_to_the_rules_of_documents() {
        let folder = std::env::temp_dir().join(format!("xtask-readme-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src")).unwrap();
        std::fs::write(folder.join("src/lib.rs"), "pub fn own_function() {}\n").unwrap();
        let krate = Crate { name: "idnew".into(), folder: folder.clone(), manifest: String::new() };
        let file = folder.join("src/lib.rs").display().to_string();
        let expected = [format!("{file}:1: no example shows own_function")];
        assert_eq!(super::breaches(&[krate]).unwrap(), expected);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn members_are_told_from_other_words() {
        let example = Example::new("a".into(), "impl A { fn b() } c.d(); e::f(0..g)".lines());
        let mut members: Vec<_> = example.members.iter().map(String::as_str).collect();
        members.sort_unstable();
        assert_eq!(members, ["b", "d", "f"]);
        assert!(example.words.contains("g"));
    }
}
