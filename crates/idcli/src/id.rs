//! Reading a text as an id of either scheme.

use std::fmt;

use idcore::{Huid, ParseError, RangeError, Scru128};

use crate::cli::Scheme;
use crate::looks;

/// An id, and what its text alone says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Id {
    Huid(Huid),
    Scru128 {
        id: Scru128,
        /// Whether the text that it was read from is a well-formed ULID too.
        may_be_ulid: bool,
    },
}

/// A text is not an id, or not of the scheme that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoId {
    /// It is a UUID.
    Uuid,
    /// It is of no form that is read here.
    Form,
    /// It is near the text of one scheme, and this is why it is not.
    Text(String),
    /// It is a decimal number that is no HUID; as a SCRU128 it might be an integer.
    Decimal(ParseError),
    /// It is `0x` and something that is not a hexadecimal digit, at this position.
    HexDigit { found: char, at: usize },
    /// It is `0x` and another number of digits than an id has.
    HexLength { found: usize, expected: &'static str },
    /// It is a number of more than 63 bits.
    Range(RangeError),
    /// It is a number of more than 128 bits.
    Over128Bits,
}

/// The most digits that 128 bits have.
const MAX_DECIMAL: usize = 39;

/// The digits of a UUID.
const UUID_DIGITS: usize = 32;

/// The way from a UUID to a SCRU128 that `inspect` explains.
const CONVERT_UUID: &str = "idcli convert --from uuid --to scru128 --map bits";

/// Reads an id; `scheme` is the one that it must have.
pub(crate) fn read(text: &[u8], scheme: Option<Scheme>) -> Result<Id, NoId> {
    if let Some(digits) = text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X")) {
        return read_hex(digits, scheme);
    }
    let decimal = !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match scheme {
        Some(Scheme::Huid) => huid(text),
        // 26 digits are the text of an id, whatever digits they are: an integer of so few would be
        // an id of the first second of 2020.
        Some(Scheme::Scru128) if decimal && text.len() != Scru128::TEXT_LEN => integer(text),
        Some(Scheme::Scru128) => scru128(text),
        None => match text.len() {
            Scru128::TEXT_LEN => scru128(text),
            // 32 digits are a UUID rather than an integer.
            _ if decimal && text.len() <= MAX_DECIMAL && text.len() != UUID_DIGITS => {
                Huid::decode(text).map(Id::Huid).map_err(NoId::Decimal)
            }
            _ if decimal => huid(text),
            // A digit too much or too little, or a sign: the scheme that is meant can be told.
            24..=28 => scru128(text),
            1..=Huid::TEXT_LEN if matches!(text[0], b'0'..=b'9' | b'+' | b'-') => huid(text),
            _ => scru128(text).map_err(|error| match error {
                NoId::Uuid => NoId::Uuid,
                _ => NoId::Form,
            }),
        },
    }
}

fn huid(text: &[u8]) -> Result<Id, NoId> {
    Huid::decode(text).map(Id::Huid).map_err(|error| no_text(text, looks::no_huid(text, &error)))
}

fn scru128(text: &[u8]) -> Result<Id, NoId> {
    match Scru128::decode(text) {
        Ok(id) => Ok(Id::Scru128 { id, may_be_ulid: idcore::is_ulid_text(text) }),
        Err(error) => Err(no_text(text, looks::no_scru128(text, &error))),
    }
}

fn no_text(text: &[u8], message: String) -> NoId {
    if looks::is_uuid(text) { NoId::Uuid } else { NoId::Text(message) }
}

/// A SCRU128 of its decimal integer.
fn integer(digits: &[u8]) -> Result<Id, NoId> {
    // 32 digits may be a UUID whose digits happen to be decimal. They are no integer that anybody
    // has: it would be an id of the first two hours of 2020.
    if digits.len() == UUID_DIGITS {
        return Err(NoId::Uuid);
    }
    match str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()) {
        Some(id) => Ok(Id::Scru128 { id: Scru128::from_u128(id), may_be_ulid: false }),
        None => Err(NoId::Over128Bits),
    }
}

/// An id of what follows `0x`.
fn read_hex(digits: &[u8], scheme: Option<Scheme>) -> Result<Id, NoId> {
    if let Some(at) = digits.iter().position(|digit| !digit.is_ascii_hexdigit()) {
        let rest = String::from_utf8_lossy(&digits[at..]);
        let found = rest.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER);
        return Err(NoId::HexDigit { found, at: at + 2 });
    }
    let (scheme, expected) = match (scheme, digits.len()) {
        (Some(Scheme::Huid) | None, 1..=16) => (Scheme::Huid, ""),
        (Some(Scheme::Scru128), 1..=32) | (None, 32) => (Scheme::Scru128, ""),
        (Some(Scheme::Huid), _) => (Scheme::Huid, "1 to 16 for a HUID"),
        (Some(Scheme::Scru128), _) => (Scheme::Scru128, "1 to 32 for a SCRU128"),
        (None, _) => (
            Scheme::Huid,
            "1 to 16 for a HUID or 32 for a SCRU128 (fewer are read with --as scru128)",
        ),
    };
    if !expected.is_empty() {
        return Err(NoId::HexLength { found: digits.len(), expected });
    }
    let integer = str::from_utf8(digits).ok().and_then(|text| u128::from_str_radix(text, 16).ok());
    match (scheme, integer) {
        (_, None) => Err(NoId::Over128Bits),
        // 16 digits are 64 bits: nothing is cut.
        (Scheme::Huid, Some(id)) => Huid::from_u64(id as u64).map(Id::Huid).map_err(NoId::Range),
        (Scheme::Scru128, Some(id)) => {
            Ok(Id::Scru128 { id: Scru128::from_u128(id), may_be_ulid: false })
        }
    }
}

impl fmt::Display for NoId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uuid => write!(
                f,
                "this is a UUID, neither a HUID nor a SCRU128; to read its 128 bits as a SCRU128, \
                 convert it: {CONVERT_UUID}"
            ),
            Self::Form => f.write_str(
                "expected a HUID (1 to 19 decimal digits), a SCRU128 (26 digits of 0-9A-V) or \
                 either of them as 0x and hexadecimal digits",
            ),
            Self::Text(message) => f.write_str(message),
            Self::Decimal(error) => {
                write!(f, "{error}; with --as scru128 it is read as the integer of a SCRU128")
            }
            Self::HexDigit { found, at } => {
                write!(f, "{found:?} at position {at} is not one of 0-9A-F")
            }
            Self::HexLength { found, expected } => {
                write!(f, "expected hexadecimal digits after 0x, {expected}, found {found}")?;
                if *found == UUID_DIGITS {
                    // Only where a HUID was asked for.
                    write!(f, "; 32 are a SCRU128, or a UUID: {CONVERT_UUID}")?;
                }
                Ok(())
            }
            Self::Range(error) => error.fmt(f),
            Self::Over128Bits => {
                write!(f, "a SCRU128 must be 0 to {} (128 bits)", u128::MAX)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use idcore::{Huid, Scru128};
    use proptest::prelude::{any, prop_assert_eq, proptest};

    use super::{Id, read};
    use crate::cli::Scheme;

    const HUID: Option<Scheme> = Some(Scheme::Huid);
    const SCRU128: Option<Scheme> = Some(Scheme::Scru128);

    fn huid(id: u64) -> Id {
        Id::Huid(Huid::from_u64(id).unwrap())
    }

    fn scru128(id: u128) -> Id {
        Id::Scru128 { id: Scru128::from_u128(id), may_be_ulid: false }
    }

    #[test]
    fn each_form_is_read() {
        let id = 1095473244246772103403544935821223346;
        for (text, scheme, expected) in [
            ("258037077", None, huid(258037077)),
            ("0000000000258037077", None, huid(258037077)),
            ("0xF615555", None, huid(258037077)),
            ("0X000000000f615555", HUID, huid(258037077)),
            ("00QBTG0FERFTCCNFISUBO489DI", None, scru128(id)),
            ("00qbtg0ferftccnfisubo489di", SCRU128, scru128(id)),
            ("0x00d2fb003ddb7f58cbbe5cf2f04425b2", None, scru128(id)),
            ("0xd2fb003ddb7f58cbbe5cf2f04425b2", SCRU128, scru128(id)),
            ("1095473244246772103403544935821223346", SCRU128, scru128(id)),
            ("258037077", SCRU128, scru128(258037077)),
            ("340282366920938463463374607431768211455", SCRU128, scru128(u128::MAX)),
        ] {
            assert_eq!(read(text.as_bytes(), scheme), Ok(expected), "{text} as {scheme:?}");
        }
    }

    #[test]
    fn twenty_six_decimal_digits_are_the_text_of_a_scru128() {
        let ulid = Ok(Id::Scru128 { id: Scru128::from_u128(1), may_be_ulid: true });
        for scheme in [None, SCRU128] {
            assert_eq!(read(b"00000000000000000000000001", scheme), ulid);
        }
        assert!(read(b"00000000000000000000000001", HUID).is_err());
    }

    #[test]
    fn bad_texts_are_told_apart() {
        for (text, scheme, message) in [
            ("", None, "expected a HUID (1 to 19 decimal digits)"),
            ("hello", None, "expected a HUID (1 to 19 decimal digits)"),
            ("-1", None, "invalid HUID: '-' at position 0"),
            ("25803_7077", None, "invalid HUID: '_' at position 5"),
            ("9223372036854775808", None, "over 9223372036854775807 (2^63 - 1); with --as scru128"),
            ("1095473244246772103403544935821223346", None, "with --as scru128 it is read as"),
            ("340282366920938463463374607431768211456", SCRU128, "a SCRU128 must be 0 to 3402823"),
            ("00SCT4FL89WQPRVN44C41RGVMM", None, "'W' at position 10 is not one of 0-9A-V"),
            ("01ARZ3NDEKTSV4RRFFQ69G5FAV", None, "the text looks like a ULID"),
            ("036z951mhjikzik2gsl81gr7l", None, "25 digits look like a version 2 SCRU128"),
            ("01890a5d-ac96-774b-bcce-b302099a8057", None, "this is a UUID"),
            ("01890a5d-ac96-774b-bcce-b302099a8057", HUID, "this is a UUID"),
            ("01890a5dac96774bbcceb302099a8057", SCRU128, "this is a UUID"),
            ("01890050009607740000030209908057", None, "this is a UUID"),
            ("01890050009607740000030209908057", SCRU128, "this is a UUID"),
            ("{01890a5d-ac96-774b-bcce-b302099a8057}", None, "this is a UUID"),
            ("urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057", HUID, "this is a UUID"),
            ("URN:UUID:01890A5D-AC96-774B-BCCE-B302099A8057", SCRU128, "this is a UUID"),
            ("\\x01890a5dac96774bbcceb302099a8057", None, "this is a UUID"),
            ("{01890a5d-ac96-774b-bcce-b302099a8057", None, "expected a HUID (1 to 19"),
            ("0x01890a5dac96774bbcceb302099a8057", HUID, "32 are a SCRU128, or a UUID: idcli conv"),
            ("A", SCRU128, "found 1 character"),
            ("0x", None, "found 0"),
            ("0x12345678901234567", None, "1 to 16 for a HUID or 32 for a SCRU128"),
            ("0x00d2fb003ddb7f58cbbe5cf2f04425b2", HUID, "1 to 16 for a HUID, found 32"),
            ("0x8000000000000000", None, "a HUID must be 0 to 9223372036854775807"),
            ("0x12é4", None, "'é' at position 4 is not one of 0-9A-F"),
            ("00QBTG0FERFTCCNFISUBO489DI", HUID, "26 digits of 0-9A-V look like a SCRU128"),
        ] {
            let error = read(text.as_bytes(), scheme).unwrap_err().to_string();
            assert!(error.contains(message), "{text} as {scheme:?}: {error}");
        }
        assert!(read(b"0x1\xFF", None).unwrap_err().to_string().contains("at position 3"));
        assert!(read(b"1\xFF", None).unwrap_err().to_string().contains("0xFF at position 1"));
    }

    proptest! {
        #[test]
        fn integers_of_all_sizes_come_back(id in any::<u128>(), bits in 0_u32..128) {
            let id = id >> bits;
            prop_assert_eq!(read(format!("{id:#034x}").as_bytes(), None), Ok(scru128(id)));
            prop_assert_eq!(read(format!("{id:#x}").as_bytes(), SCRU128), Ok(scru128(id)));
            let decimal = id.to_string();
            if decimal.len() != 26 && decimal.len() != 32 {
                prop_assert_eq!(read(decimal.as_bytes(), SCRU128), Ok(scru128(id)));
            }
            let id = (id as u64) >> 1;
            prop_assert_eq!(read(format!("{id:#x}").as_bytes(), None), Ok(huid(id)));
            prop_assert_eq!(read(id.to_string().as_bytes(), None), Ok(huid(id)));
        }

        #[test]
        fn no_bytes_make_it_panic(text in any::<Vec<u8>>()) {
            for scheme in [None, HUID, SCRU128] {
                if let Err(error) = read(&text, scheme) {
                    prop_assert_eq!(error.to_string().is_empty(), false);
                }
            }
        }
    }
}
