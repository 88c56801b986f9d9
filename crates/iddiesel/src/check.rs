//! Whether a column is declared as its wrapper needs it, asked of the database's catalogue.

use diesel::backend::Backend;
use diesel::connection::LoadConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Nullable, Text};
use idcolumns::{Catalogue, Check, CheckError, Column, Form};

/// Checks that a column is declared so that ids can live in it as `W`: that it is of the right
/// type, keeps every id as it is, and sorts them as they are sorted here.
///
/// `table!` is a promise that diesel does not verify, and reading cannot see all that is wrong:
/// MariaDB takes 16 bytes into a `UUID` column and keeps them in another order, MySQL and MariaDB
/// hide the spaces of a `CHAR(30)` and give 16 characters of text as they give 16 bytes, a collation
/// is not in a value at all. The declaration has it. Call this once for each column, when the
/// program starts or in a test:
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use iddiesel::{Huid, Scru128Bytes, Scru128Text, check_column};
///
/// let connection = &mut SqliteConnection::establish(":memory:")?;
/// connection.batch_execute(iddiesel::ddl::sqlite::SHOP)?;
///
/// check_column::<Huid>(connection, "customers", "id")?;
/// check_column::<Scru128Bytes>(connection, "orders", "id")?;
///
/// let error = check_column::<Scru128Text>(connection, "main.orders", "id").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "main.orders.id: Scru128Text expects TEXT without a collation, found BLOB: Scru128Bytes \
///      fits it",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// - `connection` is one of PostgreSQL, MySQL, MariaDB or SQLite; of `diesel-async`, its
///   `AsyncConnectionWrapper`. Nothing is written.
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
/// needs it; the message says what was expected, what was found, and which wrapper fits.
/// [`CheckError::Database`]: the catalogue could not be asked.
pub fn check_column<W: Column>(
    connection: &mut impl LoadConnection<Backend: HasCatalogue>,
    table: &str,
    column: &str,
) -> Result<(), CheckError<Error>> {
    check(connection, W::FORM, table, column)
}

fn check<DB: HasCatalogue>(
    connection: &mut impl LoadConnection<Backend = DB>,
    form: Form,
    table: &str,
    column: &str,
) -> Result<(), CheckError<Error>> {
    let check = Check::new(DB::CATALOGUE, form, table, column);
    let columns: Vec<_> = DB::columns(connection, check)
        .map_err(CheckError::Database)?
        .into_iter()
        .map(|row| (row.column_name, row.data_type, row.declared, row.length, row.collation_name))
        .collect();
    if let Some(order) = check.judge(&columns)? {
        let texts = DB::texts(connection, order.sql()).map_err(CheckError::Database)?;
        let texts: Vec<_> = texts.into_iter().map(|row| row.probe).collect();
        order.judge(&texts)?;
    }
    Ok(())
}

/// A database whose catalogue [`check_column`] can ask; there are no others.
pub trait HasCatalogue: Ask {}

impl<DB: Ask> HasCatalogue for DB {}

/// How a catalogue is asked. Nobody else can name it.
pub trait Ask: Backend {
    const CATALOGUE: &'static Catalogue;

    fn columns(
        connection: &mut impl LoadConnection<Backend = Self>,
        check: Check<'_>,
    ) -> QueryResult<Vec<CatalogueRow>>;

    fn texts(
        connection: &mut impl LoadConnection<Backend = Self>,
        sql: &str,
    ) -> QueryResult<Vec<Probe>>;
}

/// A column, as the catalogue's query names it.
#[derive(QueryableByName)]
pub struct CatalogueRow {
    #[diesel(sql_type = Text)]
    column_name: String,
    #[diesel(sql_type = Text)]
    data_type: String,
    #[diesel(sql_type = Text)]
    declared: String,
    #[diesel(sql_type = Nullable<Text>)]
    length: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    collation_name: Option<String>,
}

/// A text of the column's order.
#[derive(QueryableByName)]
pub struct Probe {
    #[diesel(sql_type = Text)]
    probe: String,
}

/// The same for each database. A generic one would have to name types that diesel keeps to itself.
#[cfg(any(feature = "postgres", feature = "mysql", feature = "sqlite"))]
macro_rules! ask {
    ($Backend:ty, $catalogue:path) => {
        impl Ask for $Backend {
            const CATALOGUE: &'static Catalogue = &$catalogue;

            fn columns(
                connection: &mut impl LoadConnection<Backend = Self>,
                check: Check<'_>,
            ) -> QueryResult<Vec<CatalogueRow>> {
                let [schema, table] = check.parameters();
                diesel::sql_query(check.sql())
                    .bind::<Nullable<Text>, _>(schema)
                    .bind::<Nullable<Text>, _>(table)
                    .load(connection)
            }

            fn texts(
                connection: &mut impl LoadConnection<Backend = Self>,
                sql: &str,
            ) -> QueryResult<Vec<Probe>> {
                // Safe, as the names in it are in quotes.
                diesel::sql_query(sql).load(connection)
            }
        }
    };
}

#[cfg(feature = "postgres")]
ask!(diesel::pg::Pg, idcolumns::POSTGRES);
#[cfg(feature = "mysql")]
ask!(diesel::mysql::Mysql, idcolumns::MYSQL);
#[cfg(feature = "sqlite")]
ask!(diesel::sqlite::Sqlite, idcolumns::SQLITE);
