//! Columns checked by their declaration: each row of `docs/columns-check.md`, and how tables are
//! found.

use idsqlx::{
    CheckError, DeclarationError, HasCatalogue, Huid, Scru128Bytes, Scru128Text, Scru128Uuid,
    check_column,
};
use sqlx::{Acquire, AnyPool, AssertSqlSafe, Connection, Executor, Pool};

use crate::support;

const PAGE: &str = include_str!("../../../../docs/columns-check.md");

/// What the page says of a declaration and a wrapper.
struct Row {
    declared: &'static str,
    wrapper: &'static str,
    answer: &'static str,
}

/// The rows about a database.
fn rows(database: &str) -> Vec<Row> {
    let rows: Vec<Row> = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| line.split(" | ").map(|cell| cell.trim_matches('`')).collect::<Vec<_>>())
        .filter(|cells| cells[0] == database)
        .map(|cells| Row { declared: cells[1], wrapper: cells[2], answer: cells[3] })
        .collect();
    assert!(rows.len() >= 20, "{database}: {} rows", rows.len());
    rows
}

/// The answer of a check, in the words of the page.
fn answer(found: Result<(), CheckError<sqlx::Error>>) -> String {
    match found {
        Ok(()) => "accepted".to_owned(),
        Err(CheckError::Database(error)) => panic!("{error}"),
        Err(error) => {
            assert!(error.declaration().is_some_and(DeclarationError::is_unsuitable), "{error}");
            error.to_string().strip_prefix("t.id: ").expect("the column is named").to_owned()
        }
    }
}

async fn check<'c, DB: HasCatalogue>(
    database: impl Acquire<'c, Database = DB>,
    wrapper: &str,
) -> String {
    answer(match wrapper {
        "Huid" => check_column::<Huid>(database, "t", "id").await,
        "Scru128Bytes" => check_column::<Scru128Bytes>(database, "t", "id").await,
        "Scru128Text" => check_column::<Option<Scru128Text>>(database, "t", "id").await,
        "Scru128Uuid" => check_column::<Scru128Uuid>(database, "t", "id").await,
        _ => panic!("{wrapper}"),
    })
}

/// Runs the rows of a database, and each by the `Any` driver as well.
async fn run_rows<DB: HasCatalogue>(pool: &Pool<DB>, url: &str, database: &str)
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    sqlx::any::install_default_drivers();
    let any = AnyPool::connect(url).await.unwrap();
    let mut differing = Vec::new();
    for Row { declared, wrapper, answer } in rows(database) {
        let ty = if declared == "(none)" { "" } else { declared };
        let create = format!("CREATE TABLE t (other BIGINT, id {ty})");
        let mut connection = pool.acquire().await.unwrap();
        connection.execute("DROP TABLE IF EXISTS t").await.unwrap();
        connection.execute(AssertSqlSafe(create)).await.unwrap();
        drop(connection);
        for found in [check(pool, wrapper).await, check(&any, wrapper).await] {
            if found != answer {
                differing.push(format!("| {database} | `{declared}` | `{wrapper}` | {found} |"));
            }
        }
    }
    any.close().await;
    assert!(differing.is_empty(), "the page says otherwise:\n{}", differing.join("\n"));
}

/// What is there besides the table, from the page.
fn setup() -> &'static str {
    let (_, sql) = PAGE.split_once("```sql\n").unwrap();
    sql.split_once("```").unwrap().0
}

#[tokio::test]
async fn declarations_on_postgres() {
    let Some(db) = support::postgres().await else { return };
    sqlx::raw_sql(setup()).execute(&db.pool).await.unwrap();
    run_rows(&db.pool, &db.url, "PostgreSQL").await;
}

#[tokio::test]
async fn declarations_on_mariadb() {
    let Some(db) = support::mysql().await else { return };
    let version: String = sqlx::query_scalar("SELECT VERSION()").fetch_one(&db.pool).await.unwrap();
    if !version.contains("MariaDB") {
        eprintln!("skipped: {version} is not MariaDB");
        return;
    }
    run_rows(&db.pool, &db.url, "MariaDB").await;
}

#[tokio::test]
async fn declarations_on_sqlite() {
    let db = support::sqlite().await;
    run_rows(&db.pool, &db.url, "SQLite").await;
}

/// The message of a check that finds no column.
fn missing(found: Result<(), CheckError<sqlx::Error>>) -> String {
    let error = found.unwrap_err();
    let declaration = error.declaration().unwrap_or_else(|| panic!("{error}"));
    assert!(declaration.is_missing_table() || declaration.is_missing_column(), "{error}");
    error.to_string()
}

const NO_TABLE: &str = "or this user may not see it; a name is written as the catalogue has it, and \
                        that of another schema as schema.table";

/// Whatever holds a connection can be asked, also in a task of its own.
async fn everywhere<DB: HasCatalogue>(pool: &Pool<DB>)
where
    for<'c> &'c mut DB::Connection: Acquire<'c, Database = DB> + Executor<'c, Database = DB>,
    for<'c, 't> &'t mut sqlx::Transaction<'c, DB>: Acquire<'t, Database = DB>,
{
    let mut connection = pool.acquire().await.unwrap();
    check_column::<Huid>(&mut *connection, "t", "id").await.unwrap();
    check_column::<Huid>(&mut *connection, "t", "id").await.unwrap();
    drop(connection);
    let mut transaction = pool.begin().await.unwrap();
    check_column::<Huid>(&mut transaction, "t", "id").await.unwrap();
    // A table that nobody else sees yet.
    transaction.execute("CREATE TABLE new (id BIGINT)").await.unwrap();
    check_column::<Huid>(&mut transaction, "new", "id").await.unwrap();
    transaction.rollback().await.unwrap();
}

/// A future that can go to another thread.
fn movable<T: Send>(future: T) -> T {
    future
}

#[tokio::test]
async fn tables_of_postgres() {
    let Some(db) = support::postgres().await else { return };
    let pool = &db.pool;
    sqlx::raw_sql(
        r#"CREATE TABLE t (id BIGINT, "Id" UUID, gone TEXT);
        ALTER TABLE t DROP COLUMN gone;
        CREATE SCHEMA shop;
        CREATE TABLE shop.t (id UUID);
        CREATE TABLE shop.only (id UUID);
        CREATE TABLE "Upper" (id BIGINT);
        CREATE VIEW seen AS SELECT id FROM shop.only;
        CREATE TABLE parted (id BIGINT) PARTITION BY RANGE (id);
        CREATE INDEX of_t ON t (id)"#,
    )
    .execute(pool)
    .await
    .unwrap();
    check_column::<Huid>(pool, "t", "id").await.unwrap();
    check_column::<Huid>(pool, "public.t", "id").await.unwrap();
    check_column::<Huid>(pool, "Upper", "id").await.unwrap();
    check_column::<Huid>(pool, "parted", "id").await.unwrap();
    check_column::<Scru128Uuid>(pool, "t", "Id").await.unwrap();
    check_column::<Scru128Uuid>(pool, "shop.t", "id").await.unwrap();
    check_column::<Scru128Uuid>(pool, "seen", "id").await.unwrap();

    for table in ["only", "nosuch", "upper", "of_t", "shop.nosuch", "nosuch.t", "pg_catalog.t"] {
        let found = missing(check_column::<Huid>(pool, table, "id").await);
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(check_column::<Huid>(pool, "public.t", "gone").await);
    assert_eq!(found, "public.t.gone: the table has no column gone, but id, Id");

    // The table that a query would find, by the search path of the connection.
    let mut connection = pool.acquire().await.unwrap();
    connection.execute("SET search_path = shop").await.unwrap();
    check_column::<Scru128Uuid>(&mut *connection, "t", "id").await.unwrap();
    connection.execute("CREATE TEMP TABLE t (id TEXT)").await.unwrap();
    check_column::<Scru128Text>(&mut *connection, "t", "id").await.unwrap();
    connection.close().await.unwrap();

    everywhere(pool).await;
    let owned = pool.clone();
    let task = async move { check_column::<Huid>(&owned, "t", "id").await };
    tokio::spawn(movable(task)).await.unwrap().unwrap();
}

/// The collation of a text column that names none is the database's.
#[tokio::test]
async fn the_default_collation_of_postgres() {
    let icu = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'cs' LOCALE 'C'";
    let utf8 = "TEMPLATE template0 LOCALE 'C.UTF-8'";
    let Some(db) = support::postgres_with(icu).await else { return };
    sqlx::raw_sql("CREATE TABLE t (id TEXT, c TEXT COLLATE \"C\")")
        .execute(&db.pool)
        .await
        .unwrap();
    assert_eq!(
        check(&db.pool, "Scru128Text").await,
        "Scru128Text expects TEXT or VARCHAR(26) COLLATE \"C\", found text whose collation is cs, \
         the default of the database: ids are sorted by their bytes"
    );
    check_column::<Scru128Text>(&db.pool, "t", "c").await.unwrap();
    // Whatever rights the database gives.
    let grant = "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO PUBLIC', \
                 current_database()); END $$";
    sqlx::raw_sql(grant).execute(&db.pool).await.unwrap();
    check_column::<Scru128Text>(&db.pool, "t", "c").await.unwrap();
    let Some(db) = support::postgres_with(utf8).await else { return };
    sqlx::raw_sql("CREATE TABLE t (id TEXT)").execute(&db.pool).await.unwrap();
    check_column::<Scru128Text>(&db.pool, "t", "id").await.unwrap();
}

#[tokio::test]
async fn tables_of_mysql() {
    let Some(db) = support::mysql().await else { return };
    let Some(other) = support::mysql().await else { return };
    let pool = &db.pool;
    sqlx::raw_sql("CREATE TABLE t (id BIGINT, uuid BINARY(16))").execute(pool).await.unwrap();
    sqlx::raw_sql("CREATE VIEW seen AS SELECT uuid FROM t").execute(pool).await.unwrap();
    sqlx::raw_sql("CREATE TABLE t (id BINARY(16))").execute(&other.pool).await.unwrap();
    let name: String =
        sqlx::query_scalar("SELECT DATABASE()").fetch_one(&other.pool).await.unwrap();
    let elsewhere = format!("{name}.t");
    check_column::<Huid>(pool, "t", "id").await.unwrap();
    check_column::<Huid>(pool, "t", "ID").await.unwrap();
    check_column::<Scru128Bytes>(pool, "seen", "uuid").await.unwrap();
    check_column::<Scru128Bytes>(pool, &elsewhere, "id").await.unwrap();
    for table in ["nosuch", "nosuch.t"] {
        let found = missing(check_column::<Huid>(pool, table, "id").await);
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(check_column::<Huid>(pool, "t", "nosuch").await);
    assert_eq!(found, "t.nosuch: the table has no column nosuch, but id, uuid");
    // Whatever the collation of the connection.
    for collation in ["utf8mb4_bin", "latin1_swedish_ci"] {
        let mut connection = pool.acquire().await.unwrap();
        let charset = collation.split('_').next().unwrap();
        let set = format!("SET NAMES {charset} COLLATE {collation}");
        connection.execute(AssertSqlSafe(set)).await.unwrap();
        check_column::<Huid>(&mut *connection, "t", "id").await.unwrap();
        connection.close().await.unwrap();
    }
    // UUIDs are PostgreSQL's here.
    assert_eq!(
        check(&other.pool, "Scru128Uuid").await,
        "Scru128Uuid expects PostgreSQL's UUID, found binary(16): Scru128Bytes fits it"
    );
    everywhere(pool).await;
    let owned = pool.clone();
    let task = async move { check_column::<Huid>(&owned, "t", "id").await };
    tokio::spawn(movable(task)).await.unwrap().unwrap();
}

#[tokio::test]
async fn tables_of_sqlite() {
    let db = support::sqlite().await;
    let pool = &db.pool;
    sqlx::raw_sql(
        r#"CREATE TABLE t (id INTEGER PRIMARY KEY, uuid BLOB, "a ""b" TEXT COLLATE NOCASE) STRICT;
        CREATE VIEW seen AS SELECT uuid FROM t;
        CREATE TABLE "it's" (text TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO "it's" VALUES ('a'), ('B')"#,
    )
    .execute(pool)
    .await
    .unwrap();
    check_column::<Huid>(pool, "t", "id").await.unwrap();
    check_column::<Huid>(pool, "T", "ID").await.unwrap();
    check_column::<Huid>(pool, "MAIN.t", "id").await.unwrap();
    check_column::<Scru128Bytes>(pool, "seen", "uuid").await.unwrap();
    check_column::<Scru128Text>(pool, "it's", "text").await.unwrap();
    let error = check_column::<Scru128Text>(pool, "main.t", "a \"b").await.unwrap_err();
    assert!(error.to_string().contains("takes 'B' and 'b' for the same"), "{error}");
    for table in ["nosuch", "temp.t", "nosuch.t"] {
        let found = missing(check_column::<Huid>(pool, table, "id").await);
        assert_eq!(found, format!("{table}.id: there is no table {table}, {NO_TABLE}"));
    }
    let found = missing(check_column::<Huid>(pool, "t", "nosuch").await);
    assert_eq!(found, "t.nosuch: the table has no column nosuch, but id, uuid, a \"b");
    everywhere(pool).await;
    let owned = pool.clone();
    let task = async move { check_column::<Huid>(&owned, "t", "id").await };
    tokio::spawn(movable(task)).await.unwrap().unwrap();

    // A collation of the program's own, which SQLite calls by a name that says nothing.
    let options = sqlx::sqlite::SqliteConnectOptions::new()
        .in_memory(true)
        .collation("backwards", |a, b| b.cmp(a));
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
    connection.execute("CREATE TABLE t (id TEXT COLLATE backwards)").await.unwrap();
    assert_eq!(
        check(&mut connection, "Scru128Text").await,
        "Scru128Text expects TEXT without a collation, found TEXT whose collation sorts 'b' before \
         'V': ids are sorted by their bytes"
    );
}

/// What the database says for itself is handed on.
#[tokio::test]
async fn errors_of_the_database() {
    let db = support::sqlite().await;
    db.pool.close().await;
    let error = check_column::<Huid>(&db.pool, "t", "id").await.unwrap_err();
    assert!(error.declaration().is_none());
    assert!(matches!(error, CheckError::Database(sqlx::Error::PoolClosed)), "{error:?}");
    assert!(std::error::Error::source(&error).is_some());
    assert!(error.to_string().starts_with("the catalogue could not be asked: "), "{error}");
}
