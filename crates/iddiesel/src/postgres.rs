//! PostgreSQL: every value comes with the type of its column, which is checked.
//!
//! The values of an array come with the type of the array. A domain comes as the type below it, but
//! not in an array or a record: there, and with types of extensions, the type is the user's own,
//! and the value is judged by its width.

use diesel::deserialize::{self, FromSql};
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{BigInt, Binary, Citext, Text, Uuid};

use crate::error::{ColumnError, Hint};
use crate::wrappers::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

/// The first number that PostgreSQL gives to a type which is not its own (`FirstNormalObjectId`).
const FIRST_USER_DEFINED: u32 = 16384;

/// A type of PostgreSQL's own: its number, that of its array, its name, and what to do about it.
struct Type {
    oid: u32,
    array: u32,
    name: &'static str,
    hint: Hint,
}

/// A type with its numbers in `pg_type`, which never change.
const fn of(oid: u32, array: u32, name: &'static str, hint: Hint) -> Type {
    Type { oid, array, name, hint }
}

const INT8: u32 = 20;
const INT8_ARRAY: u32 = 1016;
const BYTEA: u32 = 17;
const BYTEA_ARRAY: u32 = 1001;
const UUID: u32 = 2950;
const UUID_ARRAY: u32 = 2951;

/// The types that a column of ids is most likely to have by mistake.
const TYPES: [Type; 23] = [
    of(BYTEA, BYTEA_ARRAY, "BYTEA", Hint::Fits(Scru128Bytes::NAME)),
    of(INT8, INT8_ARRAY, "BIGINT", Hint::Fits(Huid::NAME)),
    of(UUID, UUID_ARRAY, "UUID", Hint::Fits(Scru128Uuid::NAME)),
    of(25, 1009, "TEXT", Hint::Fits(Scru128Text::NAME)),
    of(1042, 1014, "CHAR", Hint::Fits(Scru128Text::NAME)),
    of(1043, 1015, "VARCHAR", Hint::Fits(Scru128Text::NAME)),
    of(21, 1005, "SMALLINT", Hint::TooNarrow),
    of(23, 1007, "INTEGER", Hint::TooNarrow),
    of(700, 1021, "REAL", Hint::MakeBigInt),
    of(701, 1022, "DOUBLE PRECISION", Hint::MakeBigInt),
    of(1700, 1231, "NUMERIC", Hint::MakeBigInt),
    of(790, 791, "MONEY", Hint::MakeBigInt),
    of(16, 1000, "BOOLEAN", Hint::None),
    of(18, 1002, "\"char\"", Hint::None),
    of(19, 1003, "NAME", Hint::None),
    of(26, 1028, "OID", Hint::None),
    of(114, 199, "JSON", Hint::None),
    of(3802, 3807, "JSONB", Hint::None),
    of(1082, 1182, "DATE", Hint::None),
    of(1083, 1183, "TIME", Hint::None),
    of(1114, 1115, "TIMESTAMP", Hint::None),
    of(1184, 1185, "TIMESTAMPTZ", Hint::None),
    of(1186, 1187, "INTERVAL", Hint::None),
];

/// Checks that a value is of one of the `accepted` types, or of one that is not PostgreSQL's own.
#[inline]
fn check(
    value: &PgValue<'_>,
    accepted: &[u32],
    wrapper: &'static str,
    reads: &'static str,
) -> Result<(), ColumnError> {
    let oid = value.get_oid().get();
    if accepted.contains(&oid) || oid >= FIRST_USER_DEFINED {
        Ok(())
    } else {
        Err(wrong_type(oid, wrapper, reads))
    }
}

#[cold]
fn wrong_type(oid: u32, wrapper: &'static str, reads: &'static str) -> ColumnError {
    match TYPES.iter().find(|known| known.oid == oid || known.array == oid) {
        Some(Type { name, hint, .. }) => {
            // That bits are lost is not what keeps a number from being 128 bits.
            let hint = match hint {
                Hint::Fits(other) => Hint::Fits(other),
                hint if wrapper == Huid::NAME => *hint,
                _ => Hint::None,
            };
            ColumnError::of_type(wrapper, reads, name, hint)
        }
        None => ColumnError::of_oid(wrapper, reads, oid),
    }
}

impl ToSql<BigInt, Pg> for Huid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<BigInt, Pg>::to_sql(&self.to_i64(), &mut out.reborrow())
    }
}

impl FromSql<BigInt, Pg> for Huid {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        check(&value, &[INT8, INT8_ARRAY], Self::NAME, "BIGINT")?;
        let Ok(bytes) = value.as_bytes().try_into() else {
            // Only a type of the user's own: a BIGINT is 8 bytes wide.
            return Err(ColumnError::of_width(Self::NAME, value.as_bytes().len()).into());
        };
        match idcore::Huid::try_from(i64::from_be_bytes(bytes)) {
            Ok(id) => Ok(id.into()),
            Err(error) => Err(ColumnError::of_range(Self::NAME, error).into()),
        }
    }
}

impl ToSql<Binary, Pg> for Scru128Bytes {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Binary, Pg>::to_sql(&self.to_be_bytes(), &mut out.reborrow())
    }
}

impl FromSql<Binary, Pg> for Scru128Bytes {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        check(&value, &[BYTEA, BYTEA_ARRAY], Self::NAME, "BYTEA")?;
        match idcore::Scru128::from_slice(value.as_bytes()) {
            Ok(id) => Ok(id.into()),
            Err(error) => Err(ColumnError::of_bytes(Self::NAME, error, value.as_bytes()).into()),
        }
    }
}

impl ToSql<Uuid, Pg> for Scru128Uuid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        // The same 16 bytes; the type that they are sent as is the column's.
        ToSql::<Binary, Pg>::to_sql(&self.to_be_bytes(), &mut out.reborrow())
    }
}

impl FromSql<Uuid, Pg> for Scru128Uuid {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        check(&value, &[UUID, UUID_ARRAY], Self::NAME, "UUID")?;
        match idcore::Scru128::from_slice(value.as_bytes()) {
            Ok(id) => Ok(id.into()),
            Err(error) => Err(ColumnError::of_bytes(Self::NAME, error, value.as_bytes()).into()),
        }
    }
}

impl ToSql<Text, Pg> for Scru128Text {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        let text = &mut [0; idcore::Scru128::TEXT_LEN];
        ToSql::<Text, Pg>::to_sql(self.encode(text), &mut out.reborrow())
    }
}

impl ToSql<Citext, Pg> for Scru128Text {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Text, Pg>::to_sql(self, out)
    }
}

impl FromSql<Text, Pg> for Scru128Text {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        // 26 digits are proof enough, so that the type need not be asked for.
        match idcore::Scru128::decode(value.as_bytes()) {
            Ok(id) => Ok(id.into()),
            Err(error) => {
                let error = ColumnError::of_text(Self::NAME, error, value.as_bytes());
                Err(error.on_postgres().into())
            }
        }
    }
}

impl FromSql<Citext, Pg> for Scru128Text {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        <Self as FromSql<Text, Pg>>::from_sql(value)
    }
}
