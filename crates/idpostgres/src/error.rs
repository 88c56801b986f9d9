//! The error of a column that holds no id, or another form of one than the wrapper is for.

use std::error::Error;
use std::fmt;

use idcore::{BytesError, ParseError, RangeError};

/// A column's value cannot be read as the wrapper that was asked for, or a parameter's type is none
/// that the wrapper is written to.
///
/// The message says what was expected, what was found, and which wrapper or column type fits.
/// tokio-postgres keeps it as the source of its own error, which names the column or parameter:
/// [`ColumnError::of`] finds it there.
///
/// ```
/// use idpostgres::{ColumnError, Huid};
/// use postgres_types::{FromSql, Type};
///
/// // What the drivers do with a column.
/// let null = Huid::from_sql_null(&Type::INT8).unwrap_err();
/// let text = Huid::from_sql(&Type::TEXT, b"ada@example.org").unwrap_err();
/// let negative = Huid::from_sql(&Type::INT8, &(-1_i64).to_be_bytes()).unwrap_err();
///
/// assert!(ColumnError::of(&*null).is_some_and(ColumnError::is_null));
/// assert!(ColumnError::of(&*text).is_some_and(ColumnError::is_type));
/// assert!(ColumnError::of(&*negative).is_some_and(ColumnError::is_value));
/// assert_eq!(
///     negative.to_string(),
///     "Huid: a HUID must be 0 to 9223372036854775807 (63 bits), found -1",
/// );
/// ```
#[derive(Debug)]
pub struct ColumnError {
    wrapper: Wrapper,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Null,
    Type { found: String, form: Form, of: Place },
    Value(Cause),
}

/// Where a type was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Column,
    Parameter,
}

/// Why a value of the right type is no id.
#[derive(Debug)]
pub(crate) enum Cause {
    Range(RangeError),
    Parse(ParseError),
    Bytes(BytesError),
}

/// The wrapper that is read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrapper {
    Huid,
    Bytes,
    Text,
    Uuid,
}

/// What a type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// An integer of 64 bits.
    BigInt,
    /// An integer of fewer bits.
    SmallInt,
    Bytes,
    Text,
    Uuid,
    /// A number that has no place for every digit of an id, or is no integer.
    Number,
    Other,
}

impl Wrapper {
    /// Checks that a type is the one that this wrapper is for.
    pub(crate) fn expect(
        self,
        form: Form,
        of: Place,
        found: impl FnOnce() -> String,
    ) -> Result<(), ColumnError> {
        let fits = match self {
            Self::Huid => form == Form::BigInt,
            Self::Bytes => form == Form::Bytes,
            Self::Text => form == Form::Text,
            Self::Uuid => form == Form::Uuid,
        };
        if fits { Ok(()) } else { Err(self.error(Kind::Type { found: found(), form, of })) }
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
            Self::Uuid => "Scru128Uuid",
        }
    }

    const fn columns(self) -> &'static str {
        match self {
            Self::Huid => "BIGINT",
            Self::Bytes => "BYTEA",
            Self::Text => "TEXT, VARCHAR or CHAR(26)",
            Self::Uuid => "UUID",
        }
    }

    /// What to do about a column or parameter of this form.
    const fn advice(self, form: Form) -> &'static str {
        match (self, form) {
            (Self::Huid, Form::Bytes) => {
                "bytes are for Scru128Bytes, if the ids are SCRU128; HUIDs are declared BIGINT"
            }
            (Self::Huid, Form::Text) => {
                "text is for Scru128Text, if the ids are SCRU128; HUIDs are declared BIGINT"
            }
            (Self::Huid, Form::Uuid) => {
                "a UUID is for Scru128Uuid, if the ids are SCRU128; HUIDs are declared BIGINT"
            }
            (Self::Huid, Form::SmallInt) => "it has too few bits for an id: declare it BIGINT",
            (Self::Huid, Form::Number) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it BIGINT"
            }
            (_, Form::BigInt | Form::SmallInt) => {
                "integers are for Huid, if the ids are HUIDs; SCRU128s are bytes, text or UUID"
            }
            (_, Form::Number) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it BYTEA for Scru128Bytes, TEXT for Scru128Text, UUID for Scru128Uuid"
            }
            (_, Form::Bytes) => "Scru128Bytes fits it",
            (_, Form::Text) => "Scru128Text fits it",
            (_, Form::Uuid) => "Scru128Uuid fits it",
            (_, Form::Other) => "no wrapper is for it",
        }
    }
}

impl ColumnError {
    /// The column error among the causes of an error, such as `tokio_postgres::Error`.
    ///
    /// ```
    /// let error = std::io::Error::other("the server is gone");
    /// assert!(idpostgres::ColumnError::of(&error).is_none());
    /// ```
    pub fn of<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e Self> {
        let mut cause = Some(error);
        while let Some(error) = cause {
            if let Some(found) = error.downcast_ref() {
                return Some(found);
            }
            cause = error.source();
        }
        None
    }

    /// Whether the value was NULL: `Option` of the wrapper reads it.
    pub const fn is_null(&self) -> bool {
        matches!(self.kind, Kind::Null)
    }

    /// Whether the type of the column or parameter was one that the wrapper is not for; the message
    /// says which wrapper is.
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
            Kind::Type { found, form, of } => {
                let what = match of {
                    Place::Column => "value",
                    Place::Parameter => "parameter",
                };
                let advice = self.wrapper.advice(*form);
                write!(f, "{name} expected {columns}, found a {what} of type {found}: {advice}")
            }
            Kind::Value(Cause::Range(cause)) => write!(f, "{name}: {cause}"),
            Kind::Value(Cause::Parse(cause)) => write!(f, "{name}: {cause}"),
            Kind::Value(Cause::Bytes(cause)) => write!(f, "{name}: {cause}"),
        }
    }
}

// No `source`: the message has that of the cause in it already.
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
