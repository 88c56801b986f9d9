//! x
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
mod error;
#[cfg(feature = "mysql")]
mod mysql;
mod optional;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;
mod wrappers;

pub use error::ColumnError;
pub use optional::Optional;
#[cfg(feature = "postgres")]
pub use wrappers::Scru128Uuid;
pub use wrappers::{Huid, Scru128Bytes, Scru128Text};
