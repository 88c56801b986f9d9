//! HUID and SCRU128 as column types of [tokio-postgres](https://docs.rs/tokio-postgres), of its
//! blocking sister [postgres](https://docs.rs/postgres), and of whatever else takes the traits of
//! [postgres-types](postgres_types).
//!
//! | wrapper | column | also |
//! | --- | --- | --- |
//! | [`Huid`] | `BIGINT` | domains over it |
//! | [`Scru128Bytes`] | `BYTEA` | domains over it |
//! | [`Scru128Text`] | `TEXT COLLATE "C"` | `VARCHAR`, `CHAR(26)`, `citext`, domains over them |
//! | [`Scru128Uuid`] | `UUID` | domains over it |
//!
//! A wrapper stands where a built-in type can, and then can be forgotten: as a parameter, in
//! `Row::get`, in `Option`, in arrays (`= ANY($1)`, `UNNEST($1::bigint[])`, with `Option` inside),
//! in binary `COPY`, in `derive(ToSql, FromSql)` of a composite. It dereferences to the id, and
//! `From` goes both ways.
//!
//! ```
//! use idpostgres::{Huid, Scru128Text};
//!
//! # async fn example(client: &tokio_postgres::Client) -> Result<(), Box<dyn std::error::Error>> {
//! client.batch_execute(idpostgres::ddl::SHOP).await?;
//! let customer = Huid::from(idgen::try_huid()?);
//! let order = Scru128Text::from(idgen::try_scru128()?);
//! client.execute("INSERT INTO customers VALUES ($1, 'ada@example.org')", &[&customer]).await?;
//! client.execute("INSERT INTO orders VALUES ($1, $2)", &[&order, &customer]).await?;
//!
//! // The orders of a minute, by the primary key alone.
//! let first = Scru128Text::from(idcore::Scru128::first_at(order.unix_ms() - 60_000)?);
//! for row in client.query("SELECT * FROM orders WHERE id BETWEEN $1 AND $2", &[&first, &order]).await? {
//!     let (id, customer): (Scru128Text, Huid) = (row.get(0), row.get(1));
//!     println!("{id} of {customer}, made at {} ms", id.unix_ms());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # What is no id is an error
//!
//! A column or a parameter of another type, a negative number, 15 bytes, a text with a space, a
//! NULL without `Option`: each is a [`ColumnError`] that says what was expected, what was found,
//! and which wrapper or column type fits. The message of `tokio_postgres::Error` leaves its cause
//! out (`error deserializing column 0`); [`ColumnError::of`] finds it.
//!
//! What `simple_query` gives is text: `text.parse::<Huid>()` reads it.
//!
//! # Check your table once
//!
//! A collation is not in a value, nor is the width of a `CHAR` before there is one: `check_column`
//! asks the catalogue how a column is declared, when the program starts or in a test.
//!
//! # Duplicates
//!
//! HUIDs can collide, rarely, and an insert has to draw again then: `retry_on_duplicate` does it, a
//! bounded number of times, and `is_duplicate_of` tells the duplicate of the id from that of
//! another key.
//!
//! # Features
//!
//! - `tokio-postgres`, off by default: `is_duplicate_of`, `duplicate_key`, `Retry` and
//!   `retry_on_duplicate`, which look into the error that `tokio-postgres` and `postgres` share, and
//!   `check_column`.
//!
//! `idsqlx` and `iddiesel` have the same wrappers, under the same names, for sqlx and diesel; the
//! module `ddl` of `idsqlx` says more about tables.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "tokio-postgres")]
mod check;
mod columns;
pub mod ddl;
#[cfg(feature = "tokio-postgres")]
mod duplicate;
mod error;
#[cfg(feature = "tokio-postgres")]
mod retry;
mod wrappers;

#[cfg(feature = "tokio-postgres")]
pub use check::check_column;
#[cfg(feature = "tokio-postgres")]
pub use duplicate::{duplicate_key, is_duplicate_of};
pub use idcolumns::ColumnError;
#[cfg(feature = "tokio-postgres")]
pub use idcolumns::{ATTEMPTS, CheckError, Column, DeclarationError};
#[cfg(feature = "tokio-postgres")]
pub use retry::{Retry, RetryError, retry_on_duplicate};
pub use wrappers::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

#[cfg(all(doctest, feature = "tokio-postgres"))]
#[doc = include_str!("../README.md")]
struct Readme;
