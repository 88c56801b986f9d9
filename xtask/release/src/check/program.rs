//! Programs that take long: what they say goes to a file, and what they find fault with is told.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Check;
use super::report::Verdict;
use crate::shell::{Outcome, cargo, command, failed, output, raw, show};

/// Of a program whose errors are not understood, so many lines are told.
const LAST_LINES: usize = 20;
/// Of an error without a place, so many lines are told.
const ERROR_LINES: usize = 8;
/// What is no error of its own.
const SUMMARIES: [&str; 3] = ["could not compile", "aborting due to", "process didn't exit"];

/// One of the project's own commands, such as `ci deny`.
pub(crate) fn xtask(check: &Check<'_>, words: &[&str]) -> Command {
    let mut command = cargo(check.top, &["run", "--quiet", "--package", "xtask", "--"]);
    command.args(words);
    command
}

/// A tool, found or brought by `cargo xtask tool`.
pub(crate) fn tool(name: &str) -> Outcome<PathBuf> {
    // The project's own, whichever workspace is looked at.
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let words = ["run", "--quiet", "--package", "xtask", "--", "tool", name];
    output(&mut cargo(own, &words)).map(PathBuf::from)
}

/// Whether npm can be called.
pub(crate) fn has_npm(folder: &Path) -> bool {
    raw(command(folder, "npm").arg("--version")).is_ok()
}

/// Runs a program, and gives what it finds fault with; nothing, where it succeeds.
///
/// Its output is in `target/release-check/NAME.log`.
pub(crate) fn faults(check: &Check<'_>, name: &str, command: &mut Command) -> Outcome<Vec<String>> {
    fs::create_dir_all(check.folder())?;
    let path = check.folder().join(format!("{name}.log"));
    let log = File::create(&path)?;
    command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1");
    command.stdout(log.try_clone()?).stderr(log);
    let status =
        command.status().or_else(|error| failed(format!("`{}`: {error}", show(command))))?;
    if status.success() {
        return Ok(Vec::new());
    }
    let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
    let place = path.strip_prefix(check.top).unwrap_or(&path).display().to_string();
    let mut faults = faults_in(&text);
    if faults.is_empty() {
        let lines: Vec<&str> = text.trim_end().lines().collect();
        faults.push(lines[lines.len().saturating_sub(LAST_LINES)..].join("\n"));
    }
    faults.push(format!("{place}: all that `{}` said ({status})", show(command)));
    Ok(faults)
}

/// Runs a program that is a part of a gate. One of the project's own says where it skips what this
/// machine does not have.
pub(crate) fn outcome(
    check: &Check<'_>,
    name: &str,
    command: &mut Command,
    note: &str,
) -> Outcome<Verdict> {
    let faults = faults(check, name, command)?;
    let said = fs::read_to_string(check.folder().join(format!("{name}.log")))?;
    match said.lines().rev().find_map(|line| line.strip_prefix("skipped: ")) {
        Some(skipped) if faults.is_empty() => Ok(Verdict::Missing(skipped.to_owned())),
        _ => Ok(Verdict::of(faults, note)),
    }
}

/// Several programs that make one part of a gate.
pub(crate) fn all(
    check: &Check<'_>,
    commands: impl IntoIterator<Item = (String, Command)>,
    note: impl Into<String>,
) -> Outcome<Verdict> {
    let mut found = Vec::new();
    for (name, mut command) in commands {
        found.extend(faults(check, &name, &mut command)?);
    }
    Ok(Verdict::of(found, note))
}

/// A folder that a gate fills anew.
pub(crate) fn emptied(folder: &Path) -> Outcome {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(())
}

/// A script in place of rustdoc that lets it use what is not stable, and no other compiler.
pub(crate) fn bootstrap_rustdoc(check: &Check<'_>) -> Outcome<PathBuf> {
    let script = check.folder().join("rustdoc");
    fs::create_dir_all(check.folder())?;
    fs::write(&script, "#!/bin/sh\nRUSTC_BOOTSTRAP=1 exec rustdoc \"$@\"\n")?;
    output(command(check.top, "chmod").arg("755").arg(&script))?;
    Ok(script)
}

/// The errors in what compilers and checkers print, each with its file and line where it has them,
/// and else with the lines that follow it.
fn faults_in(text: &str) -> Vec<String> {
    let mut faults: Vec<String> = Vec::new();
    let mut pending: Vec<&str> = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        let place = trimmed.strip_prefix("--> ").or_else(|| trimmed.strip_prefix("┌─ "));
        if let (Some(place), Some(error)) = (place, pending.first()) {
            faults.push(format!("{place}: {error}"));
            pending.clear();
        } else if let Some(fault) = line.strip_prefix("::error ") {
            faults.extend(annotation(fault));
        } else if line.starts_with("error") && line.contains(": ") {
            faults.extend(told(&mut pending));
            // The last words of a compiler: how many there were.
            let is_summary = SUMMARIES.iter().any(|words| line.contains(words));
            pending.extend((!is_summary).then_some(line));
        } else if !pending.is_empty() && !trimmed.is_empty() {
            pending.push(line);
        }
    }
    faults.extend(told(&mut pending));
    faults.dedup();
    faults
}

/// An error without a place, with the first lines of what is said of it.
fn told(pending: &mut Vec<&str>) -> Option<String> {
    pending.truncate(ERROR_LINES);
    let told = pending.join("\n");
    pending.clear();
    (!told.is_empty()).then_some(told)
}

/// `file=a.toml,line=3,..::message`, as CI services take it.
fn annotation(fault: &str) -> Option<String> {
    let (fields, message) = fault.split_once("::")?;
    let field =
        |key: &str| fields.split(',').find_map(|field| field.strip_prefix(key)?.strip_prefix('='));
    Some(format!("{}:{}: {message}", field("file")?, field("line").unwrap_or("1")))
}

#[cfg(test)]
mod tests {
    use super::{faults, faults_in};
    use crate::check::Check;
    use crate::scratch::Scratch;
    use crate::shell::command;

    #[test]
    fn errors_have_their_places() {
        let rustc = "error[E0425]: cannot find value `x`\n  --> src/lib.rs:3:5\n   |\n\
                     error: aborting due to 1 previous error\nerror: could not compile `a` (lib)\n";
        assert_eq!(faults_in(rustc), ["src/lib.rs:3:5: error[E0425]: cannot find value `x`"]);
        let cargo = "error: failed to select a version for `b`.\n    ... required by package `a`\n";
        assert_eq!(faults_in(cargo), [cargo.trim_end()]);
        let deny =
            "error[rejected]: failed to satisfy license requirements\n   ┌─ Cargo.toml:4:12\n";
        assert_eq!(
            faults_in(deny),
            ["Cargo.toml:4:12: error[rejected]: failed to satisfy license requirements"]
        );
        let shear = "::error file=a/Cargo.toml,line=31,col=1,title=t::unused dependency `b`\n\
                     ::warning file=c,line=1::d\n";
        assert_eq!(faults_in(shear), ["a/Cargo.toml:31: unused dependency `b`"]);
    }

    #[test]
    fn other_programs_are_told_by_their_last_lines() {
        let scratch = Scratch::new("program", &[]);
        let check = Check::of(scratch.top(), "0.1.0");
        let sh = |words: &str| {
            let mut sh = command(scratch.top(), "sh");
            sh.args(["-c", words]);
            faults(&check, "sh", &mut sh).unwrap()
        };
        assert_eq!(sh("echo fine"), [""; 0]);
        let found = sh("echo one; echo two >&2; exit 3");
        assert_eq!(found[0], "one\ntwo");
        assert!(found[1].starts_with("target/release-check/sh.log: all that "), "{found:?}");
    }
}
