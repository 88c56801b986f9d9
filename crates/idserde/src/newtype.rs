//! The newtypes, for where a field attribute does not reach.

use core::borrow::Borrow;
use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::form::Form;

/// A HUID that serde reads and writes in its default form: see the module [`huid`](crate::huid).
///
/// For what `#[serde(with = "idserde::huid")]` does not reach: keys of maps, elements of
/// collections, values on their own. As an adapter of `serde_with` it does the same for the core's
/// type.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let stock: BTreeMap<idserde::Huid, u32> = serde_json::from_str(r#"{"258037077":3}"#)?;
/// let id: idcore::Huid = "258037077".parse().unwrap();
/// assert_eq!(stock[&id], 3);
/// assert_eq!(stock.keys().next().unwrap().random(), 87381);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Huid(pub idcore::Huid);

/// A SCRU128 that serde reads and writes in its default form: see the module
/// [`scru128`](crate::scru128).
///
/// For what `#[serde(with = "idserde::scru128")]` does not reach: keys of maps, elements of
/// collections, values on their own. As an adapter of `serde_with` it does the same for the core's
/// type.
///
/// ```
/// let ids: Vec<idserde::Scru128> = serde_json::from_str(r#"["00QBTG0FERFTCCNFISUBO489DI"]"#)?;
/// assert_eq!(ids[0].to_u128(), 1095473244246772103403544935821223346);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Scru128(pub idcore::Scru128);

macro_rules! bridge {
    ($Newtype:ident) => {
        impl Serialize for $Newtype {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <Self as Form>::write(&self.0, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Newtype {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <Self as Form>::read(deserializer).map(Self)
            }
        }

        impl From<idcore::$Newtype> for $Newtype {
            #[inline]
            fn from(id: idcore::$Newtype) -> Self {
                Self(id)
            }
        }

        impl From<$Newtype> for idcore::$Newtype {
            #[inline]
            fn from(id: $Newtype) -> Self {
                id.0
            }
        }

        impl Deref for $Newtype {
            type Target = idcore::$Newtype;

            #[inline]
            fn deref(&self) -> &idcore::$Newtype {
                &self.0
            }
        }

        impl AsRef<idcore::$Newtype> for $Newtype {
            #[inline]
            fn as_ref(&self) -> &idcore::$Newtype {
                &self.0
            }
        }

        /// A map of these ids is looked up by the core's: both hash and order alike.
        impl Borrow<idcore::$Newtype> for $Newtype {
            #[inline]
            fn borrow(&self) -> &idcore::$Newtype {
                &self.0
            }
        }

        impl FromStr for $Newtype {
            type Err = idcore::ParseError;

            #[inline]
            fn from_str(text: &str) -> Result<Self, idcore::ParseError> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $Newtype {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $Newtype {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}

bridge!(Huid);
bridge!(Scru128);
