//! HUID and SCRU128 as column types of [sqlx](https://docs.rs/sqlx) 0.9.
//!
//! | wrapper | PostgreSQL | MySQL, MariaDB | SQLite | `Any` |
//! | --- | --- | --- | --- | --- |
//! | [`Huid`] | `BIGINT` | `BIGINT` | `INTEGER` | yes |
//! | [`Scru128Bytes`] | `BYTEA` | `BINARY(16)` | `BLOB` | yes |
//! | [`Scru128Text`] | `TEXT COLLATE "C"` | `CHAR(26)` in `ascii_bin` | `TEXT` | yes |
//! | `Scru128Uuid` | `UUID` | | | |
//!
//! A wrapper stands where a built-in type can, and then can be forgotten: as a field of a
//! `#[derive(FromRow)]` struct, in `Option`, bound by value or by reference, in PostgreSQL's arrays
//! (`= ANY($1)`, `UNNEST($1)`, with `Option` inside), in `query!`. It dereferences to the id, and
//! `From` goes both ways.
//!
//! ```
//! use idsqlx::{Huid, Scru128Text};
//!
//! #[derive(sqlx::FromRow)]
//! struct Order {
//!     id: Scru128Text,
//!     customer: Huid,
//!     refunded: Option<Scru128Text>,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
//! sqlx::query("CREATE TABLE orders (id TEXT PRIMARY KEY, customer INTEGER, refunded TEXT)")
//!     .execute(&pool)
//!     .await?;
//! let id: Scru128Text = idcore::Scru128::from_u128(1095473244246772103403544935821223346).into();
//! sqlx::query("INSERT INTO orders VALUES (?, ?, NULL)")
//!     .bind(id)
//!     .bind(Huid::from(idcore::Huid::from_u64(258037077)?))
//!     .execute(&pool)
//!     .await?;
//!
//! // The orders of a day, by the primary key alone.
//! let orders: Vec<Order> = sqlx::query_as("SELECT * FROM orders WHERE id BETWEEN ? AND ?")
//!     .bind(Scru128Text::from(idcore::Scru128::first_at(1634428800000)?))
//!     .bind(Scru128Text::from(idcore::Scru128::last_at(1634515199999)?))
//!     .fetch_all(&pool)
//!     .await?;
//! assert_eq!(orders[0].id.to_string(), "00QBTG0FERFTCCNFISUBO489DI");
//! assert_eq!(orders[0].customer.unix_ms(), 1767225600123);
//! assert_eq!(orders[0].refunded, None);
//! # Ok(())
//! # }
//! ```
//!
//! # What is no id is an error
//!
//! A column of another type, a negative number, 15 bytes, a text with a space, a NULL without
//! `Option`: each is a [`ColumnError`] that says what was expected, what was found, and which
//! wrapper or column type fits. SQLite, which converts anything into anything, is no exception.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
//! let error = sqlx::query_scalar::<_, idsqlx::Scru128Bytes>("SELECT '0123456789ABCDEF'")
//!     .fetch_one(&pool)
//!     .await
//!     .unwrap_err();
//! assert!(error.to_string().ends_with("a value of type TEXT: Scru128Text fits it"));
//! assert!(idsqlx::ColumnError::of(&error).is_some_and(|error| error.is_type()));
//! # Ok(())
//! # }
//! ```
//!
//! # Check your table once
//!
//! What no value shows, the catalogue has: that MariaDB's `UUID` changes the order of the bytes, that
//! a `CHAR(30)` hides its spaces, that a text is not sorted by its bytes. [`check_column`] asks how a
//! column is declared, when the program starts or in a test.
//!
//! # Tables
//!
//! [`ddl`] has the column types to declare for each database, whole tables, and what primary keys,
//! foreign keys, indexes and collations do to ids. `docs/columns-sqlx.md` of the repository says of
//! every column type what each wrapper makes of it.
//!
//! # Duplicates
//!
//! HUIDs can collide, rarely, and an insert has to draw again then:
//! [`retry_on_duplicate`] does it, a bounded number of times, and [`is_duplicate_of`] tells the
//! duplicate of the id from that of another key.
//!
//! # The macros of sqlx
//!
//! `query!` maps columns to wrappers by `sqlx.toml` (feature `sqlx-toml` of sqlx):
//!
//! ```toml
//! [macros.table-overrides.'customers']
//! 'id' = "idsqlx::Huid"
//!
//! # MySQL and MariaDB name a table with its database.
//! [macros.table-overrides.'shop.customers']
//! 'id' = "idsqlx::Huid"
//! ```
//!
//! and what is no column of a table, in the query: `SELECT max(id) AS "id: idsqlx::Huid"`. On
//! PostgreSQL a parameter needs a cast, which the macro takes for its word: `id as Huid`, or
//! `id as _`. The macros do not compare an override with the column's type; the error comes at
//! run time, with the first row.
//!
//! # Features
//!
//! None is on by default, and none brings a database that was not asked for.
//!
//! - `postgres`, `mysql`, `sqlite`: the column types of a database. `sqlite` compiles SQLite, as
//!   the feature `sqlite-bundled` of sqlx does.
//! - `any`: the column types of the `Any` driver. From PostgreSQL it hands on `BIGINT`, `BYTEA`,
//!   `TEXT` and `VARCHAR`; a `CHAR(26)` or `citext` needs a cast to `text` in the query.
//!
//! A method of an id that has the name of one in a trait of sqlx, such as `encode`, is the trait's
//! where that is in scope: `(*id).encode(&mut buffer)` is the id's.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "any")]
mod any;
mod check;
pub mod ddl;
mod duplicate;
mod error;
#[cfg(feature = "mysql")]
mod mysql;
#[cfg(feature = "postgres")]
mod postgres;
mod retry;
#[cfg(feature = "sqlite")]
mod sqlite;
mod wrappers;

pub use check::{HasCatalogue, check_column};
pub use duplicate::{duplicate_key, is_duplicate_of};
pub use idcolumns::{ATTEMPTS, CheckError, Column, ColumnError, DeclarationError};
pub use retry::{Retry, RetryError, retry_on_duplicate};
#[cfg(feature = "postgres")]
pub use wrappers::Scru128Uuid;
pub use wrappers::{Huid, Scru128Bytes, Scru128Text};

#[cfg(all(doctest, feature = "sqlite"))]
#[doc = include_str!("../README.md")]
struct Readme;
