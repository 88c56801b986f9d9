//! Ids in fields of JSON, one value a line.
//!
//! The bytes go from the input to the output as they are, and only those of a value that is
//! converted are replaced.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::ControlFlow;

use serde_json::value::RawValue;

use super::Format;
use super::json_path::{Node, Place};
use super::lines::{split_line, whole_lines};
use super::output::Records;
use super::report::Report;
use super::value::Converter;
use crate::cli::{Kind, OnError};
use crate::failure::Failure;
use crate::looks;

pub(super) struct JsonLines {
    converter: Converter,
    node: Node,
    paths: Vec<String>,
    /// Which paths have led to something.
    found: Vec<bool>,
    /// Whether there was any JSON.
    any: bool,
    /// The number of the next line.
    line: u64,
    /// The values of a line that the paths lead to.
    places: Vec<Place>,
    /// Those of an array.
    elements: Vec<(usize, usize)>,
}

impl JsonLines {
    /// # Errors
    ///
    /// The paths are none.
    pub(super) fn new(converter: Converter, paths: &[String]) -> Result<Self, Failure> {
        Ok(Self {
            converter,
            node: Node::of(paths)?,
            paths: paths.to_vec(),
            found: vec![false; paths.len()],
            any: false,
            line: 1,
            places: Vec::new(),
            elements: Vec::new(),
        })
    }

    /// Converts the values of a line. `Keep` also where nothing is bad.
    fn line(&mut self, text: &[u8], out: &mut Records, report: &mut Report) -> OnError {
        self.places.clear();
        if let Err(error) = self.node.find(text, &mut self.places) {
            let verdict = report.bad(&self.place(), text, &not_json(&error));
            out.bytes.extend_from_slice(text);
            return verdict;
        }
        self.any = true;
        let mut done = 0;
        for at in 0..self.places.len() {
            let Place { path, start, end } = self.places[at];
            self.found[path] = true;
            let value = &text[start..end];
            self.elements.clear();
            if value.first() == Some(&b'[') {
                find_elements(value, start, &mut self.elements);
            } else {
                self.elements.push((start, end));
            }
            for element in 0..self.elements.len() {
                let (start, end) = self.elements[element];
                out.bytes.extend_from_slice(&text[done..start]);
                done = start;
                match self.value(&text[start..end], path, out, report) {
                    Verdict::Converted => done = end,
                    Verdict::Null | Verdict::Bad(OnError::Keep) => {}
                    Verdict::Bad(verdict) => return verdict,
                }
            }
        }
        out.bytes.extend_from_slice(&text[done..]);
        OnError::Keep
    }

    /// Appends what a value becomes.
    fn value(
        &mut self,
        raw: &[u8],
        path: usize,
        out: &mut Records,
        report: &mut Report,
    ) -> Verdict {
        let number = self.converter.from == Kind::Huid && is_digits(raw);
        let text = match raw {
            b"null" => return Verdict::Null,
            // An integer, with all its digits.
            _ if number => Cow::Borrowed(raw),
            [b'"', text @ .., b'"'] if !text.contains(&b'\\') => Cow::Borrowed(text),
            [b'"', ..] => match serde_json::from_slice::<String>(raw) {
                Ok(text) => Cow::Owned(text.into_bytes()),
                Err(error) => return self.bad(path, raw, &not_json(&error), report),
            },
            _ => return self.bad(path, raw, &self.not_text(raw), report),
        };
        if self.converter.is_null(&text) {
            return Verdict::Null;
        }
        out.bytes.push(b'"');
        match self.converter.convert(&text, &mut out.bytes) {
            Ok(()) => {
                out.bytes.push(b'"');
                Verdict::Converted
            }
            Err(error) => {
                out.bytes.pop();
                self.bad(path, &text, &error, report)
            }
        }
    }

    #[cold]
    fn bad(&self, path: usize, text: &[u8], why: &dyn Display, report: &mut Report) -> Verdict {
        let place = format!("{}, field {:?}", self.place(), self.paths[path]);
        Verdict::Bad(report.bad(&place, text, why))
    }

    fn place(&self) -> String {
        format!("line {}", self.line)
    }

    /// That a value is of a type that is no text.
    fn not_text(&self, raw: &[u8]) -> String {
        let expected = match self.converter.from {
            Kind::Huid => "a string, an integer, null or an array of these",
            Kind::Uuid | Kind::Ulid | Kind::Scru128 => "a string, null or an array of these",
        };
        let found = match raw.first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array in an array",
            Some(b't' | b'f') => "a boolean",
            _ => "a number",
        };
        let looks = if is_digits(raw) { looks::hint(raw) } else { String::new() };
        format!("expected {expected}, found {found}{looks}")
    }
}

/// What became of a value.
enum Verdict {
    Converted,
    Null,
    Bad(OnError),
}

fn is_digits(raw: &[u8]) -> bool {
    raw.iter().all(u8::is_ascii_digit)
}

/// Appends where the elements of an array are, which begins at `start`.
fn find_elements(array: &[u8], start: usize, elements: &mut Vec<(usize, usize)>) {
    // It was read before: it is an array.
    let values: Vec<&RawValue> = serde_json::from_slice(array).unwrap_or_default();
    elements.extend(values.into_iter().map(RawValue::get).map(|value| {
        let start = start + (value.as_ptr().addr() - array.as_ptr().addr());
        (start, start + value.len())
    }));
}

/// Why a line is not JSON, and where; the library counts lines within it, of which there is one.
fn not_json(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.split_once(" at line ") {
        Some((what, _)) => format!("not JSON: {what} at column {}", error.column()),
        None => format!("not JSON: {message}"),
    }
}

impl Format for JsonLines {
    fn convert(
        &mut self,
        input: &[u8],
        last: bool,
        out: &mut Records,
        report: &mut Report,
    ) -> Result<ControlFlow<(), usize>, Failure> {
        let whole = whole_lines(input, last);
        let mut rest = whole;
        while let Some((text, end, after)) = split_line(rest) {
            let verdict = if text.trim_ascii_start().is_empty() {
                out.bytes.extend_from_slice(text);
                OnError::Keep
            } else {
                self.line(text, out, report)
            };
            match verdict {
                OnError::Stop => return Ok(ControlFlow::Break(())),
                OnError::Skip => out.drop_record(),
                OnError::Keep => {
                    out.bytes.extend_from_slice(end);
                    out.end_record();
                }
            }
            rest = after;
            self.line += 1;
        }
        Ok(ControlFlow::Continue(whole.len()))
    }

    fn line(&self) -> u64 {
        self.line
    }

    fn finish(&mut self, report: &mut Report) {
        for (path, found) in self.paths.iter().zip(&self.found) {
            if self.any && !found {
                report.wrong(&format_args!("field {path:?}: there is none in the whole input"));
            }
        }
    }

    fn converter(&self) -> &Converter {
        &self.converter
    }
}
