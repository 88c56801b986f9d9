//! Whether a column is declared as its wrapper needs it, asked of the database's catalogue.

use idcolumns::{Check, CheckError, Column, POSTGRES, Row};
use tokio_postgres::{Error, GenericClient};

/// Checks that a column is declared so that ids can live in it as `W`: that it is of the right
/// type, keeps every id as it is, and sorts them as they are sorted here.
///
/// Reading refuses a wrong type. It cannot see the collation of a text, by which a time window loses
/// ids, nor a `CHAR(30)` before there is an id in it. The declaration has both. Call this once for
/// each column, when the program starts or in a test:
///
/// ```
/// use idpostgres::{CheckError, Huid, Scru128Bytes, Scru128Text, check_column};
///
/// # async fn example(
/// #     client: &tokio_postgres::Client,
/// # ) -> Result<(), CheckError<tokio_postgres::Error>> {
/// check_column::<Huid>(client, "customers", "id").await?;
/// check_column::<Scru128Text>(client, "shop.orders", "id").await?;
///
/// let error = check_column::<Scru128Bytes>(client, "orders", "id").await.unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "orders.id: Scru128Bytes expects BYTEA, found text: Scru128Text fits it",
/// );
/// # Ok(())
/// # }
/// ```
///
/// - `client` is a client or a transaction of `tokio-postgres`; for `postgres`, the crate
///   `idcolumns` has the query, and judges its rows. Nothing is written.
/// - `table` is named as the catalogue has it, without quotes, and found by the search path;
///   elsewhere, it is `schema.table`. A view will do.
/// - `W` is a wrapper, or an `Option` of one. A column that may be NULL is as good as another, and a
///   domain counts as what it is over.
///
/// What is accepted is in `docs/columns-check.md` of the repository.
///
/// # Errors
///
/// [`CheckError::Declaration`]: there is no such table or column, or it is not declared as `W`
/// needs it; the message says what was expected, what was found, and which wrapper fits.
/// [`CheckError::Database`]: the catalogue could not be asked.
pub async fn check_column<W: Column>(
    client: &(impl GenericClient + Sync),
    table: &str,
    column: &str,
) -> Result<(), CheckError<Error>> {
    let check = Check::new(&POSTGRES, W::FORM, table, column);
    let [schema, table] = check.parameters();
    let found = client.query(check.sql(), &[&schema, &table]).await;
    let columns: Vec<Row> = found
        .map_err(CheckError::Database)?
        .iter()
        .map(|row| {
            Ok((
                row.try_get(0)?,
                row.try_get(1)?,
                row.try_get(2)?,
                row.try_get(3)?,
                row.try_get(4)?,
            ))
        })
        .collect::<Result<_, _>>()
        .map_err(CheckError::Database)?;
    check.judge(&columns)?;
    Ok(())
}
