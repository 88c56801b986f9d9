//! Whether a column is declared as its wrapper needs it, asked of the database's catalogue.

use idcolumns::{Catalogue, Check, CheckError, Column, Row};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement};

/// Checks that a column is declared so that ids can live in it as `W`: that it is of the right
/// type, keeps every id as it is, and sorts them as they are sorted here.
///
/// Reading refuses a wrong type, but cannot see all of it: MariaDB takes 16 bytes into a `UUID`
/// column and keeps them in another order, MySQL and MariaDB hide the spaces of a `CHAR(30)`, and a
/// collation, which SeaORM leaves to the database in the tables that it makes, is not in a value at
/// all. The declaration has it. Call this once for each column, when the program starts or in a
/// test:
///
/// ```
/// use idseaorm::{Huid, Scru128Bytes, Scru128Text, check_column};
/// use sea_orm::{ConnectionTrait, Database};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let db = Database::connect("sqlite::memory:").await?;
/// db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
///
/// check_column::<Huid>(&db, "customers", "id").await?;
/// check_column::<Scru128Text>(&db, "orders", "id").await?;
///
/// let error = check_column::<Scru128Bytes>(&db, "main.orders", "id").await.unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "main.orders.id: Scru128Bytes expects BLOB, found TEXT: Scru128Text fits it",
/// );
/// # Ok(())
/// # }
/// ```
///
/// - `db` is a connection or a transaction of PostgreSQL, MySQL, MariaDB or SQLite. Nothing is
///   written.
/// - `table` is named as the catalogue has it, without quotes, and found as a query would find it;
///   elsewhere, it is `schema.table` (MySQL: `database.table`). A view will do.
/// - `W` is a wrapper, or an `Option` of one. A column that may be NULL is as good as another.
///
/// What is accepted of each database is in `docs/columns-check.md` of the repository.
///
/// # Errors
///
/// [`CheckError::Declaration`]: there is no such table or column, or it is not declared as `W`
/// needs it; the message says what was expected, what was found, and which wrapper fits.
/// [`CheckError::Database`]: the catalogue could not be asked, or this crate's feature for the
/// database is not on.
pub async fn check_column<W: Column>(
    db: &impl ConnectionTrait,
    table: &str,
    column: &str,
) -> Result<(), CheckError<DbErr>> {
    let backend = db.get_database_backend();
    let catalogue = catalogue(backend).map_err(CheckError::Database)?;
    let check = Check::new(catalogue, W::FORM, table, column);
    let parameters = check.parameters().map(|name| name.map(str::to_owned).into());
    let question = Statement::from_sql_and_values(backend, check.sql(), parameters);
    let rows = db.query_all_raw(question).await.map_err(CheckError::Database)?;
    let columns = rows.iter().map(row).collect::<Result<Vec<_>, _>>();
    if let Some(order) = check.judge(&columns.map_err(CheckError::Database)?)? {
        let question = Statement::from_string(backend, order.sql());
        let rows = db.query_all_raw(question).await.map_err(CheckError::Database)?;
        let texts = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<_>, _>>();
        order.judge(&texts.map_err(CheckError::Database)?)?;
    }
    Ok(())
}

fn catalogue(backend: DbBackend) -> Result<&'static Catalogue, DbErr> {
    match backend {
        #[cfg(feature = "sqlx-postgres")]
        DbBackend::Postgres => Ok(&idcolumns::POSTGRES),
        #[cfg(feature = "sqlx-mysql")]
        DbBackend::MySql => Ok(&idcolumns::MYSQL),
        #[cfg(feature = "sqlx-sqlite")]
        DbBackend::Sqlite => Ok(&idcolumns::SQLITE),
        #[allow(unreachable_patterns, reason = "with all features, for databases to come")]
        other => Err(DbErr::Custom(format!("the feature of idseaorm for {other:?} is not on"))),
    }
}

fn row(row: &QueryResult) -> Result<Row, DbErr> {
    Ok((
        row.try_get_by_index(0)?,
        row.try_get_by_index(1)?,
        row.try_get_by_index(2)?,
        row.try_get_by_index(3)?,
        row.try_get_by_index(4)?,
    ))
}
