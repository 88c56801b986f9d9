//! The processor's time-stamp counter, and its rate.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The counter, which goes up by [`ticks_per_ms`] in a millisecond.
///
/// This is the reading that the cheap clock is made of: 15 ns against 38 ns for the system's clock
/// where both were measured.
#[inline]
#[allow(unsafe_code)]
pub(super) fn ticks() -> u64 {
    // SAFETY: every x86-64 processor has the instruction, and Linux lets user programs use it
    // unless one of them asks to be denied it (`PR_SET_TSC`), which takes the clock of the standard
    // library away from it as well.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// The rate in ticks per millisecond; one of the two values below before and without it.
static RATE: AtomicU64 = AtomicU64::new(UNKNOWN);
const UNKNOWN: u64 = 0;
const UNFIT: u64 = u64::MAX;

/// How long the rate is measured for.
const STRETCH: Duration = Duration::from_millis(10);
/// How exact the two ends of the stretch must be known, as a part of it: 1/4096, or 0.025 %.
const EXACTNESS: u64 = 4096;

/// The counter's rate, where it is fit to tell the time by and the rate has been measured.
///
/// Nobody waits for that: it is the difference of two readings that callers make anyway, and until
/// they are far enough apart there is none.
#[inline]
pub(super) fn ticks_per_ms() -> Option<u64> {
    match RATE.load(Relaxed) {
        UNKNOWN => measure(),
        UNFIT => None,
        rate => Some(rate),
    }
}

/// The first reading of the process. It is only ever tried to be locked: a thread that does not get
/// it does without a rate, also in a child that was forked while its parent had it locked.
static START: Mutex<Option<Reading>> = Mutex::new(None);

#[cold]
fn measure() -> Option<u64> {
    let mut start = START.try_lock().ok()?;
    let Some(first) = &*start else {
        if is_trusted() {
            *start = Some(Reading::take());
        } else {
            RATE.store(UNFIT, Relaxed);
        }
        return None;
    };
    let last = Reading::take();
    let rate = last.rate_since(first);
    if let Some(rate) = rate {
        RATE.store(rate, Relaxed);
    } else if last.instant - first.instant > 10 * STRETCH {
        // One of the ends is too inexact for any stretch so far: begin again.
        *start = Some(last);
    }
    rate
}

/// The counter and the system's monotonic clock, at the same moment.
struct Reading {
    before: u64,
    instant: Instant,
    after: u64,
}

impl Reading {
    fn take() -> Self {
        let before = ticks();
        let instant = Instant::now();
        Self { before, instant, after: ticks() }
    }

    /// The rate in ticks per millisecond, where the stretch is long and exact enough.
    fn rate_since(&self, first: &Self) -> Option<u64> {
        let stretch = self.instant.checked_duration_since(first.instant)?;
        let ticks = self.before.checked_sub(first.before)?;
        // A thread that is interrupted between its readings does not know when the middle one was.
        let inexact =
            self.after.checked_sub(self.before)?.max(first.after.checked_sub(first.before)?);
        if stretch < STRETCH || inexact > ticks / EXACTNESS {
            return None;
        }
        let rate = u128::from(ticks) * 1_000_000 / stretch.as_nanos();
        // From 1 MHz to 1 THz: anything else is no counter to be trusted.
        u64::try_from(rate).ok().filter(|rate| (1_000..1_000_000_000).contains(rate))
    }
}

/// Whether the kernel keeps time by the counter itself. It has then found that the counter runs at
/// one rate in all states of the processor, and is the same on all cores.
fn is_trusted() -> bool {
    const SOURCE: &str = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    std::fs::read(SOURCE).is_ok_and(|name| name.trim_ascii() == b"tsc")
}

#[cfg(test)]
mod tests {
    use super::{Reading, STRETCH};
    use std::time::{Duration, Instant};

    #[test]
    fn the_rate_is_ticks_over_time() {
        let start = Instant::now();
        let reading = |at_ns: u64, exact: u64| Reading {
            before: at_ns * 5 / 2,
            instant: start + Duration::from_nanos(at_ns),
            after: at_ns * 5 / 2 + exact,
        };
        let first = reading(1000, 100);
        let ns = STRETCH.as_nanos() as u64;
        assert_eq!(reading(1000 + ns, 100).rate_since(&first), Some(2_500_000));
        assert_eq!(reading(1000 + 50 * ns, 100).rate_since(&first), Some(2_500_000));
        // Too short, interrupted at one end or the other, gone back.
        assert_eq!(reading(999 + ns, 100).rate_since(&first), None);
        assert_eq!(reading(1000 + ns, 7000).rate_since(&first), None);
        assert_eq!(reading(1000 + ns, 100).rate_since(&reading(1000, 7000)), None);
        assert_eq!(first.rate_since(&reading(1000 + ns, 100)), None);
    }
}
