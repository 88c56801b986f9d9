//! The right form of a SCRU128 for most fields: text where people read it, else 16 bytes.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     #[serde(with = "idserde::scru128")]
//!     id: idcore::Scru128,
//! }
//! let order = Order { id: "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap() };
//!
//! assert_eq!(serde_json::to_string(&order)?, r#"{"id":"00QBTG0FERFTCCNFISUBO489DI"}"#);
//! // An array of one, a byte string of 16, the bytes.
//! assert_eq!(rmp_serde::to_vec(&order).unwrap().len(), 1 + 2 + 16);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! A human-readable format gives [`text`], any other gives [`bytes`], and each is read as strictly
//! as there. Nothing of 16 bytes is a text, so what serde buffered from a binary format, under
//! `flatten` or in an untagged or internally tagged enum, is told apart and read as well.

pub mod bytes;
pub mod text;

use core::fmt::{self, Display};

use serde_core::de::{self, Visitor};
use serde_core::{Deserializer, Serializer};

pub use self::bytes::Bytes;
pub use self::text::Text;

use self::text::TextVisitor;
use crate::Scru128;
use crate::form::{self, Form};

/// Writes a SCRU128 in its default form.
///
/// # Errors
///
/// The value is not a SCRU128, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Scru128, Error: Display>,
    S: Serializer,
{
    form::write::<Scru128, T, S>(id, serializer)
}

/// Reads a SCRU128 in its default form.
///
/// # Errors
///
/// What comes is not a SCRU128 in its default form, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Scru128, Error: Display>,
    D: Deserializer<'de>,
{
    form::read::<Scru128, T, D>(deserializer)
}

/// The same for an `Option`: `None` is null, or what the format has for it.
///
/// A field that may be missing needs `#[serde(default)]` as well.
pub mod option {
    use core::fmt::Display;

    use serde_core::{Deserializer, Serializer};

    use crate::{Scru128, form};

    /// Writes a SCRU128 in its default form, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a SCRU128, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Scru128, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Scru128, T, S>(id.as_ref(), serializer)
    }

    /// Reads a SCRU128 in its default form, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a SCRU128 in its default form, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Scru128, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Scru128, T, D>(deserializer)
    }
}

impl Form for Scru128 {
    type Id = idcore::Scru128;

    const EXPECTED: &'static str = Text::EXPECTED;

    fn write<S: Serializer>(id: &idcore::Scru128, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Text::write(id, serializer)
        } else {
            Bytes::write(id, serializer)
        }
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Scru128, D::Error> {
        if deserializer.is_human_readable() {
            // serde's buffer calls itself human-readable, and gives bytes where it holds bytes.
            deserializer.deserialize_str(EitherVisitor)
        } else {
            Bytes::read(deserializer)
        }
    }
}

/// Text, or the bytes that a binary format behind serde's buffer stored.
struct EitherVisitor;

impl Visitor<'_> for EitherVisitor {
    type Value = idcore::Scru128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TextVisitor.expecting(f)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<idcore::Scru128, E> {
        TextVisitor.visit_str(text)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<idcore::Scru128, E> {
        match idcore::Scru128::from_slice(bytes) {
            Ok(id) => Ok(id),
            Err(_) => TextVisitor.visit_bytes(bytes),
        }
    }
}
