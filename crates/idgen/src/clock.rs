//! Where the time comes from.

/// A source of the present, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// A clock may stand still, jump, or go back: the generators say what they do then. One that is
/// before 1970 gives a negative number.
///
/// Every closure `FnMut() -> i64` is a clock:
///
/// ```
/// use idgen::{HuidGenerator, SystemRandomness};
///
/// let mut generator = HuidGenerator::with_sources(|| 1767225600123, SystemRandomness::new());
/// assert_eq!(generator.generate()?.unix_ms(), 1767225600123);
/// # Ok::<(), idgen::GenerateError>(())
/// ```
///
/// So is one that only borrows a clock, or has it in a box: `|| clock.unix_ms()`.
pub trait Clock {
    /// The present, in Unix milliseconds, floored.
    fn unix_ms(&mut self) -> i64;
}

impl<F: FnMut() -> i64> Clock for F {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        self()
    }
}
