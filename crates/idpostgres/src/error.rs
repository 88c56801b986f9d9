//! What a wrapper expects of a type, and what to do about one that is something else.

use idcolumns::{ColumnError, Form};

/// Where a type was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Column,
    Parameter,
}

/// What a type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
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

/// Checks that a type is the one that a wrapper is for.
pub(crate) fn expect(
    wrapper: Form,
    found: Found,
    of: Place,
    name: impl FnOnce() -> String,
) -> Result<(), ColumnError> {
    let fits = match wrapper {
        Form::Huid => found == Found::BigInt,
        Form::Scru128Bytes => found == Found::Bytes,
        Form::Scru128Text => found == Found::Text,
        Form::Scru128Uuid => found == Found::Uuid,
    };
    if fits { Ok(()) } else { Err(other_type(wrapper, found, of, &name())) }
}

#[cold]
fn other_type(wrapper: Form, found: Found, of: Place, name: &str) -> ColumnError {
    let what = match of {
        Place::Column => "value",
        Place::Parameter => "parameter",
    };
    let what = format!("a {what} of type {name}");
    ColumnError::of_type(wrapper, columns(wrapper), what, advice(wrapper, found))
}

#[cold]
pub(crate) const fn null(wrapper: Form) -> ColumnError {
    ColumnError::null(wrapper, columns(wrapper))
}

const fn columns(wrapper: Form) -> &'static str {
    match wrapper {
        Form::Huid => "BIGINT",
        Form::Scru128Bytes => "BYTEA",
        Form::Scru128Text => "TEXT, VARCHAR or CHAR(26)",
        Form::Scru128Uuid => "UUID",
    }
}

/// What to do about a column or parameter of this form.
const fn advice(wrapper: Form, found: Found) -> &'static str {
    match (wrapper, found) {
        (Form::Huid, Found::Bytes) => {
            "bytes are for Scru128Bytes, if the ids are SCRU128; HUIDs are declared BIGINT"
        }
        (Form::Huid, Found::Text) => {
            "text is for Scru128Text, if the ids are SCRU128; HUIDs are declared BIGINT"
        }
        (Form::Huid, Found::Uuid) => {
            "a UUID is for Scru128Uuid, if the ids are SCRU128; HUIDs are declared BIGINT"
        }
        (Form::Huid, Found::SmallInt) => "it has too few bits for an id: declare it BIGINT",
        (Form::Huid, Found::Number) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it BIGINT"
        }
        (_, Found::BigInt | Found::SmallInt) => {
            "integers are for Huid, if the ids are HUIDs; SCRU128s are bytes, text or UUID"
        }
        (_, Found::Number) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it BYTEA for Scru128Bytes, TEXT for Scru128Text, UUID for Scru128Uuid"
        }
        (_, Found::Bytes) => "Scru128Bytes fits it",
        (_, Found::Text) => "Scru128Text fits it",
        (_, Found::Uuid) => "Scru128Uuid fits it",
        (_, Found::Other) => "no wrapper is for it",
    }
}
