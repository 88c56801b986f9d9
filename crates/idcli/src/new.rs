//! `idcli new`: makes ids and writes them as fast as the output takes them.

mod format;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use idcore::{Huid, Scru128};
use idgen::{
    DistinctHuidGenerator, GenerateError, HuidGenerator, Scru128Generator, SystemRandomness,
};
use jiff::Timestamp;

use crate::cli::{Format, NewArgs, Scheme};
use crate::failure::{Failure, with_cause};
use crate::output;
use crate::progress::Progress;
use format::WriteIds;

/// How many ids are made and written at a time: some 100 KiB of text, which is enough for the cost
/// of a call to vanish, and stays in the cache.
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
    match (at, args.distinct) {
        (None, false) => stream(count, blank, idgen::fill_huid, write),
        (None, true) => {
            let mut generator = DistinctHuidGenerator::new();
            stream(count, blank, |ids| generator.fill(ids), write)
        }
        (Some(unix_ms), false) => {
            Huid::first_at(unix_ms).map_err(Failure::usage)?;
            let mut generator = HuidGenerator::with_sources(|| unix_ms, SystemRandomness::new());
            stream(count, blank, |ids| generator.fill(ids), write)
        }
        (Some(unix_ms), true) => {
            Huid::first_at(unix_ms).map_err(Failure::usage)?;
            let randomness = SystemRandomness::new();
            let mut generator = DistinctHuidGenerator::with_sources(|| unix_ms, randomness);
            stream(count, blank, |ids| generator.fill(ids), write)
        }
    }
}

fn new_scru128s(args: &NewArgs, count: Option<u64>, at: Option<i64>) -> Result<(), Failure> {
    let write = format::scru128(args.format)?;
    let blank = Scru128::MIN;
    let Some(unix_ms) = at else {
        return stream(count, blank, idgen::fill_scru128, write);
    };
    Scru128::first_at(unix_ms).map_err(Failure::usage)?;
    let at_that_time = || Scru128Generator::with_sources(|| unix_ms, SystemRandomness::new());
    // The ids of the first and the last millisecond are reserved. That too is told before anything
    // is written, and as a fault of the command.
    if let Err(error) = at_that_time().generate()
        && error.is_clock_outside_window()
    {
        return Err(Failure::usage(with_cause(&error)));
    }
    let mut generator = at_that_time();
    stream(count, blank, |ids| generator.fill(ids), write)
}

/// Writes so many ids to standard output, or ids without end.
fn stream<I: Copy>(
    count: Option<u64>,
    blank: I,
    mut fill: impl FnMut(&mut [I]) -> Result<(), GenerateError>,
    write: WriteIds<I>,
) -> Result<(), Failure> {
    output::widen_pipe();
    let mut out = io::stdout().lock();
    let mut ids = [blank; BATCH];
    let mut text = Vec::new();
    let mut left = count;
    let mut progress = Progress::of_ids(count);
    while left != Some(0) {
        let now = left.map_or(BATCH, |left| left.min(BATCH as u64) as usize);
        let ids = &mut ids[..now];
        fill(ids).map_err(Failure::Generate)?;
        text.clear();
        write(ids, &mut text);
        out.write_all(&text)?;
        left = left.map(|left| left - now as u64);
        progress.advance(now as u64);
    }
    out.flush()?;
    Ok(())
}
