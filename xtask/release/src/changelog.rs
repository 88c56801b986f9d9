//! CHANGELOG.md: its form, which is that of Keep a Changelog, and the section of a release.

use std::fs;
use std::path::Path;

use semver::Version;

use crate::git;
use crate::shell::{Outcome, failed};

/// The file, from the top.
pub(crate) const PATH: &str = "CHANGELOG.md";
const UNRELEASED: &str = "Unreleased";
/// What a change can be.
const KINDS: [&str; 6] = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/// The text of the file.
pub(crate) fn load(top: &Path) -> Outcome<String> {
    Ok(fs::read_to_string(top.join(PATH)).map_err(|error| format!("{PATH}: {error}"))?)
}

/// Whether the changelog of a commit has a section for the version that is to be published from it.
///
/// # Errors
///
/// It has none: `bump` was not run.
pub(crate) fn has_release(top: &Path, commit: &str, version: &str) -> Outcome {
    let Some(text) = git::show(top, commit, PATH)? else {
        return failed(format!("{PATH}: the commit {commit} has none"));
    };
    let log = Changelog::read(&text);
    if log.releases().iter().any(|(_, listed)| listed.to_string() == version) {
        return Ok(());
    }
    failed(log.no_section(version))
}

/// The parts of the file.
#[derive(Debug)]
pub(crate) struct Changelog<'a> {
    text: &'a str,
    sections: Vec<Section<'a>>,
    links: Vec<Link<'a>>,
}

#[derive(Debug)]
struct Section<'a> {
    /// Counted from 1.
    line: usize,
    /// Between the brackets of its heading; all of the heading, where it has none.
    name: &'a str,
    /// What follows the brackets.
    rest: &'a str,
    /// Its lines, numbered.
    body: Vec<(usize, &'a str)>,
}

/// A line `[name]: address`.
#[derive(Debug)]
struct Link<'a> {
    line: usize,
    name: &'a str,
    address: &'a str,
}

impl<'a> Changelog<'a> {
    pub(crate) fn read(text: &'a str) -> Self {
        let (mut sections, mut links): (Vec<Section<'_>>, Vec<Link<'_>>) = (Vec::new(), Vec::new());
        let mut in_comment = false;
        for (number, line) in (1..).zip(text.lines()) {
            // What a comment hides is shown to nobody: a form to be filled in, most often.
            let begins = line.trim_start().starts_with("<!--");
            if begins || in_comment {
                in_comment = !line.contains("-->");
                continue;
            }
            let link = line.strip_prefix('[').and_then(|line| line.split_once("]: "));
            if let Some(heading) = line.strip_prefix("## ") {
                let bracketed = heading.strip_prefix('[').and_then(|h| h.split_once(']'));
                let (name, rest) = bracketed.unwrap_or((heading, ""));
                sections.push(Section { line: number, name, rest, body: Vec::new() });
            } else if let Some((name, address)) = link {
                links.push(Link { line: number, name, address: address.trim() });
            } else if let Some(section) = sections.last_mut() {
                section.body.push((number, line));
            }
        }
        Self { text, sections, links }
    }

    /// Each breach of the form, with its file and line.
    pub(crate) fn breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        if self.sections.first().is_none_or(|section| section.name != UNRELEASED) {
            breaches.push(format!("{PATH}:1: its first section is not `## [{UNRELEASED}]`"));
        }
        let unreleased = self.sections.iter().filter(|section| section.name == UNRELEASED);
        for second in unreleased.skip(1) {
            let line = second.line;
            breaches.push(format!("{PATH}:{line}: a second section `## [{UNRELEASED}]`"));
        }
        let mut newer: Option<(Version, &str)> = None;
        for section in &self.sections {
            let at = format!("{PATH}:{}", section.line);
            breaches.extend(section.kind_breaches());
            if section.name == UNRELEASED {
                continue;
            }
            let date =
                section.rest.strip_prefix(" - ").map(|rest| rest.trim_end_matches(" [YANKED]"));
            let (Ok(version), Some(date)) = (section.name.parse(), date.filter(|d| is_date(d)))
            else {
                breaches.push(format!("{at}: the heading is not `## [1.2.3] - 2026-01-31`"));
                continue;
            };
            if newer.as_ref().is_some_and(|newer| newer.0 <= version || newer.1 < date) {
                breaches.push(format!("{at}: {version} of {date} is below an older release"));
            }
            newer = Some((version, date));
        }
        breaches.extend(self.link_breaches());
        breaches
    }

    /// Either no heading is a link, or each is, and leads to its tag.
    fn link_breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        let is_heading =
            |link: &&Link<'_>| link.name == UNRELEASED || link.name.parse::<Version>().is_ok();
        let links: Vec<&Link<'_>> = self.links.iter().filter(is_heading).collect();
        for Link { line, name, .. } in &links {
            if !self.sections.iter().any(|section| section.name == *name) {
                breaches.push(format!("{PATH}:{line}: a link for {name}, which is no section"));
            }
        }
        for Section { line, name, .. } in self.sections.iter().filter(|_| !links.is_empty()) {
            let Some(link) = links.iter().find(|link| link.name == *name) else {
                breaches
                    .push(format!("{PATH}:{line}: other sections have a link, {name} has none"));
                continue;
            };
            let newest = self.sections.iter().find(|section| section.name != UNRELEASED);
            let ending = match newest {
                Some(newest) if *name == UNRELEASED => format!("/compare/v{}...HEAD", newest.name),
                None if *name == UNRELEASED => "/commits/HEAD".to_owned(),
                _ => format!("v{name}"),
            };
            if !link.address.ends_with(&ending) {
                let Link { line, address, .. } = link;
                breaches.push(format!(
                    "{PATH}:{line}: expected a link that ends with `{ending}`, found {address}"
                ));
            }
        }
        breaches
    }

    /// The versions that have a section, the newest first.
    pub(crate) fn releases(&self) -> Vec<(usize, Version)> {
        let version = |s: &Section<'_>| Some((s.line, s.name.parse().ok()?));
        self.sections.iter().filter_map(version).collect()
    }

    /// What to say where a version has no section.
    pub(crate) fn no_section(&self, version: &str) -> String {
        format!(
            "{PATH}:{}: there is no section `## [{version}]`: run `cargo xtask release bump` first, \
             which gives what is under `## [{UNRELEASED}]` its version",
            self.unreleased_line()
        )
    }

    /// Whether there is nothing under Unreleased.
    pub(crate) fn nothing_unreleased(&self) -> bool {
        self.is_empty(UNRELEASED)
    }

    /// The line of Unreleased.
    pub(crate) fn unreleased_line(&self) -> usize {
        self.sections.iter().find(|section| section.name == UNRELEASED).map_or(1, |s| s.line)
    }

    /// Whether a section is not there, or lists nothing.
    pub(crate) fn is_empty(&self, name: &str) -> bool {
        let section = self.sections.iter().find(|section| section.name == name);
        section.is_none_or(|section| !section.body.iter().any(|(_, line)| is_entry(line)))
    }

    /// The file with what is unreleased under a version.
    ///
    /// # Errors
    ///
    /// Nothing is unreleased, or the version has a section already.
    pub(crate) fn released(&self, version: &Version, date: &str) -> Outcome<String> {
        let unreleased = self.sections.iter().find(|section| section.name == UNRELEASED);
        let Some(unreleased) = unreleased.filter(|_| !self.nothing_unreleased()) else {
            let line = self.unreleased_line();
            return failed(format!("{PATH}:{line}: nothing is under `## [{UNRELEASED}]`"));
        };
        if let Some((line, _)) = self.releases().iter().find(|(_, release)| release == version) {
            return failed(format!("{PATH}:{line}: {version} has a section already"));
        }
        let mut text = String::new();
        for (number, line) in (1..).zip(self.text.split_inclusive('\n')) {
            match self.links.iter().find(|link| link.line == number && link.name == UNRELEASED) {
                Some(link) => text.push_str(&moved_links(link.address, version)),
                None => text.push_str(line),
            }
            if number == unreleased.line {
                text.extend(["\n## [", &version.to_string(), "] - ", date, "\n"]);
            }
        }
        Ok(text)
    }
}

impl Section<'_> {
    /// Each kind of change is one of those that there are, once, and has a change.
    fn kind_breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        let mut lines = self.body.iter().peekable();
        while let Some((number, line)) = lines.next() {
            let Some(kind) = line.strip_prefix("### ") else { continue };
            let at = format!("{PATH}:{number}");
            if !KINDS.contains(&kind) {
                breaches.push(format!("{at}: `{kind}` is none of {}", KINDS.join(", ")));
            }
            if seen.contains(&kind) {
                breaches.push(format!("{at}: a second `{kind}` in {}", self.name));
            }
            seen.push(kind);
            let mut has_entry = false;
            while let Some((_, line)) = lines.next_if(|(_, line)| !line.starts_with("### ")) {
                has_entry |= is_entry(line);
            }
            if !has_entry {
                breaches.push(format!("{at}: nothing is under `{kind}`"));
            }
        }
        breaches
    }
}

/// The lines for Unreleased and for a version, made of the line that Unreleased had.
fn moved_links(address: &str, version: &Version) -> String {
    let before = address.strip_suffix("HEAD").unwrap_or(address);
    let compared = before.strip_suffix("...").and_then(|before| before.split_once("/compare/"));
    let (base, release) = if let Some((base, old)) = compared {
        (base, format!("{base}/compare/{old}...v{version}"))
    } else {
        let base = before.strip_suffix("/commits/").unwrap_or(before);
        (base, format!("{base}/releases/tag/v{version}"))
    };
    format!("[{UNRELEASED}]: {base}/compare/v{version}...HEAD\n[{version}]: {release}\n")
}

fn is_entry(line: &str) -> bool {
    line.starts_with("- ") && line.len() > 2
}

/// Whether it is a day of the calendar, as `2026-01-31`.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &&str| {
        part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse::<u32>().ok()).flatten()
    };
    let numbers: Vec<u32> = parts.iter().filter_map(number).collect();
    let [year, month, day] = numbers[..] else { return false };
    let days = match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    parts.iter().map(|part| part.len()).eq([4, 2, 2]) && (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::{Changelog, has_release};
    use crate::scratch::Scratch;

    const GOOD: &str = "\
# Changelog

## [Unreleased]

### Added

- This.

## [0.2.0] - 2026-03-01

### Fixed

- That.

## [0.1.0] - 2026-01-31 [YANKED]

- All.

[Unreleased]: https://example.org/a/compare/v0.2.0...HEAD
[0.2.0]: https://example.org/a/compare/v0.1.0...v0.2.0
[0.1.0]: https://example.org/a/releases/tag/v0.1.0
";

    fn breaches(from: &str, to: &str) -> Vec<String> {
        assert!(GOOD.contains(from), "{from}");
        Changelog::read(&GOOD.replace(from, to)).breaches()
    }

    #[test]
    fn the_form_is_checked_line_by_line() {
        assert_eq!(breaches("", ""), [""; 0]);
        assert_eq!(
            breaches("[Unreleased]\n", "[Next]\n")[0],
            "CHANGELOG.md:1: its first section is not `## [Unreleased]`"
        );
        assert_eq!(
            breaches("### Fixed", "### Mended"),
            [
                "CHANGELOG.md:11: `Mended` is none of Added, Changed, Deprecated, Removed, Fixed, Security"
            ]
        );
        assert_eq!(breaches("- This.", ""), ["CHANGELOG.md:5: nothing is under `Added`"]);
        assert_eq!(
            breaches("- That.", "- That.\n### Fixed\n- It.")[0],
            "CHANGELOG.md:14: a second `Fixed` in 0.2.0"
        );
        assert_eq!(
            breaches("2026-03-01", "in March"),
            ["CHANGELOG.md:9: the heading is not `## [1.2.3] - 2026-01-31`"]
        );
        for date in ["2026-13-01", "2026-02-29", "2026-04-31", "2026-01-00", "2026-1-01"] {
            assert_eq!(
                breaches("2026-03-01", date),
                ["CHANGELOG.md:9: the heading is not `## [1.2.3] - 2026-01-31`"],
                "{date}"
            );
        }
        assert_eq!(breaches("2026-03-01", "2028-02-29"), [""; 0]);
        assert_eq!(
            breaches("- That.\n", "- That.\n\n## [Unreleased]\n"),
            ["CHANGELOG.md:15: a second section `## [Unreleased]`"]
        );
        assert_eq!(
            breaches("2026-01-31", "2026-03-02"),
            ["CHANGELOG.md:15: 0.1.0 of 2026-03-02 is below an older release"]
        );
    }

    #[test]
    fn what_is_in_a_comment_is_no_change() {
        let text = "# C\n\n## [Unreleased]\n\n<!-- ### Added\n- A.\n## [0.1.0] - 2026-01-01\n-->\n\
                    <!-- - B. -->\n";
        let log = Changelog::read(text);
        assert!(log.nothing_unreleased() && log.releases().is_empty());
        let shown = text.replace("<!-- - B. -->", "- B.");
        assert!(!Changelog::read(&shown).nothing_unreleased());
    }

    #[test]
    fn a_publication_takes_a_section_of_its_version() {
        let scratch = Scratch::workspace("changelog-section");
        let of = |version| has_release(scratch.top(), "HEAD", version);
        let failure = of("0.1.0").unwrap_err().to_string();
        assert!(
            failure.starts_with(
                "CHANGELOG.md:3: there is no section `## [0.1.0]`: run `cargo xtask release bump` first"
            ),
            "{failure}"
        );
        scratch.edit("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n## [0.1.0] - 2026-01-01\n");
        assert!(of("0.1.0").is_err(), "it is not committed");
        scratch.commit();
        assert_eq!(of("0.1.0"), Ok(()));
    }

    #[test]
    fn links_lead_to_the_tags() {
        assert_eq!(
            breaches("v0.2.0...HEAD", "v0.1.0...HEAD"),
            ["CHANGELOG.md:19: expected a link that ends with `/compare/v0.2.0...HEAD`, found \
              https://example.org/a/compare/v0.1.0...HEAD"]
        );
        assert_eq!(
            breaches("[0.1.0]: https", "[0.0.1]: https"),
            [
                "CHANGELOG.md:21: a link for 0.0.1, which is no section",
                "CHANGELOG.md:15: other sections have a link, 0.1.0 has none"
            ]
        );
        let unlinked = GOOD.split("\n[Unreleased]: ").next().unwrap();
        assert_eq!(Changelog::read(unlinked).breaches(), [""; 0]);
    }

    #[test]
    fn a_release_takes_over_what_is_unreleased() {
        let log = Changelog::read(GOOD);
        let text = log.released(&"0.3.0".parse().unwrap(), "2026-04-01").unwrap();
        assert!(text.starts_with(
            "# Changelog\n\n## [Unreleased]\n\n## [0.3.0] - 2026-04-01\n\n### Added\n\n- This.\n"
        ));
        assert!(text.contains(
            "\n[Unreleased]: https://example.org/a/compare/v0.3.0...HEAD\n\
             [0.3.0]: https://example.org/a/compare/v0.2.0...v0.3.0\n[0.2.0]: "
        ));
        let after = Changelog::read(&text);
        assert_eq!(after.breaches(), [""; 0]);
        assert!(after.nothing_unreleased() && !after.is_empty("0.3.0"));
        let again = after.released(&"0.4.0".parse().unwrap(), "2026-04-02").unwrap_err();
        assert_eq!(again.to_string(), "CHANGELOG.md:3: nothing is under `## [Unreleased]`");
        let same = log.released(&"0.2.0".parse().unwrap(), "2026-04-02").unwrap_err();
        assert_eq!(same.to_string(), "CHANGELOG.md:9: 0.2.0 has a section already");
    }

    #[test]
    fn the_first_release_has_nothing_to_compare_with() {
        let first =
            "# C\n\n## [Unreleased]\n\n- A.\n\n[Unreleased]: https://example.org/a/commits/HEAD\n";
        let text =
            Changelog::read(first).released(&"0.1.0".parse().unwrap(), "2026-04-01").unwrap();
        assert!(text.ends_with(
            "\n[Unreleased]: https://example.org/a/compare/v0.1.0...HEAD\n\
             [0.1.0]: https://example.org/a/releases/tag/v0.1.0\n"
        ));
        assert_eq!(Changelog::read(&text).breaches(), [""; 0]);
    }
}
