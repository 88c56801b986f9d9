//! How each wrapper is written and read: as each value has it, whatever its column was declared as.

use idcolumns::{ColumnError, Form};
use idcore::Scru128;
use rusqlite::Result;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};

use crate::error::{Found, null, other_type};
use crate::{Huid, Scru128Bytes, Scru128Text};

/// The refusal of a value that the wrapper does not read.
#[cold]
fn refusal(wrapper: Form, value: ValueRef<'_>) -> ColumnError {
    match value {
        ValueRef::Null => null(wrapper),
        ValueRef::Integer(_) => other_type(wrapper, Found::Integer),
        ValueRef::Real(_) => other_type(wrapper, Found::Real),
        ValueRef::Text(_) => other_type(wrapper, Found::Text),
        ValueRef::Blob(_) => other_type(wrapper, Found::Blob),
    }
}

impl FromSql for Huid {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let id = match value {
            ValueRef::Integer(integer) => idcore::Huid::try_from(integer)
                .map_err(|error| ColumnError::of_value(Form::Huid, error)),
            other => Err(refusal(Form::Huid, other)),
        };
        id.map(Self::from).map_err(FromSqlError::other)
    }
}

impl FromSql for Scru128Bytes {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let id = match value {
            ValueRef::Blob(bytes) => Scru128::from_slice(bytes)
                .map_err(|error| ColumnError::of_value(Form::Scru128Bytes, error)),
            other => Err(refusal(Form::Scru128Bytes, other)),
        };
        id.map(Self::from).map_err(FromSqlError::other)
    }
}

impl FromSql for Scru128Text {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let id = match value {
            ValueRef::Text(text) => Scru128::decode(text)
                .map_err(|error| ColumnError::of_value(Form::Scru128Text, error)),
            other => Err(refusal(Form::Scru128Text, other)),
        };
        id.map(Self::from).map_err(FromSqlError::other)
    }
}

impl From<Huid> for Value {
    fn from(id: Huid) -> Self {
        Self::Integer(id.to_i64())
    }
}

impl From<Scru128Bytes> for Value {
    fn from(id: Scru128Bytes) -> Self {
        Self::Blob(id.to_be_bytes().to_vec())
    }
}

impl From<Scru128Text> for Value {
    fn from(id: Scru128Text) -> Self {
        Self::Text(id.to_string())
    }
}

impl ToSql for Huid {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned((*self).into()))
    }
}

impl ToSql for Scru128Bytes {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned((*self).into()))
    }
}

impl ToSql for Scru128Text {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned((*self).into()))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::types::Value;

    use crate::{Huid, Scru128Bytes, Scru128Text};

    #[test]
    fn values() {
        let text = "00QBTG0FERFTCCNFISUBO489DI";
        let huid: Huid = "9223372036854775807".parse().unwrap();
        assert_eq!(Value::from(huid), Value::Integer(9223372036854775807));
        let id: Scru128Text = text.parse().unwrap();
        assert_eq!(Value::from(id), Value::Text(text.to_owned()));
        let id: Scru128Bytes = text.parse().unwrap();
        let bytes = b"\x00\xd2\xfb\x00\x3d\xdb\x7f\x58\xcb\xbe\x5c\xf2\xf0\x44\x25\xb2";
        assert_eq!(Value::from(id), Value::Blob(bytes.to_vec()));
    }
}
