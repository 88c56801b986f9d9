//! A HUID as 8 bytes, big-endian: a byte string in binary formats, else an array of numbers.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order(#[serde(with = "idserde::huid::bytes")] idcore::Huid);
//!
//! let id = idcore::Huid::from_u64(258037077).unwrap();
//! assert_eq!(rmp_serde::to_vec(&Order(id)).unwrap(), b"\xC4\x08\0\0\0\0\x0F\x61\x55\x55");
//! ```
//!
//! In binary formats, [`int`](super::int) is never longer; bytes are for where the stored form has
//! to sort as the ids do, and for readers that know HUIDs as bytes (specification, section 7.2).
//!
//! | format | stored |
//! | --- | --- |
//! | CBOR | byte string, 1 + 8 bytes |
//! | MessagePack | bin 8, 2 + 8 bytes |
//! | postcard | length and bytes, 1 + 8 bytes |
//! | bincode | length and bytes, 1 + 8 bytes (8 + 8 with `legacy()`) |
//! | JSON, TOML, YAML | array of 8 numbers: text is shorter and can be read by people |
//! | CSV | not at all: an error |
//!
//! A byte string is half as long as an array where a format has both, since an array spends a
//! second byte on every other element; postcard and bincode pay one byte of length for that.
//!
//! Read is a byte string or an array of exactly 8 bytes. Text is refused, although some formats
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
///     #[serde_as(as = "Vec<idserde::huid::Bytes>")]
///     ids: Vec<idcore::Huid>,
/// }
/// let batch: Batch = serde_json::from_str(r#"{"ids":[[0,0,0,0,15,97,85,85]]}"#).unwrap();
/// assert_eq!(batch.ids[0].to_u64(), 258037077);
/// # }
/// ```
#[derive(Debug)]
pub enum Bytes {}

/// Writes a HUID as 8 bytes.
///
/// # Errors
///
/// The value is not a HUID, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Huid, Error: Display>,
    S: Serializer,
{
    form::write::<Bytes, T, S>(id, serializer)
}

/// Reads a HUID as 8 bytes.
///
/// # Errors
///
/// What comes is not a HUID as 8 bytes, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Huid, Error: Display>,
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

    /// Writes a HUID as 8 bytes, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a HUID, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Huid, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Bytes, T, S>(id.as_ref(), serializer)
    }

    /// Reads a HUID as 8 bytes, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a HUID as 8 bytes, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Huid, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Bytes, T, D>(deserializer)
    }
}

impl Form for Bytes {
    type Id = idcore::Huid;

    const EXPECTED: &'static str =
        "a HUID as 8 bytes, big-endian (text is for idserde::huid::text)";

    fn write<S: Serializer>(id: &idcore::Huid, serializer: S) -> Result<S::Ok, S::Error> {
        octets::write(&id.to_be_bytes(), serializer)
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Huid, D::Error> {
        octets::read(deserializer, BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = idcore::Huid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Bytes::EXPECTED)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<idcore::Huid, E> {
        idcore::Huid::from_slice(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<idcore::Huid, A::Error> {
        idcore::Huid::from_be_bytes(octets::from_seq(seq, &self)?).map_err(de::Error::custom)
    }
}
