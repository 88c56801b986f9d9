//! Conversions to and from [`SystemTime`].

use core::time::Duration;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Huid, RangeError, Scru128};

/// The Unix time in milliseconds, floored: 0.4 ms before 1970 is -1.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// assert_eq!(idcore::unix_ms(UNIX_EPOCH + Duration::from_micros(1999))?, 1);
/// assert_eq!(idcore::unix_ms(UNIX_EPOCH - Duration::from_micros(1))?, -1);
/// # Ok::<(), idcore::RangeError>(())
/// ```
///
/// # Errors
///
/// The time is more than `i64` milliseconds, 292 million years, from 1970.
pub fn unix_ms(time: SystemTime) -> Result<i64, RangeError> {
    let floored = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).ok(),
        Err(before) => {
            let before = before.duration();
            let partial = before.subsec_nanos() % 1_000_000 != 0;
            // `u128` has room: a `Duration` is below 2^64 s.
            i64::try_from(before.as_millis() + u128::from(partial)).ok().map(|ms| -ms)
        }
    };
    floored.ok_or(RangeError::system_time())
}

/// The time of a Unix time in milliseconds.
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let time = idcore::system_time(1767225600123)?;
/// assert_eq!(time, UNIX_EPOCH + Duration::from_millis(1767225600123));
/// # Ok::<(), idcore::RangeError>(())
/// ```
///
/// # Errors
///
/// This platform's `SystemTime` does not reach so far. All times of both schemes are in reach.
pub fn system_time(unix_ms: i64) -> Result<SystemTime, RangeError> {
    let distance = Duration::from_millis(unix_ms.unsigned_abs());
    let time = if unix_ms < 0 {
        UNIX_EPOCH.checked_sub(distance)
    } else {
        UNIX_EPOCH.checked_add(distance)
    };
    time.ok_or(RangeError::system_time())
}

impl Huid {
    /// The id of a time, floored to the millisecond, and a random part.
    ///
    /// ```
    /// use std::time::{Duration, UNIX_EPOCH};
    /// use idcore::Huid;
    ///
    /// let time = UNIX_EPOCH + Duration::from_nanos(1767225600123456789);
    /// assert_eq!(Huid::from_system_time(time, 0)?.to_u64(), 257949696);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, or `random` has
    /// more than 21 bits.
    pub fn from_system_time(time: SystemTime, random: u32) -> Result<Self, RangeError> {
        Self::from_unix_ms(unix_ms(time)?, random)
    }

    /// The time of the id, to the millisecond.
    pub fn to_system_time(self) -> SystemTime {
        after_epoch(Self::EPOCH_UNIX_MS, self.time_ms())
    }
}

impl Scru128 {
    /// The time of the id, to the millisecond.
    ///
    /// ```
    /// use std::time::{Duration, UNIX_EPOCH};
    ///
    /// let time = UNIX_EPOCH + Duration::from_millis(1794784632814);
    /// let id = idcore::Scru128::first_at(idcore::unix_ms(time)?)?;
    /// assert_eq!(id.to_system_time(), time);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    pub fn to_system_time(self) -> SystemTime {
        after_epoch(Self::EPOCH_UNIX_MS, self.timestamp())
    }
}

/// The time so many milliseconds after a scheme's epoch.
///
/// No overflow: both schemes end before the year 2600, and every platform's `SystemTime` reaches
/// further.
fn after_epoch(epoch_unix_ms: i64, ms: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(epoch_unix_ms as u64 + ms)
}

#[cfg(test)]
mod tests {
    use core::time::Duration;
    use std::time::{SystemTime, UNIX_EPOCH};

    use crate::{Huid, Scru128, system_time, unix_ms};

    fn at(nanos: i64) -> SystemTime {
        let distance = Duration::from_nanos(nanos.unsigned_abs());
        if nanos < 0 { UNIX_EPOCH - distance } else { UNIX_EPOCH + distance }
    }

    #[test]
    fn floors_on_both_sides_of_1970() {
        for (nanos, floor) in [
            (0, 0),
            (999_999, 0),
            (1_000_000, 1),
            (-1, -1),
            (-999_999, -1),
            (-1_000_000, -1),
            (-1_000_001, -2),
            (1767225600123456789, 1767225600123),
        ] {
            assert_eq!(unix_ms(at(nanos)), Ok(floor), "{nanos} ns");
        }
    }

    #[test]
    fn milliseconds_come_back() {
        for ms in [0, 1, -1, 1767225600123, -62135596800000, Scru128::LAST_UNIX_MS] {
            assert_eq!(unix_ms(system_time(ms).unwrap()), Ok(ms));
        }
        assert_eq!(unix_ms(Huid::MAX.to_system_time()), Ok(6165272111103));
        assert_eq!(unix_ms(Scru128::MAX.to_system_time()), Ok(19170022844415));
    }

    #[test]
    fn times_outside_the_window_are_refused() {
        for nanos in [-1, 0, 1767225599999999999] {
            assert!(Huid::from_system_time(at(nanos), 0).unwrap_err().is_time());
        }
        if let Some(far) = UNIX_EPOCH.checked_add(Duration::from_secs(i64::MAX as u64)) {
            assert!(unix_ms(far).unwrap_err().is_time());
        }
        if let Some(far) = UNIX_EPOCH.checked_sub(Duration::from_secs(i64::MAX as u64)) {
            assert!(unix_ms(far).unwrap_err().is_time());
        }
    }
}
