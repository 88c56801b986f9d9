//! What columns of ids have in common in every driver: the check of how a column is declared, the
//! error of a value that is no id, and the count of attempts to insert with another id.
//!
//! `idsqlx`, `iddiesel`, `idseaorm`, `idpostgres` and `idrusqlite` are these with their driver, and
//! show them as their own: take one of them. This crate itself has no driver and no dependency; it is
//! for wrappers of your own.
//!
//! # Whether a column is declared for ids
//!
//! Reading refuses what it can tell is wrong. It cannot tell all: MariaDB takes 16 bytes into a
//! `UUID` column and keeps them in another order, a `CHAR(30)` loses its spaces before a program
//! sees them, a text sorted by the rules of a language comes back as it was written. How the column
//! is declared says all of that, and says it before the first id is stored.
//!
//! The crates of the drivers have a function `check_column`: call it when the program starts, or in a
//! test. With another driver, three steps make a check of your own:
//!
//! ```
//! use idcolumns::{Check, Form, MYSQL};
//!
//! let check = Check::new(&MYSQL, Form::Scru128Bytes, "shop.orders", "id");
//! // 1. Your driver asks `check.sql()`, with these two parameters.
//! assert_eq!(check.parameters(), [Some("shop"), Some("orders")]);
//! // 2. It gives rows of five texts; the last two may be NULL.
//! let rows = [("id".into(), "uuid".into(), "uuid".into(), None, None)];
//! // 3. They are judged.
//! let error = check.judge(&rows).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "shop.orders.id: Scru128Bytes expects BINARY(16), found uuid: MariaDB's UUID type changes \
//!      the order of the bytes and is no column for an id: declare it BINARY(16) and use \
//!      Scru128Bytes",
//! );
//! ```
//!
//! On SQLite [`judge`](Check::judge) may give a second question, an [`OrderCheck`]: its catalogue
//! does not name the collation of a column.
//!
//! ## What is accepted
//!
//! A column that keeps every id as it is, sorts them as they are sorted here, and is what the
//! wrapper's name says. Whether it may be NULL does not matter.
//!
//! | | PostgreSQL | MySQL, MariaDB | SQLite |
//! | --- | --- | --- | --- |
//! | `Huid` | `BIGINT` | `BIGINT`, `BIGINT UNSIGNED` | integer or numeric affinity |
//! | `Scru128Bytes` | `BYTEA` | `BINARY(16)`, `VARBINARY` of 16 or more, the `BLOB`s | `BLOB`, numeric affinity |
//! | `Scru128Text` | `CHAR(26)`, `VARCHAR` of 26 or more, `TEXT`, `citext`, sorted by bytes | the same in a `_bin` collation | text affinity, sorted by bytes |
//! | `Scru128Uuid` | `UUID` | | |
//!
//! On PostgreSQL domains count as what they are over. By bytes sort the collations `C`, `POSIX`,
//! `C.UTF-8`, `ucs_basic` and those of the provider `builtin`. In SQLite, a column without a
//! type takes any form; one of numeric affinity (`NUMERIC`, `BINARY(16)`) leaves integers and blobs
//! as they are.
//!
//! # Features
//!
//! None is on by default: `postgres`, `mysql` and `sqlite` each bring the catalogue of a database.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// Each catalogue makes some of the findings; without one, nothing does.
#![cfg_attr(
    not(all(feature = "postgres", feature = "mysql", feature = "sqlite")),
    allow(dead_code)
)]

mod catalogue;
mod check;
mod error;
mod form;
mod holds;
#[cfg(feature = "mysql")]
mod mysql;
mod order;
#[cfg(feature = "postgres")]
mod postgres;
mod retry;
#[cfg(feature = "sqlite")]
mod sqlite;
mod value;

pub use catalogue::{Catalogue, Row};
pub use check::Check;
pub use error::{CheckError, DeclarationError};
pub use form::{Column, Form};
#[cfg(feature = "mysql")]
pub use mysql::MYSQL;
pub use order::OrderCheck;
#[cfg(feature = "postgres")]
pub use postgres::POSTGRES;
pub use retry::{ATTEMPTS, Attempts, RetryError};
#[cfg(feature = "sqlite")]
pub use sqlite::SQLITE;
pub use value::ColumnError;

#[cfg(all(doctest, feature = "mysql"))]
#[doc = include_str!("../README.md")]
struct Readme;
