//! What to write in `CREATE TABLE`, and why.
//!
//! - The primary key serves time windows: `WHERE id BETWEEN ?1 AND ?2`, with `first_at` of the first
//!   millisecond and `last_at` of the last one. No column with the time of the insert is needed.
//! - `INTEGER PRIMARY KEY` is the row's own number, and has one trap: inserting NULL, or leaving the
//!   column out, makes up a number. `WITHOUT ROWID` does not.
//! - A primary key that is not `INTEGER PRIMARY KEY` may be NULL, except `WITHOUT ROWID`: say
//!   `NOT NULL`.
//! - A foreign key makes no index, and is checked only with `PRAGMA foreign_keys = ON`.
//! - A column converts what is written by its affinity, which follows from its declared type. One
//!   that names no `INT`, `CHAR`, `CLOB`, `TEXT` or `BLOB`, for example `SCRU128` or `NUMERIC`, turns
//!   the text `03123E99999999999999999999` into a number. Say `TEXT`: the id is lost on writing, and
//!   a number is an error on reading. `STRICT` tables refuse such types.
//! - `BINARY`, the default collation, compares bytes: there is nothing to say.

/// The column type for [`Huid`](crate::Huid).
pub const HUID: &str = "INTEGER";
/// The column type for [`Scru128Bytes`](crate::Scru128Bytes).
pub const SCRU128_BYTES: &str = "BLOB";
/// The column type for [`Scru128Text`](crate::Scru128Text).
pub const SCRU128_TEXT: &str = "TEXT";

/// A small shop: customers by HUID, orders by SCRU128 in text.
///
/// ```
/// use idrusqlite::ddl;
///
/// let connection = rusqlite::Connection::open_in_memory()?;
/// connection.execute_batch(ddl::SHOP)?;
/// let (huid, bytes, text) = (ddl::HUID, ddl::SCRU128_BYTES, ddl::SCRU128_TEXT);
/// let visits = format!("CREATE TABLE visits (id {bytes}, customer {huid}, order_id {text}) STRICT");
/// connection.execute_batch(&visits)?;
/// # Ok::<(), rusqlite::Error>(())
/// ```
pub const SHOP: &str = "
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
