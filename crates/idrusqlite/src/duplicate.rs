//! Telling the duplicate of one key from every other error.

use rusqlite::{Error, ffi};

/// Whether an error says that a value of this key is there already.
///
/// `key` is what SQLite calls the key: table and column (`customers.id`), all columns
/// (`lines.customer, lines.n`), or the name of an index that is over an expression (`lower_email`).
///
/// HUIDs of one millisecond collide with chance 2<sup>-21</sup>, so an insert has to be ready to
/// draw another id, and must not take the duplicate of another key, an e-mail address for example,
/// for one of the id. [`retry_on_duplicate`](crate::retry_on_duplicate) does both.
///
/// ```
/// use idrusqlite::is_duplicate_of;
///
/// let connection = rusqlite::Connection::open_in_memory()?;
/// connection.execute_batch(idrusqlite::ddl::SHOP)?;
/// let insert = "INSERT INTO customers VALUES (258037077, 'ada@example.org')";
/// connection.execute(insert, [])?;
/// let error = connection.execute(insert, []).unwrap_err();
/// assert!(is_duplicate_of(&error, "customers.id"));
/// assert!(!is_duplicate_of(&error, "customers.email"));
/// # Ok::<(), rusqlite::Error>(())
/// ```
pub fn is_duplicate_of(error: &Error, key: &str) -> bool {
    duplicate_key(error) == Some(key)
}

/// The key that an error says a value is there of already, as SQLite calls it; `None` where the
/// error is another one.
///
/// See [`is_duplicate_of`] for the names.
///
/// ```
/// use idrusqlite::duplicate_key;
///
/// let connection = rusqlite::Connection::open_in_memory()?;
/// connection.execute_batch(idrusqlite::ddl::SHOP)?;
/// let insert = "INSERT INTO customers VALUES (258037077, 'ada@example.org')";
/// connection.execute(insert, [])?;
/// let error = connection.execute(insert, []).unwrap_err();
/// assert_eq!(duplicate_key(&error), Some("customers.id"));
/// assert_eq!(duplicate_key(&rusqlite::Error::QueryReturnedNoRows), None);
/// # Ok::<(), rusqlite::Error>(())
/// ```
pub fn duplicate_key(error: &Error) -> Option<&str> {
    let Error::SqliteFailure(code, Some(message)) = error else { return None };
    match code.extended_code {
        ffi::SQLITE_CONSTRAINT_UNIQUE
        | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
        | ffi::SQLITE_CONSTRAINT_ROWID => {}
        _ => return None,
    }
    let columns = message.strip_prefix("UNIQUE constraint failed: ")?;
    let index = columns.strip_prefix("index '").and_then(|index| index.strip_suffix('\''));
    Some(index.unwrap_or(columns))
}
