//! The right form of a HUID for most fields: decimal text where people read it, else an integer.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     #[serde(with = "idserde::huid")]
//!     id: idcore::Huid,
//! }
//! let order = Order { id: idcore::Huid::from_u64(258037077).unwrap() };
//!
//! // JSON is human-readable, and its numbers lose HUIDs in JavaScript: text.
//! assert_eq!(serde_json::to_string(&order)?, r#"{"id":"258037077"}"#);
//! // MessagePack is not: an integer, of as many bytes as it takes.
//! assert_eq!(rmp_serde::to_vec(&order).unwrap(), b"\x91\xCE\x0F\x61\x55\x55");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A human-readable format gives [`text`] and is read as strictly, any other gives [`int`] and is
//! read as that.
//!
//! There is one exception: under `flatten`, and in enums whose variant is not known before their
//! content is read, serde's derive hides which format that is. Either form is read there, so that
//! what a binary format stored as an integer is found again. Where JSON numbers have to be refused
//! there too, use [`text`].

pub mod bytes;
pub mod int;
pub mod text;

use core::fmt::{self, Display};

use serde_core::de::{self, Visitor};
use serde_core::{Deserializer, Serializer};

pub use self::bytes::Bytes;
pub use self::int::Int;
pub use self::text::Text;

use self::int::IntVisitor;
use self::text::TextVisitor;
use crate::Huid;
use crate::buffered::is_buffer;
use crate::form::{self, Form};

/// Writes a HUID in its default form.
///
/// # Errors
///
/// The value is not a HUID, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Huid, Error: Display>,
    S: Serializer,
{
    form::write::<Huid, T, S>(id, serializer)
}

/// Reads a HUID in its default form.
///
/// # Errors
///
/// What comes is not a HUID in its default form, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Huid, Error: Display>,
    D: Deserializer<'de>,
{
    form::read::<Huid, T, D>(deserializer)
}

/// The same for an `Option`: `None` is null, or what the format has for it.
///
/// A field that may be missing needs `#[serde(default)]` as well.
pub mod option {
    use core::fmt::Display;

    use serde_core::{Deserializer, Serializer};

    use crate::{Huid, form};

    /// Writes a HUID in its default form, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a HUID, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Huid, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Huid, T, S>(id.as_ref(), serializer)
    }

    /// Reads a HUID in its default form, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a HUID in its default form, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Huid, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Huid, T, D>(deserializer)
    }
}

impl Form for Huid {
    type Id = idcore::Huid;

    const EXPECTED: &'static str = Text::EXPECTED;

    fn write<S: Serializer>(id: &idcore::Huid, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Text::write(id, serializer)
        } else {
            Int::write(id, serializer)
        }
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Huid, D::Error> {
        if !deserializer.is_human_readable() {
            Int::read(deserializer)
        } else if is_buffer::<D>() {
            deserializer.deserialize_any(EitherVisitor)
        } else {
            Text::read(deserializer)
        }
    }
}

/// Text or an integer, whichever the format behind serde's buffer stored.
struct EitherVisitor;

impl Visitor<'_> for EitherVisitor {
    type Value = idcore::Huid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a HUID as text of 1 to 19 decimal digits, or as an integer")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<idcore::Huid, E> {
        TextVisitor.visit_str(text)
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<idcore::Huid, E> {
        IntVisitor.visit_u64(id)
    }

    fn visit_i64<E: de::Error>(self, id: i64) -> Result<idcore::Huid, E> {
        IntVisitor.visit_i64(id)
    }
}
