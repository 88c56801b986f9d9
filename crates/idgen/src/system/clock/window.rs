//! A stretch of a counter's ticks in which the millisecond is known.

/// The ticks from a reading of the clock to the end of its millisecond, less a margin.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Window {
    unix_ms: i64,
    /// The counter just before the reading.
    anchor: u64,
    /// How many ticks from the anchor on the millisecond is known; 0 for none.
    ticks: u64,
}

/// The part of a window that is left out at its end: 1/128, or 0.8 %. The measured rate is right to
/// 0.05 %, and the system slews its clock by 0.05 % at most.
const MARGIN: u64 = 128;

#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux")),
    expect(dead_code, reason = "there is no counter to be trusted")
)]
impl Window {
    /// A window in which nothing is known.
    pub(super) const CLOSED: Self = Self { unix_ms: 0, anchor: 0, ticks: 0 };

    /// The window of a clock that was `past_ns` nanoseconds into the millisecond `unix_ms`, at some
    /// time after the counter was `anchor`.
    pub(super) fn open(unix_ms: i64, past_ns: u32, anchor: u64, ticks_per_ms: u64) -> Self {
        let left_ns = u64::from(1_000_000_u32.saturating_sub(past_ns));
        // No overflow: left_ns is below 2^20, and a counter of 2^44 ticks a millisecond would have
        // a frequency of 17 PHz.
        let ticks = left_ns * ticks_per_ms / 1_000_000;
        Self { unix_ms, anchor, ticks: ticks - ticks.div_ceil(MARGIN) }
    }

    /// The millisecond, while the counter is in the window.
    #[inline]
    pub(super) fn at(&self, counter: u64) -> Option<i64> {
        // A counter behind the anchor, after a resumption or on another machine, wraps to a large
        // number.
        if counter.wrapping_sub(self.anchor) < self.ticks { Some(self.unix_ms) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::Window;

    /// A counter of 2.5 GHz.
    const TICKS_PER_MS: u64 = 2_500_000;

    #[test]
    fn closes_before_the_millisecond_ends() {
        for past_ns in [0, 1, 500_000, 999_000, 999_999] {
            let window = Window::open(7, past_ns, 1000, TICKS_PER_MS);
            // The counter at the end of the millisecond, had the clock been read at the anchor.
            let end = 1000 + (1_000_000 - u64::from(past_ns)) * 5 / 2;
            assert_eq!(window.at(end), None);
            // Also with a counter that is 0.7 % faster than measured.
            assert_eq!(window.at(end - (end - 1000) * 7 / 1000), None);
        }
        assert_eq!(Window::open(7, 0, 1000, TICKS_PER_MS).at(1000), Some(7));
        assert_eq!(Window::open(7, 0, 1000, TICKS_PER_MS).at(2_481_000), Some(7));
    }

    #[test]
    fn a_counter_that_went_back_knows_nothing() {
        let window = Window::open(7, 0, 1000, TICKS_PER_MS);
        assert_eq!(window.at(999), None);
        assert_eq!(window.at(0), None);
        // Around the end of the counter's range too.
        let window = Window::open(7, 0, u64::MAX - 10, TICKS_PER_MS);
        assert_eq!(window.at(u64::MAX), Some(7));
        assert_eq!(window.at(100), Some(7));
        assert_eq!(window.at(u64::MAX - 11), None);
    }

    /// A clock that is read through windows while it runs and is set, against the clock itself.
    #[test]
    fn is_right_but_for_the_millisecond_in_which_the_clock_is_set() {
        let mut wall_ns: i64 = 1_794_784_632_814_000_000;
        let mut counter: u64 = u64::MAX - 1_000_000;
        let mut window = Window::CLOSED;
        // How far the counter was when the clock was last set.
        let mut set_at = None;
        let mut exact = 0;
        for step in 0..200_000_u64 {
            // From 0.1 to 25 microseconds, and now and then a rest of some milliseconds.
            let passed = if step % 1000 == 999 { 7_300_000 } else { 100 + step * 7919 % 25_000 };
            wall_ns += passed as i64;
            counter = counter.wrapping_add(passed * TICKS_PER_MS / 1_000_000);
            if step % 5000 == 4321 {
                // An hour forward, five seconds or half a millisecond back.
                wall_ns +=
                    [3_600_000_000_000, -5_000_000_000, -500_000][(step / 5000 % 3) as usize];
                set_at = Some(counter);
            }
            let now = wall_ns.div_euclid(1_000_000);
            let given = window.at(counter).unwrap_or_else(|| {
                let past_ns = wall_ns.rem_euclid(1_000_000) as u32;
                window = Window::open(now, past_ns, counter, TICKS_PER_MS);
                now
            });
            if given == now {
                exact += 1;
            } else {
                let since = counter.wrapping_sub(set_at.unwrap());
                assert!(since < TICKS_PER_MS, "wrong {since} ticks after the clock was set");
            }
        }
        // It was set 40 times, and a millisecond has some 80 steps.
        assert!(exact > 200_000 - 40 * 100, "{exact}");
    }

    #[test]
    fn a_closed_window_knows_nothing() {
        for counter in [0, 1, u64::MAX] {
            assert_eq!(Window::CLOSED.at(counter), None);
        }
    }
}
