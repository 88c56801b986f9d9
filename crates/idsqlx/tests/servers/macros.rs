//! The programs `macros_*.rs` are compiled here against real databases: their queries have to be
//! sound there, and what the macros learn has to be what `.sqlx` says, from which they are compiled
//! everywhere else.
//!
//! `UPDATE_SQLX=1` writes it to `.sqlx`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use idsqlx::ddl;

use crate::support;

/// Compiles one of the programs with the macros connected to a database, and compares.
fn compile(program: &str, database: &str, url: &str) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
    let learnt = std::env::temp_dir().join(format!("idsqlx_macros_{now}_{program}"));
    fs::create_dir(&learnt).unwrap();
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("IDSQLX_MACROS_URL", url)
        .env("SQLX_OFFLINE", "false")
        .env("SQLX_OFFLINE_DIR", &learnt)
        .args(["rustc", "--offline", "--quiet", "--profile", "check", "--test", program])
        // Another name each time, so that cargo never takes it for done.
        .args(["--", "--cfg", &format!("idsqlx_checked_{now}"), "-A", "unexpected_cfgs"])
        .output()
        .unwrap();
    let learnt_files = files(&learnt, database);
    fs::remove_dir_all(&learnt).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(learnt_files.len() >= 6, "{} queries", learnt_files.len());

    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    if std::env::var("UPDATE_SQLX").as_deref() == Ok("1") {
        fs::create_dir_all(&kept).unwrap();
        for name in files(&kept, database).keys() {
            fs::remove_file(kept.join(name)).unwrap();
        }
        for (name, content) in learnt_files {
            fs::write(kept.join(name), content).unwrap();
        }
        return;
    }
    let kept_files = files(&kept, database);
    assert!(kept_files.keys().eq(learnt_files.keys()), "UPDATE_SQLX=1 writes what was found");
    for (name, content) in &learnt_files {
        assert_eq!(&kept_files[name], content, "{name}: UPDATE_SQLX=1 writes what was found");
    }
}

/// The queries of a database in a folder, by the names of their files.
fn files(folder: &Path, database: &str) -> BTreeMap<String, String> {
    let marker = format!("\"db_name\": \"{database}\"");
    let entries = fs::read_dir(folder).into_iter().flatten().map(Result::unwrap);
    entries
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read_to_string(entry.path()).unwrap())
        })
        .filter(|(_, content)| content.contains(&marker))
        .collect()
}

/// The test waits for a compiler: it must not hold up the runtime of the pool.
async fn compile_with(program: &'static str, database: &'static str, url: String) {
    tokio::task::spawn_blocking(move || compile(program, database, &url)).await.unwrap();
}

#[tokio::test]
async fn postgres() {
    let Some(db) = support::postgres().await else { return };
    sqlx::raw_sql(ddl::postgres::SHOP).execute(&db.pool).await.unwrap();
    sqlx::raw_sql(support::FORMS).execute(&db.pool).await.unwrap();
    compile_with("macros_postgres", "PostgreSQL", db.url.clone()).await;
}

#[tokio::test]
async fn mysql() {
    // sqlx.toml has to name the database.
    let Some(db) = support::mysql_named("idsqlx_macros_shop".to_owned()).await else { return };
    sqlx::raw_sql(ddl::mysql::SHOP).execute(&db.pool).await.unwrap();
    compile_with("macros_mysql", "MySQL", db.url.clone()).await;
}

#[tokio::test]
async fn sqlite() {
    let db = support::sqlite().await;
    sqlx::raw_sql(ddl::sqlite::SHOP).execute(&db.pool).await.unwrap();
    compile_with("macros_sqlite", "SQLite", db.url.clone()).await;
}
