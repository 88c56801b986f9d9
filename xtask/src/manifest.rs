//! The dependencies of a manifest.
//!
//! The same dependency can be written in one line, as a table of its own or with dotted keys. Here all
//! of them come out alike, so that a rule cannot be passed by another form.

use toml_edit::{DocumentMut, Item, TableLike};

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

/// The dependencies of a package, also those of single targets. What is no TOML has none.
pub(crate) fn dependencies(manifest: &str) -> Vec<Dependency> {
    let Ok(document) = manifest.parse::<DocumentMut>() else { return Vec::new() };
    let mut tables: Vec<&dyn TableLike> = vec![document.as_table()];
    if let Some(targets) = document.get("target").and_then(Item::as_table_like) {
        tables.extend(targets.iter().filter_map(|(_, target)| target.as_table_like()));
    }
    let all = TABLES.into_iter().flat_map(|(name, dev)| {
        let of_kind = tables.iter().filter_map(move |table| table.get(name)?.as_table_like());
        of_kind.flat_map(move |table| table.iter().map(move |(name, item)| read(name, item, dev)))
    });
    all.collect()
}

/// The dependencies that a workspace has for its members.
pub(crate) fn workspace_dependencies(manifest: &str) -> Vec<Dependency> {
    let Ok(document) = manifest.parse::<DocumentMut>() else { return Vec::new() };
    let table = document.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let Some(table) = table.and_then(Item::as_table_like) else { return Vec::new() };
    table.iter().map(|(name, item)| read(name, item, false)).collect()
}

/// A version alone, or a table with all that is said of the dependency.
fn read(name: &str, item: &Item, dev: bool) -> Dependency {
    let text = |key| Some(item.get(key)?.as_str()?.to_owned());
    Dependency {
        name: name.to_owned(),
        package: text("package").unwrap_or_else(|| name.to_owned()),
        version: item.as_str().map(str::to_owned).or_else(|| text("version")),
        by_path: item.get("path").is_some(),
        by_workspace: item.get("workspace").and_then(Item::as_bool) == Some(true),
        dev,
    }
}

#[cfg(test)]
mod tests {
    use super::{Dependency, dependencies, workspace_dependencies};

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
        assert_eq!(dependencies("a = \"\"\"\n[dependencies]\nb = \"1\"\n\"\"\"\n"), []);
    }

    #[test]
    fn what_is_no_toml_has_none() {
        assert_eq!(dependencies("[dependencies\na = 1"), []);
        assert_eq!(workspace_dependencies("a b c"), []);
    }
}
