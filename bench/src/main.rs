//! Measures the id crates against their peers, all in one run.
//!
//! `cargo xtask bench [GROUP]... [--rounds N] [--markdown FILE]`

mod codecs;
mod generate;
mod measure;
mod report;
mod threads;

use std::process::ExitCode;

use measure::{Candidate, Figure};

/// Candidates for the same job, and what ours must hold against which of them.
pub struct Group {
    pub name: &'static str,
    pub candidates: Vec<Candidate>,
    pub targets: Vec<Target>,
}

/// `ours` takes at most `ratio` of what `peer` takes.
pub struct Target {
    pub ours: &'static str,
    pub peer: &'static str,
    pub ratio: f64,
}

/// A group that was measured.
pub struct Measured {
    pub name: &'static str,
    pub figures: Vec<Figure>,
    pub targets: Vec<Target>,
}

fn main() -> ExitCode {
    let mut rounds = 41;
    let mut markdown = None;
    let mut wanted = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--rounds" => match args.next().and_then(|n| n.parse().ok()) {
                Some(n) => rounds = n,
                None => return usage("--rounds takes a number"),
            },
            "--markdown" => match args.next() {
                Some(path) => markdown = Some(path),
                None => return usage("--markdown takes a file"),
            },
            group if !group.starts_with('-') => wanted.push(group.to_owned()),
            other => return usage(&format!("unknown option {other}")),
        }
    }
    if std::env::var_os("BENCH_NO_WAIT").is_none() {
        report::wait_until_quiet();
    }
    let mut measured = Vec::new();
    for group in generate::groups().into_iter().chain(codecs::groups()) {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| group.name.contains(wanted.as_str())) {
            continue;
        }
        let figures = measure::interleaved(group.candidates, rounds);
        report::print_figures(group.name, &figures);
        measured.push(Measured { name: group.name, figures, targets: group.targets });
    }
    if wanted.is_empty() || wanted.iter().any(|wanted| "threads".contains(wanted.as_str())) {
        measured.extend(threads::measure(rounds));
    }
    let missed = report::print_targets(&measured);
    if let Some(path) = markdown
        && let Err(error) = report::write_markdown(&measured, &path)
    {
        eprintln!("bench: {path}: {error}");
        return ExitCode::FAILURE;
    }
    if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn usage(problem: &str) -> ExitCode {
    eprintln!("bench: {problem}\nusage: bench [GROUP]... [--rounds N] [--markdown FILE]");
    ExitCode::from(2)
}
