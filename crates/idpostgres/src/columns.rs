//! How each wrapper is written and read, in the binary format that the drivers use.
//!
//! `accepts` says yes to every type, and the type is looked at when a value is written or read: the
//! drivers' own refusal could not say which wrapper fits.

use std::error::Error;

use bytes::BytesMut;
use idcolumns::{Column, ColumnError};
use idcore::Scru128;
use postgres_types::{FromSql, IsNull, Kind, ToSql, Type, to_sql_checked};

use crate::error::{self, Found, Place, null};
use crate::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

type BoxError = Box<dyn Error + Sync + Send>;

/// What a type holds; a domain, what its base does.
fn found(ty: &Type) -> Found {
    match *ty {
        Type::INT8 => Found::BigInt,
        Type::INT2 | Type::INT4 | Type::OID => Found::SmallInt,
        Type::BYTEA => Found::Bytes,
        Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::UNKNOWN => Found::Text,
        Type::UUID => Found::Uuid,
        Type::FLOAT4 | Type::FLOAT8 | Type::NUMERIC | Type::MONEY => Found::Number,
        _ => match ty.kind() {
            Kind::Domain(base) => found(base),
            // A type of an extension: its number differs from one database to the next.
            Kind::Simple if ty.name() == "citext" => Found::Text,
            _ => Found::Other,
        },
    }
}

/// A wrapper whose value has a form in PostgreSQL.
trait Value: Column + Sized {
    fn write(&self, out: &mut BytesMut);

    fn read(raw: &[u8]) -> Result<Self, BoxError>;
}

fn expect<C: Column>(ty: &Type, of: Place) -> Result<(), ColumnError> {
    error::expect(C::FORM, found(ty), of, || ty.to_string())
}

impl Value for Huid {
    fn write(&self, out: &mut BytesMut) {
        out.extend_from_slice(&self.to_be_bytes());
    }

    fn read(raw: &[u8]) -> Result<Self, BoxError> {
        let id = idcore::Huid::try_from(i64::from_sql(&Type::INT8, raw)?);
        Ok(id.map_err(|error| ColumnError::of_value(Self::FORM, error))?.into())
    }
}

impl Value for Scru128Bytes {
    fn write(&self, out: &mut BytesMut) {
        out.extend_from_slice(&self.to_be_bytes());
    }

    fn read(raw: &[u8]) -> Result<Self, BoxError> {
        let id = Scru128::from_slice(raw);
        Ok(id.map_err(|error| ColumnError::of_value(Self::FORM, error))?.into())
    }
}

impl Value for Scru128Text {
    fn write(&self, out: &mut BytesMut) {
        out.extend_from_slice(self.encode(&mut [0; Scru128::TEXT_LEN]).as_bytes());
    }

    fn read(raw: &[u8]) -> Result<Self, BoxError> {
        let id = Scru128::decode(raw);
        Ok(id.map_err(|error| ColumnError::of_value(Self::FORM, error))?.into())
    }
}

impl Value for Scru128Uuid {
    fn write(&self, out: &mut BytesMut) {
        out.extend_from_slice(&self.to_be_bytes());
    }

    fn read(raw: &[u8]) -> Result<Self, BoxError> {
        let id = Scru128::from_slice(raw);
        Ok(id.map_err(|error| ColumnError::of_value(Self::FORM, error))?.into())
    }
}

/// The traits of `postgres-types`, which no generic may implement for types that it does not name.
macro_rules! column {
    ($wrapper:ident) => {
        impl ToSql for $wrapper {
            fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
                expect::<Self>(ty, Place::Parameter)?;
                self.write(out);
                Ok(IsNull::No)
            }

            fn accepts(_: &Type) -> bool {
                true
            }

            to_sql_checked!();
        }

        impl FromSql<'_> for $wrapper {
            fn from_sql(ty: &Type, raw: &[u8]) -> Result<Self, BoxError> {
                expect::<Self>(ty, Place::Column)?;
                Self::read(raw)
            }

            fn from_sql_null(ty: &Type) -> Result<Self, BoxError> {
                // Another type is the worse mistake, and `Option` would not mend it.
                expect::<Self>(ty, Place::Column)?;
                Err(null(Self::FORM).into())
            }

            fn accepts(_: &Type) -> bool {
                true
            }
        }
    };
}

column!(Huid);
column!(Scru128Bytes);
column!(Scru128Text);
column!(Scru128Uuid);

#[cfg(test)]
mod tests {
    use bytes::BytesMut;
    use postgres_types::{FromSql, ToSql, Type};

    use crate::{ColumnError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

    /// The value as it goes over the wire.
    fn written(value: &dyn ToSql, ty: &Type) -> Vec<u8> {
        let mut out = BytesMut::new();
        value.to_sql_checked(ty, &mut out).unwrap();
        out.to_vec()
    }

    #[test]
    fn bytes_on_the_wire() {
        let text = "00QBTG0FERFTCCNFISUBO489DI";
        let bytes = b"\x00\xd2\xfb\x00\x3d\xdb\x7f\x58\xcb\xbe\x5c\xf2\xf0\x44\x25\xb2";
        let huid: Huid = "258037077".parse().unwrap();
        assert_eq!(written(&huid, &Type::INT8), b"\0\0\0\0\x0f\x61\x55\x55");
        let id: Scru128Bytes = text.parse().unwrap();
        assert_eq!(written(&id, &Type::BYTEA), bytes);
        let id: Scru128Uuid = text.parse().unwrap();
        assert_eq!(written(&id, &Type::UUID), bytes);
        let id: Scru128Text = text.parse().unwrap();
        assert_eq!(written(&id, &Type::BPCHAR), text.as_bytes());
        assert_eq!(Scru128Text::from_sql(&Type::NAME, text.as_bytes()).unwrap(), id);
    }

    #[test]
    fn messages_say_expected_found_and_what_fits() {
        let id: Scru128Bytes = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
        let error = id.to_sql_checked(&Type::UUID, &mut BytesMut::new()).err().unwrap();
        assert_eq!(
            error.to_string(),
            "Scru128Bytes expected BYTEA, found a parameter of type uuid: Scru128Uuid fits it"
        );
        let error = Huid::from_sql(&Type::INT8, &[0xff; 8]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Huid: a HUID must be 0 to 9223372036854775807 (63 bits), found -1"
        );
        assert!(ColumnError::of(&*error).unwrap().is_value());
        let error = Huid::from_sql_null(&Type::INT8).unwrap_err();
        assert_eq!(error.to_string(), "Huid expected BIGINT, found NULL: Option<Huid> reads it");
        let error = Huid::from_sql_null(&Type::TEXT).unwrap_err();
        assert!(ColumnError::of(&*error).unwrap().is_type());
        // No server sends it.
        assert!(Huid::from_sql(&Type::INT8, &[0; 7]).is_err());
    }
}
