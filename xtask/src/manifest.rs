//! As much of TOML as the rules of manifests need: each value with the whole path to it.
//!
//! The same dependency can be written in one line, as a table of its own or with dotted keys. Here all
//! of them come out alike, so that a rule cannot be passed by another form.

/// A value of a manifest.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The names of the tables that it is in, and its own, without quotes.
    pub(crate) path: Vec<String>,
    /// As it is written, comments aside; of a table, nothing.
    pub(crate) value: String,
}

/// A dependency, whichever form it is written in.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Dependency {
    /// What the code calls it.
    pub(crate) name: String,
    /// The crate that it is: another one than `name` where the manifest says `package`.
    pub(crate) package: String,
    pub(crate) version: Option<String>,
    pub(crate) by_path: bool,
    pub(crate) by_workspace: bool,
    pub(crate) dev: bool,
}

/// The tables of dependencies, at the top of a manifest or in a table of a target.
const TABLES: [(&str, bool); 3] =
    [("dependencies", false), ("build-dependencies", false), ("dev-dependencies", true)];

/// The dependencies of a package, also those of single targets.
pub(crate) fn dependencies(manifest: &str) -> Vec<Dependency> {
    let place = |path: &[String]| {
        let skipped = if path.first().is_some_and(|first| first == "target") { 2 } else { 0 };
        let table = path.get(skipped)?;
        let (_, dev) = TABLES.iter().find(|(name, _)| table == name)?;
        Some((skipped + 1, *dev))
    };
    collect(manifest, place)
}

/// The dependencies that a workspace has for its members.
pub(crate) fn workspace_dependencies(manifest: &str) -> Vec<Dependency> {
    collect(manifest, |path| {
        (path.len() > 2 && path[..2] == ["workspace", "dependencies"]).then_some((2, false))
    })
}

/// The dependencies in the tables that `place` finds: it gives how many names the path to the table
/// has, and whether what is in it is of tests.
fn collect(manifest: &str, place: impl Fn(&[String]) -> Option<(usize, bool)>) -> Vec<Dependency> {
    let mut found: Vec<(Vec<String>, Dependency)> = Vec::new();
    for Entry { path, value } in entries(manifest) {
        let Some((table, dev)) = place(&path) else { continue };
        let Some(name) = path.get(table) else { continue };
        let key = &path[..=table];
        let index = found.iter().position(|(other, _)| other == key).unwrap_or_else(|| {
            let (name, package) = (name.clone(), name.clone());
            found.push((key.to_vec(), Dependency { name, package, dev, ..Dependency::default() }));
            found.len() - 1
        });
        let dependency = &mut found[index].1;
        match path.get(table + 1).map(String::as_str) {
            None | Some("version") if value.starts_with(['"', '\'']) => {
                dependency.version = Some(unquoted(&value));
            }
            Some("package") => dependency.package = unquoted(&value),
            Some("path") => dependency.by_path = true,
            Some("workspace") => dependency.by_workspace = value == "true",
            _ => {}
        }
    }
    found.into_iter().map(|(_, dependency)| dependency).collect()
}

/// All values of a manifest, and its tables.
fn entries(manifest: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut table = Vec::new();
    for line in split(&without_comments(manifest), '\n') {
        let line = line.trim();
        if line.starts_with('[') {
            table = names(line.trim_matches(['[', ']']));
            entries.push(Entry { path: table.clone(), value: String::new() });
        } else {
            add(&mut entries, &table, line);
        }
    }
    entries
}

/// Adds what `text` says, which is `key = value`: an inline table with all that is in it.
fn add(entries: &mut Vec<Entry>, table: &[String], text: &str) {
    let [key, value @ ..] = &split(text, '=')[..] else { return };
    if value.is_empty() {
        return;
    }
    let path = [table, &names(key)].concat();
    let value = value.join("=").trim().to_owned();
    match value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        None => entries.push(Entry { path, value }),
        Some(inner) => {
            entries.push(Entry { path: path.clone(), value: String::new() });
            for part in split(inner, ',') {
                add(entries, &path, part);
            }
        }
    }
}

/// The parts of a dotted key, without quotes.
fn names(key: &str) -> Vec<String> {
    split(key, '.').into_iter().map(unquoted).collect()
}

fn unquoted(text: impl AsRef<str>) -> String {
    text.as_ref().trim().trim_matches(['"', '\'']).to_owned()
}

/// Where a reader of TOML is: in a string, and in how many brackets.
#[derive(Default)]
struct Place {
    quote: Option<char>,
    escaped: bool,
    depth: usize,
}

impl Place {
    fn read(&mut self, c: char) {
        match (self.quote, c) {
            (Some(_), _) if self.escaped => self.escaped = false,
            // Only in double quotes does a backslash mean anything.
            (Some('"'), '\\') => self.escaped = true,
            (Some(quote), _) if quote == c => self.quote = None,
            (None, '"' | '\'') => self.quote = Some(c),
            (None, '[' | '{') => self.depth += 1,
            (None, ']' | '}') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The parts of a text between separators that are in no string and no brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut place) = (Vec::new(), 0, Place::default());
    for (at, c) in text.char_indices() {
        if c == separator && place.quote.is_none() && place.depth == 0 {
            parts.push(&text[start..at]);
            start = at + c.len_utf8();
        }
        place.read(c);
    }
    parts.push(&text[start..]);
    parts
}

fn without_comments(text: &str) -> String {
    let (mut kept, mut place, mut in_comment) = (String::new(), Place::default(), false);
    for c in text.chars() {
        in_comment = c != '\n' && (in_comment || c == '#' && place.quote.is_none());
        if !in_comment {
            place.read(c);
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{Dependency, dependencies, entries, workspace_dependencies};

    /// The one dependency of a manifest.
    fn only(manifest: &str) -> Dependency {
        let mut found = dependencies(manifest);
        assert_eq!(found.len(), 1, "{manifest}: {found:?}");
        found.remove(0)
    }

    fn named(name: &str) -> Dependency {
        Dependency { name: name.into(), package: name.into(), ..Dependency::default() }
    }

    #[test]
    fn all_forms_of_a_dependency_come_out_alike() {
        let forms = [
            "[dependencies]\na = { workspace = true }",
            "[dependencies]\na = { features = [\n  \"b\", # with c\n], workspace = true }",
            "[dependencies]\na.workspace = true # \"1\"",
            "[ dependencies ] # all\n\"a\" . workspace=true",
            "[dependencies.a]\nworkspace = true\n[lints]\nworkspace = true",
            "dependencies.a.workspace = true",
            "dependencies = { a = { workspace = true } }",
            "[build-dependencies.a]\nworkspace = true",
            "[target.'cfg(unix)'.dependencies]\na.workspace = true",
            "[target.\"cfg(target_os = \\\"linux\\\")\".dependencies.a]\nworkspace = true",
            "[target.'cfg(unix)']\ndependencies = { a = { workspace = true } }",
        ];
        for form in forms {
            assert_eq!(only(form), Dependency { by_workspace: true, ..named("a") }, "{form}");
        }
    }

    #[test]
    fn a_version_is_found_and_a_comment_is_none() {
        let stated = Dependency { version: Some("0.1#".into()), ..named("a") };
        for form in [
            "[dependencies]\na = \"0.1#\" # workspace = true later",
            "[dependencies.a]\nversion = '0.1#'",
            "[dependencies]\na = { version = \"0.1#\", features = [\"workspace = true\"] }",
            "[dependencies]\na = \"0.1#\"\n# b = \"1\"\n[package.metadata.dependencies]\nc = \"1\"",
        ] {
            assert_eq!(only(form), stated, "{form}");
        }
    }

    #[test]
    fn a_crate_is_known_under_another_name() {
        let manifest = "[dev-dependencies]\na = { package = \"b\", path = \"../b\" }";
        let expected = Dependency { package: "b".into(), by_path: true, dev: true, ..named("a") };
        assert_eq!(only(manifest), expected);
    }

    #[test]
    fn a_workspace_has_dependencies_of_its_own() {
        let manifest = "[workspace.dependencies]\na = \"=1\"\n[workspace.dependencies.b]\n\
                        package = \"c\"\n[workspace.lints.rust]\nd = \"warn\"\n";
        assert_eq!(dependencies(manifest), []);
        let a = Dependency { version: Some("=1".into()), ..named("a") };
        let b = Dependency { package: "c".into(), ..named("b") };
        assert_eq!(workspace_dependencies(manifest), [a, b]);
    }

    #[test]
    fn a_text_of_several_lines_is_one_value() {
        let manifest = "a = \"\"\"\n[dependencies]\nb = \"1\"\n\"\"\"\n[c]\nd = 1\n";
        let paths: Vec<_> = entries(manifest).iter().map(|entry| entry.path.join(".")).collect();
        assert_eq!(paths, ["a", "c", "c.d"]);
    }
}
