//! The generator of SCRU128 ids that one owner has.

use core::{fmt, mem};

use idcore::Scru128;

use crate::batch::BATCH;
use crate::sequence::{
    self, MAX_COUNTER, MAX_PER_SEC_RANDOM, Position, ROLLBACK_ALLOWANCE_MS, Step,
};
use crate::{Clock, GenerateError, Randomness, SystemClock, SystemRandomness};

/// A generator of SCRU128 ids, each greater than the one before, as integer and as text.
///
/// | | [`generate`](Self::generate), [`fill`](Self::fill), [`iter`](Self::iter) | [`generate_or_abort`](Self::generate_or_abort) |
/// | --- | --- | --- |
/// | new millisecond | fresh random counter | the same |
/// | same millisecond | counter + 1 | the same |
/// | counter at its end | next millisecond, fresh random counter | the same |
/// | clock back by 10 s or less | the last millisecond, counter + 1 | the same |
/// | clock back further | reset: the clock's time, all fields fresh; order is given up, uniqueness is not | an error |
/// | process forked | next millisecond, all fields fresh | the same |
/// | randomness fails | an error, the state is kept | the same |
///
/// No call ever waits, spins or sleeps. Where more than a millisecond's worth of counters is used
/// up, the ids' time runs ahead of the clock, and that lead is treated like a clock that went back.
///
/// ```
/// use idgen::Scru128Generator;
///
/// let mut generator = Scru128Generator::new();
/// let (a, b) = (generator.generate()?, generator.generate()?);
/// assert!(a < b);
/// assert!(a.to_string() < b.to_string());
/// # Ok::<(), idgen::GenerateError>(())
/// ```
pub struct Scru128Generator<C = SystemClock, R = SystemRandomness> {
    clock: C,
    randomness: R,
    /// `None` before the first id.
    last: Option<State>,
}

/// What the next id follows from.
#[derive(Clone, Copy)]
struct State {
    position: Position,
    /// Shared by the ids of the position's second.
    per_sec_random: u32,
    /// The process that made the id, as the randomness counts them.
    process: u64,
}

/// What a clock that went back a long way leads to.
#[derive(Clone, Copy)]
enum OnRollback {
    Reset,
    Abort,
}

impl<C: Clock, R: Randomness> Scru128Generator<C, R> {
    /// A generator with a clock and randomness of the caller's.
    ///
    /// Words are drawn in the order counter, per-second, per-id, each where it is renewed; the
    /// lower bits of a word are used.
    pub const fn with_sources(clock: C, randomness: R) -> Self {
        Self { clock, randomness, last: None }
    }

    /// A new id. Where the clock has gone back by more than 10 s, the generator is reset, and the
    /// id is less than those before.
    ///
    /// # Errors
    ///
    /// The clock is outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z (the milliseconds
    /// beside these are reserved), or the randomness failed.
    #[inline]
    pub fn generate(&mut self) -> Result<Scru128, GenerateError> {
        self.next(OnRollback::Reset)
    }

    /// A new id, greater than all before.
    ///
    /// ```
    /// use idgen::{Scru128Generator, SystemRandomness};
    ///
    /// // The clock is set back by an hour after the first id.
    /// let mut times = [1794784632814, 1794781032814].into_iter().cycle();
    /// let clock = move || times.next().unwrap_or(0);
    /// let mut generator = Scru128Generator::with_sources(clock, SystemRandomness::new());
    /// generator.generate()?;
    /// assert!(generator.generate_or_abort().unwrap_err().is_clock_rollback());
    /// # Ok::<(), idgen::GenerateError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The clock has gone back by more than 10 s; and as for [`generate`](Self::generate).
    #[inline]
    pub fn generate_or_abort(&mut self) -> Result<Scru128, GenerateError> {
        self.next(OnRollback::Abort)
    }

    /// Fills `ids` with new ids in rising order, as [`generate`](Self::generate) would one by one,
    /// at a fraction of the cost.
    ///
    /// The clock is read again every 64 ids.
    ///
    /// # Errors
    ///
    /// As for [`generate`](Self::generate). Then some ids from the start on may be new, and the rest
    /// is as it was.
    pub fn fill(&mut self, ids: &mut [Scru128]) -> Result<(), GenerateError> {
        let mut words = [0; BATCH];
        let mut rest = ids;
        while !rest.is_empty() {
            let now = sequence::timestamp(self.clock.unix_ms())?;
            let process = self.randomness.process();
            let first = self.plan(now, process, OnRollback::Reset)?;
            // The ids that the counter has room for share the reading of the clock.
            let room = (MAX_COUNTER - first.position.counter) as usize + 1;
            let count = rest.len().min(BATCH).min(room);
            let (batch, others) = mem::take(&mut rest).split_at_mut(count);
            let words = &mut words[..count];
            self.randomness.fill_words(words)?;
            sequence::fill(first.position, first.per_sec_random, words, batch);
            let counter = first.position.counter + (count - 1) as u32;
            self.last = Some(State { position: Position { counter, ..first.position }, ..first });
            rest = others;
        }
        Ok(())
    }

    /// New ids without end, as [`generate`](Self::generate) gives them. An item is an error where
    /// that gives one; the next may be an id again.
    pub fn iter(&mut self) -> impl Iterator<Item = Result<Scru128, GenerateError>> {
        core::iter::repeat_with(|| self.generate())
    }

    #[inline]
    fn next(&mut self, on_rollback: OnRollback) -> Result<Scru128, GenerateError> {
        let now = sequence::timestamp(self.clock.unix_ms())?;
        let process = self.randomness.process();
        if let Some(last) = &mut self.last {
            if let (Step::Count(position), true) =
                (sequence::step(last.position, now, false), last.process == process)
            {
                // What nearly every call comes to, with nothing else touched.
                let per_gen_random = self.randomness.next_word()?;
                last.position.counter = position.counter;
                return Ok(sequence::id(position, last.per_sec_random, per_gen_random));
            }
        }
        self.renew(now, process, on_rollback)
    }

    /// The next id, with its fields renewed that need it.
    #[inline(never)]
    fn renew(
        &mut self,
        now: u64,
        process: u64,
        on_rollback: OnRollback,
    ) -> Result<Scru128, GenerateError> {
        let state = self.plan(now, process, on_rollback)?;
        let per_gen_random = self.randomness.next_word()?;
        // Only now that nothing can fail any more.
        self.last = Some(state);
        Ok(sequence::id(state.position, state.per_sec_random, per_gen_random))
    }

    /// The state of the next id, with its fields renewed that need it.
    fn plan(
        &mut self,
        now: u64,
        process: u64,
        on_rollback: OnRollback,
    ) -> Result<State, GenerateError> {
        let Some(last) = self.last else { return self.start(now, process, None) };
        let forked = process != last.process;
        match sequence::step(last.position, now, forked) {
            Step::Count(position) => Ok(State { position, ..last }),
            Step::Start(timestamp) => {
                self.start(timestamp, process, if forked { None } else { Some(last) })
            }
            Step::Rollback { by_ms } => match on_rollback {
                OnRollback::Reset => self.start(now, process, None),
                OnRollback::Abort => Err(GenerateError::rollback(by_ms, ROLLBACK_ALLOWANCE_MS)),
            },
        }
    }

    /// The start of a millisecond; all fields are fresh where it does not go on from `last`.
    fn start(
        &mut self,
        timestamp: u64,
        process: u64,
        last: Option<State>,
    ) -> Result<State, GenerateError> {
        let timestamp = sequence::check(timestamp)?;
        let counter = self.randomness.next_word()? & MAX_COUNTER;
        let second = sequence::second(timestamp);
        let per_sec_random = match last {
            Some(last) if sequence::second(last.position.timestamp) == second => {
                last.per_sec_random
            }
            _ => self.randomness.next_word()? & MAX_PER_SEC_RANDOM,
        };
        Ok(State { position: Position { timestamp, counter }, per_sec_random, process })
    }
}

impl<C, R> fmt::Debug for Scru128Generator<C, R> {
    /// The name alone: the state would tell the ids to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scru128Generator").finish_non_exhaustive()
    }
}
