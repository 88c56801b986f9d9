//! Columns checked by their declaration: each row of `docs/columns-check.md`, and the questions
//! that `docs/columns-diesel.md` has for doing it by hand.

use diesel::connection::{LoadConnection, SimpleConnection};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::Text;
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use iddiesel::{
    CheckError, DeclarationError, HasCatalogue, Huid, Scru128Bytes, Scru128Text, Scru128Uuid,
    check_column,
};

use crate::matrix::table;
use crate::servers;

const PAGE: &str = include_str!("../../../../docs/columns-check.md");

/// The rows about a database: declaration, wrapper, answer.
fn rows(database: &str) -> Vec<[&'static str; 3]> {
    let rows: Vec<_> = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches('`')).collect::<Vec<_>>())
        .filter(|cells| cells[0] == database)
        .map(|cells| [cells[1], cells[2], cells[3]])
        .collect();
    assert!(rows.len() >= 20, "{database}: {} rows", rows.len());
    rows
}

/// Checks a column as this wrapper.
pub(crate) fn check(
    connection: &mut impl LoadConnection<Backend: HasCatalogue>,
    wrapper: &str,
    table: &str,
    column: &str,
) -> Result<(), CheckError<Error>> {
    match wrapper {
        "Huid" | "Huid (Unsigned)" => check_column::<Huid>(connection, table, column),
        "Scru128Bytes" => check_column::<Scru128Bytes>(connection, table, column),
        "Scru128Text" => check_column::<Option<Scru128Text>>(connection, table, column),
        "Scru128Uuid" => check_column::<Scru128Uuid>(connection, table, column),
        _ => panic!("{wrapper}"),
    }
}

fn run_rows(
    connection: &mut (impl LoadConnection<Backend: HasCatalogue> + SimpleConnection),
    database: &str,
) {
    let mut differing = Vec::new();
    for [declared, wrapper, answer] in rows(database) {
        let ty = if declared == "(none)" { "" } else { declared };
        connection.batch_execute("DROP TABLE IF EXISTS t").unwrap();
        let create = format!("CREATE TABLE t (other BIGINT, id {ty})");
        connection.batch_execute(&create).expect(&create);
        let found = match check(connection, wrapper, "t", "id") {
            Ok(()) => "accepted".to_owned(),
            Err(error) => {
                assert!(error.declaration().is_some_and(DeclarationError::is_unsuitable));
                error.to_string().strip_prefix("t.id: ").unwrap().to_owned()
            }
        };
        if found != answer {
            differing.push(format!("| {database} | `{declared}` | `{wrapper}` | {found} |"));
        }
    }
    assert!(differing.is_empty(), "the page says otherwise:\n{}", differing.join("\n"));
}

#[test]
fn declarations_on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    let (_, setup) = PAGE.split_once("```sql\n").unwrap();
    database.batch_execute(setup.split_once("```").unwrap().0).unwrap();
    run_rows(&mut *database, "PostgreSQL");
}

#[test]
fn declarations_on_mariadb() {
    let Some(mut database) = servers::mysql() else { return };
    if database.batch_execute("CREATE TABLE swapped (id UUID)").is_err() {
        println!("skipped: this server has no UUID type");
        return;
    }
    run_rows(&mut *database, "MariaDB");
    // Whatever the collation of the connection.
    database.batch_execute("SET NAMES utf8mb4 COLLATE utf8mb4_bin").unwrap();
    run_rows(&mut *database, "MariaDB");
}

#[test]
fn declarations_on_sqlite() {
    let Some(mut database) = servers::sqlite() else { return };
    run_rows(&mut *database, "SQLite");
}

/// The message of a check that finds no column.
fn missing(
    connection: &mut impl LoadConnection<Backend: HasCatalogue>,
    table: &str,
    column: &str,
) -> String {
    let error = check_column::<Huid>(connection, table, column).unwrap_err();
    let declaration = error.declaration().unwrap_or_else(|| panic!("{error}"));
    assert!(declaration.is_missing_table() || declaration.is_missing_column(), "{error}");
    error.to_string()
}

const NO_TABLE: &str = "or this user may not see it; a name is written as the catalogue has it, and \
                        that of another schema as schema.table";

#[test]
fn tables_of_postgres() {
    let Some(mut database) = crate::postgres::open() else { return };
    database
        .batch_execute("CREATE SCHEMA shop; CREATE TABLE shop.visits (id UUID, \"Id\" BYTEA)")
        .unwrap();
    check_column::<Huid>(&mut *database, "customers", "id").unwrap();
    check_column::<Scru128Uuid>(&mut *database, "orders", "replaces").unwrap();
    check_column::<Scru128Text>(&mut *database, "public.invoices", "id").unwrap();
    check_column::<Scru128Bytes>(&mut *database, "shipments", "id").unwrap();
    check_column::<Scru128Uuid>(&mut *database, "shop.visits", "id").unwrap();
    check_column::<Scru128Bytes>(&mut *database, "shop.visits", "Id").unwrap();
    for table in ["visits", "shop.orders", "nosuch.orders", "orders_by_customer"] {
        let found = missing(&mut *database, table, "id");
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(&mut *database, "orders", "ID");
    assert_eq!(found, "orders.ID: the table has no column ID, but id, customer_id, replaces");

    // `diesel-async` has a connection that waits.
    let wrapped = AsyncConnectionWrapper::<AsyncPgConnection>::establish(&database.url);
    let connection = &mut wrapped.unwrap();
    check_column::<Scru128Uuid>(connection, "orders", "id").unwrap();
    let error = check_column::<Scru128Bytes>(connection, "orders", "id").unwrap_err();
    let expected = "orders.id: Scru128Bytes expects BYTEA, found uuid: Scru128Uuid fits it";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn tables_of_mysql() {
    let Some(mut database) = crate::mysql::open() else { return };
    let name = diesel::dsl::sql::<Text>("SELECT DATABASE()");
    let name: String = name.get_result(&mut *database).unwrap();
    let Some(mut other) = servers::mysql() else { return };
    check_column::<Huid>(&mut *database, "customers", "ID").unwrap();
    check_column::<Scru128Bytes>(&mut *database, "orders", "replaces").unwrap();
    check_column::<Scru128Text>(&mut *database, "invoices", "id").unwrap();
    check_column::<Scru128Text>(&mut *other, &format!("{name}.invoices"), "id").unwrap();
    for table in ["invoices", "nosuch.invoices"] {
        let found = missing(&mut *other, table, "id");
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(&mut *database, "invoices", "nosuch");
    assert_eq!(found, "invoices.nosuch: the table has no column nosuch, but id, order_id");
}

#[test]
fn tables_of_sqlite() {
    let Some(mut database) = crate::sqlite::open() else { return };
    check_column::<Huid>(&mut *database, "customers", "ID").unwrap();
    check_column::<Scru128Bytes>(&mut *database, "main.orders", "replaces").unwrap();
    check_column::<Scru128Text>(&mut *database, "invoices", "id").unwrap();
    for table in ["nosuch", "temp.invoices", "nosuch.invoices"] {
        let found = missing(&mut *database, table, "id");
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(&mut *database, "invoices", "nosuch");
    assert_eq!(found, "invoices.nosuch: the table has no column nosuch, but id, order_id");
}

/// What the database says for itself is handed on.
#[test]
fn errors_of_the_database() {
    let Some(mut database) = servers::postgres() else { return };
    let connection = &mut *database;
    let aborted: Result<(), Error> = connection.transaction(|connection| {
        connection.batch_execute("nonsense").unwrap_err();
        let error = check_column::<Huid>(connection, "t", "id").unwrap_err();
        assert!(matches!(error, CheckError::Database(Error::DatabaseError(..))), "{error:?}");
        assert!(error.to_string().starts_with("the catalogue could not be asked: "), "{error}");
        Err(Error::RollbackTransaction)
    });
    assert_eq!(aborted, Err(Error::RollbackTransaction));
}

#[derive(QueryableByName)]
struct ByHand {
    #[diesel(sql_type = Text)]
    found: String,
}

/// The question and the answer of the document about a database.
fn by_hand(database: &str) -> (String, String) {
    let row = table("By hand").into_iter().find(|row| row[0] == database).unwrap();
    (row[1].clone(), row[2].clone())
}

#[test]
fn by_hand_on_each_database() {
    if let Some(mut database) = crate::postgres::open() {
        let (sql, answer) = by_hand("PostgreSQL");
        let found: ByHand = diesel::sql_query(sql).get_result(&mut *database).unwrap();
        assert_eq!(found.found, answer);
    }
    if let Some(mut database) = crate::mysql::open() {
        let (sql, answer) = by_hand("MariaDB");
        let found: ByHand = diesel::sql_query(sql).get_result(&mut *database).unwrap();
        assert_eq!(found.found, answer);
    }
    if let Some(mut database) = crate::sqlite::open() {
        let (sql, answer) = by_hand("SQLite");
        let found: ByHand = diesel::sql_query(sql).get_result(&mut *database).unwrap();
        assert_eq!(found.found, answer);
    }
}
