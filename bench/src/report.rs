//! What the bench prints and writes.

use std::fmt::Write as _;
use std::time::Duration;
use std::{fs, io, thread};

use crate::measure::Figure;
use crate::{Measured, Target};

/// Waits until the other work on the machine has died down, a minute at most.
pub fn wait_until_quiet() {
    for _ in 0..60 {
        let Ok(load) = fs::read_to_string("/proc/loadavg") else { return };
        let running = load.split(' ').nth(3).and_then(|tasks| tasks.split('/').next());
        // This process is one of the tasks that run.
        if running.is_none_or(|running| running == "1") {
            return;
        }
        thread::sleep(Duration::from_secs(1));
    }
    eprintln!("bench: the machine is not quiet; the figures are worth less");
}

pub fn print_figures(group: &str, figures: &[Figure]) {
    for Figure { name, p10, median, p90 } in figures {
        println!("figure: {group}/{name} {median:.2} ns (10 %: {p10:.2}, 90 %: {p90:.2})");
    }
}

fn ratio(measured: &Measured, target: &Target) -> Option<f64> {
    let median = |name| measured.figures.iter().find(|figure| figure.name == name);
    Some(median(target.ours)?.median / median(target.peer)?.median)
}

/// Prints each target with what was found, and returns how many were missed.
pub fn print_targets(measured: &[Measured]) -> usize {
    let mut missed = 0;
    println!("\n{:<18} {:<15} {:<15} {:>7} {:>7}", "group", "ours", "peer", "target", "found");
    for group in measured {
        for target in &group.targets {
            let Some(found) = ratio(group, target) else { continue };
            let verdict = if found <= target.ratio { "" } else { "  MISSED" };
            missed += usize::from(found > target.ratio);
            println!(
                "{:<18} {:<15} {:<15} {:>7.2} {found:>7.3}{verdict}",
                group.name, target.ours, target.peer, target.ratio
            );
        }
    }
    missed
}

/// Writes the figures as a page with a plot of bars.
pub fn write_markdown(measured: &[Measured], path: &str) -> io::Result<()> {
    let mut page = String::from(
        "# Performance\n\nNanoseconds per operation, medians of interleaved rounds in one process, \
         made by `cargo xtask bench --markdown`. They are of one machine on one day: what counts is \
         the ratio to a peer in the same run.\n",
    );
    let level = if cfg!(target_feature = "avx2") { "this processor" } else { "any x86-64" };
    let _ = writeln!(page, "\nProcessor: {}. Compiled for {level}.\n", processor());
    page.push_str("| group | ours | peer | at most | found |\n| --- | --- | --- | --- | --- |\n");
    for group in measured {
        for target in &group.targets {
            if let Some(found) = ratio(group, target) {
                let Target { ours, peer, ratio } = target;
                let _ = writeln!(
                    page,
                    "| {} | {ours} | {peer} | {ratio:.2} | {found:.3} |",
                    group.name
                );
            }
        }
    }
    page.push('\n');
    page.push_str(include_str!("../notes.md"));
    for group in measured {
        let _ = writeln!(page, "\n## {}\n\n```text", group.name);
        let most = group.figures.iter().map(|figure| figure.median).fold(0.0, f64::max);
        for Figure { name, median, p10, p90 } in &group.figures {
            let bar = "#".repeat((median / most * 40.0).ceil() as usize);
            let _ = writeln!(page, "{name:<15} {median:>8.2} ns  ({p10:.2} to {p90:.2})  {bar}");
        }
        page.push_str("```\n");
    }
    fs::write(path, page)
}

fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split(": ").nth(1)).unwrap_or("unknown").to_owned()
    };
    format!("{}, family {}, {} MHz", field("model name"), field("cpu family"), field("cpu MHz"))
}
