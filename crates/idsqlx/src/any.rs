//! The `Any` driver: BIGINT, bytes and text, in the databases whose driver hands them on.
//!
//! It hands on neither PostgreSQL's UUID nor its CHAR and citext. It gives a BIGINT UNSIGNED as
//! signed, so that one over 2^63 - 1 comes as a negative number, which is an error here.

use idcolumns::{ColumnError, Form};
use idcore::Scru128;
use sqlx::any::{Any, AnyTypeInfo, AnyValueRef};
use sqlx::database::Database;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Encode, Type, TypeInfo, ValueRef};

use crate::error::{self, Found, null};
use crate::{Huid, Scru128Bytes, Scru128Text};

type AnyArgumentBuffer = <Any as Database>::ArgumentBuffer;

/// What a value is.
fn found(ty: &AnyTypeInfo) -> Found {
    match ty.name() {
        "BIGINT" => Found::BigInt,
        "BOOLEAN" | "SMALLINT" | "INTEGER" => Found::SmallInt,
        "REAL" | "DOUBLE" => Found::Number,
        "TEXT" => Found::Text,
        "BLOB" => Found::Bytes,
        _ => Found::Other,
    }
}

fn expect(value: &AnyValueRef<'_>, wrapper: Form) -> Result<(), ColumnError> {
    if value.is_null() {
        return Err(null(wrapper));
    }
    let ty = value.type_info();
    error::expect(wrapper, found(&ty), || ty.name().to_owned())
}

impl Type<Any> for Huid {
    fn type_info() -> AnyTypeInfo {
        <i64 as Type<Any>>::type_info()
    }

    fn compatible(_: &AnyTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Any> for Huid {
    fn encode_by_ref(&self, buffer: &mut AnyArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.to_i64(), buffer)
    }
}

impl Decode<'_, Any> for Huid {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Huid)?;
        let id = idcore::Huid::try_from(<i64 as Decode<Any>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Huid, error))?.into())
    }
}

impl Type<Any> for Scru128Bytes {
    fn type_info() -> AnyTypeInfo {
        <[u8] as Type<Any>>::type_info()
    }

    fn compatible(_: &AnyTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Any> for Scru128Bytes {
    fn encode_by_ref(&self, buffer: &mut AnyArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.to_be_bytes().as_slice(), buffer)
    }
}

impl Decode<'_, Any> for Scru128Bytes {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Bytes)?;
        let id = Scru128::from_slice(<&[u8] as Decode<Any>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Bytes, error))?.into())
    }
}

impl Type<Any> for Scru128Text {
    fn type_info() -> AnyTypeInfo {
        <str as Type<Any>>::type_info()
    }

    fn compatible(_: &AnyTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Any> for Scru128Text {
    fn encode_by_ref(&self, buffer: &mut AnyArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Any>::encode(self.to_string(), buffer)
    }
}

impl Decode<'_, Any> for Scru128Text {
    fn decode(value: AnyValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Text)?;
        let id = <&str as Decode<Any>>::decode(value)?.parse::<Scru128>();
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Text, error))?.into())
    }
}
