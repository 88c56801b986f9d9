//! HUID and SCRU128 as column types for diesel 2.3, on PostgreSQL, MySQL/MariaDB and SQLite.
//!
//! A wrapper is named for what is stored, and can be the field of a struct and be forgotten: it
//! derefs to the id of [`idcore`], and goes wherever a built-in type goes: `Queryable`,
//! `Insertable`, `Identifiable`, `belongs_to`, joins, `between`, `eq_any`, `Option`, arrays.
//!
//! | wrapper | PostgreSQL | MySQL, MariaDB | SQLite |
//! | --- | --- | --- | --- |
//! | [`Huid`] | `BIGINT` | `BIGINT`, `BIGINT UNSIGNED` | `BIGINT` |
//! | [`Scru128Bytes`] | `BYTEA` | `BINARY(16)` | `BLOB` |
//! | [`Scru128Text`] | `VARCHAR(26)`, `TEXT`, `CITEXT`, `CHAR(26)` | `CHAR(26)` | `TEXT` |
//! | [`Scru128Uuid`] | `UUID` | - | - |
//!
//! Which one to take, and how to declare it, is in [`ddl`].
//!
//! # Start
//!
//! ```toml
//! [dependencies]
//! diesel = { version = "2.3", features = ["sqlite"] }
//! iddiesel = { version = "0.1", features = ["sqlite"] }
//! idgen = { package = "idcore-gen", version = "0.1" }
//! ```
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use iddiesel::Huid;
//!
//! diesel::table! {
//!     customers (id) {
//!         id -> BigInt,
//!         name -> Text,
//!     }
//! }
//!
//! #[derive(Queryable, Selectable, Insertable, Identifiable)]
//! struct Customer {
//!     id: Huid,
//!     name: String,
//! }
//!
//! let connection = &mut SqliteConnection::establish(":memory:").unwrap();
//! connection.batch_execute(iddiesel::ddl::sqlite::SHOP)?;
//!
//! let ada = Customer { id: idgen::huid().into(), name: "Ada".to_owned() };
//! diesel::insert_into(customers::table).values(&ada).execute(connection)?;
//!
//! // Who came in the minute before: a range of the primary key.
//! let from = Huid::from(idcore::Huid::first_at(ada.id.unix_ms() - 60_000).unwrap());
//! let recent = customers::table.filter(customers::id.between(from, ada.id));
//! assert_eq!(recent.count().get_result(connection), Ok(1_i64));
//! # Ok::<(), diesel::result::Error>(())
//! ```
//!
//! A field can also be the id of the core: `#[diesel(serialize_as = Huid, deserialize_as = Huid)]`
//! on an `idcore::Huid`, and [`Optional`] for an `Option` of one.
//!
//! # Features
//!
//! None is on by default, and nothing is compiled of a database that was not asked for.
//!
//! - `postgres`: PostgreSQL, without a driver. Add diesel's `postgres`, or `diesel-async`'s.
//! - `mysql`: MySQL and MariaDB, without a driver. Add diesel's `mysql`, or `diesel-async`'s.
//! - `sqlite`: SQLite, with diesel's `sqlite`, which links to the system's library unless
//!   `libsqlite3-sys` is asked for `bundled`.
//!
//! # `diesel print-schema`
//!
//! Its output is used as it comes, since the wrappers only use diesel's own SQL types: `Int8`,
//! `Bigint`, `Unsigned<Bigint>`, `Bytea`, `Binary`, `Varbinary`, `Blob`, `Uuid`, `Varchar`, `Bpchar`,
//! `Char`, `Text`, `Citext`. So nothing needs to be overridden in `diesel.toml`: no
//! `custom_type_overrides`, `import_types` or `patch_file`. Two settings matter:
//!
//! ```toml
//! [print_schema]
//! file = "src/schema.rs"
//! # Only for SQLite tables whose HUID is an `INTEGER PRIMARY KEY`: `BigInt` instead of `Integer`.
//! sqlite_integer_primary_key_is_bigint = true
//! # Leave `pg_domains_as_custom_types` out: a domain over BIGINT then prints as `Int8`.
//! ```
//!
//! MariaDB's `UUID` prints as a type of its own that no wrapper fits, so that such a column does
//! not compile; so does an array over a domain, which a cast in a view (`::bigint[]`) makes plain.
//!
//! # What is refused
//!
//! A column that is not what `table!` says, a number out of range, a text or a byte string of
//! another length, a number that SQLite stored for a text: each is a [`ColumnError`] that says
//! what the wrapper reads, what was found, and which wrapper fits. `NULL` is diesel's
//! `UnexpectedNullError` where the field is no `Option`. The repository's `docs/columns-diesel.md`
//! lists every column type and message.
//!
//! # Check your table once
//!
//! `table!` is a promise that diesel does not verify, and what is wrong with a column need not be in a
//! value: MariaDB's `UUID` changes the order of the bytes, a `CHAR(30)` hides its spaces, a text is
//! sorted by a language. [`check_column`] asks the catalogue how a column is declared, when the
//! program starts or in a test.
//!
//! # Limits
//!
//! - diesel's `max` and `min` take `BigInt`, `Unsigned<BigInt>`, `Text` and `Citext`; those of [`dsl`]
//!   take `Binary` and `Uuid` as well. PostgreSQL itself has no `max(bytea)` before version 18, and
//!   no `max(uuid)`: `.order(id.desc()).first(..)` gives the same from the index.
//! - `copy_to(..).load` with a [`Huid`], [`Scru128Bytes`] or [`Scru128Uuid`] panics inside diesel,
//!   which has no column types there and panics when asked for one. Load an `i64` or a `Vec<u8>`,
//!   and convert. `copy_from` has no such limit.
//! - On MySQL and MariaDB, diesel gives texts and bytes that it was asked for as `Binary` without
//!   the character set of their column. A text of 16 characters in a column that `table!` wrongly
//!   declares as `Binary` cannot be told from 16 bytes when it is read; [`check_column`] tells.
//!
#![cfg_attr(not(feature = "postgres"), doc = " [`Scru128Uuid`]: https://docs.rs/iddiesel")]
#![forbid(unsafe_code)]
// Without a database there is no column that could be wrong, and only the wrappers remain.
#![cfg_attr(
    not(any(feature = "postgres", feature = "mysql", feature = "sqlite")),
    allow(dead_code)
)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod check;
pub mod ddl;
pub mod dsl;
mod duplicate;
mod error;
#[cfg(feature = "mysql")]
mod mysql;
mod optional;
#[cfg(feature = "postgres")]
mod postgres;
mod retry;
#[cfg(feature = "sqlite")]
mod sqlite;
mod wrappers;

pub use check::{HasCatalogue, check_column};
pub use duplicate::{duplicate_key, is_duplicate_of};
pub use error::ColumnError;
pub use idcolumns::{ATTEMPTS, CheckError, Column, DeclarationError};
pub use optional::Optional;
pub use retry::{Retry, retry_on_duplicate};
#[cfg(feature = "postgres")]
pub use wrappers::Scru128Uuid;
pub use wrappers::{Huid, Scru128Bytes, Scru128Text};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
