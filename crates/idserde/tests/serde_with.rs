//! The adapters of `serde_with`: forms of ids deep inside of other types.

#![cfg(feature = "serde_with")]
#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_with::serde_as;

#[serde_as]
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Order {
    #[serde_as(as = "idserde::Huid")]
    id: idcore::Huid,
    #[serde_as(as = "Option<idserde::huid::Int>")]
    parent: Option<idcore::Huid>,
    #[serde_as(as = "Vec<idserde::huid::Text>")]
    lines: Vec<i64>,
    #[serde_as(as = "BTreeMap<idserde::Huid, idserde::Scru128>")]
    items: BTreeMap<idcore::Huid, idcore::Scru128>,
    #[serde_as(as = "HashMap<idserde::scru128::Text, Vec<idserde::scru128::Bytes>>")]
    links: HashMap<u128, Vec<[u8; 16]>>,
    #[serde_as(as = "(_, idserde::huid::Bytes)")]
    pair: (u8, idcore::Huid),
}

fn order() -> Order {
    let id: idcore::Huid = "258037077".parse().unwrap();
    let wide: idcore::Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
    Order {
        id,
        parent: Some(id),
        lines: vec![0, 258037077],
        items: BTreeMap::from([(id, wide)]),
        links: HashMap::from([(1, vec![[0xFF; 16]])]),
        pair: (7, id),
    }
}

#[test]
fn adapters_reach_into_collections() {
    let json = serde_json::json!({
        "id": "258037077",
        "parent": 258037077,
        "lines": ["0", "258037077"],
        "items": {"258037077": "00QBTG0FERFTCCNFISUBO489DI"},
        "links": {"00000000000000000000000001": [vec![255; 16]]},
        "pair": [7, [0, 0, 0, 0, 0x0F, 0x61, 0x55, 0x55]],
    });
    assert_eq!(serde_json::to_value(order()).unwrap(), json);
    assert_eq!(serde_json::from_value::<Order>(json).unwrap(), order());

    let stored = postcard::to_allocvec(&order()).unwrap();
    assert_eq!(postcard::from_bytes::<Order>(&stored).unwrap(), order());
    let stored = rmp_serde::to_vec(&order()).unwrap();
    assert_eq!(rmp_serde::from_slice::<Order>(&stored).unwrap(), order());
}

#[test]
fn adapters_are_as_strict_as_the_modules() {
    let mut json = serde_json::to_value(order()).unwrap();
    json["lines"][1] = 258037077.into();
    let error = serde_json::from_value::<Order>(json).unwrap_err().to_string();
    assert!(error.contains("(a number is for idserde::huid::int)"), "{error}");

    let error = serde_json::to_value(Order { lines: vec![-1], ..order() }).unwrap_err();
    assert!(error.to_string().ends_with("found -1"), "{error}");
}

/// With schemars besides, a field of `#[serde_as]` has the schema of its adapter.
#[cfg(feature = "schemars")]
#[test]
fn schemas_of_adapted_fields() {
    #[serde_as]
    #[derive(Serialize, schemars::JsonSchema)]
    struct Lines {
        #[serde_as(as = "Vec<idserde::huid::Text>")]
        lines: Vec<i64>,
    }
    let schema = schemars::schema_for!(Lines);
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    assert!(validator.is_valid(&serde_json::to_value(Lines { lines: vec![5] }).unwrap()));
    assert!(!validator.is_valid(&serde_json::json!({"lines": [5]})));
}
