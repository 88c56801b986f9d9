//! Measures the id crates against their peers, all in one run.
//!
//! `bench [GROUP]... [--rounds N] [--save FILE] [--now]` waits for a quiet machine, a minute at most,
//! but with `--now`. It fails where a target is missed that can be met, but with `--save`: then that
//! is in the file.
//!
//! `bench --page FILE RESULTS...` makes the page and the plot of what such runs saved.

mod codecs;
mod generate;
#[cfg(feature = "integration")]
mod integration;
mod measure;
mod page;
mod plot;
mod programs;
mod report;
mod results;
mod threads;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use measure::{Candidate, Series};
use results::{Measured, Results, Target};
use threads::Threads;

/// Candidates for the same job, and what ours must hold against which of them.
pub struct Group {
    pub name: &'static str,
    pub candidates: Vec<Candidate>,
    pub targets: Vec<Target>,
}

const USAGE: &str = "\
usage: bench [GROUP]... [--rounds N] [--save FILE] [--now]
       bench --page FILE RESULTS...";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, [page, results @ ..])) if first == "--page" => {
            make_page(Path::new(page), results).map(|()| 0)
        }
        _ => run(&arguments),
    };
    match done {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("bench: {problem}");
            ExitCode::from(2)
        }
    }
}

fn make_page(page: &Path, files: &[String]) -> Result<(), String> {
    let mut runs = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        runs.push(Results::read(&text).map_err(|line| format!("{file}: not a result: {line}"))?);
    }
    let plot = page.with_extension("svg");
    let name = plot.file_name().unwrap_or_default().to_string_lossy();
    let write = |path: &Path, text| {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
    };
    write(page, page::write(&runs, &name))?;
    write(&plot, plot::write(&runs))
}

/// Measures, and returns how many targets were missed.
fn run(arguments: &[String]) -> Result<usize, String> {
    let (mut rounds, mut save, mut wait) = (42, None, true);
    let mut wanted = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--rounds" => {
                let number = rest.next().and_then(|number| number.parse().ok());
                rounds = number.filter(|rounds| *rounds > 0).ok_or("--rounds takes a number")?;
            }
            "--save" => save = Some(rest.next().ok_or("--save takes a file")?),
            "--now" => wait = false,
            group if !group.starts_with('-') => wanted.push(group),
            other => return Err(format!("unknown option {other}\n{USAGE}")),
        }
    }
    if wait {
        report::wait_until_quiet();
    }
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let results = measure_all(rounds, is_wanted)?;
    report::print_figures(&results);
    let missed = report::print_targets(&results);
    if let Some(file) = save {
        fs::write(file, results.write()).map_err(|error| format!("{file}: {error}"))?;
        return Ok(0);
    }
    Ok(missed)
}

/// The rounds of a group are not all made at once but in so many parts, with all the rest between
/// them: on a machine that is shared, a neighbour can stay for minutes.
const PASSES: usize = 3;

fn measure_all(rounds: usize, is_wanted: impl Fn(&str) -> bool) -> Result<Results, String> {
    let mut results = Results {
        machine: report::processor(),
        level: report::level().into(),
        ..Results::default()
    };
    let mut groups = generate::groups();
    groups.extend(codecs::groups());
    #[cfg(feature = "integration")]
    groups.extend(integration::serde_groups());
    groups.retain(|group| is_wanted(group.name));
    let mut series: Vec<Vec<Series>> = groups
        .iter()
        .map(|group| group.candidates.iter().map(|one| Series::new(one.name)).collect())
        .collect();
    let mut threads = if is_wanted("threads") { threads::groups() } else { Vec::new() };
    let mut long = Vec::new();
    for pass in 0..PASSES {
        let rounds = rounds.div_ceil(PASSES);
        eprintln!("bench: pass {} of {PASSES}", pass + 1);
        for (group, series) in groups.iter_mut().zip(&mut series) {
            measure::interleaved(&mut group.candidates, rounds, series);
        }
        for group in &mut threads {
            group.measure(rounds);
        }
        #[cfg(feature = "integration")]
        if pass == 0 && is_wanted("sqlx") {
            long.extend(integration::sqlx(rounds));
        }
        if pass == 1 && is_wanted("idcli") {
            let (group, rates) =
                programs::idcli(rounds).map_err(|error| format!("idcli: {error}"))?;
            long.push(group);
            results.rates = rates;
        }
        if pass == 1 && is_wanted("builds") {
            results.builds = programs::builds().map_err(|error| format!("builds: {error}"))?;
        }
        if pass == 2 && is_wanted("worst") {
            results.calls = programs::worst();
        }
    }
    let quick = groups.iter().zip(&series);
    results.groups = quick
        .map(|(group, series)| Measured::new(group.name, series, &group.targets))
        .chain(threads.iter().map(Threads::result))
        .chain(long)
        .collect();
    Ok(results)
}
