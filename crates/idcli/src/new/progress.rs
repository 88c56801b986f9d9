//! A progress bar on standard error, for work that turns out to be long.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// How far the work is.
pub(super) enum Progress {
    /// Nobody looks, or the ids themselves are shown.
    Off,
    /// A bar that keeps count unseen, and since when.
    Hidden(ProgressBar, Instant),
    Shown(ProgressBar),
}

impl Progress {
    /// A bar for so many ids, or for ids without end; none where standard error is no terminal, or
    /// where the ids go to one, whose lines the bar would mix with.
    pub(super) fn of(count: Option<u64>) -> Self {
        if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            Self::Hidden(bar(count), Instant::now())
        } else {
            Self::Off
        }
    }

    /// So many more ids are written.
    pub(super) fn advance(&mut self, ids: u64) {
        match self {
            Self::Off => {}
            Self::Shown(bar) => bar.inc(ids),
            Self::Hidden(bar, since) => {
                bar.inc(ids);
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

fn bar(count: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(count, ProgressDrawTarget::hidden());
    let template = match count {
        Some(_) => "{wide_bar} {human_pos} of {human_len} ids, {rate}/s, {eta}",
        None => "{spinner} {human_pos} ids, {rate}/s",
    };
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
