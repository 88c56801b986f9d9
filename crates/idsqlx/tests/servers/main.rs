//! The column types on real databases: the servers named by `TEST_POSTGRES_URL` and
//! `TEST_MYSQL_URL`, and SQLite files.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

mod any;
mod check;
mod duplicate;
mod features;
mod ids;
mod macros;
mod matrix;
mod mysql;
mod postgres;
mod shop;
mod sqlite;
mod support;
