//! The coarse clock: a thread that notes the time, for those who want the last nanoseconds.

use core::sync::atomic::{
    AtomicI64,
    Ordering::{Acquire, Relaxed, Release},
};
use core::time::Duration;
use core::{fmt, mem};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::{io, string::String};

use super::clock::system_unix_ms;
use super::fork;
use crate::Clock;

/// A thread that reads the system's clock at a fixed interval, for [`CoarseClock`]s to look at.
///
/// Reading a number that is in memory costs about a nanosecond, where even the cheap reading of
/// [`SystemClock`](crate::SystemClock) costs ten. The price is a thread that wakes up, and
/// staleness: a clock is behind the system's by up to the interval and as long as the thread has to
/// wait for a processor, which under load may be many milliseconds. It is never ahead, but where the
/// system's clock is set back, for as long. Ids made with it stay unique and, for SCRU128, rising;
/// only their time is older than it need be.
///
/// The thread is named `idgen-ticker`. It ends when the ticker is dropped, or by
/// [`stop`](Self::stop); from then on, and in a forked child, its clocks read the system's.
///
/// ```
/// use std::time::Duration;
/// use idgen::{Scru128Generator, SystemRandomness, Ticker};
///
/// let ticker = Ticker::start(Duration::from_millis(1))?;
/// let mut generator = Scru128Generator::with_sources(ticker.clock(), SystemRandomness::new());
/// assert!(generator.generate()? < generator.generate()?);
/// ticker.stop();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Ticker {
    time: Arc<Time>,
    /// `None` once the thread has been waited for.
    thread: Option<JoinHandle<()>>,
}

/// What the thread notes.
struct Time {
    /// The Unix time in milliseconds; [`STOPPED`] where nobody notes it any more.
    unix_ms: AtomicI64,
    /// The process whose thread it is.
    process: u64,
}

/// No time that a clock gives: 292 million years ago.
const STOPPED: i64 = i64::MIN;

impl Ticker {
    /// Starts a thread that notes the time at once and then at this interval.
    ///
    /// # Errors
    ///
    /// The system has no thread to give.
    pub fn start(interval: Duration) -> io::Result<Self> {
        let time = Arc::new(Time {
            unix_ms: AtomicI64::new(system_unix_ms().0),
            process: fork::process(),
        });
        let noted = Arc::clone(&time);
        let thread =
            thread::Builder::new().name(String::from("idgen-ticker")).spawn(move || {
                loop {
                    thread::park_timeout(interval);
                    let seen = noted.unix_ms.load(Relaxed);
                    if seen == STOPPED {
                        return;
                    }
                    // Where it is stopped just now, that is not to be overwritten.
                    let now = system_unix_ms().0;
                    let _ = noted.unix_ms.compare_exchange(seen, now, Relaxed, Relaxed);
                }
            })?;
        Ok(Self { time, thread: Some(thread) })
    }

    /// A clock that gives the time last noted.
    pub fn clock(&self) -> CoarseClock {
        CoarseClock { time: Arc::clone(&self.time) }
    }

    /// Ends the thread, and waits until it has.
    pub fn stop(self) {
        mem::drop(self);
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.time.unix_ms.store(STOPPED, Release);
        // In a forked child there is no such thread to wait for.
        if self.time.process != fork::process() {
            return;
        }
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It has nothing to panic for.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Ticker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ticker").finish_non_exhaustive()
    }
}

/// A clock that gives the time last noted by a [`Ticker`].
///
/// Clones look at the same ticker.
///
/// ```
/// use std::time::Duration;
/// use idgen::{Clock, CoarseClock, Ticker};
///
/// let ticker = Ticker::start(Duration::from_millis(1))?;
/// let mut clock: CoarseClock = ticker.clock();
/// assert!(clock.unix_ms() > 1767225600000);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct CoarseClock {
    time: Arc<Time>,
}

impl Clock for CoarseClock {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        let unix_ms = self.time.unix_ms.load(Acquire);
        if unix_ms == STOPPED || self.time.process != fork::process() {
            return system_unix_ms().0;
        }
        unix_ms
    }
}

impl fmt::Debug for CoarseClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CoarseClock").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::thread;

    use super::{Ticker, system_unix_ms};
    use crate::Clock;

    #[test]
    fn follows_the_systems_clock_and_is_never_ahead() {
        let ticker = Ticker::start(Duration::from_millis(1)).unwrap();
        let mut clock = ticker.clock();
        let start = clock.unix_ms();
        // However long that takes.
        while clock.unix_ms() < start + 20 {
            let noted = clock.unix_ms();
            assert!(noted >= start && noted <= system_unix_ms().0);
            thread::yield_now();
        }
    }

    #[test]
    fn a_stopped_ticker_leaves_the_systems_clock() {
        let ticker = Ticker::start(Duration::from_secs(3600)).unwrap();
        let mut clock = ticker.clock();
        let noted = clock.unix_ms();
        thread::sleep(Duration::from_millis(5));
        assert!(clock.unix_ms() <= system_unix_ms().0);
        // Without waiting for the hour to pass.
        ticker.stop();
        for _ in 0..3 {
            let (before, now, after) = (system_unix_ms().0, clock.unix_ms(), system_unix_ms().0);
            assert!(before > noted && (before..=after).contains(&now));
            thread::sleep(Duration::from_millis(2));
        }
    }
}
