//! Checks of an id's time: not before, not after, not in the future.

use core::fmt;

/// Which times of an id are acceptable. Each bound is optional, and inclusive.
///
/// A check takes the id's `unix_ms()`, so it serves both schemes and every type that holds one.
///
/// ```
/// use idcore::{AgeCheck, Huid};
///
/// const LAUNCH: i64 = 1767225600000;
/// const ACCEPTED: AgeCheck = AgeCheck::new().not_before(LAUNCH).not_in_future();
///
/// let now = LAUNCH + 1000;
/// let id = Huid::first_at(now)?;
/// assert!(ACCEPTED.check_at(id.unix_ms(), now).is_ok());
///
/// let forged = Huid::first_at(now + 1)?;
/// assert!(ACCEPTED.check_at(forged.unix_ms(), now).unwrap_err().is_in_future());
/// # Ok::<(), idcore::RangeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AgeCheck {
    earliest: Option<i64>,
    latest: Option<i64>,
    up_to_now: bool,
}

impl AgeCheck {
    /// A check that accepts every time.
    pub const fn new() -> Self {
        Self { earliest: None, latest: None, up_to_now: false }
    }

    /// Accepts only times from this Unix millisecond on.
    #[must_use]
    pub const fn not_before(mut self, unix_ms: i64) -> Self {
        self.earliest = Some(unix_ms);
        self
    }

    /// Accepts only times up to this Unix millisecond.
    ///
    /// ```
    /// # use idcore::AgeCheck;
    /// // The last millisecond before 2027.
    /// let check = AgeCheck::new().not_after(1798761599999);
    /// assert!(check.check_at(1794784632814, 1794784632814).is_ok());
    /// assert!(check.check_at(1798761600000, 1798761600000).unwrap_err().is_after());
    /// ```
    #[must_use]
    pub const fn not_after(mut self, unix_ms: i64) -> Self {
        self.latest = Some(unix_ms);
        self
    }

    /// Accepts only times up to the moment of the check.
    #[must_use]
    pub const fn not_in_future(mut self) -> Self {
        self.up_to_now = true;
        self
    }

    /// Checks a time in Unix milliseconds, with `now_unix_ms` as the present.
    ///
    /// # Errors
    ///
    /// The time is outside a bound that was set.
    pub const fn check_at(&self, unix_ms: i64, now_unix_ms: i64) -> Result<(), AgeError> {
        let kind = match (self.earliest, self.latest) {
            (Some(bound), _) if unix_ms < bound => Kind::Before { bound },
            (_, Some(bound)) if unix_ms > bound => Kind::After { bound },
            _ if self.up_to_now && unix_ms > now_unix_ms => Kind::Future { now: now_unix_ms },
            _ => return Ok(()),
        };
        Err(AgeError { kind, unix_ms })
    }

    /// Checks a time in Unix milliseconds, with the system clock's present where that counts.
    ///
    /// ```
    /// use idcore::{AgeCheck, Scru128};
    ///
    /// let check = AgeCheck::new().not_in_future();
    /// assert!(check.check(Scru128::MIN.unix_ms()).is_ok());
    /// assert!(check.check(Scru128::MAX.unix_ms()).is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The time is outside a bound that was set.
    #[cfg(feature = "std")]
    pub fn check(&self, unix_ms: i64) -> Result<(), AgeError> {
        let now = if self.up_to_now {
            // A clock too far from 1970 for 64 bits of milliseconds is after every id.
            crate::unix_ms(std::time::SystemTime::now()).unwrap_or(i64::MAX)
        } else {
            0
        };
        self.check_at(unix_ms, now)
    }
}

/// The time of an id is outside the bounds of an [`AgeCheck`].
///
/// ```
/// use idcore::{AgeCheck, AgeError};
///
/// let check = AgeCheck::new().not_before(1767225600000);
/// let error: AgeError = check.check_at(0, 0).unwrap_err();
/// assert!(error.is_before() && !error.is_after() && !error.is_in_future());
/// assert_eq!(
///     error.to_string(),
///     "the id's time, Unix 0 ms, is before the earliest allowed, 1767225600000 ms",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgeError {
    kind: Kind,
    unix_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Before { bound: i64 },
    After { bound: i64 },
    Future { now: i64 },
}

impl AgeError {
    /// Whether the id is older than [`AgeCheck::not_before`] allows.
    pub const fn is_before(&self) -> bool {
        matches!(self.kind, Kind::Before { .. })
    }

    /// Whether the id is younger than [`AgeCheck::not_after`] allows.
    pub const fn is_after(&self) -> bool {
        matches!(self.kind, Kind::After { .. })
    }

    /// Whether the id comes from the future, which [`AgeCheck::not_in_future`] refuses.
    pub const fn is_in_future(&self) -> bool {
        matches!(self.kind, Kind::Future { .. })
    }
}

impl fmt::Display for AgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the id's time, Unix {} ms, is ", self.unix_ms)?;
        match self.kind {
            Kind::Before { bound } => write!(f, "before the earliest allowed, {bound} ms"),
            Kind::After { bound } => write!(f, "after the latest allowed, {bound} ms"),
            Kind::Future { now } => write!(f, "in the future: it is {now} ms now"),
        }
    }
}

impl core::error::Error for AgeError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::AgeCheck;

    #[test]
    fn each_bound_works_alone_and_is_inclusive() {
        let before = AgeCheck::new().not_before(10);
        assert!(before.check_at(9, 0).unwrap_err().is_before());
        assert!(before.check_at(10, 0).is_ok());
        assert!(before.check_at(i64::MAX, 0).is_ok());

        let after = AgeCheck::new().not_after(10);
        assert!(after.check_at(11, 0).unwrap_err().is_after());
        assert!(after.check_at(10, 0).is_ok());
        assert!(after.check_at(i64::MIN, 0).is_ok());

        let future = AgeCheck::new().not_in_future();
        assert!(future.check_at(11, 10).unwrap_err().is_in_future());
        assert!(future.check_at(10, 10).is_ok());

        assert!(AgeCheck::new().check_at(i64::MAX, i64::MIN).is_ok());
    }

    #[test]
    fn bounds_combine() {
        let check = AgeCheck::new().not_before(5).not_after(20).not_in_future();
        assert!(check.check_at(4, 10).unwrap_err().is_before());
        assert!(check.check_at(15, 10).unwrap_err().is_in_future());
        assert!(check.check_at(21, 10).unwrap_err().is_after());
        assert!(check.check_at(7, 10).is_ok());
        assert_eq!(
            check.check_at(4, 10).unwrap_err().to_string(),
            "the id's time, Unix 4 ms, is before the earliest allowed, 5 ms"
        );
    }

    #[cfg(feature = "std")]
    #[test]
    fn now_is_taken_when_the_check_is_made() {
        let check = AgeCheck::new().not_in_future();
        // Made before this moment, and still right for it.
        let now = crate::unix_ms(std::time::SystemTime::now()).unwrap();
        assert!(check.check(now).is_ok());
        assert!(check.check(now + 3_600_000).unwrap_err().is_in_future());
    }
}
