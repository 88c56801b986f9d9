//! The numbers that say how a call went. Those of failures are negative: results are not.

/// All went well.
pub const OK: i32 = 0;
/// The time is outside the window of the id, or its ids are reserved.
pub const TIME: i32 = -1;
/// The pool of random words is empty.
pub const RANDOMNESS: i32 = -2;
/// A value is none that a mapping takes.
pub const INVALID: i32 = -3;
/// The clock has gone back further than the generator was to follow it.
pub const ROLLBACK: i32 = -4;
/// The ids of a time are used up, or all that a generator makes.
pub const USED_UP: i32 = -5;
