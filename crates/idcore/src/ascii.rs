//! Digits as text, without checking what was just written.
//!
//! This is the only `unsafe` of the crate. Checking again that digits are UTF-8 took as long as
//! writing them.

/// Digits as text.
///
/// `digits` are what a codec of this crate wrote: ASCII, each byte.
#[inline]
#[allow(unsafe_code)]
pub(crate) const fn ascii(digits: &[u8]) -> &str {
    debug_assert!(digits.is_ascii());
    // SAFETY: ASCII is UTF-8. Each of the two callers, the codecs' `encode`s, has just written every
    // byte as '0' plus a digit below 10 or as a letter of its alphabet; their tests try every digit
    // in every place, with the assertion above on.
    unsafe { core::str::from_utf8_unchecked(digits) }
}
