//! Ids one a line.

use std::ops::ControlFlow;

use memchr::{memchr, memrchr};

use super::Format;
use super::output::Records;
use super::report::Report;
use super::value::Converter;
use crate::cli::OnError;
use crate::failure::Failure;

pub(super) struct Lines {
    converter: Converter,
    /// The number of the next line.
    line: u64,
}

impl Lines {
    pub(super) fn new(converter: Converter) -> Self {
        Self { converter, line: 1 }
    }
}

impl Format for Lines {
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
            if text.trim_ascii_start().is_empty() || self.converter.is_null(text) {
                out.bytes.extend_from_slice(text);
            } else if let Err(error) = self.converter.convert(text, &mut out.bytes) {
                match report.bad(&format_args!("line {}", self.line), text, &error) {
                    OnError::Stop => return Ok(ControlFlow::Break(())),
                    OnError::Skip => {
                        rest = after;
                        self.line += 1;
                        continue;
                    }
                    OnError::Keep => out.bytes.extend_from_slice(text),
                }
            }
            out.bytes.extend_from_slice(end);
            out.end_record();
            rest = after;
            self.line += 1;
        }
        Ok(ControlFlow::Continue(whole.len()))
    }

    fn line(&self) -> u64 {
        self.line
    }

    fn converter(&self) -> &Converter {
        &self.converter
    }
}

/// The lines that are all there.
pub(super) fn whole_lines(input: &[u8], last: bool) -> &[u8] {
    if last { input } else { &input[..memrchr(b'\n', input).map_or(0, |at| at + 1)] }
}

/// The first line, what ends it, and what comes after; `None` where there is none.
#[inline]
pub(super) fn split_line(input: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    if input.is_empty() {
        return None;
    }
    let (line, after) = input.split_at(memchr(b'\n', input).map_or(input.len(), |at| at + 1));
    // The last line may come without its `\n`.
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    Some((text, &line[text.len()..], after))
}

#[cfg(test)]
mod tests {
    use super::split_line;

    #[test]
    fn ends_of_lines() {
        for (input, text, end, after) in [
            ("1\n2", "1", "\n", "2"),
            ("1\r\n\r\n", "1", "\r\n", "\r\n"),
            ("\n", "", "\n", ""),
            ("\r\n", "", "\r\n", ""),
            ("1\r2\n", "1\r2", "\n", ""),
            ("1", "1", "", ""),
            ("1\r", "1", "\r", ""),
        ] {
            let expected = Some((text.as_bytes(), end.as_bytes(), after.as_bytes()));
            assert_eq!(split_line(input.as_bytes()), expected, "{input:?}");
        }
        assert_eq!(split_line(b""), None);
    }
}
