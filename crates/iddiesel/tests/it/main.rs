//! The columns in real databases: PostgreSQL and MySQL or MariaDB where `TEST_POSTGRES_URL` and
//! `TEST_MYSQL_URL` say, and files of SQLite.

// A panic in a helper is a report as well, and the shop is one text for three databases.
#![allow(clippy::unwrap_used, clippy::duplicate_mod)]

mod check;
mod collation;
mod example;
mod extremes;
mod matrix;
mod mysql;
mod postgres;
mod print_schema;
mod servers;
mod sqlite;
mod vectors;
