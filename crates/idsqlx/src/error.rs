//! What a wrapper expects of a column, and what to do about one that is something else.

// Each database makes some of these; without one, nothing does.
#![cfg_attr(
    not(all(feature = "postgres", feature = "mysql", feature = "sqlite")),
    allow(dead_code)
)]

use idcolumns::{ColumnError, Form};

/// What a value is, whatever its database calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
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

/// Checks that a value is what a wrapper reads.
pub(crate) fn expect(
    wrapper: Form,
    found: Found,
    name: impl FnOnce() -> String,
) -> Result<(), ColumnError> {
    let fits = match wrapper {
        Form::Huid => found == Found::BigInt,
        Form::Scru128Bytes => found == Found::Bytes,
        Form::Scru128Text => matches!(found, Found::Text | Found::AffineText),
        Form::Scru128Uuid => found == Found::Uuid,
    };
    if fits { Ok(()) } else { Err(other_type(wrapper, found, &name())) }
}

#[cold]
fn other_type(wrapper: Form, found: Found, name: &str) -> ColumnError {
    let what = format!("a value of type {name}");
    ColumnError::of_type(wrapper, columns(wrapper), what, advice(wrapper, found))
}

#[cold]
pub(crate) const fn null(wrapper: Form) -> ColumnError {
    ColumnError::null(wrapper, columns(wrapper))
}

const fn columns(wrapper: Form) -> &'static str {
    match wrapper {
        Form::Huid => "BIGINT (SQLite: INTEGER)",
        Form::Scru128Bytes => "BYTEA, BINARY(16) or BLOB",
        Form::Scru128Text => "TEXT, VARCHAR or CHAR(26)",
        Form::Scru128Uuid => "PostgreSQL's UUID",
    }
}

/// What to do about a column of this form.
const fn advice(wrapper: Form, found: Found) -> &'static str {
    match (wrapper, found) {
        (Form::Huid, Found::Bytes) => {
            "bytes are what Scru128Bytes reads, if the ids are SCRU128; HUIDs are declared \
             BIGINT"
        }
        (Form::Huid, Found::Text) => {
            "text is what Scru128Text reads, if the ids are SCRU128; HUIDs are declared BIGINT"
        }
        (Form::Huid, Found::Uuid) => {
            "a UUID is what Scru128Uuid reads, if the ids are SCRU128; HUIDs are declared \
             BIGINT"
        }
        (Form::Huid, Found::SmallInt) => "it has too few bits for an id: declare it BIGINT",
        (Form::Huid, Found::Number | Found::AffineNumber) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it BIGINT, in SQLite INTEGER"
        }
        (Form::Huid, Found::AffineText) => {
            "a column of text affinity turns integers into text: declare it INTEGER"
        }
        (_, Found::BigInt | Found::SmallInt) => {
            "integers are what Huid reads, if the ids are HUIDs; SCRU128s are bytes or text"
        }
        (_, Found::Number) => {
            "floating-point and decimal columns are not for ids, which they may round: declare \
             it as bytes for Scru128Bytes, as text for Scru128Text"
        }
        (_, Found::AffineNumber) => {
            "a column of numeric affinity turns texts of digits, or with an E, into numbers: \
             declare it TEXT for Scru128Text, BLOB for Scru128Bytes"
        }
        (_, Found::Bytes) => "Scru128Bytes fits it",
        (_, Found::Text | Found::AffineText) => "Scru128Text fits it",
        (_, Found::Uuid) => "Scru128Uuid fits it",
        (_, Found::UuidText) => {
            "MariaDB's UUID type changes the order of the bytes and is no column for an id: \
             declare it BINARY(16) and use Scru128Bytes"
        }
        (_, Found::Other) => "no wrapper reads it",
    }
}

#[cfg(test)]
mod tests {
    use idcolumns::{ColumnError, Form};

    use super::{Found, expect, null};

    #[test]
    fn messages_say_expected_found_and_what_fits() {
        let error = expect(Form::Scru128Bytes, Found::Uuid, || "UUID".to_owned()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Scru128Bytes expected BYTEA, BINARY(16) or BLOB, found a value of type UUID: \
             Scru128Uuid fits it"
        );
        assert!(error.is_type() && !error.is_null() && !error.is_value());
        assert_eq!(
            null(Form::Huid).to_string(),
            "Huid expected BIGINT (SQLite: INTEGER), found NULL: Option<Huid> reads it"
        );
    }

    #[test]
    fn it_is_found_in_the_errors_of_sqlx() {
        let error = sqlx::Error::Decode(Box::new(null(Form::Scru128Text)));
        assert!(ColumnError::of(&error).unwrap().is_null());
        let index = "id".to_owned();
        let source = Box::new(null(Form::Scru128Text));
        let error = sqlx::Error::ColumnDecode { index, source };
        assert!(ColumnError::of(&error).unwrap().is_null());
        let other = sqlx::Error::Decode("something else".into());
        assert!(ColumnError::of(&other).is_none());
    }
}
