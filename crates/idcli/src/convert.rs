//! `idcli convert`: ids of one kind to another, in a stream of lines, CSV or JSON.

mod csv;
mod header;
mod input;
mod json_path;
mod jsonl;
mod lines;
mod output;
mod plan;
mod report;
mod value;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use idcore::AgeCheck;
use iduuid::ByteOrderCheck;
use jiff::Timestamp;

use crate::cli::{Bytes, ConvertArgs, Kind, UuidForm};
use crate::failure::{BAD_INPUT, Failure, complain};
use crate::progress::Progress;
use csv::Csv;
use input::Input;
use jsonl::JsonLines;
use lines::Lines;
use output::Records;
use plan::{NoPlan, Plan};
use report::Report;
use value::{Converter, Form};

/// The longest record that is held in memory, in bytes.
const LONGEST_RECORD: usize = 16 << 20;

/// What records look like.
trait Format {
    /// Converts `input` from its beginning on and returns how many bytes of it are done with; what
    /// is left comes again with more behind it, unless it was `last`. Breaks where a bad value ends
    /// the work.
    ///
    /// # Errors
    ///
    /// The input is not what the command line says.
    fn convert(
        &mut self,
        input: &[u8],
        last: bool,
        out: &mut Records,
        report: &mut Report,
    ) -> Result<ControlFlow<(), usize>, Failure>;

    /// The number of the line that comes next, from 1.
    fn line(&self) -> u64;

    /// Tells what only the end of the input shows.
    fn finish(&mut self, _report: &mut Report) {}

    /// What converts the values.
    fn converter(&self) -> &Converter;
}

pub(crate) fn run(args: &ConvertArgs) -> Result<ExitCode, Failure> {
    let converter = converter(args)?;
    let mut format: Box<dyn Format> = if args.csv {
        Box::new(Csv::new(converter, args))
    } else if args.jsonl {
        Box::new(JsonLines::new(converter, &args.field)?)
    } else {
        Box::new(Lines::new(converter))
    };
    let mut input = Input::open(args.file.as_deref())?;
    let progress = input.bytes().map_or(Progress::Off, Progress::of_bytes);
    let mut report = Report::new(args.on_error, progress);
    let done = stream(&mut input, format.as_mut(), &mut report);
    if let Ok(ControlFlow::Continue(())) = done {
        format.finish(&mut report);
    }
    // The bar is gone before the last word.
    let bad = report.finish();
    let stopped = done?.is_break();
    if let Some(doubt) = format.converter().doubt() {
        complain(&format_args!("warning: {doubt}; --bytes names the order"));
    }
    Ok(if bad || stopped { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS })
}

/// Converts all of the input; breaks where a bad value ends the work.
fn stream(
    input: &mut Input,
    format: &mut dyn Format,
    report: &mut Report,
) -> Result<ControlFlow<()>, Failure> {
    let mut stdout = io::stdout().lock();
    let mut out = Records::default();
    input.skip_mark(&mut out)?;
    loop {
        // A read of a pipe gives what there is, which is answered before more is asked for.
        let (bytes, last) = input.read(format.line())?;
        let read = bytes.len();
        let done = format.convert(bytes, last, &mut out, report);
        if last && let Ok(ControlFlow::Continue(_)) = done {
            out.end_record();
        }
        // What came before a fault is written all the same.
        out.write_complete(&mut stdout)?;
        match done? {
            ControlFlow::Break(()) => return Ok(ControlFlow::Break(())),
            ControlFlow::Continue(done) => {
                input.consume(done);
                report.advance(done as u64);
                debug_assert!(!last || done == read, "nothing comes after the last bytes");
            }
        }
        if last {
            stdout.flush()?;
            return Ok(ControlFlow::Continue(()));
        }
        if out.pending() > LONGEST_RECORD {
            return Err(Failure::data(too_long(format.line())));
        }
    }
}

/// That a record is longer than what is held in memory.
fn too_long(line: u64) -> String {
    format!("line {line}: more than {} MiB without an end", LONGEST_RECORD >> 20)
}

/// What the command line says of single values.
fn converter(args: &ConvertArgs) -> Result<Converter, Failure> {
    let &ConvertArgs { from, to, map, .. } = args;
    let Some(plan) = Plan::of(from, to, map) else {
        return Err(Failure::usage(NoPlan { from, to, map }));
    };
    let only = |set: bool, option: &str, kind: Kind, needed: &str| {
        if set && needed != kind.to_string() {
            Err(Failure::usage(format_args!("{option} is for {needed}, not for {kind}")))
        } else {
            Ok(())
        }
    };
    only(args.lower, "--lower", to, "scru128")?;
    only(args.padded, "--padded", to, "huid")?;
    only(args.uuid_form.is_some(), "--uuid-form", to, "uuid")?;
    only(args.bytes != Bytes::Be, "--bytes", from, "uuid")?;
    let form = match to {
        Kind::Uuid => Form::Uuid(args.uuid_form.unwrap_or(UuidForm::Hyphenated)),
        Kind::Ulid => Form::Ulid,
        Kind::Scru128 if args.lower => Form::Scru128Lower,
        Kind::Scru128 => Form::Scru128,
        Kind::Huid if args.padded => Form::HuidPadded,
        Kind::Huid => Form::Huid,
    };
    Ok(Converter {
        from,
        plan,
        form,
        order: args.bytes.order(),
        age: age(args, plan)?,
        null: args.null.clone().map(String::into_bytes),
        sample: ByteOrderCheck::new(),
    })
}

/// The bounds of the time, where there are any.
fn age(args: &ConvertArgs, plan: Plan) -> Result<Option<AgeCheck>, Failure> {
    if args.not_before.is_none() && args.not_after.is_none() {
        return Ok(None);
    }
    if !plan.keeps_time() {
        return Err(Failure::usage(
            "--not-before and --not-after are for maps that keep the time: --map bits does not \
             look at it",
        ));
    }
    let now = Timestamp::now();
    let mut age = AgeCheck::new();
    if let Some(time) = args.not_before {
        age = age.not_before(time.resolve(now)?.unix_ms());
    }
    if let Some(time) = args.not_after {
        age = age.not_after(time.resolve(now)?.unix_ms());
    }
    Ok(Some(age))
}
