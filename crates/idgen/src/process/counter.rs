//! The position that all threads share, in one atomic word.
//!
//! The word holds the lower 36 bits of the timestamp and the 28 bits of the counter. The upper 8
//! bits of the timestamp come from the clock: of all timestamps with these lower bits, 795 days
//! apart, the one that is nearest to the present is meant. That is right as long as an id was taken
//! within a year of the present; where none was, the position is as good as a fresh one: it is read
//! as long past or as a clock that went far back, both of which start at the present, or, within
//! 10 s of a multiple of 795 days, as a small rollback, which counts on at a time that no id has.

#[cfg(not(loom))]
use core::sync::atomic::AtomicU64;
use core::sync::atomic::Ordering::{AcqRel, Acquire};

use idcore::Scru128;
#[cfg(loom)]
use loom::sync::atomic::AtomicU64;

use crate::sequence::{self, MAX_COUNTER, Position, ROLLBACK_ALLOWANCE_MS, Step};

/// The counter of the process.
#[cfg(not(loom))]
pub(super) static SHARED: Counter = Counter::new();
#[cfg(loom)]
loom::lazy_static! {
    pub(super) static ref SHARED: Counter = Counter::new();
}

const COUNTER_BITS: u32 = Scru128::COUNTER_BITS;
const TIMESTAMP_BITS: u32 = u64::BITS - COUNTER_BITS;

/// A position that threads take turns to move on.
///
/// All changes of one word have one order that every thread agrees on, so positions rise and are had
/// once by that alone: a call that starts after another one returned, as the program orders them,
/// reads that call's change or a later one. Taking acquires and moving releases, for the number of
/// the process: who takes a position after a reset sees the new number too, and with it fresh
/// per-second randomness.
///
/// It has a cache line of its own, so that writes to it do not slow down readers of its neighbours.
#[repr(align(128))]
pub(super) struct Counter(AtomicU64);

/// Positions that were taken where the counter was not thought to be.
#[derive(Clone, Copy)]
pub(super) struct Misplaced {
    /// The word before them.
    before: u64,
}

impl Counter {
    #[cfg(not(loom))]
    pub(super) const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    #[cfg(loom)]
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Takes `count` positions of a timestamp in a row where the counter is there and has room for
    /// them, and returns the first one's counter.
    ///
    /// It is one addition: looking first would move the cache line between processors twice.
    ///
    /// Elsewhere, or at the counter's end, the positions are taken all the same: [`take`](Self::take)
    /// sees to them.
    #[inline]
    pub(super) fn count_on(&self, timestamp: u64, count: u32) -> Result<u32, Misplaced> {
        let before = self.0.fetch_add(u64::from(count), AcqRel);
        // The counter, with that timestamp. With another it is out of any counter's range.
        let counter = before.wrapping_sub(timestamp << COUNTER_BITS);
        if counter <= u64::from(MAX_COUNTER - count) {
            Ok(counter as u32 + 1)
        } else {
            Err(Misplaced { before })
        }
    }

    /// Takes `count` positions in a row, and returns the first and how many were had: at least one,
    /// and fewer than asked for where the counter ends.
    ///
    /// `now` is the timestamp of the present. What [`count_on`](Self::count_on) took of as many is
    /// used where it can be. With `leave`, the last position's millisecond is left. `fresh` gives the
    /// random counter of a new millisecond, `reset` is called before a clock that went far back is
    /// followed.
    #[inline(never)]
    pub(super) fn take<E>(
        &self,
        now: u64,
        misplaced: Option<Misplaced>,
        count: u32,
        leave: bool,
        fresh: impl FnMut() -> Result<u32, E>,
        reset: impl FnMut(),
    ) -> Result<(Position, u32), E> {
        let overrun = match misplaced.map(|taken| following(taken.before, now, count)) {
            Some(Ok(first)) if (now..=now + ROLLBACK_ALLOWANCE_MS).contains(&first.timestamp) => {
                return Ok((first, count));
            }
            // Reset by another thread since. What was taken is left unused.
            Some(Ok(_)) | None => None,
            Some(Err(overrun)) => Some(overrun),
        };
        self.look(now, count, leave, overrun, fresh, reset)
    }

    /// Takes positions as the rules have it for the last one.
    ///
    /// `overrun` is a timestamp that the counter ran over into, with a counter that is not random:
    /// it is started properly. What was taken there meanwhile by others is left as it is, and stays
    /// below.
    fn look<E>(
        &self,
        now: u64,
        count: u32,
        leave: bool,
        mut overrun: Option<u64>,
        mut fresh: impl FnMut() -> Result<u32, E>,
        mut reset: impl FnMut(),
    ) -> Result<(Position, u32), E> {
        let mut seen = self.0.load(Acquire);
        let mut fresh_counter = None;
        loop {
            let step = match (unpack(seen, now), overrun) {
                (None, _) => Step::Start(now),
                (Some(last), Some(timestamp)) if last.timestamp == timestamp => {
                    let counter = match fresh_counter {
                        Some(counter) => counter,
                        None => *fresh_counter.insert(fresh()?),
                    };
                    // The few that others took are as good as always fewer than a random number.
                    let below = last.counter < counter;
                    Step::Start(if below { timestamp } else { timestamp + 1 })
                }
                (Some(last), _) => sequence::step(last, now, leave),
            };
            let start = match step {
                Step::Count(next) => {
                    // There is room for one at least. Other threads may use it up in between.
                    let had = count.min(MAX_COUNTER - next.counter + 1);
                    let before = self.0.fetch_add(u64::from(had), AcqRel);
                    match following(before, now, had) {
                        Ok(first) => return Ok((first, had)),
                        Err(timestamp) => overrun = Some(timestamp),
                    }
                    seen = self.0.load(Acquire);
                    continue;
                }
                Step::Start(timestamp) => timestamp,
                Step::Rollback { .. } => {
                    reset();
                    now
                }
            };
            let counter = match fresh_counter {
                Some(counter) => counter,
                None => *fresh_counter.insert(fresh()?),
            };
            let first = Position { timestamp: start, counter };
            let had = count.min(MAX_COUNTER - counter + 1);
            let last = Position { counter: counter + (had - 1), ..first };
            match self.0.compare_exchange(seen, pack(last), AcqRel, Acquire) {
                Ok(_) => return Ok((first, had)),
                Err(moved) => seen = moved,
            }
        }
    }
}

const fn pack(position: Position) -> u64 {
    // The timestamp's upper bits are shifted out.
    position.timestamp << COUNTER_BITS | position.counter as u64
}

/// The position of a word, nearest to `now`; `None` before the first id.
fn unpack(word: u64, now: u64) -> Option<Position> {
    if word == 0 { None } else { Some(position(word, now)) }
}

/// The position of a word, nearest to `now`.
#[inline]
fn position(word: u64, now: u64) -> Position {
    // The distance, from -2^35 to 2^35 - 1 ms, which is over a year: the shifts extend its sign.
    let distance = ((word >> COUNTER_BITS).wrapping_sub(now) << (u64::BITS - TIMESTAMP_BITS))
        as i64
        >> (u64::BITS - TIMESTAMP_BITS);
    // A process older than the scheme's epoch is none: a negative timestamp is long past.
    let timestamp = now.saturating_add_signed(distance);
    Position { timestamp, counter: word as u32 & MAX_COUNTER }
}

/// The first of the `count` positions after a word. The error is the timestamp that the counter runs
/// over into.
#[inline]
fn following(word: u64, now: u64, count: u32) -> Result<Position, u64> {
    // A word of 0 is the position before the first id, too, and counts as any other here.
    let last = position(word, now);
    if count <= MAX_COUNTER - last.counter {
        Ok(Position { counter: last.counter + 1, ..last })
    } else {
        Err(last.timestamp + 1)
    }
}

/// Takes `count` positions as a thread does whose last timestamp was `known`.
#[cfg(test)]
fn take_knowing(
    counter: &Counter,
    now: u64,
    known: u64,
    count: u32,
    fresh: u32,
) -> (Position, u32) {
    let mut misplaced = None;
    if known.wrapping_sub(now) <= ROLLBACK_ALLOWANCE_MS {
        match counter.count_on(known, count) {
            Ok(counter) => return (Position { timestamp: known, counter }, count),
            Err(taken) => misplaced = Some(taken),
        }
    }
    let fresh = || Ok::<_, core::convert::Infallible>(fresh);
    counter.take(now, misplaced, count, false, fresh, || ()).unwrap()
}

/// Every order in which threads can come, tried one after the other:
/// `RUSTFLAGS="--cfg loom" cargo test --release -p idgen --lib model`.
#[cfg(all(test, loom))]
mod model {
    use std::collections::HashSet;
    use std::vec::Vec;

    use loom::sync::Arc;
    use loom::thread;

    use super::{Counter, take_knowing};
    use crate::sequence::{MAX_COUNTER, Position};

    const NOW: u64 = 217_000_000_000;

    /// What a thread took, in its order: clocks, how many at once, and the fresh counter.
    fn take(counter: &Counter, calls: &[(u64, u32, u32)]) -> Vec<(u64, u32)> {
        let mut taken = Vec::new();
        let mut known = 0;
        for (now, count, fresh) in calls {
            let (first, had) = take_knowing(counter, *now, known, *count, *fresh);
            let Position { timestamp, counter } = first;
            known = timestamp;
            taken.extend((0..had).map(|offset| (timestamp, counter + offset)));
        }
        taken
    }

    /// Whatever the order, no position is had twice, and each thread's rise.
    fn check(threads: &'static [&'static [(u64, u32, u32)]]) {
        let mut model = loom::model::Builder::new();
        // With three threads all orders are too many: those with up to two preemptions.
        model.preemption_bound = (threads.len() > 2).then_some(2);
        model.check(move || {
            let counter = Arc::new(Counter::new());
            let workers: Vec<_> = threads
                .iter()
                .map(|calls| {
                    let counter = counter.clone();
                    thread::spawn(move || take(&counter, calls))
                })
                .collect();
            let taken: Vec<_> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
            assert!(taken.iter().all(|mine| mine.is_sorted_by(|a, b| a < b)));
            let all: Vec<_> = taken.into_iter().flatten().collect();
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
        });
    }

    #[test]
    fn the_same_millisecond() {
        check(&[&[(NOW, 1, 5), (NOW, 1, 6)], &[(NOW, 1, 7), (NOW, 1, 8)]]);
    }

    #[test]
    fn three_threads_whose_clocks_disagree() {
        check(&[&[(NOW, 1, 5), (NOW + 1, 1, 6)], &[(NOW + 1, 1, 7)], &[(NOW - 1, 1, 8)]]);
    }

    #[test]
    fn the_end_of_the_counter() {
        // All start with room for one or two, and run over into the next milliseconds.
        const NEAR: u32 = MAX_COUNTER - 1;
        check(&[&[(NOW, 1, NEAR), (NOW, 1, 3)], &[(NOW, 1, NEAR), (NOW, 1, NEAR)]]);
        check(&[&[(NOW, 3, NEAR), (NOW, 2, 3)], &[(NOW, 2, NEAR), (NOW, 1, 9)]]);
    }

    #[test]
    fn a_call_after_another_returned_gets_a_greater_position() {
        loom::model(|| {
            let counter = Arc::new(Counter::new());
            let first = take(&counter, &[(NOW, 1, MAX_COUNTER)]);
            let others = counter.clone();
            let other = thread::spawn(move || {
                let second = take(&others, &[(NOW, 1, 7)]);
                (second, take(&others, &[(NOW + 1, 1, MAX_COUNTER)]))
            });
            let mine = take(&counter, &[(NOW, 1, 1)]);
            let (second, third) = other.join().unwrap();
            let last = take(&counter, &[(NOW, 1, 2)]);
            assert!(first < mine && first < second && second < third);
            assert!(mine < last && third < last);
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use core::convert::Infallible;
    use std::vec::Vec;

    use super::{Counter, pack, take_knowing, unpack};
    use crate::sequence::{MAX_COUNTER, Position};

    const NOW: u64 = 217_000_000_000;

    /// Takes `count` positions at `now`; a new millisecond's counter is `fresh`.
    fn take(counter: &Counter, now: u64, count: u32, fresh: u32) -> (Position, u32) {
        counter.take(now, None, count, false, || Ok::<_, Infallible>(fresh), || ()).unwrap()
    }

    fn at(timestamp: u64, counter: u32) -> Position {
        Position { timestamp, counter }
    }

    #[test]
    fn counts_within_a_millisecond_and_starts_the_next() {
        let counter = Counter::new();
        assert_eq!(take(&counter, NOW, 1, 5), (at(NOW, 5), 1));
        assert_eq!(take(&counter, NOW, 1, 99), (at(NOW, 6), 1));
        assert_eq!(take(&counter, NOW, 10, 99), (at(NOW, 7), 10));
        assert_eq!(take(&counter, NOW - 10_000, 1, 99), (at(NOW, 17), 1));
        assert_eq!(take(&counter, NOW + 1, 3, 8), (at(NOW + 1, 8), 3));
        assert_eq!(take(&counter, NOW + 1, 1, 99), (at(NOW + 1, 11), 1));
    }

    #[test]
    fn gives_what_is_left_of_a_counter_and_then_the_next_millisecond() {
        let counter = Counter::new();
        assert_eq!(take(&counter, NOW, 64, MAX_COUNTER - 2), (at(NOW, MAX_COUNTER - 2), 3));
        assert_eq!(take(&counter, NOW, 64, 7), (at(NOW + 1, 7), 64));
        let counter = Counter::new();
        assert_eq!(take(&counter, NOW, 1, MAX_COUNTER - 2), (at(NOW, MAX_COUNTER - 2), 1));
        assert_eq!(take(&counter, NOW, 64, 7), (at(NOW, MAX_COUNTER - 1), 2));
        assert_eq!(take(&counter, NOW, 64, 7), (at(NOW + 1, 7), 64));
    }

    #[test]
    fn a_known_millisecond_is_counted_on_without_a_look() {
        let counter = Counter::new();
        let take = |now, known, count, fresh| take_knowing(&counter, now, known, count, fresh);
        assert_eq!(take(NOW, 0, 1, MAX_COUNTER - 20), (at(NOW, MAX_COUNTER - 20), 1));
        assert_eq!(take(NOW, NOW, 1, 99), (at(NOW, MAX_COUNTER - 19), 1));
        assert_eq!(take(NOW - 10_000, NOW, 10, 99), (at(NOW, MAX_COUNTER - 18), 10));
        // The counter runs over: the next millisecond still starts at a random number.
        assert_eq!(take(NOW, NOW, 64, 99), (at(NOW + 1, 99), 64));
        assert_eq!(take(NOW, NOW + 1, 1, 7), (at(NOW + 1, 163), 1));
        // What is known is too far ahead, or past.
        assert_eq!(take(NOW - 10_000, NOW + 1, 1, 7), (at(NOW - 10_000, 7), 1));
        assert_eq!(take(NOW + 5, NOW + 1, 1, 8), (at(NOW + 5, 8), 1));
        // Another thread followed a clock that went far back.
        assert_eq!(take(NOW - 20_000, NOW + 5, 1, 9), (at(NOW - 20_000, 9), 1));
        assert_eq!(take(NOW + 5, NOW + 5, 1, 10), (at(NOW + 5, 10), 1));
    }

    #[test]
    fn a_clock_far_back_resets() {
        let counter = Counter::new();
        let mut resets = 0;
        take(&counter, NOW, 1, 5);
        let taken = counter
            .take(NOW - 10_001, None, 1, false, || Ok::<_, Infallible>(3), || resets += 1)
            .unwrap();
        assert_eq!((taken, resets), ((at(NOW - 10_001, 3), 1), 1));
    }

    #[test]
    fn a_failed_draw_changes_nothing() {
        let counter = Counter::new();
        take(&counter, NOW, 1, 5);
        assert_eq!(counter.take(NOW + 1, None, 1, false, || Err(()), || ()), Err(()));
        assert_eq!(take(&counter, NOW, 1, 9), (at(NOW, 6), 1));
    }

    #[test]
    fn the_upper_bits_of_the_timestamp_come_from_the_clock() {
        // 2^36 ms are 795 days; positions on both sides of that border.
        let border = 5 << 36;
        for (timestamp, now) in [
            (border - 1, border - 1),
            (border - 1, border),
            (border + 3, border - 2),
            (border, border + (1 << 35)),
            ((1 << 44) - 2, (1 << 44) - 9),
        ] {
            assert_eq!(unpack(pack(at(timestamp, 4)), now), Some(at(timestamp, 4)));
        }
        let counter = Counter::new();
        assert_eq!(take(&counter, border - 1, 1, MAX_COUNTER), (at(border - 1, MAX_COUNTER), 1));
        assert_eq!(take(&counter, border - 1, 1, 0), (at(border, 0), 1));
        // All 64 bits are 0 now, as before the first id: the next starts again, above the last.
        assert_eq!(take(&counter, border, 1, 2), (at(border, 2), 1));
    }

    #[test]
    fn after_years_of_rest_ids_still_rise() {
        let counter = Counter::new();
        let (last, _) = take(&counter, NOW, 1, 5);
        // Every age, from days to 20 years, in steps that are no divisor of 2^36 ms.
        for days in (1..7300).step_by(7) {
            let counter_then = Counter::new();
            take(&counter_then, NOW, 1, 5);
            let now = NOW + days * 86_400_000;
            let (position, _) = take(&counter_then, now, 1, 6);
            assert!(position.timestamp >= now && position.timestamp <= now + 10_000);
            assert!(position.timestamp > last.timestamp);
        }
    }

    #[test]
    fn threads_take_distinct_rising_positions() {
        let counter = Counter::new();
        let mut taken: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..4_u64)
                .map(|worker| {
                    let counter = &counter;
                    scope.spawn(move || {
                        let (mut mine, mut known) = (Vec::new(), 0);
                        for i in 0..20_000_u64 {
                            // Clocks that disagree, and counters that often end.
                            let now = NOW + (i / 100) - worker % 3;
                            let fresh = MAX_COUNTER - (i % 5000) as u32;
                            let count = 1 + (i % 7) as u32;
                            let (first, had) = take_knowing(counter, now, known, count, fresh);
                            known = first.timestamp;
                            assert!((1..=count).contains(&had));
                            for offset in 0..had {
                                let counter = first.counter + offset;
                                mine.push((first.timestamp, counter));
                            }
                        }
                        assert!(mine.is_sorted_by(|a, b| a < b), "each call's are greater");
                        mine
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
        });
        let all = taken.len();
        taken.sort_unstable();
        taken.dedup();
        assert_eq!(taken.len(), all);
    }
}
