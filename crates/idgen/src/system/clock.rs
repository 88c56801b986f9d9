//! The system's clock, to the millisecond.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod counter;
mod window;

use core::fmt;

use crate::Clock;
use window::Window;

/// The system's clock, read no more often than it takes to know the millisecond.
///
/// Reading the system's clock costs more than all the rest of an id. On x86-64 Linux, where the
/// kernel itself keeps time by the processor's time-stamp counter, this clock notes at each reading
/// how many ticks are left of the millisecond, less a margin, and until they have passed it gives
/// the same millisecond for the price of reading the counter. It is never ahead of the system's
/// clock, and behind it only where that is set within a millisecond: until that millisecond's end.
/// Elsewhere it reads the system's clock each time.
///
/// The choice, and the measuring of the counter's rate, are made once per process. For another
/// clock, give a generator one of your own: a closure that returns Unix milliseconds.
///
/// ```
/// use idgen::{Clock, HuidGenerator, SystemClock, SystemRandomness};
///
/// // A server that is known to be two hours ahead.
/// let mut system = SystemClock::new();
/// let clock = || system.unix_ms() - 2 * 3_600_000;
/// let id = HuidGenerator::with_sources(clock, SystemRandomness::new()).generate()?;
/// assert!(id.unix_ms() < SystemClock::new().unix_ms());
/// # Ok::<(), idgen::GenerateError>(())
/// ```
#[derive(Default)]
pub struct SystemClock {
    #[cfg_attr(
        not(all(target_arch = "x86_64", target_os = "linux")),
        expect(dead_code, reason = "the clock is the same type where it is read each time")
    )]
    known: Window,
}

impl SystemClock {
    /// A clock that has not been read yet.
    pub const fn new() -> Self {
        Self { known: Window::CLOSED }
    }
}

impl fmt::Debug for SystemClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemClock").finish_non_exhaustive()
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
impl Clock for SystemClock {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        match self.at_hand() {
            Some(unix_ms) => unix_ms,
            None => self.read(),
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
impl SystemClock {
    /// The time, where it is known without reading the system's clock.
    #[inline]
    pub(crate) fn at_hand(&self) -> Option<i64> {
        self.known.at(counter::ticks())
    }

    /// Reads the system's clock, and opens a window to the end of the millisecond.
    #[cold]
    fn read(&mut self) -> i64 {
        // Before the clock, so that the window closes too early by however long this takes.
        let anchor = counter::ticks();
        let (unix_ms, past_ns) = system_unix_ms();
        self.known = match counter::ticks_per_ms() {
            Some(ticks_per_ms) => Window::open(unix_ms, past_ns, anchor, ticks_per_ms),
            None => Window::CLOSED,
        };
        unix_ms
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
impl Clock for SystemClock {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        system_unix_ms().0
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
impl SystemClock {
    /// The time, which is read each time.
    #[inline]
    pub(crate) fn at_hand(&self) -> Option<i64> {
        Some(system_unix_ms().0)
    }
}

/// The system's Unix time in milliseconds, floored, and the nanoseconds past it.
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(super) fn system_unix_ms() -> (i64, u32) {
    use std::time::{SystemTime, UNIX_EPOCH};

    let now = SystemTime::now();
    match now.duration_since(UNIX_EPOCH) {
        Ok(past) => {
            let unix_ms = i64::try_from(past.as_millis()).unwrap_or(i64::MAX);
            (unix_ms, past.subsec_nanos() % 1_000_000)
        }
        // Before 1970 there are no ids, and no need to know when the millisecond ends.
        Err(_) => (idcore::unix_ms(now).unwrap_or(i64::MIN), 999_999),
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(super) fn system_unix_ms() -> (i64, u32) {
    // A cast of a float saturates.
    (js_sys::Date::now().floor() as i64, 0)
}

#[cfg(test)]
mod tests {
    use super::{SystemClock, system_unix_ms};
    use crate::Clock;

    /// So many milliseconds are compared: the rate is measured in the first ten or so, and the
    /// rest are the windows of about as many milliseconds as there are.
    const STRETCH_MS: i64 = 2000;

    fn compare() {
        let mut clock = SystemClock::new();
        let (start, _) = system_unix_ms();
        loop {
            let (before, _) = system_unix_ms();
            let now = clock.unix_ms();
            let (after, _) = system_unix_ms();
            assert!((before..=after).contains(&now), "{before} {now} {after}");
            if after > start + STRETCH_MS {
                break;
            }
        }
    }

    #[test]
    fn is_between_two_readings_of_the_systems_clock_also_under_load() {
        // More threads than processors, so that each is interrupted at any place.
        let threads = 2 * std::thread::available_parallelism().map_or(2, Into::into);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(compare);
            }
        });
    }
}
