//! `cargo xtask instructions`: what the hot paths cost in instructions, against what is on file.
//!
//! Times move with the load and the processor; instructions hardly do. They are counted by
//! valgrind, as the difference between a long and a short run, so that the start of the program is
//! no part of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::debian;
use crate::run::{Outcome, failed};
use crate::shell::{self, cargo, command, find, output, run as call};

/// The counts on file, with the reason for each that was raised.
const FILE: &str = "docs/instructions.tsv";
const HEADER: &str = "\
# Instructions per call of the hot paths, counted by valgrind: cargo xtask instructions
# A count that grows by more than 5 % fails the tests, until it is raised here with the reason.
# cargo xtask instructions --update writes the counts of this build and keeps the reasons.
path\tinstructions\treason
";
/// How much a count may grow.
const TOLERANCE: f64 = 0.05;
/// The two runs whose difference counts.
const RUNS: [u64; 2] = [1_000, 11_000];

/// How the paths begin that read the system's clock.
const WITH_CLOCK: &str = "process-";

/// A line of the file.
#[derive(Clone, Debug, Default, PartialEq)]
struct Entry {
    instructions: f64,
    reason: String,
}

/// Counts and compares, or with `update` counts and writes.
pub(crate) fn run(update: bool) -> Outcome {
    // Libraries choose their instructions by the processor; the counts are of this kind alone.
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        return crate::run::missing("the count of instructions, which is for x86-64 Linux");
    }
    let valgrind = valgrind()?;
    call(&mut cargo(&["build", "--release", "--package", "idgen", "--example", "hot_paths"]))?;
    let program = shell::top().join("target/release/examples/hot_paths");
    let (listed, cheap_clock) = (output(&mut command(&program))?, has_cheap_clock());
    let is_counted = |path: &str| cheap_clock || !path.starts_with(WITH_CLOCK);
    let mut found = BTreeMap::new();
    for path in listed.lines().filter(|path| is_counted(path)) {
        found.insert(path.to_owned(), count(&valgrind, &program, path)?);
    }
    let file = shell::top().join(FILE);
    let mut filed = parse(&fs::read_to_string(&file).unwrap_or_default())?;
    if update && cheap_clock {
        fs::write(file, render(&found, &filed))?;
        return Ok(());
    }
    filed.retain(|path, _| is_counted(path));
    compare(&found, &filed)?;
    if cheap_clock {
        return Ok(());
    }
    crate::run::missing("the instructions of process-wide ids, for want of the TSC as clock source")
}

/// Whether the system keeps time by the processor's counter, so that ids do too.
fn has_cheap_clock() -> bool {
    const SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    fs::read_to_string(SOURCE).is_ok_and(|name| name.trim() == "tsc")
}

fn valgrind() -> Outcome<PathBuf> {
    if find("valgrind").is_none() {
        debian::install(&["valgrind"]).map_err(|failure| {
            failure.missing_as("the count of instructions, which takes valgrind")
        })?;
    }
    match find("valgrind") {
        Some(valgrind) => Ok(valgrind),
        None => crate::run::missing("the count of instructions, which takes valgrind"),
    }
}

/// The instructions of one call.
fn count(valgrind: &Path, program: &Path, path: &str) -> Outcome<f64> {
    let mut counts = [0_u64; 2];
    for (count, times) in counts.iter_mut().zip(RUNS) {
        let mut counting = command(valgrind);
        counting.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
        counting.arg(program).args([path, &times.to_string()]);
        let result = counting.output()?;
        let report = String::from_utf8_lossy(&result.stderr).into_owned();
        let collected = report.lines().find_map(|line| line.split("Collected : ").nth(1));
        match collected.and_then(|number| number.trim().parse().ok()) {
            Some(number) if result.status.success() => *count = number,
            _ => return failed(format!("valgrind did not count {path}:\n{report}")),
        }
    }
    let [short, long] = counts;
    Ok(long.saturating_sub(short) as f64 / (RUNS[1] - RUNS[0]) as f64)
}

fn parse(text: &str) -> Outcome<BTreeMap<String, Entry>> {
    let mut entries = BTreeMap::new();
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    for row in rows {
        let mut columns = row.split('\t');
        let (path, number) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        let Ok(instructions) = number.parse() else {
            return failed(format!("{FILE}: `{number}` of `{path}` is no number"));
        };
        let reason = columns.next().unwrap_or("").to_owned();
        entries.insert(path.to_owned(), Entry { instructions, reason });
    }
    Ok(entries)
}

fn render(found: &BTreeMap<String, f64>, filed: &BTreeMap<String, Entry>) -> String {
    let mut text = HEADER.to_owned();
    for (path, instructions) in found {
        let reason = filed.get(path).map_or("", |entry| &entry.reason);
        let _ = writeln!(text, "{path}\t{instructions:.1}\t{reason}");
    }
    text
}

fn compare(found: &BTreeMap<String, f64>, filed: &BTreeMap<String, Entry>) -> Outcome {
    let mut problems = String::new();
    for (path, instructions) in found {
        let Some(entry) = filed.get(path) else {
            let _ = writeln!(problems, "{path}: {instructions:.1}, and not on file");
            continue;
        };
        let change = instructions / entry.instructions - 1.0;
        eprintln!("{path}: {instructions:.1} ({:+.1} %)", change * 100.0);
        if change > TOLERANCE {
            let _ = writeln!(
                problems,
                "{path}: {instructions:.1} instructions, {:.1} on file",
                entry.instructions
            );
        }
    }
    for path in filed.keys().filter(|path| !found.contains_key(*path)) {
        let _ = writeln!(problems, "{path}: on file, and no such path");
    }
    if problems.is_empty() {
        return Ok(());
    }
    failed(format!("{problems}if it is meant to be so, raise it in {FILE} and say why"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{HEADER, compare, parse, render};

    fn found(instructions: f64) -> BTreeMap<String, f64> {
        BTreeMap::from([("path".to_owned(), instructions)])
    }

    #[test]
    fn five_percent_more_is_let_pass_and_six_is_not() {
        let filed = parse(&format!("{HEADER}path\t100.0\ta reason\n")).unwrap();
        assert!(compare(&found(104.9), &filed).is_ok());
        assert!(compare(&found(50.0), &filed).is_ok());
        let failure = compare(&found(106.0), &filed).unwrap_err().to_string();
        assert!(failure.starts_with("path: 106.0 instructions, 100.0 on file\n"), "{failure}");
    }

    #[test]
    fn paths_must_be_the_same_on_both_sides() {
        let filed = parse(&format!("{HEADER}other\t100.0\t\n")).unwrap();
        let failure = compare(&found(1.0), &filed).unwrap_err().to_string();
        assert!(failure.contains("path: 1.0, and not on file"), "{failure}");
        assert!(failure.contains("other: on file, and no such path"), "{failure}");
    }

    #[test]
    fn an_update_keeps_the_reasons() {
        let filed = parse(&format!("{HEADER}path\t100.0\ta reason\n")).unwrap();
        assert_eq!(render(&found(120.0), &filed), format!("{HEADER}path\t120.0\ta reason\n"));
        assert!(parse(&format!("{HEADER}path\tmany\t\n")).is_err());
    }
}
