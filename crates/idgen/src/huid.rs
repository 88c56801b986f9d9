//! The stateless generator of HUIDs.

use core::fmt;

use idcore::Huid;

use crate::batch::BATCH;
use crate::{Clock, GenerateError, Randomness, SystemClock, SystemRandomness};

/// A generator of HUIDs: each is the clock's millisecond and 21 random bits, and nothing is kept
/// from one id to the next (specification, section 5).
///
/// Two ids of one millisecond are equal with chance 2<sup>-21</sup>, from whatever generators:
/// 1000 ids of one millisecond have a collision in 21 % of cases. See
/// [`collision`](crate::collision) for the arithmetic, and
/// [`DistinctHuidGenerator`](crate::DistinctHuidGenerator) for bulk inserts.
///
/// ```
/// use idgen::HuidGenerator;
///
/// let mut generator = HuidGenerator::new();
/// let id = generator.generate()?;
/// println!("{id}, made at Unix {} ms", id.unix_ms());
///
/// let ids: Vec<_> = generator.iter().take(3).collect::<Result<_, _>>()?;
/// assert_eq!(ids.len(), 3);
/// # Ok::<(), idgen::GenerateError>(())
/// ```
pub struct HuidGenerator<C = SystemClock, R = SystemRandomness> {
    clock: C,
    randomness: R,
}

impl<C: Clock, R: Randomness> HuidGenerator<C, R> {
    /// A generator with a clock and randomness of the caller's.
    pub const fn with_sources(clock: C, randomness: R) -> Self {
        Self { clock, randomness }
    }

    /// A new id.
    ///
    /// # Errors
    ///
    /// The clock is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, or the randomness
    /// failed.
    #[inline]
    pub fn generate(&mut self) -> Result<Huid, GenerateError> {
        let unix_ms = self.clock.unix_ms();
        Ok(Huid::from_unix_ms(unix_ms, random(self.randomness.next_word()?))?)
    }

    /// Fills `ids` with new ids, at a fraction of the cost of single calls.
    ///
    /// The clock is read again every 64 ids.
    ///
    /// # Errors
    ///
    /// As for [`generate`](Self::generate). Then some ids from the start on may be new, and the rest
    /// is as it was.
    pub fn fill(&mut self, ids: &mut [Huid]) -> Result<(), GenerateError> {
        fill(&mut self.clock, &mut self.randomness, ids)
    }

    /// New ids without end. An item is an error where [`generate`](Self::generate) gives one; the
    /// next may be an id again.
    pub fn iter(&mut self) -> impl Iterator<Item = Result<Huid, GenerateError>> {
        core::iter::repeat_with(|| self.generate())
    }
}

/// Fills `ids`, a batch for each reading of the clock.
pub(crate) fn fill(
    clock: &mut impl Clock,
    randomness: &mut impl Randomness,
    ids: &mut [Huid],
) -> Result<(), GenerateError> {
    let mut words = [0; BATCH];
    for batch in ids.chunks_mut(BATCH) {
        let first = Huid::first_at(clock.unix_ms())?;
        let words = &mut words[..batch.len()];
        randomness.fill_words(words)?;
        for (id, word) in batch.iter_mut().zip(words) {
            *id = with_random(first, random(*word))?;
        }
    }
    Ok(())
}

/// 21 bits of a random word.
#[inline]
pub(crate) fn random(word: u32) -> u32 {
    word >> (u32::BITS - Huid::RANDOM_BITS)
}

/// The id of the millisecond whose first id is `first`.
#[inline]
pub(crate) fn with_random(first: Huid, random: u32) -> Result<Huid, GenerateError> {
    Ok(Huid::from_u64(first.to_u64() | u64::from(random))?)
}

impl<C, R> fmt::Debug for HuidGenerator<C, R> {
    /// The name alone: the state of the randomness would tell the ids to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HuidGenerator").finish_non_exhaustive()
    }
}
