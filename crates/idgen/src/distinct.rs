//! HUIDs that are distinct within a process, for bulk inserts.

mod taken;

use core::fmt;

use idcore::Huid;

use crate::{Clock, GenerateError, Randomness, SystemClock, SystemRandomness};
use taken::{Mark, Memory};

/// A generator of HUIDs that are distinct within the process: the random part is uniform over the
/// values that no other generator made by [`new`](Self::new) has used in the millisecond.
///
/// Each thread has a generator of its own; what was used is shared, without a lock, in 1 MiB of
/// memory that only programs with such a generator touch. Against other processes, and against
/// [`huid()`](crate::huid()), the ids collide by chance as all HUIDs do, so the table's unique
/// constraint stays. A generator with sources of the caller's keeps to itself.
///
/// The time of the ids never goes back:
///
/// - Where all 2<sup>21</sup> values of a millisecond are used, the ids move on to the next
///   millisecond, without waiting.
/// - A clock that is up to 10 s behind the last id is not followed: the ids stay in the last
///   millisecond. One that is further behind is an error, until it has caught up: what was used in
///   the milliseconds before the last is not known any more. So a clock that was an hour ahead for a
///   moment stops these generators for an hour; [`HuidGenerator`](crate::HuidGenerator) goes on.
///
/// ```
/// use std::collections::HashSet;
/// use idcore::Huid;
/// use idgen::DistinctHuidGenerator;
///
/// let mut ids = vec![Huid::MIN; 10_000];
/// DistinctHuidGenerator::new().fill(&mut ids)?;
/// assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 10_000);
/// # Ok::<(), idgen::GenerateError>(())
/// ```
pub struct DistinctHuidGenerator<C = SystemClock, R = SystemRandomness> {
    clock: C,
    randomness: R,
    memory: Memory,
}

impl<C: Clock, R: Randomness> DistinctHuidGenerator<C, R> {
    /// A generator with a clock and randomness of the caller's, such as the time of a backfill.
    ///
    /// Its ids are distinct among themselves. It shares nothing with other generators, so that its
    /// clock does not hold them up, and takes 1 MiB for itself.
    ///
    /// ```
    /// use idgen::{DistinctHuidGenerator, SystemRandomness};
    ///
    /// // Ids for the rows of a millisecond that has passed.
    /// let clock = || 1767225600000;
    /// let mut generator = DistinctHuidGenerator::with_sources(clock, SystemRandomness::new());
    /// let (a, b) = (generator.generate()?, generator.generate()?);
    /// assert_ne!(a, b);
    /// assert_eq!((a.unix_ms(), b.unix_ms()), (1767225600000, 1767225600000));
    /// # Ok::<(), idgen::GenerateError>(())
    /// ```
    pub fn with_sources(clock: C, randomness: R) -> Self {
        Self { clock, randomness, memory: Memory::own() }
    }

    /// A generator that shares what was used with all others of the process.
    pub(crate) const fn of_process(clock: C, randomness: R) -> Self {
        Self { clock, randomness, memory: Memory::Process }
    }

    /// A new id.
    ///
    /// # Errors
    ///
    /// The clock is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z or more than 10 s
    /// behind the last id, or the randomness failed.
    pub fn generate(&mut self) -> Result<Huid, GenerateError> {
        let now = Huid::first_at(self.clock.unix_ms())?;
        self.generate_at(now)
    }

    /// Fills `ids` with new ids.
    ///
    /// The clock is read again every 64 ids.
    ///
    /// # Errors
    ///
    /// As for [`generate`](Self::generate). Then some ids from the start on may be new, and the rest
    /// is as it was.
    pub fn fill(&mut self, ids: &mut [Huid]) -> Result<(), GenerateError> {
        for batch in ids.chunks_mut(crate::batch::BATCH) {
            let now = Huid::first_at(self.clock.unix_ms())?;
            for id in batch {
                *id = self.generate_at(now)?;
            }
        }
        Ok(())
    }

    /// New ids without end. An item is an error where [`generate`](Self::generate) gives one; the
    /// next may be an id again.
    pub fn iter(&mut self) -> impl Iterator<Item = Result<Huid, GenerateError>> {
        core::iter::repeat_with(|| self.generate())
    }

    fn generate_at(&mut self, now: Huid) -> Result<Huid, GenerateError> {
        let taken = self.memory.taken();
        'place: loop {
            let time_ms = taken.reserve(now.time_ms())?;
            // A place is reserved, so there is a value to be had, unless the time moves on. Drawing
            // until one is free makes it uniform over the free ones; the last of a full millisecond
            // take two million draws, which at a real clock's pace nobody comes to.
            loop {
                let random = crate::huid::random(self.randomness.next_word()?);
                match taken.mark(time_ms, random) {
                    Mark::Done => return Ok(Huid::from_parts(time_ms, random)?),
                    Mark::Used => {}
                    Mark::Late => continue 'place,
                }
            }
        }
    }
}

impl<C, R> fmt::Debug for DistinctHuidGenerator<C, R> {
    /// The name alone: the state of the randomness would tell the ids to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistinctHuidGenerator").finish_non_exhaustive()
    }
}
