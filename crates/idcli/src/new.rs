//! `idcli new`: makes ids and writes them as fast as the output takes them.

mod ahead;
mod format;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use idcore::{Huid, Scru128};
use idgen::{
    DistinctHuidGenerator, GenerateError, HuidGenerator, Scru128Generator, SystemRandomness,
};
use jiff::Timestamp;

use crate::cli::{Format, NewArgs, Scheme};
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use crate::time::Rfc3339;
use ahead::Made;
use format::WriteIds;

/// How many ids are made at a time: enough for the cost of the calls to vanish.
const BATCH: usize = 4096;

pub(crate) fn run(args: &NewArgs) -> Result<ExitCode, Failure> {
    if args.format == Format::Bytes && io::stdout().is_terminal() {
        return Err(Failure::usage(
            "bytes are not for a terminal: send them to a file or a pipe, such as > ids.bin",
        ));
    }
    let count = args.count.limit();
    let at = match args.at {
        Some(at) => Some(at.resolve(Timestamp::now())?.unix_ms()),
        None => None,
    };
    match args.scheme {
        Scheme::Huid => new_huids(args, count, at)?,
        Scheme::Scru128 => new_scru128s(args, count, at)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn new_huids(args: &NewArgs, count: Option<u64>, at: Option<i64>) -> Result<(), Failure> {
    let write = format::huid(args.format)?;
    let blank = Huid::MIN;
    let Some(unix_ms) = at else {
        if args.distinct {
            let mut generator = DistinctHuidGenerator::new();
            return stream(count, blank, |ids| generator.fill(ids), Failure::Generate, write);
        }
        return stream(count, blank, idgen::fill_huid, Failure::Generate, write);
    };
    Huid::first_at(unix_ms).map_err(Failure::usage)?;
    let randomness = SystemRandomness::new();
    let failure = |error| at_failure(error, unix_ms, Scheme::Huid);
    if args.distinct {
        let mut generator = DistinctHuidGenerator::with_sources(|| unix_ms, randomness);
        stream(count, blank, |ids| generator.fill(ids), failure, write)
    } else {
        let mut generator = HuidGenerator::with_sources(|| unix_ms, randomness);
        stream(count, blank, |ids| generator.fill(ids), failure, write)
    }
}

fn new_scru128s(args: &NewArgs, count: Option<u64>, at: Option<i64>) -> Result<(), Failure> {
    if args.distinct {
        return Err(Failure::usage(
            "--distinct is for huid: the ids that scru128 makes are always distinct",
        ));
    }
    let write = format::scru128(args.format)?;
    let blank = Scru128::MIN;
    let Some(unix_ms) = at else {
        return stream(count, blank, idgen::fill_scru128, Failure::Generate, write);
    };
    Scru128::first_at(unix_ms).map_err(Failure::usage)?;
    let at_that_time = || Scru128Generator::with_sources(|| unix_ms, SystemRandomness::new());
    // The ids of the first and the last millisecond are reserved. That too is told before anything
    // is written, and as a fault of the command.
    if let Err(error) = at_that_time().generate()
        && error.is_clock_outside_window()
    {
        return Err(Failure::usage(format_args!(
            "no ids can be made --at {}: those of the first and the last millisecond of SCRU128 \
             are reserved",
            Rfc3339(unix_ms)
        )));
    }
    let mut generator = at_that_time();
    let failure = |error| at_failure(error, unix_ms, Scheme::Scru128);
    stream(count, blank, |ids| generator.fill(ids), failure, write)
}

/// Why there are no more ids of a time that was asked for. No clock has a part in it, whatever the
/// generator takes the time for.
fn at_failure(error: GenerateError, unix_ms: i64, scheme: Scheme) -> Failure {
    if error.is_randomness() {
        return Failure::Generate(error);
    }
    let why = if error.is_clock_rollback() {
        "they have gone on too far beyond it"
    } else {
        "they have come to the end of the scheme's time"
    };
    Failure::data(format_args!("no more {scheme} ids --at {}: {why}", Rfc3339(unix_ms)))
}

/// Writes so many ids to standard output, or ids without end.
fn stream<I: Copy>(
    count: Option<u64>,
    blank: I,
    mut fill: impl FnMut(&mut [I]) -> Result<(), GenerateError>,
    failure: impl Fn(GenerateError) -> Failure,
    write: WriteIds<I>,
) -> Result<(), Failure> {
    output::widen_pipe();
    let mut ids = [blank; BATCH];
    let mut left = count;
    let mut progress = Progress::of_ids(count);
    let make = |text: &mut Vec<u8>| {
        let now = left.map_or(BATCH, |left| left.min(BATCH as u64) as usize);
        let ids = &mut ids[..now];
        fill(ids).map_err(&failure)?;
        write(ids, text);
        left = left.map(|left| left - now as u64);
        progress.advance(now as u64);
        Ok(if left == Some(0) { Made::All } else { Made::Some })
    };
    ahead::write(|| io::stdout().lock(), make)
}
