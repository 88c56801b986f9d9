//! Digits as text.
//!
//! Checking again that digits just written are UTF-8 takes as long as writing them: 11.0 ns instead
//! of 4.4 for a SCRU128, where both were measured. The feature `simd` does without.

/// Digits as text.
///
/// `digits` are what a codec of this crate wrote: ASCII, each byte.
#[inline]
#[cfg(feature = "simd")]
#[allow(unsafe_code)]
pub(crate) const fn ascii(digits: &[u8]) -> &str {
    debug_assert!(digits.is_ascii());
    // SAFETY: ASCII is UTF-8. Each caller, an `encode` of one of the two codecs, has just written
    // every byte as '0' plus a digit below 10 or as a letter of its alphabet; their tests try every digit
    // in every place, with the assertion above on.
    unsafe { core::str::from_utf8_unchecked(digits) }
}

/// Digits as text, checked.
#[inline]
#[cfg(not(feature = "simd"))]
pub(crate) const fn ascii(digits: &[u8]) -> &str {
    match core::str::from_utf8(digits) {
        Ok(text) => text,
        Err(_) => panic!("digits are ASCII"),
    }
}
