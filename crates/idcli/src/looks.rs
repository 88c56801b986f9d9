//! Why a text is not the canonical text of an id, and what it looks like instead.
//!
//! The errors of the libraries say the first; of the second they say what their own crate knows.

use std::fmt;

use idcore::{Huid, ParseError, Scru128};
use iduuid::{text, ulid};

use crate::quantity::Counted;

/// What a text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    Nothing,
    Huid,
    Scru128,
    Scru128V2,
    Ulid,
    UlidOrScru128,
    Uuid,
    /// 32 hexadecimal digits after 0x.
    UuidOrHex,
    /// More decimal digits than a HUID has.
    Integer,
    /// 0x and 1 to 32 hexadecimal digits.
    Hex,
    WhiteSpace {
        at: usize,
    },
}

impl Looks {
    fn of(text: &[u8]) -> Self {
        /// The most digits that 128 bits have.
        const MAX_DECIMAL: usize = 39;
        let hex = match text {
            [b'0', b'x' | b'X', digits @ ..] if digits.iter().all(u8::is_ascii_hexdigit) => {
                digits.len()
            }
            _ => 0,
        };
        match (Scru128::decode(text).is_ok(), idcore::is_ulid_text(text)) {
            (true, true) => return Self::UlidOrScru128,
            (true, false) => return Self::Scru128,
            (false, true) => return Self::Ulid,
            (false, false) => {}
        }
        if is_uuid(text) {
            return if hex == 0 { Self::Uuid } else { Self::UuidOrHex };
        }
        match text.len() {
            _ if Huid::decode(text).is_ok() => Self::Huid,
            1..=MAX_DECIMAL if text.iter().all(u8::is_ascii_digit) => Self::Integer,
            _ if (1..=32).contains(&hex) => Self::Hex,
            25 if text.iter().all(u8::is_ascii_alphanumeric) => Self::Scru128V2,
            _ => match text.iter().position(u8::is_ascii_whitespace) {
                Some(at) => Self::WhiteSpace { at },
                None => Self::Nothing,
            },
        }
    }

    /// Whether it is a form of which the errors of the libraries say nothing.
    fn is_news(self) -> bool {
        matches!(self, Self::Scru128V2 | Self::Uuid | Self::UuidOrHex | Self::Integer | Self::Hex)
    }
}

impl fmt::Display for Looks {
    /// The end of a message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "",
            Self::Huid => "; decimal digits look like a HUID",
            Self::Scru128 => "; 26 digits of 0-9A-V look like a SCRU128",
            Self::Scru128V2 => {
                "; 25 digits look like a version 2 SCRU128, which is another format than the 26 \
                 digits of version 1"
            }
            Self::Ulid => "; the text looks like a ULID",
            Self::UlidOrScru128 => "; the text looks like a ULID or a SCRU128",
            Self::Uuid => "; the text looks like a UUID",
            Self::UuidOrHex => {
                "; the text looks like a UUID, or a SCRU128 as an integer in hexadecimal"
            }
            Self::Integer => "; decimal digits look like the integer of a SCRU128",
            Self::Hex => "; the text looks like an integer in hexadecimal",
            Self::WhiteSpace { at } => return write!(f, "; there is white space at position {at}"),
        })
    }
}

/// Whether a text is a UUID in one of the forms that `convert` reads.
pub(crate) fn is_uuid(text: &[u8]) -> bool {
    text::decode(text).is_ok()
}

/// What a text looks like, as the end of a message; empty where that is nothing.
#[cold]
pub(crate) fn hint(text: &[u8]) -> String {
    Looks::of(text).to_string()
}

/// Why a text is not the canonical text of a HUID.
#[cold]
pub(crate) fn no_huid(text: &[u8], error: &ParseError) -> String {
    if error.is_length() {
        length("HUID", "1 to 19 decimal digits", text)
    } else {
        other(text, error, error.is_too_large())
    }
}

/// Why a text is not the canonical text of a SCRU128.
#[cold]
pub(crate) fn no_scru128(text: &[u8], error: &ParseError) -> String {
    if error.is_length() {
        length("SCRU128", "26 digits of 0-9A-V", text)
    } else {
        other(text, error, error.is_too_large())
    }
}

/// Why a text is not the canonical text of a ULID.
#[cold]
pub(crate) fn no_ulid(text: &[u8], error: &ulid::ParseError) -> String {
    if error.is_length() {
        length("ULID", "26 digits of 0-9A-Z without I, L, O and U", text)
    } else {
        other(text, error, error.is_too_large())
    }
}

/// Why a text is not a UUID in any of its forms.
#[cold]
pub(crate) fn no_uuid(text: &[u8], error: &text::ParseError) -> String {
    other(text, error, false)
}

/// That a text is too short or too long.
fn length(name: &str, expected: &str, text: &[u8]) -> String {
    match text.len() {
        0 => format!("invalid {name}: expected {expected}, found an empty text"),
        len => format!(
            "invalid {name}: expected {expected}, found {}{}",
            Counted(len, "character"),
            Looks::of(text)
        ),
    }
}

/// The error of a library, and more where that is of use; a number that is too large looks like
/// what it is.
fn other(text: &[u8], error: &dyn fmt::Display, too_large: bool) -> String {
    match Looks::of(text) {
        looks if looks.is_news() && !too_large => format!("{error}{looks}"),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use idcore::{Huid, Scru128};
    use iduuid::{text, ulid};

    use super::{Looks, no_huid, no_scru128, no_ulid, no_uuid};

    #[test]
    fn what_texts_look_like() {
        for (text, looks) in [
            ("", Looks::Nothing),
            ("nonsense", Looks::Nothing),
            ("0x", Looks::Nothing),
            ("0xf615555g", Looks::Nothing),
            ("258037077", Looks::Huid),
            ("9223372036854775807", Looks::Huid),
            ("9223372036854775808", Looks::Integer),
            ("1095473244246772103403544935821223346", Looks::Integer),
            ("0xf615555", Looks::Hex),
            ("0X00d2fb003ddb7f58cbbe5cf2f04425b", Looks::Hex),
            ("0x00d2fb003ddb7f58cbbe5cf2f04425b2", Looks::UuidOrHex),
            ("0x00d2fb003ddb7f58cbbe5cf2f04425b20", Looks::Nothing),
            ("\\x00d2fb003ddb7f58cbbe5cf2f04425b2", Looks::Uuid),
            ("00d2fb003ddb7f58cbbe5cf2f04425b2", Looks::Uuid),
            ("01890050009607740000030209908057", Looks::Uuid),
            ("00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2", Looks::Uuid),
            ("{00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2}", Looks::Uuid),
            ("URN:UUID:00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2", Looks::Uuid),
            ("00QBTG0FERFTCCNFISUBO489DI", Looks::Scru128),
            ("01ARZ3NDEKTSV4RRFFQ69G5FAV", Looks::Ulid),
            ("00QBTG0FERFTCCNFJSVBN489DK", Looks::UlidOrScru128),
            ("00000000000000000000000001", Looks::UlidOrScru128),
            ("036z951mhjikzik2gsl81gr7l", Looks::Scru128V2),
            ("258037077 ", Looks::WhiteSpace { at: 9 }),
        ] {
            assert_eq!(Looks::of(text.as_bytes()), looks, "{text}");
        }
    }

    #[test]
    fn one_character_is_singular() {
        for (text, found) in [("A", "1 character"), ("AB", "2 characters"), ("", "an empty text")] {
            let bytes = text.as_bytes();
            assert_eq!(
                no_scru128(bytes, &Scru128::decode(bytes).unwrap_err()),
                format!("invalid SCRU128: expected 26 digits of 0-9A-V, found {found}")
            );
            assert_eq!(
                no_ulid(bytes, &ulid::decode(bytes).unwrap_err()),
                format!(
                    "invalid ULID: expected 26 digits of 0-9A-Z without I, L, O and U, found \
                     {found}"
                )
            );
        }
        assert_eq!(
            no_huid(b"", &Huid::decode(b"").unwrap_err()),
            "invalid HUID: expected 1 to 19 decimal digits, found an empty text"
        );
    }

    #[test]
    fn nothing_is_said_twice() {
        let texts = [
            "258037077",
            "9223372036854775808",
            "1095473244246772103403544935821223346",
            "0xf615555",
            "0x00d2fb003ddb7f58cbbe5cf2f04425b2",
            "{00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2}",
            "00QBTG0FERFTCCNFISUBO489DI",
            "01ARZ3NDEKTSV4RRFFQ69G5FAV",
            "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
            "036z951mhjikzik2gsl81gr7l",
            " 258037077",
            "00QBTG0FERFTCCNFISUBO489D ",
        ];
        for bytes in texts.map(str::as_bytes) {
            let messages = [
                Huid::decode(bytes).err().map(|error| no_huid(bytes, &error)),
                Scru128::decode(bytes).err().map(|error| no_scru128(bytes, &error)),
                ulid::decode(bytes).err().map(|error| no_ulid(bytes, &error)),
                text::decode(bytes).err().map(|error| no_uuid(bytes, &error)),
            ];
            for message in messages.into_iter().flatten() {
                assert!(message.matches(';').count() <= 1, "{message}");
            }
        }
    }
}
