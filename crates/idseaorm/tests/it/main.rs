//! Entities with the column types on real databases: the servers named by `TEST_POSTGRES_URL` and
//! `TEST_MYSQL_URL`, SQLite in memory, and rows that SeaORM's mock makes up.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

mod check;
mod database;
mod duplicate;
mod entities;
mod mock;
mod refusals;
mod shop;
