//! What the registries know of a name, asked through cargo and npm themselves.
//!
//! They know the user's proxies, mirrors and certificates, and what they say is what a publication
//! will meet. An answer that is not understood is an error, never a free name.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::Check;
use crate::shell::{Outcome, cargo, command, failed, raw, show};

/// What a registry has under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Known {
    /// Nothing, and there never was.
    Nothing,
    /// Versions, and not the one that was asked for.
    Others,
    /// The version.
    Version,
    /// The version, withdrawn: it cannot be used again.
    Withdrawn,
}

/// Asks the index of cargo's registry for a version of a package: cargo is to resolve a dependency
/// on exactly that.
pub(crate) fn cargo_knows(check: &Check<'_>, package: &str, version: &str) -> Outcome<Known> {
    let folder = check.folder().join("look-up");
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let registry = check.registry.iter().map(|url| format!(", registry-index = \"{url}\""));
    let registry: String = registry.collect();
    fs::write(
        folder.join("Cargo.toml"),
        format!(
            "[package]\nname = \"look-up\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n{package} = {{ version = \"={version}\"{registry} }}\n"
        ),
    )?;
    let mut resolve = cargo(&folder, &["generate-lockfile"]);
    if check.registry.is_some() {
        // What another registry says leaves no trace in the user's cache.
        resolve.env("CARGO_HOME", check.folder().join("cargo-home"));
    }
    let (good, said) = said(&mut resolve)?;
    if good {
        return Ok(Known::Version);
    }
    let says = |words: &str| said.contains(words);
    // A name that differs in `-` and `_` alone is the same to the registry.
    if says(&format!("no matching package named `{package}` found")) && !says("perhaps you meant") {
        Ok(Known::Nothing)
    } else if says(&format!("version {version} is yanked")) {
        Ok(Known::Withdrawn)
    } else if says(&format!("for the requirement `{package} = \"={version}\"`"))
        && says("candidate versions found which didn't match")
    {
        Ok(Known::Others)
    } else {
        failed(format!("what cargo says of {package} {version} is not clear:\n{said}"))
    }
}

/// Asks npm's registry for a version of a package.
pub(crate) fn npm_knows(check: &Check<'_>, package: &str, version: &str) -> Outcome<Known> {
    let mut view = command(check.top, "npm");
    // The times are those of all versions, also of those that were withdrawn.
    view.args(["view", package, "time", "versions", "--json"]);
    if let Some(url) = &check.npm {
        view.args(["--registry", url]).arg("--cache").arg(check.folder().join("npm-cache"));
    }
    let (good, said) = said(&mut view)?;
    if good {
        // Standard output comes first, and warnings may follow.
        let mut values = serde_json::Deserializer::from_str(&said).into_iter::<Value>();
        let Some(found) = values.next().transpose()? else {
            return failed(format!("npm says nothing of {package}"));
        };
        let one = found["versions"].as_str().into_iter();
        let mut versions =
            found["versions"].as_array().into_iter().flatten().filter_map(Value::as_str).chain(one);
        return Ok(match (versions.any(|known| known == version), &found["time"][version]) {
            (true, _) => Known::Version,
            (false, Value::Null) => Known::Others,
            (false, _) => Known::Withdrawn,
        });
    }
    if said.contains("E404") && !said.contains("Unpublished") {
        return Ok(Known::Nothing);
    }
    failed(format!("what npm says of {package} is not clear:\n{said}"))
}

/// Whether a command succeeded, and all that it said.
fn said(command: &mut Command) -> Outcome<(bool, String)> {
    // Words, not colours.
    command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1");
    let output = raw(command).map_err(|failure| failure.about(show(command)))?;
    let (out, err) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Ok((output.status.success(), format!("{out}{err}")))
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::{Known, cargo_knows, npm_knows};
    use crate::check::Check;
    use crate::registries::index_path;
    use crate::rehearse::server::{Reply, Request, serve};
    use crate::scratch::Scratch;

    /// A check against registries of cargo and of npm on this machine, with packages and their
    /// versions; a `!` marks what is withdrawn.
    pub(crate) fn with_registries<'a>(check: Check<'a>, packages: &[(&str, &[&str])]) -> Check<'a> {
        let mut files =
            vec![("/config.json".to_owned(), "{ \"dl\": \"http://127.0.0.1:1\" }".to_owned())];
        for (name, versions) in packages {
            files.push((format!("/{}", index_path(name)), index_lines(name, versions)));
            files.push((format!("/{name}"), packument(name, versions)));
        }
        let answer =
            move |request: &Request| match files.iter().find(|(path, _)| *path == request.path) {
                Some((_, file)) => Reply::new(200, file.as_str()),
                None => Reply::new(404, "{}"),
            };
        let address = serve(answer).unwrap();
        let registry = Some(format!("sparse+http://{address}/"));
        Check { registry, npm: Some(format!("http://{address}/")), ..check }
    }

    fn index_lines(name: &str, versions: &[&str]) -> String {
        let line = |version: &&str| {
            let vers = version.trim_end_matches('!');
            let line = json!({
                "name": name, "vers": vers, "deps": [], "cksum": "0".repeat(64), "features": {},
                "yanked": version.ends_with('!'),
            });
            format!("{line}\n")
        };
        versions.iter().map(line).collect()
    }

    fn packument(name: &str, all: &[&str]) -> String {
        let (mut versions, mut time) =
            (json!({}), json!({ "created": "2026-01-01T00:00:00.000Z" }));
        for version in all {
            let (number, withdrawn) = (version.trim_end_matches('!'), version.ends_with('!'));
            time[number] = json!("2026-01-01T00:00:00.000Z");
            if !withdrawn {
                versions[number] = json!({ "name": name, "version": number });
            }
        }
        let latest = all.iter().rev().find(|version| !version.ends_with('!'));
        json!({ "name": name, "dist-tags": { "latest": latest }, "versions": versions, "time": time })
            .to_string()
    }

    #[test]
    fn cargo_tells_names_and_versions() {
        let scratch = Scratch::new("registry", &[]);
        let packages: [(&str, &[&str]); 1] = [("some-ids", &["0.1.0!", "0.2.0"])];
        let check = with_registries(Check::of(scratch.top(), "0.1.0"), &packages);
        assert_eq!(cargo_knows(&check, "none-ids", "0.1.0"), Ok(Known::Nothing));
        assert_eq!(cargo_knows(&check, "some-ids", "0.3.0"), Ok(Known::Others));
        assert_eq!(cargo_knows(&check, "some-ids", "0.2.0"), Ok(Known::Version));
        assert_eq!(cargo_knows(&check, "some-ids", "0.1.0"), Ok(Known::Withdrawn));
        let similar = cargo_knows(&check, "some_ids", "0.1.0").unwrap_err().to_string();
        assert!(similar.starts_with("what cargo says of some_ids 0.1.0 is not clear"), "{similar}");
    }

    #[test]
    fn npm_tells_names_and_versions() {
        if std::process::Command::new("npm").arg("--version").output().is_err() {
            eprintln!("skipped: npm is not there");
            return;
        }
        let scratch = Scratch::new("npm-registry", &[]);
        let packages: [(&str, &[&str]); 1] = [("some-ids", &["0.1.0!", "0.2.0"])];
        let check = with_registries(Check::of(scratch.top(), "0.1.0"), &packages);
        assert_eq!(npm_knows(&check, "none-ids", "0.1.0"), Ok(Known::Nothing));
        assert_eq!(npm_knows(&check, "some-ids", "0.3.0"), Ok(Known::Others));
        assert_eq!(npm_knows(&check, "some-ids", "0.2.0"), Ok(Known::Version));
        assert_eq!(npm_knows(&check, "some-ids", "0.1.0"), Ok(Known::Withdrawn));
    }
}
