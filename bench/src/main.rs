//! Measures the id crates against their peers, all in one run.
//!
//! `cargo xtask bench [GROUP]... [--rounds N] [--markdown FILE] [--now]`
//!
//! It waits for a quiet machine, a minute at most, but with `--now`. It fails where a target is
//! missed.

mod codecs;
mod generate;
mod integration;
mod measure;
mod programs;
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
    let mut wait = true;
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
            "--now" => wait = false,
            group if !group.starts_with('-') => wanted.push(group.to_owned()),
            other => return usage(&format!("unknown option {other}")),
        }
    }
    if wait {
        report::wait_until_quiet();
    }
    let is_wanted = |name: &str| {
        wanted.is_empty() || wanted.iter().any(|wanted| name.contains(wanted.as_str()))
    };
    let mut measured = Vec::new();
    let groups = [generate::groups(), codecs::groups(), integration::serde_groups()];
    for group in groups.into_iter().flatten().filter(|group| is_wanted(group.name)) {
        let figures = measure::interleaved(group.candidates, rounds);
        report::print_figures(group.name, &figures);
        measured.push(Measured { name: group.name, figures, targets: group.targets });
    }
    if is_wanted("threads") {
        measured.extend(threads::measure(rounds.div_ceil(4)));
    }
    if is_wanted("sqlx") {
        // A million rows of six kinds, in and out, are minutes.
        measured.extend(integration::sqlx(1));
    }
    let programs =
        if is_wanted("idcli") { programs::idcli(rounds.div_ceil(8)) } else { Ok(vec![]) };
    let builds = if is_wanted("builds") { programs::builds() } else { Ok(()) };
    match programs.and_then(|programs| builds.map(|()| programs)) {
        Ok(programs) => measured.extend(programs),
        Err(error) => {
            eprintln!("bench: {error}");
            return ExitCode::FAILURE;
        }
    }
    if is_wanted("worst") {
        programs::worst();
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
    eprintln!("bench: {problem}\nusage: bench [GROUP]... [--rounds N] [--markdown FILE] [--now]");
    ExitCode::from(2)
}
