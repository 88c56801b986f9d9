//! What to write in `CREATE TABLE`, and why.
//!
//! - The primary key serves time windows: `WHERE id BETWEEN $1 AND $2`, with `first_at` of the first
//!   millisecond and `last_at` of the last one. No column with the time of the insert is needed.
//! - Text needs `COLLATE "C"`, in the referring column too. Under the collation of a language, ids
//!   sort otherwise (in Czech, `CH` is one letter behind `H`), and a time window loses some without
//!   an error.
//! - A foreign key makes no index: without `orders_customer` below, deleting a customer reads all
//!   orders.
//! - The drivers ask the server for the type of a parameter, and write it as that. So
//!   `WHERE id = $1` uses the index of a `CHAR(26)`, and compares a `citext` without case.
//! - The checks let no other writer put in what would not be read.

/// The column type for [`Huid`](crate::Huid).
pub const HUID: &str = "BIGINT";
/// The column type for [`Scru128Bytes`](crate::Scru128Bytes).
pub const SCRU128_BYTES: &str = "BYTEA";
/// The column type for [`Scru128Text`](crate::Scru128Text).
pub const SCRU128_TEXT: &str = r#"TEXT COLLATE "C""#;
/// The column type for [`Scru128Uuid`](crate::Scru128Uuid).
pub const SCRU128_UUID: &str = "UUID";

/// A small shop: customers by HUID, orders by SCRU128 in text.
///
/// ```
/// use idpostgres::ddl;
///
/// # async fn example(client: &tokio_postgres::Client) -> Result<(), tokio_postgres::Error> {
/// client.batch_execute(ddl::SHOP).await?;
/// # Ok(())
/// # }
/// let (huid, text) = (ddl::HUID, ddl::SCRU128_TEXT);
/// assert_eq!(format!("id {text}, customer {huid}"), r#"id TEXT COLLATE "C", customer BIGINT"#);
/// let (bytes, uuid) = (ddl::SCRU128_BYTES, ddl::SCRU128_UUID);
/// assert_eq!(format!("session {bytes}, request {uuid}"), "session BYTEA, request UUID");
/// ```
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

/// Domains, which keep the checks in one place. A parameter may be of a domain, which the built-in
/// types of the drivers refuse; the wrappers do not.
///
/// ```
/// # async fn example(client: &tokio_postgres::Client) -> Result<(), tokio_postgres::Error> {
/// client.batch_execute(idpostgres::ddl::DOMAINS).await?;
/// client.batch_execute("CREATE TABLE visits (id scru128_bytes, customer huid)").await?;
/// # Ok(())
/// # }
/// ```
pub const DOMAINS: &str = r#"
CREATE DOMAIN huid AS BIGINT CHECK (VALUE >= 0);
CREATE DOMAIN scru128_bytes AS BYTEA CHECK (octet_length(VALUE) = 16);
CREATE DOMAIN scru128_text AS TEXT COLLATE "C" CHECK (VALUE ~ '^[0-7][0-9A-V]{25}$');
"#;
