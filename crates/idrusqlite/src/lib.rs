//! HUID and SCRU128 as column types of [rusqlite](https://docs.rs/rusqlite) 0.39.
//!
//! | wrapper | column | read from |
//! | --- | --- | --- |
//! | [`Huid`] | `INTEGER` | whatever column holds the value as an integer |
//! | [`Scru128Bytes`] | `BLOB` | whatever column holds the value as a blob |
//! | [`Scru128Text`] | `TEXT` | whatever column holds the value as a text |
//!
//! A wrapper stands where a built-in type can, and then can be forgotten: as a parameter, in
//! `Row::get`, in `Option`, as a [`Value`](rusqlite::types::Value). It dereferences to the id, and
//! `From` goes both ways.
//!
//! ```
//! use idrusqlite::{Huid, Scru128Text};
//! use rusqlite::Connection;
//!
//! let connection = Connection::open_in_memory()?;
//! connection.execute_batch(idrusqlite::ddl::SHOP)?;
//! let customer = Huid::from(idgen::try_huid()?);
//! let order = Scru128Text::from(idgen::try_scru128()?);
//! connection.execute("INSERT INTO customers VALUES (?1, 'ada@example.org')", [customer])?;
//! connection.execute("INSERT INTO orders VALUES (?1, ?2)", (order, customer))?;
//!
//! // The orders of a minute, by the primary key alone.
//! let first = Scru128Text::from(idcore::Scru128::first_at(order.unix_ms() - 60_000)?);
//! let mut select = connection.prepare("SELECT * FROM orders WHERE id BETWEEN ?1 AND ?2")?;
//! let orders = select
//!     .query_map([first, order], |row| Ok((row.get(0)?, row.get(1)?)))?
//!     .collect::<Result<Vec<(Scru128Text, Huid)>, _>>()?;
//! assert_eq!(orders, [(order, customer)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is no id is an error
//!
//! SQLite converts anything into anything; reading an id does not. A value of another type, a
//! negative number, 15 bytes, a text with a space, a NULL without `Option`: each is a
//! [`ColumnError`] that says what was expected, what was found, and which wrapper or column type
//! fits.
//!
//! ```
//! use idrusqlite::{ColumnError, Scru128Bytes};
//!
//! let connection = rusqlite::Connection::open_in_memory()?;
//! let error = connection
//!     .query_row("SELECT '0123456789ABCDEF'", [], |row| row.get::<_, Scru128Bytes>(0))
//!     .unwrap_err();
//! assert!(error.to_string().ends_with("a value of type TEXT: Scru128Text fits it"));
//! assert!(ColumnError::of(&error).is_some_and(|error| error.is_type()));
//! # Ok::<(), rusqlite::Error>(())
//! ```
//!
//! What each column type makes of each wrapper's ids, by its affinity:
//!
//! | column type | `Huid` | `Scru128Bytes` | `Scru128Text` |
//! | --- | --- | --- | --- |
//! | `INTEGER`, `BIGINT` | works | works | refused |
//! | `TEXT`, `CHAR(26)`, `VARCHAR(26)` | refused | works | works |
//! | `BLOB`, none | works | works | works |
//! | `BINARY(16)`, `UUID`, `NUMERIC` | works | works | refused |
//! | `REAL` | refused | works | refused |
//!
//! # Check your table once
//!
//! A collation is not in a value, and an affinity shows when an id is lost: [`check_column`] asks the
//! catalogue how a column is declared, when the program starts or in a test.
//!
//! # Duplicates
//!
//! HUIDs can collide, rarely, and an insert has to draw again then: [`retry_on_duplicate`] does it,
//! a bounded number of times, and [`is_duplicate_of`] tells the duplicate of the id from that of
//! another key.
//!
//! # Lists
//!
//! `IN (...)` with one parameter takes rusqlite's feature `array`, whose parameter is a list of
//! values: `ids.iter().copied().map(Value::from)`, in `WHERE id IN rarray(?1)`.
//!
//! # Versions and features
//!
//! rusqlite 0.39 uses `libsqlite3-sys` 0.37, as diesel 2.3 and sqlx 0.9 do: a program can have only
//! one. No feature is on by default; `bundled` compiles SQLite, as rusqlite's own does, and without
//! it the system's library is linked.
//!
//! `idsqlx` and `iddiesel` have the same wrappers, under the same names, for sqlx and diesel.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod check;
mod columns;
pub mod ddl;
mod duplicate;
mod error;
mod retry;
mod wrappers;

pub use check::check_column;
pub use duplicate::{duplicate_key, is_duplicate_of};
pub use idcolumns::{ATTEMPTS, CheckError, Column, ColumnError, DeclarationError};
pub use retry::{Retry, RetryError, retry_on_duplicate};
pub use wrappers::{Huid, Scru128Bytes, Scru128Text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
