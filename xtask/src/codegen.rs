//! `cargo xtask codegen`: what follows from something else, made anew or compared.
//!
//! - The vectors in `testdata/`, by the scripts beside them.
//! - Blocks of documents that follow from manifests and from this program. A comment before a block
//!   says that it is made, and one after it where it ends.
//! - The versions of dependencies in the examples of manifests.
//!
//! What takes a server, a measurement or a build is made by commands of its own; each such file names
//! its command in its first lines.

mod documents;
mod vectors;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::run::{Outcome, failed, missing};
use crate::shell::{self, find};
use crate::workspace;

/// Files that other commands make, and what each says of that in its first lines.
const ELSEWHERE: [(&str, &str); 5] = [
    ("docs/columns-sqlx.md", "`UPDATE_DOCS=1 cargo test -p idsqlx --test servers matrix`"),
    ("docs/commands.md", "`UPDATE_DOCS=1 cargo test -p idcli guide`"),
    ("docs/instructions.tsv", "cargo xtask instructions --update"),
    ("docs/performance.md", "`cargo xtask bench --page`"),
    ("crates/iddiesel/tests/it/sqlite/schema.rs", "@generated automatically by Diesel CLI"),
];
/// How far down a file may say so.
const HEAD_LINES: usize = 15;

/// What is made: the text of each file, by its name from the top folder.
type Made = BTreeMap<String, String>;

/// Writes what has changed, or with `check` names it and fails.
pub(crate) fn run(check: bool) -> Outcome {
    let top = shell::top();
    let scratch = top.join("target").join("codegen");
    let mut made = documents::make(top, &workspace::crates()?)?;
    let python = find("python3");
    if let Some(python) = &python {
        made.extend(vectors::make(python, &top.join("testdata"), &scratch.join("scripts"))?);
    }
    check_heads(top, &ELSEWHERE)?;
    settle(top, &scratch, &made, check)?;
    if !check {
        for (file, maker) in ELSEWHERE {
            eprintln!("{file} is made elsewhere: {maker}");
        }
    }
    match python {
        Some(_) => Ok(()),
        None => missing("the vectors in testdata/, whose scripts take python3"),
    }
}

/// Writes the files that differ, or shows the differences and fails.
fn settle(top: &Path, scratch: &Path, made: &Made, check: bool) -> Outcome {
    let mut stale = Vec::new();
    for (name, text) in made {
        let file = top.join(name);
        if fs::read(&file).ok().as_deref() == Some(text.as_bytes()) {
            continue;
        }
        if check {
            eprint!("{}", difference(name, &file, text, scratch)?);
            stale.push(name.as_str());
        } else {
            fs::write(&file, text)?;
            eprintln!("{name}: written");
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    failed(format!("not as `cargo xtask codegen` makes it: {}", stale.join(", ")))
}

/// The lines that would change.
fn difference(name: &str, file: &Path, text: &str, scratch: &Path) -> Outcome<String> {
    fs::create_dir_all(scratch)?;
    let made = scratch.join("made");
    fs::write(&made, text)?;
    let mut diff = Command::new("diff");
    diff.args(["-u", "-N", "--label", name, "--label", &format!("{name}, as it is made")]);
    Ok(String::from_utf8_lossy(&diff.arg(file).arg(made).output()?.stdout).into_owned())
}

/// Each of the files says how it is made.
fn check_heads(top: &Path, files: &[(&str, &str)]) -> Outcome {
    for (file, maker) in files {
        let text = fs::read_to_string(top.join(file)).unwrap_or_default();
        if !text.lines().take(HEAD_LINES).any(|line| line.contains(maker)) {
            return failed(format!("{file}: it does not say how it is made: {maker}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::{ELSEWHERE, Made, check_heads, settle};
    use crate::shell;

    /// A folder of its own, with these files.
    fn folder(test: &str, files: &[(&str, &str)]) -> PathBuf {
        let top = std::env::temp_dir().join(format!("xtask-{test}-{}", std::process::id()));
        fs::create_dir_all(&top).unwrap();
        for (name, text) in files {
            fs::write(top.join(name), text).unwrap();
        }
        top
    }

    fn made(files: &[(&str, &str)]) -> Made {
        files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
    }

    #[test]
    fn what_has_changed_is_named_with_its_lines_and_left_alone() {
        let top = folder("settle", &[("a.md", "one\ntwo\n"), ("b.tsv", "three\n")]);
        let made = made(&[("a.md", "one\n2\n"), ("b.tsv", "three\n"), ("c.md", "four\n")]);
        let scratch = top.join("scratch");
        let failure = settle(&top, &scratch, &made, true).unwrap_err();
        assert_eq!(failure.to_string(), "not as `cargo xtask codegen` makes it: a.md, c.md");
        assert_eq!(fs::read_to_string(top.join("a.md")).unwrap(), "one\ntwo\n");
        let lines = super::difference("a.md", &top.join("a.md"), "one\n2\n", &scratch).unwrap();
        assert_eq!(lines, "--- a.md\n+++ a.md, as it is made\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n");

        assert_eq!(settle(&top, &scratch, &made, false), Ok(()));
        assert_eq!(fs::read_to_string(top.join("a.md")).unwrap(), "one\n2\n");
        assert_eq!(settle(&top, &scratch, &made, true), Ok(()));
        fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn a_file_that_is_made_elsewhere_says_how() {
        let far_down = format!("{}made by `b`\n", "\n".repeat(20));
        let top = folder("heads", &[("a.md", "<!-- made by `b` -->\n"), ("b.md", &far_down)]);
        assert_eq!(check_heads(&top, &[("a.md", "`b`")]), Ok(()));
        for file in ["b.md", "c.md"] {
            let failure = check_heads(&top, &[(file, "`b`")]).unwrap_err();
            assert_eq!(failure.to_string(), format!("{file}: it does not say how it is made: `b`"));
        }
        fs::remove_dir_all(top).unwrap();
    }

    #[test]
    fn the_page_of_measurements_says_what_is_looked_for() {
        // The bench is a workspace of its own, so its text is read: a line that ends in `\` goes on
        // with the first word of the next.
        let source = fs::read_to_string(shell::top().join("bench/src/page.rs")).unwrap();
        let joined: Vec<&str> = source.split("\\\n").map(str::trim_start).collect();
        let maker = ELSEWHERE.iter().find(|(file, _)| *file == "docs/performance.md").unwrap().1;
        assert!(joined.concat().contains(maker), "bench/src/page.rs does not write {maker}");
    }

    #[test]
    fn commands_that_make_files_are_there() {
        for (file, maker) in ELSEWHERE {
            let Some(command) = maker.trim_matches('`').strip_prefix("cargo xtask ") else {
                continue;
            };
            let (name, option) = command.split_once(' ').unwrap();
            let listed = [format!("  {name} {option} "), format!("  {name} [{option}] ")];
            assert!(listed.iter().any(|line| crate::HELP.contains(line)), "{file}: {maker}");
        }
    }
}
