//! The rules of manifests: which crate may depend on which, and where versions stand.

use super::LAYERS;
use crate::manifest::{Dependency, workspace_dependencies};
use crate::shell;
use crate::workspace::Crate;

/// The one that has no dependency at all.
const CORE: &str = "idcore";

/// What a crate's manifest breaks.
pub(crate) fn breaches(krate: &Crate) -> Vec<String> {
    let mut breaches = version_breaches(krate);
    breaches.extend(layer_breaches(krate));
    for key in ["rust-version", "description"] {
        if krate.package_value(key).is_none() {
            breaches.push(format!("it has no {key}"));
        }
    }
    if !krate.manifest.contains("[lints]\nworkspace = true") {
        breaches.push("it does not take the lints of the workspace".into());
    }
    named(krate, &breaches)
}

/// What the manifest of a program of this project breaks, which is in no layer and not published.
pub(crate) fn breaches_of_tool(krate: &Crate) -> Vec<String> {
    named(krate, &version_breaches(krate))
}

fn named(krate: &Crate, breaches: &[String]) -> Vec<String> {
    let file = krate.folder.join("Cargo.toml");
    let file = file.strip_prefix(shell::top()).unwrap_or(&file).display();
    breaches.iter().map(|breach| format!("{file}: {breach}")).collect()
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

/// What the manifest at the top breaks: a crate of this project that had another name there would
/// stand under it in other manifests, past the rules of layers.
pub(crate) fn breaches_of_top(manifest: &str) -> Vec<String> {
    let renamed = workspace_dependencies(manifest)
        .into_iter()
        .filter(|dependency| dependency.name != dependency.package && is_own(dependency));
    renamed
        .map(|Dependency { name, package, .. }| {
            format!("Cargo.toml: {name} is {package}, and is to have that name")
        })
        .collect()
}

fn is_own(dependency: &Dependency) -> bool {
    layer(&dependency.package).is_some()
}

/// A dependency as a breach names it.
fn title(dependency: &Dependency) -> String {
    let Dependency { name, package, .. } = dependency;
    if name == package { name.clone() } else { format!("{name} ({package})") }
}

/// Versions stand in the manifest at the top.
fn version_breaches(krate: &Crate) -> Vec<String> {
    let mut breaches = Vec::new();
    for dependency in krate.dependencies() {
        let Dependency { by_path, by_workspace, dev, .. } = dependency;
        let (title, has_version) = (title(&dependency), dependency.version.is_some());
        if dev && is_own(&dependency) {
            // With a version, it would have to be published before the crate itself.
            if !by_path || has_version {
                breaches.push(format!("the dev-dependency {title} is to be named by path alone"));
            }
        } else if has_version || !by_path && !by_workspace {
            breaches.push(format!(
                "{title} is to be `workspace = true`, with its version in the Cargo.toml at the top"
            ));
        }
    }
    breaches
}

/// A crate depends on crates of lower layers alone.
fn layer_breaches(krate: &Crate) -> Vec<String> {
    let mut breaches = Vec::new();
    let own = layer(&krate.name);
    if own.is_none() {
        breaches.push("it is not in the list of layers, in xtask/src/tidy.rs".into());
    }
    for dependency in krate.dependencies().iter().filter(|dependency| !dependency.dev) {
        let title = title(dependency);
        if krate.name == CORE {
            breaches.push(format!("it depends on {title}, and is to depend on nothing"));
        } else if layer(&dependency.package)
            .is_some_and(|below| own.is_some_and(|own| below >= own))
        {
            breaches.push(format!("it depends on {title}, which is not a layer below it"));
        } else if is_own(dependency) && dependency.by_path && dependency.version.is_none() {
            breaches.push(format!("{title} is to be `workspace = true`"));
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{breaches, breaches_of_tool, breaches_of_top};
    use crate::shell;
    use crate::workspace::Crate;

    fn folder(name: &str) -> PathBuf {
        shell::top().join("crates").join(name)
    }

    fn of(name: &str, dependencies: &str) -> Vec<String> {
        let manifest = format!(
            "[package]\ndescription = \"x\"\nrust-version = \"1.85\"\n{dependencies}\n\
             [lints]\nworkspace = true\n"
        );
        breaches(&Crate { name: name.into(), folder: folder(name), manifest })
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn arrows_go_down_only() {
        assert_eq!(of("idgen", "[dependencies]\nidcore = { workspace = true }"), NONE);
        assert_eq!(of("idgen", "[dev-dependencies]\nidcli = { path = \"../idcli\" }"), NONE);
        assert_eq!(
            of("idgen", "[dependencies]\nidserde.workspace = true"),
            ["crates/idgen/Cargo.toml: it depends on idserde, which is not a layer below it"]
        );
        assert_eq!(
            of("idcore", "[dependencies]\nlibc = { workspace = true }"),
            ["crates/idcore/Cargo.toml: it depends on libc, and is to depend on nothing"]
        );
        assert_eq!(
            of("idnew", ""),
            ["crates/idnew/Cargo.toml: it is not in the list of layers, in xtask/src/tidy.rs"]
        );
    }

    #[test]
    fn no_other_form_or_name_hides_an_arrow() {
        for (dependency, title) in [
            ("[dependencies.idserde]\nworkspace = true", "idserde"),
            ("[target.'cfg(unix)'.dependencies.idserde]\nworkspace = true", "idserde"),
            ("[dependencies]\nser = { package = \"idserde\", workspace = true }", "ser (idserde)"),
        ] {
            let breach = format!("it depends on {title}, which is not a layer below it");
            assert_eq!(of("idgen", dependency), [format!("crates/idgen/Cargo.toml: {breach}")]);
        }
        let version = "{ package = \"idserde\", path = \"../idserde\", version = \"0.1.0\" }";
        assert_eq!(
            of("idgen", &format!("[dependencies]\nser = {version}")),
            [
                "crates/idgen/Cargo.toml: ser (idserde) is to be `workspace = true`, with its version \
                 in the Cargo.toml at the top",
                "crates/idgen/Cargo.toml: it depends on ser (idserde), which is not a layer below it",
            ]
        );
        assert_eq!(
            of("idcore", "[dependencies.libc]\nworkspace = true"),
            ["crates/idcore/Cargo.toml: it depends on libc, and is to depend on nothing"]
        );
        let top = "[workspace.dependencies]\nser = { package = \"idserde\", version = \"0.1\" }\n\
                   old = { package = \"other\", version = \"1\" }\nidgen = { version = \"0.1\" }\n";
        let breach = "Cargo.toml: ser is idserde, and is to have that name";
        assert_eq!(breaches_of_top(top), [breach]);
    }

    #[test]
    fn a_version_stands_at_the_top_alone() {
        let workspace = "[dependencies]\nrand_core = { workspace = true, features = [\"a\"] }";
        assert_eq!(of("idgen", workspace), NONE);
        for section in ["dependencies", "dev-dependencies", "target.'cfg(unix)'.dependencies"] {
            for value in ["\"1\"", "{ version = \"1\", features = [\"a\"] }"] {
                assert_eq!(
                    of("idgen", &format!("[{section}]\nrand_core = {value}")),
                    ["crates/idgen/Cargo.toml: rand_core is to be `workspace = true`, with its \
                      version in the Cargo.toml at the top"]
                );
            }
        }
        for dependency in [
            "[dependencies.base64]\nversion = \"0.22\"",
            "[target.'cfg(unix)'.dependencies.base64]\nversion = \"0.22\"",
            "[dependencies]\nbase64 = \"0.22\" # workspace = true later",
            "[dependencies]\nbase64 = { path = \"../../base64\", version = \"0.22\" }",
        ] {
            assert_eq!(
                of("idgen", dependency),
                [
                    "crates/idgen/Cargo.toml: base64 is to be `workspace = true`, with its version in \
                  the Cargo.toml at the top"
                ]
            );
        }
        assert_eq!(
            of("idgen", "[dependencies]\nidcore = { path = \"../idcore\" }"),
            ["crates/idgen/Cargo.toml: idcore is to be `workspace = true`"]
        );
    }

    #[test]
    fn crates_in_tests_are_named_by_path() {
        for value in ["{ workspace = true }", "{ path = \"../idcore\", version = \"0.1\" }"] {
            assert_eq!(
                of("idgen", &format!("[dev-dependencies]\nidcore = {value}")),
                ["crates/idgen/Cargo.toml: the dev-dependency idcore is to be named by path alone"]
            );
        }
        let renamed = "{ package = \"idserde\", path = \"../idserde\", version = \"0.1.0\" }";
        assert_eq!(
            of("idgen", &format!("[dev-dependencies]\nser = {renamed}")),
            [
                "crates/idgen/Cargo.toml: the dev-dependency ser (idserde) is to be named by path alone"
            ]
        );
    }

    #[test]
    fn a_program_names_no_versions_either() {
        let manifest = "[dependencies]\nidgen = { path = \"../crates/idgen\" }\nlibc = \"1\"\n\
                        [dev-dependencies]\nidcore.workspace = true\n";
        let folder = shell::top().join("xtask");
        let krate = Crate { name: "xtask".into(), folder, manifest: manifest.into() };
        let expected = [
            "xtask/Cargo.toml: libc is to be `workspace = true`, with its version in the Cargo.toml \
             at the top",
            "xtask/Cargo.toml: the dev-dependency idcore is to be named by path alone",
        ];
        assert_eq!(breaches_of_tool(&krate), expected);
    }

    #[test]
    fn what_a_manifest_lacks_is_named() {
        let (name, folder) = (String::from("idgen"), folder("idgen"));
        let found = breaches(&Crate { name, folder, manifest: String::new() });
        let expected = [
            "it has no rust-version",
            "it has no description",
            "it does not take the lints of the workspace",
        ];
        assert_eq!(found, expected.map(|text| format!("crates/idgen/Cargo.toml: {text}")));
    }
}
