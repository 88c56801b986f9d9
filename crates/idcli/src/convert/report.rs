//! Bad values: where they are told, what is done about them, and how many there were.

use std::fmt::Display;

use crate::cli::OnError;
use crate::failure::{complain, excerpt};
use crate::progress::Progress;

pub(super) struct Report {
    policy: OnError,
    progress: Progress,
    /// How many values were bad.
    bad: u64,
    /// Whether something else was.
    wrong: bool,
}

impl Report {
    pub(super) fn new(policy: OnError, progress: Progress) -> Self {
        Self { policy, progress, bad: 0, wrong: false }
    }

    /// Tells of a bad value, and says what to do about it.
    #[cold]
    pub(super) fn bad(&mut self, place: &dyn Display, text: &[u8], why: &dyn Display) -> OnError {
        self.bad_record(&format_args!("{place}: {:?}", excerpt(text)), why)
    }

    /// Tells of something bad that is not a value, and says what to do about it.
    #[cold]
    pub(super) fn bad_record(&mut self, place: &dyn Display, why: &dyn Display) -> OnError {
        self.bad += 1;
        self.progress.aside(|| complain(&format_args!("{place}: {why}")));
        self.policy
    }

    /// Tells of what is wrong with the input as a whole.
    #[cold]
    pub(super) fn wrong(&mut self, what: &dyn Display) {
        self.wrong = true;
        self.progress.aside(|| complain(what));
    }

    /// So many more bytes are done with.
    pub(super) fn advance(&mut self, bytes: u64) {
        self.progress.advance(bytes);
    }

    /// Takes the bar away, says what became of bad values, and returns whether anything was bad.
    pub(super) fn finish(self) -> bool {
        let Self { policy, progress, bad, wrong } = self;
        drop(progress);
        let what = match policy {
            // There was one, which is told.
            OnError::Stop => "",
            OnError::Skip => "left out",
            OnError::Keep => "kept as they were",
        };
        match bad {
            0 => {}
            _ if what.is_empty() => {}
            1 => complain(&format_args!("1 bad value, {}", what.replace("they were", "it was"))),
            _ => complain(&format_args!("{bad} bad values, {what}")),
        }
        bad > 0 || wrong
    }
}
