//! The JSON Schemas, by an independent validator, against what is written and what is read.

#![cfg(feature = "schemars")]
#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Order {
    /// Of the order.
    newtype: idserde::Huid,
    optional: Option<idserde::Scru128>,
    list: Vec<idserde::Scru128>,
    #[serde(with = "idserde::huid")]
    #[schemars(with = "idserde::Huid")]
    default: idcore::Huid,
    #[serde(with = "idserde::huid::int")]
    #[schemars(with = "idserde::huid::Int")]
    int: idcore::Huid,
    #[serde(with = "idserde::huid::bytes")]
    #[schemars(with = "idserde::huid::Bytes")]
    bytes: idcore::Huid,
    #[serde(with = "idserde::scru128::text::option")]
    #[schemars(with = "Option<idserde::scru128::Text>")]
    wide: Option<idcore::Scru128>,
    #[serde(with = "idserde::scru128::bytes")]
    #[schemars(with = "idserde::scru128::Bytes")]
    wide_bytes: idcore::Scru128,
}

fn valid(schema: &schemars::Schema, value: &Value) -> bool {
    jsonschema::draft202012::meta::validate(schema.as_value()).expect("a schema");
    jsonschema::validator_for(schema.as_value()).unwrap().is_valid(value)
}

fn written<T: JsonSchema>() -> schemars::Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

#[test]
fn what_is_written_is_valid() {
    let wide: [idcore::Scru128; 3] =
        [idcore::Scru128::MIN, "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap(), idcore::Scru128::MAX];
    for id in [idcore::Huid::MIN, "258037077".parse().unwrap(), idcore::Huid::MAX] {
        for optional in [None, Some(wide[1])] {
            let order = Order {
                newtype: id.into(),
                optional: optional.map(Into::into),
                list: wide.map(Into::into).to_vec(),
                default: id,
                int: id,
                bytes: id,
                wide: optional,
                wide_bytes: wide[2],
            };
            let value = serde_json::to_value(&order).unwrap();
            for schema in [schema_for!(Order), written::<Order>()] {
                assert!(valid(&schema, &value), "{value:#}");
            }
        }
    }
}

/// Whether a value is valid when it is read, and when it is written; the first is also whether it
/// is read.
fn verdicts<Form: JsonSchema, Field: DeserializeOwned>(value: &Value) -> (bool, bool) {
    let read = valid(&schema_for!(Form), value);
    let found = serde_json::from_value::<Field>(value.clone());
    assert_eq!(read, found.is_ok(), "{value}: {:?}", found.err());
    (read, valid(&written::<Form>(), value))
}

#[test]
fn huid_text() {
    let verdicts = verdicts::<idserde::Huid, idserde::Huid>;
    for text in ["0", "258037077", "9223372036854775807"] {
        assert_eq!(verdicts(&json!(text)), (true, true), "{text}");
    }
    // Read, never written.
    for text in ["00", "0000000000258037077"] {
        assert_eq!(verdicts(&json!(text)), (true, false), "{text}");
    }
    for value in [
        json!(""),
        json!("-1"),
        json!("+1"),
        json!(" 1"),
        json!("1.0"),
        json!("1a"),
        json!("٣"),
        json!("00000000000000000001"),
        json!(258037077),
        json!(null),
    ] {
        assert_eq!(verdicts(&value), (false, false), "{value}");
    }
}

#[test]
fn scru128_text() {
    let verdicts = verdicts::<idserde::Scru128, idserde::Scru128>;
    for text in
        ["00000000000000000000000000", "00QBTG0FERFTCCNFISUBO489DI", "7VVVVVVVVVVVVVVVVVVVVVVVVV"]
    {
        assert_eq!(verdicts(&json!(text)), (true, true), "{text}");
    }
    assert_eq!(verdicts(&json!("00qbtg0ferftccnfisubo489di")), (true, false));
    for value in [
        json!(""),
        json!("80000000000000000000000000"),
        json!("01ARZ3NDEKTSV4RRFFQ69G5FAV"),
        json!("00QBTG0FERFTCCNFISUBO489D"),
        json!("00QBTG0FERFTCCNFISUBO489DIA"),
        json!(5),
    ] {
        assert_eq!(verdicts(&value), (false, false), "{value}");
    }
}

#[test]
fn huid_int() {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Field(
        #[serde(with = "idserde::huid::int")]
        #[allow(dead_code)]
        idcore::Huid,
    );

    let verdicts = verdicts::<idserde::huid::Int, Field>;
    for value in [json!(0), json!(258037077), json!(9223372036854775807_u64)] {
        assert_eq!(verdicts(&value), (true, true), "{value}");
    }
    for value in [json!(-1), json!(9223372036854775808_u64), json!(0.5), json!("5")] {
        assert_eq!(verdicts(&value), (false, false), "{value}");
    }
}

#[test]
fn bytes() {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Field(
        #[serde(with = "idserde::huid::bytes")]
        #[allow(dead_code)]
        idcore::Huid,
    );
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Wide(
        #[serde(with = "idserde::scru128::bytes")]
        #[allow(dead_code)]
        idcore::Scru128,
    );

    let verdicts_of = verdicts::<idserde::huid::Bytes, Field>;
    assert_eq!(verdicts_of(&json!([127, 255, 255, 255, 255, 255, 255, 255])), (true, true));
    for value in [
        json!([128, 0, 0, 0, 0, 0, 0, 0]),
        json!([0, 0, 0, 0, 0, 0, 0, 256]),
        json!([0, 0, 0, 0, 0, 0, 0, -1]),
        json!(vec![0; 7]),
        json!(vec![0; 9]),
        json!("12345678"),
    ] {
        assert_eq!(verdicts_of(&value), (false, false), "{value}");
    }
    let verdicts_of = verdicts::<idserde::scru128::Bytes, Wide>;
    assert_eq!(verdicts_of(&json!(vec![255; 16])), (true, true));
    for value in [json!(vec![0; 15]), json!(vec![0; 17]), json!("0123456789ABCDEF")] {
        assert_eq!(verdicts_of(&value), (false, false), "{value}");
    }
}

#[test]
fn a_field_keeps_its_own_description() {
    let schema = schema_for!(Order);
    let properties = &schema.as_value()["properties"];
    assert_eq!(properties["newtype"]["description"], "Of the order.");
    assert_eq!(properties["newtype"]["maxLength"], 19);
    assert_eq!(properties["optional"]["type"], json!(["string", "null"]));
    assert_eq!(properties["int"]["maximum"], 9223372036854775807_u64);
    assert_eq!(properties["int"]["format"], "int64");
}
