//! What to write in `CREATE TABLE`, for each database, and why.
//!
//! The constants are column types to paste, and a small shop (customers and their orders) as whole
//! tables; the tests create them.
//!
//! # Which column
//!
//! | | bytes in a row | sorts as the ids do | read by eye | foreign key costs |
//! | --- | --- | --- | --- | --- |
//! | HUID, `BIGINT` | 8 | always | as a number | 8 bytes |
//! | SCRU128, bytes | 16 (17 to 20 with its length) | always | with `hex()` | 16 bytes |
//! | SCRU128, `UUID` in PostgreSQL | 16 | always | in hexadecimal | 16 bytes |
//! | SCRU128, text | 26 (27 to 30 with its length) | with the collation below | as it is | 26 bytes |
//!
//! # Collations
//!
//! A text column compares by its collation, and a language has opinions: in Czech, `CH` is one
//! letter that comes after `H`, so that `CH...` sorts behind `CI...`, and a time window made with
//! `first_at` and `last_at` loses ids without an error. Each column type here names the collation
//! that compares bytes. What it is in each database, and what a foreign key needs, is in the module
//! of the database.
//!
//! # Time windows
//!
//! The primary key serves them: `WHERE id BETWEEN first AND last`, with `first_at` of the first
//! millisecond and `last_at` of the last one. A column with the time of the insert, and an index
//! on it, is not needed for this.

/// PostgreSQL.
///
/// - A table is a heap: rows lie in the order of their insertion, and the primary key is an index
///   beside it. Ids that rise with time fill its pages from the left to the right, so that each is
///   written once and stays full; random ones, as in UUID version 4, hit a page anywhere.
/// - A foreign key makes no index. Without `orders_customer` below, deleting a customer reads all
///   orders.
/// - Text needs `COLLATE "C"`, in the referring column too: the comparison of a join takes it from
///   both. With it, `LIKE 'prefix%'` can use the index as well.
/// - A parameter is bound as `TEXT`, and `CHAR(26)` (`bpchar`) compared with it becomes `TEXT`
///   first: the index is not used. Declare `TEXT` or `VARCHAR(26)`, or write
///   `$1::char(26)`.
/// - `citext` compared with a parameter is compared as text, in case: ids that somebody else wrote
///   in lower case are read, but found only with `$1::citext`.
/// - The checks let no other writer put in what would not be read.
///
/// ```
/// use idsqlx::ddl::postgres;
///
/// # async fn example(pool: &sqlx::PgPool) -> Result<(), sqlx::Error> {
/// sqlx::raw_sql(postgres::DOMAINS).execute(pool).await?;
/// sqlx::raw_sql(postgres::SHOP).execute(pool).await?;
/// # Ok(())
/// # }
/// let (huid, text) = (postgres::HUID, postgres::SCRU128_TEXT);
/// assert_eq!(format!("id {text}, customer {huid}"), r#"id TEXT COLLATE "C", customer BIGINT"#);
/// let (bytes, uuid) = (postgres::SCRU128_BYTES, postgres::SCRU128_UUID);
/// assert_eq!(format!("session {bytes}, request {uuid}"), "session BYTEA, request UUID");
/// ```
pub mod postgres {
    /// The column type for [`Huid`](crate::Huid).
    pub const HUID: &str = "BIGINT";
    /// The column type for [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BYTEA";
    /// The column type for [`Scru128Text`](crate::Scru128Text).
    pub const SCRU128_TEXT: &str = r#"TEXT COLLATE "C""#;
    /// The column type for `Scru128Uuid`.
    pub const SCRU128_UUID: &str = "UUID";

    /// Customers by HUID, orders by SCRU128 in text.
    pub const SHOP: &str = r#"
CREATE TABLE customers (
    id BIGINT NOT NULL CHECK (id >= 0),
    email TEXT NOT NULL,
    CONSTRAINT customers_pkey PRIMARY KEY (id),
    CONSTRAINT customers_email_key UNIQUE (email)
);
CREATE TABLE orders (
    id TEXT COLLATE "C" NOT NULL CHECK (id ~ '^[0-7][0-9A-V]{25}$'),
    customer BIGINT NOT NULL REFERENCES customers (id),
    CONSTRAINT orders_pkey PRIMARY KEY (id)
);
CREATE INDEX orders_customer ON orders (customer, id);
"#;

    /// Domains, which keep the checks in one place. sqlx sees the type underneath.
    pub const DOMAINS: &str = r#"
CREATE DOMAIN huid AS BIGINT CHECK (VALUE >= 0);
CREATE DOMAIN scru128_bytes AS BYTEA CHECK (octet_length(VALUE) = 16);
CREATE DOMAIN scru128_text AS TEXT COLLATE "C" CHECK (VALUE ~ '^[0-7][0-9A-V]{25}$');
"#;
}

/// MySQL and MariaDB, with InnoDB.
///
/// - InnoDB clusters by the primary key: the rows themselves lie in its order, and every other
///   index carries the primary key in each of its entries. So a key of 8 bytes is felt in every
///   index, a key of 26 bytes more so, and a key that rises with time keeps new rows together at
///   the end, where a random one splits pages all over the table.
/// - A foreign key makes its index, if there is none. Its column must have the same type, sign and
///   collation as what it refers to.
/// - `BIGINT` reads and writes every HUID. `BIGINT UNSIGNED` does too, and holds others besides: a
///   value over 2<sup>63</sup> - 1 is an error on reading.
/// - `BINARY(16)` and not `BLOB`, which as a key needs a length: `PRIMARY KEY (id(16))`.
/// - Text in `ascii_bin` takes 26 bytes in a row and in an index, and compares them; in `utf8mb4`
///   `CHAR(26)` may reserve 104. `_ci` collations compare without case, and in the order of their
///   language.
/// - `CHAR` comes back without its trailing spaces: an id in `CHAR(30)` is read as it was written.
///   In `VARCHAR` they come back, and are an error.
/// - The `UUID` type of MariaDB is not for ids: it keeps the bytes in another order, so that the
///   column does not sort as the ids do, and gives them back as a text. Reading one is an error.
///
/// ```
/// use idsqlx::ddl::mysql;
///
/// # async fn example(pool: &sqlx::MySqlPool) -> Result<(), sqlx::Error> {
/// sqlx::raw_sql(mysql::SHOP).execute(pool).await?;
/// # Ok(())
/// # }
/// let (huid, bytes) = (mysql::HUID, mysql::SCRU128_BYTES);
/// assert_eq!(format!("id {bytes}, customer {huid}"), "id BINARY(16), customer BIGINT");
/// assert!(mysql::SHOP.contains(mysql::SCRU128_TEXT));
/// ```
pub mod mysql {
    /// The column type for [`Huid`](crate::Huid).
    pub const HUID: &str = "BIGINT";
    /// The column type for [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BINARY(16)";
    /// The column type for [`Scru128Text`](crate::Scru128Text).
    pub const SCRU128_TEXT: &str = "CHAR(26) CHARACTER SET ascii COLLATE ascii_bin";

    /// Customers by HUID, orders by SCRU128 in text.
    pub const SHOP: &str = r"
CREATE TABLE customers (
    id BIGINT NOT NULL CHECK (id >= 0),
    email VARCHAR(190) NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY email (email)
) ENGINE = InnoDB;
CREATE TABLE orders (
    id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin NOT NULL
        CHECK (id RLIKE '^[0-7][0-9A-V]{25}$'),
    customer BIGINT NOT NULL,
    PRIMARY KEY (id),
    KEY orders_customer (customer),
    FOREIGN KEY (customer) REFERENCES customers (id)
) ENGINE = InnoDB;
";
}

/// SQLite.
///
/// - `INTEGER PRIMARY KEY` is the row's own number: the table is clustered by it, and there is no
///   index beside. It has one trap: inserting NULL, or leaving the column out, makes up a number.
///   `WITHOUT ROWID` does not, and clusters by any primary key; it is what the tables below use.
/// - A primary key that is not `INTEGER PRIMARY KEY` may be NULL, except `WITHOUT ROWID`: say
///   `NOT NULL`.
/// - A foreign key makes no index, and is checked only with `PRAGMA foreign_keys = ON`, which sqlx
///   sets by default.
/// - A column converts what is written by its affinity, which follows from its declared type. One
///   that names no `INT`, `CHAR`, `CLOB`, `TEXT` or `BLOB`, for example `SCRU128` or `NUMERIC`, has
///   numeric affinity, and turns the text `03123E99999999999999999999` into a number. Say `TEXT`:
///   the id is lost on writing, and a number is an error on reading. `STRICT` tables refuse such
///   types.
/// - `BINARY`, the default collation, compares bytes: there is nothing to say.
/// - `EXPLAIN QUERY PLAN` says `USING PRIMARY KEY` where the key serves a time window.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// use idsqlx::ddl::sqlite;
///
/// sqlx::raw_sql(sqlite::SHOP).execute(&pool).await?;
/// let (huid, bytes, text) = (sqlite::HUID, sqlite::SCRU128_BYTES, sqlite::SCRU128_TEXT);
/// let visits = format!("CREATE TABLE visits (id {bytes}, customer {huid}, order_id {text}) STRICT");
/// sqlx::raw_sql(sqlx::AssertSqlSafe(visits)).execute(&pool).await?;
/// # Ok(())
/// # }
/// ```
pub mod sqlite {
    /// The column type for [`Huid`](crate::Huid).
    pub const HUID: &str = "INTEGER";
    /// The column type for [`Scru128Bytes`](crate::Scru128Bytes).
    pub const SCRU128_BYTES: &str = "BLOB";
    /// The column type for [`Scru128Text`](crate::Scru128Text).
    pub const SCRU128_TEXT: &str = "TEXT";

    /// Customers by HUID, orders by SCRU128 in text.
    pub const SHOP: &str = r"
CREATE TABLE customers (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id >= 0),
    email TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE TABLE orders (
    id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 26),
    customer INTEGER NOT NULL REFERENCES customers (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX orders_customer ON orders (customer, id);
";
}
