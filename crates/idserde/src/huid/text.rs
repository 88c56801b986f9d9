//! A HUID as decimal text in every format: the JSON `"258037077"`.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     #[serde(with = "idserde::huid::text")]
//!     id: idcore::Huid,
//! }
//! let order: Order = serde_json::from_str(r#"{"id":"258037077"}"#)?;
//! assert_eq!(serde_json::to_string(&order)?, r#"{"id":"258037077"}"#);
//!
//! // A number is refused: many writers of JSON round integers over 2^53.
//! let error = serde_json::from_str::<Order>(r#"{"id":258037077}"#).err().unwrap().to_string();
//! assert!(error.contains("idserde::huid::int"), "{error}");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Written without leading zeros; read as 1 to 19 digits, leading zeros allowed (specification,
//! section 7.1). Some formats have no text apart from byte strings; those are read as text too.

use core::fmt::{self, Display};

use serde_core::de::{self, Visitor};
use serde_core::{Deserializer, Serializer};

use crate::form::{self, Form, not_an_id};

/// The form of the module [`text`](self) as a type, for `serde_as` and `#[schemars(with = "...")]`.
///
/// ```
/// # #[cfg(feature = "serde_with")] {
/// use serde::{Deserialize, Serialize};
///
/// #[serde_with::serde_as]
/// #[derive(Serialize, Deserialize)]
/// struct Batch {
///     #[serde_as(as = "Vec<idserde::huid::Text>")]
///     ids: Vec<idcore::Huid>,
/// }
/// let batch: Batch = serde_json::from_str(r#"{"ids":["258037077"]}"#).unwrap();
/// assert_eq!(batch.ids[0].to_u64(), 258037077);
/// # }
/// ```
#[derive(Debug)]
pub enum Text {}

/// Writes a HUID as decimal text.
///
/// # Errors
///
/// The value is not a HUID, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Huid, Error: Display>,
    S: Serializer,
{
    form::write::<Text, T, S>(id, serializer)
}

/// Reads a HUID as decimal text.
///
/// # Errors
///
/// What comes is not a HUID as decimal text, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Huid, Error: Display>,
    D: Deserializer<'de>,
{
    form::read::<Text, T, D>(deserializer)
}

/// The same for an `Option`: `None` is null, or what the format has for it.
///
/// A field that may be missing needs `#[serde(default)]` as well.
pub mod option {
    use core::fmt::Display;

    use serde_core::{Deserializer, Serializer};

    use super::Text;
    use crate::form;

    /// Writes a HUID as decimal text, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a HUID, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Huid, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Text, T, S>(id.as_ref(), serializer)
    }

    /// Reads a HUID as decimal text, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a HUID as decimal text, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Huid, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Text, T, D>(deserializer)
    }
}

impl Form for Text {
    type Id = idcore::Huid;

    const EXPECTED: &'static str =
        "a HUID as text of 1 to 19 decimal digits (a number is for idserde::huid::int)";

    fn write<S: Serializer>(id: &idcore::Huid, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(id.encode(&mut [0; idcore::Huid::TEXT_LEN]))
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Huid, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

pub(super) struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = idcore::Huid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Text::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<idcore::Huid, E> {
        self.visit_bytes(text.as_bytes())
    }

    fn visit_bytes<E: de::Error>(self, text: &[u8]) -> Result<idcore::Huid, E> {
        idcore::Huid::decode(text).map_err(|error| not_an_id(error, text))
    }
}
