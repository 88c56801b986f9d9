//! The numbers that say how a call went.

use idgen::GenerateError;

/// All went well.
pub const OK: i32 = 0;
/// The time is outside the window of the id, or its ids are reserved.
pub const TIME: i32 = 1;
/// The pool of random words is empty.
pub const RANDOMNESS: i32 = 2;
/// A field, or a text, is none of the id's. JavaScript finds out what is wrong with it.
pub const INVALID: i32 = 3;

/// Why a generator made no id. One that is reset by a clock that goes back has these causes only.
pub(crate) fn of_generator(error: GenerateError) -> i32 {
    if error.is_randomness() { RANDOMNESS } else { TIME }
}

/// A status where an id is expected, which is never negative.
pub(crate) fn negative(status: i32) -> i64 {
    -i64::from(status)
}
