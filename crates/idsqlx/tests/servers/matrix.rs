//! Every column type with every wrapper: each cell of `docs/columns-sqlx.md` is found out here on
//! the real database, and the page has to say what was found.
//!
//! `UPDATE_DOCS=1` writes what was found into the page.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use idsqlx::ColumnError;
use sqlx::{
    AssertSqlSafe, ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Pool, Type,
};

use crate::{ids, support};

/// A type as it stands in `CREATE TABLE`, and a value of it for wrappers that cannot write one.
struct Column {
    ty: &'static str,
    sample: &'static str,
}

const fn column(ty: &'static str, sample: &'static str) -> Column {
    Column { ty, sample }
}

const ID_TEXT: &str = "'00QBTG0FERFTCCNFISUBO489DI'";

#[tokio::test]
async fn postgres() {
    let Some(db) = support::postgres().await else { return };
    sqlx::raw_sql("CREATE EXTENSION citext").execute(&db.pool).await.unwrap();
    sqlx::raw_sql(idsqlx::ddl::postgres::DOMAINS).execute(&db.pool).await.unwrap();
    sqlx::raw_sql("CREATE DOMAIN citext_domain AS citext; CREATE DOMAIN domain_of_domain AS huid")
        .execute(&db.pool)
        .await
        .unwrap();
    let bytes = r"'\x00d2fb003ddb7f58cbbe5cf2f04425b2'";
    let uuid = "'00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2'";
    let columns = [
        column("BIGINT", "258037077"),
        column("huid", "258037077"),
        column("domain_of_domain", "258037077"),
        column("INTEGER", "258037077"),
        column("BYTEA", bytes),
        column("scru128_bytes", bytes),
        column("TEXT", ID_TEXT),
        column("TEXT COLLATE \"C\"", ID_TEXT),
        column("VARCHAR(26)", ID_TEXT),
        column("CHAR(26)", ID_TEXT),
        column("citext", ID_TEXT),
        column("scru128_text", ID_TEXT),
        column("citext_domain", ID_TEXT),
        column("UUID", uuid),
        column("NUMERIC", "258037077"),
        column("DOUBLE PRECISION", "258037077"),
        column("BIT(64)", "258037077::bit(64)"),
    ];
    let mut section = Section::new(&["Huid", "Scru128Bytes", "Scru128Text", "Scru128Uuid"]);
    for column in &columns {
        let cells = [
            cell(&db.pool, column, "$1", &ids::huids()).await,
            cell(&db.pool, column, "$1", &ids::bytes()).await,
            cell(&db.pool, column, "$1", &ids::texts()).await,
            cell(&db.pool, column, "$1", &ids::uuids()).await,
        ];
        section.row(column.ty, &cells);
    }
    section.is_in_the_docs("PostgreSQL");
}

#[tokio::test]
async fn mysql() {
    let Some(db) = support::mysql().await else { return };
    let version: String = sqlx::query_scalar("SELECT VERSION()").fetch_one(&db.pool).await.unwrap();
    let bytes = "x'00d2fb003ddb7f58cbbe5cf2f04425b2'";
    let mut columns = vec![
        column("BIGINT", "258037077"),
        column("BIGINT UNSIGNED", "258037077"),
        column("INT", "258037077"),
        column("BINARY(16)", bytes),
        column("VARBINARY(16)", bytes),
        column("BLOB", bytes),
        column("CHAR(26) COLLATE ascii_bin", ID_TEXT),
        column("VARCHAR(26) COLLATE ascii_bin", ID_TEXT),
        column("TEXT COLLATE ascii_bin", ID_TEXT),
        column("CHAR(26) COLLATE utf8mb4_bin", ID_TEXT),
        column("VARCHAR(26) COLLATE utf8mb4_general_ci", ID_TEXT),
        column("TEXT COLLATE utf8mb4_general_ci", ID_TEXT),
        column("CHAR(30) COLLATE ascii_bin", ID_TEXT),
        column("DECIMAL(40)", "258037077"),
        column("DOUBLE", "258037077"),
        column("BIT(64)", "258037077"),
    ];
    let is_mariadb = version.contains("MariaDB");
    if is_mariadb {
        columns.push(column("UUID", "'00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2'"));
    }
    let mut section = Section::new(&["Huid", "Scru128Bytes", "Scru128Text"]);
    for column in &columns {
        let cells = [
            cell(&db.pool, column, "?", &ids::huids()).await,
            cell(&db.pool, column, "?", &ids::bytes()).await,
            cell(&db.pool, column, "?", &ids::texts()).await,
        ];
        section.row(column.ty, &cells);
    }
    // The page is about MariaDB, which has a type more.
    if is_mariadb {
        section.is_in_the_docs("MySQL and MariaDB");
    }
}

#[tokio::test]
async fn sqlite() {
    let db = support::sqlite().await;
    // What a column holds depends on what is written: no sample needed.
    let columns = [
        "INTEGER",
        "BIGINT",
        "TEXT",
        "CHAR(26)",
        "VARCHAR(26)",
        "BLOB",
        "",
        "BINARY(16)",
        "UUID",
        "NUMERIC",
        "REAL",
    ]
    .map(|ty| column(ty, ""));
    let mut section = Section::new(&["Huid", "Scru128Bytes", "Scru128Text"]);
    for column in &columns {
        let cells = [
            cell(&db.pool, column, "?", &ids::huids()).await,
            cell(&db.pool, column, "?", &ids::bytes()).await,
            cell(&db.pool, column, "?", &ids::texts()).await,
        ];
        section.row(if column.ty.is_empty() { "(none)" } else { column.ty }, &cells);
    }
    section.is_in_the_docs("SQLite");
}

/// `Ok` where each id comes back as it was written; else the message of the refusal.
async fn cell<DB, W>(
    pool: &Pool<DB>,
    column: &Column,
    parameter: &str,
    ids: &[W],
) -> Result<(), String>
where
    DB: Database,
    W: for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB> + Type<DB>,
    W: Copy + PartialEq + std::fmt::Debug + Send + Unpin,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
{
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut connection = pool.acquire().await.unwrap();
    // Another name each time: a statement that is prepared stays as it is.
    let cell = format!("cell_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let create = format!("CREATE TABLE {cell} (v {})", column.ty);
    let select = format!("SELECT v FROM {cell}");
    connection.execute(AssertSqlSafe(create)).await.unwrap();
    let insert = format!("INSERT INTO {cell} (v) VALUES ({parameter})");
    let mut works = true;
    let mut refusals = Vec::new();
    for id in ids {
        let query = sqlx::query(AssertSqlSafe(insert.clone())).bind(*id);
        match query.execute(&mut *connection).await {
            // The server wants none of it.
            Err(sqlx::Error::Database(_)) => works = false,
            Err(error) => panic!("{}: {error}", column.ty),
            Ok(_) => match sqlx::query_scalar::<_, W>(AssertSqlSafe(select.clone()))
                .fetch_one(&mut *connection)
                .await
            {
                Ok(found) => assert_eq!(found, *id, "{}", column.ty),
                Err(error) => {
                    works = false;
                    refusals.push(message(&error));
                }
            },
        }
        connection.execute(AssertSqlSafe(format!("DELETE FROM {cell}"))).await.unwrap();
    }
    if !works && !column.sample.is_empty() {
        // What was written may have been no id: what the wrapper says of a sound value counts.
        let insert = format!("INSERT INTO {cell} (v) VALUES ({})", column.sample);
        connection.execute(AssertSqlSafe(insert)).await.unwrap();
        let found = sqlx::query_scalar::<_, W>(AssertSqlSafe(select.clone()))
            .fetch_one(&mut *connection)
            .await;
        let error = found.expect_err(column.ty);
        refusals.insert(0, message(&error));
    }
    if works { Ok(()) } else { Err(refusals.swap_remove(0)) }
}

/// The message of a refusal, which has to be this crate's own.
fn message(error: &sqlx::Error) -> String {
    match ColumnError::of(error) {
        Some(error) if error.is_type() => error.to_string(),
        _ => panic!("refused by something else: {error}"),
    }
}

/// A table of the page, and the messages under it.
struct Section {
    table: String,
    messages: Vec<String>,
}

impl Section {
    fn new(wrappers: &[&str]) -> Self {
        let mut table = "| column type |".to_owned();
        for wrapper in wrappers {
            write!(table, " `{wrapper}` |").unwrap();
        }
        write!(table, "\n| --- |{}\n", " --- |".repeat(wrappers.len())).unwrap();
        Self { table, messages: Vec::new() }
    }

    fn row(&mut self, ty: &str, cells: &[Result<(), String>]) {
        write!(self.table, "| `{ty}` |").unwrap();
        for cell in cells {
            match cell {
                Ok(()) => self.table.push_str(" works |"),
                Err(message) => {
                    let at = self.messages.iter().position(|known| known == message);
                    let at = at.unwrap_or_else(|| {
                        self.messages.push(message.clone());
                        self.messages.len() - 1
                    });
                    write!(self.table, " refused ({}) |", at + 1).unwrap();
                }
            }
        }
        self.table.push('\n');
    }

    /// Compares with the section of the page, or writes it there.
    fn is_in_the_docs(&self, database: &str) {
        static PAGE: Mutex<()> = Mutex::new(());
        let _guard = PAGE.lock().unwrap();
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/columns-sqlx.md");
        let page = std::fs::read_to_string(&path).unwrap();
        let (begin, end) =
            (format!("<!-- begin {database} -->\n"), format!("<!-- end {database} -->"));
        let start = page.find(&begin).unwrap() + begin.len();
        let stop = page.find(&end).unwrap();
        let mut expected = format!("{}\n", self.table);
        for (at, message) in self.messages.iter().enumerate() {
            writeln!(expected, "{}. {message}", at + 1).unwrap();
        }
        if std::env::var("UPDATE_DOCS").as_deref() == Ok("1") {
            let page = format!("{}{expected}{}", &page[..start], &page[stop..]);
            std::fs::write(&path, page).unwrap();
            return;
        }
        assert_eq!(
            &page[start..stop],
            expected,
            "docs/columns-sqlx.md says otherwise; UPDATE_DOCS=1 writes what was found"
        );
    }
}
