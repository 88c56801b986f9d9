//! New ids for old rows: a generator that is told the time.

use core::fmt;

use idcore::{RangeError, Scru128};
use idgen::{Randomness, RandomnessError, SystemRandomness};

use crate::mix::mix;

/// Rounds of the permutation. With functions that look random, four make a permutation that looks
/// random in both directions (Luby and Rackoff).
const ROUNDS: usize = 4;
/// Half of the permuted number, and the width of the counter.
const HALF_BITS: u32 = 28;
const HALF_MASK: u32 = (1 << HALF_BITS) - 1;

const _: () = assert!(Scru128::COUNTER_BITS == HALF_BITS);
const _: () = assert!(Scru128::PER_SEC_RANDOM_BITS + Scru128::PER_GEN_RANDOM_BITS == 2 * HALF_BITS);

/// Makes SCRU128 ids for given times, such as the `created_at` of the rows of a table.
///
/// For ids without a time of their own, such as UUIDv4, that are moved with a table of old and new
/// ids: each call gives a new id.
///
/// - **Times may come in any order**, and come again. All ids of a generator are distinct, however
///   far apart the calls with the same time are, and without memory of the times: the lower 56 bits
///   are the number of the call, permuted with keys of the generator's own.
/// - **Calls with the same time one after the other** give rising ids, with a counter that goes up
///   by one, as those of a SCRU128 generator do. It starts at a random number of 27 bits, so that at
///   least 2<sup>27</sup> ids follow. Where 28 bits are used up, there is an error, never an id of
///   another time.
/// - **Several generators**, one after the other or side by side, make the same id of one time with
///   chance 2<sup>-83</sup> for each pair of ids.
///
/// The ids are as hard to guess as the keys are, for whoever sees none of them; the permutation is
/// no cipher, and who sees many may predict others. As for all ids: they are no secrets.
///
/// ```
/// use idgen::{Randomness, RandomnessError};
/// use iduuid::BackfillGenerator;
///
/// # struct Source(u32);
/// # impl Randomness for Source {
/// #     fn next_word(&mut self) -> Result<u32, RandomnessError> {
/// #         self.0 = self.0.wrapping_add(0x9E3779B9);
/// #         Ok(self.0)
/// #     }
/// # }
/// # let source = Source(1);
/// // With the feature `std`: `BackfillGenerator::new()`.
/// let mut generator = BackfillGenerator::with_randomness(source);
/// let monday = generator.generate_at(1794784632814)?;
/// let sunday = generator.generate_at(1794700000000)?;
/// let monday_again = generator.generate_at(1794784632814)?;
/// assert_eq!(sunday.unix_ms(), 1794700000000);
/// assert_eq!(monday.unix_ms(), monday_again.unix_ms());
/// assert_ne!(monday, monday_again);
/// # Ok::<(), iduuid::BackfillError>(())
/// ```
pub struct BackfillGenerator<R = SystemRandomness> {
    randomness: R,
    /// `None` before the first id.
    state: Option<State>,
}

/// What one id leaves behind for the next.
#[derive(Clone, Copy)]
struct State {
    /// Of the permutation.
    keys: [u64; ROUNDS],
    /// How many ids were made with the keys: the number of the next.
    calls: u64,
    /// The time and the counter of the last id.
    unix_ms: i64,
    counter: u32,
    /// The process that the keys were drawn in.
    process: u64,
}

#[cfg(feature = "std")]
impl BackfillGenerator {
    /// A generator with the system's randomness.
    ///
    /// ```
    /// let mut generator = iduuid::BackfillGenerator::new();
    /// let id = generator.generate_at(1794784632814)?;
    /// assert_eq!(id.unix_ms(), 1794784632814);
    /// # Ok::<(), iduuid::BackfillError>(())
    /// ```
    pub fn new() -> Self {
        Self::with_randomness(SystemRandomness::new())
    }
}

#[cfg(feature = "std")]
impl Default for BackfillGenerator {
    fn default() -> Self {
        Self::new()
    }
}

impl<R: Randomness> BackfillGenerator<R> {
    /// A generator with randomness of the caller's, which must be cryptographically secure.
    pub const fn with_randomness(randomness: R) -> Self {
        Self { randomness, state: None }
    }

    /// A new id of a time in Unix milliseconds.
    ///
    /// # Errors
    ///
    /// The time is outside 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z, or it is the first
    /// or the last millisecond of that, which are reserved; its counter is used up, by at least
    /// 2<sup>27</sup> calls with this time one after the other; the generator has made 2<sup>56</sup>
    /// ids; or the source of randomness failed. The generator is then as it was before.
    pub fn generate_at(&mut self, unix_ms: i64) -> Result<Scru128, BackfillError> {
        let first = Scru128::first_at(unix_ms).map_err(|error| Kind::Window(error).into_error())?;
        if first.is_reserved() {
            return Err(Kind::Reserved { unix_ms }.into_error());
        }
        let process = self.randomness.process();
        let state = match self.state {
            // A forked child that went on with its parent's keys would make its parent's ids.
            Some(state) if state.process == process => self.next(state, unix_ms)?,
            _ => self.first(process, unix_ms)?,
        };
        let low = permute(state.calls, &state.keys);
        self.state = Some(State { calls: state.calls + 1, ..state });
        let id = first.to_u128() | (state.counter as u128) << (2 * HALF_BITS) | low as u128;
        Ok(Scru128::from_u128(id))
    }

    fn first(&mut self, process: u64, unix_ms: i64) -> Result<State, BackfillError> {
        let mut keys = [0; ROUNDS];
        for key in &mut keys {
            *key = u64::from(self.word()?) << 32 | u64::from(self.word()?);
        }
        let counter = self.fresh_counter()?;
        Ok(State { keys, calls: 0, unix_ms, counter, process })
    }

    fn next(&mut self, last: State, unix_ms: i64) -> Result<State, BackfillError> {
        if last.calls >> (2 * HALF_BITS) != 0 {
            return Err(Kind::UsedUp.into_error());
        }
        let counter = if unix_ms != last.unix_ms {
            self.fresh_counter()?
        } else if last.counter < HALF_MASK {
            last.counter + 1
        } else {
            return Err(Kind::CounterUsedUp { unix_ms }.into_error());
        };
        Ok(State { unix_ms, counter, ..last })
    }

    /// 27 random bits: room for as many more.
    fn fresh_counter(&mut self) -> Result<u32, BackfillError> {
        Ok(self.word()? >> (u32::BITS - HALF_BITS + 1))
    }

    fn word(&mut self) -> Result<u32, BackfillError> {
        self.randomness.next_word().map_err(|error| Kind::Randomness(error).into_error())
    }
}

/// A permutation of the numbers of 56 bits: a Feistel network, each round of which can be undone
/// whatever its function is.
fn permute(number: u64, keys: &[u64; ROUNDS]) -> u64 {
    let mut left = (number >> HALF_BITS) as u32 & HALF_MASK;
    let mut right = number as u32 & HALF_MASK;
    for key in keys {
        let mixed = mix(u128::from(*key) << 64 | u128::from(right)) >> (u128::BITS - HALF_BITS);
        (left, right) = (right, left ^ mixed as u32);
    }
    u64::from(left) << HALF_BITS | u64::from(right)
}

impl<R> fmt::Debug for BackfillGenerator<R> {
    /// Without the state, from which the ids to come could be told.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BackfillGenerator").finish_non_exhaustive()
    }
}

/// There is no id for a given time.
///
/// ```
/// use idgen::{Randomness, RandomnessError};
/// use iduuid::{BackfillError, BackfillGenerator};
///
/// struct Broken;
///
/// impl Randomness for Broken {
///     fn next_word(&mut self) -> Result<u32, RandomnessError> {
///         Err(RandomnessError::new())
///     }
/// }
///
/// let mut generator = BackfillGenerator::with_randomness(Broken);
/// let first = 1577836800000;
/// assert!(generator.generate_at(first - 1).unwrap_err().is_time());
/// assert!(generator.generate_at(first).unwrap_err().is_reserved());
/// let error: BackfillError = generator.generate_at(first + 1).unwrap_err();
/// assert!(error.is_randomness() && !error.is_used_up());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackfillError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Window(RangeError),
    Reserved { unix_ms: i64 },
    CounterUsedUp { unix_ms: i64 },
    UsedUp,
    Randomness(RandomnessError),
}

impl Kind {
    #[cold]
    const fn into_error(self) -> BackfillError {
        BackfillError(self)
    }
}

impl BackfillError {
    /// Whether the time is outside the window of SCRU128.
    pub const fn is_time(&self) -> bool {
        matches!(self.0, Kind::Window(_))
    }

    /// Whether the time is the first or the last millisecond of the window, which are reserved.
    pub const fn is_reserved(&self) -> bool {
        matches!(self.0, Kind::Reserved { .. })
    }

    /// Whether there were too many ids: of this time, or in all.
    pub const fn is_used_up(&self) -> bool {
        matches!(self.0, Kind::CounterUsedUp { .. } | Kind::UsedUp)
    }

    /// Whether the source of randomness failed.
    pub const fn is_randomness(&self) -> bool {
        matches!(self.0, Kind::Randomness(_))
    }
}

impl fmt::Display for BackfillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Window(error) => error.fmt(f),
            Kind::Reserved { unix_ms } => write!(
                f,
                "SCRU128 reserves the first and the last millisecond of its window, found Unix \
                 {unix_ms} ms: take the one beside it"
            ),
            Kind::CounterUsedUp { unix_ms } => write!(
                f,
                "the counter of 28 bits is used up for Unix {unix_ms} ms, after at least 2^27 ids"
            ),
            Kind::UsedUp => f.write_str("the generator has made the 2^56 ids that it can"),
            Kind::Randomness(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BackfillError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0 {
            Kind::Randomness(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::HashSet;
    use std::format;

    use idgen::{Randomness, RandomnessError};

    use super::{BackfillGenerator, HALF_MASK, State, permute};

    /// A counting source, that can fail, and be in another process.
    struct Source {
        word: u32,
        left: usize,
        process: u64,
    }

    impl Randomness for Source {
        fn next_word(&mut self) -> Result<u32, RandomnessError> {
            self.left = self.left.checked_sub(1).ok_or(RandomnessError::new())?;
            self.word = self.word.wrapping_mul(0x915F77F5).wrapping_add(1);
            Ok(self.word)
        }

        fn process(&mut self) -> u64 {
            self.process
        }
    }

    fn generator(left: usize) -> BackfillGenerator<Source> {
        BackfillGenerator::with_randomness(Source { word: 1, left, process: 1 })
    }

    const TIME: i64 = 1794784632814;

    #[test]
    fn ids_of_one_time_rise_by_one_in_the_counter() {
        let mut generator = generator(9);
        let first = generator.generate_at(TIME).unwrap();
        assert!(first.counter() < 1 << 27);
        for more in 1..1000 {
            let id = generator.generate_at(TIME).unwrap();
            assert_eq!((id.unix_ms(), id.counter()), (TIME, first.counter() + more));
        }
    }

    #[test]
    fn times_that_come_again_give_new_ids() {
        let mut generator = generator(usize::MAX);
        let mut ids = HashSet::new();
        // The lower 56 bits alone must differ: the counter is no help where it is drawn again.
        let mut lower = HashSet::new();
        for call in 0..200_000 {
            let unix_ms = TIME - (call * 7919) % 13;
            let id = generator.generate_at(unix_ms).unwrap();
            assert_eq!(id.unix_ms(), unix_ms);
            assert!(ids.insert(id));
            assert!(lower.insert((id.per_sec_random(), id.per_gen_random())));
        }
    }

    #[test]
    fn a_used_up_counter_is_an_error_for_its_time_only() {
        let mut generator = generator(usize::MAX);
        generator.generate_at(TIME).unwrap();
        generator.state.as_mut().unwrap().counter = HALF_MASK - 1;
        assert_eq!(generator.generate_at(TIME).unwrap().counter(), 0xFFF_FFFF);
        for _ in 0..2 {
            let error = generator.generate_at(TIME).unwrap_err();
            assert!(error.is_used_up());
            assert!(format!("{error}").contains("Unix 1794784632814 ms"));
        }
        assert!(generator.generate_at(TIME + 1).is_ok());

        generator.state.as_mut().unwrap().calls = 1 << 56;
        assert!(generator.generate_at(TIME + 2).unwrap_err().is_used_up());
    }

    #[test]
    fn failures_change_nothing() {
        // Eight words for the keys, and one for the counter.
        for left in 0..9 {
            let mut generator = generator(left);
            assert!(generator.generate_at(TIME).unwrap_err().is_randomness());
            assert!(generator.state.is_none());
        }
        let mut generator = generator(9);
        let first = generator.generate_at(TIME).unwrap();
        assert!(generator.generate_at(TIME - 1).unwrap_err().is_randomness());
        for outside in [i64::MIN, 0, 1577836799999, 19170022844416, i64::MAX] {
            assert!(generator.generate_at(outside).unwrap_err().is_time());
        }
        for reserved in [1577836800000, 19170022844415] {
            assert!(generator.generate_at(reserved).unwrap_err().is_reserved());
        }
        assert_eq!(generator.generate_at(TIME).unwrap().counter(), first.counter() + 1);
    }

    #[test]
    fn a_forked_child_draws_its_own_keys() {
        let mut parent = generator(usize::MAX);
        parent.generate_at(TIME).unwrap();
        let keys = parent.state.unwrap().keys;
        parent.randomness.process = 2;
        parent.generate_at(TIME).unwrap();
        let State { keys: fresh, calls, process, .. } = parent.state.unwrap();
        assert_ne!(keys, fresh);
        assert_eq!((calls, process), (1, 2));
    }

    #[test]
    fn the_permutation_repeats_nothing() {
        let keys = [1, 2, 3, 4];
        let mut seen = HashSet::new();
        for number in 0..100_000 {
            assert!(seen.insert(permute(number, &keys)));
            assert!(seen.insert(permute((1 << 56) - 1 - number, &keys)));
        }
        assert!(seen.iter().all(|number| number >> 56 == 0));
    }

    #[test]
    fn debug_hides_the_state() {
        assert_eq!(format!("{:?}", generator(1)), "BackfillGenerator { .. }");
    }
}
