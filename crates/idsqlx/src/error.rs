//! The error of a column that holds no id, or another form of one than the wrapper reads.

// Each database makes some of these; without one, nothing does.
#![cfg_attr(
    not(all(feature = "postgres", feature = "mysql", feature = "sqlite")),
    allow(dead_code)
)]

use std::error::Error;
use std::fmt;

use idcore::{BytesError, ParseError, RangeError};

/// A column's value cannot be read as the wrapper that was asked for.
///
/// sqlx boxes it into [`sqlx::Error::ColumnDecode`], which names the column, or
/// [`sqlx::Error::Decode`]; [`ColumnError::of`] finds it there.
///
/// The message says what was expected, what was found, and which wrapper or column type fits.
///
/// ```
/// use idsqlx::{ColumnError, Huid};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// let mut found = Vec::new();
/// for value in ["NULL", "'ada@example.org'", "-1"] {
///     let select = sqlx::AssertSqlSafe(format!("SELECT {value}"));
///     let error = sqlx::query_scalar::<_, Huid>(select).fetch_one(&pool).await.unwrap_err();
///     let error = ColumnError::of(&error).ok_or("another error")?;
///     found.push((error.is_null(), error.is_type(), error.is_value()));
/// }
/// assert_eq!(found, [(true, false, false), (false, true, false), (false, false, true)]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ColumnError {
    wrapper: Wrapper,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Null,
    Type { found: String, form: Form },
    Value(Cause),
}

/// Why a value of the right type is no id.
#[derive(Debug)]
pub(crate) enum Cause {
    Range(RangeError),
    Parse(ParseError),
    Bytes(BytesError),
}

/// The wrapper that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    Huid,
    Bytes,
    Text,
    #[cfg(feature = "postgres")]
    Uuid,
}

/// What a value is, whatever its database calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An integer of 64 bits.
    BigInt,
    /// An integer of fewer bits.
    SmallInt,
    Bytes,
    Text,
    /// PostgreSQL's UUID.
    Uuid,
    /// MariaDB's UUID, or a text that looks like it.
    UuidText,
    /// A number that has no place for every digit of an id, or is no integer.
    Number,
    /// A number in SQLite, which a column's affinity may have made of a text.
    AffineNumber,
    /// A text in SQLite, which a column's affinity may have made of an integer.
    AffineText,
    Other,
}

impl Wrapper {
    /// Checks that a value is what this wrapper reads.
    pub(crate) fn expect(
        self,
        form: Form,
        found: impl FnOnce() -> String,
    ) -> Result<(), ColumnError> {
        let fits = match self {
            Self::Huid => form == Form::BigInt,
            Self::Bytes => form == Form::Bytes,
            Self::Text => matches!(form, Form::Text | Form::AffineText),
            #[cfg(feature = "postgres")]
            Self::Uuid => form == Form::Uuid,
        };
        if fits { Ok(()) } else { Err(self.error(Kind::Type { found: found(), form })) }
    }

    #[cold]
    pub(crate) fn null(self) -> ColumnError {
        self.error(Kind::Null)
    }

    #[cold]
    pub(crate) fn value(self, cause: impl Into<Cause>) -> ColumnError {
        self.error(Kind::Value(cause.into()))
    }

    #[cold]
    fn error(self, kind: Kind) -> ColumnError {
        ColumnError { wrapper: self, kind }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Huid => "Huid",
            Self::Bytes => "Scru128Bytes",
            Self::Text => "Scru128Text",
            #[cfg(feature = "postgres")]
            Self::Uuid => "Scru128Uuid",
        }
    }

    const fn columns(self) -> &'static str {
        match self {
            Self::Huid => "BIGINT (SQLite: INTEGER)",
            Self::Bytes => "BYTEA, BINARY(16) or BLOB",
            Self::Text => "TEXT, VARCHAR or CHAR(26)",
            #[cfg(feature = "postgres")]
            Self::Uuid => "PostgreSQL's UUID",
        }
    }

    /// What to do about a column of this form.
    const fn advice(self, form: Form) -> &'static str {
        match (self, form) {
            (Self::Huid, Form::Bytes) => {
                "bytes are what Scru128Bytes reads, if the ids are SCRU128; HUIDs are declared \
                 BIGINT"
            }
            (Self::Huid, Form::Text) => {
                "text is what Scru128Text reads, if the ids are SCRU128; HUIDs are declared BIGINT"
            }
            (Self::Huid, Form::Uuid) => {
                "a UUID is what Scru128Uuid reads, if the ids are SCRU128; HUIDs are declared \
                 BIGINT"
            }
            (Self::Huid, Form::SmallInt) => "it has too few bits for an id: declare it BIGINT",
            (Self::Huid, Form::Number | Form::AffineNumber) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it BIGINT, in SQLite INTEGER"
            }
            (Self::Huid, Form::AffineText) => {
                "a column of text affinity turns integers into text: declare it INTEGER"
            }
            (_, Form::BigInt | Form::SmallInt) => {
                "integers are what Huid reads, if the ids are HUIDs; SCRU128s are bytes or text"
            }
            (_, Form::Number) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it as bytes for Scru128Bytes, as text for Scru128Text"
            }
            (_, Form::AffineNumber) => {
                "a column of numeric affinity turns texts of digits, or with an E, into numbers: \
                 declare it TEXT for Scru128Text, BLOB for Scru128Bytes"
            }
            (_, Form::Bytes) => "Scru128Bytes fits it",
            (_, Form::Text | Form::AffineText) => "Scru128Text fits it",
            (_, Form::Uuid) => "Scru128Uuid fits it",
            (_, Form::UuidText) => {
                "MariaDB's UUID type changes the order of the bytes and is no column for an id: \
                 declare it BINARY(16) and use Scru128Bytes"
            }
            (_, Form::Other) => "no wrapper reads it",
        }
    }
}

impl ColumnError {
    /// The column error inside an error of sqlx, if it is one.
    ///
    /// ```
    /// let error = sqlx::Error::RowNotFound;
    /// assert!(idsqlx::ColumnError::of(&error).is_none());
    /// ```
    pub fn of(error: &sqlx::Error) -> Option<&Self> {
        match error {
            sqlx::Error::ColumnDecode { source, .. } | sqlx::Error::Decode(source) => {
                source.downcast_ref()
            }
            _ => None,
        }
    }

    /// Whether the value was NULL: `Option` of the wrapper reads it.
    pub const fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// Whether the type of the column, or of a value in SQLite, was one that the wrapper does not
    /// read; the message says which wrapper does.
    pub const fn is_type(&self) -> bool {
        matches!(self.kind, Kind::Type { .. })
    }

    /// Whether the type was right, but the value no id: a negative number, 15 bytes, a text with a
    /// space.
    pub const fn is_value(&self) -> bool {
        matches!(self.kind, Kind::Value(_))
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, columns) = (self.wrapper.name(), self.wrapper.columns());
        match &self.kind {
            Kind::Null => {
                write!(f, "{name} expected {columns}, found NULL: Option<{name}> reads it")
            }
            Kind::Type { found, form } => {
                let advice = self.wrapper.advice(*form);
                write!(f, "{name} expected {columns}, found a value of type {found}: {advice}")
            }
            Kind::Value(Cause::Range(cause)) => write!(f, "{name}: {cause}"),
            Kind::Value(Cause::Parse(cause)) => write!(f, "{name}: {cause}"),
            Kind::Value(Cause::Bytes(cause)) => write!(f, "{name}: {cause}"),
        }
    }
}

impl Error for ColumnError {}

impl From<RangeError> for Cause {
    fn from(error: RangeError) -> Self {
        Self::Range(error)
    }
}

impl From<ParseError> for Cause {
    fn from(error: ParseError) -> Self {
        Self::Parse(error)
    }
}

impl From<BytesError> for Cause {
    fn from(error: BytesError) -> Self {
        Self::Bytes(error)
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnError, Form, Wrapper};

    #[test]
    fn messages_say_expected_found_and_what_fits() {
        let error = Wrapper::Bytes.expect(Form::Uuid, || "UUID".to_owned()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Scru128Bytes expected BYTEA, BINARY(16) or BLOB, found a value of type UUID: \
             Scru128Uuid fits it"
        );
        assert!(error.is_type() && !error.is_null() && !error.is_value());
        assert_eq!(
            Wrapper::Huid.null().to_string(),
            "Huid expected BIGINT (SQLite: INTEGER), found NULL: Option<Huid> reads it"
        );
        let negative = idcore::Huid::try_from(-1_i64).unwrap_err();
        let error = Wrapper::Huid.value(negative);
        assert!(error.is_value());
        assert!(error.to_string().ends_with("(63 bits), found -1"), "{error}");
    }

    #[test]
    fn it_is_found_in_the_errors_of_sqlx() {
        let error = sqlx::Error::Decode(Box::new(Wrapper::Text.null()));
        assert!(ColumnError::of(&error).unwrap().is_null());
        let other = sqlx::Error::Decode("something else".into());
        assert!(ColumnError::of(&other).is_none());
    }
}
