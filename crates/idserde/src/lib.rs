//! Serde forms of HUID and SCRU128: text where people read it, compact where they do not.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use std::collections::BTreeMap;
//!
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     // The right form for most fields.
//!     #[serde(with = "idserde::huid")]
//!     id: idcore::Huid,
//!     // `default`, so that the field may be missing as well as null.
//!     #[serde(with = "idserde::scru128::option", default)]
//!     session: Option<idcore::Scru128>,
//!     // Where an attribute does not reach: a newtype, which is its id in all but name.
//!     #[serde(default)]
//!     items: BTreeMap<idserde::Huid, u32>,
//! }
//!
//! let order: Order = serde_json::from_str(r#"{"id":"57795480783945728","items":{"258037077":3}}"#)?;
//! assert_eq!(order.id.unix_ms(), 1794784632814);
//! assert_eq!(order.items.keys().next().unwrap().random(), 87381);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Which form
//!
//! | | module | type for `serde_as` and `schemars(with)` |
//! | --- | --- | --- |
//! | HUID: text in human-readable formats, else an integer | [`huid`] | [`Huid`] |
//! | HUID as decimal text, everywhere | [`huid::text`] | [`huid::Text`] |
//! | HUID as an integer, everywhere | [`huid::int`] | [`huid::Int`] |
//! | HUID as 8 bytes, everywhere | [`huid::bytes`] | [`huid::Bytes`] |
//! | SCRU128: text in human-readable formats, else 16 bytes | [`scru128`] | [`Scru128`] |
//! | SCRU128 as text, everywhere | [`scru128::text`] | [`scru128::Text`] |
//! | SCRU128 as 16 bytes, everywhere | [`scru128::bytes`] | [`scru128::Bytes`] |
//!
//! Each module has a module `option` for an `Option` of the same.
//!
//! A HUID is text in JSON since every HUID from 2026-02-19T17:02:47.296Z on is over 2<sup>53</sup>,
//! and a number that large is rounded by JavaScript and by all that holds numbers as it does.
//!
//! # What is stored
//!
//! Lengths are in bytes, with the head that the format puts before a value.
//!
//! | form | JSON, TOML, YAML | CSV | CBOR | MessagePack | postcard | bincode 2 |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | `huid` | text | text | int | int | int | int |
//! | `huid::text` | string of 1 to 19 digits | digits | text string, 2 to 20 | str, 2 to 20 | 2 to 20 | 2 to 20 |
//! | `huid::int` | number | digits | unsigned, 1 to 9 | uint, 1 to 9 | varint, 1 to 9 | varint, 1 to 9 |
//! | `huid::bytes` | array of 8 numbers | an error | byte string, 9 | bin 8, 10 | 9 | 9 |
//! | `scru128` | text | text | bytes | bytes | bytes | bytes |
//! | `scru128::text` | string of 26 digits | digits | text string, 28 | str, 27 | 27 | 27 |
//! | `scru128::bytes` | array of 16 numbers | an error | byte string, 17 | bin 8, 18 | 17 | 17 |
//!
//! The stored forms are part of this crate's promise: they never change.
//!
//! # Fields of other types
//!
//! A module takes every type that converts to the core's type and from it, by `TryFrom` or `From`:
//! the core's types themselves, the column types of database crates, integers, and types of your
//! own. What does not convert is an error of the serializer or deserializer.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Row {
//!     #[serde(with = "idserde::huid")]
//!     id: i64,
//!     #[serde(with = "idserde::scru128")]
//!     session: u128,
//! }
//! let row = Row { id: 258037077, session: 1 };
//! assert_eq!(
//!     serde_json::to_string(&row)?,
//!     r#"{"id":"258037077","session":"00000000000000000000000001"}"#
//! );
//! assert!(serde_json::to_string(&Row { id: -1, session: 1 }).is_err());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # Reading is strict
//!
//! One form is read where one form is written. Anything else is an error that names what the field
//! expects, what came, and the module that reads it.
//!
//! ```
//! # #[derive(serde::Deserialize)]
//! # struct Order { #[serde(with = "idserde::huid")] #[allow(dead_code)] id: idcore::Huid }
//! let error = serde_json::from_str::<Order>(r#"{"id":258037077}"#).err().unwrap();
//! assert_eq!(
//!     error.to_string(),
//!     "invalid type: integer `258037077`, expected a HUID as text of 1 to 19 decimal digits \
//!      (a number is for idserde::huid::int) at line 1 column 15"
//! );
//! ```
//!
//! # Where serde or a format sets a limit
//!
//! - Under `flatten`, in untagged and internally tagged enums, and where an adjacently tagged one
//!   has its content before its tag, serde hides from a field which format is read. There, and only
//!   there, [`huid`] and [`Huid`] read text and integers alike, since CBOR and MessagePack hold the
//!   one and JSON the other; [`huid::text`] refuses integers there too. postcard and bincode have
//!   none of these containers.
//! - In an adjacently tagged enum, a variant that is an id alone needs the newtype: serde's derive
//!   does not compile with a field module there.
//! - CBOR, as ciborium reads it, has no integers as keys under `flatten`. A map of [`Huid`] keys is
//!   fine as a field of its own.
//! - The reader of CSV guesses types under `flatten`: a [`huid::text`] is an error there, and so is
//!   the rare SCRU128 text that looks like a number. No id is read as another.
//! - TOML has no null. Its writer leaves a `None` out, and to read that takes `#[serde(default)]`.
//!
//! # Features
//!
//! None is on by default; the crate needs neither `std` nor an allocator.
//!
//! - `serde_with`: the types of the table above as adapters, which reach into collections:
//!   `#[serde_as(as = "Vec<idserde::huid::Text>")]`. [`Huid`] and [`Scru128`] are adapters too.
//! - `schemars`: `JsonSchema` for the same types. A field with a module names its type:
//!   `#[serde(with = "idserde::huid::int")] #[schemars(with = "idserde::huid::Int")]`, and
//!   `Option<...>` of it for `option`. Fields of `#[serde_as]` need nothing more. With the contract
//!   for serializing, the schemas are of what is written; else of what is read, which has leading
//!   zeros and lower case besides.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "schemars")]
extern crate alloc;

#[cfg(feature = "serde_with")]
mod adapters;
mod buffered;
mod form;
pub mod huid;
mod newtype;
mod octets;
#[cfg(feature = "schemars")]
mod schema;
pub mod scru128;

pub use newtype::{Huid, Scru128};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
