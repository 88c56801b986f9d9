//! Whether a column is declared as its wrapper needs it, asked of the database's catalogue.

use idcolumns::{Check, CheckError, Column, Row, SQLITE};
use rusqlite::{Connection, Error, Result};

/// Checks that a column is declared so that ids can live in it as `W`: that its affinity keeps every
/// id as it is, and that it sorts them as they are sorted here.
///
/// Reading refuses what a column of numeric affinity has made of a text, when the id is lost, and
/// cannot see a collation, by which two ids may be one. The declaration has both. Call this once for
/// each column, when the program starts or in a test:
///
/// ```
/// use idrusqlite::{Huid, Scru128Bytes, Scru128Text, check_column};
///
/// let connection = rusqlite::Connection::open_in_memory()?;
/// connection.execute_batch(idrusqlite::ddl::SHOP)?;
///
/// check_column::<Huid>(&connection, "customers", "id")?;
/// check_column::<Scru128Text>(&connection, "orders", "id")?;
///
/// let error = check_column::<Scru128Bytes>(&connection, "main.orders", "id").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "main.orders.id: Scru128Bytes expects BLOB, found TEXT: Scru128Text fits it",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// - `table` is named without quotes, and found as a query would find it; elsewhere, it is
///   `schema.table`. A view will do.
/// - `W` is a wrapper, or an `Option` of one. A column that may be NULL is as good as another.
///
/// What is accepted is in `docs/columns-check.md` of the repository.
///
/// # Errors
///
/// [`CheckError::Declaration`]: there is no such table or column, or it is not declared as `W`
/// needs it; the message says what was expected, what was found, and which wrapper fits.
/// [`CheckError::Database`]: the catalogue could not be asked.
pub fn check_column<W: Column>(
    connection: &Connection,
    table: &str,
    column: &str,
) -> Result<(), CheckError<Error>> {
    let check = Check::new(&SQLITE, W::FORM, table, column);
    let columns = columns(connection, check).map_err(CheckError::Database)?;
    if let Some(order) = check.judge(&columns)? {
        let texts = texts(connection, order.sql()).map_err(CheckError::Database)?;
        order.judge(&texts)?;
    }
    Ok(())
}

fn columns(connection: &Connection, check: Check<'_>) -> Result<Vec<Row>> {
    let mut statement = connection.prepare(check.sql())?;
    let rows = statement.query_map(check.parameters(), |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
    })?;
    rows.collect()
}

fn texts(connection: &Connection, sql: &str) -> Result<Vec<String>> {
    let mut statement = connection.prepare(sql)?;
    let texts = statement.query_map([], |row| row.get(0))?;
    texts.collect()
}
