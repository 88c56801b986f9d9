//! The column types on SQLite, in files and in memory.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

mod check;
mod columns;
mod duplicate;
mod ids;
mod matrix;
mod refusals;
