//! Telling the duplicate of one key from every other error.

use idcolumns::ColumnError;
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
///
/// ```
/// use idseaorm::{duplicate_key, is_duplicate_of};
/// use sea_orm::{ConnectionTrait, DbErr};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let db = sea_orm::Database::connect("sqlite::memory:").await?;
/// # db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
/// let insert = "INSERT INTO customers VALUES (258037077, 'ada@example.org')";
/// db.execute_unprepared(insert).await?;
/// let error = db.execute_unprepared(insert).await.unwrap_err();
/// assert_eq!(duplicate_key(&error), Some("customers.id"));
/// assert!(is_duplicate_of(&error, "customers.id"));
/// assert!(!is_duplicate_of(&DbErr::RecordNotInserted, "customers.id"));
/// # Ok(())
/// # }
/// ```
pub fn duplicate_key(error: &DbErr) -> Option<&str> {
    sqlx_error(error).and_then(idsqlx::duplicate_key)
}

/// The column error inside an error of SeaORM, if it is one: what the wrapper expected, what it
/// found, and which wrapper or column type fits.
///
/// ```
/// use idseaorm::{Huid, column_error};
/// use sea_orm::{ConnectionTrait, DbBackend, Statement};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let db = sea_orm::Database::connect("sqlite::memory:").await?;
/// # db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
/// let select = Statement::from_string(DbBackend::Sqlite, "SELECT -1 AS id");
/// let row = db.query_one_raw(select).await?.ok_or("no row")?;
/// let error = row.try_get::<Huid>("", "id").unwrap_err();
/// assert!(column_error(&error).is_some_and(|error| error.is_value()));
/// # Ok(())
/// # }
/// ```
pub fn column_error(error: &DbErr) -> Option<&ColumnError> {
    sqlx_error(error).and_then(|error| ColumnError::of(error))
}

fn sqlx_error(error: &DbErr) -> Option<&sqlx::Error> {
    match error {
        DbErr::Conn(RuntimeErr::SqlxError(error))
        | DbErr::Exec(RuntimeErr::SqlxError(error))
        | DbErr::Query(RuntimeErr::SqlxError(error)) => Some(error),
        _ => None,
    }
}
