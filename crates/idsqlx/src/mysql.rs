//! MySQL and MariaDB: BIGINT, the binary string types, and the character types.
//!
//! `compatible` says yes to every type, and `decode` looks at the type itself: sqlx's own refusal
//! could not say which wrapper fits, and `query!` skips `compatible` where a type is overridden.

use std::borrow::Cow;

use idcolumns::{ColumnError, Form};
use idcore::Scru128;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::mysql::{MySqlTypeInfo, MySqlValueRef};
use sqlx::{Decode, Encode, MySql, Type, TypeInfo, ValueRef};

use crate::error::{self, Found, null};
use crate::{Huid, Scru128Bytes, Scru128Text};

const BIGINT_UNSIGNED: &str = "BIGINT UNSIGNED";

/// What a type holds.
///
/// Binary strings and character strings have the same types and, in a `_bin` collation, the same
/// flags, so their names are mixed up. What sqlx takes for `str` tells them apart: it looks at the
/// character set.
fn found(ty: &MySqlTypeInfo) -> Found {
    match ty.name() {
        "BIGINT" | BIGINT_UNSIGNED => Found::BigInt,
        "BOOLEAN" | "TINYINT" | "TINYINT UNSIGNED" | "SMALLINT" | "SMALLINT UNSIGNED"
        | "MEDIUMINT" | "MEDIUMINT UNSIGNED" | "INT" | "INT UNSIGNED" => Found::SmallInt,
        "FLOAT" | "DOUBLE" | "DECIMAL" => Found::Number,
        "ENUM" | "SET" => Found::Other,
        _ if <str as Type<MySql>>::compatible(ty) => Found::Text,
        _ if <[u8] as Type<MySql>>::compatible(ty) => Found::Bytes,
        _ => Found::Other,
    }
}

/// The name of a type, with character types by their own names also where a `_bin` collation makes
/// sqlx say BINARY or BLOB.
fn name(ty: &MySqlTypeInfo, found: Found) -> String {
    match (found, ty.name()) {
        (Found::Text, "BINARY") => "CHAR".to_owned(),
        (Found::Text, "VARBINARY") => "VARCHAR".to_owned(),
        (Found::Text, name) => name.replace("BLOB", "TEXT"),
        (Found::UuidText, _) => "UUID".to_owned(),
        (_, name) => name.to_owned(),
    }
}

fn expect(value: &MySqlValueRef<'_>, wrapper: Form) -> Result<(), ColumnError> {
    if value.is_null() {
        return Err(null(wrapper));
    }
    let ty: Cow<'_, MySqlTypeInfo> = value.type_info();
    let found = match found(&ty) {
        Found::Text if is_uuid(value) => Found::UuidText,
        found => found,
    };
    error::expect(wrapper, found, || name(&ty, found))
}

/// Whether a text is what MariaDB gives for a value of its UUID type. The protocol says no more
/// than that it is a text.
fn is_uuid(value: &MySqlValueRef<'_>) -> bool {
    let Ok(text) = <&[u8] as Decode<MySql>>::decode(value.clone()) else { return false };
    text.len() == 36 && Scru128::decode(text).is_err_and(|error| error.looks_like_uuid())
}

impl Type<MySql> for Huid {
    fn type_info() -> MySqlTypeInfo {
        <i64 as Type<MySql>>::type_info()
    }

    fn compatible(_: &MySqlTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, MySql> for Huid {
    fn encode_by_ref(&self, buffer: &mut Vec<u8>) -> Result<IsNull, BoxDynError> {
        Encode::<MySql>::encode(self.to_i64(), buffer)
    }
}

impl Decode<'_, MySql> for Huid {
    fn decode(value: MySqlValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Huid)?;
        // Read as what it is: as an i64, the upper half of the unsigned integers would be negative,
        // and the message wrong.
        let id = if value.type_info().name() == BIGINT_UNSIGNED {
            idcore::Huid::try_from(<u64 as Decode<MySql>>::decode(value)?)
        } else {
            idcore::Huid::try_from(<i64 as Decode<MySql>>::decode(value)?)
        };
        Ok(id.map_err(|error| ColumnError::of_value(Form::Huid, error))?.into())
    }
}

impl Type<MySql> for Scru128Bytes {
    fn type_info() -> MySqlTypeInfo {
        <[u8] as Type<MySql>>::type_info()
    }

    fn compatible(_: &MySqlTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, MySql> for Scru128Bytes {
    fn encode_by_ref(&self, buffer: &mut Vec<u8>) -> Result<IsNull, BoxDynError> {
        Encode::<MySql>::encode(self.to_be_bytes().as_slice(), buffer)
    }
}

impl Decode<'_, MySql> for Scru128Bytes {
    fn decode(value: MySqlValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Bytes)?;
        let id = Scru128::from_slice(<&[u8] as Decode<MySql>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Bytes, error))?.into())
    }
}

impl Type<MySql> for Scru128Text {
    fn type_info() -> MySqlTypeInfo {
        <str as Type<MySql>>::type_info()
    }

    fn compatible(_: &MySqlTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, MySql> for Scru128Text {
    fn encode_by_ref(&self, buffer: &mut Vec<u8>) -> Result<IsNull, BoxDynError> {
        Encode::<MySql>::encode((**self).encode(&mut [0; Scru128::TEXT_LEN]), buffer)
    }

    fn size_hint(&self) -> usize {
        Scru128::TEXT_LEN
    }
}

impl Decode<'_, MySql> for Scru128Text {
    fn decode(value: MySqlValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Text)?;
        let id = Scru128::decode(<&[u8] as Decode<MySql>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Text, error))?.into())
    }
}
