//! Whether a column is declared as its wrapper needs it, asked of the database's catalogue.

use idcolumns::{Catalogue, Check, CheckError, Column, Form, Row};
use sqlx::{
    Acquire, AssertSqlSafe, ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Type,
};

/// Checks that a column is declared so that ids can live in it as `W`: that it is of the right
/// type, keeps every id as it is, and sorts them as they are sorted here.
///
/// Reading refuses a wrong type, but cannot see all of it: MariaDB takes 16 bytes into a `UUID`
/// column and keeps them in another order, MySQL and MariaDB hide the spaces of a `CHAR(30)`, a
/// collation is not in a value at all. The declaration has it. Call this once for each column, when
/// the program starts or in a test:
///
/// ```
/// use idsqlx::{Huid, Scru128Bytes, Scru128Text, check_column};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// sqlx::raw_sql(idsqlx::ddl::sqlite::SHOP).execute(&pool).await?;
///
/// check_column::<Huid>(&pool, "customers", "id").await?;
/// check_column::<Scru128Text>(&pool, "orders", "id").await?;
///
/// let error = check_column::<Scru128Bytes>(&pool, "main.orders", "id").await.unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "main.orders.id: Scru128Bytes expects BLOB, found TEXT: Scru128Text fits it",
/// );
/// # Ok(())
/// # }
/// ```
///
/// - `database` is a pool, a connection or a transaction, as `&pool`, `&mut connection`,
///   `&mut transaction`, of PostgreSQL, MySQL, MariaDB, SQLite or `Any`. Nothing is written.
/// - `table` is named as the catalogue has it, without quotes, and found as a query would find it;
///   elsewhere, it is `schema.table` (MySQL: `database.table`). A view will do. Temporary tables of
///   MySQL and MariaDB are not in the catalogue.
/// - `W` is a wrapper, or an `Option` of one. A column that may be NULL is as good as another.
///
/// What is accepted of each database is in `docs/columns-check.md` of the repository.
///
/// # Errors
///
/// [`CheckError::Declaration`]: there is no such table or column, or it is not declared as `W`
/// needs it; the message says what was expected, what was found, and which wrapper or declaration
/// fits. [`CheckError::Database`]: the catalogue could not be asked.
pub async fn check_column<'c, W: Column>(
    database: impl Acquire<'c, Database: HasCatalogue>,
    table: &str,
    column: &str,
) -> Result<(), CheckError<sqlx::Error>> {
    check(database, W::FORM, table, column).await
}

async fn check<'c, DB: HasCatalogue>(
    database: impl Acquire<'c, Database = DB>,
    form: Form,
    table: &str,
    column: &str,
) -> Result<(), CheckError<sqlx::Error>> {
    let mut connection = database.acquire().await.map_err(CheckError::Database)?;
    let catalogue = DB::catalogue(&connection).map_err(CheckError::Database)?;
    let check = Check::new(catalogue, form, table, column);
    let columns = DB::columns(&mut connection, check).await.map_err(CheckError::Database)?;
    if let Some(order) = check.judge(&columns)? {
        let texts = DB::texts(&mut connection, order.sql().to_owned())
            .await
            .map_err(CheckError::Database)?;
        order.judge(&texts)?;
    }
    Ok(())
}

/// A database whose catalogue [`check_column`] can ask; there are no others.
pub trait HasCatalogue: Ask {}

impl<DB: Ask> HasCatalogue for DB {}

/// How a catalogue is asked. Nobody else can name it.
pub trait Ask: Known {
    fn columns(
        connection: &mut Self::Connection,
        check: Check<'_>,
    ) -> impl Future<Output = sqlx::Result<Vec<Row>>> + Send;

    fn texts(
        connection: &mut Self::Connection,
        sql: String,
    ) -> impl Future<Output = sqlx::Result<Vec<String>>> + Send;
}

impl<DB: Known> Ask for DB
where
    String: for<'r> Decode<'r, DB> + Type<DB>,
    Option<String>: for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB> + Type<DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
{
    async fn columns(connection: &mut DB::Connection, check: Check<'_>) -> sqlx::Result<Vec<Row>> {
        let [schema, table] = check.parameters().map(|name| name.map(str::to_owned));
        sqlx::query_as(check.sql()).bind(schema).bind(table).fetch_all(connection).await
    }

    async fn texts(connection: &mut DB::Connection, sql: String) -> sqlx::Result<Vec<String>> {
        // Safe, as the names in it are in quotes.
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(connection).await
    }
}

/// Which catalogue a database has.
pub trait Known: Database {
    fn catalogue(connection: &Self::Connection) -> sqlx::Result<&'static Catalogue>;
}

#[cfg(feature = "postgres")]
impl Known for sqlx::Postgres {
    fn catalogue(_: &sqlx::PgConnection) -> sqlx::Result<&'static Catalogue> {
        Ok(&idcolumns::POSTGRES)
    }
}

#[cfg(feature = "mysql")]
impl Known for sqlx::MySql {
    fn catalogue(_: &sqlx::MySqlConnection) -> sqlx::Result<&'static Catalogue> {
        Ok(&idcolumns::MYSQL)
    }
}

#[cfg(feature = "sqlite")]
impl Known for sqlx::Sqlite {
    fn catalogue(_: &sqlx::SqliteConnection) -> sqlx::Result<&'static Catalogue> {
        Ok(&idcolumns::SQLITE)
    }
}

#[cfg(feature = "any")]
impl Known for sqlx::Any {
    fn catalogue(connection: &sqlx::AnyConnection) -> sqlx::Result<&'static Catalogue> {
        match connection.backend_name() {
            "PostgreSQL" => Ok(&idcolumns::POSTGRES),
            "MySQL" => Ok(&idcolumns::MYSQL),
            "SQLite" => Ok(&idcolumns::SQLITE),
            other => Err(sqlx::Error::Configuration(
                format!("expected PostgreSQL, MySQL or SQLite behind Any, found {other}").into(),
            )),
        }
    }
}
