//! The `Any` driver: BIGINT, bytes and text, in the databases whose driver hands them on.
//!
//! It hands on neither PostgreSQL's UUID nor its CHAR and citext. It gives a BIGINT UNSIGNED as
//! signed, so that one over 2^63 - 1 comes as a negative number, which is an error here.

use idcore::Scru128;
use sqlx::any::{Any, AnyTypeInfo, AnyValueRef};
use sqlx::database::Database;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Encode, Type, TypeInfo, ValueRef};

use crate::error::{ColumnError, Form, Wrapper};
use crate::{Huid, Scru128Bytes, Scru128Text};

type AnyArgumentBuffer = <Any as Database>::ArgumentBuffer;

/// What a value is.
fn form(ty: &AnyTypeInfo) -> Form {
    match ty.name() {
        "BIGINT" => Form::BigInt,
        "BOOLEAN" | "SMALLINT" | "INTEGER" => Form::SmallInt,
        "REAL" | "DOUBLE" => Form::Number,
        "TEXT" => Form::Text,
        "BLOB" => Form::Bytes,
        _ => Form::Other,
    }
}

fn expect(value: &AnyValueRef<'_>, wrapper: Wrapper) -> Result<(), ColumnError> {
    if value.is_null() {
        return Err(wrapper.null());
    }
    let ty = value.type_info();
    wrapper.expect(form(&ty), || ty.name().to_owned())
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
        expect(&value, Wrapper::Huid)?;
        let id = idcore::Huid::try_from(<i64 as Decode<Any>>::decode(value)?);
        Ok(id.map_err(|error| Wrapper::Huid.value(error))?.into())
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
        expect(&value, Wrapper::Bytes)?;
        let id = Scru128::from_slice(<&[u8] as Decode<Any>>::decode(value)?);
        Ok(id.map_err(|error| Wrapper::Bytes.value(error))?.into())
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
        expect(&value, Wrapper::Text)?;
        let id = <&str as Decode<Any>>::decode(value)?.parse::<Scru128>();
        Ok(id.map_err(|error| Wrapper::Text.value(error))?.into())
    }
}
