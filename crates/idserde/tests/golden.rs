//! The stored forms, byte by byte, against a file that Python made from the formats' specifications.

#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

mod common;

use core::fmt::Debug;

use common::{huid, read, scru128, write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

const GOLDEN: &str = include_str!("../../../testdata/serde_golden.tsv");

/// A value of a form, from the canonical text of its id, or `-` for none.
trait Holder: Serialize + DeserializeOwned + PartialEq + Debug {
    fn of(text: &str) -> Self;
}

/// TOML, YAML and CSV have documents, no bare values.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Document<T> {
    id: T,
}

macro_rules! holders {
    ($($Bare:ident $Optional:ident $Id:ident $parse:ident $with:literal $option:literal)*) => {
        $(
            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(transparent)]
            struct $Bare(#[serde(with = $with)] idcore::$Id);

            impl Holder for $Bare {
                fn of(text: &str) -> Self {
                    Self($parse(text))
                }
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(transparent)]
            struct $Optional(#[serde(with = $option)] Option<idcore::$Id>);

            impl Holder for $Optional {
                fn of(text: &str) -> Self {
                    Self((text != "-").then(|| $parse(text)))
                }
            }
        )*

        fn check_row(format: &str, form: &str, id: &str, stored: &[u8]) {
            $(
                if form == $with.trim_start_matches("idserde::") {
                    return check::<$Bare>(format, id, stored);
                }
                if form == $option.trim_start_matches("idserde::") {
                    return check::<$Optional>(format, id, stored);
                }
            )*
            panic!("no such form: {form}");
        }
    };
}

holders! {
    Huid OptionalHuid Huid huid "idserde::huid" "idserde::huid::option"
    HuidText OptionalHuidText Huid huid "idserde::huid::text" "idserde::huid::text::option"
    HuidInt OptionalHuidInt Huid huid "idserde::huid::int" "idserde::huid::int::option"
    HuidBytes OptionalHuidBytes Huid huid "idserde::huid::bytes" "idserde::huid::bytes::option"
    Scru128 OptionalScru128 Scru128 scru128 "idserde::scru128" "idserde::scru128::option"
    Scru128Text OptionalScru128Text Scru128 scru128 "idserde::scru128::text"
        "idserde::scru128::text::option"
    Scru128Bytes OptionalScru128Bytes Scru128 scru128 "idserde::scru128::bytes"
        "idserde::scru128::bytes::option"
}

/// The newtypes are stored as the default forms are.
impl Holder for idserde::Huid {
    fn of(text: &str) -> Self {
        Self(huid(text))
    }
}

impl Holder for idserde::Scru128 {
    fn of(text: &str) -> Self {
        Self(scru128(text))
    }
}

fn check<T: Holder>(format: &str, id: &str, stored: &[u8]) {
    let value = T::of(id);
    match format {
        "toml" | "yaml" | "csv" => check_value(format, &Document { id: value }, stored),
        _ => check_value(format, &value, stored),
    }
}

fn check_value<T>(format: &str, value: &T, stored: &[u8])
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(&read::<T>(format, stored).unwrap(), value, "read {format}");
    let written = write(format, value).unwrap();
    if format == "yaml" {
        // The quotes and the style of a sequence are the writer's.
        assert_eq!(&read::<T>(format, &written).unwrap(), value, "written as {written:?}");
    } else {
        assert_eq!(written, stored, "write {value:?} to {format}");
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn every_form_is_stored_as_it_was() {
    let mut rows = 0;
    for row in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = row.split('\t').collect();
        let [format, form, id, stored] = columns[..] else { panic!("four columns: {row:?}") };
        let stored = bytes(stored);
        check_row(format, form, id, &stored);
        match form {
            "huid" => check::<idserde::Huid>(format, id, &stored),
            "scru128" => check::<idserde::Scru128>(format, id, &stored),
            _ => {}
        }
        rows += 1;
    }
    // Rows may be added, never taken away.
    assert!(rows >= 604, "{rows} rows");
}

#[test]
fn yaml_has_a_string_even_where_it_looks_like_a_number() {
    for text in ["258037077", "0"] {
        let written = write("yaml", &Document { id: Huid::of(text) }).unwrap();
        let value: serde_json::Value = read("yaml", &written).unwrap();
        assert_eq!(value["id"], serde_json::Value::from(text));
    }
    for text in ["03501234567890123456789012", "0350000000000000000000E100"] {
        let written = write("yaml", &Document { id: Scru128::of(text) }).unwrap();
        let value: serde_json::Value = read("yaml", &written).unwrap();
        assert_eq!(value["id"], serde_json::Value::from(text));
    }
}
