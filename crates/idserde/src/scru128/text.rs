//! A SCRU128 as text of 26 digits in every format: the JSON `"00QBTG0FERFTCCNFISUBO489DI"`.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     #[serde(with = "idserde::scru128::text")]
//!     id: idcore::Scru128,
//! }
//! let order: Order = serde_json::from_str(r#"{"id":"00qbtg0ferftccnfisubo489di"}"#)?;
//! assert_eq!(serde_json::to_string(&order)?, r#"{"id":"00QBTG0FERFTCCNFISUBO489DI"}"#);
//!
//! let error = serde_json::from_str::<Order>(r#"{"id":"01ARZ3NDEKTSV4RRFFQ69G5FAV"}"#).err();
//! assert!(error.unwrap().to_string().contains("looks like a ULID"));
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Written in upper case, read in either case (specification, section "Textual representation").
//! Some formats have no text apart from byte strings; those are read as text too.

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
///     #[serde_as(as = "Vec<idserde::scru128::Text>")]
///     ids: Vec<idcore::Scru128>,
/// }
/// let batch: Batch = serde_json::from_str(r#"{"ids":["00000000000000000000000001"]}"#).unwrap();
/// assert_eq!(batch.ids[0].to_u128(), 1);
/// # }
/// ```
#[derive(Debug)]
pub enum Text {}

/// Writes a SCRU128 as text.
///
/// # Errors
///
/// The value is not a SCRU128, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Scru128, Error: Display>,
    S: Serializer,
{
    form::write::<Text, T, S>(id, serializer)
}

/// Reads a SCRU128 as text.
///
/// # Errors
///
/// What comes is not a SCRU128 as text, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Scru128, Error: Display>,
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

    /// Writes a SCRU128 as text, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a SCRU128, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Scru128, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Text, T, S>(id.as_ref(), serializer)
    }

    /// Reads a SCRU128 as text, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a SCRU128 as text, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Scru128, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Text, T, D>(deserializer)
    }
}

impl Form for Text {
    type Id = idcore::Scru128;

    const EXPECTED: &'static str =
        "a SCRU128 as text of 26 digits of 0-9A-V (16 bytes are for idserde::scru128::bytes)";

    fn write<S: Serializer>(id: &idcore::Scru128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(id.encode(&mut [0; idcore::Scru128::TEXT_LEN]))
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Scru128, D::Error> {
        deserializer.deserialize_str(TextVisitor)
    }
}

pub(super) struct TextVisitor;

impl Visitor<'_> for TextVisitor {
    type Value = idcore::Scru128;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Text::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<idcore::Scru128, E> {
        self.visit_bytes(text.as_bytes())
    }

    fn visit_bytes<E: de::Error>(self, text: &[u8]) -> Result<idcore::Scru128, E> {
        idcore::Scru128::decode(text).map_err(|error| not_an_id(error, text))
    }
}
