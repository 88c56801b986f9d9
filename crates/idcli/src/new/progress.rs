//! A progress bar on standard error, for work that turns out to be long.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Work that is done sooner shows no bar.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) struct Progress {
    /// How many there will be; `None` is without end.
    count: Option<u64>,
    done: u64,
    state: State,
}

enum State {
    /// Nobody looks, or the ids themselves are shown.
    Off,
    /// Since when the work goes on.
    Waiting(Instant),
    Shown(ProgressBar),
}

impl Progress {
    /// A bar for so many ids; none where standard error is no terminal, or where the ids go to one,
    /// whose lines the bar would mix with.
    pub(super) fn of(count: Option<u64>) -> Self {
        let useful = io::stderr().is_terminal() && !io::stdout().is_terminal();
        let state = if useful { State::Waiting(Instant::now()) } else { State::Off };
        Self { count, done: 0, state }
    }

    /// So many more ids are written.
    pub(super) fn advance(&mut self, ids: u64) {
        self.done += ids;
        match &self.state {
            State::Off => {}
            State::Waiting(since) if since.elapsed() < PATIENCE => {}
            State::Waiting(since) => {
                let bar = bar(self.count).with_elapsed(since.elapsed());
                bar.set_position(self.done);
                self.state = State::Shown(bar);
            }
            State::Shown(bar) => bar.set_position(self.done),
        }
    }
}

impl Drop for Progress {
    /// Takes the bar away, whatever the end was, so that what comes next on the terminal has a
    /// clean line.
    fn drop(&mut self) {
        if let State::Shown(bar) = &self.state {
            bar.finish_and_clear();
        }
    }
}

fn bar(count: Option<u64>) -> ProgressBar {
    let (bar, template) = match count {
        Some(count) => {
            (ProgressBar::new(count), "{wide_bar} {human_pos} of {human_len} ids, {per_sec}, {eta}")
        }
        None => (ProgressBar::new_spinner(), "{spinner} {human_pos} ids, {per_sec}"),
    };
    // The templates above are sound; the library's own style is no worse than none.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
