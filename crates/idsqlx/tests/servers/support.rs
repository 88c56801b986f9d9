//! A database of its own for each test: on the servers that the environment names, or in a file.

// Each of the test programs uses a part of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::mysql::{MySqlConnectOptions, MySqlConnection};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ConnectOptions, Connection, MySql, MySqlPool, PgPool, Pool, Postgres, Sqlite,
    SqlitePool,
};

/// A table of the forms that the shop of `ddl` does not have, for the macros on PostgreSQL.
pub(crate) const FORMS: &str = "CREATE TABLE forms (id UUID PRIMARY KEY, bytes BYTEA NOT NULL)";

/// A database that goes when the test ends, also when it fails.
pub(crate) struct Scratch<DB: sqlx::Database> {
    pub(crate) pool: Pool<DB>,
    pub(crate) url: String,
    cleanup: Cleanup,
}

enum Cleanup {
    Postgres { server: PgConnectOptions, name: String },
    MySql { server: MySqlConnectOptions, name: String },
    Sqlite { folder: PathBuf },
}

/// The URL of a server, or `None` where the environment names none: the test passes then, except
/// on CI.
fn server(variable: &str) -> Option<String> {
    if let Ok(url) = std::env::var(variable) {
        return Some(url);
    }
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "{variable} is not set, and under CI=true no test is skipped"
    );
    eprintln!("skipped: {variable} is not set");
    None
}

fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("idsqlx_{}_{nanoseconds}_{count}", std::process::id())
}

pub(crate) async fn postgres() -> Option<Scratch<Postgres>> {
    postgres_with("").await
}

/// The same, with options of `CREATE DATABASE`.
pub(crate) async fn postgres_with(options: &str) -> Option<Scratch<Postgres>> {
    let server = PgConnectOptions::from_str(&server("TEST_POSTGRES_URL")?).unwrap();
    let name = unique_name();
    let mut connection = PgConnection::connect_with(&server).await.unwrap();
    execute_on(&mut connection, &format!("CREATE DATABASE {name} {options}")).await;
    connection.close().await.unwrap();
    let options = server.clone().database(&name);
    let url = options.to_url_lossy().to_string();
    let pool = PgPool::connect_with(options).await.unwrap();
    Some(Scratch { pool, url, cleanup: Cleanup::Postgres { server, name } })
}

pub(crate) async fn mysql() -> Option<Scratch<MySql>> {
    mysql_named(unique_name()).await
}

/// A database of this name, which is emptied if it is there.
pub(crate) async fn mysql_named(name: String) -> Option<Scratch<MySql>> {
    let server = MySqlConnectOptions::from_str(&server("TEST_MYSQL_URL")?).unwrap();
    let mut connection = MySqlConnection::connect_with(&server).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(format!(
        "DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name} CHARACTER SET utf8mb4"
    )))
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let options = server.clone().database(&name);
    let url = options.to_url_lossy().to_string();
    let pool = MySqlPool::connect_with(options).await.unwrap();
    Some(Scratch { pool, url, cleanup: Cleanup::MySql { server, name } })
}

pub(crate) async fn sqlite() -> Scratch<Sqlite> {
    let folder = std::env::temp_dir().join(unique_name());
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("test.db");
    let url = format!("sqlite://{}", file.display());
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    Scratch { pool, url, cleanup: Cleanup::Sqlite { folder } }
}

async fn execute_on(connection: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(connection).await.unwrap();
}

impl<DB: sqlx::Database> Drop for Scratch<DB> {
    fn drop(&mut self) {
        let cleanup = match &self.cleanup {
            Cleanup::Sqlite { folder } => {
                let _ = std::fs::remove_dir_all(folder);
                return;
            }
            Cleanup::Postgres { server, name } => {
                let (server, sql) = (server.clone(), format!("DROP DATABASE {name} WITH (FORCE)"));
                std::thread::spawn(move || {
                    block_on(async {
                        let mut connection = PgConnection::connect_with(&server).await.unwrap();
                        execute_on(&mut connection, &sql).await;
                        connection.close().await.unwrap();
                    });
                })
            }
            Cleanup::MySql { server, name } => {
                let (server, sql) = (server.clone(), format!("DROP DATABASE {name}"));
                std::thread::spawn(move || {
                    block_on(async {
                        let mut connection = MySqlConnection::connect_with(&server).await.unwrap();
                        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
                        connection.close().await.unwrap();
                    });
                })
            }
        };
        let dropped = cleanup.join();
        // A second panic would hide the first.
        if !std::thread::panicking() {
            dropped.unwrap();
        }
    }
}

/// A destructor cannot wait in the runtime of its test.
fn block_on(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(future);
}
