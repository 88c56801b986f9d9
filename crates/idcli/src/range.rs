//! `idcli range`: the lowest and the highest id of a window of time.

use std::io::Write;
use std::process::ExitCode;

use idcore::{Huid, RangeError, Scru128};
use jiff::Timestamp;
use serde::Serialize;

use crate::cli::{RangeArgs, Scheme};
use crate::failure::Failure;
use crate::output::Output;
use crate::sql::Column;
use crate::time::Rfc3339;

pub(crate) fn run(args: &RangeArgs) -> Result<ExitCode, Failure> {
    let window = Window::of(args)?;
    let (lowest, highest) = window.bounds(args.scheme).map_err(Failure::usage)?;
    let mut out = Output::stdout();
    if let Some(column) = &args.sql {
        writeln!(out, "{}", between(column, args.scheme, &lowest, &highest))?;
    } else if args.json {
        out.json_line(&Range {
            scheme: args.scheme.to_string().to_lowercase(),
            from: Rfc3339(window.first).to_string(),
            to: Rfc3339(window.last).to_string(),
            lowest,
            highest,
        })?;
    } else {
        let width = lowest.len().max(highest.len());
        writeln!(out, "lowest   {lowest:width$}  {}", Rfc3339(window.first))?;
        writeln!(out, "highest  {highest:width$}  {}", Rfc3339(window.last))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The first and the last millisecond, in Unix milliseconds.
struct Window {
    first: i64,
    last: i64,
}

impl Window {
    fn of(args: &RangeArgs) -> Result<Self, Failure> {
        let now = Timestamp::now();
        let from = args.from.resolve(now)?;
        let first = from.unix_ms();
        // One of the two is there: the definition of the command line sees to it.
        let last = match (args.to, args.before) {
            (None, Some(before)) => {
                let before = before.resolve(now)?;
                if from >= before {
                    return Err(Failure::usage(format_args!(
                        "the window is empty: from {} and before {}",
                        Rfc3339(first),
                        Rfc3339(before.unix_ms())
                    )));
                }
                before.unix_ms_before()
            }
            (to, _) => to.unwrap_or(args.from).resolve(now)?.unix_ms(),
        };
        if first > last {
            return Err(Failure::usage(format_args!(
                "the window ends before it begins: from {} to {}",
                Rfc3339(first),
                Rfc3339(last)
            )));
        }
        Ok(Self { first, last })
    }

    fn bounds(&self, scheme: Scheme) -> Result<(String, String), RangeError> {
        Ok(match scheme {
            Scheme::Huid => (
                Huid::first_at(self.first)?.to_string(), //
                Huid::last_at(self.last)?.to_string(),
            ),
            Scheme::Scru128 => (
                Scru128::first_at(self.first)?.to_string(),
                Scru128::last_at(self.last)?.to_string(),
            ),
        })
    }
}

/// The condition in SQL. The texts of ids are digits and letters: there is nothing to escape.
fn between(column: &Column, scheme: Scheme, lowest: &str, highest: &str) -> String {
    match scheme {
        Scheme::Huid => format!("{column} BETWEEN {lowest} AND {highest}"),
        Scheme::Scru128 => format!("{column} BETWEEN '{lowest}' AND '{highest}'"),
    }
}

/// What `--json` prints. Ids are texts: a HUID is over 2^53, which numbers of JSON need not carry.
#[derive(Serialize)]
struct Range {
    scheme: String,
    from: String,
    to: String,
    lowest: String,
    highest: String,
}
