//! The input: a file or standard input, a large piece at a time.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use super::output::Records;
use super::{LONGEST_RECORD, too_long};
use crate::failure::Failure;

/// How much is asked for at a time.
const PIECE: usize = 256 << 10;

/// What some editors and spreadsheets put before text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

pub(super) struct Input {
    source: Source,
    /// How many bytes there are, where that is known.
    bytes: Option<u64>,
    /// What was read: `start..end` is not done with.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    at_end: bool,
    /// Whether something was read that was not given out yet: more may be long in coming.
    fresh: bool,
}

enum Source {
    Stdin(io::StdinLock<'static>),
    File(File, String),
}

impl Input {
    /// A file, or standard input; a file of the name `-` is `./-`.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Failure> {
        let (source, bytes) = match path.filter(|path| path.as_os_str() != "-") {
            None => (Source::Stdin(io::stdin().lock()), stdin_file().and_then(bytes_left)),
            Some(path) => {
                let name = path.display().to_string();
                let file = File::open(path).map_err(|error| cannot_read(&name, &error))?;
                let bytes = file.try_clone().ok().and_then(bytes_left);
                (Source::File(file, name), bytes)
            }
        };
        Ok(Self {
            source,
            bytes,
            buffer: vec![0; PIECE],
            start: 0,
            end: 0,
            at_end: false,
            fresh: false,
        })
    }

    /// How many bytes there are, where the input is a file that has a length.
    pub(super) fn bytes(&self) -> Option<u64> {
        self.bytes
    }

    /// Passes on the mark of UTF-8 where the input begins with it.
    ///
    /// # Errors
    ///
    /// Reading fails, or the input begins with the mark of UTF-16.
    pub(super) fn skip_mark(&mut self, out: &mut Records) -> Result<(), Failure> {
        // A first byte that is none of the mark's is enough to know.
        while self.end < MARK.len() && MARK.starts_with(&self.buffer[..self.end]) && !self.at_end {
            self.fill()?;
        }
        let bytes = &self.buffer[..self.end];
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
            return Err(Failure::data("the input is UTF-16: expected UTF-8, without zero bytes"));
        }
        if bytes.starts_with(MARK) {
            out.bytes.extend_from_slice(MARK);
            out.end_record();
            self.start = MARK.len();
        }
        self.fresh = self.start < self.end;
        Ok(())
    }

    /// The bytes that are not done with and more behind them, and whether they are the last.
    ///
    /// # Errors
    ///
    /// Reading fails, or what is not done with is longer than a record may be; `line` is where it
    /// begins.
    pub(super) fn read(&mut self, line: u64) -> Result<(&[u8], bool), Failure> {
        if self.end - self.start > LONGEST_RECORD {
            return Err(Failure::data(too_long(line)));
        }
        if !self.at_end && !self.fresh {
            self.fill()?;
        }
        self.fresh = false;
        Ok((&self.buffer[self.start..self.end], self.at_end))
    }

    /// So many bytes from the beginning of what was read are done with.
    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Reads once.
    fn fill(&mut self) -> Result<(), Failure> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.buffer.len() - self.end < PIECE / 2 {
            let room = self.buffer.len() * 2;
            self.buffer.resize(room, 0);
        }
        let room = &mut self.buffer[self.end..];
        loop {
            let read = match &mut self.source {
                Source::Stdin(stdin) => stdin.read(room),
                Source::File(file, _) => file.read(room),
            };
            match (read, &self.source) {
                (Ok(read), _) => {
                    self.end += read;
                    self.at_end = read == 0;
                    return Ok(());
                }
                (Err(error), _) if error.kind() == io::ErrorKind::Interrupted => {}
                (Err(error), Source::Stdin(_)) => return Err(Failure::Input(error)),
                (Err(error), Source::File(_, name)) => return Err(cannot_read(name, &error)),
            }
        }
    }
}

fn cannot_read(name: &str, error: &io::Error) -> Failure {
    Failure::data(format_args!("cannot read {name}: {error}"))
}

/// How many bytes of a file are ahead; `None` for what is no regular file.
fn bytes_left(mut file: File) -> Option<u64> {
    let metadata = file.metadata().ok()?;
    let position = file.stream_position().ok()?;
    metadata.is_file().then(|| metadata.len().saturating_sub(position))
}

/// Standard input as a file, which it may be.
#[cfg(unix)]
fn stdin_file() -> Option<File> {
    use std::os::fd::AsFd;
    io::stdin().as_fd().try_clone_to_owned().ok().map(File::from)
}

#[cfg(windows)]
fn stdin_file() -> Option<File> {
    use std::os::windows::io::AsHandle;
    io::stdin().as_handle().try_clone_to_owned().ok().map(File::from)
}

#[cfg(not(any(unix, windows)))]
fn stdin_file() -> Option<File> {
    None
}
