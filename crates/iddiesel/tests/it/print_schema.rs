//! The `table!` texts of the tests are what `diesel print-schema` writes, untouched.
//!
//! `DIESEL_CLI` names the program, where it is at hand; the files were written by version 2.3.14.

use std::env;
use std::process::Command;

#[track_caller]
fn compare(url: &str, schema: &str) {
    let Ok(program) = env::var("DIESEL_CLI") else {
        println!("skipped: DIESEL_CLI is not set");
        return;
    };
    let output = Command::new(program)
        .args(["print-schema", "--database-url", url])
        .current_dir(env::temp_dir())
        .output()
        .expect("DIESEL_CLI can be run");
    assert_eq!(String::from_utf8_lossy(&output.stdout), schema, "{output:?}");
}

#[test]
fn of_postgres() {
    let Some(database) = crate::postgres::open() else { return };
    compare(&database.url, include_str!("postgres/schema.rs"));
}

#[test]
fn of_mysql() {
    let Some(database) = crate::mysql::open() else { return };
    compare(&database.url, include_str!("mysql/schema.rs"));
}

#[test]
fn of_sqlite() {
    let Some(database) = crate::sqlite::open() else { return };
    compare(&database.url, include_str!("sqlite/schema.rs"));
}
