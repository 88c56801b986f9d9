//! The traits of SeaORM, for each wrapper.
//!
//! A wrapper is written as a value that SeaORM has. It is read from sqlx's row by the wrapper of
//! `idsqlx`, which knows what a column may hold and says which wrapper fits; SeaORM's own reading
//! would take a text of 16 characters for bytes. Rows that a test makes up have values alone.

use std::sync::Arc;

use sea_orm::sea_query::{ArrayType, Nullable, StringLen, ValueType, ValueTypeErr};
use sea_orm::{
    ActiveValue, ColIdx, ColumnType, DbErr, IntoActiveValue, QueryResult, TryFromU64, TryGetError,
    TryGetable, Value,
};

use crate::{Huid, Scru128Bytes, Scru128Text};

/// A wrapper, as a value that SeaORM has.
trait Column: Sized {
    const NAME: &'static str;
    type Plain: TryGetable + ValueType;

    fn to_plain(self) -> Self::Plain;
    fn of_plain(plain: Self::Plain) -> Result<Self, DbErr>;
    fn of_u64(n: u64) -> Result<Self, DbErr>;
    fn column_type() -> ColumnType;
}

impl Column for Huid {
    const NAME: &'static str = "Huid";
    type Plain = i64;

    fn to_plain(self) -> i64 {
        self.to_i64()
    }

    fn of_plain(plain: i64) -> Result<Self, DbErr> {
        let id = idcore::Huid::try_from(plain);
        id.map(Self::from).map_err(|error| no_id::<Self>("i64", error))
    }

    fn of_u64(n: u64) -> Result<Self, DbErr> {
        let id = idcore::Huid::try_from(n);
        id.map(Self::from).map_err(|error| no_id::<Self>("u64", error))
    }

    fn column_type() -> ColumnType {
        ColumnType::BigInteger
    }
}

impl Column for Scru128Bytes {
    const NAME: &'static str = "Scru128Bytes";
    type Plain = Vec<u8>;

    fn to_plain(self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }

    fn of_plain(plain: Vec<u8>) -> Result<Self, DbErr> {
        let id = idcore::Scru128::from_slice(&plain);
        id.map(Self::from).map_err(|error| no_id::<Self>("Vec<u8>", error))
    }

    fn of_u64(_: u64) -> Result<Self, DbErr> {
        Err(DbErr::ConvertFromU64(Self::NAME))
    }

    fn column_type() -> ColumnType {
        ColumnType::Binary(16)
    }
}

impl Column for Scru128Text {
    const NAME: &'static str = "Scru128Text";
    type Plain = String;

    fn to_plain(self) -> String {
        self.to_string()
    }

    fn of_plain(plain: String) -> Result<Self, DbErr> {
        plain.parse().map_err(|error| no_id::<Self>("String", error))
    }

    fn of_u64(_: u64) -> Result<Self, DbErr> {
        Err(DbErr::ConvertFromU64(Self::NAME))
    }

    // Not CHAR: parameters are bound as TEXT, and a CHAR of PostgreSQL compared with one does not
    // use its index.
    fn column_type() -> ColumnType {
        ColumnType::String(StringLen::N(26))
    }
}

#[cfg(feature = "sqlx-postgres")]
impl Column for crate::Scru128Uuid {
    const NAME: &'static str = "Scru128Uuid";
    type Plain = sea_orm::prelude::Uuid;

    fn to_plain(self) -> Self::Plain {
        Self::Plain::from_u128(self.to_u128())
    }

    fn of_plain(plain: Self::Plain) -> Result<Self, DbErr> {
        Ok(idcore::Scru128::from_u128(plain.as_u128()).into())
    }

    fn of_u64(_: u64) -> Result<Self, DbErr> {
        Err(DbErr::ConvertFromU64(Self::NAME))
    }

    fn column_type() -> ColumnType {
        ColumnType::Uuid
    }
}

#[cold]
fn no_id<C: Column>(
    from: &'static str,
    error: impl std::error::Error + Send + Sync + 'static,
) -> DbErr {
    DbErr::TryIntoErr { from, into: C::NAME, source: Arc::new(error) }
}

/// A value of a row that sqlx has read.
#[cfg(any(feature = "sqlx-postgres", feature = "sqlx-mysql", feature = "sqlx-sqlite"))]
fn read<'r, R, T, I>(row: &'r R, at: I, name: impl std::fmt::Debug) -> Result<T, TryGetError>
where
    R: sqlx::Row,
    T: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,
    I: sqlx::ColumnIndex<R>,
{
    match row.try_get::<Option<T>, _>(at) {
        Ok(Some(value)) => Ok(value),
        // What SeaORM makes `None` of, or its own error.
        Ok(None) => Err(TryGetError::Null(format!("{name:?}"))),
        Err(error) => Err(DbErr::Query(sea_orm::RuntimeErr::SqlxError(Arc::new(error))).into()),
    }
}

/// A value of a row that holds SeaORM's own values.
fn plain<C: Column, I: ColIdx>(row: &QueryResult, at: I) -> Result<C, TryGetError> {
    Ok(C::of_plain(C::Plain::try_get_by(row, at)?)?)
}

/// Implements the traits of SeaORM, which no generic may do for types that it does not name. The
/// second wrapper, that of `idsqlx`, reads the rows of the databases whose features are named.
macro_rules! column {
    ($wrapper:ty, $row:ty, $($feature:literal $get_row:ident $get_index:ident),*) => {
        impl TryGetable for $wrapper {
            fn try_get_by<I: ColIdx>(result: &QueryResult, at: I) -> Result<Self, TryGetError> {
                $(
                    #[cfg(feature = $feature)]
                    if let Some(row) = result.$get_row() {
                        let found: $row = read(row, at.$get_index(), at)?;
                        return Ok(Self::from(*found));
                    }
                )*
                plain(result, at)
            }
        }

        impl From<$wrapper> for Value {
            fn from(id: $wrapper) -> Self {
                id.to_plain().into()
            }
        }

        impl Nullable for $wrapper {
            fn null() -> Value {
                <<$wrapper as Column>::Plain as Nullable>::null()
            }
        }

        impl ValueType for $wrapper {
            fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
                let plain = <<$wrapper as Column>::Plain as ValueType>::try_from(value)?;
                Self::of_plain(plain).map_err(|_| ValueTypeErr)
            }

            fn type_name() -> String {
                Self::NAME.to_owned()
            }

            fn array_type() -> ArrayType {
                <<$wrapper as Column>::Plain as ValueType>::array_type()
            }

            fn column_type() -> ColumnType {
                <$wrapper as Column>::column_type()
            }
        }

        impl IntoActiveValue<$wrapper> for $wrapper {
            fn into_active_value(self) -> ActiveValue<$wrapper> {
                ActiveValue::Set(self)
            }
        }

        impl TryFromU64 for $wrapper {
            fn try_from_u64(n: u64) -> Result<Self, DbErr> {
                Self::of_u64(n)
            }
        }

        #[cfg(feature = "sqlx-postgres")]
        impl sea_orm::sea_query::postgres_array::NotU8 for $wrapper {}

        #[cfg(feature = "sqlx-postgres")]
        impl sea_orm::TryGetableArray for $wrapper {
            fn try_get_by<I: ColIdx>(
                result: &QueryResult,
                at: I,
            ) -> Result<Vec<Self>, TryGetError> {
                if let Some(row) = result.try_as_pg_row() {
                    let found: Vec<$row> = read(row, at.as_sqlx_postgres_index(), at)?;
                    return Ok(found.into_iter().map(|id| Self::from(*id)).collect());
                }
                let plain: Vec<<$wrapper as Column>::Plain> = TryGetable::try_get_by(result, at)?;
                Ok(plain.into_iter().map(Self::of_plain).collect::<Result<_, _>>()?)
            }
        }
    };
}

column!(
    Huid,
    idsqlx::Huid,
    "sqlx-postgres" try_as_pg_row as_sqlx_postgres_index,
    "sqlx-mysql" try_as_mysql_row as_sqlx_mysql_index,
    "sqlx-sqlite" try_as_sqlite_row as_sqlx_sqlite_index
);
column!(
    Scru128Bytes,
    idsqlx::Scru128Bytes,
    "sqlx-postgres" try_as_pg_row as_sqlx_postgres_index,
    "sqlx-mysql" try_as_mysql_row as_sqlx_mysql_index,
    "sqlx-sqlite" try_as_sqlite_row as_sqlx_sqlite_index
);
column!(
    Scru128Text,
    idsqlx::Scru128Text,
    "sqlx-postgres" try_as_pg_row as_sqlx_postgres_index,
    "sqlx-mysql" try_as_mysql_row as_sqlx_mysql_index,
    "sqlx-sqlite" try_as_sqlite_row as_sqlx_sqlite_index
);
// On MySQL and SQLite, SeaORM stores a UUID as 16 bytes and reads them back by itself.
#[cfg(feature = "sqlx-postgres")]
column!(
    crate::Scru128Uuid,
    idsqlx::Scru128Uuid,
    "sqlx-postgres" try_as_pg_row as_sqlx_postgres_index
);
