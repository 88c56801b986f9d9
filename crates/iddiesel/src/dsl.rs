//! `max` and `min` of ids, in whichever type a column has them.
//!
//! diesel's own take the types that it orders: `BigInt`, `Unsigned<BigInt>`, `Text` and `Citext` are
//! among them, `Binary` and `Uuid` are not. These take all of them, and are used in the same ways:
//! in `select`, with `group_by`, in `having`, over a window.
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use iddiesel::{Huid, Scru128Bytes, dsl};
//!
//! diesel::table! {
//!     orders (id) {
//!         id -> Binary,
//!         customer_id -> BigInt,
//!     }
//! }
//!
//! let connection = &mut SqliteConnection::establish(":memory:")?;
//! connection.batch_execute(
//!     "CREATE TABLE orders (id BLOB NOT NULL PRIMARY KEY, customer_id BIGINT NOT NULL);
//!     INSERT INTO orders VALUES
//!         (X'00D2FB003DDB7F58CBBE5CF2F04425B2', 1),
//!         (X'032831937EE000000000000000000000', 1),
//!         (X'032831937EE000000000000000000001', 2)",
//! )?;
//!
//! // The last order of each customer.
//! let last: Vec<(Huid, Option<Scru128Bytes>)> = orders::table
//!     .group_by(orders::customer_id)
//!     .select((orders::customer_id, dsl::max(orders::id)))
//!     .order(orders::customer_id)
//!     .load(connection)?;
//! assert_eq!(last[0].1, Some("0350OP6VN00000000000000000".parse()?));
//! assert_eq!(last[1].1, Some("0350OP6VN00000000000000001".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # PostgreSQL
//!
//! It has `max` and `min` of `bytea` from version 18 on, and of `uuid` in no version up to that:
//! before, the server answers that there is no such function. Of a whole table,
//! `.order(id.desc()).first(..)` gives the same from the index, in every version. For use with
//! `group_by`, give the server the functions that it lacks, in a migration:
//!
//! ```sql
//! CREATE FUNCTION uuid_greater(uuid, uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
//!     AS 'SELECT CASE WHEN $1 > $2 THEN $1 ELSE $2 END';
//! CREATE FUNCTION uuid_less(uuid, uuid) RETURNS uuid LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
//!     AS 'SELECT CASE WHEN $1 < $2 THEN $1 ELSE $2 END';
//! CREATE AGGREGATE max(uuid) (SFUNC = uuid_greater, STYPE = uuid, SORTOP = >,
//!     COMBINEFUNC = uuid_greater, PARALLEL = SAFE);
//! CREATE AGGREGATE min(uuid) (SFUNC = uuid_less, STYPE = uuid, SORTOP = <,
//!     COMBINEFUNC = uuid_less, PARALLEL = SAFE);
//! ```

use diesel::declare_sql_function;
use diesel::sql_types::{BigInt, Binary, Nullable, SingleValue, SqlType, Text};

/// An SQL type in which a column has ids, with its nullable form: of no rows, `max` and `min` are
/// NULL.
pub trait Sorted: SingleValue {
    /// The same, nullable.
    type Nullable: SqlType + SingleValue;
}

impl Sorted for BigInt {
    type Nullable = Nullable<Self>;
}

impl Sorted for Binary {
    type Nullable = Nullable<Self>;
}

impl Sorted for Text {
    type Nullable = Nullable<Self>;
}

#[cfg(feature = "mysql")]
impl Sorted for diesel::sql_types::Unsigned<BigInt> {
    type Nullable = Nullable<Self>;
}

#[cfg(feature = "postgres")]
impl Sorted for diesel::sql_types::Citext {
    type Nullable = Nullable<Self>;
}

#[cfg(feature = "postgres")]
impl Sorted for diesel::sql_types::Uuid {
    type Nullable = Nullable<Self>;
}

impl<ST> Sorted for Nullable<ST>
where
    ST: Sorted,
    Self: SingleValue,
{
    type Nullable = Self;
}

#[declare_sql_function]
extern "SQL" {
    /// The greatest id of a column, which is the youngest; NULL where there is none.
    ///
    /// See [the module](self) for an example, and for PostgreSQL.
    #[aggregate]
    #[window]
    #[sql_name = "MAX"]
    fn max<ST: Sorted>(id: ST) -> ST::Nullable;

    /// The least id of a column, which is the oldest; NULL where there is none.
    ///
    /// See [the module](self) for an example, and for PostgreSQL.
    #[aggregate]
    #[window]
    #[sql_name = "MIN"]
    fn min<ST: Sorted>(id: ST) -> ST::Nullable;
}
