//! Which random values of the current millisecond are used, in atomics that all threads share.

#[cfg(not(loom))]
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};

use std::boxed::Box;

use idcore::Huid;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use crate::GenerateError;
use crate::sequence::ROLLBACK_ALLOWANCE_MS;

/// The values of a millisecond.
const VALUES: u64 = 1 << Huid::RANDOM_BITS;
/// How many values a word has a bit for; the bits above hold the millisecond that they belong to.
const VALUES_PER_WORD: u32 = 16;
const WORDS: usize = VALUES as usize / VALUES_PER_WORD as usize;
/// The count goes from 0 to `VALUES`, which takes a bit more than a value.
const COUNT_BITS: u32 = Huid::RANDOM_BITS + 1;

// The time has room beside the bits and beside the count.
const _: () = assert!(Huid::TIME_BITS + VALUES_PER_WORD <= u64::BITS);
const _: () = assert!(Huid::TIME_BITS + COUNT_BITS <= u64::BITS);

/// The used values of one millisecond, the latest.
///
/// Nothing is cleared when a millisecond begins: a word says which one its bits belong to, and
/// those of an earlier one count as unused.
#[derive(Clone, Copy)]
pub(super) struct Taken<'a> {
    /// The latest millisecond, and how many of its values are spoken for.
    latest: &'a AtomicU64,
    words: &'a [AtomicU64],
}

/// Where they are kept.
pub(super) enum Memory {
    /// In one place for the whole process.
    Process,
    /// For one generator.
    Own { latest: AtomicU64, words: Box<[AtomicU64]> },
}

impl Memory {
    pub(super) fn own() -> Self {
        Self::of_words(WORDS)
    }

    /// Memory for the values of so many words alone.
    fn of_words(words: usize) -> Self {
        let words = (0..words).map(|_| AtomicU64::new(0)).collect();
        Self::Own { latest: AtomicU64::new(0), words }
    }

    pub(super) fn taken(&self) -> Taken<'_> {
        match self {
            Self::Process => process(),
            Self::Own { latest, words } => Taken { latest, words },
        }
    }
}

#[cfg(not(loom))]
fn process() -> Taken<'static> {
    static LATEST: AtomicU64 = AtomicU64::new(0);
    static PROCESS: [AtomicU64; WORDS] = [const { AtomicU64::new(0) }; WORDS];
    Taken { latest: &LATEST, words: &PROCESS }
}

#[cfg(loom)]
fn process() -> Taken<'static> {
    unimplemented!("the model has memory of its own")
}

/// What came of marking a value as used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The value is the caller's.
    Done,
    /// Another had it before.
    Used,
    /// The millisecond is over.
    Late,
}

impl Taken<'_> {
    /// How many values a millisecond has.
    fn values(self) -> u64 {
        self.words.len() as u64 * u64::from(VALUES_PER_WORD)
    }

    /// Reserves one of the values of a millisecond, and returns which millisecond: that of `now`,
    /// or a later one where that is past or used up.
    ///
    /// # Errors
    ///
    /// `now` is further behind than is allowed, or no millisecond is left.
    pub(super) fn reserve(self, now: u64) -> Result<u64, GenerateError> {
        let mut seen = self.latest.load(Acquire);
        loop {
            let (latest, count) = (seen >> COUNT_BITS, seen & ((1 << COUNT_BITS) - 1));
            let behind = latest.saturating_sub(now);
            if behind > ROLLBACK_ALLOWANCE_MS {
                return Err(GenerateError::rollback(behind, ROLLBACK_ALLOWANCE_MS));
            }
            let (time_ms, count) = if now > latest {
                (now, 1)
            } else if count < self.values() {
                (latest, count + 1)
            } else {
                (latest + 1, 1)
            };
            // The window's end is an error like any other time outside it.
            let time_ms = Huid::from_parts(time_ms, 0)?.time_ms();
            let next = time_ms << COUNT_BITS | count;
            match self.latest.compare_exchange_weak(seen, next, AcqRel, Acquire) {
                Ok(_) => return Ok(time_ms),
                Err(moved) => seen = moved,
            }
        }
    }

    /// Marks a value of a reserved millisecond as used.
    pub(super) fn mark(self, time_ms: u64, value: u32) -> Mark {
        let word = &self.words[(value / VALUES_PER_WORD) as usize];
        let bit = 1 << (value % VALUES_PER_WORD);
        let mut seen = word.load(Acquire);
        loop {
            let bits = match seen >> VALUES_PER_WORD {
                // A word that was never used belongs to millisecond 0, and has none of its bits.
                same if same == time_ms => seen & ((1 << VALUES_PER_WORD) - 1),
                later if later > time_ms => return Mark::Late,
                _ => 0,
            };
            if bits & bit != 0 {
                return Mark::Used;
            }
            let next = time_ms << VALUES_PER_WORD | bits | bit;
            match word.compare_exchange_weak(seen, next, AcqRel, Relaxed) {
                Ok(_) => return Mark::Done,
                Err(moved) => seen = moved,
            }
        }
    }
}

/// Every order in which threads can come, tried one after the other: see the model of the counter.
#[cfg(all(test, loom))]
mod model {
    use std::collections::HashSet;
    use std::vec::Vec;

    use loom::sync::Arc;
    use loom::thread;

    use super::{Mark, Memory};

    /// The values of the one word that the model has memory for.
    const VALUES: u32 = 16;

    /// Draws as a generator does: the values of `draws`, one after the other, until one is free.
    fn draw(memory: &Memory, now: u64, draws: &[u32]) -> (u64, u32) {
        let taken = memory.taken();
        'place: loop {
            let time_ms = taken.reserve(now).unwrap();
            for value in draws {
                match taken.mark(time_ms, *value) {
                    Mark::Done => return (time_ms, *value),
                    Mark::Used => {}
                    Mark::Late => continue 'place,
                }
            }
            panic!("a place is reserved, and no value is free");
        }
    }

    /// Whatever the order, no value is had twice in a millisecond, and as long as there is a place
    /// there is a value. The first `used` values of millisecond 7 are gone before; each thread draws
    /// from the next three on.
    fn check(used: u32, threads: &'static [&'static [u64]]) {
        let mut model = loom::model::Builder::new();
        // With three threads all orders are too many: those with up to two preemptions.
        model.preemption_bound = (threads.len() > 2).then_some(2);
        model.check(move || {
            let memory = Arc::new(Memory::of_words(1));
            let mut had: Vec<_> = (0..used).map(|value| draw(&memory, 7, &[value])).collect();
            let workers: Vec<_> = threads
                .iter()
                .map(|times| {
                    let memory = memory.clone();
                    let draws: Vec<_> = (used..used + 3).map(|value| value % VALUES).collect();
                    thread::spawn(move || {
                        let drawn = times.iter().map(|now| draw(&memory, *now, &draws));
                        drawn.collect::<Vec<_>>()
                    })
                })
                .collect();
            for (worker, times) in workers.into_iter().zip(threads) {
                let drawn = worker.join().unwrap();
                assert!(drawn.iter().zip(*times).all(|((time_ms, _), now)| time_ms >= now));
                assert!(drawn.is_sorted_by_key(|(time_ms, _)| *time_ms));
                had.extend(drawn);
            }
            assert_eq!(had.iter().collect::<HashSet<_>>().len(), had.len());
        });
    }

    #[test]
    fn the_same_millisecond() {
        check(0, &[&[7, 7], &[7]]);
    }

    #[test]
    fn the_last_values_of_a_millisecond() {
        check(VALUES - 1, &[&[7], &[7]]);
        check(VALUES - 2, &[&[7], &[7], &[7]]);
    }

    #[test]
    fn three_threads_whose_clocks_disagree() {
        check(1, &[&[7], &[8], &[6]]);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{Mark, Memory, VALUES};

    #[test]
    fn a_value_is_had_once_in_a_millisecond() {
        let memory = Memory::own();
        let taken = memory.taken();
        assert_eq!(taken.mark(0, 0), Mark::Done);
        assert_eq!(taken.mark(0, 0), Mark::Used);
        assert_eq!(taken.mark(5, 0), Mark::Done);
        assert_eq!(taken.mark(5, 15), Mark::Done);
        assert_eq!(taken.mark(5, 0), Mark::Used);
        assert_eq!(taken.mark(5, 16), Mark::Done);
        assert_eq!(taken.mark(4, 1), Mark::Late);
        assert_eq!(taken.mark(6, 0), Mark::Done);
        assert_eq!(taken.mark(6, 15), Mark::Done);
        let last = (1 << 42) - 1;
        assert_eq!(taken.mark(last, (1 << 21) - 1), Mark::Done);
        assert_eq!(taken.mark(last, (1 << 21) - 1), Mark::Used);
    }

    #[test]
    fn a_full_millisecond_moves_on_to_the_next() {
        let memory = Memory::own();
        let taken = memory.taken();
        for _ in 0..VALUES {
            assert_eq!(taken.reserve(7), Ok(7));
        }
        assert_eq!(taken.reserve(7), Ok(8));
        assert_eq!(taken.reserve(9), Ok(9));
    }

    #[test]
    fn time_never_goes_back() {
        let memory = Memory::own();
        let taken = memory.taken();
        assert_eq!(taken.reserve(20_000), Ok(20_000));
        assert_eq!(taken.reserve(10_000), Ok(20_000));
        assert!(taken.reserve(9_999).unwrap_err().is_clock_rollback());
        assert_eq!(taken.reserve(20_001), Ok(20_001));
    }

    #[test]
    fn the_window_ends() {
        let memory = Memory::own();
        let taken = memory.taken();
        let last = (1 << 42) - 1;
        for _ in 0..VALUES {
            assert_eq!(taken.reserve(last), Ok(last));
        }
        assert!(taken.reserve(last).unwrap_err().is_clock_outside_window());
    }
}
