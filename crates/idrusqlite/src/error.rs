//! The error of a column that holds no id, or another form of one than the wrapper is for.

use std::error::Error;
use std::fmt;

use idcore::{BytesError, ParseError, RangeError};

/// A column's value cannot be read as the wrapper that was asked for.
///
/// The message says what was expected, what was found, and which wrapper or column type fits.
/// rusqlite keeps it in `Error::FromSqlConversionFailure`, which has the number of the column:
/// [`ColumnError::of`] finds it there.
///
/// ```
/// use idrusqlite::{ColumnError, Huid};
/// use rusqlite::types::{FromSql, ValueRef};
///
/// let read = |value| Huid::column_result(value).unwrap_err();
/// let null = read(ValueRef::Null);
/// let text = read(ValueRef::Text(b"ada@example.org"));
/// let negative = read(ValueRef::Integer(-1));
///
/// assert!(ColumnError::of(&null).is_some_and(ColumnError::is_null));
/// assert!(ColumnError::of(&text).is_some_and(ColumnError::is_type));
/// assert!(ColumnError::of(&negative).is_some_and(ColumnError::is_value));
/// ```
#[derive(Debug)]
pub struct ColumnError {
    wrapper: Wrapper,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Null,
    Type(Form),
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
}

/// What a value is, whatever its column was declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Integer,
    Real,
    Text,
    Blob,
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
            Self::Blob => "BLOB",
        }
    }
}

impl Wrapper {
    /// A value of another form than this wrapper reads.
    #[cold]
    pub(crate) fn form(self, found: Form) -> ColumnError {
        self.error(Kind::Type(found))
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
        }
    }

    const fn columns(self) -> &'static str {
        match self {
            Self::Huid => "INTEGER",
            Self::Bytes => "BLOB",
            Self::Text => "TEXT",
        }
    }

    /// What to do about a value of this form.
    const fn advice(self, form: Form) -> &'static str {
        match (self, form) {
            (Self::Huid, Form::Blob) => {
                "a blob is what Scru128Bytes reads, if the ids are SCRU128; HUIDs are declared \
                 INTEGER"
            }
            (Self::Huid, Form::Text) => {
                "text is what Scru128Text reads, if the ids are SCRU128; HUIDs are declared \
                 INTEGER, since a column of text affinity turns integers into text"
            }
            (Self::Huid, _) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it INTEGER"
            }
            (Self::Bytes, Form::Integer) => {
                "integers are what Huid reads, if the ids are HUIDs; SCRU128s are a blob or text"
            }
            (Self::Bytes, Form::Real) => {
                "floating-point and decimal columns are not for ids, which they may round: declare \
                 it BLOB"
            }
            (Self::Text, Form::Integer | Form::Real) => {
                "a column of numeric affinity turns texts of digits, or with an E, into numbers: \
                 declare it TEXT for Scru128Text, BLOB for Scru128Bytes; integers are what Huid \
                 reads, if the ids are HUIDs"
            }
            (_, Form::Blob) => "Scru128Bytes fits it",
            (_, Form::Text) => "Scru128Text fits it",
        }
    }
}

impl ColumnError {
    /// The column error among the causes of an error, such as `rusqlite::Error`.
    ///
    /// ```
    /// let error = std::io::Error::other("the disk is full");
    /// assert!(idrusqlite::ColumnError::of(&error).is_none());
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

    /// Whether the value was of a type that the wrapper does not read; the message says which wrapper
    /// does.
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
            Kind::Type(form) => {
                let (found, advice) = (form.name(), self.wrapper.advice(*form));
                write!(f, "{name} expected {columns}, found a value of type {found}: {advice}")
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
