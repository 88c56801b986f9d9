//! Where random bits come from.

use core::fmt;

use rand_core::TryCryptoRng;

/// A source of uniformly distributed, unpredictable bits.
///
/// Every cryptographically secure generator of `rand_core` 0.10 is one, since this trait is
/// implemented for all [`TryCryptoRng`]s. A type of your own, such as a scripted source in a test,
/// implements it directly.
///
/// ```
/// use idgen::{Randomness, RandomnessError, Scru128Generator};
///
/// struct Scripted(u32);
///
/// impl Randomness for Scripted {
///     fn next_word(&mut self) -> Result<u32, RandomnessError> {
///         self.0 += 1;
///         Ok(self.0)
///     }
/// }
///
/// let mut generator = Scru128Generator::with_sources(|| 1577836800001, Scripted(0));
/// // Drawn in the order counter, per second, per id.
/// let id = generator.generate()?;
/// assert_eq!((id.counter(), id.per_sec_random(), id.per_gen_random()), (1, 2, 3));
/// # Ok::<(), idgen::GenerateError>(())
/// ```
pub trait Randomness {
    /// The next 32 bits.
    ///
    /// # Errors
    ///
    /// The source has none. It must never give weaker bits instead.
    fn next_word(&mut self) -> Result<u32, RandomnessError>;

    /// Fills `words` with random bits.
    ///
    /// ```
    /// use idgen::{Randomness, SystemRandomness};
    ///
    /// let mut words = [0; 64];
    /// SystemRandomness::new().fill_words(&mut words)?;
    /// assert_ne!(words, [0; 64]);
    /// # Ok::<(), idgen::RandomnessError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The source has none; then the words are of no use.
    fn fill_words(&mut self, words: &mut [u32]) -> Result<(), RandomnessError> {
        for word in words {
            *word = self.next_word()?;
        }
        Ok(())
    }

    /// A number that changes when the process has become another: a forked child starts with its
    /// parent's memory, and a generator in it must not go on with its parent's fields.
    ///
    /// A source that can't tell leaves it at 0; the generator is then as safe in a forked child as
    /// the source is.
    #[inline]
    fn process(&mut self) -> u64 {
        0
    }
}

impl<R: TryCryptoRng> Randomness for R {
    #[inline]
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.try_next_u32().map_err(|_| RandomnessError::new())
    }
}

/// A source of randomness has no bits to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomnessError {
    os_error: Option<i32>,
}

impl RandomnessError {
    /// The error of a source of your own.
    pub const fn new() -> Self {
        Self { os_error: None }
    }

    #[cfg(feature = "std")]
    #[cold]
    pub(crate) fn of_system(error: getrandom::Error) -> Self {
        // The number's type is the platform's; all of them are in range.
        #[allow(clippy::useless_conversion)]
        let os_error = error.raw_os_error().and_then(|code| i32::try_from(code).ok());
        Self { os_error }
    }

    /// The operating system's error code, where there is one.
    ///
    /// ```
    /// // The error of a source of your own has none.
    /// assert_eq!(idgen::RandomnessError::new().raw_os_error(), None);
    /// ```
    pub const fn raw_os_error(&self) -> Option<i32> {
        self.os_error
    }
}

impl Default for RandomnessError {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for RandomnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the source of randomness failed")?;
        match self.os_error {
            Some(code) => write!(f, " (os error {code})"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for RandomnessError {}
