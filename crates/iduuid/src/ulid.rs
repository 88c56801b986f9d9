//! The text of a ULID: 26 digits of Crockford's base 32 for 128 bits.
//!
//! ```
//! let bits = iduuid::ulid::decode(b"01ARZ3NDEKTSV4RRFFQ69G5FAV")?;
//! assert_eq!(bits, 0x01563E3AB5D3D6764C61EFB99302BD5B);
//! let mut buffer = [0; iduuid::ulid::TEXT_LEN];
//! assert_eq!(iduuid::ulid::encode(bits, &mut buffer), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
//! # Ok::<(), iduuid::ulid::ParseError>(())
//! ```

use core::fmt;

use crate::found::{Found, is_scru128_text};

/// The number of digits.
pub const TEXT_LEN: usize = 26;

/// The digits: those of the decimal system and the letters without I, L, O and U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The mark of a byte that is no digit, in [`VALUES`].
const NONE: u8 = 0x80;

/// The value of each byte as a digit, in either case.
const VALUES: [u8; 256] = {
    let mut values = [NONE; 256];
    let mut digit = 0;
    while digit < DIGITS.len() {
        values[DIGITS[digit] as usize] = digit as u8;
        values[DIGITS[digit].to_ascii_lowercase() as usize] = digit as u8;
        digit += 1;
    }
    values
};

/// Writes the text of 128 bits into `buffer`, in upper case, and returns it.
#[inline]
#[must_use]
pub const fn encode(bits: u128, buffer: &mut [u8; TEXT_LEN]) -> &str {
    // 128 bits are a head of 8 bits, which are two digits, and three times 40, which are eight.
    let head = (bits >> 120) as u8;
    buffer[0] = DIGITS[(head >> 5) as usize];
    buffer[1] = DIGITS[(head & 0x1F) as usize];
    let mut at = 2;
    let mut below = 120;
    while at < TEXT_LEN {
        below -= 40;
        let forty = (bits >> below) as u64;
        let mut digit = 0;
        while digit < 8 {
            buffer[at + digit] = DIGITS[(forty >> (35 - 5 * digit)) as usize & 0x1F];
            digit += 1;
        }
        at += 8;
    }
    match core::str::from_utf8(buffer) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    }
}

/// The 128 bits of a text: exactly 26 digits, in either case, the first at most 7.
///
/// I, L and O, which a lenient reader takes for 1, 1 and 0, are refused: no ULID is written with
/// them, and a SCRU128 is.
///
/// ```
/// use iduuid::ulid::decode;
///
/// assert_eq!(decode(b"7zzzzzzzzzzzzzzzzzzzzzzzzz")?, u128::MAX);
/// assert!(decode(b"80000000000000000000000000").unwrap_err().is_too_large());
/// assert_eq!(decode(b"00QBTG0FERFTCCNFISUBO489DI").unwrap_err().position(), Some(16));
/// # Ok::<(), iduuid::ulid::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is not 26 bytes long, has a byte that is not a digit, or its first digit is over 7,
/// which is more than 128 bits.
#[inline]
pub const fn decode(text: &[u8]) -> Result<u128, ParseError> {
    match text.first_chunk::<TEXT_LEN>() {
        Some(digits) if text.len() == TEXT_LEN => match read(digits) {
            Some(bits) => Ok(bits),
            None => Err(ParseError::of(text)),
        },
        _ => Err(ParseError::of(text)),
    }
}

#[inline]
const fn read(digits: &[u8; TEXT_LEN]) -> Option<u128> {
    let (first, second) = (VALUES[digits[0] as usize], VALUES[digits[1] as usize]);
    // The marks of all digits; the first is also wrong from 8 on.
    let mut wrong = first | second | ((first & 0x18) << 3);
    let mut bits = (first as u128) << 5 | second as u128;
    let mut at = 2;
    while at < TEXT_LEN {
        let mut forty = 0;
        let mut digit = 0;
        while digit < 8 {
            let value = VALUES[digits[at + digit] as usize];
            wrong |= value;
            forty = forty << 5 | value as u64;
            digit += 1;
        }
        // A mark disturbs the digits beside it, and the whole is refused then.
        bits = bits << 40 | forty as u128;
        at += 8;
    }
    if wrong & 0xC0 == 0 { Some(bits) } else { None }
}

/// A text is not a ULID.
///
/// The message says what was expected, what was found, and at which byte position, counted from 0.
///
/// ```
/// use iduuid::ulid::{ParseError, decode};
///
/// assert!(decode(b"01ARZ3NDEKTSV4RRFFQ69G5FA").unwrap_err().is_length());
/// let error: ParseError = decode(b"00QBTG0FERFTCCNFISUBO489DI").unwrap_err();
/// assert!(error.is_digit() && error.looks_like_scru128());
/// assert_eq!(
///     error.to_string(),
///     "invalid ULID: 'I' at position 16 is not one of 0-9A-Z without I, L, O and U; the text looks \
///      like a SCRU128",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: Kind,
    looks_like_scru128: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Length { found: usize },
    Digit { found: Found, at: usize },
    TooLarge,
}

impl ParseError {
    #[cold]
    #[inline(never)]
    const fn of(text: &[u8]) -> Self {
        let looks_like_scru128 = is_scru128_text(text);
        let mut at = 0;
        while at < text.len() {
            // Of a text of another length, only name what no text has.
            let wrong = if text.len() == TEXT_LEN {
                VALUES[text[at] as usize] == NONE
            } else {
                !text[at].is_ascii()
            };
            if wrong {
                return Self {
                    kind: Kind::Digit { found: Found::at(text, at), at },
                    looks_like_scru128,
                };
            }
            at += 1;
        }
        let kind = if text.len() == TEXT_LEN {
            Kind::TooLarge
        } else {
            Kind::Length { found: text.len() }
        };
        Self { kind, looks_like_scru128 }
    }

    /// Whether the text was too short or too long.
    pub const fn is_length(&self) -> bool {
        matches!(self.kind, Kind::Length { .. })
    }

    /// Whether a character was not a digit; [`position`](Self::position) says where.
    pub const fn is_digit(&self) -> bool {
        matches!(self.kind, Kind::Digit { .. })
    }

    /// Whether the first digit was over 7, which is more than 128 bits.
    pub const fn is_too_large(&self) -> bool {
        matches!(self.kind, Kind::TooLarge)
    }

    /// The position of the first wrong character, in bytes from 0, where a character was wrong.
    pub const fn position(&self) -> Option<usize> {
        match self.kind {
            Kind::Digit { at, .. } => Some(at),
            _ => None,
        }
    }

    /// Whether the text is a SCRU128, and no ULID for a digit that only a SCRU128 has: one of I, L,
    /// O and U.
    pub const fn looks_like_scru128(&self) -> bool {
        self.looks_like_scru128
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXPECTED: &str = "26 digits of 0-9A-Z without I, L, O and U";
        f.write_str("invalid ULID: ")?;
        match self.kind {
            Kind::Length { found: 0 } => write!(f, "expected {EXPECTED}, found an empty text"),
            Kind::Length { found: 1 } => write!(f, "expected {EXPECTED}, found 1 character"),
            Kind::Length { found } => write!(f, "expected {EXPECTED}, found {found} characters"),
            Kind::Digit { found, at } => {
                write!(f, "{found} at position {at} is not one of 0-9A-Z without I, L, O and U")
            }
            Kind::TooLarge => f.write_str("the first digit is over 7, which is more than 128 bits"),
        }?;
        if self.looks_like_scru128 {
            f.write_str("; the text looks like a SCRU128")?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec;

    use super::{TEXT_LEN, decode, encode};

    /// The alphabet as Crockford's table has it, one line for each digit, written out apart from
    /// the code above.
    const VALUE_AND_DIGIT: &str = "00 11 22 33 44 55 66 77 88 99 10A 11B 12C 13D 14E 15F 16G 17H 18J \
        19K 20M 21N 22P 23Q 24R 25S 26T 27V 28W 29X 30Y 31Z";

    fn value_of(byte: u8) -> Option<u128> {
        VALUE_AND_DIGIT.split_whitespace().find_map(|entry| {
            let (value, digit) = entry.split_at(entry.len() - 1);
            digit.as_bytes()[0].eq_ignore_ascii_case(&byte).then(|| value.parse().unwrap())
        })
    }

    #[test]
    fn every_byte_but_fifty_four_is_refused_at_each_position() {
        assert_eq!((0..=u8::MAX).filter(|byte| value_of(*byte).is_some()).count(), 54);
        for at in 0..TEXT_LEN {
            for byte in 0..=u8::MAX {
                let mut text = [b'0'; TEXT_LEN];
                text[at] = byte;
                let expected = value_of(byte)
                    .filter(|value| at > 0 || *value < 8)
                    .map(|value| value << (5 * (TEXT_LEN - 1 - at)));
                let found = decode(&text);
                assert_eq!(found.ok(), expected, "{byte:#04X} at {at}");
                if let Err(error) = found {
                    assert_eq!(error.position().unwrap_or(0), at);
                }
            }
        }
    }

    #[test]
    fn lengths_but_twenty_six_are_refused() {
        for len in (0..60).filter(|len| *len != TEXT_LEN) {
            assert!(decode(&vec![b'0'; len]).unwrap_err().is_length());
        }
    }

    #[test]
    fn messages() {
        const ALPHABET: &str = "0-9A-Z without I, L, O and U";
        for (text, message) in [
            ("", std::format!("expected 26 digits of {ALPHABET}, found an empty text")),
            (
                "01ARZ3NDEKTSV4RRFFQ69G5FA",
                std::format!("expected 26 digits of {ALPHABET}, found 25 characters"),
            ),
            (
                "01ARZ3NDEKTSV4RRFFQ69G5FAé",
                std::format!("'é' at position 25 is not one of {ALPHABET}"),
            ),
            (
                "01ARZ3NDEKTSV4RRFFQ69G5FAU",
                std::format!("'U' at position 25 is not one of {ALPHABET}"),
            ),
            (
                "00QBTG0FERFTCCNFISUBO489DI",
                std::format!(
                    "'I' at position 16 is not one of {ALPHABET}; the text looks like a SCRU128"
                ),
            ),
            (
                "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                "the first digit is over 7, which is more than 128 bits".to_string(),
            ),
        ] {
            let error = decode(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), std::format!("invalid ULID: {message}"), "{text:?}");
        }
    }

    #[test]
    fn a_text_can_be_a_constant() {
        const BITS: u128 = match decode(b"01ARZ3NDEKTSV4RRFFQ69G5FAV") {
            Ok(bits) => bits,
            Err(_) => 0,
        };
        assert_eq!(encode(BITS, &mut [0; TEXT_LEN]), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
    }
}
