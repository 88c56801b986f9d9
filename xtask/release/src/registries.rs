//! What the registries have: crates.io through its index, npm's through its documents.

use std::env;
use std::fmt;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::arguments::Arguments;
use crate::http;
use crate::pack::{Kind, Package};
use crate::patience::wait;
use crate::shell::{Outcome, command, failed, output};

/// How long an index may take to show what was uploaded.
const INDEX_LAG: Duration = Duration::from_mins(10);

/// Where packages go.
#[derive(Debug)]
pub(crate) struct Registries {
    /// The name that cargo knows the registry of crates by.
    pub(crate) cargo: String,
    /// Its index, which ends with a slash.
    pub(crate) index: String,
    /// npm's registry, which ends with a slash.
    pub(crate) npm: String,
}

/// What a registry has of a package.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nobody has the name.
    NoName,
    /// The name is there, the version is not.
    NoVersion {
        /// The version that came last.
        last: String,
    },
    /// This version.
    Version {
        /// SHA-256 in hexadecimal for a crate, an integrity for npm.
        checksum: String,
        /// Whether it was taken out of use: what does not name it in a lockfile does not get it.
        yanked: bool,
    },
}

impl Registries {
    /// The public ones; with `--registry NAME`, the one that `CARGO_REGISTRIES_NAME_INDEX` has the
    /// index of. npm's is what npm is configured for.
    pub(crate) fn from_arguments(arguments: &Arguments) -> Outcome<Self> {
        let (cargo, index) = match arguments.value("--registry") {
            None => ("crates-io".to_owned(), "https://index.crates.io/".to_owned()),
            Some(name) => {
                let variable =
                    format!("CARGO_REGISTRIES_{}_INDEX", name.to_uppercase().replace('-', "_"));
                let index = env::var(&variable).unwrap_or_default();
                let Some(index) = index.strip_prefix("sparse+") else {
                    return failed(format!(
                        "--registry {name}: expected `sparse+URL` in {variable}, found `{index}`"
                    ));
                };
                (name.to_owned(), index.to_owned())
            }
        };
        let npm = output(command(Path::new("."), "npm").args(["config", "get", "registry"]))?;
        Ok(Self { cargo, index: with_slash(index), npm: with_slash(npm) })
    }

    /// What there is of a package in its version.
    pub(crate) fn look(&self, package: &Package) -> Outcome<Found> {
        match package.kind {
            Kind::Crate => {
                let url = format!("{}{}", self.index, index_path(&package.name));
                let answer = http::get(&url, &[])?;
                if answer.status != 200 {
                    return Ok(Found::NoName);
                }
                in_index(&String::from_utf8_lossy(&answer.body), &package.version)
                    .map_err(|failure| failure.about(url))
            }
            Kind::Npm => {
                let url = format!("{}{}", self.npm, package.name.replace('/', "%2f"));
                let short = "Accept: application/vnd.npm.install-v1+json";
                let answer = http::get(&url, &[short])?;
                if answer.status != 200 {
                    return Ok(Found::NoName);
                }
                let document = serde_json::from_slice(&answer.body)?;
                in_document(&document, &package.version).map_err(|failure| failure.about(url))
            }
        }
    }

    /// Asks until the version is there, and gives its checksum.
    ///
    /// # Errors
    ///
    /// It is not there after ten minutes.
    pub(crate) fn wait_for(&self, package: &Package) -> Outcome<String> {
        let start = Instant::now();
        for tries in 0.. {
            if let Found::Version { checksum, .. } = self.look(package)? {
                return Ok(checksum);
            }
            if start.elapsed() > INDEX_LAG {
                break;
            }
            let wait = wait(tries, None)?;
            eprintln!("{package} is not in the index yet; again in {} s", wait.as_secs());
            sleep(wait);
        }
        failed(format!(
            "{package}: the upload went through, and the registry does not show it after {} s: run \
             this again later",
            start.elapsed().as_secs()
        ))
    }
}

impl fmt::Display for Registries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}) and {}", self.cargo, self.index, self.npm)
    }
}

fn with_slash(mut url: String) -> String {
    if !url.ends_with('/') {
        url.push('/');
    }
    url
}

/// Where a sparse index has a crate.
pub(crate) fn index_path(name: &str) -> String {
    let name = name.to_lowercase();
    match name.len() {
        1 => format!("1/{name}"),
        2 => format!("2/{name}"),
        3 => format!("3/{}/{name}", &name[..1]),
        _ => format!("{}/{}/{name}", &name[..2], &name[2..4]),
    }
}

/// A file of an index has one line of JSON for each version.
fn in_index(file: &str, version: &str) -> Outcome<Found> {
    let mut last = String::new();
    for line in file.lines().filter(|line| !line.is_empty()) {
        let entry: Value = serde_json::from_str(line)?;
        let (Some(found), Some(checksum)) = (entry["vers"].as_str(), entry["cksum"].as_str())
        else {
            return failed(format!("expected `vers` and `cksum`, found `{line}`"));
        };
        if found == version {
            let yanked = entry["yanked"] == true;
            return Ok(Found::Version { checksum: checksum.to_owned(), yanked });
        }
        found.clone_into(&mut last);
    }
    Ok(Found::NoVersion { last })
}

fn in_document(document: &Value, version: &str) -> Outcome<Found> {
    let found = &document["versions"][version];
    if found.is_null() {
        let last = document["dist-tags"]["latest"].as_str().unwrap_or_default().to_owned();
        return Ok(Found::NoVersion { last });
    }
    match found["dist"]["integrity"].as_str() {
        // npm has no such state.
        Some(integrity) => Ok(Found::Version { checksum: integrity.to_owned(), yanked: false }),
        None => failed(format!("version {version} has no integrity")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Found, in_document, in_index, index_path};

    #[test]
    fn paths_are_those_of_the_index() {
        // The examples of cargo's reference.
        let paths = ["a", "ab", "abc", "Cargo"].map(index_path);
        assert_eq!(paths, ["1/a", "2/ab", "3/a/abc", "ca/rg/cargo"]);
    }

    #[test]
    fn a_version_is_found_with_its_checksum() {
        let file = "{\"vers\":\"0.1.0\",\"cksum\":\"aa\"}\n{\"vers\":\"0.1.1\",\"cksum\":\"bb\"}\n";
        let there = |checksum: &str| Found::Version { checksum: checksum.into(), yanked: false };
        assert_eq!(in_index(file, "0.1.0"), Ok(there("aa")));
        assert_eq!(in_index(file, "0.1.1"), Ok(there("bb")));
        let yanked = "{\"vers\":\"1.0.0\",\"cksum\":\"aa\",\"yanked\":true}\n";
        let found = Found::Version { checksum: "aa".into(), yanked: true };
        assert_eq!(in_index(yanked, "1.0.0"), Ok(found));
        assert_eq!(in_index(file, "0.1"), Ok(Found::NoVersion { last: "0.1.1".into() }));
        assert!(in_index("{\"vers\":\"1.0.0\"}", "1.0.0").is_err());
        let document = json!({
            "dist-tags": { "latest": "1.0.0" },
            "versions": { "1.0.0": { "dist": { "integrity": "sha512-x" } }, "0.1.0": { "dist": {} } },
        });
        assert_eq!(in_document(&document, "1.0.0"), Ok(there("sha512-x")));
        assert_eq!(in_document(&document, "2.0.0"), Ok(Found::NoVersion { last: "1.0.0".into() }));
        assert!(in_document(&document, "0.1.0").is_err());
    }
}
