//! PostgreSQL: BIGINT, BYTEA, the character types, and UUID.
//!
//! `compatible` says yes to every type, and `decode` looks at the type itself: sqlx's own refusal
//! could not say which wrapper fits, and `query!` skips `compatible` where a type is overridden.

use idcolumns::{ColumnError, Form};
use idcore::Scru128;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{
    PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgTypeKind, PgValueFormat, PgValueRef,
};
use sqlx::{Decode, Encode, Postgres, Type, TypeInfo, ValueRef};

use crate::error::{self, Found, null};
use crate::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

/// The type and its array: fixed in `pg_type.dat`, and not named by sqlx without its `uuid` feature.
const UUID: Oid = Oid(2950);
const UUID_ARRAY: Oid = Oid(2951);

/// What a type holds. The numbers are those of PostgreSQL's `pg_type.dat`, which never change.
fn found(ty: &PgTypeInfo) -> Found {
    match ty.oid().map(|oid| oid.0) {
        Some(20) => return Found::BigInt,
        Some(21 | 23 | 26) => return Found::SmallInt,
        Some(17) => return Found::Bytes,
        // text, bpchar, varchar, name, unknown
        Some(25 | 1042 | 1043 | 19 | 705) => return Found::Text,
        Some(2950) => return Found::Uuid,
        // float4, float8, money, numeric
        Some(700 | 701 | 790 | 1700) => return Found::Number,
        _ => {}
    }
    match ty.name() {
        // A type of an extension in a query without preparation: sqlx has not asked for its name,
        // and its kind must not be asked for.
        "?" => Found::Other,
        name if name == "citext" || name.ends_with(".citext") => Found::Text,
        _ => match ty.kind() {
            PgTypeKind::Domain(base) => found(base),
            _ => Found::Other,
        },
    }
}

fn expect(value: &PgValueRef<'_>, wrapper: Form) -> Result<(), ColumnError> {
    if value.is_null() {
        return Err(null(wrapper));
    }
    let ty = value.type_info();
    error::expect(wrapper, found(&ty), || ty.name().to_owned())
}

impl Type<Postgres> for Huid {
    fn type_info() -> PgTypeInfo {
        <i64 as Type<Postgres>>::type_info()
    }

    fn compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl PgHasArrayType for Huid {
    fn array_type_info() -> PgTypeInfo {
        i64::array_type_info()
    }

    fn array_compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Postgres> for Huid {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode(self.to_i64(), buffer)
    }
}

impl Decode<'_, Postgres> for Huid {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Huid)?;
        let id = idcore::Huid::try_from(<i64 as Decode<Postgres>>::decode(value)?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Huid, error))?.into())
    }
}

impl Type<Postgres> for Scru128Bytes {
    fn type_info() -> PgTypeInfo {
        <[u8] as Type<Postgres>>::type_info()
    }

    fn compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl PgHasArrayType for Scru128Bytes {
    fn array_type_info() -> PgTypeInfo {
        <&[u8]>::array_type_info()
    }

    fn array_compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Postgres> for Scru128Bytes {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode(self.to_be_bytes(), buffer)
    }
}

impl Decode<'_, Postgres> for Scru128Bytes {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Bytes)?;
        let id = match value.format() {
            PgValueFormat::Binary => Scru128::from_slice(value.as_bytes()?),
            // Hexadecimal digits, which sqlx reads.
            PgValueFormat::Text => {
                Scru128::from_slice(&<Vec<u8> as Decode<Postgres>>::decode(value)?)
            }
        };
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Bytes, error))?.into())
    }
}

impl Type<Postgres> for Scru128Text {
    fn type_info() -> PgTypeInfo {
        <str as Type<Postgres>>::type_info()
    }

    fn compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl PgHasArrayType for Scru128Text {
    fn array_type_info() -> PgTypeInfo {
        <&str>::array_type_info()
    }

    fn array_compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Postgres> for Scru128Text {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode((**self).encode(&mut [0; Scru128::TEXT_LEN]), buffer)
    }

    fn size_hint(&self) -> usize {
        Scru128::TEXT_LEN
    }
}

impl Decode<'_, Postgres> for Scru128Text {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        let unnamed = matches!(value.format(), PgValueFormat::Text)
            && value.type_info().name() == "?"
            && !value.is_null();
        // In a query without preparation, citext has no name yet; 26 digits are proof enough.
        if !unnamed {
            expect(&value, Form::Scru128Text)?;
        }
        let id = Scru128::decode(value.as_bytes()?);
        Ok(id.map_err(|error| ColumnError::of_value(Form::Scru128Text, error))?.into())
    }
}

impl Type<Postgres> for Scru128Uuid {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(UUID)
    }

    fn compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl PgHasArrayType for Scru128Uuid {
    fn array_type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(UUID_ARRAY)
    }

    fn array_compatible(_: &PgTypeInfo) -> bool {
        true
    }
}

impl Encode<'_, Postgres> for Scru128Uuid {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Encode::<Postgres>::encode(self.to_be_bytes(), buffer)
    }
}

impl Decode<'_, Postgres> for Scru128Uuid {
    fn decode(value: PgValueRef<'_>) -> Result<Self, BoxDynError> {
        expect(&value, Form::Scru128Uuid)?;
        let id = match value.format() {
            PgValueFormat::Binary => Scru128::from_slice(value.as_bytes()?)
                .map_err(|error| ColumnError::of_value(Form::Scru128Uuid, error))?,
            PgValueFormat::Text => {
                let text = value.as_str()?;
                read_hyphenated(text).ok_or_else(|| {
                    format!("expected a UUID as 8-4-4-4-12 digits, found {text:?}")
                })?
            }
        };
        Ok(id.into())
    }
}

/// The bits of a UUID as PostgreSQL writes it.
fn read_hyphenated(text: &str) -> Option<Scru128> {
    let mut digits = 0;
    let mut bits = 0;
    for (at, byte) in text.bytes().enumerate() {
        match (at, byte) {
            (8 | 13 | 18 | 23, b'-') => {}
            (8 | 13 | 18 | 23, _) => return None,
            _ => {
                bits = bits << 4 | u128::from(char::from(byte).to_digit(16)?);
                digits += 1;
            }
        }
    }
    (digits == 32 && text.len() == 36).then(|| Scru128::from_u128(bits))
}

#[cfg(test)]
mod tests {
    use super::read_hyphenated;

    #[test]
    fn hyphenated_texts() {
        let id = read_hyphenated("00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2").unwrap();
        assert_eq!(id.to_string(), "00QBTG0FERFTCCNFISUBO489DI");
        for wrong in [
            "",
            "00d2fb00-3ddb-7f58-cbbe-5cf2f04425b",
            "00d2fb00-3ddb-7f58-cbbe-5cf2f04425b21",
            "00d2fb003ddb7f58cbbe5cf2f04425b2",
            "00d2fb00-3ddb-7f58-cbbe-5cf2f04425bg",
            "00d2fb003-ddb-7f58-cbbe-5cf2f04425b2",
        ] {
            assert_eq!(read_hyphenated(wrong), None, "{wrong}");
        }
    }
}
