//! Ids in columns of CSV.
//!
//! The library finds where cells end and what their text is; the bytes go from the input to the
//! output as they are, and only those of a cell that is converted are replaced.

use std::ops::ControlFlow;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use memchr::memchr_iter;

use super::Format;
use super::header::{Column, Wanted};
use super::output::Records;
use super::report::Report;
use super::value::Converter;
use crate::cli::{ConvertArgs, OnError};
use crate::failure::Failure;
use crate::lines::LIMIT;
use crate::quantity::Counted;

pub(super) struct Csv {
    converter: Converter,
    reader: Reader,
    columns: Columns,
    cell: Cell,
    row: Row,
    /// The cell that takes the place of another.
    converted: Vec<u8>,
}

enum Columns {
    /// Not known before the header is read: what is asked for, and what was read of it.
    InHeader(Wanted, Vec<Option<Vec<u8>>>),
    /// In their order.
    Known(Vec<Column>),
}

/// The cell that is being read.
struct Cell {
    /// Its text without quotes, as far as it fits. One byte more than may be, so that it is not
    /// full before it is too much.
    text: Box<[u8; LIMIT + 1]>,
    len: usize,
    too_long: bool,
    /// Whether any of it was read, or is about to be.
    begun: bool,
    /// Where it begins, in the bytes of its row, and on which line.
    start: usize,
    line: u64,
}

/// The row that is being read.
#[derive(Default)]
struct Row {
    /// Whether any of it was read.
    begun: bool,
    line: u64,
    /// How many cells are read, and how many columns of those that are converted.
    cells: usize,
    columns: usize,
    /// Whether it is left out.
    dropped: bool,
    /// Whether the row before it was left out and ended with `\r`, whose `\n` may still come.
    line_feed_dropped: bool,
}

impl Csv {
    pub(super) fn new(converter: Converter, args: &ConvertArgs) -> Self {
        let wanted = Wanted::of(args);
        let columns = if args.no_header {
            Columns::Known(wanted.without_header())
        } else {
            Columns::InHeader(wanted, Vec::new())
        };
        Self {
            converter,
            reader: ReaderBuilder::new().delimiter(args.delimiter.0).build(),
            columns,
            cell: Cell {
                text: Box::new([0; LIMIT + 1]),
                len: 0,
                too_long: false,
                begun: false,
                start: 0,
                line: 0,
            },
            row: Row::default(),
            converted: Vec::new(),
        }
    }

    /// Passes on the ends of lines before a row, and returns what comes after: empty lines, and the
    /// `\n` of `\r\n`. The library would take them for a part of the row's first cell.
    fn between_rows<'a>(&mut self, mut input: &'a [u8], out: &mut Records) -> &'a [u8] {
        if self.row.line_feed_dropped && !input.is_empty() {
            self.row.line_feed_dropped = false;
            if let [b'\n', after @ ..] = input {
                self.reader.set_line(self.reader.line() + 1);
                input = after;
            }
        }
        let len = input.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let (ends, after) = input.split_at(len);
        if len > 0 {
            let lines = memchr_iter(b'\n', ends).count();
            self.reader.set_line(self.reader.line() + lines as u64);
            out.bytes.extend_from_slice(ends);
            out.end_record();
        }
        after
    }

    /// Whether the cell that was read is of a column that is converted.
    fn is_wanted(&self) -> bool {
        match &self.columns {
            Columns::InHeader(..) => false,
            Columns::Known(columns) => {
                columns.get(self.row.columns).is_some_and(|next| next.index == self.row.cells)
            }
        }
    }

    /// Puts the converted cell in the place of the one that was read; `end` is what ends it.
    fn convert_cell(&mut self, end: &[u8], out: &mut Records, report: &mut Report) -> OnError {
        let text = &self.cell.text[..self.cell.len];
        let raw = out.pending_from(self.cell.start);
        let raw = &raw[..raw.len() - end.len()];
        if self.cell.too_long {
            let why = format!("longer than {LIMIT} bytes, which no id is");
            return report.bad(&self.place(), raw, &why);
        }
        if text.is_empty() || self.converter.is_null(text) {
            return OnError::Keep;
        }
        let quote: &[u8] = if raw.first() == Some(&b'"') { b"\"" } else { b"" };
        self.converted.clear();
        self.converted.extend_from_slice(quote);
        if let Err(error) = self.converter.convert(text, &mut self.converted) {
            return report.bad(&self.place(), text, &error);
        }
        self.converted.extend_from_slice(quote);
        self.converted.extend_from_slice(end);
        out.replace_from(self.cell.start, &self.converted);
        OnError::Keep
    }

    /// Where the cell that was read is.
    fn place(&self) -> String {
        let column = match &self.columns {
            Columns::Known(columns) => columns.get(self.row.columns),
            Columns::InHeader(..) => None,
        };
        match column {
            Some(column) => format!("line {}, {column}", self.cell.line),
            None => format!("line {}", self.cell.line),
        }
    }

    /// Takes what was read as a cell; `end` is what ends it.
    fn end_cell(&mut self, end: &[u8], out: &mut Records, report: &mut Report) -> ControlFlow<()> {
        if let Columns::InHeader(_, names) = &mut self.columns {
            let name = self.cell.text[..self.cell.len].to_vec();
            names.push((!self.cell.too_long).then_some(name));
        } else if self.is_wanted() {
            if !self.row.dropped {
                match self.convert_cell(end, out, report) {
                    OnError::Stop => return ControlFlow::Break(()),
                    OnError::Skip => self.row.dropped = true,
                    OnError::Keep => {}
                }
            }
            self.row.columns += 1;
        }
        self.row.cells += 1;
        self.cell.len = 0;
        self.cell.too_long = false;
        self.cell.begun = false;
        ControlFlow::Continue(())
    }

    /// Ends the row; `end` is what ends its last cell.
    fn end_row(
        &mut self,
        end: &[u8],
        out: &mut Records,
        report: &mut Report,
    ) -> Result<ControlFlow<()>, Failure> {
        match &self.columns {
            Columns::InHeader(wanted, names) => {
                self.columns = Columns::Known(wanted.in_header(names)?);
            }
            Columns::Known(columns) => {
                if let Some(lacking) = columns.get(self.row.columns)
                    && !self.row.dropped
                {
                    let place = format!("line {}", self.row.line);
                    let cells = Counted(self.row.cells, "cell");
                    let why = format!("the row has {cells}, and no {lacking}");
                    match report.bad_record(&place, &why) {
                        OnError::Stop => return Ok(ControlFlow::Break(())),
                        OnError::Skip => self.row.dropped = true,
                        OnError::Keep => {}
                    }
                }
            }
        }
        if self.row.dropped {
            out.drop_record();
        } else {
            out.end_record();
        }
        self.row = Row { line_feed_dropped: self.row.dropped && end == b"\r", ..Row::default() };
        Ok(ControlFlow::Continue(()))
    }
}

/// Whether a cell at the end of the input has a quote that nothing closes. Within quotes, a quote is
/// written twice.
fn is_open(cell: &[u8]) -> bool {
    cell.first() == Some(&b'"') && memchr_iter(b'"', cell).count() % 2 == 1
}

impl Format for Csv {
    fn convert(
        &mut self,
        input: &[u8],
        last: bool,
        out: &mut Records,
        report: &mut Report,
    ) -> Result<ControlFlow<(), usize>, Failure> {
        let mut rest = input;
        loop {
            if !self.row.begun {
                rest = self.between_rows(rest, out);
            }
            // The library takes nothing for the end of the input.
            if rest.is_empty() && !(last && self.row.begun) {
                return Ok(ControlFlow::Continue(input.len()));
            }
            if !self.row.begun {
                self.row.begun = true;
                self.row.line = self.reader.line();
            }
            if !self.cell.begun {
                self.cell.begun = true;
                self.cell.start = out.pending();
                self.cell.line = self.reader.line();
            }
            let room = &mut self.cell.text[self.cell.len..];
            let (result, read, written) = self.reader.read_field(rest, room);
            let (raw, after) = rest.split_at(read);
            out.bytes.extend_from_slice(raw);
            self.cell.len += written;
            rest = after;
            match result {
                ReadFieldResult::InputEmpty => {}
                ReadFieldResult::OutputFull => {
                    self.cell.len = 0;
                    self.cell.too_long = true;
                }
                ReadFieldResult::Field { record_end } => {
                    // Where the input ends, nothing else ends the cell.
                    let end = &raw[raw.len().saturating_sub(1)..];
                    if end.is_empty() && is_open(out.pending_from(self.cell.start)) {
                        return Err(Failure::data(format_args!(
                            "line {}: a quote opens a cell here and is never closed",
                            self.cell.line
                        )));
                    }
                    if self.end_cell(end, out, report).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    if record_end && self.end_row(end, out, report)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                ReadFieldResult::End => return Ok(ControlFlow::Continue(input.len())),
            }
        }
    }

    fn line(&self) -> u64 {
        if self.row.begun { self.row.line } else { self.reader.line() }
    }

    fn converter(&self) -> &Converter {
        &self.converter
    }
}
