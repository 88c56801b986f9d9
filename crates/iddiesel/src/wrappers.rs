//! The column types themselves: one wrapper for each form in which an id is stored.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use diesel::deserialize::FromSqlRow;
use diesel::expression::AsExpression;
use diesel::sql_types::{BigInt, Binary, Text};
use idcore::ParseError;

/// A HUID in a `BIGINT` column.
///
/// | database | column | in `table!` |
/// | --- | --- | --- |
/// | PostgreSQL | `BIGINT` | `BigInt` (`Int8`) |
/// | MySQL, MariaDB | `BIGINT`, `BIGINT UNSIGNED` | `BigInt`, `Unsigned<BigInt>` |
/// | SQLite | `BIGINT` | `BigInt` |
///
/// Its order in the database is its order here. diesel's `min` and `max` work.
///
/// ```
/// use iddiesel::Huid;
///
/// let id = Huid::from(idcore::Huid::from_unix_ms(1767225600123, 87381)?);
/// // It can be used as the id that it holds.
/// assert_eq!(id.unix_ms(), 1767225600123);
/// assert_eq!(id.to_string(), "258037077");
/// # Ok::<(), idcore::RangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = BigInt)]
#[cfg_attr(feature = "mysql", diesel(sql_type = diesel::sql_types::Unsigned<BigInt>))]
#[repr(transparent)]
pub struct Huid(idcore::Huid);

/// A SCRU128 in a column of 16 bytes.
///
/// | database | column | in `table!` |
/// | --- | --- | --- |
/// | PostgreSQL | `BYTEA` | `Binary` (`Bytea`) |
/// | MySQL, MariaDB | `BINARY(16)`, `VARBINARY(16)`, `BLOB` | `Binary` (`Varbinary`, `Blob`) |
/// | SQLite | `BLOB` | `Binary` |
///
/// The bytes are big-endian, so that their order is the ids' order.
///
/// ```
/// use iddiesel::Scru128Bytes;
///
/// let id: Scru128Bytes = "0350OP6VN00000000000000000".parse()?;
/// assert_eq!(id.unix_ms(), 1794784632814);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Binary)]
#[repr(transparent)]
pub struct Scru128Bytes(idcore::Scru128);

/// A SCRU128 in a column of 26 characters.
///
/// | database | column | in `table!` |
/// | --- | --- | --- |
/// | PostgreSQL | `CHAR(26)`, `VARCHAR`, `TEXT`, `CITEXT`, and domains over them | `Text` (`Bpchar`, `Varchar`), `Citext` |
/// | MySQL, MariaDB | `CHAR(26)`, `VARCHAR`, `TEXT` | `Text` (`Char`, `Varchar`) |
/// | SQLite | `TEXT` | `Text` |
///
/// It is written in upper case and read in either case. The column needs a byte-wise collation for
/// its order to be the ids' order: see [`ddl`](crate::ddl).
///
/// A text of 26 digits may also be a ULID. Where its digits and its size allow both, nothing in
/// the text tells which it is, and it is read as a SCRU128; all other ULIDs are errors that say
/// that the text looks like one.
///
/// ```
/// use iddiesel::Scru128Text;
///
/// let id: Scru128Text = "0350op6vn00000000000000000".parse()?;
/// assert_eq!(id.to_string(), "0350OP6VN00000000000000000");
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
#[cfg_attr(feature = "postgres", diesel(sql_type = diesel::sql_types::Citext))]
#[repr(transparent)]
pub struct Scru128Text(idcore::Scru128);

/// A SCRU128 in a column of PostgreSQL's type `uuid`, its 128 bits unchanged.
///
/// It prints as a UUID in the database, and sorts as the id does. Only PostgreSQL's `uuid` is such
/// a column: MariaDB's reorders the bytes. `Uuid` in `table!`.
///
/// ```
/// use iddiesel::Scru128Uuid;
///
/// let id: Scru128Uuid = "0350OP6VN00000000000000000".parse()?;
/// assert_eq!(id.to_u128(), 0x0328_3193_7EE0_0000_0000_0000_0000_0000);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[cfg(feature = "postgres")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, AsExpression, FromSqlRow)]
#[diesel(sql_type = diesel::sql_types::Uuid)]
#[repr(transparent)]
pub struct Scru128Uuid(idcore::Scru128);

/// What every wrapper has, so that it can be used as the id it holds.
macro_rules! bridges {
    ($wrapper:ident, $core:ty, $name:literal) => {
        impl $wrapper {
            /// How messages name it.
            pub(crate) const NAME: &'static str = $name;
        }

        impl From<$core> for $wrapper {
            #[inline]
            fn from(id: $core) -> Self {
                Self(id)
            }
        }

        impl From<$wrapper> for $core {
            #[inline]
            fn from(id: $wrapper) -> Self {
                id.0
            }
        }

        impl Deref for $wrapper {
            type Target = $core;

            #[inline]
            fn deref(&self) -> &$core {
                &self.0
            }
        }

        impl AsRef<$core> for $wrapper {
            #[inline]
            fn as_ref(&self) -> &$core {
                &self.0
            }
        }

        impl fmt::Display for $wrapper {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $wrapper {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($name, "({})"), self.0)
            }
        }

        impl FromStr for $wrapper {
            type Err = ParseError;

            /// Reads the text of the id that it holds.
            fn from_str(text: &str) -> Result<Self, ParseError> {
                text.parse().map(Self)
            }
        }

        impl idcolumns::Column for $wrapper {
            const FORM: idcolumns::Form = idcolumns::Form::$wrapper;
        }
    };
}

bridges!(Huid, idcore::Huid, "Huid");
bridges!(Scru128Bytes, idcore::Scru128, "Scru128Bytes");
bridges!(Scru128Text, idcore::Scru128, "Scru128Text");
#[cfg(feature = "postgres")]
bridges!(Scru128Uuid, idcore::Scru128, "Scru128Uuid");

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Huid, Scru128Bytes, Scru128Text};

    #[test]
    fn a_wrapper_can_be_used_as_its_id() {
        let core = idcore::Huid::from_u64(258037077).unwrap();
        let id = Huid::from(core);
        assert_eq!((idcore::Huid::from(id), *id, *id.as_ref()), (core, core, core));
        assert_eq!("258037077".parse(), Ok(id));
        assert_eq!(format!("{id} {id:?} {id:>12}"), "258037077 Huid(258037077)    258037077");
        assert_eq!(HashSet::from([id, core.into()]).len(), 1);
        assert!("-1".parse::<Huid>().is_err());
    }

    #[test]
    fn order_is_the_order_of_the_ids() {
        let texts = ["00000000000000000000000000", "00QBTG0FERFTCCNFISUBO489DI"];
        let ids: Vec<Scru128Text> = texts.iter().map(|text| text.parse().unwrap()).collect();
        assert!(ids.is_sorted() && ids[0] < ids[1]);
        let bytes = Scru128Bytes::from(*ids[1]);
        assert_eq!(format!("{bytes:?}"), "Scru128Bytes(00QBTG0FERFTCCNFISUBO489DI)");
    }

    #[test]
    fn a_wrapper_is_no_larger_than_its_id() {
        assert_eq!((size_of::<Huid>(), size_of::<Scru128Text>()), (8, 16));
    }
}
