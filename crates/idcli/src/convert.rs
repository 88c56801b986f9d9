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
use crate::output::widen_pipe;
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
    widen_pipe();
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use clap::Parser;

    use super::{Csv, Format, JsonLines, Lines, Records, Report, converter};
    use crate::cli::{Cli, Command, OnError};
    use crate::progress::Progress;

    /// What a format makes of an input that comes in pieces of some length.
    fn in_pieces(options: &str, input: &[u8], len: usize) -> Vec<u8> {
        let line = format!("idcli convert --from uuid --to scru128 --map bits {options}");
        let Command::Convert(args) = Cli::parse_from(line.split_ascii_whitespace()).command else {
            unreachable!("the command is named")
        };
        let converter = converter(&args).unwrap();
        let mut format: Box<dyn Format> = if args.csv {
            Box::new(Csv::new(converter, &args))
        } else if args.jsonl {
            Box::new(JsonLines::new(converter, &args.field).unwrap())
        } else {
            Box::new(Lines::new(converter))
        };
        let mut report = Report::new(OnError::Skip, Progress::Off);
        let (mut out, mut written, mut start) = (Records::default(), Vec::new(), 0);
        for end in (0..input.len()).step_by(len).chain([input.len(), input.len()]).skip(1) {
            let last = end == input.len();
            let piece = &input[start..end];
            let done = format.convert(piece, last && start == end, &mut out, &mut report).unwrap();
            let ControlFlow::Continue(done) = done else { unreachable!("bad values are skipped") };
            start += done;
            out.write_complete(&mut written).unwrap();
        }
        let rest = input.get(start..).unwrap_or_default();
        let done = format.convert(rest, true, &mut out, &mut report).unwrap();
        assert_eq!(done, ControlFlow::Continue(rest.len()));
        out.end_record();
        out.write_complete(&mut written).unwrap();
        written
    }

    #[test]
    fn the_pieces_of_the_input_make_no_difference() {
        const UUID: &str = "2489e9ad-2ee2-4e00-8ec9-32d5f69181c0";
        // By Python's integers.
        const ID: &str = "14H7KQQBN29O08TI9IQNR930E0";
        for (options, input, expected) in [
            ("", "@\r\n\r\n@\nbad\r\n@", "@\r\n\r\n@\n@"),
            (
                "--csv --column b",
                "a,b,c\r\n\"x\"\"\r\n,y\",\"@\",\r\n\r\nz,bad,@\r\n,,\"\"\r\n\"\",@,\r\n1,@",
                "a,b,c\r\n\"x\"\"\r\n,y\",\"@\",\r\n\r\n,,\"\"\r\n\"\",@,\r\n1,@",
            ),
            (
                "--csv --no-header --column-number 1 --column-number 2",
                "@,@\r\"\",\rbad,@\r\"@\",\"@\"\r@,",
                "@,@\r\"\",\r\"@\",\"@\"\r@,",
            ),
            (
                "--jsonl --field a.b",
                "{\"a\":{\"b\":[\"@\"]}}\r\n\n{\"a\":\n{\"a\":{\"b\":\"@\"}}",
                "{\"a\":{\"b\":[\"@\"]}}\r\n\n{\"a\":{\"b\":\"@\"}}",
            ),
        ] {
            let (input, expected) = (input.replace('@', UUID), expected.replace('@', ID));
            for len in 1..=input.len() {
                let found = in_pieces(options, input.as_bytes(), len);
                assert_eq!(str::from_utf8(&found).unwrap(), expected, "{options} in {len}s");
            }
        }
    }
}
