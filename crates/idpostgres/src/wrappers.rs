//! The wrapper types, named for what the column stores, and their bridges to the ids themselves.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use idcore::ParseError;

/// A HUID in a `BIGINT`, or a domain over it.
///
/// It can stand where a built-in type can: as a parameter, in `Row::get`, in `Option`, in arrays.
/// Everything that [`idcore::Huid`] can do is a method call away.
///
/// ```
/// // WHERE id BETWEEN $1 AND $2
/// let first: idpostgres::Huid = idcore::Huid::first_at(1767225600123)?.into();
/// let last = idpostgres::Huid::from(idcore::Huid::last_at(1767225600123)?);
/// assert!(first < last);
/// assert_eq!(first.to_i64(), 257949696);
/// # Ok::<(), idcore::RangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Huid(idcore::Huid);

/// A SCRU128 in 16 bytes, big-endian, of a `BYTEA` or a domain over it.
///
/// ```
/// let id: idpostgres::Scru128Bytes = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
/// assert_eq!(id.to_u128(), 1095473244246772103403544935821223346);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Scru128Bytes(idcore::Scru128);

/// A SCRU128 in its text of 26 digits: `TEXT`, `VARCHAR`, `CHAR(26)`, `citext`, domains over them.
///
/// Texts are written in upper case and read in either. They sort as the ids do where the column
/// compares bytes: declare it with `COLLATE "C"`.
///
/// A text of 26 digits may also be a ULID: one that can be both is read as a SCRU128, and one that
/// can only be a ULID is an error that says so.
///
/// ```
/// let id: idpostgres::Scru128Text = "00qbtg0ferftccnfisubo489di".parse()?;
/// assert_eq!(id.to_string(), "00QBTG0FERFTCCNFISUBO489DI");
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Scru128Text(idcore::Scru128);

/// A SCRU128 in a `UUID`, its 128 bits unchanged.
///
/// The column sorts as the ids do. What it shows, `00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2`, is no
/// UUID of any version: the type is used for its 16 bytes.
///
/// ```
/// let id: idpostgres::Scru128Uuid = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
/// assert_eq!(id.to_u128(), 0x00d2fb00_3ddb_7f58_cbbe_5cf2f04425b2);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Scru128Uuid(idcore::Scru128);

/// The bridges between a wrapper and its id. They are the same for each, and traits of the standard
/// library for a concrete type: no generic can say them.
macro_rules! bridge {
    ($wrapper:ident, $id:ty) => {
        impl Deref for $wrapper {
            type Target = $id;

            #[inline]
            fn deref(&self) -> &$id {
                &self.0
            }
        }

        impl AsRef<$id> for $wrapper {
            #[inline]
            fn as_ref(&self) -> &$id {
                &self.0
            }
        }

        impl From<$id> for $wrapper {
            #[inline]
            fn from(id: $id) -> Self {
                Self(id)
            }
        }

        impl From<$wrapper> for $id {
            #[inline]
            fn from(wrapper: $wrapper) -> Self {
                wrapper.0
            }
        }

        impl FromStr for $wrapper {
            type Err = ParseError;

            #[inline]
            fn from_str(text: &str) -> Result<Self, ParseError> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $wrapper {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $wrapper {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl idcolumns::Column for $wrapper {
            const FORM: idcolumns::Form = idcolumns::Form::$wrapper;
        }
    };
}

bridge!(Huid, idcore::Huid);
bridge!(Scru128Bytes, idcore::Scru128);
bridge!(Scru128Text, idcore::Scru128);
bridge!(Scru128Uuid, idcore::Scru128);

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::{Huid, Scru128Bytes, Scru128Text};

    #[test]
    fn a_wrapper_is_its_id() {
        let id = idcore::Huid::from_u64(258037077).unwrap();
        let wrapper = Huid::from(id);
        assert_eq!(wrapper.random(), 87381);
        assert_eq!(*wrapper.as_ref(), id);
        assert_eq!(idcore::Huid::from(wrapper), id);
        assert_eq!("258037077".parse(), Ok(wrapper));
        assert_eq!(format!("{wrapper:>12}|{wrapper:?}"), "   258037077|Huid(258037077)");
        assert_eq!((size_of::<Huid>(), size_of::<Scru128Text>()), (8, 16));
    }

    #[test]
    fn wrappers_sort_and_hash_as_ids() {
        let ids = ["7VVVVVVVVVVVVVVVVVVVVVVVVV", "00QBTG0FERFTCCNFISUBO489DI"];
        let sorted: BTreeSet<Scru128Bytes> = ids.iter().map(|id| id.parse().unwrap()).collect();
        let texts: Vec<String> = sorted.iter().map(ToString::to_string).collect();
        assert_eq!(texts, [ids[1], ids[0]]);
        let cases = ["00QBTG0FERFTCCNFISUBO489DI", "00qbtg0ferftccnfisubo489di"];
        let set: HashSet<Scru128Text> = cases.iter().map(|id| id.parse().unwrap()).collect();
        assert_eq!(set.len(), 1);
    }
}
