//! The text of a UUID, in every form that databases print.
//!
//! | form | as in |
//! | --- | --- |
//! | `2489e9ad-2ee2-4e00-8ec9-32d5f69181c0` | PostgreSQL, MariaDB's and MySQL's `BIN_TO_UUID` |
//! | `2489e9ad2ee24e008ec932d5f69181c0` | `HEX(column)` of a `BINARY(16)`, Oracle's `RAWTOHEX` |
//! | `{2489e9ad-2ee2-4e00-8ec9-32d5f69181c0}` | Access and other Microsoft tools |
//! | `urn:uuid:2489e9ad-2ee2-4e00-8ec9-32d5f69181c0` | RDF, XML |
//! | `0x2489e9ad2ee24e008ec932d5f69181c0` | the `mysql` client and dumps for a `BINARY(16)` |
//! | `\x2489e9ad2ee24e008ec932d5f69181c0` | `psql` and `COPY` for a `bytea` |
//!
//! The digits, `urn:uuid` and the x may be in either case. Everything else is an error, mixtures of
//! the forms among them. The forms without hyphens show bytes as they are stored, and are read as
//! big-endian; where the column has another order, [`ByteOrder::read`](crate::ByteOrder::read)
//! takes `decode(text)?.into_bytes()`.

use core::fmt;

use uuid::Uuid;

use crate::found::{Found, is_huid_text, is_scru128_text};

/// The UUID of a text in one of the [forms](self).
///
/// ```
/// use uuid::uuid;
///
/// let expected = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// for text in [
///     "2489E9AD-2EE2-4E00-8EC9-32D5F69181C0",
///     "{2489e9ad-2ee2-4e00-8ec9-32d5f69181c0}",
///     "0x2489E9AD2EE24E008EC932D5F69181C0",
/// ] {
///     assert_eq!(iduuid::text::decode(text.as_bytes())?, expected);
/// }
///
/// let error = iduuid::text::decode(b"2489e9ad-2ee2-4e00-8ec9-32d5f69181cg").unwrap_err();
/// assert_eq!(error.position(), Some(35));
/// assert_eq!(
///     error.to_string(),
///     "invalid UUID: expected a hexadecimal digit at position 35, found 'g'",
/// );
/// # Ok::<(), iduuid::text::ParseError>(())
/// ```
///
/// # Errors
///
/// The text is in none of the forms.
#[inline]
pub const fn decode(text: &[u8]) -> Result<Uuid, ParseError> {
    let digits = match text {
        // The forms without hyphens are not tried with what follows these prefixes unless it has
        // their length: `try_parse_ascii` takes all forms.
        [b'0' | b'\\', b'x' | b'X', digits @ ..] if digits.len() == SIMPLE_LEN => digits,
        // Before uuid 1.29, `try_parse_ascii` takes this prefix in small letters alone.
        _ if text.len() == URN.len() + HYPHENATED_LEN && has_urn_prefix(text) => {
            text.split_at(URN.len()).1
        }
        _ => text,
    };
    match Uuid::try_parse_ascii(digits) {
        Ok(uuid) => Ok(uuid),
        Err(_) => Err(ParseError::of(text)),
    }
}

/// The number of digits.
const SIMPLE_LEN: usize = 32;
/// With four hyphens.
const HYPHENATED_LEN: usize = 36;
const URN: &[u8] = b"urn:uuid:";

/// A text is not a UUID.
///
/// The message says what was expected, what was found, and at which byte position, counted from 0.
///
/// ```
/// use iduuid::text::{ParseError, decode};
///
/// let error: ParseError = decode(b"2489e9ad-2ee2-4e00-8ec9").unwrap_err();
/// assert!(error.is_length() && error.position().is_none());
/// assert_eq!(
///     error.to_string(),
///     "invalid UUID: expected 36 characters for a UUID with hyphens, found 23",
/// );
/// let error = decode(b"2489e9ad_2ee2-4e00-8ec9-32d5f69181c0").unwrap_err();
/// assert!(error.is_character());
/// assert_eq!(error.position(), Some(8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: Kind,
    hint: Hint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    /// Not as long as its form is.
    Length {
        form: &'static str,
        expected: usize,
        found: usize,
    },
    /// A character that the form does not have at its place.
    Unexpected {
        expected: Expected,
        found: Found,
        at: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Digit,
    Hyphen,
    Brace,
}

/// What the text may be instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hint {
    None,
    Ulid,
    Scru128,
    UlidOrScru128,
    Huid,
}

impl ParseError {
    #[cold]
    #[inline(never)]
    const fn of(text: &[u8]) -> Self {
        Self { kind: diagnose(text), hint: hint(text) }
    }

    /// Whether the text was too short or too long for its form.
    pub const fn is_length(&self) -> bool {
        matches!(self.kind, Kind::Empty | Kind::Length { .. })
    }

    /// Whether a character stood at a place where its form has another; [`position`] says where.
    ///
    /// [`position`]: Self::position
    pub const fn is_character(&self) -> bool {
        matches!(self.kind, Kind::Unexpected { .. })
    }

    /// The position of the first wrong character, in bytes from 0, where a character was wrong.
    pub const fn position(&self) -> Option<usize> {
        match self.kind {
            Kind::Unexpected { at, .. } => Some(at),
            _ => None,
        }
    }
}

/// Which form the text comes closest to, and where it first differs from that.
const fn diagnose(text: &[u8]) -> Kind {
    let (form, prefix, hyphens, brace) = match text {
        [] => return Kind::Empty,
        [b'{', ..] => ("in braces", 1, true, true),
        [b'0' | b'\\', b'x' | b'X', ..] => ("with a prefix 0x or \\x", 2, false, false),
        _ if has_urn_prefix(text) => ("with urn:uuid:", URN.len(), true, false),
        // A text of 32 characters has no room for hyphens.
        _ if text.len() == SIMPLE_LEN || !has_hyphen(text) => ("without hyphens", 0, false, false),
        _ => ("with hyphens", 0, true, false),
    };
    let body = if hyphens { HYPHENATED_LEN } else { SIMPLE_LEN };
    let len = prefix + body + brace as usize;
    let mut at = prefix;
    while at < text.len() {
        let expected = if at >= len {
            break;
        } else if at == prefix + body {
            Expected::Brace
        } else if hyphens && matches!(at - prefix, 8 | 13 | 18 | 23) {
            Expected::Hyphen
        } else {
            Expected::Digit
        };
        let fits = match expected {
            Expected::Brace => text[at] == b'}',
            Expected::Hyphen => text[at] == b'-',
            Expected::Digit => text[at].is_ascii_hexdigit(),
        };
        if !fits {
            return Kind::Unexpected { expected, found: Found::at(text, at), at };
        }
        at += 1;
    }
    Kind::Length { form, expected: len, found: text.len() }
}

const fn has_urn_prefix(text: &[u8]) -> bool {
    // `eq_ignore_ascii_case` is not a const fn before Rust 1.89.
    let mut at = 0;
    while at < URN.len() {
        if at == text.len() || text[at].to_ascii_lowercase() != URN[at] {
            return false;
        }
        at += 1;
    }
    true
}

const fn has_hyphen(text: &[u8]) -> bool {
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'-' {
            return true;
        }
        at += 1;
    }
    false
}

const fn hint(text: &[u8]) -> Hint {
    match (idcore::is_ulid_text(text), is_scru128_text(text)) {
        (true, true) => Hint::UlidOrScru128,
        (true, false) => Hint::Ulid,
        (false, true) => Hint::Scru128,
        (false, false) if is_huid_text(text) => Hint::Huid,
        (false, false) => Hint::None,
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid UUID: ")?;
        match self.kind {
            Kind::Empty => f.write_str("expected 32 hexadecimal digits, found an empty text"),
            Kind::Length { form, expected, found } => {
                write!(f, "expected {expected} characters for a UUID {form}, found {found}")
            }
            Kind::Unexpected { expected, found, at } => {
                let expected = match expected {
                    Expected::Digit => "a hexadecimal digit",
                    Expected::Hyphen => "'-'",
                    Expected::Brace => "'}'",
                };
                write!(f, "expected {expected} at position {at}, found {found}")
            }
        }?;
        match self.hint {
            Hint::None => Ok(()),
            Hint::Ulid => f.write_str("; the text looks like a ULID"),
            Hint::Scru128 => f.write_str("; the text looks like a SCRU128"),
            Hint::UlidOrScru128 => f.write_str("; the text looks like a ULID or a SCRU128"),
            Hint::Huid => f.write_str("; the text looks like a HUID"),
        }
    }
}

impl core::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::{String, ToString};
    use std::vec::Vec;

    use super::decode;

    const SIMPLE: &str = "2489e9ad2ee24e008ec932d5f69181c0";
    const HYPHENATED: &str = "2489e9ad-2ee2-4e00-8ec9-32d5f69181c0";
    const BITS: u128 = 0x2489e9ad2ee24e008ec932d5f69181c0;

    #[test]
    fn forms_that_databases_print() {
        for text in [
            SIMPLE.to_string(),
            HYPHENATED.to_string(),
            std::format!("{{{HYPHENATED}}}"),
            std::format!("urn:uuid:{HYPHENATED}"),
            std::format!("0x{SIMPLE}"),
            std::format!("\\x{SIMPLE}"),
        ] {
            for text in [text.to_lowercase(), text.to_uppercase()] {
                assert_eq!(decode(text.as_bytes()).map(|uuid| uuid.as_u128()), Ok(BITS), "{text}");
            }
        }
    }

    #[test]
    fn mixtures_and_near_misses_are_refused() {
        let h = HYPHENATED;
        let cases = [
            (String::new(), "expected 32 hexadecimal digits, found an empty text"),
            (std::format!("{{{SIMPLE}}}"), "expected '-' at position 9, found '2'"),
            (std::format!("urn:uuid:{SIMPLE}"), "expected '-' at position 17, found '2'"),
            (std::format!("0x{h}"), "expected a hexadecimal digit at position 10, found '-'"),
            (std::format!("\\x{h}"), "expected a hexadecimal digit at position 10, found '-'"),
            (
                std::format!("0xurn:uuid:{h}"),
                "expected a hexadecimal digit at position 2, found 'u'",
            ),
            (std::format!("({h})"), "expected a hexadecimal digit at position 0, found '('"),
            (std::format!("{{{h}"), "expected 38 characters for a UUID in braces, found 37"),
            (std::format!("{{{h})"), "expected '}' at position 37, found ')'"),
            (std::format!("{{{h}}}}}"), "expected 38 characters for a UUID in braces, found 39"),
            (std::format!("{h}}}"), "expected 36 characters for a UUID with hyphens, found 37"),
            (std::format!("{h}\n"), "expected 36 characters for a UUID with hyphens, found 37"),
            (std::format!(" {h}"), "expected a hexadecimal digit at position 0, found ' '"),
            (h[..35].to_string(), "expected 36 characters for a UUID with hyphens, found 35"),
            (
                SIMPLE[..31].to_string(),
                "expected 32 characters for a UUID without hyphens, found 31",
            ),
            (
                std::format!("0x{}", &SIMPLE[..30]),
                "expected 34 characters for a UUID with a prefix 0x or \\x, found 32",
            ),
            ("urn:uuid:".to_string(), "expected 45 characters for a UUID with urn:uuid:, found 9"),
            (
                // The hyphens of another grouping.
                "2489-e9ad-2ee2-4e00-8ec9-32d5f69181c".to_string(),
                "expected a hexadecimal digit at position 4, found '-'",
            ),
            (
                "2489e9ad_2ee2_4e00_8ec9_32d5f69181c0".to_string(),
                "expected a hexadecimal digit at position 8, found '_'",
            ),
            (
                "2489e9ad-2ee2-4e00-8ec9-32d5f69181é".to_string(),
                "expected a hexadecimal digit at position 34, found 'é'",
            ),
            (
                "01ARZ3NDEKTSV4RRFFQ69G5FAV".to_string(),
                "expected a hexadecimal digit at position 3, found 'R'; the text looks like a ULID",
            ),
            (
                "00QBTG0FERFTCCNFISUBO489DI".to_string(),
                "expected a hexadecimal digit at position 2, found 'Q'; the text looks like a \
                 SCRU128",
            ),
            (
                "00QBTG0FERFTCCNFJSVBN489DK".to_string(),
                "expected a hexadecimal digit at position 2, found 'Q'; the text looks like a ULID \
                 or a SCRU128",
            ),
            (
                "258037077".to_string(),
                "expected 32 characters for a UUID without hyphens, found 9; the text looks like a \
                 HUID",
            ),
        ];
        for (text, message) in cases {
            let error = decode(text.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), std::format!("invalid UUID: {message}"), "{text:?}");
            assert_ne!(error.is_length(), error.is_character());
        }
    }

    #[test]
    fn each_byte_but_the_digits_is_refused_at_each_place() {
        for form in [SIMPLE, HYPHENATED] {
            for at in 0..form.len() {
                for byte in 0..=u8::MAX {
                    let mut text: Vec<u8> = form.bytes().collect();
                    text[at] = byte;
                    let fits = if form.as_bytes()[at] == b'-' {
                        byte == b'-'
                    } else {
                        char::from(byte).is_ascii_hexdigit()
                    };
                    match decode(&text) {
                        Ok(_) => assert!(fits),
                        Err(error) => {
                            assert!(!fits);
                            // "{" and "\x" are read as the start of another form.
                            assert!(error.position() == Some(at) || at <= 1, "{error}");
                        }
                    }
                }
            }
        }
    }
}
