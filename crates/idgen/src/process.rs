//! The functions that all threads of a process share.
//!
//! Nearly every id is made of what its thread has at hand, in a function that calls no other: it is
//! compiled here, once, and gives the id in registers. All else is behind it.

mod counter;
mod thread;

use idcore::{Huid, Scru128};

use crate::GenerateError;
use counter::Misplaced;

/// A new HUID, from the system's clock and this thread's randomness.
///
/// ```
/// let id = idgen::huid();
/// assert!(id.to_i64() >= 0);
/// ```
///
/// # Panics
///
/// Where [`try_huid`] gives an error: the clock is outside 2026 to 2165, or the system has no
/// randomness.
#[inline(never)]
pub fn huid() -> Huid {
    match thread::huid_at_hand() {
        Some(id) => id,
        None => huid_or_panic(),
    }
}

/// A new SCRU128, from the system's clock and the counter that all threads share.
///
/// A thread that starts a call after another thread's call returned gets a greater id. Only a clock
/// that goes back by more than 10 s makes it give up that order, and never uniqueness.
///
/// ```
/// let (a, b) = (idgen::scru128(), idgen::scru128());
/// assert!(a < b);
/// ```
///
/// # Panics
///
/// Where [`try_scru128`] gives an error: the clock is outside 2020 to 2577, or the system has no
/// randomness.
#[inline(never)]
pub fn scru128() -> Scru128 {
    match thread::scru128_at_hand(&counter::SHARED) {
        Ok(id) => id,
        Err(misplaced) => scru128_or_panic(misplaced),
    }
}

#[cold]
#[inline(never)]
fn huid_or_panic() -> Huid {
    thread::with(thread::Thread::huid).unwrap_or_else(|error| panic!("{error}"))
}

#[cold]
#[inline(never)]
fn scru128_or_panic(misplaced: Option<Misplaced>) -> Scru128 {
    scru128_by_the_rules(misplaced).unwrap_or_else(|error| panic!("{error}"))
}

fn scru128_by_the_rules(misplaced: Option<Misplaced>) -> Result<Scru128, GenerateError> {
    thread::with(|thread| thread.scru128(&counter::SHARED, misplaced))
}

/// As [`huid()`], with an error instead of a panic.
///
/// # Errors
///
/// The clock is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, or the system has no
/// randomness.
pub fn try_huid() -> Result<Huid, GenerateError> {
    match thread::huid_at_hand() {
        Some(id) => Ok(id),
        None => thread::with(thread::Thread::huid),
    }
}

/// As [`scru128()`], with an error instead of a panic.
///
/// # Errors
///
/// The clock is outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z, or the system has no
/// randomness.
pub fn try_scru128() -> Result<Scru128, GenerateError> {
    thread::scru128_at_hand(&counter::SHARED).or_else(scru128_by_the_rules)
}

/// Fills `ids` with new HUIDs, at a fraction of the cost of single calls.
///
/// ```
/// use idcore::Huid;
///
/// let mut ids = [Huid::MIN; 1000];
/// idgen::fill_huid(&mut ids)?;
/// assert!(ids.iter().all(|id| *id > Huid::MIN));
/// # Ok::<(), idgen::GenerateError>(())
/// ```
///
/// # Errors
///
/// As for [`try_huid`]. Then some ids from the start on may be new, and the rest is as it was.
pub fn fill_huid(ids: &mut [Huid]) -> Result<(), GenerateError> {
    thread::with(|thread| thread.fill_huid(ids))
}

/// Fills `ids` with new SCRU128 ids in rising order, at a fraction of the cost of single calls. Ids
/// of other threads may lie between them.
///
/// ```
/// use idcore::Scru128;
///
/// let mut ids = [Scru128::MIN; 1000];
/// idgen::fill_scru128(&mut ids)?;
/// assert!(ids.is_sorted() && ids[999] < idgen::scru128());
/// # Ok::<(), idgen::GenerateError>(())
/// ```
///
/// # Errors
///
/// As for [`try_scru128`]. Then some ids from the start on may be new, and the rest is as it was.
pub fn fill_scru128(ids: &mut [Scru128]) -> Result<(), GenerateError> {
    thread::with(|thread| thread.fill_scru128(&counter::SHARED, ids))
}
