//! What is refused, and what the messages say: the field's expectation and what came.

#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

mod common;

use common::{ALL, huid, read, scru128, write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

macro_rules! fields {
    ($($Name:ident $Id:ident $with:literal)*) => {$(
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct $Name {
            #[serde(with = $with)]
            id: idcore::$Id,
        }
    )*};
}

fields! {
    Default Huid "idserde::huid"
    Text Huid "idserde::huid::text"
    Int Huid "idserde::huid::int"
    Bytes Huid "idserde::huid::bytes"
    WideDefault Scru128 "idserde::scru128"
    WideText Scru128 "idserde::scru128::text"
    WideBytes Scru128 "idserde::scru128::bytes"
}

/// The message for a JSON value in the field, without its place in the document.
fn json<T: DeserializeOwned>(value: &str) -> String {
    let document = format!(r#"{{"id":{value}}}"#);
    let message = read::<T>("json", document.as_bytes()).err().expect("an error");
    // From a tree of values, the same is refused for the same reason.
    let of_tree = read::<T>("json-value", document.as_bytes()).err().expect("an error");
    let message = message.split(" at line").next().unwrap().to_owned();
    assert_eq!(of_tree, message);
    message
}

const HUID_TEXT: &str =
    "expected a HUID as text of 1 to 19 decimal digits (a number is for idserde::huid::int)";
const HUID_INT: &str =
    "expected a HUID as an integer of 0 to 9223372036854775807 (text is for idserde::huid::text)";
const HUID_BYTES: &str = "expected a HUID as 8 bytes, big-endian (text is for idserde::huid::text)";
const SCRU128_TEXT: &str = "expected a SCRU128 as text of 26 digits of 0-9A-V (16 bytes are for \
                            idserde::scru128::bytes)";
const SCRU128_BYTES: &str =
    "expected a SCRU128 as 16 bytes, big-endian (text is for idserde::scru128::text)";

#[test]
fn a_number_is_no_text() {
    for message in [json::<Text>("258037077"), json::<Default>("258037077")] {
        assert_eq!(message, format!("invalid type: integer `258037077`, {HUID_TEXT}"));
    }
    assert_eq!(json::<Text>("-5"), format!("invalid type: integer `-5`, {HUID_TEXT}"));
    assert_eq!(json::<Text>("1e3"), format!("invalid type: floating point `1000.0`, {HUID_TEXT}"));
    assert_eq!(json::<Text>("null"), format!("invalid type: null, {HUID_TEXT}"));
    assert_eq!(json::<Default>("[1]"), format!("invalid type: sequence, {HUID_TEXT}"));
    for message in [json::<WideText>("5"), json::<WideDefault>("5")] {
        assert_eq!(message, format!("invalid type: integer `5`, {SCRU128_TEXT}"));
    }
    // Both readers of TOML and YAML know a bare number as well.
    for message in [
        read::<Text>("toml", b"id = 258037077\n").unwrap_err(),
        read::<Default>("toml", b"id = 258037077\n").unwrap_err(),
    ] {
        assert!(message.contains(&format!("integer `258037077`, {HUID_TEXT}")), "{message}");
    }
}

#[test]
fn a_wrong_text_is_told_with_its_cause() {
    for (text, cause) in [
        ("", "expected 1 to 19 decimal digits, found an empty text"),
        ("+5", "'+' at position 0 is not one of 0-9"),
        ("5 ", "' ' at position 1 is not one of 0-9; there is white space at position 1"),
        ("9223372036854775808", "the number is over 9223372036854775807 (2^63 - 1)"),
        ("00000000000000000005", "expected 1 to 19 decimal digits, found 20 characters"),
    ] {
        let expected = format!("invalid HUID: {cause}, in {text:?}");
        assert_eq!(json::<Text>(&format!("{text:?}")), expected);
        assert_eq!(json::<Default>(&format!("{text:?}")), expected);
    }
    let ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    assert_eq!(
        json::<WideDefault>(&format!("{ulid:?}")),
        format!(
            "invalid SCRU128: 'Z' at position 4 is not one of 0-9A-V; the text looks like a ULID, \
             in {ulid:?}"
        )
    );
    let long = "7".repeat(1_000_000);
    assert!(json::<WideText>(&format!("{long:?}")).len() < 200);
    // Sixteen characters are not sixteen bytes.
    assert!(json::<WideDefault>(r#""0123456789ABCDEF""#).contains("found 16 characters"));
}

#[test]
fn leading_zeros_and_lower_case_are_the_same_id() {
    let id = huid("258037077");
    assert_eq!(read("json", br#"{"id":"0000000000258037077"}"#), Ok(Text { id }));
    let id = scru128("00QBTG0FERFTCCNFISUBO489DI");
    assert_eq!(read("json", br#"{"id":"00qbtg0ferftccnfisubo489di"}"#), Ok(WideText { id }));
}

#[test]
fn an_integer_is_of_63_bits_and_no_other_type() {
    let range = "a HUID must be 0 to 9223372036854775807 (63 bits), found";
    assert_eq!(json::<Int>("-1"), format!("{range} -1"));
    assert_eq!(json::<Int>("9223372036854775808"), format!("{range} 9223372036854775808"));
    assert_eq!(json::<Int>("18446744073709551615"), format!("{range} 18446744073709551615"));
    // A reader of JSON has this only as floating point.
    assert!(json::<Int>("18446744073709551616").contains("invalid type: floating point"));
    assert_eq!(json::<Int>("5.0"), format!("invalid type: floating point `5.0`, {HUID_INT}"));
    assert_eq!(json::<Int>(r#""5""#), format!("invalid type: string \"5\", {HUID_INT}"));
    assert_eq!(json::<Int>("true"), format!("invalid type: boolean `true`, {HUID_INT}"));
    assert_eq!(read("json", br#"{"id":9223372036854775807}"#), Ok(Int { id: idcore::Huid::MAX }));
}

#[test]
fn any_width_and_sign_of_integer_is_read() {
    use serde::de::value::{
        Error, I8Deserializer, I64Deserializer, I128Deserializer, U8Deserializer, U16Deserializer,
        U32Deserializer, U128Deserializer,
    };
    use serde::de::{Deserializer, IntoDeserializer};

    fn int<'de>(deserializer: impl Deserializer<'de, Error = Error>) -> Result<u64, String> {
        idserde::huid::int::deserialize(deserializer).map_err(|error| error.to_string())
    }

    let u8: U8Deserializer<Error> = 5u8.into_deserializer();
    let u16: U16Deserializer<Error> = 5u16.into_deserializer();
    let u32: U32Deserializer<Error> = 5u32.into_deserializer();
    let i8: I8Deserializer<Error> = 5i8.into_deserializer();
    let i64: I64Deserializer<Error> = 5i64.into_deserializer();
    let i128: I128Deserializer<Error> = 5i128.into_deserializer();
    let u128: U128Deserializer<Error> = 5u128.into_deserializer();
    for found in [int(u8), int(u16), int(u32), int(i8), int(i64), int(i128), int(u128)] {
        assert_eq!(found, Ok(5));
    }
    let over: U128Deserializer<Error> = (1u128 << 64).into_deserializer();
    assert_eq!(int(over), Err(format!("{HUID_INT}, found 18446744073709551616")));
    let negative: I128Deserializer<Error> = (-(1i128 << 70)).into_deserializer();
    assert_eq!(int(negative), Err(format!("{HUID_INT}, found -1180591620717411303424")));
}

#[test]
fn binary_formats_do_not_mix_the_forms() {
    let text = Text { id: huid("12345678") };
    let int = Int { id: huid("12345678") };
    for format in ["cbor", "messagepack", "messagepack-named"] {
        let (text, int) = (write(format, &text).unwrap(), write(format, &int).unwrap());
        for error in [
            // Eight characters are not eight bytes.
            read::<Bytes>(format, &text).unwrap_err(),
            read::<Int>(format, &text).unwrap_err(),
            read::<Default>(format, &text).unwrap_err(),
            read::<Text>(format, &int).unwrap_err(),
            read::<Bytes>(format, &int).unwrap_err(),
            read::<WideDefault>(format, &int).unwrap_err(),
        ] {
            // The words are the format's where it does not ask for the expectation.
            let told = ["expected", "wrong msgpack marker"].iter().any(|told| error.contains(told));
            assert!(told, "{format}: {error}");
        }
    }
}

#[test]
fn eight_characters_of_json_are_not_eight_bytes() {
    assert_eq!(
        json::<Bytes>(r#""12345678""#),
        format!("invalid type: string \"12345678\", {HUID_BYTES}")
    );
    assert_eq!(
        json::<WideBytes>(r#""0123456789ABCDEF""#),
        format!("invalid type: string \"0123456789ABCDEF\", {SCRU128_BYTES}")
    );
    assert_eq!(json::<Bytes>("5"), format!("invalid type: integer `5`, {HUID_BYTES}"));
}

#[test]
fn arrays_have_their_length_and_their_range() {
    assert_eq!(json::<Bytes>("[0,0,0,0,0,0,0]"), format!("invalid length 7, {HUID_BYTES}"));
    assert_eq!(json::<Bytes>("[0,0,0,0,0,0,0,0,0,0]"), format!("invalid length 10, {HUID_BYTES}"));
    assert_eq!(json::<WideBytes>("[]"), format!("invalid length 0, {SCRU128_BYTES}"));
    for (number, kind) in [("256", "integer `256`"), ("-1", "integer `-1`")] {
        assert_eq!(
            json::<Bytes>(&format!("[0,0,0,0,0,0,0,{number}]")),
            format!(
                "invalid value: {kind}, expected 0 to 255 as byte 7 of {}",
                &HUID_BYTES["expected ".len()..]
            )
        );
    }
    assert_eq!(
        json::<Bytes>("[128,0,0,0,0,0,0,0]"),
        "the first of a HUID's 8 bytes must be 0x00 to 0x7F (63 bits), found 0x80"
    );
}

/// Any bytes, as a binary format has them.
struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

#[derive(Serialize)]
struct Document<T> {
    id: T,
}

#[test]
fn byte_strings_have_their_length_and_their_range() {
    for format in ["cbor", "messagepack", "postcard", "bincode", "bincode-legacy"] {
        let write = |bytes| write(format, &Document { id: Raw(bytes) }).unwrap();
        for (stored, message) in [
            (read::<Bytes>(format, &write(&[0; 7])).err(), "a HUID is 8 bytes, found 7"),
            (read::<Bytes>(format, &write(&[0; 9])).err(), "a HUID is 8 bytes, found 9"),
            (read::<WideBytes>(format, &write(&[0; 15])).err(), "a SCRU128 is 16 bytes, found 15"),
            (
                read::<WideDefault>(format, &write(&[0; 17])).err(),
                "a SCRU128 is 16 bytes, found 17",
            ),
            (read::<Bytes>(format, &write(&[0xF0; 8])).err(), "(63 bits), found 0xF0"),
        ] {
            let found = stored.expect("an error");
            // postcard keeps no messages.
            assert!(found.contains(message) || format == "postcard", "{format}: {found}");
        }
    }
}

#[test]
fn binary_arrays_of_numbers_are_read_as_bytes() {
    for format in ["cbor", "messagepack-named"] {
        let stored = write(format, &Document { id: 258037077u64.to_be_bytes() }).unwrap();
        assert_eq!(read(format, &stored), Ok(Bytes { id: huid("258037077") }));
        let stored = write(format, &Document { id: [0xFFu8; 16] }).unwrap();
        assert_eq!(read(format, &stored), Ok(WideDefault { id: idcore::Scru128::MAX }));
    }
}

#[test]
fn text_that_a_format_has_as_bytes_is_text() {
    let stored = write("messagepack", &Document { id: Raw(b"258037077") }).unwrap();
    assert_eq!(read("messagepack", &stored), Ok(Text { id: huid("258037077") }));
    let stored = write("messagepack", &Document { id: Raw(b"25803\xFF") }).unwrap();
    let error = read::<Text>("messagepack", &stored).unwrap_err();
    assert!(error.contains(r#"byte 0xFF at position 5 is not one of 0-9, in b"25803\xff""#));
}

#[test]
fn an_optional_field_expects_null_besides() {
    #[derive(Debug, Deserialize)]
    struct Optional {
        #[serde(rename = "id", with = "idserde::huid::text::option")]
        _id: Option<idcore::Huid>,
    }
    assert_eq!(json::<Optional>("5"), format!("invalid type: integer `5`, {HUID_TEXT}"));
    let error = read::<Optional>("json", b"{}").unwrap_err();
    assert!(error.contains("missing field `id`"), "{error}");
}

#[test]
fn buffered_values_are_as_strict_but_for_the_integer() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Flat<T> {
        #[serde(flatten)]
        inner: T,
    }
    // Which format was buffered is not known: a number of JSON is read as one of MessagePack is.
    let id = huid("258037077");
    let number = br#"{"id":258037077}"#;
    assert_eq!(read("json", number), Ok(Flat { inner: Default { id } }));
    assert!(json::<Flat<Text>>("258037077").contains(HUID_TEXT));
    assert!(json::<Flat<WideDefault>>("258037077").contains(SCRU128_TEXT));
    for (value, message) in [
        ("-1", "found -1"),
        ("9223372036854775808", "found 9223372036854775808"),
        ("5.0", "floating point `5.0`, expected a HUID as text of 1 to 19 decimal digits, or as"),
        ("[0,0,0,0,0,0,0,5]", "invalid type: sequence, expected a HUID as text"),
        (r#""5x""#, r#"'x' at position 1 is not one of 0-9, in "5x""#),
    ] {
        let found = json::<Flat<Default>>(value);
        assert!(found.contains(message), "{found}");
    }
    assert!(json::<Flat<Bytes>>(r#""12345678""#).contains(HUID_BYTES));
    assert!(json::<Flat<WideDefault>>(r#""0123456789ABCDEF""#).contains("found 16 characters"));
}

#[test]
fn csv_keeps_text_text_and_has_no_bytes() {
    assert_eq!(read("csv", b"id\n0000000000258037077\n"), Ok(Default { id: huid("258037077") }));
    for text in ["+5", "0x5", "5.0", "00000000000000000005", "9223372036854775808"] {
        let error = read::<Default>("csv", format!("id\n{text}\n").as_bytes()).unwrap_err();
        assert!(error.contains("invalid HUID"), "{error}");
    }
    let error = write("csv", &Bytes { id: huid("5") }).unwrap_err();
    assert!(error.contains("cannot serialize"), "{error}");
}

#[test]
fn truncated_documents_are_errors() {
    type Pair = (Default, WideDefault);
    let value = (
        Document { id: idserde::Huid(huid("57795480783945728")) },
        Document { id: idserde::Scru128(scru128("00QBTG0FERFTCCNFISUBO489DI")) },
    );
    for format in ALL.into_iter().filter(|format| !["toml", "yaml"].contains(format)) {
        let stored = write(format, &value).unwrap();
        assert!(read::<Pair>(format, &stored).is_ok(), "{format}");
        for end in 0..stored.len() {
            assert!(read::<Pair>(format, &stored[..end]).is_err(), "{format} cut at {end}");
        }
    }
}
