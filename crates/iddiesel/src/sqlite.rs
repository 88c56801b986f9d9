//! SQLite: each value has its own type, whatever the column is declared as.
//!
//! A read of another type would convert silently (a text to the integer that it begins with, a
//! number to its digits), so the type of the value is checked first. `NULL` never comes here:
//! diesel reports it for a field that is not an `Option`.

use diesel::deserialize::{self, FromSql};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, Binary, Text};
use diesel::sqlite::{Sqlite, SqliteType, SqliteValue};

use crate::error::{ColumnError, Hint};
use crate::wrappers::{Huid, Scru128Bytes, Scru128Text};

/// How SQLite names the type of a value.
fn name(found: Option<SqliteType>) -> &'static str {
    match found {
        None => "NULL",
        Some(SqliteType::Text) => "TEXT",
        Some(SqliteType::Binary) => "BLOB",
        Some(SqliteType::Float | SqliteType::Double) => "REAL",
        Some(_) => "INTEGER",
    }
}

impl ToSql<BigInt, Sqlite> for Huid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.to_i64());
        Ok(IsNull::No)
    }
}

impl FromSql<BigInt, Sqlite> for Huid {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        match value.value_type() {
            Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
                match idcore::Huid::try_from(value.read_long()) {
                    Ok(id) => Ok(id.into()),
                    Err(error) => Err(ColumnError::of_range(Self::NAME, error).into()),
                }
            }
            found => Err(huid_of(found).into()),
        }
    }
}

#[cold]
fn huid_of(found: Option<SqliteType>) -> ColumnError {
    let hint = match found {
        Some(SqliteType::Text) => Hint::Fits(Scru128Text::NAME),
        Some(SqliteType::Binary) => Hint::Fits(Scru128Bytes::NAME),
        _ => Hint::MakeBigInt,
    };
    ColumnError::of_type(Huid::NAME, "INTEGER", name(found), hint)
}

impl ToSql<Binary, Sqlite> for Scru128Bytes {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.to_be_bytes().to_vec());
        Ok(IsNull::No)
    }
}

impl FromSql<Binary, Sqlite> for Scru128Bytes {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        match value.value_type() {
            Some(SqliteType::Binary) => {
                let bytes = value.read_blob();
                match idcore::Scru128::from_slice(bytes) {
                    Ok(id) => Ok(id.into()),
                    Err(error) => Err(ColumnError::of_bytes(Self::NAME, error, bytes).into()),
                }
            }
            found => Err(bytes_of(found).into()),
        }
    }
}

#[cold]
fn bytes_of(found: Option<SqliteType>) -> ColumnError {
    let hint = match found {
        Some(SqliteType::Text) => Hint::Fits(Scru128Text::NAME),
        Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
            Hint::Fits(Huid::NAME)
        }
        _ => Hint::None,
    };
    ColumnError::of_type(Scru128Bytes::NAME, "BLOB", name(found), hint)
}

impl ToSql<Text, Sqlite> for Scru128Text {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.encode(&mut [0; idcore::Scru128::TEXT_LEN]).to_owned());
        Ok(IsNull::No)
    }
}

impl FromSql<Text, Sqlite> for Scru128Text {
    fn from_sql(mut value: SqliteValue<'_, '_, '_>) -> deserialize::Result<Self> {
        match value.value_type() {
            Some(SqliteType::Text) => {
                // Not `read_text`, which puts other characters in the place of those that are no
                // UTF-8. As a BLOB, a text is its bytes.
                let text = value.read_blob();
                match idcore::Scru128::decode(text) {
                    Ok(id) => Ok(id.into()),
                    Err(error) => Err(ColumnError::of_text(Self::NAME, error, text).into()),
                }
            }
            found => Err(text_of(found).into()),
        }
    }
}

#[cold]
fn text_of(found: Option<SqliteType>) -> ColumnError {
    let hint = match found {
        Some(SqliteType::Binary) => Hint::Fits(Scru128Bytes::NAME),
        _ => Hint::DeclareText,
    };
    ColumnError::of_type(Scru128Text::NAME, "TEXT", name(found), hint)
}
