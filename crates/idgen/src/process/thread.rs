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
#[inline]
pub(super) fn with<T>(f: impl FnOnce(&mut Thread) -> T) -> T {
    THREAD.with(|thread| {
        let mut interrupting;
        let mut borrowed = thread.try_borrow_mut();
        // `f` is called at one place, so that it is compiled into the caller.
        f(if let Ok(thread) = &mut borrowed {
            thread
        } else {
            interrupting = Thread::for_one_call();
            &mut interrupting
        })
    })
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

/// Why a call does not go on where the one before ended.
struct OffTrack {
    /// The clock's time of the call.
    unix_ms: i64,
    /// What was taken in the belief that it does.
    misplaced: Option<Misplaced>,
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

    #[cold]
    #[inline(never)]
    fn for_one_call() -> Self {
        Self::new()
    }

    #[expect(clippy::inline_always, reason = "two functions, of which each is to be one piece")]
    #[inline(always)]
    pub(super) fn huid(&mut self) -> Result<Huid, GenerateError> {
        let unix_ms = self.clock.unix_ms();
        Ok(Huid::from_unix_ms(unix_ms, crate::huid::random(self.randomness.next_word()?))?)
    }

    pub(super) fn fill_huid(&mut self, ids: &mut [Huid]) -> Result<(), GenerateError> {
        crate::huid::fill(&mut self.clock, &mut self.randomness, ids)
    }

    #[expect(clippy::inline_always, reason = "two functions, of which each is to be one piece")]
    #[inline(always)]
    pub(super) fn scru128(&mut self, counter: &Counter) -> Result<Scru128, GenerateError> {
        // Before the counter is asked, which may be on its way from another processor: what comes
        // after has to wait for it.
        let word = self.randomness.word(self.process)?;
        match self.count_on(counter, 1) {
            Ok(position) => Ok(sequence::id(position, self.per_sec_random, word)),
            Err(off) => {
                let (position, _) = self.take_by_the_rules(counter, off, 1)?;
                // Another word: where the process has been forked, its parent has that one too.
                let word = self.randomness.word(self.process)?;
                Ok(sequence::id(position, self.per_sec_random, word))
            }
        }
    }

    pub(super) fn fill_scru128(
        &mut self,
        counter: &Counter,
        ids: &mut [Scru128],
    ) -> Result<(), GenerateError> {
        let mut words = [0; BATCH];
        let mut rest = ids;
        while !rest.is_empty() {
            let (first, had) = self.take(counter, rest.len().min(BATCH) as u32)?;
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
    #[inline]
    fn take(&mut self, counter: &Counter, count: u32) -> Result<(Position, u32), GenerateError> {
        match self.count_on(counter, count) {
            Ok(first) => Ok((first, count)),
            Err(off) => self.take_by_the_rules(counter, off, count),
        }
    }

    /// Takes `count` positions as nearly every call does: it goes on where the one before ended, at
    /// the time that was checked there.
    #[inline]
    fn count_on(&mut self, counter: &Counter, count: u32) -> Result<Position, OffTrack> {
        let unix_ms = self.clock.unix_ms();
        let mut misplaced = None;
        // A reset after this question moves the counter to another timestamp, where nothing is taken
        // in the belief that it is this one. Only a clock that is set forward again at once, to this
        // very millisecond, makes an id with the per-second randomness from before.
        if self.unix_ms == unix_ms && fork::is(self.process) {
            match counter.count_on(self.timestamp, count) {
                Ok(counter) => return Ok(Position { timestamp: self.timestamp, counter }),
                Err(taken) => misplaced = Some(taken),
            }
        }
        Err(OffTrack { unix_ms, misplaced })
    }

    /// Takes positions wherever the shared counter is.
    #[inline(never)]
    fn take_by_the_rules(
        &mut self,
        counter: &Counter,
        OffTrack { unix_ms, misplaced }: OffTrack,
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
