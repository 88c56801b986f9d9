//! A database of its own for each test, on the server that the environment names.

use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::runtime::Runtime;
use tokio_postgres::{Client, Config, NoTls};

/// Runs a test in a database that goes when the test ends, also when it fails.
pub(crate) fn test(body: impl AsyncFnOnce(&mut Client)) {
    let Some(server) = server() else { return };
    let runtime = Runtime::new().unwrap();
    let name = unique_name();
    runtime.block_on(execute(&server, &format!("CREATE DATABASE {name}")));
    let database = Database { runtime: &runtime, server: &server, name: &name };
    runtime.block_on(async {
        let mut client = connect(server.clone().dbname(&name)).await;
        body(&mut client).await;
    });
    drop(database);
}

/// The server, or `None` where the environment names none: the test passes then, except on CI.
fn server() -> Option<Config> {
    let Ok(url) = std::env::var("TEST_POSTGRES_URL") else {
        assert!(
            std::env::var("CI").as_deref() != Ok("true"),
            "TEST_POSTGRES_URL is not set, and under CI=true no test is skipped"
        );
        eprintln!("skipped: TEST_POSTGRES_URL is not set");
        return None;
    };
    Some(Config::from_str(&url).unwrap())
}

fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("idpostgres_{}_{nanoseconds}_{count}", std::process::id())
}

async fn connect(config: &Config) -> Client {
    let (client, connection) = config.connect(NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn execute(server: &Config, sql: &str) {
    connect(server).await.batch_execute(sql).await.unwrap();
}

struct Database<'a> {
    runtime: &'a Runtime,
    server: &'a Config,
    name: &'a str,
}

impl Drop for Database<'_> {
    fn drop(&mut self) {
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        self.runtime.block_on(execute(self.server, &sql));
    }
}
