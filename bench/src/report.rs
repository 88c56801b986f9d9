//! What the bench prints while it runs.

use std::time::Duration;
use std::{fs, thread};

use crate::results::{Build, Call, Figure, Measured, Rate, Results, Verdict};

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

/// Prints all that was measured.
pub fn print_figures(results: &Results) {
    for Measured { name: group, figures, .. } in &results.groups {
        for Figure { name, p10, median, p90 } in figures {
            println!("figure: {group}/{name} {median:.2} ns (10 %: {p10:.2}, 90 %: {p90:.2})");
        }
    }
    for Call { name, median, p99, p9999, most } in &results.calls {
        println!(
            "worst: {name} median {median} ns, 99 % {p99} ns, 99.99 % {p9999} ns, most {most} ns"
        );
    }
}

/// Prints each target with what was found, and returns how many were missed that can be met.
pub fn print_targets(results: &Results) -> usize {
    println!(
        "\n{:<18} {:<15} {:<15} {:>7} {:>7} {:>7}",
        "group", "ours", "peer", "target", "limit", "found"
    );
    let mut missed = 0;
    for group in &results.groups {
        for verdict in &group.verdicts {
            let Verdict { ours, peer, at_most, found, floor } = verdict;
            let (is_met, is_out_of_reach) = (verdict.is_met(), verdict.is_out_of_reach());
            missed += usize::from(!is_met && !is_out_of_reach);
            let floor = floor.map_or(String::new(), |floor| format!("{floor:.3}"));
            println!(
                "{:<18} {ours:<15} {peer:<15} {at_most:>7.2} {floor:>7} {found:>7.3}{}",
                group.name,
                note(is_met, is_out_of_reach)
            );
        }
    }
    for rate in &results.rates {
        let Rate { name, millions, at_least } = rate;
        missed += usize::from(!rate.is_met());
        println!(
            "{name:<18} {:<31} {at_least:>7.1} {:>7} {millions:>7.1}{}",
            "millions a second, at least",
            "",
            note(rate.is_met(), false)
        );
    }
    for build in &results.builds {
        let Build { package, seconds, seconds_at_most, crates, crates_at_most } = build;
        missed += usize::from(!build.is_met());
        println!(
            "{package:<18} {:<31} {seconds_at_most:>7.1} {:>7} {seconds:>7.1}{}",
            format!("s to build {crates} crates of {crates_at_most}"),
            "",
            note(build.is_met(), false)
        );
    }
    missed
}

/// What stands behind a target.
fn note(is_met: bool, is_out_of_reach: bool) -> &'static str {
    match (is_met, is_out_of_reach) {
        (true, _) => "",
        (false, true) => "  out of reach",
        (false, false) => "  MISSED",
    }
}

/// The processor, as the system describes it.
pub fn processor() -> String {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = cpuinfo.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split(": ").nth(1)).unwrap_or("unknown").to_owned()
    };
    format!("{}, family {}, {} MHz", field("model name"), field("cpu family"), field("cpu MHz"))
}

/// What the program was compiled for.
pub fn level() -> &'static str {
    if cfg!(target_feature = "avx2") {
        "this processor"
    } else if cfg!(target_arch = "x86_64") {
        "any x86-64"
    } else {
        "any"
    }
}
