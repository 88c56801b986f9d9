//! The output: whole records are written, one that is not complete waits.

use std::io::{self, Write};

/// Bytes of records, the last of which may be incomplete.
#[derive(Default)]
pub(super) struct Records {
    /// What is to be written.
    pub(super) bytes: Vec<u8>,
    /// Where the record begins that is not complete.
    complete: usize,
}

impl Records {
    /// What was appended last is the end of a record.
    #[inline]
    pub(super) fn end_record(&mut self) {
        self.complete = self.bytes.len();
    }

    /// Leaves out the record that is not complete.
    pub(super) fn drop_record(&mut self) {
        self.bytes.truncate(self.complete);
    }

    /// The bytes of the record that is not complete, from a place in it on.
    pub(super) fn pending_from(&self, from: usize) -> &[u8] {
        &self.bytes[self.complete + from..]
    }

    /// Puts other bytes in the place of those of the record that is not complete, from a place in
    /// it on.
    pub(super) fn replace_from(&mut self, from: usize, with: &[u8]) {
        self.bytes.truncate(self.complete + from);
        self.bytes.extend_from_slice(with);
    }

    /// How many bytes wait for the end of their record.
    pub(super) fn pending(&self) -> usize {
        self.bytes.len() - self.complete
    }

    /// Writes the records that are complete.
    ///
    /// # Errors
    ///
    /// Writing fails.
    pub(super) fn write_complete(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.complete > 0 {
            out.write_all(&self.bytes[..self.complete])?;
            self.bytes.drain(..self.complete);
            self.complete = 0;
            // Standard output keeps what comes after the last end of a line.
            out.flush()?;
        }
        Ok(())
    }
}
