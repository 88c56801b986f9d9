//! The rules by which one SCRU128 follows another, apart from where the state is kept.
//!
//! The generator that one owner has and the one that all threads share both ask here.

use idcore::Scru128;

use crate::GenerateError;

/// How far a clock may go back with the generator still counting on from the last id.
pub(crate) const ROLLBACK_ALLOWANCE_MS: u64 = 10_000;

pub(crate) const MAX_COUNTER: u32 = u32::MAX >> (u32::BITS - Scru128::COUNTER_BITS);
pub(crate) const MAX_PER_SEC_RANDOM: u32 = u32::MAX >> (u32::BITS - Scru128::PER_SEC_RANDOM_BITS);
const MAX_TIMESTAMP: u64 = u64::MAX >> (u64::BITS - Scru128::TIMESTAMP_BITS);

const PER_SEC_SHIFT: u32 = Scru128::PER_GEN_RANDOM_BITS;
const COUNTER_SHIFT: u32 = PER_SEC_SHIFT + Scru128::PER_SEC_RANDOM_BITS;

/// The part of an id that keeps the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) timestamp: u64,
    pub(crate) counter: u32,
}

/// What comes after the last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The same millisecond, the counter up by one.
    Count(Position),
    /// This timestamp, with a fresh random counter.
    Start(u64),
    /// The clock is further behind than is allowed: the caller resets or gives up.
    Rollback { by_ms: u64 },
}

/// What comes after `last`, at the time `now`.
///
/// With `leave`, the millisecond of `last` is left for the next one even where the counter has
/// room: in a forked child it is the parent's.
#[inline]
pub(crate) fn step(last: Position, now: u64, leave: bool) -> Step {
    if now > last.timestamp {
        return Step::Start(now);
    }
    let behind = last.timestamp - now;
    if behind > ROLLBACK_ALLOWANCE_MS {
        return Step::Rollback { by_ms: behind };
    }
    if last.counter < MAX_COUNTER && !leave {
        Step::Count(Position { counter: last.counter + 1, ..last })
    } else {
        // Never wait: the lead over the clock is then a small rollback.
        Step::Start(last.timestamp + 1)
    }
}

/// The timestamp field of a Unix time in milliseconds, where a generator may use it.
#[inline]
pub(crate) fn timestamp(unix_ms: i64) -> Result<u64, GenerateError> {
    let timestamp = unix_ms.wrapping_sub(Scru128::EPOCH_UNIX_MS) as u64;
    // A time before the epoch wraps to a number that is too large.
    if is_usable(timestamp) { Ok(timestamp) } else { Err(outside(unix_ms)) }
}

/// `timestamp`, where its ids are not reserved.
#[inline]
pub(crate) fn check(timestamp: u64) -> Result<u64, GenerateError> {
    if is_usable(timestamp) {
        Ok(timestamp)
    } else {
        Err(GenerateError::reserved(Scru128::EPOCH_UNIX_MS + timestamp as i64))
    }
}

#[inline]
fn is_usable(timestamp: u64) -> bool {
    // The first and the last are reserved; 0 wraps to a number that is too large.
    timestamp.wrapping_sub(1) < MAX_TIMESTAMP - 1
}

#[cold]
fn outside(unix_ms: i64) -> GenerateError {
    match Scru128::first_at(unix_ms) {
        Ok(_) => GenerateError::reserved(unix_ms),
        Err(error) => error.into(),
    }
}

/// The second of a timestamp: ids of one second share their per-second randomness.
#[inline]
pub(crate) fn second(timestamp: u64) -> u64 {
    timestamp / 1000
}

/// The id at a position.
#[inline]
pub(crate) fn id(position: Position, per_sec_random: u32, per_gen_random: u32) -> Scru128 {
    // The fields are in range: timestamps are checked, the others come masked.
    Scru128::from_u128(
        (u128::from(position.timestamp) << Scru128::COUNTER_BITS | u128::from(position.counter))
            << COUNTER_SHIFT
            | u128::from(per_sec_random) << PER_SEC_SHIFT
            | u128::from(per_gen_random),
    )
}

/// Fills `ids` with those at `first` and after, a word of `per_gen_random` each. The counter has
/// room for them.
#[inline]
pub(crate) fn fill(
    first: Position,
    per_sec_random: u32,
    per_gen_random: &[u32],
    ids: &mut [Scru128],
) {
    // A step of the counter is one addition to the whole: it never carries out of the counter.
    let mut next = id(first, per_sec_random, 0).to_u128();
    for (id, word) in ids.iter_mut().zip(per_gen_random) {
        *id = Scru128::from_u128(next | u128::from(*word));
        next = next.wrapping_add(1 << COUNTER_SHIFT);
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_COUNTER, Position, Step, id, second, step, timestamp};
    use idcore::Scru128;

    fn after(timestamp: u64, counter: u32, now: u64) -> Step {
        step(Position { timestamp, counter }, now, false)
    }

    fn count(timestamp: u64, counter: u32) -> Step {
        Step::Count(Position { timestamp, counter })
    }

    #[test]
    fn a_new_millisecond_starts_and_the_same_counts() {
        assert_eq!(after(5, 9, 6), Step::Start(6));
        assert_eq!(after(5, 9, 5), count(5, 10));
    }

    #[test]
    fn up_to_ten_seconds_back_counts_on() {
        assert_eq!(after(20_000, 9, 10_000), count(20_000, 10));
        assert_eq!(after(20_000, 9, 9_999), Step::Rollback { by_ms: 10_001 });
    }

    #[test]
    fn an_overflow_takes_the_next_millisecond() {
        assert_eq!(MAX_COUNTER, 0xFFF_FFFF);
        assert_eq!(after(5, MAX_COUNTER - 1, 5), count(5, MAX_COUNTER));
        assert_eq!(after(5, MAX_COUNTER, 5), Step::Start(6));
        // With a lead or after a small rollback as well.
        assert_eq!(after(5, MAX_COUNTER, 3), Step::Start(6));
        assert_eq!(after(5, MAX_COUNTER, 6), Step::Start(6));
    }

    #[test]
    fn a_millisecond_can_be_left() {
        let last = Position { timestamp: 5, counter: 0 };
        assert_eq!(step(last, 5, true), Step::Start(6));
        assert_eq!(step(last, 9, true), Step::Start(9));
    }

    #[test]
    fn times_that_no_generator_may_use() {
        for unix_ms in [i64::MIN, -1, 0, 1577836799999, 19170022844416, i64::MAX] {
            assert!(timestamp(unix_ms).unwrap_err().is_clock_outside_window());
        }
        // The first and the last millisecond are reserved.
        assert!(timestamp(1577836800000).unwrap_err().is_clock_outside_window());
        assert!(timestamp(19170022844415).unwrap_err().is_clock_outside_window());
        assert_eq!(timestamp(1577836800001), Ok(1));
        assert_eq!(timestamp(19170022844414), Ok((1 << 44) - 2));
    }

    #[test]
    fn packs_as_the_core_does() {
        let position = Position { timestamp: (1 << 44) - 2, counter: 0xABC_DEF0 };
        assert_eq!(
            Ok(id(position, 0x12_3456, 0x789A_BCDE)),
            Scru128::from_fields((1 << 44) - 2, 0xABC_DEF0, 0x12_3456, 0x789A_BCDE)
        );
        assert_eq!((second(999), second(1000)), (0, 1));
    }
}
