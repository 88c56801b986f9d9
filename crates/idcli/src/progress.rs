//! A progress bar on standard error, for work that turns out to be long.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the work is.
pub(crate) enum Progress {
    /// Nobody looks, or the output itself is shown.
    Off,
    /// A bar that keeps count unseen, and since when.
    Hidden(ProgressBar, Instant),
    Shown(ProgressBar),
}

impl Progress {
    /// A bar for so many ids, or for ids without end.
    pub(crate) fn of_ids(count: Option<u64>) -> Self {
        let template = match count {
            Some(_) => "{wide_bar} {human_pos} of {human_len} ids, {rate}/s, {eta}",
            None => "{spinner} {human_pos} ids, {rate}/s",
        };
        Self::of(count, template)
    }

    /// A bar for so many bytes of input.
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        Self::of(Some(bytes), "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta}")
    }

    /// A bar, or none where standard error is no terminal, or where the output goes to one, whose
    /// lines the bar would mix with.
    fn of(length: Option<u64>, template: &str) -> Self {
        if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            Self::Hidden(bar(length, template), Instant::now())
        } else {
            Self::Off
        }
    }

    /// Does what writes to standard error while the bar is out of the way.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        match self {
            Self::Shown(bar) => bar.suspend(write),
            Self::Off | Self::Hidden(..) => write(),
        }
    }

    /// So many more ids or bytes are done.
    pub(crate) fn advance(&mut self, more: u64) {
        match self {
            Self::Off => {}
            Self::Shown(bar) => bar.inc(more),
            Self::Hidden(bar, since) => {
                bar.inc(more);
                if since.elapsed() >= PATIENCE {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    *self = Self::Shown(bar.clone());
                }
            }
        }
    }
}

impl Drop for Progress {
    /// Takes the bar away, whatever the end was, so that what comes next on the terminal has a
    /// clean line.
    fn drop(&mut self) {
        if let Self::Shown(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    // The templates are sound; the library's own style is no worse than none.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("rate", write_rate)),
        Err(_) => bar,
    }
}

/// Ids in a second, without the fractions that the library's own key has.
fn write_rate(state: &ProgressState, out: &mut dyn Write) {
    // Into memory: it never fails.
    let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
}
