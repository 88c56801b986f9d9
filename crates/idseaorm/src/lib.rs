//! HUID and SCRU128 as column types of [SeaORM](https://docs.rs/sea-orm) 2.0.
//!
//! | wrapper | PostgreSQL | MySQL, MariaDB | SQLite |
//! | --- | --- | --- | --- |
//! | [`Huid`] | `BIGINT` | `BIGINT` | `INTEGER` |
//! | [`Scru128Bytes`] | `BYTEA` | `BINARY(16)` | `BLOB` |
//! | [`Scru128Text`] | `TEXT COLLATE "C"` | `CHAR(26)` in `ascii_bin` | `TEXT` |
//! | `Scru128Uuid` | `UUID` | | |
//!
//! A wrapper is a field of an entity, and then can be forgotten: as the primary key (with
//! `auto_increment = false`), in relations, in filters, in `Option`, in `Vec` for an array of
//! PostgreSQL. It dereferences to the id, and `From` goes both ways.
//!
//! ```
//! use idseaorm::Huid;
//! use sea_orm::entity::prelude::*;
//! use sea_orm::{ActiveValue, Database};
//!
//! mod customer {
//!     use sea_orm::entity::prelude::*;
//!
//!     #[sea_orm::model]
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//!     #[sea_orm(table_name = "customers")]
//!     pub struct Model {
//!         #[sea_orm(primary_key, auto_increment = false)]
//!         pub id: idseaorm::Huid,
//!         pub email: String,
//!     }
//!
//!     impl ActiveModelBehavior for ActiveModel {}
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let db = Database::connect("sqlite::memory:").await?;
//! db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
//! let ada = customer::ActiveModel {
//!     id: ActiveValue::Set(idgen::try_huid()?.into()),
//!     email: ActiveValue::Set("ada@example.org".to_owned()),
//! };
//! let ada = ada.insert(&db).await?;
//!
//! // Who came in the last minute, by the primary key alone.
//! let first = Huid::from(idcore::Huid::first_at(ada.id.unix_ms() - 60_000)?);
//! let recent = customer::Entity::find()
//!     .filter(customer::Column::Id.between(first, ada.id))
//!     .all(&db)
//!     .await?;
//! assert_eq!(recent, [ada]);
//! # Ok(())
//! # }
//! ```
//!
//! # Tables
//!
//! [`ddl`] has the column types to declare for each database, whole tables, and what collations,
//! clustered keys and affinities do to ids. A table that SeaORM makes of an entity has `BIGINT`, 16
//! bytes, `VARCHAR(26)` and `UUID`, and no collation: text then sorts by that of the database.
//! [`check_column`] asks the catalogue how a column is declared, when the program starts or in a
//! test, and says what is wrong with it.
//!
//! # What is no id is an error
//!
//! A column of another type, a negative number, 15 bytes, a text with a space: each is an error that
//! says what was expected, what was found, and which wrapper or column type fits; [`column_error`]
//! finds it inside a `DbErr`. A NULL without `Option` is SeaORM's own error.
//!
//! # Duplicates
//!
//! HUIDs can collide, rarely, and an insert has to draw again then: [`retry_on_duplicate`] does it,
//! a bounded number of times, and [`is_duplicate_of`] tells the duplicate of the id from that of
//! another key.
//!
//! # Features
//!
//! - `sqlx-postgres`, `sqlx-mysql`, `sqlx-sqlite`, none on by default: each turns on that of SeaORM.
//!   Name here what you use: a feature that is on in SeaORM alone leaves the reading to SeaORM, which
//!   does not look at the types of columns as closely.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod check;
mod columns;
mod duplicate;
mod retry;
mod wrappers;

pub use check::check_column;
pub use duplicate::{column_error, duplicate_key, is_duplicate_of};
pub use idcolumns::{ATTEMPTS, CheckError, Column, ColumnError, DeclarationError};
pub use idsqlx::ddl;
pub use retry::{Retry, RetryError, retry_on_duplicate};
#[cfg(feature = "sqlx-postgres")]
pub use wrappers::Scru128Uuid;
pub use wrappers::{Huid, Scru128Bytes, Scru128Text};

#[cfg(all(doctest, feature = "sqlx-sqlite"))]
#[doc = include_str!("../README.md")]
struct Readme;
