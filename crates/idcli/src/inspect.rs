//! `idcli inspect`: ids explained, from the arguments or from a stream.

mod anatomy;
mod json;
mod picture;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;

use crate::cli::{InspectArgs, Scheme};
use crate::failure::{BAD_INPUT, Failure, complain, excerpt};
use crate::id;
use crate::lines::{self, Line, Lines};
use crate::output::Output;

pub(crate) fn run(args: &InspectArgs) -> Result<ExitCode, Failure> {
    let mut inspector = Inspector {
        out: Output::stdout(),
        scheme: args.scheme,
        json: args.json,
        any: false,
        bad: false,
    };
    if args.ids.is_empty() {
        inspector.lines(Lines::new(io::stdin().lock()))?;
    } else {
        for id in &args.ids {
            match id.as_encoded_bytes() {
                b"-" => inspector.lines(Lines::new(io::stdin().lock()))?,
                id => inspector.id(id, None)?,
            }
        }
    }
    inspector.out.flush()?;
    Ok(if inspector.bad { ExitCode::from(BAD_INPUT) } else { ExitCode::SUCCESS })
}

struct Inspector {
    out: Output,
    scheme: Option<Scheme>,
    json: bool,
    /// Whether an id has been printed.
    any: bool,
    /// Whether a bad one was met.
    bad: bool,
}

impl Inspector {
    fn lines(&mut self, mut lines: Lines<impl io::Read>) -> Result<(), Failure> {
        loop {
            // Whoever types the ids, or watches a log, wants each answer before the next line.
            if lines.may_wait() {
                self.out.flush()?;
            }
            match lines.next().map_err(Failure::Input)? {
                None => return Ok(()),
                Some((_, Line::Text(text))) if text.trim_ascii().is_empty() => {}
                Some((number, Line::Text(text))) => self.id(text, Some(number))?,
                Some((number, Line::TooLong)) => {
                    self.bad = true;
                    complain(&format_args!(
                        "line {number}: longer than {} bytes, which no id is",
                        lines::LIMIT
                    ));
                }
            }
        }
    }

    /// Explains one id; `line` is where it was read.
    fn id(&mut self, text: &[u8], line: Option<u64>) -> Result<(), Failure> {
        match id::read(text, self.scheme) {
            Ok(id) if self.json => json::write(&mut self.out, id),
            Ok(id) => {
                if self.any {
                    self.out.write_all(b"\n")?;
                }
                self.any = true;
                text::write(&mut self.out, id)
            }
            Err(error) => {
                self.bad = true;
                let text = excerpt(text);
                match line {
                    Some(number) => {
                        complain(&format_args!("line {number}: {text:?}: {error}"));
                    }
                    None => complain(&format_args!("{text:?}: {error}")),
                }
                Ok(())
            }
        }
    }
}
