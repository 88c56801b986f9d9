//! The error of a text that is no id, and the diagnosis that finds its cause.
//!
//! The codecs only find out that a text is wrong; why is looked up here, off the fast path.

use core::fmt;

use crate::layout;
use crate::ulid::{is_crockford_digit, is_ulid_text};

/// A text is not a HUID, or not a SCRU128.
///
/// The message says what was expected, what was found, and at which byte position, counted from 0.
///
/// ```
/// use idcore::{ParseError, Scru128};
///
/// // A text of 25 digits is what version 2 of SCRU128 writes.
/// let error: ParseError = "036z951mhjikzik2gsl81gr7l".parse::<Scru128>().unwrap_err();
/// assert!(error.is_length());
/// assert!(error.looks_like_scru128_v2());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    scheme: Scheme,
    kind: Kind,
    hint: Hint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scheme {
    Huid,
    Scru128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Too few or too many bytes.
    Length { found: usize },
    /// The first character that is no digit of the scheme.
    Digit { found: Found, at: usize },
    /// Digits of an integer that is too large: the first digit, for SCRU128.
    TooLarge,
}

/// What stands where a digit should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Char(char),
    /// A byte that is no part of UTF-8 text.
    Byte(u8),
}

/// What the text may be instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    None,
    Huid,
    Scru128,
    Scru128V2,
    Ulid,
    Uuid,
    WhiteSpace { at: usize },
}

impl ParseError {
    /// Why `text` is not the decimal form of a HUID.
    #[cold]
    #[inline(never)]
    pub(crate) const fn of_huid(text: &[u8]) -> Self {
        let kind = if text.is_empty() || text.len() > layout::huid::TEXT_LEN {
            // Bytes are characters where all are ASCII; where one is not, name it.
            digit_or(text, Digits::Ascii, Kind::Length { found: text.len() })
        } else {
            digit_or(text, Digits::Decimal, Kind::TooLarge)
        };
        Self { scheme: Scheme::Huid, kind, hint: hint(text, Scheme::Huid) }
    }

    /// Why `text` is not the 26-digit form of a SCRU128.
    #[cold]
    #[inline(never)]
    pub(crate) const fn of_scru128(text: &[u8]) -> Self {
        let kind = if text.len() == layout::scru128::TEXT_LEN {
            digit_or(text, Digits::Base32Hex, Kind::TooLarge)
        } else {
            // 25 digits and a character of two bytes are 27 bytes: name the character.
            digit_or(text, Digits::Ascii, Kind::Length { found: text.len() })
        };
        Self { scheme: Scheme::Scru128, kind, hint: hint(text, Scheme::Scru128) }
    }

    /// Whether the text was too short or too long.
    pub const fn is_length(&self) -> bool {
        matches!(self.kind, Kind::Length { .. })
    }

    /// Whether a character was not a digit of the scheme; [`position`](Self::position) says where.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let error = "00QBTG0FERFTCCNFISUBO489D!".parse::<Scru128>().unwrap_err();
    /// assert!(error.is_digit());
    /// assert_eq!(error.position(), Some(25));
    /// ```
    pub const fn is_digit(&self) -> bool {
        matches!(self.kind, Kind::Digit { .. })
    }

    /// Whether the digits were right but the integer too large: over 2<sup>63</sup> - 1 for a HUID,
    /// over 2<sup>128</sup> - 1 for a SCRU128.
    ///
    /// ```
    /// # use idcore::{Huid, Scru128};
    /// // 2^63 and 2^128.
    /// assert!("9223372036854775808".parse::<Huid>().unwrap_err().is_too_large());
    /// assert!("80000000000000000000000000".parse::<Scru128>().unwrap_err().is_too_large());
    /// ```
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

    /// Whether the text has the form of a version 2 SCRU128: 25 digits of base 36, another format.
    pub const fn looks_like_scru128_v2(&self) -> bool {
        matches!(self.hint, Hint::Scru128V2)
    }

    /// Whether the text has the form of a ULID, and is not a SCRU128 for a digit that only a ULID
    /// has: one of W, X, Y and Z.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    /// assert!(ulid.parse::<Scru128>().unwrap_err().looks_like_ulid());
    /// ```
    pub const fn looks_like_ulid(&self) -> bool {
        matches!(self.hint, Hint::Ulid)
    }

    /// Whether the text has the form of a UUID: 32 hexadecimal digits, with or without hyphens.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
    /// assert!(uuid.parse::<Scru128>().unwrap_err().looks_like_uuid());
    /// ```
    pub const fn looks_like_uuid(&self) -> bool {
        matches!(self.hint, Hint::Uuid)
    }
}

#[derive(Clone, Copy)]
enum Digits {
    Ascii,
    Decimal,
    Base32Hex,
    Base36,
    Hex,
    Crockford,
}

impl Digits {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Ascii => byte.is_ascii(),
            Self::Decimal => byte.is_ascii_digit(),
            Self::Base32Hex => matches!(byte, b'0'..=b'9' | b'A'..=b'V' | b'a'..=b'v'),
            Self::Base36 => byte.is_ascii_alphanumeric(),
            Self::Hex => byte.is_ascii_hexdigit(),
            Self::Crockford => is_crockford_digit(byte),
        }
    }
}

/// The position of the first byte that is not one of `digits`.
const fn first_not(text: &[u8], digits: Digits) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        if !digits.has(text[at]) {
            return Some(at);
        }
        at += 1;
    }
    None
}

const fn all(text: &[u8], digits: Digits) -> bool {
    first_not(text, digits).is_none()
}

/// The first byte that is not one of `digits`, or `otherwise` where all are.
const fn digit_or(text: &[u8], digits: Digits, otherwise: Kind) -> Kind {
    match first_not(text, digits) {
        Some(at) => Kind::Digit { found: found_at(text, at), at },
        None => otherwise,
    }
}

/// The character at a position, or its byte where the text is not UTF-8 there.
const fn found_at(text: &[u8], at: usize) -> Found {
    let (_, rest) = text.split_at(at);
    if rest[0].is_ascii() {
        return Found::Char(rest[0] as char);
    }
    let len = match rest[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return Found::Byte(rest[0]),
    };
    if rest.len() < len || core::str::from_utf8(rest.split_at(len).0).is_err() {
        return Found::Byte(rest[0]);
    }
    let mut code = (rest[0] & (0x7F >> len)) as u32;
    let mut i = 1;
    while i < len {
        code = (code << 6) | (rest[i] & 0x3F) as u32;
        i += 1;
    }
    match char::from_u32(code) {
        Some(found) => Found::Char(found),
        None => Found::Byte(rest[0]),
    }
}

/// What `text`, which is not an id of `scheme`, may be instead.
const fn hint(text: &[u8], scheme: Scheme) -> Hint {
    let (huid, scru128) = match scheme {
        Scheme::Huid => (false, true),
        Scheme::Scru128 => (true, false),
    };
    match text.len() {
        1..=19 if huid && all(text, Digits::Decimal) => Hint::Huid,
        25 if all(text, Digits::Base36) => Hint::Scru128V2,
        26 if scru128 && all(text, Digits::Base32Hex) => Hint::Scru128,
        26 if is_ulid_text(text) && all(text, Digits::Crockford) => Hint::Ulid,
        32 if all(text, Digits::Hex) => Hint::Uuid,
        36 if is_hyphenated(text) => Hint::Uuid,
        _ => {
            let mut at = 0;
            while at < text.len() {
                if text[at].is_ascii_whitespace() {
                    return Hint::WhiteSpace { at };
                }
                at += 1;
            }
            Hint::None
        }
    }
}

const fn is_hyphenated(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        let hyphen = matches!(at, 8 | 13 | 18 | 23);
        if hyphen != (text[at] == b'-') || !(hyphen || Digits::Hex.has(text[at])) {
            return false;
        }
        at += 1;
    }
    true
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, expected, alphabet) = match self.scheme {
            Scheme::Huid => ("HUID", "1 to 19 decimal digits", "0-9"),
            Scheme::Scru128 => ("SCRU128", "26 digits of 0-9A-V", "0-9A-V"),
        };
        write!(f, "invalid {name}: ")?;
        match (self.kind, self.scheme) {
            (Kind::Length { found: 0 }, _) => {
                write!(f, "expected {expected}, found an empty text")?;
            }
            (Kind::Length { found: 1 }, _) => {
                write!(f, "expected {expected}, found 1 character")?;
            }
            (Kind::Length { found }, _) => {
                write!(f, "expected {expected}, found {found} characters")?;
            }
            (Kind::Digit { found: Found::Char(found), at }, _) => {
                write!(f, "{found:?} at position {at} is not one of {alphabet}")?;
            }
            (Kind::Digit { found: Found::Byte(found), at }, _) => {
                write!(f, "byte {found:#04X} at position {at} is not one of {alphabet}")?;
            }
            (Kind::TooLarge, Scheme::Huid) => {
                write!(f, "the number is over {} (2^63 - 1)", layout::huid::MAX)?;
            }
            (Kind::TooLarge, Scheme::Scru128) => {
                f.write_str("the first digit is over 7, which is more than 128 bits")?;
            }
        }
        match self.hint {
            Hint::None => Ok(()),
            Hint::Huid => f.write_str("; decimal digits look like a HUID"),
            Hint::Scru128 => f.write_str("; 26 digits of 0-9A-V look like a SCRU128"),
            Hint::Scru128V2 => f.write_str(
                "; 25 digits look like a version 2 SCRU128, which is another format than the 26 \
                 digits of version 1",
            ),
            Hint::Ulid => f.write_str("; the text looks like a ULID"),
            Hint::Uuid => f.write_str("; the text looks like a UUID"),
            Hint::WhiteSpace { at } => write!(f, "; there is white space at position {at}"),
        }
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};

    use crate::{Huid, Scru128};

    fn scru128(text: &str) -> String {
        text.parse::<Scru128>().unwrap_err().to_string()
    }

    fn huid(text: &str) -> String {
        text.parse::<Huid>().unwrap_err().to_string()
    }

    #[test]
    fn scru128_messages() {
        let cases = [
            ("", "expected 26 digits of 0-9A-V, found an empty text"),
            ("W", "expected 26 digits of 0-9A-V, found 1 character"),
            (
                // The L keeps it from being a ULID, in spite of the W.
                "00SCT4FL89WQPRVN44C41RGVMM",
                "'W' at position 10 is not one of 0-9A-V",
            ),
            (
                "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                "'Z' at position 4 is not one of 0-9A-V; the text looks like a ULID",
            ),
            (
                "036z951mhjikzik2gsl81gr7l",
                "expected 26 digits of 0-9A-V, found 25 characters; 25 digits look like a version \
                 2 SCRU128, which is another format than the 26 digits of version 1",
            ),
            ("0850OP6VN0000000000000000é", "'é' at position 25 is not one of 0-9A-V"),
            ("é", "'é' at position 0 is not one of 0-9A-V"),
            (
                "80000000000000000000000000",
                "the first digit is over 7, which is more than 128 bits",
            ),
            (
                "00QBTG0FERFTCCNFISUBO489DI\n",
                "expected 26 digits of 0-9A-V, found 27 characters; there is white space at \
                 position 26",
            ),
            (
                "258037077",
                "expected 26 digits of 0-9A-V, found 9 characters; decimal digits look like a HUID",
            ),
            (
                "01890a5d-ac96-774b-bcce-b302099a8057",
                "expected 26 digits of 0-9A-V, found 36 characters; the text looks like a UUID",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(scru128(text), std::format!("invalid SCRU128: {message}"), "{text:?}");
        }
    }

    #[test]
    fn huid_messages() {
        let cases = [
            ("", "expected 1 to 19 decimal digits, found an empty text"),
            ("-1", "'-' at position 0 is not one of 0-9"),
            ("+1", "'+' at position 0 is not one of 0-9"),
            ("1 ", "' ' at position 1 is not one of 0-9; there is white space at position 1"),
            ("1_000", "'_' at position 1 is not one of 0-9"),
            ("1.0", "'.' at position 1 is not one of 0-9"),
            ("1٣", "'٣' at position 1 is not one of 0-9"),
            // 19 characters, 20 bytes.
            ("999999999999999999é", "'é' at position 18 is not one of 0-9"),
            ("9223372036854775808", "the number is over 9223372036854775807 (2^63 - 1)"),
            ("00000000000000000001", "expected 1 to 19 decimal digits, found 20 characters"),
            (
                "00QBTG0FERFTCCNFISUBO489DI",
                "expected 1 to 19 decimal digits, found 26 characters; 26 digits of 0-9A-V look \
                 like a SCRU128",
            ),
            (
                "01890a5dac96774bbcceb302099a8057",
                "expected 1 to 19 decimal digits, found 32 characters; the text looks like a UUID",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(huid(text), std::format!("invalid HUID: {message}"), "{text:?}");
        }
    }

    #[test]
    fn bytes_that_are_not_text_are_named_as_bytes() {
        for (bytes, message) in [
            (&b"12\xFF"[..], "invalid HUID: byte 0xFF at position 2 is not one of 0-9"),
            (b"1\xE2\x82", "invalid HUID: byte 0xE2 at position 1 is not one of 0-9"),
            (b"\xC3\xA9", "invalid HUID: 'é' at position 0 is not one of 0-9"),
        ] {
            assert_eq!(Huid::decode(bytes).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn characters_that_move_the_cursor_are_escaped() {
        assert!(huid("1\r").contains(r"'\r' at position 1"));
        assert!(huid("\u{202E}1").contains(r"'\u{202e}' at position 0"));
    }
}
