//! How the tables are made: one example per database, to copy from.
//!
//! `SHOP` is a script of `CREATE` statements for a small shop that has each kind of column as
//! primary key, as foreign key and in an index. `diesel print-schema` writes a `table!` for it that
//! works with the wrappers as it comes. The other constants are the types of single columns, for
//! migrations that are put together by a program.
//!
//! # Which column
//!
//! | | PostgreSQL | MySQL, MariaDB | SQLite |
//! | --- | --- | --- | --- |
//! | [`Huid`](crate::Huid) | `BIGINT` | `BIGINT` | `BIGINT` |
//! | [`Scru128Uuid`](https://docs.rs/iddiesel) | `UUID` | - | - |
//! | [`Scru128Bytes`](crate::Scru128Bytes) | `BYTEA` | `BINARY(16)` | `BLOB` |
//! | [`Scru128Text`](crate::Scru128Text) | `VARCHAR(26) COLLATE "C"` | `CHAR(26) CHARACTER SET ascii COLLATE ascii_bin` | `TEXT` |
//!
//! The binary forms take 16 bytes in the table and again in every index and foreign key; the text
//! takes 26 or 27. Choose the text where people read the tables without a tool.
//!
//! # PostgreSQL
//!
//! - Tables are heaps: the primary key is an index beside them. New rows go to the end of the heap,
//!   and as ids grow with time, to the end of the index as well, so that a time window is a range
//!   of both.
//! - A foreign key gets no index by itself. Give it one, and put the id behind it
//!   (`(customer_id, id)`): then "the orders of a customer by time" is one index scan.
//! - Of the two binary forms, `UUID` is smaller by the length byte, fixed in width, and printed
//!   legibly; `BYTEA` cannot be taken for a UUID.
//! - Not `CHAR(26)` for a key that diesel looks up. It works in every other way; but diesel sends
//!   a text as `text`, PostgreSQL then compares as `text`, and an index on a `CHAR` column is not
//!   used for that. `VARCHAR(26)` and `TEXT` have no such trap.
//! - `COLLATE "C"` sorts by bytes. Without it the order is that of the database's language, and a
//!   time window in text form selects other rows than it should: in Czech, `CH` comes after `H`.
//! - `max` and `min` work on `BIGINT` and on text. PostgreSQL has neither for `BYTEA` before version
//!   18, nor for `UUID`: use `.order(id.desc()).first(..)`, which the primary key's index serves as
//!   fast, or the functions of [`dsl`](crate::dsl).
//!
//! # MySQL and MariaDB
//!
//! - InnoDB keeps the table itself in the order of the primary key, and every other index refers
//!   to rows by it. Ids that grow with time therefore fill pages in order, and a short key makes
//!   every other index shorter: `BIGINT` saves 8 bytes per row and index over `BINARY(16)`.
//! - A foreign key gets an index by itself if there is none, and that index ends with the primary
//!   key already: `KEY (customer_id)` is enough for "the orders of a customer by time".
//! - Both sides of a foreign key must have the same type, signedness included: `BIGINT UNSIGNED`
//!   works as well, if it is so everywhere.
//! - `ascii_bin` sorts by bytes and takes one byte per character. The default collations sort by
//!   language and make `Ä` equal to `A`.
//! - Not MariaDB's `UUID`: it reorders the bytes, so that it sorts otherwise than the id does.
//! - `BINARY(16)`, not a shorter one: MySQL fills shorter values with zeros.
//!
//! # SQLite
//!
//! - `WITHOUT ROWID` keeps the table in the order of the primary key. Without that word the table
//!   is in the order of a hidden number, and the primary key is a second index.
//! - `NOT NULL` belongs to the primary key: SQLite allows `NULL` in one otherwise.
//! - `id INTEGER PRIMARY KEY` is another good choice for a HUID: it is that hidden number itself.
//!   But an `INSERT` that forgets the id is then given the highest one plus 1, and `diesel.toml`
//!   needs `sqlite_integer_primary_key_is_bigint = true`.
//! - The word for a text column must contain `TEXT`, `CHAR` or `CLOB`. Columns of other words
//!   (`NUMERIC`, `STRING`, `SCRU128`) turn a text that reads as a number into one, and
//!   `03123E99999999999999999999` reads as one. `typeof(id) = 'text'` in a `CHECK` catches it.
//! - Foreign keys are checked only where `PRAGMA foreign_keys = ON` was said on the connection, or
//!   the library was built so (as `libsqlite3-sys` with `bundled` is).

/// The columns and the shop on PostgreSQL.
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use iddiesel::ddl::postgres;
///
/// # fn example(connection: &mut diesel::PgConnection) -> diesel::QueryResult<()> {
/// connection.batch_execute(postgres::SHOP)?;
/// # Ok(())
/// # }
/// let (huid, text) = (postgres::HUID, postgres::SCRU128_TEXT);
/// assert_eq!(format!("id {text}, customer {huid}"), r#"id VARCHAR(26) COLLATE "C", customer BIGINT"#);
/// let (bytes, uuid) = (postgres::SCRU128_BYTES, postgres::SCRU128_UUID);
/// assert_eq!(format!("session {bytes}, request {uuid}"), "session BYTEA, request UUID");
/// ```
#[cfg(feature = "postgres")]
pub mod postgres {
    /// The type of a column of [`Huid`](crate::Huid).
    pub const HUID: &str = "BIGINT";
    /// The type of a column of [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BYTEA";
    /// The type of a column of [`Scru128Text`](crate::Scru128Text), sorted by bytes.
    pub const SCRU128_TEXT: &str = r#"VARCHAR(26) COLLATE "C""#;
    /// The type of a column of [`Scru128Uuid`](crate::Scru128Uuid).
    pub const SCRU128_UUID: &str = "UUID";
    /// Customers, orders, invoices and shipments, keyed by `BIGINT`, `UUID`, `VARCHAR(26)` and
    /// `BYTEA`.
    pub const SHOP: &str = include_str!("ddl/postgres.sql");
}

/// The columns and the shop on MySQL and MariaDB.
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use iddiesel::ddl::mysql;
///
/// # fn example(connection: &mut diesel::MysqlConnection) -> diesel::QueryResult<()> {
/// connection.batch_execute(mysql::SHOP)?;
/// # Ok(())
/// # }
/// let (huid, bytes) = (mysql::HUID, mysql::SCRU128_BYTES);
/// assert_eq!(format!("id {bytes}, customer {huid}"), "id BINARY(16), customer BIGINT");
/// assert!(mysql::SHOP.contains(mysql::SCRU128_TEXT));
/// ```
#[cfg(feature = "mysql")]
pub mod mysql {
    /// The type of a column of [`Huid`](crate::Huid).
    pub const HUID: &str = "BIGINT";
    /// The type of a column of [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BINARY(16)";
    /// The type of a column of [`Scru128Text`](crate::Scru128Text), sorted by bytes.
    pub const SCRU128_TEXT: &str = "CHAR(26) CHARACTER SET ascii COLLATE ascii_bin";
    /// Customers, orders and invoices, keyed by `BIGINT`, `BINARY(16)` and `CHAR(26)`.
    pub const SHOP: &str = include_str!("ddl/mysql.sql");
}

/// The columns and the shop on SQLite.
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::{Connection, SqliteConnection};
/// use iddiesel::ddl::sqlite;
///
/// let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// connection.batch_execute(sqlite::SHOP)?;
/// let (huid, bytes, text) = (sqlite::HUID, sqlite::SCRU128_BYTES, sqlite::SCRU128_TEXT);
/// let visits = format!("CREATE TABLE visits (id {bytes}, customer {huid}, order_id {text})");
/// connection.batch_execute(&visits)?;
/// # Ok::<(), diesel::result::Error>(())
/// ```
#[cfg(feature = "sqlite")]
pub mod sqlite {
    /// The type of a column of [`Huid`](crate::Huid).
    pub const HUID: &str = "BIGINT";
    /// The type of a column of [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BLOB";
    /// The type of a column of [`Scru128Text`](crate::Scru128Text), sorted by bytes.
    pub const SCRU128_TEXT: &str = "TEXT";
    /// Customers, orders and invoices, keyed by `BIGINT`, `BLOB` and `TEXT`.
    pub const SHOP: &str = include_str!("ddl/sqlite.sql");
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_shop_has_each_column_as_a_key() {
        use super::{mysql, postgres, sqlite};
        for (shop, columns) in [
            (
                postgres::SHOP,
                &[
                    postgres::HUID,
                    postgres::SCRU128_BYTES,
                    postgres::SCRU128_TEXT,
                    postgres::SCRU128_UUID,
                ][..],
            ),
            (mysql::SHOP, &[mysql::HUID, mysql::SCRU128_BYTES, mysql::SCRU128_TEXT]),
            (sqlite::SHOP, &[sqlite::HUID, sqlite::SCRU128_BYTES, sqlite::SCRU128_TEXT]),
        ] {
            for column in columns {
                assert!(shop.contains(&format!("\n    id {column} ")), "{column}");
            }
        }
    }
}
