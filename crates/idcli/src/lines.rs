//! Lines of a stream, in bounded memory.

use std::io::{self, BufRead, BufReader, Read};

/// The longest line that is looked at, in bytes. The longest text of an id has 41.
pub(crate) const LIMIT: usize = 1024;

/// Reads lines one at a time; the rest of one that is too long is read and thrown away.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    number: u64,
}

/// A line without its end, or that it was longer than [`LIMIT`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    Text(&'a [u8]),
    TooLong,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), number: 0 }
    }

    /// Whether the next line is not all there yet: asking for it may wait.
    pub(crate) fn may_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
    }

    /// The next line and its number, from 1; `None` at the end.
    ///
    /// # Errors
    ///
    /// Reading fails.
    pub(crate) fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        // Room for `\r\n`.
        let room = LIMIT as u64 + 2;
        self.line.clear();
        let read = self.reader.by_ref().take(room).read_until(b'\n', &mut self.line)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let ended = self.line.ends_with(b"\n");
        if !ended && read as u64 == room {
            self.reader.skip_until(b'\n')?;
        }
        let text = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        let line = if text.len() > LIMIT { Line::TooLong } else { Line::Text(text) };
        Ok(Some((self.number, line)))
    }
}

#[cfg(test)]
mod tests {
    use super::{LIMIT, Line, Lines};

    fn lines(input: &[u8]) -> Vec<Option<Vec<u8>>> {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some((number, line)) = lines.next().unwrap() {
            found.push(match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            });
            assert_eq!(number, found.len() as u64);
        }
        found
    }

    #[test]
    fn ends_of_lines() {
        let some = |text: &str| Some(text.as_bytes().to_vec());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"1\n2\r\n\n3"), [some("1"), some("2"), some(""), some("3")]);
        assert_eq!(lines(b"1\r2\n"), [some("1\r2")]);
        assert_eq!(lines(b"\n"), [some("")]);
    }

    #[test]
    fn lines_at_the_limit() {
        for end in ["", "\n", "\r\n"] {
            for (len, fits) in [(LIMIT, true), (LIMIT + 1, false), (LIMIT + 2, false)] {
                let mut input = vec![b'7'; len];
                input.extend_from_slice(end.as_bytes());
                let found = lines(&input);
                assert_eq!(found.len(), 1);
                assert_eq!(found[0].as_ref().map(Vec::len), fits.then_some(len), "{end:?}");
            }
        }
    }

    #[test]
    fn a_long_line_is_skipped_to_its_end() {
        let mut input = vec![b'7'; 1_000_000];
        input.extend_from_slice(b"\n8\n");
        assert_eq!(lines(&input), [None, Some(b"8".to_vec())]);
    }
}
