//! Types besides the core's: a column's value with a JSON form, integers, and types that refuse.

#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

use core::fmt;
use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};

/// As a column type of a database crate is: transparent, and nothing of serde's in it.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(transparent)]
struct Column(idcore::Huid);

impl From<idcore::Huid> for Column {
    fn from(id: idcore::Huid) -> Self {
        Self(id)
    }
}

impl From<Column> for idcore::Huid {
    fn from(column: Column) -> Self {
        column.0
    }
}

/// A type that takes only some ids, and is not `Copy`.
#[derive(Debug, Clone, PartialEq)]
struct Generated(idcore::Scru128);

#[derive(Debug)]
struct Reserved;

impl fmt::Display for Reserved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no generator makes a reserved id")
    }
}

impl TryFrom<idcore::Scru128> for Generated {
    type Error = Reserved;

    fn try_from(id: idcore::Scru128) -> Result<Self, Reserved> {
        if id.is_reserved() { Err(Reserved) } else { Ok(Self(id)) }
    }
}

impl From<Generated> for idcore::Scru128 {
    fn from(id: Generated) -> Self {
        id.0
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    #[serde(with = "idserde::huid")]
    column: Column,
    #[serde(with = "idserde::huid::int::option")]
    parent: Option<Column>,
    #[serde(with = "idserde::huid::text")]
    bigint: i64,
    #[serde(with = "idserde::huid::text::option")]
    unsigned: Option<u64>,
    #[serde(with = "idserde::scru128")]
    wide: u128,
    #[serde(with = "idserde::scru128::text")]
    binary: [u8; 16],
    #[serde(with = "idserde::scru128")]
    generated: Generated,
    #[serde(with = "idserde::huid")]
    newtype: idserde::Huid,
}

fn row() -> Row {
    let id: idcore::Huid = "258037077".parse().unwrap();
    let generated = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
    Row {
        column: Column(id),
        parent: Some(Column(id)),
        bigint: 258037077,
        unsigned: Some(258037077),
        wide: 1095473244246772103403544935821223346,
        binary: [0xFF; 16],
        generated: Generated(generated),
        newtype: id.into(),
    }
}

#[test]
fn one_field_is_a_column_and_has_a_json_form() {
    let json = serde_json::json!({
        "column": "258037077",
        "parent": 258037077,
        "bigint": "258037077",
        "unsigned": "258037077",
        "wide": "00QBTG0FERFTCCNFISUBO489DI",
        "binary": "7VVVVVVVVVVVVVVVVVVVVVVVVV",
        "generated": "00QBTG0FERFTCCNFISUBO489DI",
        "newtype": "258037077",
    });
    assert_eq!(serde_json::to_value(row()).unwrap(), json);
    assert_eq!(serde_json::from_value::<Row>(json).unwrap(), row());
}

#[test]
fn what_is_no_id_is_not_written() {
    for bigint in [-1, i64::MIN] {
        let error = serde_json::to_string(&Row { bigint, ..row() }).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("a HUID must be 0 to 9223372036854775807 (63 bits), found {bigint}")
        );
    }
    let error = serde_json::to_string(&Row { unsigned: Some(1 << 63), ..row() }).unwrap_err();
    assert!(error.to_string().contains("found 9223372036854775808"), "{error}");
}

#[test]
fn what_a_type_refuses_is_an_error() {
    let mut json = serde_json::to_value(row()).unwrap();
    json["generated"] = "7VVVVVVVVG0000000000000000".into();
    let error = serde_json::from_value::<Row>(json).unwrap_err().to_string();
    assert_eq!(error, "no generator makes a reserved id");
}

#[test]
fn a_newtype_is_the_core_type() {
    let core: idcore::Huid = "258037077".parse().unwrap();
    let id: idserde::Huid = "258037077".parse().unwrap();
    assert_eq!(id, idserde::Huid::from(core));
    assert_eq!(idcore::Huid::from(id), core);
    assert_eq!((*id, id.as_ref(), id.random()), (core, &core, 87381));
    assert_eq!(format!("{id} {id:019} {id:?}"), "258037077 0000000000258037077 Huid(258037077)");
    assert!("x".parse::<idserde::Huid>().is_err());

    // Looked up by the core's type: the same hash, the same order.
    assert_eq!(HashMap::from([(id, 1)]).get(&core), Some(&1));
    assert!(HashSet::from([id]).contains(&core));
    assert!(BTreeSet::from([id, idserde::Huid(idcore::Huid::MAX)]).contains(&core));
    assert!(id < idserde::Huid(idcore::Huid::MAX));

    assert_eq!(size_of::<idserde::Huid>(), 8);
    assert_eq!(size_of::<idserde::Scru128>(), 16);
    let wide: idserde::Scru128 = "00qbtg0ferftccnfisubo489di".parse().unwrap();
    assert_eq!(wide.to_string(), "00QBTG0FERFTCCNFISUBO489DI");
    assert_eq!(HashMap::from([(wide, 1)]).get::<idcore::Scru128>(&wide), Some(&1));
}
