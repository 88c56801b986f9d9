//! The error of a generator.

use core::fmt;

use idcore::RangeError;

use crate::RandomnessError;

/// No id could be made.
///
/// The generator is as it was before the call, and the next call may succeed. (The counter that all
/// threads share may have moved on by a number that nobody gets.)
///
/// ```
/// use idgen::{GenerateError, HuidGenerator, SystemRandomness};
///
/// let mut generator = HuidGenerator::with_sources(|| -1, SystemRandomness::new());
/// let error: GenerateError = generator.generate().unwrap_err();
/// assert!(error.is_clock_outside_window());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GenerateError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Window(RangeError),
    Reserved { unix_ms: i64 },
    Rollback { by_ms: u64, allowed_ms: u64 },
    Randomness(RandomnessError),
}

impl GenerateError {
    /// The time is in the window, but its ids are reserved.
    #[cold]
    pub(crate) const fn reserved(unix_ms: i64) -> Self {
        Self(Kind::Reserved { unix_ms })
    }

    /// The clock is so far behind the last id.
    #[cold]
    pub(crate) const fn rollback(by_ms: u64, allowed_ms: u64) -> Self {
        Self(Kind::Rollback { by_ms, allowed_ms })
    }

    /// Whether the clock is outside the time that ids of the scheme can hold.
    pub const fn is_clock_outside_window(&self) -> bool {
        matches!(self.0, Kind::Window(_) | Kind::Reserved { .. })
    }

    /// Whether the clock went back further than the generator counts on through.
    pub const fn is_clock_rollback(&self) -> bool {
        matches!(self.0, Kind::Rollback { .. })
    }

    /// Whether the source of randomness failed.
    ///
    /// ```
    /// use idgen::{HuidGenerator, Randomness, RandomnessError};
    ///
    /// struct Broken;
    ///
    /// impl Randomness for Broken {
    ///     fn next_word(&mut self) -> Result<u32, RandomnessError> {
    ///         Err(RandomnessError::new())
    ///     }
    /// }
    ///
    /// let mut generator = HuidGenerator::with_sources(|| 1767225600123, Broken);
    /// assert!(generator.generate().unwrap_err().is_randomness());
    /// ```
    pub const fn is_randomness(&self) -> bool {
        matches!(self.0, Kind::Randomness(_))
    }
}

impl From<RangeError> for GenerateError {
    #[cold]
    fn from(error: RangeError) -> Self {
        Self(Kind::Window(error))
    }
}

impl From<RandomnessError> for GenerateError {
    #[cold]
    fn from(error: RandomnessError) -> Self {
        Self(Kind::Randomness(error))
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Window(error) => write!(f, "the clock is outside the window of the id: {error}"),
            Kind::Reserved { unix_ms } => {
                write!(f, "the ids of the clock's time, Unix {unix_ms} ms, are reserved")
            }
            Kind::Rollback { by_ms, allowed_ms } => write!(
                f,
                "the clock is {by_ms} ms behind the last id, more than the {allowed_ms} ms allowed"
            ),
            Kind::Randomness(error) => write!(f, "no randomness for the id: {error}"),
        }
    }
}

impl core::error::Error for GenerateError {}
