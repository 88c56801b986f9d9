//! The error of a column that holds no id, or another form of it than was asked for.

use core::fmt;
use std::error::Error;

use idcore::{BytesError, ParseError, RangeError};

use crate::wrappers::{Scru128Bytes, Scru128Text};

/// A value of a column is not an id in the form that the wrapper reads.
///
/// The message says what the wrapper reads, what was found, and where that helps, which wrapper
/// or which column type would fit. Diesel adds the name of the field.
///
/// ```
/// use std::error::Error;
///
/// use diesel::prelude::*;
/// use diesel::result::{DeserializeFieldError, Error::DeserializationError};
/// use diesel::sql_types::BigInt;
/// use iddiesel::{ColumnError, Huid};
///
/// let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// let found = diesel::select(diesel::dsl::sql::<BigInt>("-1")).get_result::<Huid>(&mut connection);
///
/// let Err(DeserializationError(error)) = found else { panic!("-1 is no id") };
/// let field: &DeserializeFieldError = error.downcast_ref().unwrap();
/// let error: &ColumnError = field.error.downcast_ref().unwrap();
/// assert!(error.is_value());
/// assert_eq!(
///     error.to_string(),
///     "Huid: a HUID must be 0 to 9223372036854775807 (63 bits), found -1",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnError {
    /// The wrapper that was to be read.
    wrapper: &'static str,
    kind: Kind,
    hint: Hint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The column, or in SQLite the value, is of another type.
    Type {
        reads: &'static str,
        found: &'static str,
    },
    /// PostgreSQL has a type of this number that is none of those in the table of this crate.
    #[cfg(feature = "postgres")]
    Oid {
        reads: &'static str,
        oid: u32,
    },
    /// A type of the user's own whose values are not 8 bytes wide.
    #[cfg(feature = "postgres")]
    Width {
        found: usize,
    },
    Range(RangeError),
    Bytes(BytesError),
    Text(ParseError),
}

/// What the message adds, where the finding tells more than that it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    None,
    /// This wrapper reads the type that was found.
    Fits(&'static str),
    /// A number that has lost digits, or can.
    MakeBigInt,
    /// An integer type of fewer than 64 bits.
    #[cfg(any(feature = "postgres", feature = "mysql"))]
    TooNarrow,
    /// A text that a column of numeric affinity has turned into a number.
    #[cfg(feature = "sqlite")]
    DeclareText,
    /// The width of the other id.
    EightBytes,
    /// The 26 digits of an id where bytes were expected.
    TextBytes,
    /// 36 characters of a UUID on MySQL.
    #[cfg(feature = "mysql")]
    UuidText,
    /// An id and spaces behind it.
    Padding,
    /// 16 bytes where a text was expected.
    Sixteen,
    #[cfg(feature = "postgres")]
    SixteenOnPostgres,
}

impl ColumnError {
    #[cold]
    pub(crate) const fn of_type(
        wrapper: &'static str,
        reads: &'static str,
        found: &'static str,
        hint: Hint,
    ) -> Self {
        Self { wrapper, kind: Kind::Type { reads, found }, hint }
    }

    #[cfg(feature = "postgres")]
    #[cold]
    pub(crate) const fn of_oid(wrapper: &'static str, reads: &'static str, oid: u32) -> Self {
        Self { wrapper, kind: Kind::Oid { reads, oid }, hint: Hint::None }
    }

    #[cfg(feature = "postgres")]
    #[cold]
    pub(crate) const fn of_width(wrapper: &'static str, found: usize) -> Self {
        Self { wrapper, kind: Kind::Width { found }, hint: Hint::None }
    }

    #[cold]
    pub(crate) const fn of_range(wrapper: &'static str, error: RangeError) -> Self {
        Self { wrapper, kind: Kind::Range(error), hint: Hint::None }
    }

    /// The error of `bytes` that were to be 16, with a hint drawn from them.
    #[cold]
    pub(crate) fn of_bytes(wrapper: &'static str, error: BytesError, bytes: &[u8]) -> Self {
        let hint = if bytes.len() == 8 {
            Hint::EightBytes
        } else if idcore::Scru128::decode(bytes).is_ok() {
            Hint::TextBytes
        } else {
            Hint::None
        };
        Self { wrapper, kind: Kind::Bytes(error), hint }
    }

    /// The error of `text` that was to be 26 digits, with a hint drawn from it.
    #[cold]
    pub(crate) fn of_text(wrapper: &'static str, error: ParseError, text: &[u8]) -> Self {
        let hint = if text.len() == 16 {
            Hint::Sixteen
        } else if is_padded(text) {
            Hint::Padding
        } else {
            Hint::None
        };
        Self { wrapper, kind: Kind::Text(error), hint }
    }

    /// The same error where `value` came from MySQL, and may be of MariaDB's `UUID`.
    #[cfg(feature = "mysql")]
    #[cold]
    pub(crate) fn on_mysql(self, value: &[u8]) -> Self {
        if is_uuid_text(value) { Self { hint: Hint::UuidText, ..self } } else { self }
    }

    /// The same error on PostgreSQL, which has a second form of 16 bytes.
    #[cfg(feature = "postgres")]
    #[cold]
    pub(crate) const fn on_postgres(self) -> Self {
        match self.hint {
            Hint::Sixteen => Self { hint: Hint::SixteenOnPostgres, ..self },
            _ => self,
        }
    }

    /// Whether the column, or in SQLite the value, is of a type that the wrapper does not read.
    ///
    /// ```
    /// use diesel::deserialize::FromSql;
    /// use diesel::prelude::*;
    /// use diesel::sql_types::BigInt;
    /// use iddiesel::{ColumnError, Huid};
    ///
    /// let mut connection = SqliteConnection::establish(":memory:").unwrap();
    /// // SQLite has the types of values; that of the query is what the program says.
    /// let found = diesel::select(diesel::dsl::sql::<BigInt>("'Ada'")).get_result::<Huid>(&mut connection);
    /// let Err(diesel::result::Error::DeserializationError(error)) = found else { panic!("no id") };
    /// let field: &diesel::result::DeserializeFieldError = error.downcast_ref().unwrap();
    /// assert!(field.error.downcast_ref().is_some_and(ColumnError::is_type));
    /// ```
    pub const fn is_type(&self) -> bool {
        !self.is_value()
    }

    /// Whether the type was right, and the value no id: out of range, or of another length or
    /// alphabet.
    pub const fn is_value(&self) -> bool {
        matches!(self.kind, Kind::Range(_) | Kind::Bytes(_) | Kind::Text(_))
    }
}

/// Whether this is the text of a UUID with its four hyphens.
#[cfg(feature = "mysql")]
fn is_uuid_text(text: &[u8]) -> bool {
    text.len() == 36
        && text.iter().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => *byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Whether this is an id with spaces behind it.
fn is_padded(text: &[u8]) -> bool {
    match text.split_at_checked(idcore::Scru128::TEXT_LEN) {
        Some((id, rest)) => {
            !rest.is_empty()
                && rest.iter().all(|byte| *byte == b' ')
                && idcore::Scru128::decode(id).is_ok()
        }
        None => false,
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrapper = self.wrapper;
        match self.kind {
            Kind::Type { reads, found } => write!(f, "{wrapper} reads {reads}, found {found}")?,
            #[cfg(feature = "postgres")]
            Kind::Oid { reads, oid } => {
                write!(f, "{wrapper} reads {reads}, found the type with oid {oid}")?;
            }
            #[cfg(feature = "postgres")]
            Kind::Width { found } => write!(
                f,
                "{wrapper} reads BIGINT or a domain over it, found a user-defined type with a \
                 value of {found} bytes instead of 8"
            )?,
            Kind::Range(error) => write!(f, "{wrapper}: {error}")?,
            Kind::Bytes(error) => write!(f, "{wrapper}: {error}")?,
            Kind::Text(error) => write!(f, "{wrapper}: {error}")?,
        }
        match self.hint {
            Hint::None => Ok(()),
            Hint::Fits(other) => write!(f, ", which is what {other} reads"),
            Hint::MakeBigInt => f.write_str("; an integer of 63 bits belongs in a BIGINT column"),
            #[cfg(any(feature = "postgres", feature = "mysql"))]
            Hint::TooNarrow => f.write_str("; 63 bits do not fit: make the column a BIGINT"),
            Hint::EightBytes => {
                f.write_str("; 8 bytes could be a HUID, which Huid reads as BIGINT")
            }
            Hint::TextBytes => write!(f, "; they are a text that {} reads", Scru128Text::NAME),
            #[cfg(feature = "sqlite")]
            Hint::DeclareText => f.write_str(
                "; a column that is not declared as TEXT turns some ids, such as \
                 03123E99999999999999999999, into numbers",
            ),
            #[cfg(feature = "mysql")]
            Hint::UuidText => f.write_str(
                "; MariaDB's UUID type reorders the bytes and is no column for an id: make it a \
                 BINARY(16)",
            ),
            Hint::Padding => f.write_str(
                "; that is an id and spaces, as a CHAR wider than 26 gives it: make the column a \
                 CHAR(26)",
            ),
            Hint::Sixteen => {
                write!(f, "; 16 bytes are the width that {} reads", Scru128Bytes::NAME)
            }
            #[cfg(feature = "postgres")]
            Hint::SixteenOnPostgres => f.write_str(
                "; 16 bytes are the width that Scru128Bytes reads from a BYTEA, and Scru128Uuid \
                 from a UUID",
            ),
        }
    }
}

// No `source`: the message has that of the cause in it already.
impl Error for ColumnError {}
