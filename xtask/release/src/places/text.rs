//! Versions of the crates in documents: what tells a user what to write into a manifest or to type.
//!
//! A name counts only as a whole word, and a dependency that names a `package` is one on that alone,
//! so that no stranger's crate and no version twice is taken.

use std::ops::Range;

use super::Names;

/// Words after which a name is a variable of a program, not the key of a manifest.
const DECLARATIONS: [&str; 6] = ["let", "mut", "const", "static", "var", "final"];

/// A version in a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mention {
    /// The name that it belongs to.
    pub(super) name: String,
    /// The bytes of the version, without operators.
    pub(super) range: Range<usize>,
    /// Whether it is what a manifest asks for, not one version to be fetched.
    pub(super) is_requirement: bool,
}

/// A table `[dependencies.NAME]`, and what its lines have said so far.
struct Table<'a> {
    package: &'a str,
    version: Option<Range<usize>>,
}

impl Table<'_> {
    fn mention(self, names: &Names) -> Option<Mention> {
        let name = self.package.to_owned();
        let range = self.version.filter(|_| names.has(&name))?;
        Some(Mention { name, range, is_requirement: true })
    }
}

/// All mentions in a document, in their order, each once. In code, only its documentation counts.
pub(super) fn mentions(text: &str, is_code: bool, names: &Names) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut table: Option<Table<'_>> = None;
    let mut start = 0;
    for whole in text.split_inclusive('\n') {
        let line = whole.trim_end();
        let comment = ["//!", "///"].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
        let content = if is_code { comment.unwrap_or("") } else { line }.trim_start();
        let at = start + line.len() - content.len();
        let header = header(content);
        let dependency = header.and_then(dependency);
        if header.is_some() || content.starts_with("```") || (is_code && comment.is_none()) {
            found.extend(table.take().and_then(|table| table.mention(names)));
            table = dependency.map(|package| Table { package, version: None });
        } else if let Some(Table { package, version }) = &mut table {
            if let Some((at_value, value)) = value_of(content, "version")
                && content.starts_with("version")
            {
                *version = version_at(value).map(|found| shifted(found, at + at_value));
            } else if let Some((_, value)) = value_of(content, "package")
                && content.starts_with("package")
            {
                *package = value.split('"').next().unwrap_or_default();
            }
        }
        found.extend(
            in_line(content, names)
                .into_iter()
                .map(|mention| Mention { range: shifted(mention.range, at), ..mention }),
        );
        start += whole.len();
    }
    found.extend(table.and_then(|table| table.mention(names)));
    found.sort_by_key(|mention| mention.range.start);
    found.dedup_by_key(|mention| mention.range.start);
    found
}

/// The name of the table of a manifest that a line begins.
fn header(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix('[')?.split_once(']')?;
    // Else it is a link of a document.
    let is_alone = rest.trim_start().is_empty() || rest.trim_start().starts_with('#');
    is_alone.then_some(name)
}

/// The crate, where the table of this name is one dependency.
fn dependency(table: &str) -> Option<&str> {
    let (owner, name) = table.rsplit_once('.')?;
    owner.trim_end().ends_with("dependencies").then(|| name.trim().trim_matches(['"', '\'']))
}

fn in_line(line: &str, names: &Names) -> Vec<Mention> {
    let mut found = installed(line, names);
    for word in words(line) {
        let (name, rest) = (&line[word.clone()], &line[word.end..]);
        let mut add = |at: usize, text: &str, name: &str, is_requirement: bool| {
            if let Some(range) = version_at(text).filter(|_| names.has(name)) {
                let (name, range) = (name.to_owned(), shifted(range, at));
                found.push(Mention { name, range, is_requirement });
            }
        };
        let at = |text: &str| line.len() - text.len();
        if let Some(version) = rest.strip_prefix('@') {
            add(at(version), version, name, false);
            continue;
        }
        let before = line[..word.start].trim_end().rsplit(|c: char| !is_part(c)).next();
        let is_declared = line[..word.start].ends_with(char::is_whitespace)
            && before.is_some_and(|word| DECLARATIONS.contains(&word));
        let Some(value) = assigned(rest).filter(|_| !is_declared) else { continue };
        if let Some(version) = value.strip_prefix('"') {
            add(at(version), version, name, true);
        } else if let Some(inline) = value.strip_prefix('{') {
            let inline = &inline[..inline.find('}').unwrap_or(inline.len())];
            let package =
                value_of(inline, "package").and_then(|(_, value)| value.split('"').next());
            if let Some((at_value, version)) = value_of(inline, "version") {
                let start = line.len() - value.len() + 1 + at_value;
                add(start, version, package.unwrap_or(name), true);
            }
        }
    }
    found
}

/// What follows `name =`, `"name":` or `name.version =`.
fn assigned(rest: &str) -> Option<&str> {
    let (rest, quoted) = rest.strip_prefix('"').map_or((rest, false), |rest| (rest, true));
    let rest = rest.strip_prefix(".version").unwrap_or(rest).trim_start();
    let value = rest.strip_prefix('=').or_else(|| rest.strip_prefix(':').filter(|_| quoted))?;
    Some(value.trim_start())
}

/// The versions in `cargo install NAME --version 1.2.3`, where one of the names is one of the crates.
fn installed(line: &str, names: &Names) -> Vec<Mention> {
    let mut found = Vec::new();
    for verb in ["cargo install ", "cargo add "] {
        for (start, _) in line.match_indices(verb) {
            let call = &line[start..];
            let call = &call[..call.find(['`', ';', '&', '|', '#', '<']).unwrap_or(call.len())];
            let Some(name) = call.split_whitespace().find(|word| names.has(word)) else { continue };
            for option in ["--version", "--vers"] {
                let option = call.match_indices(option).map(|(at, option)| at + option.len());
                for at in option.filter(|at| call[*at..].starts_with([' ', '='])) {
                    let value = call[at + 1..].trim_start_matches([' ', '"', '\'']);
                    let at = start + call.len() - value.len();
                    found.extend(version_at(value).map(|range| Mention {
                        name: name.to_owned(),
                        range: shifted(range, at),
                        is_requirement: false,
                    }));
                }
            }
        }
    }
    found
}

/// The text after the opening quote of a key's value, and where it begins.
fn value_of<'a>(text: &'a str, key: &str) -> Option<(usize, &'a str)> {
    words(text).into_iter().filter(|word| text[word.clone()] == *key).find_map(|word| {
        let rest = text[word.end..].trim_start().strip_prefix('=')?;
        let value = rest.trim_start().strip_prefix('"')?;
        Some((text.len() - value.len(), value))
    })
}

/// The words of a line, as names of crates are written.
fn words(line: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut from = 0;
    while let Some(start) = line[from..].find(is_part).map(|at| from + at) {
        let end = line[start..].find(|c| !is_part(c)).map_or(line.len(), |len| start + len);
        words.push(start..end);
        from = end;
    }
    words
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-')
}

/// Where a text that begins with a version, or with an operator and a version, has it.
fn version_at(text: &str) -> Option<Range<usize>> {
    let version = text.trim_start_matches(['=', '^', '~', '>', '<', ' ']);
    let is_version = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let len = version.find(|c| !is_version(c)).unwrap_or(version.len());
    let found = version[..len].trim_end_matches(['.', '-']);
    let numbers = found.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<&str> = numbers.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    // A long number alone is an id or a count.
    let fits = numbers.len() <= 3 && (numbers.len() > 1 || found.len() <= 3);
    let start = text.len() - version.len();
    (fits && numbers.iter().all(is_number)).then_some(start..start + found.len())
}

fn shifted(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

#[cfg(test)]
mod tests {
    use super::{Names, mentions};

    fn names() -> Names {
        let source = ["one", "two", "one-tool"].map(str::to_owned).to_vec();
        Names { source, registry: vec!["two-ids".to_owned()] }
    }

    /// The name and version of each mention.
    fn found(text: &str) -> Vec<String> {
        let mention = |m: super::Mention| format!("{} {}", m.name, &text[m.range]);
        mentions(text, false, &names()).into_iter().map(mention).collect()
    }

    #[test]
    fn dependencies_and_commands() {
        for (text, expected) in [
            ("one = \"0.1\"\n", "one 0.1"),
            ("one = { features = [\"a\"], version = \"=0.1.0\" }", "one 0.1.0"),
            ("use = { package = \"one\", version = \"^0.1\" }", "one 0.1"),
            ("use = { version = \"0.1\", package = \"one\" }", "one 0.1"),
            ("one.version = \"0.1\"", "one 0.1"),
            ("\"one\": \"^0.1.0\",", "one 0.1.0"),
            ("`cargo add one@0.1.0-rc.1`", "one 0.1.0-rc.1"),
            ("Take one@0.1. Or not.", "one 0.1"),
            ("cargo install one-tool --version 0.3.0", "one-tool 0.3.0"),
            ("`cargo install --locked --version=0.3.0 one-tool`.", "one-tool 0.3.0"),
        ] {
            assert_eq!(found(text), [expected], "{text}");
        }
    }

    #[test]
    fn several_on_one_line_are_all_found() {
        let text = "`one = \"0.1\"`, `two = { package = \"two-ids\", version = \"0.2\" }`, one@0.3";
        assert_eq!(found(text), ["one 0.1", "two-ids 0.2", "one 0.3"]);
    }

    #[test]
    fn tables_of_one_dependency() {
        let text = "```toml\n[dependencies.one]\nversion = \"0.3\"\nfeatures = []\n\n\
                    [target.'cfg(unix)'.dev-dependencies.\"two\"]\npackage = \"two-ids\"\n\
                    version = \"0.4\"\n\n[dependencies.serde]\nversion = \"1.0\"\n\n\
                    [package]\nversion = \"0.5\"\n```\n\nversion = \"0.6\"\n";
        assert_eq!(found(text), ["one 0.3", "two-ids 0.4"]);
    }

    #[test]
    fn what_only_looks_like_it() {
        for none in [
            "one two",
            "bone = \"0.1\"",
            "one-b = \"0.1\"",
            "one = { path = \"a\" }",
            "one@x",
            "other = { package = \"one-helper\", version = \"3.0\" }",
            "one = { package = \"stranger\", version = \"3.0\" }",
            "let one = \"258037077\";",
            "let one = \"0.1\";",
            "one = \"258037077\"",
            "one = \"0.1.2.3\"",
            "cargo install other --version 0.3.0",
            "`cargo install one` and `other --version 3`",
        ] {
            assert_eq!(found(none), [""; 0], "{none}");
        }
    }

    #[test]
    fn of_code_only_the_documentation_counts() {
        let text = "//! one = \"0.1\"\n//! [dependencies.one]\n//! version = \"0.2\"\n\
                    const A: &str = \"one@0.3\";\n    /// one@0.4\n// one@0.5\n";
        let found = mentions(text, true, &names());
        let found: Vec<&str> = found.into_iter().map(|m| &text[m.range]).collect();
        assert_eq!(found, ["0.1", "0.2", "0.4"]);
    }
}
