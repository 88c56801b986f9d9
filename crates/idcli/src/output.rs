//! Standard output: whether it takes colour, and the writer for it.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use serde::Serialize;

use crate::failure::Failure;

/// Standard output, buffered.
pub(crate) struct Output {
    writer: Box<dyn Write>,
    /// Whether escapes for colour may be written.
    colour: bool,
    /// Whether a person is looking, so that a picture is worth its lines.
    picture: bool,
}

impl Output {
    /// Standard output with colour where it takes it: a terminal that is not dumb, unless
    /// `NO_COLOR` is set; anything, if `CLICOLOR_FORCE` is.
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let choice = AutoStream::choice(&stdout);
        let colour = choice != ColorChoice::Never;
        let picture = colour || stdout.is_terminal();
        let writer: Box<dyn Write> = if colour {
            // Old Windows consoles need their escapes translated: that is what the stream is for.
            Box::new(BufWriter::new(AutoStream::new(stdout.lock(), choice)))
        } else {
            Box::new(BufWriter::with_capacity(1 << 16, stdout.lock()))
        };
        Self { writer, colour, picture }
    }

    pub(crate) fn takes_pictures(&self) -> bool {
        self.picture
    }

    /// `style` where colour is taken, else none.
    pub(crate) fn style(&self, style: Style) -> Style {
        if self.colour { style } else { Style::new() }
    }

    /// Writes `value` as JSON, and ends the line.
    pub(crate) fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.writer, value).map_err(io::Error::from)?;
        self.writer.write_all(b"\n")?;
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Writes text to standard output as it is.
pub(crate) fn write_all(text: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(())
}

/// Where standard output is a pipe, asks the system for one that takes more at once: with the usual
/// 64 KiB, the two programs at its ends mostly wait for each other.
///
/// It is a wish. Anything but a pipe, a system that has none to give, and one where it can't be
/// asked for are as good as before.
pub(crate) fn widen_pipe() {
    #[cfg(target_os = "linux")]
    let _ = rustix::pipe::fcntl_setpipe_size(io::stdout(), PIPE_SIZE);
}

/// What Linux gives to any user, in bytes.
#[cfg(target_os = "linux")]
const PIPE_SIZE: usize = 1 << 20;
