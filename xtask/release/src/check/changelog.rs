//! Gate: CHANGELOG.md is well-formed and says what the release changes.

use super::report::{Report, Verdict};
use super::{Aim, Check};
use crate::changelog::{self, Changelog, PATH};
use crate::git;
use crate::shell::Outcome;

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    report.part(PATH, || {
        let note = format!("what changes in {}", check.version);
        Ok(Verdict::of(breaches(check)?, note))
    });
}

fn breaches(check: &Check<'_>) -> Outcome<Vec<String>> {
    let text = changelog::load(check.top)?;
    let log = Changelog::read(&text);
    let mut breaches = log.breaches();
    let version = check.version.to_string();
    let listed = log.releases().into_iter().find(|(_, listed)| *listed == check.version);
    let unreleased = format!("{PATH}:{}", log.unreleased_line());
    match listed {
        // `bump` has written it.
        Some((line, _)) if check.aim != Aim::Next => {
            if log.is_empty(&version) {
                breaches.push(format!("{PATH}:{line}: nothing is under `## [{version}]`"));
            }
            let released =
                git::last_release(check.top)?.is_some_and(|tag| tag.version == check.version);
            if check.aim == Aim::Release && !released && !log.nothing_unreleased() {
                breaches.push(format!(
                    "{unreleased}: what is under `## [Unreleased]` would be released as well: it \
                     belongs under `## [{version}]`"
                ));
            }
        }
        _ if check.aim == Aim::Ordinary => {}
        _ if log.nothing_unreleased() => {
            breaches.push(format!("{unreleased}: nothing is under `## [Unreleased]`"));
        }
        // Else these changes would be published under no version.
        None if check.aim == Aim::Release => breaches.push(log.no_section(&version)),
        _ => {}
    }
    Ok(breaches)
}

#[cfg(test)]
mod tests {
    use super::breaches;
    use crate::check::{Aim, Check};
    use crate::scratch::Scratch;

    fn found(scratch: &Scratch, version: &str) -> Vec<String> {
        breaches(&Check::of(scratch.top(), version)).unwrap()
    }

    #[test]
    fn a_release_says_what_changes() {
        let scratch = Scratch::workspace("changelog");
        assert_eq!(
            found(&scratch, "0.1.0"),
            ["CHANGELOG.md:3: there is no section `## [0.1.0]`: run `cargo xtask release bump` \
                 first, which gives what is under `## [Unreleased]` its version"]
        );
        let next = Check { aim: Aim::Next, ..Check::of(scratch.top(), "0.2.0") };
        assert_eq!(breaches(&next).unwrap(), [""; 0]);
        scratch.edit(
            "CHANGELOG.md",
            "## [Unreleased]\n",
            "## [Unreleased]\n\n## [0.1.0] - 2026-04-01\n",
        );
        assert_eq!(found(&scratch, "0.1.0"), [""; 0]);
        scratch.edit("CHANGELOG.md", "## [Unreleased]\n", "## [Unreleased]\n\n- Late.\n");
        assert_eq!(
            found(&scratch, "0.1.0"),
            [
                "CHANGELOG.md:3: what is under `## [Unreleased]` would be released as well: it belongs \
              under `## [0.1.0]`"
            ]
        );
        // Once it is released, the next changes may come.
        scratch.git(&["tag", "v0.1.0"]);
        assert_eq!(found(&scratch, "0.1.0"), [""; 0]);
    }

    #[test]
    fn an_empty_changelog_fails() {
        let scratch = Scratch::workspace("changelog-empty");
        scratch.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n");
        assert_eq!(
            found(&scratch, "0.1.0"),
            ["CHANGELOG.md:3: nothing is under `## [Unreleased]`"]
        );
        // A commit that nothing is released from may have nothing to say.
        let ordinary = Check { aim: Aim::Ordinary, ..Check::of(scratch.top(), "0.1.0") };
        assert_eq!(breaches(&ordinary).unwrap(), [""; 0]);
        scratch
            .write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-04-01\n");
        assert_eq!(found(&scratch, "0.1.0"), ["CHANGELOG.md:5: nothing is under `## [0.1.0]`"]);
    }
}
