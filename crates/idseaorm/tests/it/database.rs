//! A database of its own for each test, on the servers that the environment names.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend};
use tokio::runtime::Runtime;

/// Runs a test on each of the databases, in one that goes when the test ends, also when it fails.
pub(crate) fn on_each(body: &impl AsyncFn(&DatabaseConnection)) {
    on(None, body);
    for variable in ["TEST_POSTGRES_URL", "TEST_MYSQL_URL"] {
        on(Some(variable), body);
    }
}

/// The same on PostgreSQL alone.
pub(crate) fn on_postgres(body: &impl AsyncFn(&DatabaseConnection)) {
    on(Some("TEST_POSTGRES_URL"), body);
}

fn on(variable: Option<&str>, body: &impl AsyncFn(&DatabaseConnection)) {
    let runtime = Runtime::new().unwrap();
    let Some(variable) = variable else {
        return runtime.block_on(async {
            let db = connect("sqlite::memory:").await;
            db.execute_unprepared("PRAGMA foreign_keys = ON").await.unwrap();
            body(&db).await;
        });
    };
    let Some(server) = server(variable) else { return };
    let name = unique_name();
    runtime.block_on(execute(&server, &format!("CREATE DATABASE {name}")));
    let scratch = Scratch { runtime: &runtime, server: &server, name: &name };
    runtime.block_on(async {
        let (address, _) = server.rsplit_once('/').unwrap();
        let db = connect(&format!("{address}/{name}")).await;
        body(&db).await;
        db.close().await.unwrap();
    });
    drop(scratch);
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
    format!("idseaorm_{}_{nanoseconds}_{count}", std::process::id())
}

async fn connect(url: &str) -> DatabaseConnection {
    // One connection: another to `:memory:` would be another database.
    let mut options = ConnectOptions::new(url);
    options.max_connections(1).sqlx_logging(false);
    Database::connect(options).await.unwrap()
}

async fn execute(server: &str, sql: &str) {
    let db = connect(server).await;
    db.execute_unprepared(sql).await.unwrap();
    db.close().await.unwrap();
}

struct Scratch<'a> {
    runtime: &'a Runtime,
    server: &'a str,
    name: &'a str,
}

impl Drop for Scratch<'_> {
    fn drop(&mut self) {
        let force = if self.server.starts_with("postgres") { " WITH (FORCE)" } else { "" };
        let sql = format!("DROP DATABASE {}{force}", self.name);
        self.runtime.block_on(execute(self.server, &sql));
    }
}

/// One of three, by the database.
pub(crate) fn by<T>(db: &DatabaseConnection, postgres: T, mysql: T, sqlite: T) -> T {
    match db.get_database_backend() {
        DbBackend::Postgres => postgres,
        DbBackend::MySql => mysql,
        _ => sqlite,
    }
}

/// Creates the shop of the documentation.
pub(crate) async fn create_shop(db: &DatabaseConnection) {
    use idseaorm::ddl::{mysql, postgres, sqlite};
    for statement in by(db, postgres::SHOP, mysql::SHOP, sqlite::SHOP).split_inclusive(';') {
        if !statement.trim().is_empty() {
            db.execute_unprepared(statement).await.unwrap();
        }
    }
}
