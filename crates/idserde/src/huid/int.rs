//! A HUID as an unsigned integer in every format: the JSON `258037077`.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Order {
//!     #[serde(with = "idserde::huid::int")]
//!     id: idcore::Huid,
//! }
//! let order: Order = serde_json::from_str(r#"{"id":57795480783945728}"#)?;
//! assert_eq!(serde_json::to_string(&order)?, r#"{"id":57795480783945728}"#);
//!
//! assert!(serde_json::from_str::<Order>(r#"{"id":9223372036854775808}"#).is_err());
//! assert!(serde_json::from_str::<Order>(r#"{"id":5.0}"#).is_err());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Every HUID from 2026-02-19T17:02:47.296Z on is over 2<sup>53</sup>, which JavaScript, `jq` and
//! whoever else holds JSON numbers as floating point round. In JSON, this form is for readers and
//! writers that are known to keep 64 bits.
//!
//! Read is any integer of 0 to 2<sup>63</sup> - 1, whatever width and sign the format gives it;
//! floating point is refused even where its value is whole.

use core::fmt::{self, Display};

use serde_core::de::{self, Visitor};
use serde_core::{Deserializer, Serializer};

use crate::form::{self, Form};

/// The form of the module [`int`](self) as a type, for `serde_as` and `#[schemars(with = "...")]`.
///
/// ```
/// # #[cfg(feature = "serde_with")] {
/// use serde::{Deserialize, Serialize};
///
/// #[serde_with::serde_as]
/// #[derive(Serialize, Deserialize)]
/// struct Batch {
///     #[serde_as(as = "Vec<idserde::huid::Int>")]
///     ids: Vec<idcore::Huid>,
/// }
/// let batch: Batch = serde_json::from_str(r#"{"ids":[258037077]}"#).unwrap();
/// assert_eq!(batch.ids[0].to_u64(), 258037077);
/// # }
/// ```
#[derive(Debug)]
pub enum Int {}

/// Writes a HUID as an integer.
///
/// # Errors
///
/// The value is not a HUID, or the serializer fails.
pub fn serialize<T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    T: Clone + TryInto<idcore::Huid, Error: Display>,
    S: Serializer,
{
    form::write::<Int, T, S>(id, serializer)
}

/// Reads a HUID as an integer.
///
/// # Errors
///
/// What comes is not a HUID as an integer, or `T` refuses the id.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: TryFrom<idcore::Huid, Error: Display>,
    D: Deserializer<'de>,
{
    form::read::<Int, T, D>(deserializer)
}

/// The same for an `Option`: `None` is null, or what the format has for it.
///
/// A field that may be missing needs `#[serde(default)]` as well.
pub mod option {
    use core::fmt::Display;

    use serde_core::{Deserializer, Serializer};

    use super::Int;
    use crate::form;

    /// Writes a HUID as an integer, or nothing.
    ///
    /// # Errors
    ///
    /// The value is not a HUID, or the serializer fails.
    pub fn serialize<T, S>(id: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Clone + TryInto<idcore::Huid, Error: Display>,
        S: Serializer,
    {
        form::write_option::<Int, T, S>(id.as_ref(), serializer)
    }

    /// Reads a HUID as an integer, or nothing.
    ///
    /// # Errors
    ///
    /// What comes is neither null nor a HUID as an integer, or `T` refuses the id.
    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<idcore::Huid, Error: Display>,
        D: Deserializer<'de>,
    {
        form::read_option::<Int, T, D>(deserializer)
    }
}

impl Form for Int {
    type Id = idcore::Huid;

    const EXPECTED: &'static str =
        "a HUID as an integer of 0 to 9223372036854775807 (text is for idserde::huid::text)";

    fn write<S: Serializer>(id: &idcore::Huid, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(id.to_u64())
    }

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<idcore::Huid, D::Error> {
        deserializer.deserialize_u64(IntVisitor)
    }
}

pub(super) struct IntVisitor;

impl Visitor<'_> for IntVisitor {
    type Value = idcore::Huid;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Int::EXPECTED)
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<idcore::Huid, E> {
        idcore::Huid::from_u64(id).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, id: i64) -> Result<idcore::Huid, E> {
        idcore::Huid::try_from(id).map_err(E::custom)
    }

    fn visit_u128<E: de::Error>(self, id: u128) -> Result<idcore::Huid, E> {
        match u64::try_from(id) {
            Ok(id) => self.visit_u64(id),
            Err(_) => Err(out_of_range(id)),
        }
    }

    fn visit_i128<E: de::Error>(self, id: i128) -> Result<idcore::Huid, E> {
        match u64::try_from(id) {
            Ok(id) => self.visit_u64(id),
            Err(_) => Err(out_of_range(id)),
        }
    }
}

/// The error of an integer that does not even fit the core's own errors.
#[cold]
fn out_of_range<E: de::Error>(found: impl Display) -> E {
    E::custom(format_args!("expected {}, found {found}", Int::EXPECTED))
}
