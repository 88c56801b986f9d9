//! Every id comes back from every form in every format.

#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

mod common;

use common::{ALL, read, write};
use proptest::prelude::{ProptestConfig, any, proptest};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Huids {
    newtype: idserde::Huid,
    #[serde(with = "idserde::huid::text")]
    text: idcore::Huid,
    #[serde(with = "idserde::huid::int")]
    int: idcore::Huid,
    #[serde(with = "idserde::huid::bytes")]
    bytes: idcore::Huid,
    #[serde(with = "idserde::huid::option")]
    option: Option<idcore::Huid>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Scru128s {
    newtype: idserde::Scru128,
    #[serde(with = "idserde::scru128::text")]
    text: idcore::Scru128,
    #[serde(with = "idserde::scru128::bytes")]
    bytes: idcore::Scru128,
    #[serde(with = "idserde::scru128::option")]
    option: Option<idcore::Scru128>,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn huids_come_back(bits in any::<u64>(), width in 1..=63) {
        // Of every length, not only of 19 digits.
        let id = idcore::Huid::from_u64(bits >> (64 - width)).unwrap();
        let ids = Huids { newtype: id.into(), text: id, int: id, bytes: id, option: Some(id) };
        for format in ALL {
            assert_eq!(read::<Huids>(format, &write(format, &ids).unwrap()).unwrap(), ids);
        }
        // The JSON number and the digits of Rust's own integers.
        let json = serde_json::to_value(&ids).unwrap();
        assert_eq!(json["int"].as_u64(), Some(id.to_u64()));
        assert_eq!(json["text"].as_str(), Some(&*id.to_u64().to_string()));
        assert_eq!(json["bytes"], serde_json::json!(id.to_u64().to_be_bytes()));
    }

    #[test]
    fn scru128s_come_back(bits in any::<u128>(), width in 1..=128) {
        let id = idcore::Scru128::from_u128(bits >> (128 - width));
        let ids = Scru128s { newtype: id.into(), text: id, bytes: id, option: Some(id) };
        for format in ALL {
            assert_eq!(read::<Scru128s>(format, &write(format, &ids).unwrap()).unwrap(), ids);
        }
        let json = serde_json::to_value(&ids).unwrap();
        // u128 reads base 32 in Rust's standard library as well.
        let text = json["text"].as_str().unwrap();
        assert_eq!((text.len(), u128::from_str_radix(text, 32).unwrap()), (26, id.to_u128()));
        assert_eq!(json["bytes"], serde_json::json!(id.to_u128().to_be_bytes()));
    }
}
