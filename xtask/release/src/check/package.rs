//! Gate: the files of each package are those that are listed, licences and README among them; the
//! docs are built as docs.rs builds them; npm's package passes its checks.
//!
//! The list is kept, so that a file that joins or leaves a package is seen in a review.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Check;
use super::program::{has_npm, outcome, xtask};
use super::report::{Report, Verdict};
use super::staged::staged;
use crate::shell::{Outcome, cargo, command, failed, output};
use crate::workspace::Member;

/// The list, from the top: each package's name, and its files below it.
const LIST: &str = "xtask/release/packages.txt";
const HEAD: &str = "\
# The files of each package: compared by `cargo xtask release check package`, written with --update.
";
/// Where npm's package is built.
const NPM_FOLDER: &str = "target/npm/package";
/// The crate with npm's package.
const NPM_CRATE: &str = "idwasm";

/// npm's package in the list.
const NPM_NAME: &str = "npm idwasm";

/// A package and its files.
type Files = (String, Vec<String>);

/// The files of the packages, as far as they could be listed.
#[derive(Default)]
struct Lists {
    found: Vec<Files>,
    /// Whether each crate is there.
    has_crates: bool,
    /// Whether npm's package is.
    has_npm: bool,
}

pub(crate) fn run(check: &Check<'_>, report: &mut Report) {
    let mut lists = Lists::default();
    report.part("crates", || {
        let stage = staged(check)?;
        let mut breaches = Vec::new();
        for member in &stage.members {
            let files = crate_files(&stage.top, member)
                .map_err(|failure| failure.about(format!("crates/{}/Cargo.toml", member.name)))?;
            breaches.extend(missing_files(check.top, member, &files));
            lists.found.push((member.package.clone(), files));
        }
        lists.has_crates = true;
        Ok(Verdict::of(breaches, format!("{} with licences and README", stage.members.len())))
    });
    report.part("npm", || {
        if !has_npm(check.top) {
            return Ok(Verdict::Missing("npm".into()));
        }
        let tested =
            outcome(check, "npm", &mut xtask(check, &["test", NPM_CRATE]), "publint, attw, tests")?;
        if !matches!(tested, Verdict::Missing(_)) {
            lists.found.push((NPM_NAME.to_owned(), npm_files(check.top)?));
            lists.has_npm = true;
        }
        Ok(tested)
    });
    report.part("lists of files", || compare(check, &lists));
    report.part("docs", || {
        let docs = &mut xtask(check, &["ci", "docs.rs"]);
        outcome(check, "docs", docs, "as docs.rs builds them, without a warning")
    });
}

fn crate_files(stage: &Path, member: &Member) -> Outcome<Vec<String>> {
    let words = ["package", "--list", "--allow-dirty", "--offline", "--package", &member.package];
    let list = output(&mut cargo(stage, &words))?;
    // The same on every system.
    Ok(list.lines().map(|file| file.replace('\\', "/")).collect())
}

/// A package has a README, and the text of each licence that it is under.
fn missing_files(top: &Path, member: &Member, files: &[String]) -> Vec<String> {
    let Member { name, license, .. } = member;
    let has = |file: &str| files.iter().any(|found| found == file);
    let mut missing = Vec::new();
    if !has("README.md") {
        missing.push(format!("crates/{name}/README.md: it is not in the package"));
    }
    let Some(license) = license else {
        missing.push(format!("crates/{name}/Cargo.toml: it states no licence"));
        return missing;
    };
    for licence in license.split([' ', '(', ')']).filter(|w| !matches!(*w, "" | "OR" | "AND")) {
        // `Apache-2.0` is in `LICENSE-APACHE`.
        let word = licence.split('-').next().unwrap_or(licence).to_uppercase();
        let file = format!("LICENSE-{word}");
        if !has(&file) {
            let is_there = if top.join(&file).is_file() { "" } else { ", nor at the top" };
            missing.push(format!(
                "crates/{name}/{file}: the text of {licence} is not in the package{is_there}"
            ));
        }
    }
    missing
}

fn npm_files(top: &Path) -> Outcome<Vec<String>> {
    let mut pack = command(&top.join(NPM_FOLDER), "npm");
    let told = output(pack.args(["pack", "--dry-run", "--json", "--ignore-scripts"]))?;
    let told: Value = serde_json::from_str(&told)?;
    let files = told[0]["files"].as_array().into_iter().flatten();
    let mut files: Vec<String> =
        files.filter_map(|file| Some(file["path"].as_str()?.to_owned())).collect();
    files.sort();
    Ok(files)
}

fn compare(check: &Check<'_>, lists: &Lists) -> Outcome<Verdict> {
    let Lists { found, has_crates, has_npm } = lists;
    let path = check.top.join(LIST);
    let count: usize = found.iter().map(|(_, files)| files.len()).sum();
    let note = format!("{count} files in {} packages", found.len());
    if check.update {
        if !(*has_crates && *has_npm) {
            let what = if *has_crates { "npm's package" } else { "each crate" };
            return failed(format!(
                "{LIST}: it was not written: the files of {what} could not be listed"
            ));
        }
        fs::write(&path, written(found)).map_err(|error| format!("{LIST}: {error}"))?;
        return Ok(Verdict::Passed(format!("{note}, written to {LIST}")));
    }
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => return failed(format!("{LIST}: {error}: --update writes it")),
    };
    // What could not be listed has been told, and does not count as gone.
    let is_known = |name: &str| if name == NPM_NAME { *has_npm } else { *has_crates };
    let differences = differences(&text, found, is_known);
    if differences.is_empty() && !(*has_crates && *has_npm) {
        return Ok(Verdict::Missing(format!("the other packages; {note} are as listed")));
    }
    Ok(Verdict::of(differences, note))
}

fn written(found: &[Files]) -> String {
    let mut text = HEAD.to_owned();
    for (package, files) in found {
        text.extend(["\n", package, "\n"]);
        for file in files {
            text.extend(["    ", file, "\n"]);
        }
    }
    text
}

/// A package in the list: its name and its files, each with its line.
type Listed<'a> = (&'a str, usize, Vec<(&'a str, usize)>);

fn listed(text: &str) -> Vec<Listed<'_>> {
    let mut listed: Vec<Listed<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(file) = line.strip_prefix("    ") {
            if let Some((.., files)) = listed.last_mut() {
                files.push((file, number));
            }
        } else if !line.is_empty() && !line.starts_with('#') {
            listed.push((line, number, Vec::new()));
        }
    }
    listed
}

/// What is in one of list and package alone. A package that is not known cannot be gone.
fn differences(text: &str, found: &[Files], is_known: impl Fn(&str) -> bool) -> Vec<String> {
    let mut differences = Vec::new();
    let listed = listed(text);
    for (package, files) in found {
        let Some((_, _, known)) = listed.iter().find(|(name, ..)| name == package) else {
            differences.push(format!("{LIST}:1: {package} is not listed: --update adds it"));
            continue;
        };
        for (file, line) in known.iter().filter(|(file, _)| !files.iter().any(|f| f == file)) {
            differences.push(format!("{LIST}:{line}: {file} is not in the package {package}"));
        }
        for file in files.iter().filter(|file| !known.iter().any(|(known, _)| known == *file)) {
            differences.push(format!(
                "{LIST}:1: {file} of the package {package} is not listed: --update adds it, if it \
                 is to be published"
            ));
        }
    }
    let is_gone = |name: &str| is_known(name) && !found.iter().any(|(found, _)| found == name);
    for (package, line, _) in listed.iter().filter(|(name, ..)| is_gone(name)) {
        differences.push(format!("{LIST}:{line}: there is no package {package}"));
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::{Lists, compare, crate_files, differences, missing_files, written};
    use crate::check::Check;
    use crate::check::report::Verdict;
    use crate::check::staged::staged;
    use crate::scratch::Scratch;

    #[test]
    fn every_package_has_its_licences() {
        let scratch = Scratch::workspace("package");
        let check = Check::of(scratch.top(), "0.1.0");
        let missing = || -> Vec<String> {
            let stage = staged(&check).unwrap();
            let missing = |member| {
                missing_files(scratch.top(), member, &crate_files(&stage.top, member).unwrap())
            };
            stage.members.iter().flat_map(missing).collect()
        };
        assert_eq!(missing(), [""; 0]);
        scratch.edit("Cargo.toml", "license = \"MIT\"", "license = \"MIT OR Apache-2.0\"");
        scratch.git(&["rm", "--quiet", "crates/two/README.md"]);
        scratch.commit();
        assert_eq!(
            missing(),
            [
                "crates/one/LICENSE-APACHE: the text of Apache-2.0 is not in the package, nor at the top",
                "crates/two/README.md: it is not in the package",
                "crates/two/LICENSE-APACHE: the text of Apache-2.0 is not in the package, nor at the top",
            ]
        );
    }

    #[test]
    fn the_list_is_compared_line_by_line() {
        let files = |package: &str, files: &[&str]| {
            (package.to_owned(), files.iter().map(|f| (*f).to_owned()).collect())
        };
        let found = [files("a", &["Cargo.toml", "src/lib.rs"]), files("b", &["Cargo.toml"])];
        let text = written(&found);
        assert_eq!(differences(&text, &found, |_| true), [""; 0]);
        let now = [files("a", &["Cargo.toml", "src/secret.txt"]), files("c", &["Cargo.toml"])];
        assert_eq!(
            differences(&text, &now, |_| true),
            [
                "xtask/release/packages.txt:5: src/lib.rs is not in the package a",
                "xtask/release/packages.txt:1: src/secret.txt of the package a is not listed: --update \
                 adds it, if it is to be published",
                "xtask/release/packages.txt:1: c is not listed: --update adds it",
                "xtask/release/packages.txt:7: there is no package b",
            ]
        );
    }

    /// The files of one crate, and of npm's package where it is there.
    fn lists(has_crates: bool, has_npm: bool) -> Lists {
        let mut found = vec![("a".to_owned(), vec!["Cargo.toml".to_owned()])];
        found.extend(has_npm.then(|| ("npm idwasm".to_owned(), vec!["package.json".to_owned()])));
        Lists { found, has_crates, has_npm }
    }

    #[test]
    fn update_writes_the_list_when_all_are_listed() {
        let scratch = Scratch::new("package-list", &[("xtask/release/packages.txt", "")]);
        let check = Check::of(scratch.top(), "0.1.0");
        let update = Check { update: true, ..Check::of(scratch.top(), "0.1.0") };
        assert!(matches!(compare(&check, &lists(true, true)).unwrap(), Verdict::Failed(_)));
        for (partial, what) in [((false, true), "each crate"), ((true, false), "npm's package")] {
            assert_eq!(
                compare(&update, &lists(partial.0, partial.1)).unwrap_err().to_string(),
                format!(
                    "xtask/release/packages.txt: it was not written: the files of {what} could not be \
                     listed"
                )
            );
        }
        assert_eq!(scratch.read("xtask/release/packages.txt"), "");
        compare(&update, &lists(true, true)).unwrap();
        assert_eq!(
            compare(&check, &lists(true, true)).unwrap(),
            Verdict::Passed("2 files in 2 packages".into())
        );
    }

    #[test]
    fn without_npm_the_crates_are_compared_all_the_same() {
        let text = written(&lists(true, true).found);
        let scratch = Scratch::new("package-no-npm", &[("xtask/release/packages.txt", &text)]);
        let check = Check::of(scratch.top(), "0.1.0");
        let mut crates = lists(true, false);
        assert_eq!(
            compare(&check, &crates).unwrap(),
            Verdict::Missing("the other packages; 1 files in 1 packages are as listed".into())
        );
        crates.found[0].1.push("new.txt".to_owned());
        let Verdict::Failed(breaches) = compare(&check, &crates).unwrap() else { panic!() };
        assert!(breaches[0].contains("new.txt of the package a is not listed"), "{breaches:?}");
    }
}
