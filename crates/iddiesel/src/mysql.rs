//! MySQL and MariaDB: numbers come with the type of their column, texts and bytes do not.
//!
//! The client library converts what it is asked to convert before diesel sees it. Asked for `Binary`,
//! diesel gives `BINARY`, `VARBINARY`, `CHAR`, `VARCHAR` and `TEXT` as `String`, `BLOB` and `TEXT` in a
//! `_bin` collation as `Blob`; the character set, which would tell, it does not give. So a number of
//! another type is refused by its type, and texts and bytes are judged by length and digits.

use diesel::deserialize::{self, FromSql};
use diesel::mysql::{Mysql, MysqlType, MysqlValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{BigInt, Binary, Text, Unsigned};

use crate::error::{ColumnError, Hint};
use crate::wrappers::{Huid, Scru128Bytes, Scru128Text};

/// How MySQL names the type of a column.
const fn name(found: MysqlType) -> &'static str {
    match found {
        MysqlType::Tiny => "TINYINT",
        MysqlType::UnsignedTiny => "TINYINT UNSIGNED",
        MysqlType::Short => "SMALLINT",
        MysqlType::UnsignedShort => "SMALLINT UNSIGNED",
        MysqlType::Long => "INT",
        MysqlType::UnsignedLong => "INT UNSIGNED",
        MysqlType::LongLong => "BIGINT",
        MysqlType::UnsignedLongLong => "BIGINT UNSIGNED",
        MysqlType::Float => "FLOAT",
        MysqlType::Double => "DOUBLE",
        MysqlType::Numeric => "DECIMAL",
        MysqlType::Time => "TIME",
        MysqlType::Date => "DATE",
        MysqlType::DateTime => "DATETIME",
        MysqlType::Timestamp => "TIMESTAMP",
        MysqlType::String => "text",
        MysqlType::Blob => "bytes",
        MysqlType::Bit => "BIT",
        MysqlType::Set => "SET",
        MysqlType::Enum => "ENUM",
        _ => "a type that this version does not know",
    }
}

impl ToSql<BigInt, Mysql> for Huid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Mysql>) -> serialize::Result {
        ToSql::<BigInt, Mysql>::to_sql(&self.to_i64(), &mut out.reborrow())
    }
}

impl ToSql<Unsigned<BigInt>, Mysql> for Huid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Mysql>) -> serialize::Result {
        ToSql::<Unsigned<BigInt>, Mysql>::to_sql(&self.to_u64(), &mut out.reborrow())
    }
}

impl FromSql<BigInt, Mysql> for Huid {
    fn from_sql(value: MysqlValue<'_>) -> deserialize::Result<Self> {
        let id = match value.value_type() {
            MysqlType::LongLong => {
                idcore::Huid::try_from(<i64 as FromSql<BigInt, Mysql>>::from_sql(value)?)
            }
            MysqlType::UnsignedLongLong => {
                idcore::Huid::from_u64(<u64 as FromSql<Unsigned<BigInt>, Mysql>>::from_sql(value)?)
            }
            found => return Err(huid_of(found).into()),
        };
        match id {
            Ok(id) => Ok(id.into()),
            Err(error) => Err(ColumnError::of_range(Self::NAME, error).into()),
        }
    }
}

impl FromSql<Unsigned<BigInt>, Mysql> for Huid {
    fn from_sql(value: MysqlValue<'_>) -> deserialize::Result<Self> {
        <Self as FromSql<BigInt, Mysql>>::from_sql(value)
    }
}

#[cold]
fn huid_of(found: MysqlType) -> ColumnError {
    let hint = match found {
        MysqlType::Float | MysqlType::Double | MysqlType::Numeric => Hint::MakeBigInt,
        MysqlType::Tiny
        | MysqlType::UnsignedTiny
        | MysqlType::Short
        | MysqlType::UnsignedShort
        | MysqlType::Long
        | MysqlType::UnsignedLong => Hint::TooNarrow,
        MysqlType::String => Hint::Fits(Scru128Text::NAME),
        MysqlType::Blob => Hint::Fits(Scru128Bytes::NAME),
        _ => Hint::None,
    };
    ColumnError::of_type(Huid::NAME, "BIGINT", name(found), hint)
}

impl ToSql<Binary, Mysql> for Scru128Bytes {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Mysql>) -> serialize::Result {
        ToSql::<Binary, Mysql>::to_sql(&self.to_be_bytes(), &mut out.reborrow())
    }
}

impl FromSql<Binary, Mysql> for Scru128Bytes {
    fn from_sql(value: MysqlValue<'_>) -> deserialize::Result<Self> {
        match value.value_type() {
            MysqlType::Blob | MysqlType::String => {}
            found => {
                return Err(
                    ColumnError::of_type(Self::NAME, "bytes", name(found), Hint::None).into()
                );
            }
        }
        match idcore::Scru128::from_slice(value.as_bytes()) {
            Ok(id) => Ok(id.into()),
            Err(error) => {
                let error = ColumnError::of_bytes(Self::NAME, error, value.as_bytes());
                Err(error.on_mysql(value.as_bytes()).into())
            }
        }
    }
}

impl ToSql<Text, Mysql> for Scru128Text {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Mysql>) -> serialize::Result {
        let text = &mut [0; idcore::Scru128::TEXT_LEN];
        ToSql::<Text, Mysql>::to_sql(self.encode(text), &mut out.reborrow())
    }
}

impl FromSql<Text, Mysql> for Scru128Text {
    fn from_sql(value: MysqlValue<'_>) -> deserialize::Result<Self> {
        match value.value_type() {
            // A text of a binary collation, such as `ascii_bin`, comes as bytes.
            MysqlType::String | MysqlType::Blob => {}
            found => {
                return Err(
                    ColumnError::of_type(Self::NAME, "text", name(found), Hint::None).into()
                );
            }
        }
        match idcore::Scru128::decode(value.as_bytes()) {
            Ok(id) => Ok(id.into()),
            Err(error) => {
                let error = ColumnError::of_text(Self::NAME, error, value.as_bytes());
                Err(error.on_mysql(value.as_bytes()).into())
            }
        }
    }
}
