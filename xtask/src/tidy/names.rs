//! The rule of names: what users are told to write in `Cargo.toml` has the name on the registry.

use std::path::Path;

use crate::run::Outcome;
use crate::workspace::{self, files, read};

/// Where users are told what to write.
const TOLD: [&str; 2] = ["crates", "docs"];

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
    let mut breaches = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start_matches(['/', '!']).trim();
        for (source, registry) in names {
            let is_dependency = line
                .strip_prefix(source.as_str())
                .is_some_and(|rest| rest.starts_with(" = \"") || rest.starts_with(" = { version"));
            if is_dependency || line == format!("cargo add {source}") {
                let place = format!("{file}:{}", number + 1);
                breaches.push(format!("{place}: on the registry `{source}` is `{registry}`"));
            }
        }
    }
    breaches
}

#[cfg(test)]
mod tests {
    use super::text_breaches;

    #[test]
    fn a_name_that_is_somebody_elses_is_found() {
        let breaches = |text| text_breaches("a.md", text, &[("b".into(), "b-crate".into())]);
        let wrong = ["b = \"1\"", "//! b = \"1\"", "b = { version = \"1\" }", "cargo add b"];
        for text in wrong {
            assert_eq!(breaches(text), ["a.md:1: on the registry `b` is `b-crate`"], "{text}");
        }
        let right = "b = { package = \"b-crate\", version = \"1\" }\nbb = \"1\"\nlet b = 1;\n\
                     cargo add b-crate\n";
        assert!(breaches(right).is_empty());
    }
}
