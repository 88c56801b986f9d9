//! The forms inside of what serde's derive makes of structs, enums and collections.

#![allow(clippy::unwrap_used, reason = "a panic in a test is the report")]

mod common;

use core::fmt::Debug;
use std::collections::{BTreeMap, HashMap};

use common::{ALL, SELF_DESCRIBING, huid, read, scru128, write};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn comes_back<T>(formats: &[&str], value: &T)
where
    T: Serialize + DeserializeOwned + PartialEq + Debug,
{
    for format in formats {
        let stored = write(format, value).unwrap_or_else(|error| panic!("{format}: {error}"));
        match read::<T>(format, &stored) {
            Ok(found) => assert_eq!(&found, value, "{format}"),
            Err(error) => {
                panic!("{format}: {error}, reading {value:?} from {}", stored.escape_ascii())
            }
        }
    }
}

/// All containers of one form.
macro_rules! containers {
    ($form:ident $Id:ident $with:literal $option:literal $example:expr) => {
        mod $form {
            use super::*;

            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            struct Inner {
                #[serde(with = $with)]
                id: idcore::$Id,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            struct Flat {
                name: String,
                #[serde(flatten)]
                inner: Inner,
                #[serde(flatten)]
                rest: BTreeMap<String, String>,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(untagged)]
            enum Untagged {
                Other { name: String },
                Named { id: String, and_more: bool },
                Struct(Inner),
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(tag = "type")]
            enum Internal {
                Struct {
                    #[serde(with = $with)]
                    id: idcore::$Id,
                },
                Newtype(Inner),
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            #[serde(tag = "type", content = "content")]
            enum Adjacent {
                // A variant that is an id alone needs the newtype here: for its missing content,
                // serde's derive asks for `Deserialize` even beside `with`.
                Fields {
                    #[serde(with = $with)]
                    id: idcore::$Id,
                },
                Struct(Inner),
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            enum External {
                Id(#[serde(with = $with)] idcore::$Id),
                Struct(Inner),
                Tuple(u8, #[serde(with = $with)] idcore::$Id),
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            struct Optional {
                #[serde(with = $option, default, skip_serializing_if = "Option::is_none")]
                id: Option<idcore::$Id>,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            struct FlatOptional {
                #[serde(flatten)]
                inner: Optional,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            struct Document<T> {
                value: T,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize)]
            struct Defaulted {
                #[serde(with = $with, default = "first")]
                id: idcore::$Id,
            }

            fn first() -> idcore::$Id {
                idcore::$Id::MIN
            }

            fn id() -> idcore::$Id {
                $example
            }

            #[test]
            fn plain_and_in_collections() {
                let inner = Inner { id: id() };
                comes_back(&ALL, &inner);
                comes_back(&ALL, &Document { value: vec![inner.clone(), inner.clone()] });
                comes_back(&ALL, &Document { value: [inner.clone(), inner] });
            }

            #[test]
            fn flattened() {
                let rest = BTreeMap::from([("more".to_owned(), "text".to_owned())]);
                let value = Flat { name: "n".to_owned(), inner: Inner { id: id() }, rest };
                comes_back(&SELF_DESCRIBING, &value);
            }

            #[test]
            fn untagged() {
                comes_back(&SELF_DESCRIBING, &Untagged::Struct(Inner { id: id() }));
                let value = vec![Untagged::Struct(Inner { id: id() })];
                comes_back(&SELF_DESCRIBING, &Document { value });
            }

            #[test]
            fn internally_tagged() {
                comes_back(&SELF_DESCRIBING, &Internal::Struct { id: id() });
                comes_back(&SELF_DESCRIBING, &Internal::Newtype(Inner { id: id() }));
            }

            #[test]
            fn adjacently_tagged() {
                // With the content first, serde buffers it until it knows the tag.
                #[derive(Serialize)]
                struct ContentFirst {
                    content: Inner,
                    r#type: &'static str,
                }
                comes_back(&SELF_DESCRIBING, &Adjacent::Fields { id: id() });
                comes_back(&SELF_DESCRIBING, &Adjacent::Struct(Inner { id: id() }));

                let value = ContentFirst { content: Inner { id: id() }, r#type: "Struct" };
                for format in SELF_DESCRIBING {
                    let stored = write(format, &value).unwrap();
                    let found: Adjacent = read(format, &stored).unwrap();
                    assert_eq!(found, Adjacent::Struct(Inner { id: id() }), "{format}");
                }
            }

            #[test]
            fn externally_tagged() {
                for value in [
                    External::Id(id()),
                    External::Struct(Inner { id: id() }),
                    External::Tuple(1, id()),
                ] {
                    comes_back(&ALL, &Document { value });
                }
            }

            #[test]
            fn optional() {
                for format in SELF_DESCRIBING {
                    comes_back(&[format], &Optional { id: Some(id()) });
                    comes_back(&[format], &FlatOptional { inner: Optional { id: Some(id()) } });
                    comes_back(&[format], &Optional { id: None });
                    comes_back(&[format], &FlatOptional { inner: Optional { id: None } });
                }
            }

            #[test]
            fn missing() {
                let none: Optional = serde_json::from_str("{}").unwrap();
                assert_eq!(none.id, None);
                let null: Optional = serde_json::from_str(r#"{"id":null}"#).unwrap();
                assert_eq!(null.id, None);
                let first: Defaulted = serde_json::from_str("{}").unwrap();
                assert_eq!(first.id, idcore::$Id::MIN);
                let error = serde_json::from_str::<Inner>("{}").unwrap_err().to_string();
                assert!(error.contains("missing field `id`"), "{error}");
                let error = serde_json::from_str::<Inner>(r#"{"id":null}"#).unwrap_err();
                assert!(error.to_string().contains("invalid type: null, expected a "), "{error}");
            }
        }
    };
}

containers!(huid_default Huid "idserde::huid" "idserde::huid::option" huid("57795480783945728"));
containers!(huid_small Huid "idserde::huid" "idserde::huid::option" huid("258037077"));
containers!(huid_text Huid "idserde::huid::text" "idserde::huid::text::option" huid("9223372036854775807"));
containers!(huid_int Huid "idserde::huid::int" "idserde::huid::int::option" huid("57795480783945728"));
containers!(huid_bytes Huid "idserde::huid::bytes" "idserde::huid::bytes::option" huid("57795480783945728"));
containers!(scru128_default Scru128 "idserde::scru128" "idserde::scru128::option" scru128("00QBTG0FERFTCCNFISUBO489DI"));
containers!(scru128_digits Scru128 "idserde::scru128" "idserde::scru128::option" scru128("0350000000000000000000E100"));
containers!(scru128_text Scru128 "idserde::scru128::text" "idserde::scru128::text::option" scru128("03501234567890123456789012"));
containers!(scru128_bytes Scru128 "idserde::scru128::bytes" "idserde::scru128::bytes::option" scru128("7VVVVVVVVVVVVVVVVVVVVVVVVV"));

/// Where only a type of its own is reached.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtypes {
    huids: Vec<idserde::Huid>,
    pair: [idserde::Scru128; 2],
    stock: BTreeMap<idserde::Huid, u32>,
    names: HashMap<idserde::Scru128, String>,
}

fn newtypes() -> Newtypes {
    let (a, b) = (scru128("00QBTG0FERFTCCNFISUBO489DI"), scru128("0350000000000000000000E100"));
    Newtypes {
        huids: vec![huid("0").into(), huid("57795480783945728").into()],
        pair: [a.into(), b.into()],
        stock: BTreeMap::from([
            (huid("258037077").into(), 1),
            (huid("9223372036854775807").into(), 2),
        ]),
        names: HashMap::from([(a.into(), "a".to_owned()), (b.into(), "b".to_owned())]),
    }
}

#[test]
fn newtypes_in_collections_and_as_keys() {
    comes_back(&ALL, &newtypes());
}

#[test]
fn newtypes_as_flattened_keys() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Flat {
        #[serde(flatten)]
        stock: BTreeMap<idserde::Huid, u32>,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Wide {
        #[serde(flatten)]
        names: BTreeMap<idserde::Scru128, String>,
    }
    comes_back(
        &["json", "json-value", "toml", "yaml", "messagepack-named"],
        &Flat { stock: newtypes().stock },
    );
    comes_back(&SELF_DESCRIBING, &Wide { names: newtypes().names.into_iter().collect() });
}

#[test]
fn newtypes_as_variants_that_are_tried_in_turn() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Reference {
        Huid(idserde::Huid),
        Scru128(idserde::Scru128),
        Name(String),
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct References {
        all: Vec<Reference>,
        tagged: [Tagged; 2],
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", content = "content")]
    enum Tagged {
        Huid(idserde::Huid),
        Scru128(idserde::Scru128),
    }
    let all = vec![
        Reference::Huid(huid("57795480783945728").into()),
        Reference::Scru128(scru128("00QBTG0FERFTCCNFISUBO489DI").into()),
        Reference::Name("Ada".to_owned()),
    ];
    let tagged = [
        Tagged::Huid(huid("57795480783945728").into()),
        Tagged::Scru128(scru128("00QBTG0FERFTCCNFISUBO489DI").into()),
    ];
    comes_back(&SELF_DESCRIBING, &References { all, tagged });
}

#[test]
fn generic_values_hold_what_the_format_holds() {
    let json = serde_json::to_value(newtypes()).unwrap();
    assert_eq!(json["huids"], serde_json::json!(["0", "57795480783945728"]));
    assert_eq!(json["stock"], serde_json::json!({"258037077": 1, "9223372036854775807": 2}));
    assert_eq!(serde_json::from_value::<Newtypes>(json).unwrap(), newtypes());

    let cbor = ciborium::Value::serialized(&newtypes()).unwrap();
    assert_eq!(cbor.deserialized::<Newtypes>().unwrap(), newtypes());

    let toml = toml::Table::try_from(newtypes()).unwrap();
    assert_eq!(toml["huids"][1].as_str(), Some("57795480783945728"));
    assert_eq!(toml.try_into::<Newtypes>().unwrap(), newtypes());
}

#[test]
fn toml_leaves_none_out() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Optional {
        #[serde(with = "idserde::huid::option", default)]
        id: Option<idcore::Huid>,
        #[serde(default)]
        newtype: Option<idserde::Scru128>,
    }
    let none = Optional { id: None, newtype: None };
    assert_eq!(write("toml", &none).unwrap(), b"");
    comes_back(&ALL, &none);
}

#[test]
fn csv_records() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Record {
        #[serde(with = "idserde::huid")]
        default: idcore::Huid,
        #[serde(with = "idserde::huid::int")]
        int: idcore::Huid,
        #[serde(with = "idserde::huid::option")]
        optional: Option<idcore::Huid>,
        #[serde(with = "idserde::scru128")]
        wide: idcore::Scru128,
        newtype: idserde::Scru128,
    }
    let record = |optional| Record {
        default: huid("258037077"),
        int: huid("57795480783945728"),
        optional,
        // Without asking for text, a reader of CSV takes this for a floating-point number.
        wide: scru128("0350000000000000000000E100"),
        newtype: scru128("03501234567890123456789012").into(),
    };
    let (some, none) = (record(Some(huid("0"))), record(None));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.serialize(&some).unwrap();
    writer.serialize(&none).unwrap();
    let stored = String::from_utf8(writer.into_inner().unwrap()).unwrap();
    assert_eq!(
        stored,
        "default,int,optional,wide,newtype\n\
         258037077,57795480783945728,0,0350000000000000000000E100,03501234567890123456789012\n\
         258037077,57795480783945728,,0350000000000000000000E100,03501234567890123456789012\n"
    );
    let found: Result<Vec<Record>, _> =
        csv::Reader::from_reader(stored.as_bytes()).deserialize().collect();
    assert_eq!(found.unwrap(), [some, none]);
}

#[test]
fn csv_flattened_is_read_or_an_error_but_never_another_id() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        #[serde(with = "idserde::huid")]
        id: idcore::Huid,
        #[serde(with = "idserde::scru128")]
        wide: idcore::Scru128,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Record {
        #[serde(flatten)]
        inner: Inner,
    }
    let with =
        |wide: &str| read::<Record>("csv", format!("id,wide\n258037077,{wide}\n").as_bytes());
    let wide = "00QBTG0FERFTCCNFISUBO489DI";
    let expected = Inner { id: huid("258037077"), wide: scru128(wide) };
    assert_eq!(with(wide), Ok(Record { inner: expected }));
    // Under `flatten`, the reader of CSV guesses at types.
    assert!(with("0350000000000000000000E100").is_err());
    assert!(with("00000000000000000000000001").is_err());
    assert!(with("03501234567890123456789012").is_err());
}
