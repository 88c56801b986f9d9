//! `idcli collisions`: the birthday arithmetic of both schemes, as a table and a chart.

mod chart;
mod safe;

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;

use comfy_table::{CellAlignment, Table, presets};
use idgen::collision::{self, Collisions};
use serde::Serialize;

use crate::cli::{CollisionsOf, HuidCollisionsArgs, Scru128CollisionsArgs};
use crate::failure::Failure;
use crate::output::Output;
use crate::quantity::{chance, figures};

/// The chances that the table tells how to stay within.
const CHANCES: [f64; 4] = [1e-9, 1e-6, 1e-3, 0.5];

/// The width of the names on the left: the longest, and two spaces.
const NAMES: usize = "expected pairs".len() + 2;

pub(crate) fn run(scheme: &CollisionsOf) -> Result<ExitCode, Failure> {
    let mut out = Output::stdout();
    match scheme {
        CollisionsOf::Huid(args) => huid(&mut out, args)?,
        CollisionsOf::Scru128(args) => scru128(&mut out, args)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What was asked for: a load, and what it leads to.
#[derive(Serialize)]
struct Answer<L> {
    #[serde(flatten)]
    load: L,
    chance: f64,
    expected_pairs: f64,
}

impl<L> Answer<L> {
    fn new(load: L, collisions: Collisions) -> Self {
        Self { load, chance: collisions.probability, expected_pairs: collisions.expected_pairs }
    }

    fn write(&self, out: &mut Output) -> Result<(), Failure> {
        line(out, "expected pairs", &figures(self.expected_pairs))?;
        line(out, "chance", &chance(self.chance))
    }
}

#[derive(Serialize)]
struct Sustained {
    rate_per_s: f64,
    period_s: f64,
}

#[derive(Serialize)]
struct Burst {
    ids: u64,
}

#[derive(Serialize)]
struct Fleet {
    generators: u64,
    per_ms: f64,
    period_s: f64,
}

#[derive(Serialize)]
struct HuidReport {
    scheme: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    sustained: Option<Answer<Sustained>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    burst: Option<Answer<Burst>>,
    safe: Vec<HuidSafe>,
}

/// The most that keeps the chance of a collision within bounds.
#[derive(Serialize)]
struct HuidSafe {
    chance: f64,
    rate_per_s: Option<f64>,
    burst: Option<u64>,
}

#[derive(Serialize)]
struct Scru128Report {
    scheme: &'static str,
    #[serde(flatten)]
    answer: Answer<Fleet>,
    safe: Vec<Scru128Safe>,
}

/// As [`HuidSafe`]; each with the other number as it was given. `None` is without limit.
#[derive(Serialize)]
struct Scru128Safe {
    chance: f64,
    generators: Option<u64>,
    per_ms: Option<f64>,
}

fn huid(out: &mut Output, args: &HuidCollisionsArgs) -> Result<(), Failure> {
    let period = args.period.duration;
    let period_s = period.as_secs_f64();
    let at_rate = |rate| collision::huid_sustained(rate, period).probability;
    let in_burst = |ids| collision::huid_burst(ids).probability;
    let report = HuidReport {
        scheme: "huid",
        sustained: args.rate.as_ref().map(|rate| {
            let rate_per_s = rate.per_second;
            let collisions = collision::huid_sustained(rate_per_s, period);
            Answer::new(Sustained { rate_per_s, period_s }, collisions)
        }),
        burst: args.burst.map(|ids| Answer::new(Burst { ids }, collision::huid_burst(ids))),
        safe: CHANCES
            .map(|chance| HuidSafe {
                chance,
                rate_per_s: safe::highest(at_rate, chance),
                burst: safe::most(in_burst, chance),
            })
            .into(),
    };
    if args.json {
        return out.json_line(&report);
    }
    line(out, "scheme", &"HUID")?;
    if let (Some(answer), Some(rate)) = (&report.sustained, &args.rate) {
        line(out, "load", &format_args!("{rate} for {}", args.period))?;
        line(out, "ids", &figures(rate.per_second * period_s))?;
        answer.write(out)?;
    }
    if let Some(answer) = &report.burst {
        line(out, "load", &format_args!("{} in one ms", answer.load.ids))?;
        answer.write(out)?;
    }
    table(
        out,
        &["chance", &format!("ids/s for {}", args.period), "ids in one ms"],
        report.safe.iter().map(|safe| {
            [chance(safe.chance), safe.rate_per_s.map_or_else(any, figures), whole(safe.burst)]
        }),
    )?;
    if out.takes_pictures() {
        out.write_all(b"\n")?;
        if let Some(rate) = &args.rate {
            let axis = format!("ids/s for {}", args.period);
            chart::write(out, &axis, at_rate, rate.per_second)?;
        } else {
            // The float-to-integer cast saturates; the chance is 1 long before.
            let at_number = |ids: f64| in_burst(ids.round() as u64);
            chart::write(out, "ids in one ms", at_number, args.burst.unwrap_or(1) as f64)?;
        }
    }
    Ok(())
}

fn scru128(out: &mut Output, args: &Scru128CollisionsArgs) -> Result<(), Failure> {
    let (generators, per_ms) = (args.generators, args.per_ms);
    let period = args.period.duration;
    let period_s = period.as_secs_f64();
    let at_rate = |per_ms| collision::scru128(generators, per_ms, period).probability;
    let with_generators = |generators| collision::scru128(generators, per_ms, period).probability;
    let report = Scru128Report {
        scheme: "scru128",
        answer: Answer::new(
            Fleet { generators, per_ms, period_s },
            collision::scru128(generators, per_ms, period),
        ),
        safe: CHANCES
            .map(|chance| Scru128Safe {
                chance,
                generators: safe::most(with_generators, chance),
                per_ms: safe::highest(at_rate, chance),
            })
            .into(),
    };
    if args.json {
        return out.json_line(&report);
    }
    line(out, "scheme", &"SCRU128")?;
    line(
        out,
        "load",
        &format_args!(
            "{} with {}/ms each for {}",
            generators_of(generators),
            figures(per_ms),
            args.period
        ),
    )?;
    line(out, "ids", &figures(generators as f64 * per_ms * period_s * 1e3))?;
    report.answer.write(out)?;
    table(
        out,
        &[
            "chance",
            &format!("generators, {}/ms each", figures(per_ms)),
            &format!("ids/ms each, {}", generators_of(generators)),
        ],
        report.safe.iter().map(|safe| {
            [chance(safe.chance), whole(safe.generators), safe.per_ms.map_or_else(any, figures)]
        }),
    )?;
    if out.takes_pictures() {
        out.write_all(b"\n")?;
        let axis = format!("ids/ms each, {} for {}", generators_of(generators), args.period);
        chart::write(out, &axis, at_rate, per_ms)?;
    }
    Ok(())
}

fn line(out: &mut Output, name: &str, value: &dyn Display) -> Result<(), Failure> {
    writeln!(out, "{name:NAMES$}{value}")?;
    Ok(())
}

fn generators_of(count: u64) -> String {
    if count == 1 { "1 generator".to_owned() } else { format!("{count} generators") }
}

/// What has no limit.
fn any() -> String {
    "any".to_owned()
}

/// A number of things, which is given to six figures where it has more.
fn whole(number: Option<u64>) -> String {
    match number {
        None => any(),
        Some(number) if number < 1_000_000_000 => number.to_string(),
        Some(number) => figures(number as f64),
    }
}

/// The table of safe loads.
fn table(
    out: &mut Output,
    header: &[&str; 3],
    rows: impl Iterator<Item = [String; 3]>,
) -> Result<(), Failure> {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header.iter().copied()).add_rows(rows);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(out, "\nThe most that keeps the chance of a collision within:\n{table}")?;
    Ok(())
}
