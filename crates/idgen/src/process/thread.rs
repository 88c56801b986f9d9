//! What a thread keeps for itself: its clock, its randomness, and the per-second randomness.

use core::cell::RefCell;
use core::mem::{self, ManuallyDrop};

use chacha20::ChaCha12Rng;
use idcore::{Huid, Scru128};
use rand_core::{Rng, SeedableRng};

use super::counter::{Counter, Misplaced};
use crate::batch::BATCH;
use crate::sequence::{self, MAX_COUNTER, MAX_PER_SEC_RANDOM, Position, ROLLBACK_ALLOWANCE_MS};
use crate::system::fork;
use crate::{Clock, GenerateError, Randomness, RandomnessError, SystemClock, SystemRandomness};

std::thread_local! {
    // Nothing to drop, so that it is at hand to the last moment of the thread, in the destructors
    // of other values as well.
    static THREAD: RefCell<ManuallyDrop<Thread>> =
        const { RefCell::new(ManuallyDrop::new(Thread::new())) };
}

/// Calls `f` with this thread's state, or, in a signal handler that has interrupted a call, with one
/// of its own.
pub(super) fn with<T>(f: impl FnOnce(&mut Thread) -> T) -> T {
    THREAD.with(|thread| match thread.try_borrow_mut() {
        Ok(mut thread) => f(&mut thread),
        Err(_) => f(&mut Thread::new()),
    })
}

/// A HUID of what is at hand: the time is known, and there is a random word.
#[inline]
pub(super) fn huid_at_hand() -> Option<Huid> {
    THREAD.with(|thread| thread.try_borrow_mut().ok()?.huid_at_hand())
}

/// A SCRU128 of what is at hand: it goes on where the one before ended, at the time that was checked
/// there. The error is what was taken in the belief that it does.
#[inline]
pub(super) fn scru128_at_hand(counter: &Counter) -> Result<Scru128, Option<Misplaced>> {
    THREAD.with(|thread| thread.try_borrow_mut().map_err(|_| None)?.scru128_at_hand(counter))
}

pub(super) struct Thread {
    clock: SystemClock,
    randomness: SystemRandomness,
    /// The process of the last SCRU128; 0 before the first.
    process: u64,
    /// The timestamp of the last SCRU128, and the clock's time that it was taken at, where the next
    /// one can count on at that time.
    timestamp: u64,
    unix_ms: i64,
    /// The second of the last SCRU128, and its randomness.
    second: u64,
    per_sec_random: u32,
}

impl Thread {
    const fn new() -> Self {
        Self {
            clock: SystemClock::new(),
            randomness: SystemRandomness::new(),
            process: 0,
            timestamp: 0,
            unix_ms: i64::MIN,
            second: 0,
            per_sec_random: 0,
        }
    }

    #[inline]
    fn huid_at_hand(&mut self) -> Option<Huid> {
        let unix_ms = self.clock.at_hand()?;
        let word = self.randomness.at_hand(fork::process_at_hand())?;
        Huid::from_unix_ms(unix_ms, crate::huid::random(word)).ok()
    }

    /// A HUID, whatever that takes.
    pub(super) fn huid(&mut self) -> Result<Huid, GenerateError> {
        let unix_ms = self.clock.unix_ms();
        Ok(Huid::from_unix_ms(unix_ms, crate::huid::random(self.randomness.next_word()?))?)
    }

    pub(super) fn fill_huid(&mut self, ids: &mut [Huid]) -> Result<(), GenerateError> {
        crate::huid::fill(&mut self.clock, &mut self.randomness, ids)
    }

    #[inline]
    fn scru128_at_hand(&mut self, counter: &Counter) -> Result<Scru128, Option<Misplaced>> {
        // Before the counter is asked, which may be on its way from another processor: what comes
        // after has to wait for it.
        let word = self.randomness.at_hand(self.process).ok_or(None)?;
        let unix_ms = self.clock.at_hand().ok_or(None)?;
        let position = self.count_on(counter, unix_ms, 1)?;
        Ok(sequence::id(position, self.per_sec_random, word))
    }

    /// A SCRU128, whatever that takes. What the id at hand has taken for it is used where it can be.
    pub(super) fn scru128(
        &mut self,
        counter: &Counter,
        misplaced: Option<Misplaced>,
    ) -> Result<Scru128, GenerateError> {
        let (position, _) = self.take(counter, misplaced, 1)?;
        Ok(sequence::id(position, self.per_sec_random, self.randomness.word(self.process)?))
    }

    pub(super) fn fill_scru128(
        &mut self,
        counter: &Counter,
        ids: &mut [Scru128],
    ) -> Result<(), GenerateError> {
        let mut words = [0; BATCH];
        let mut rest = ids;
        while !rest.is_empty() {
            let (first, had) = self.take(counter, None, rest.len().min(BATCH) as u32)?;
            let (batch, others) = mem::take(&mut rest).split_at_mut(had as usize);
            let words = &mut words[..batch.len()];
            self.randomness.fill_words(words)?;
            sequence::fill(first, self.per_sec_random, words, batch);
            rest = others;
        }
        Ok(())
    }

    /// Takes up to `count` positions of the shared counter, and sees to their per-second
    /// randomness.
    fn take(
        &mut self,
        counter: &Counter,
        mut misplaced: Option<Misplaced>,
        count: u32,
    ) -> Result<(Position, u32), GenerateError> {
        let unix_ms = self.clock.unix_ms();
        if misplaced.is_none() {
            match self.count_on(counter, unix_ms, count) {
                Ok(first) => return Ok((first, count)),
                Err(taken) => misplaced = taken,
            }
        }
        self.take_by_the_rules(counter, unix_ms, misplaced, count)
    }

    /// Takes `count` positions at a time where that goes on from the last one. The error is what was
    /// taken in the belief that it does.
    #[inline]
    fn count_on(
        &self,
        counter: &Counter,
        unix_ms: i64,
        count: u32,
    ) -> Result<Position, Option<Misplaced>> {
        if self.unix_ms != unix_ms || self.process != fork::process_at_hand() {
            return Err(None);
        }
        let counter = counter.count_on(self.timestamp, count).map_err(Some)?;
        // Another thread may have reset the counter meanwhile, and a third one, whose clock does not
        // know of it yet, have gone on at this millisecond. What was taken is left unused.
        if self.process != fork::process_at_hand() {
            return Err(None);
        }
        Ok(Position { timestamp: self.timestamp, counter })
    }

    /// Takes positions wherever the shared counter is.
    #[inline(never)]
    fn take_by_the_rules(
        &mut self,
        counter: &Counter,
        unix_ms: i64,
        misplaced: Option<Misplaced>,
        count: u32,
    ) -> Result<(Position, u32), GenerateError> {
        let now = sequence::timestamp(unix_ms)?;
        let process = fork::process();
        // The parent may be using the last position's millisecond.
        let leave = self.process != process && !fork::local().has_parted();
        let taken = counter.take(
            now,
            misplaced.filter(|_| !leave),
            count,
            leave,
            || self.randomness.next_word().map(|word| word & MAX_COUNTER),
            // All threads go on with fresh per-second randomness.
            || _ = fork::renew(process),
        )?;
        if leave {
            fork::local().part();
        }
        let timestamp = sequence::check(taken.0.timestamp)?;
        self.renew(fork::process(), sequence::second(timestamp))?;
        self.timestamp = timestamp;
        // From too far ahead the next call must not count on.
        let ahead = timestamp.wrapping_sub(now);
        self.unix_ms = if ahead <= ROLLBACK_ALLOWANCE_MS { unix_ms } else { i64::MIN };
        Ok(taken)
    }

    /// Has the per-second randomness of a second of a process at hand.
    fn renew(&mut self, process: u64, second: u64) -> Result<(), RandomnessError> {
        if self.second != second || self.process != process {
            self.per_sec_random = self.per_sec_random(process, second)?;
            self.process = process;
            self.second = second;
        }
        Ok(())
    }

    /// The per-second randomness that all threads of a process agree on without a word: a cipher's
    /// output at the second, under a key that they share.
    #[cold]
    fn per_sec_random(&mut self, process: u64, second: u64) -> Result<u32, RandomnessError> {
        let key = fork::local().key(|| {
            let mut words = [0; 8];
            self.randomness.fill_words(&mut words)?;
            Ok(core::array::from_fn(|i| {
                u64::from(words[2 * i]) << 32 | u64::from(words[2 * i + 1])
            }))
        })?;
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_exact_mut(8).zip(key) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut cipher = ChaCha12Rng::from_seed(seed);
        // A timestamp of 44 bits has less than 2^35 seconds. The rest tells resets apart.
        cipher.set_stream(process << 35 | second);
        Ok(cipher.next_u32() & MAX_PER_SEC_RANDOM)
    }
}
