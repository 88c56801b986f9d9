//! The functions that all threads of a process share.
//!
//! Those that make one id are compiled here, once, with all that they do, and give it in registers.
//! Compiled into callers, they would be too large for more than one place of a program.

mod counter;
mod thread;

use idcore::{Huid, Scru128};

use crate::GenerateError;

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
#[expect(clippy::redundant_closure_for_method_calls, reason = "one of its own is compiled into it")]
pub fn huid() -> Huid {
    thread::with(|thread| thread.huid()).unwrap_or_else(|error| no_id(error))
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
    thread::with(|thread| thread.scru128(&counter::SHARED)).unwrap_or_else(|error| no_id(error))
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_id(error: GenerateError) -> ! {
    panic!("{error}")
}

/// As [`huid()`], with an error instead of a panic.
///
/// # Errors
///
/// The clock is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, or the system has no
/// randomness.
#[inline(never)]
#[expect(clippy::redundant_closure_for_method_calls, reason = "one of its own is compiled into it")]
pub fn try_huid() -> Result<Huid, GenerateError> {
    thread::with(|thread| thread.huid())
}

/// As [`scru128()`], with an error instead of a panic.
///
/// # Errors
///
/// The clock is outside 2020-01-01T00:00:00.001Z to 2577-06-22T06:20:44.414Z, or the system has no
/// randomness.
#[inline(never)]
pub fn try_scru128() -> Result<Scru128, GenerateError> {
    thread::with(|thread| thread.scru128(&counter::SHARED))
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
