//! The system's clock, to the millisecond.

use core::fmt;

use crate::Clock;

/// The system's clock.
#[derive(Default)]
pub struct SystemClock(());

impl SystemClock {
    /// The system's clock.
    pub const fn new() -> Self {
        Self(())
    }
}

impl fmt::Debug for SystemClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SystemClock")
    }
}

impl Clock for SystemClock {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        system_unix_ms()
    }
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
#[inline]
fn system_unix_ms() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};

    let now = SystemTime::now();
    match now.duration_since(UNIX_EPOCH) {
        // No overflow: the system's seconds are an `i64` at most, and an id's window ends long
        // before 2^63 ms. A clock set that far is out of every window at its largest value too.
        Ok(after) => {
            (after.as_secs().min(i64::MAX as u64 / 1000 - 1) * 1000) as i64
                + i64::from(after.subsec_millis())
        }
        Err(_) => idcore::unix_ms(now).unwrap_or(i64::MIN),
    }
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn system_unix_ms() -> i64 {
    // Whole milliseconds already; a cast of a float saturates.
    js_sys::Date::now().floor() as i64
}
