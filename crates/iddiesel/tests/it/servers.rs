//! A database of its own for each test, dropped with it.

use std::env;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection;
use diesel::mysql::MysqlConnection;
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::sqlite::SqliteConnection;

/// A connection to a new database.
pub(crate) struct Database<C> {
    connection: Option<C>,
    pub(crate) url: String,
    drop: Box<dyn Fn()>,
}

impl<C> Deref for Database<C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.connection.as_ref().expect("open until dropped")
    }
}

impl<C> DerefMut for Database<C> {
    fn deref_mut(&mut self) -> &mut C {
        self.connection.as_mut().expect("open until dropped")
    }
}

impl<C> Drop for Database<C> {
    fn drop(&mut self) {
        // Close the connection first: PostgreSQL drops no database that is in use.
        self.connection = None;
        (self.drop)();
    }
}

/// A name that no other test has, in this run or in another at the same time.
fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("iddiesel_{}_{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The server of this variable, or `None` where the test is to be skipped.
fn server(variable: &str) -> Option<String> {
    let url = env::var(variable).ok();
    if url.is_none() {
        let is_ci = env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!is_ci, "{variable} is not set, and CI=true leaves nothing out");
        println!("skipped: {variable} is not set");
    }
    url
}

/// The address of another database on the same server.
fn with_database(server: &str, database: &str) -> String {
    let (address, options) = match server.split_once('?') {
        Some((address, options)) => (address, format!("?{options}")),
        None => (server, String::new()),
    };
    let host = address.find("://").expect("a URL has a scheme") + "://".len();
    let end = address[host..].find('/').map_or(address.len(), |slash| host + slash);
    format!("{}/{database}{options}", &address[..end])
}

fn open<C>(url: String, admin: impl Fn(&str) + 'static, name: String) -> Database<C>
where
    C: Connection + SimpleConnection,
{
    admin(&format!("CREATE DATABASE {name}"));
    let connection = C::establish(&url).expect("the new database can be connected to");
    Database {
        connection: Some(connection),
        url,
        drop: Box::new(move || admin(&format!("DROP DATABASE {name}"))),
    }
}

/// Runs one statement on a connection of its own.
fn run_on<C: Connection>(server: &str, sql: &str) {
    let mut connection = C::establish(server).expect("the server can be connected to");
    connection.batch_execute(sql).expect(sql);
}

pub(crate) fn postgres() -> Option<Database<PgConnection>> {
    let server = server("TEST_POSTGRES_URL")?;
    let name = unique_name();
    let url = with_database(&server, &name);
    Some(open(url, move |sql| run_on::<PgConnection>(&server, sql), name))
}

pub(crate) fn mysql() -> Option<Database<MysqlConnection>> {
    // The client library wants a database in the address.
    let server = with_database(&server("TEST_MYSQL_URL")?, "information_schema");
    let name = unique_name();
    let url = with_database(&server, &name);
    Some(open(url, move |sql| run_on::<MysqlConnection>(&server, sql), name))
}

/// Always there; an `Option` as the servers are.
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn sqlite() -> Option<Database<SqliteConnection>> {
    let file: PathBuf = env::temp_dir().join(format!("{}.db", unique_name()));
    let url = file.to_str().expect("the folder for temporary files is UTF-8").to_owned();
    let mut connection = SqliteConnection::establish(&url).expect("a file can be made");
    connection.batch_execute("PRAGMA foreign_keys = ON").expect("a pragma");
    let drop = Box::new(move || std::fs::remove_file(&file).expect("the file is there"));
    Some(Database { connection: Some(connection), url, drop })
}

#[test]
fn addresses() {
    for (server, expected) in [
        ("postgres://u@h:1/postgres", "postgres://u@h:1/new"),
        ("mysql://u:p@h:1", "mysql://u:p@h:1/new"),
        ("postgres://u@h/a?host=/tmp", "postgres://u@h/new?host=/tmp"),
    ] {
        assert_eq!(with_database(server, "new"), expected);
    }
}
