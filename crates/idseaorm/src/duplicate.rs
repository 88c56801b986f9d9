//! Telling the duplicate of one key from every other error.

use sea_orm::{DbErr, RuntimeErr};

/// Whether an error says that a value of this key is there already.
///
/// `key` is what the database calls the key: [`idsqlx::is_duplicate_of`] has the names. For the
/// primary key of `customers`, it is `customers_pkey` on PostgreSQL, `PRIMARY` on MySQL and MariaDB,
/// `customers.id` on SQLite.
///
/// `DbErr::sql_err` tells a duplicate from other errors, but not that of one key from that of
/// another.
pub fn is_duplicate_of(error: &DbErr, key: &str) -> bool {
    sqlx_error(error).is_some_and(|error| idsqlx::is_duplicate_of(error, key))
}

/// The key that an error says a value is there of already, as its database calls it; `None` where
/// the error is another one.
pub fn duplicate_key(error: &DbErr) -> Option<&str> {
    sqlx_error(error).and_then(idsqlx::duplicate_key)
}

/// The column error inside an error of SeaORM, if it is one: what the wrapper expected, what it
/// found, and which wrapper or column type fits.
pub fn column_error(error: &DbErr) -> Option<&idsqlx::ColumnError> {
    sqlx_error(error).and_then(idsqlx::ColumnError::of)
}

fn sqlx_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}
