//! Gate: the names on the registries are unclaimed or ours, and the version was never used.
//!
//! A name is ours when the last release's tag has a crate of that name and the registry has it in
//! that version: a tag is set when all of a release is on the registry. No list has to be kept, and
//! none can be out of date. What a stranger publishes under such a name all the same costs a
//! refused upload, no more.

use super::Check;
use super::program::has_npm;
use super::registry::{Known, cargo_knows, npm_knows};
use super::report::{Report, Verdict};
use crate::git::{self, File, Tag};
use crate::places;
use crate::shell::Outcome;

/// The package on npm.
const NPM: &str = "idwasm";
/// Its folder.
const NPM_CRATE: &str = "crates/idwasm";

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    if check.offline {
        report.part("registries", || Ok(Verdict::LeftOut("they take the network")));
        return;
    }
    report.part("crates.io", || crates(check));
    report.part("npm", || npm(check));
}

fn crates(check: &Check<'_>) -> Outcome<Verdict> {
    let tag = git::last_release(check.top)?;
    let ours = match &tag {
        Some(tag) => published_at(check, tag)?,
        None => Vec::new(),
    };
    let ask = |package: &str, version: &str| cargo_knows(check, package, version);
    let (mut breaches, mut notes, mut unclaimed) = (Vec::new(), Vec::new(), 0);
    let members = check.workspace()?.members;
    for member in &members {
        let package = &member.package;
        let released = tag.as_ref().filter(|_| ours.contains(package));
        let name = Name { package, released, has_other: *package != member.name };
        let found = ask(package, &check.version.to_string())?;
        unclaimed += usize::from(found == Known::Nothing);
        let breach = name.breach(check, &found, ask)?;
        breaches.extend(breach.map(|b| format!("crates/{}/Cargo.toml: {b}", member.name)));
        if *package != member.name {
            let whose = match ask(&member.name, &check.version.to_string())? {
                Known::Nothing => "is unclaimed",
                _ => "belongs to somebody else",
            };
            notes.push(format!("; {} {whose}: ours is {package}", member.name));
        }
    }
    let (all, notes) = (members.len(), notes.concat());
    Ok(Verdict::of(breaches, format!("{all} names, {unclaimed} of them unclaimed{notes}")))
}

fn npm(check: &Check<'_>) -> Outcome<Verdict> {
    if !has_npm(check.top) {
        return Ok(Verdict::Missing("npm".into()));
    }
    let tag = git::last_release(check.top)?;
    let released = match &tag {
        Some(tag) => git::paths(check.top, &tag.commit, "Cargo.toml")?
            .contains(&format!("{NPM_CRATE}/Cargo.toml"))
            .then_some(tag),
        None => None,
    };
    let name = Name { package: NPM, released, has_other: false };
    let ask = |package: &str, version: &str| npm_knows(check, package, version);
    let found = ask(NPM, &check.version.to_string())?;
    let breach = name.breach(check, &found, ask)?;
    let breach = breach.map(|breach| format!("{NPM_CRATE}: {breach}"));
    let whose = if found == Known::Nothing { "unclaimed" } else { "ours" };
    Ok(Verdict::of(breach.into_iter().collect(), format!("{NPM} is {whose}")))
}

/// A name that something is to be published under.
struct Name<'a> {
    package: &'a str,
    /// The last release, where it had this name.
    released: Option<&'a Tag>,
    /// Whether it is the name that was chosen because another was taken.
    has_other: bool,
}

impl Name<'_> {
    /// Why it cannot be published under, from what the registry knows of it in the version.
    fn breach(
        &self,
        check: &Check<'_>,
        found: &Known,
        ask: impl Fn(&str, &str) -> Outcome<Known>,
    ) -> Outcome<Option<String>> {
        let Self { package, released, has_other } = self;
        let version = &check.version;
        if *found == Known::Nothing {
            return Ok(None);
        }
        let is_ours = match released {
            Some(tag) => {
                matches!(ask(package, &tag.version.to_string())?, Known::Version | Known::Withdrawn)
            }
            None => false,
        };
        let used = match found {
            Known::Version => {
                format!("{package} {version} is on the registry: a version is used once")
            }
            Known::Withdrawn => {
                format!(
                    "{package} {version} was on the registry and was yanked: a version is used once"
                )
            }
            _ if is_ours => return Ok(None),
            _ => {
                let hint = if *has_other { "another one" } else { "a name" };
                return Ok(Some(format!(
                    "the name {package} belongs to somebody else on the registry, which has no \
                     release of ours under it: give the crate {hint} in \
                     [workspace.metadata.release.names] of Cargo.toml"
                )));
            }
        };
        Ok(Some(if is_ours {
            used
        } else {
            format!(
                "{used}, and no tag says that it is ours. Either the name belongs to somebody \
                 else, or a publication was interrupted: `cargo xtask release publish` goes on"
            )
        }))
    }
}

/// The names under which a release's crates were published.
fn published_at(check: &Check<'_>, tag: &Tag) -> Outcome<Vec<String>> {
    let mut files = Vec::new();
    for path in git::paths(check.top, &tag.commit, "Cargo.toml")? {
        let text = git::show(check.top, &tag.commit, &path)?.unwrap_or_default();
        files.push(File { path, text });
    }
    let mut renamed = Vec::new();
    for root in files.iter().filter(|file| file.path == "Cargo.toml") {
        renamed = places::renamed(places::parse(root)?.as_item());
    }
    let registry = |name: String| {
        let other = renamed.iter().find(|(source, _)| *source == name);
        other.map_or(name, |(_, registry)| registry.clone())
    };
    Ok(places::Names::of(&files)?.source.into_iter().map(registry).collect())
}

#[cfg(test)]
mod tests {
    use super::crates;
    use crate::check::Check;
    use crate::check::registry::tests::with_registries;
    use crate::check::report::Verdict;
    use crate::scratch::Scratch;

    fn verdict(scratch: &Scratch, version: &str, packages: &[(&str, &[&str])]) -> Verdict {
        crates(&with_registries(Check::of(scratch.top(), version), packages)).unwrap()
    }

    fn breaches(scratch: &Scratch, version: &str, packages: &[(&str, &[&str])]) -> Vec<String> {
        match verdict(scratch, version, packages) {
            Verdict::Failed(breaches) => breaches,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_first_release_takes_unclaimed_names() {
        let scratch = Scratch::workspace("names-first");
        let note = "2 names, 2 of them unclaimed; two belongs to somebody else: ours is two-ids";
        assert_eq!(
            verdict(&scratch, "0.1.0", &[("two", &["0.1.1"])]),
            Verdict::Passed(note.into())
        );
        assert_eq!(
            breaches(&scratch, "0.1.0", &[("one", &["3.0.0"])]),
            [
                "crates/one/Cargo.toml: the name one belongs to somebody else on the registry, which \
              has no release of ours under it: give the crate a name in \
              [workspace.metadata.release.names] of Cargo.toml"
            ]
        );
        let used = breaches(&scratch, "0.1.0", &[("two-ids", &["0.1.0"])]);
        assert!(
            used[0].starts_with("crates/two/Cargo.toml: two-ids 0.1.0 is on the registry: "),
            "{used:?}"
        );
        assert!(used[0].contains("no tag says that it is ours"), "{used:?}");
    }

    #[test]
    fn a_later_release_takes_its_own_names_and_a_new_version() {
        let scratch = Scratch::workspace("names-later");
        scratch.git(&["tag", "v0.1.0"]);
        let ours: [(&str, &[&str]); 2] = [("one", &["0.1.0", "0.1.1!"]), ("two-ids", &["0.1.0"])];
        let note = "2 names, 0 of them unclaimed; two is unclaimed: ours is two-ids";
        assert_eq!(verdict(&scratch, "0.2.0", &ours), Verdict::Passed(note.into()));
        assert_eq!(
            breaches(&scratch, "0.1.0", &ours),
            [
                "crates/one/Cargo.toml: one 0.1.0 is on the registry: a version is used once",
                "crates/two/Cargo.toml: two-ids 0.1.0 is on the registry: a version is used once"
            ]
        );
        assert_eq!(
            breaches(&scratch, "0.1.1", &ours),
            [
                "crates/one/Cargo.toml: one 0.1.1 was on the registry and was yanked: a version is used once"
            ]
        );
        // The name was in the release, and the registry has it without that release.
        let strange = breaches(&scratch, "0.2.0", &[("one", &["5.0.0"]), ("two-ids", &["0.1.0"])]);
        assert!(strange[0].contains("belongs to somebody else"), "{strange:?}");
    }
}
