//! What a wrapper expects of a value, and what to do about one that is something else.

use idcolumns::{ColumnError, Form};

/// What a value is, whatever its column was declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Integer,
    Real,
    Text,
    Blob,
}

impl Found {
    const fn name(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Text => "TEXT",
            Self::Blob => "BLOB",
        }
    }
}

/// The error of a value of another form than the wrapper reads.
#[cold]
pub(crate) fn other_type(wrapper: Form, found: Found) -> ColumnError {
    let what = format!("a value of type {}", found.name());
    ColumnError::of_type(wrapper, columns(wrapper), what, advice(wrapper, found))
}

#[cold]
pub(crate) const fn null(wrapper: Form) -> ColumnError {
    ColumnError::null(wrapper, columns(wrapper))
}

const fn columns(wrapper: Form) -> &'static str {
    match wrapper {
        Form::Huid => "INTEGER",
        Form::Scru128Text => "TEXT",
        // The other has no wrapper in this crate.
        Form::Scru128Bytes | Form::Scru128Uuid => "BLOB",
    }
}

/// What to do about a value of this form.
const fn advice(wrapper: Form, found: Found) -> &'static str {
    match (wrapper, found) {
        (Form::Huid, Found::Blob) => {
            "a blob is what Scru128Bytes reads, if the ids are SCRU128; HUIDs are declared \
             INTEGER"
        }
        (Form::Huid, Found::Text) => {
            "text is what Scru128Text reads, if the ids are SCRU128; HUIDs are declared \
             INTEGER, since a column of text affinity turns integers into text"
        }
        (Form::Huid, _) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it INTEGER"
        }
        (Form::Scru128Text, Found::Integer | Found::Real) => {
            "a column of numeric affinity turns texts of digits, or with an E, into numbers: \
             declare it TEXT for Scru128Text, BLOB for Scru128Bytes; integers are what Huid \
             reads, if the ids are HUIDs"
        }
        (_, Found::Integer) => {
            "integers are what Huid reads, if the ids are HUIDs; SCRU128s are a blob or text"
        }
        (_, Found::Real) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it BLOB"
        }
        (_, Found::Blob) => "Scru128Bytes fits it",
        (_, Found::Text) => "Scru128Text fits it",
    }
}
