//! A SCRU128 as 16 bytes, big-endian: a byte string in binary formats, else an array of numbers.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order(#[serde(with = "idserde::scru128::bytes")] idcore::Scru128);
//!
//! let stored = rmp_serde::to_vec(&Order(idcore::Scru128::from_u128(1))).unwrap();
//! assert_eq!(stored, b"\xC4\x10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01");
//! ```
//!
//! | format | stored |
//! | --- | --- |
//! | CBOR | byte string, 1 + 16 bytes |
//! | MessagePack | bin 8, 2 + 16 bytes |
//! | postcard | length and bytes, 1 + 16 bytes |
//! | bincode | length and bytes, 1 + 16 bytes (8 + 16 with `legacy()`) |
//! | JSON, TOML, YAML | array of 16 numbers: text is shorter and can be read by people |
//! | CSV | not at all: an error |
//!
//! A byte string is half as long as an array where a format has both, since an array spends a
//! second byte on every other element; postcard and bincode pay one byte of length for that.
//!
//! Read is a byte string or an array of exactly 16 bytes. Text is refused, although some formats
//! would hand over its characters as bytes: what looks like an id in digits would become another.

use core::fmt::{self, Display};

use serde_core::de::{self, SeqAccess, Visitor};
use serde_core::{Deserializer, Serializer};

use crate::form::{self, Form};
use crate::octets;

/// The form of the module [`bytes`](self) as a type, for `serde_as` and
/// `#[schemars(with = "...")]`.
///
/// ```
/// # #[cfg(feature = "serde_with")] {
/// use serde::{Deserialize, Serialize};
///
/// #[serde_with::serde_as]
/// #[derive(Serialize, Deserialize)]
/// struct Batch {
///     #[serde_as(as = "Vec<idserde::scru128::Bytes>")]
///     ids: Vec<idcore::Scru128>,
/// }
/// let batch: Batch = serde_json::from_str(r#"{"ids":[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]]}"#).unwrap();
/// assert_eq!(batch.ids[0].to_u128(), 1);
/// # }
/// ```
#[derive(Debug)]
pub enum Bytes {}

/// Writes a SCRU128 as 16 bytes.
///
/// # Errors
///
/// The value is not a SCRU128, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Scru128, Error: Display>,
    S: Serializer,
{
    form::write::<Bytes, T, S>(id, serializer)
}

/// Reads a SCRU128 as 16 bytes.
///
/// # Errors
///
/// What comes is not a SCRU128 as 16 bytes, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Scru128, Error: Display>,
    D: Deserializer<'de>,
{
    form::read::<Bytes, T, D>(deserializer)
}

/// The same for an `Option`: `None` is null, or what the format has for it.
///
/// A field that may be missing needs `#[serde(default)]` as well.
pub mod option {
    use core::fmt::Display;

    use serde_core::{Deserializer, Serializer};

    use super::Bytes;
    use crate::form;

    /// Writes a SCRU128 as 16 bytes, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a SCRU128, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Scru128, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Bytes, T, S>(id.as_ref(), serializer)
    }

    /// Reads a SCRU128 as 16 bytes, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a SCRU128 as 16 bytes, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Scru128, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Bytes, T, D>(deserializer)
    }
}

impl Form for Bytes {
    type Id = idcore::Scru128;

    const EXPECTED: &'static str =
        "a SCRU128 as 16 bytes, big-endian (text is for idserde::scru128::text)";

    fn write<S: Serializer>(id: &idcore::Scru128, serializer: S) -> Result<S::Ok, S::Error> {
        octets::write(&id.to_be_bytes(), serializer)
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Scru128, D::Error> {
        octets::read(deserializer, BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = idcore::Scru128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Bytes::EXPECTED)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<idcore::Scru128, E> {
        idcore::Scru128::from_slice(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<idcore::Scru128, A::Error> {
        octets::from_seq(seq, &self).map(idcore::Scru128::from_be_bytes)
    }
}
