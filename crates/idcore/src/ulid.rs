//! Telling a text that could be a ULID, which SCRU128 shares its length with.

/// Whether a text is a well-formed ULID: 26 digits of Crockford's base 32, the first at most 7.
///
/// About one SCRU128 text in thirty is a well-formed ULID too, and then the text alone does not
/// say which it is. Whoever shows such an id to a person can say so.
///
/// The letters I, L, O and U, which a lenient reader of Crockford's alphabet takes for digits, are
/// refused here: no writer of ULIDs writes them. Either case is taken.
///
/// ```
/// assert!(idcore::is_ulid_text(b"01ARZ3NDEKTSV4RRFFQ69G5FAV"));
/// // 'I' is a digit of SCRU128 only.
/// assert!(!idcore::is_ulid_text(b"00QBTG0FERFTCCNFISUBO489DI"));
/// ```
pub const fn is_ulid_text(text: &[u8]) -> bool {
    if text.len() != crate::layout::scru128::TEXT_LEN || text[0] > b'7' {
        return false;
    }
    let mut at = 0;
    while at < text.len() {
        if !is_crockford_digit(text[at]) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether a byte is one of `0123456789ABCDEFGHJKMNPQRSTVWXYZ`, in either case.
pub(crate) const fn is_crockford_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() && !matches!(byte.to_ascii_uppercase(), b'I' | b'L' | b'O' | b'U')
}

#[cfg(test)]
mod tests {
    use super::{is_crockford_digit, is_ulid_text};

    #[test]
    fn the_alphabet_has_thirty_two_digits() {
        let digits = (0..=u8::MAX)
            .filter(|byte| !byte.is_ascii_lowercase() && is_crockford_digit(*byte))
            .count();
        assert_eq!(digits, 32);
    }

    #[test]
    fn bounds() {
        assert!(is_ulid_text(b"7zzzzzzzzzzzzzzzzzzzzzzzzz"));
        assert!(!is_ulid_text(b"80000000000000000000000000"));
        assert!(!is_ulid_text(b"7ZZZZZZZZZZZZZZZZZZZZZZZZ"));
        assert!(!is_ulid_text(b"7ZZZZZZZZZZZZZZZZZZZZZZZZU"));
        assert!(!is_ulid_text(b""));
    }
}
