//! The column types on a real database: the server that `TEST_POSTGRES_URL` names.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

mod check;
mod columns;
mod duplicate;
mod ids;
mod matrix;
mod refusals;
mod server;
