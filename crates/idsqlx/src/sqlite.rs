//! SQLite: INTEGER, BLOB and TEXT, as each value has them, whatever its column is declared.
//!
//! `compatible` says yes to every type, and `decode` looks at the type itself: sqlx's own refusal
//! could not say which wrapper fits, and `query!` skips `compatible` where a type is overridden.

use idcolumns::{ColumnError, Form};
use idcore::Scru128;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Sqlite, Type, TypeInfo, ValueRef};

use crate::error::{self, Found, null};
use crate::{Huid, Scru128Bytes, Scru128Text};

/// What a value is stored as.
fn found(ty: &SqliteTypeInfo, wrapper: Form) -> Found {
    match ty.name() {
        // An integer where a text was written is the doing of a column's affinity.
        "INTEGER" if wrapper == Form::Scru128Text => Found::AffineNumber,
        "INTEGER" => Found::BigInt,
        "REAL" => Found::AffineNumber,
        "TEXT" => Found::AffineText,
        "BLOB" => Found::Bytes,
        _ => Found::Other,
    }
}

/// A NULL has to be looked for: SQLite reads it as 0, as no bytes and as an empty text.
fn expect(value: &SqliteValueRef<'_>, wrapper: Form) -> Result<(), ColumnError> {
    if value.is_null() {
        return Err(null(wrapper));
    }
    let ty = value.type_info();
    error::expect(wrapper, found(&ty, wrapper), || ty.name().to_owned())
}

impl Type<Sqlite> for Huid {
    fn type_info() -> SqliteTypeInfo {
        <i64 as Type<Sqlite>>::type_info()
    }

    fn compatible(_: &SqliteTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Sqlite> for Huid {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.to_i64(), buffer)
    }
}

impl Decode<'_, Sqlite> for Huid {
    fn decode(value: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Huid)?;
        let id = idcore::Huid::try_from(<i64 as Decode<Sqlite>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Huid, error))?.into())
    }
}

impl Type<Sqlite> for Scru128Bytes {
    fn type_info() -> SqliteTypeInfo {
        <[u8] as Type<Sqlite>>::type_info()
    }

    fn compatible(_: &SqliteTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Sqlite> for Scru128Bytes {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode(self.to_be_bytes().as_slice(), buffer)
    }
}

impl Decode<'_, Sqlite> for Scru128Bytes {
    fn decode(value: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Bytes)?;
        let id = Scru128::from_slice(<&[u8] as Decode<Sqlite>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Bytes, error))?.into())
    }
}

impl Type<Sqlite> for Scru128Text {
    fn type_info() -> SqliteTypeInfo {
        <str as Type<Sqlite>>::type_info()
    }

    fn compatible(_: &SqliteTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Sqlite> for Scru128Text {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Sqlite>::encode((**self).encode(&mut [0; Scru128::TEXT_LEN]), buffer)
    }
}

impl Decode<'_, Sqlite> for Scru128Text {
    fn decode(value: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Text)?;
        let id = Scru128::decode(<&[u8] as Decode<Sqlite>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Text, error))?.into())
    }
}
