//! The error of a column's value that is no id, or of another form than the wrapper is for.

use std::error::Error;
use std::fmt;

use crate::form::Form;

/// A column's value cannot be read as the wrapper that was asked for, or a parameter's type is none
/// that the wrapper is written to.
///
/// The message says what was expected, what was found, and which wrapper or column type fits.
/// Drivers keep it as the source of their own error, which names the column: [`of`](Self::of) finds
/// it there.
///
/// ```
/// use idcolumns::{ColumnError, Form};
///
/// let error = ColumnError::null(Form::Huid, "BIGINT");
/// assert!(error.is_null());
/// assert_eq!(error.to_string(), "Huid expected BIGINT, found NULL: Option<Huid> reads it");
/// ```
#[derive(Debug)]
pub struct ColumnError {
    wrapper: Form,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Null { expected: &'static str },
    Type { expected: &'static str, found: String, advice: &'static str },
    Value(Box<dyn Error + Send + Sync>),
}

impl ColumnError {
    /// The error of a NULL where the wrapper expects a value: `expected` names the column types that
    /// it is for.
    #[cold]
    pub const fn null(wrapper: Form, expected: &'static str) -> Self {
        Self { wrapper, kind: Kind::Null { expected } }
    }

    /// The error of another type: what was found, with its article, and what to do about it.
    ///
    /// ```
    /// use idcolumns::{ColumnError, Form};
    ///
    /// let found = "a value of type UUID".to_owned();
    /// let error = ColumnError::of_type(Form::Scru128Text, "TEXT", found, "Scru128Uuid fits it");
    /// assert!(error.is_type());
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Scru128Text expected TEXT, found a value of type UUID: Scru128Uuid fits it",
    /// );
    /// ```
    #[cold]
    pub const fn of_type(
        wrapper: Form,
        expected: &'static str,
        found: String,
        advice: &'static str,
    ) -> Self {
        Self { wrapper, kind: Kind::Type { expected, found, advice } }
    }

    /// The error of a value of the right type that is no id, and why it is none.
    ///
    /// ```
    /// use idcolumns::{ColumnError, Form};
    ///
    /// let error = ColumnError::of_value(Form::Scru128Bytes, "a SCRU128 is 16 bytes, found 15");
    /// assert!(error.is_value());
    /// assert_eq!(error.to_string(), "Scru128Bytes: a SCRU128 is 16 bytes, found 15");
    /// ```
    #[cold]
    pub fn of_value(wrapper: Form, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { wrapper, kind: Kind::Value(cause.into()) }
    }

    /// The column error among the causes of an error, such as a driver's.
    ///
    /// ```
    /// use idcolumns::{CheckError, ColumnError, Form};
    ///
    /// // In place of a driver's error, another that has a source.
    /// let error = CheckError::Database(ColumnError::null(Form::Huid, "BIGINT"));
    /// assert!(ColumnError::of(&error).is_some_and(ColumnError::is_null));
    /// assert!(ColumnError::of(&std::io::Error::other("no connection")).is_none());
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
        matches!(self.kind, Kind::Null { .. })
    }

    /// Whether the type was one that the wrapper is not for; the message says which wrapper is.
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
        let wrapper = self.wrapper;
        match &self.kind {
            Kind::Null { expected } => {
                write!(f, "{wrapper} expected {expected}, found NULL: Option<{wrapper}> reads it")
            }
            Kind::Type { expected, found, advice } => {
                write!(f, "{wrapper} expected {expected}, found {found}: {advice}")
            }
            Kind::Value(cause) => write!(f, "{wrapper}: {cause}"),
        }
    }
}

// No `source`: the message has that of the cause in it already.
impl Error for ColumnError {}
