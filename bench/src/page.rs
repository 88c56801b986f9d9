//! The page of what one or more runs found.

use std::fmt::Write as _;

use crate::results::{Build, Call, Measured, Rate, Results, Verdict};

/// The page, with the plot that is beside it. The first run is what the crates are by default;
/// others show the same at another level of the processor, or other groups.
pub fn write(runs: &[Results], plot: &str) -> String {
    let mut page = String::from(
        "# Performance\n\nNanoseconds per operation, medians of interleaved rounds, made by `cargo \
         xtask bench --page`. They are of one machine on one day: what counts is the ratio to a peer \
         in the same run.\n\n",
    );
    for Results { machine, level, .. } in runs {
        let _ = writeln!(page, "- {machine}: compiled for {level}.");
    }
    let _ = writeln!(page, "\n![Bars of the medians, ours beside the peers]({plot})");
    targets(&mut page, runs);
    page.push('\n');
    page.push_str(include_str!("../notes.md"));
    rates(&mut page, runs);
    slow_calls(&mut page, runs);
    builds(&mut page, runs);
    page.push_str(
        "\n## Figures\n\nThe median, and in brackets what 10 % and 90 % of the rounds took.\n",
    );
    for name in group_names(runs) {
        figures(&mut page, name, runs);
    }
    page
}

/// The names of all groups, once each.
pub fn group_names(runs: &[Results]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for group in runs.iter().flat_map(|run| &run.groups) {
        if !names.contains(&group.name.as_str()) {
            names.push(&group.name);
        }
    }
    names
}

/// The runs that measured a group, and what they found.
fn holders<'a>(name: &str, runs: &'a [Results]) -> Vec<(&'a str, &'a Measured)> {
    let holds = |run: &'a Results| Some((run.level.as_str(), run.find(name)?));
    runs.iter().filter_map(holds).collect()
}

fn targets(page: &mut String, runs: &[Results]) {
    page.push_str(
        "\n## Targets\n\nHow much of the peer's time ours may take, and takes; the last column is \
         where the same was measured at a second level of the processor. The limit is what the \
         least that there is to do takes: where it is above the target, no code meets that.\n\n\
         | group | ours | peer | at most | limit | found | at the second level |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for name in group_names(runs) {
        let holders = holders(name, runs);
        let Some(((_, first), others)) = holders.split_first() else { continue };
        for (at, verdict) in first.verdicts.iter().enumerate() {
            let Verdict { ours, peer, at_most, floor, .. } = verdict;
            let (at_most, floor) = (ratio(*at_most), floor.map_or(String::new(), ratio));
            let second = others.first().and_then(|(_, group)| group.verdicts.get(at));
            let second = second.map_or(String::new(), found);
            let _ = writeln!(
                page,
                "| {name} | {ours} | {peer} | {at_most} | {floor} | {} | {second} |",
                found(verdict)
            );
        }
    }
}

fn found(verdict: &Verdict) -> String {
    format!("{}{}", ratio(verdict.found), note(verdict.is_met(), verdict.is_out_of_reach()))
}

/// What stands behind a figure that has a target.
fn note(is_met: bool, is_out_of_reach: bool) -> &'static str {
    match (is_met, is_out_of_reach) {
        (true, _) => "",
        (false, true) => ", the target is out of reach",
        (false, false) => ", **missed**",
    }
}

/// Two digits that are not zero.
fn ratio(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

fn rates(page: &mut String, runs: &[Results]) {
    let rates: Vec<_> = runs.iter().flat_map(|run| &run.rates).collect();
    if rates.is_empty() {
        return;
    }
    page.push_str(
        "\n## Programs\n\nMillions of ids or lines a second, of whole processes.\n\n\
         | | at least | found |\n| --- | --- | --- |\n",
    );
    for rate in rates {
        let Rate { name, millions, at_least } = rate;
        let note = note(rate.is_met(), false);
        let _ = writeln!(page, "| {name} | {at_least} | {millions:.1}{note} |");
    }
}

fn slow_calls(page: &mut String, runs: &[Results]) {
    let calls: Vec<_> = runs.iter().flat_map(|run| &run.calls).collect();
    if calls.is_empty() {
        return;
    }
    page.push_str(
        "\n## The slow calls\n\nNanoseconds of single calls, some millions of each, the reading of \
         the clock that times them included: `nothing` is that alone. Among the slow ones are the \
         first call of a millisecond, a new seed from the system, and whatever interrupts a \
         program.\n\n\
         | | median | 99 % | 99.99 % | most |\n| --- | --- | --- | --- | --- |\n",
    );
    for Call { name, median, p99, p9999, most } in calls {
        let _ = writeln!(page, "| {name} | {median} | {p99} | {p9999} | {most} |");
    }
}

fn builds(page: &mut String, runs: &[Results]) {
    let builds: Vec<_> = runs.iter().flat_map(|run| &run.builds).collect();
    if builds.is_empty() {
        return;
    }
    page.push_str(
        "\n## Builds\n\nSeconds of a debug build from nothing, the median of five, and the crates in it.\n\n\
         | | seconds | at most | crates | at most |\n| --- | --- | --- | --- | --- |\n",
    );
    for build in builds {
        let Build { package, seconds, seconds_at_most, crates, crates_at_most } = build;
        let note = note(build.is_met(), false);
        let _ = writeln!(
            page,
            "| {package} | {seconds:.1} | {seconds_at_most} | {crates} | {crates_at_most}{note} |"
        );
    }
}

fn figures(page: &mut String, name: &str, runs: &[Results]) {
    let holders = holders(name, runs);
    let _ = write!(page, "\n### {name}\n\n| ns |");
    for (level, _) in &holders {
        let _ = write!(page, " {level} |");
    }
    let _ = writeln!(page, "\n| --- |{}", " --- |".repeat(holders.len()));
    let Some((_, first)) = holders.first() else { return };
    for candidate in &first.figures {
        let _ = write!(page, "| {} |", candidate.name);
        for (_, group) in &holders {
            let figure = group.figures.iter().find(|figure| figure.name == candidate.name);
            let _ = match figure {
                Some(figure) => {
                    write!(page, " {:.2} ({:.2} to {:.2}) |", figure.median, figure.p10, figure.p90)
                }
                None => write!(page, " |"),
            };
        }
        page.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use crate::results::Results;

    #[test]
    fn a_second_level_stands_beside_the_first_and_other_groups_below() {
        let runs = [
            "machine\tone\tany\nfigure\ta\tidgen\t1\t2\t3\ntarget\ta\tidgen\tpeer\t0.3\t0.4\t0.35\n",
            "machine\tone\tthis\nfigure\ta\tidgen\t2\t3\t4\ntarget\ta\tidgen\tpeer\t0.3\t0.25\t0.2\n",
            "machine\tNode\tit\nfigure\tb\tidwasm\t5\t6\t7\nrate\tidcli\t39\t40\n",
        ]
        .map(|text| Results::read(text).unwrap());
        let page = write(&runs, "plot.svg");
        for line in [
            "| a | idgen | peer | 0.30 | 0.35 | 0.40, the target is out of reach | 0.25 |",
            "| ns | any | this |",
            "| idgen | 2.00 (1.00 to 3.00) | 3.00 (2.00 to 4.00) |",
            "| ns | it |",
            "| idcli | 40 | 39.0, **missed** |",
            "| idwasm | 6.00 (5.00 to 7.00) |",
        ] {
            assert!(page.lines().any(|found| found == line), "{line}\n{page}");
        }
    }
}
