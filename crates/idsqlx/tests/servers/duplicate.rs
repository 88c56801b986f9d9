//! Duplicates told apart, and ids drawn again, on each database.

use std::num::NonZeroU32;

use idgen::{GenerateError, HuidGenerator, Randomness, RandomnessError};
use idsqlx::{ATTEMPTS, Huid, Retry, ddl, duplicate_key, is_duplicate_of, retry_on_duplicate};
use sqlx::{Acquire, AnyPool, MySqlPool, PgPool, SqlitePool};

use crate::ids::huid;
use crate::support;

/// Random words that somebody wrote down, and an error after them.
struct Script(std::vec::IntoIter<u32>);

impl Randomness for Script {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.0.next().ok_or(RandomnessError::new())
    }
}

/// Draws from a generator whose clock stands still, so that equal words are equal ids.
fn scripted(words: &[u32]) -> impl FnMut() -> Result<Huid, GenerateError> + use<> {
    let script = Script(Vec::from(words).into_iter());
    let mut generator = HuidGenerator::with_sources(|| 1767225600123, script);
    move || generator.generate().map(Huid::from)
}

const ADA: &str = "ada@example.org";
const BEA: &str = "bea@example.org";

/// The errors of two keys, of which each is told from the other, and of a foreign key and a NULL.
fn told_apart(
    id: &sqlx::Error,
    email: &sqlx::Error,
    others: &[sqlx::Error; 2],
    [id_key, email_key]: [&str; 2],
) {
    assert_eq!(duplicate_key(id), Some(id_key));
    assert_eq!(duplicate_key(email), Some(email_key));
    assert!(is_duplicate_of(id, id_key) && !is_duplicate_of(id, email_key));
    assert!(is_duplicate_of(email, email_key) && !is_duplicate_of(email, id_key));
    for error in others {
        assert!(error.as_database_error().is_some(), "{error}");
        assert_eq!(duplicate_key(error), None);
    }
}

/// The same on each database, whose drivers have nothing in common that a generic could use.
macro_rules! tests_of {
    ($pool:ty, $insert:literal, $order:literal, $keys:expr) => {
        pub(super) async fn insert(
            pool: &$pool,
            id: Huid,
            email: &str,
        ) -> Result<Huid, sqlx::Error> {
            sqlx::query($insert).bind(id).bind(email).execute(pool).await.map(|_| id)
        }

        pub(super) async fn tells_apart(pool: &$pool) {
            insert(pool, huid(1), ADA).await.unwrap();
            let orphan = sqlx::query($order).bind("00QBTG0FERFTCCNFISUBO489DI").bind(huid(5));
            let null = sqlx::query($insert).bind(huid(7)).bind(None::<String>);
            told_apart(
                &insert(pool, huid(1), BEA).await.unwrap_err(),
                &insert(pool, huid(2), ADA).await.unwrap_err(),
                &[orphan.execute(pool).await.unwrap_err(), null.execute(pool).await.unwrap_err()],
                $keys,
            );
        }

        pub(super) async fn draws_again(pool: &$pool) {
            let [key, _] = $keys;
            let mut draw = scripted(&[7 << 11, 7 << 11, 7 << 11, 9 << 11]);
            let first = retry_on_duplicate(key, ATTEMPTS, &mut draw, |id| {
                insert(pool, id, "first@example.org")
            })
            .await
            .unwrap();
            // Twice the id that is there, then another.
            let second = retry_on_duplicate(key, ATTEMPTS, &mut draw, |id| {
                insert(pool, id, "second@example.org")
            })
            .await
            .unwrap();
            assert_eq!((first.unix_ms(), second.unix_ms()), (1767225600123, 1767225600123));
            assert_ne!(first, second);

            // A generator that is stuck: bounded, and the last error is told.
            let mut calls = 0;
            let stuck = retry_on_duplicate(
                key,
                NonZeroU32::new(3).unwrap(),
                scripted(&[7 << 11; 10]),
                |id| {
                    calls += 1;
                    insert(pool, id, "third@example.org")
                },
            )
            .await
            .unwrap_err();
            assert!(stuck.is_exhausted());
            assert_eq!(calls, 3);
            assert!(is_duplicate_of(stuck.database_error().unwrap(), key));
            assert!(stuck.to_string().contains("in each of 3 attempts"), "{stuck}");

            // The duplicate of another key is nothing that another id would mend.
            let mut calls = 0;
            let other = retry_on_duplicate(key, ATTEMPTS, scripted(&[11 << 11, 12 << 11]), |id| {
                calls += 1;
                insert(pool, id, "first@example.org")
            })
            .await
            .unwrap_err();
            assert!(!other.is_exhausted() && !other.is_draw());
            assert_eq!(calls, 1);
        }
    };
}

mod on_postgres {
    use super::*;

    tests_of!(
        PgPool,
        "INSERT INTO customers VALUES ($1, $2)",
        "INSERT INTO orders VALUES ($1, $2)",
        ["customers_pkey", "customers_email_key"]
    );
}

mod on_mysql {
    use super::*;

    tests_of!(
        MySqlPool,
        "INSERT INTO customers VALUES (?, ?)",
        "INSERT INTO orders VALUES (?, ?)",
        ["PRIMARY", "email"]
    );
}

mod on_sqlite {
    use super::*;

    tests_of!(
        SqlitePool,
        "INSERT INTO customers VALUES (?, ?)",
        "INSERT INTO orders VALUES (?, ?)",
        ["customers.id", "customers.email"]
    );
}

#[tokio::test]
async fn postgres() {
    let Some(db) = support::postgres().await else { return };
    sqlx::raw_sql(ddl::postgres::SHOP).execute(&db.pool).await.unwrap();
    on_postgres::tells_apart(&db.pool).await;
    on_postgres::draws_again(&db.pool).await;
    // A unique index that is no constraint has its name as well.
    sqlx::raw_sql("CREATE UNIQUE INDEX lower_email ON customers (lower(email))")
        .execute(&db.pool)
        .await
        .unwrap();
    let error = sqlx::query("INSERT INTO customers VALUES (3, 'ADA@example.org')")
        .execute(&db.pool)
        .await
        .unwrap_err();
    assert!(is_duplicate_of(&error, "lower_email"));
}

#[tokio::test]
async fn mysql() {
    let Some(db) = support::mysql().await else { return };
    sqlx::raw_sql(ddl::mysql::SHOP).execute(&db.pool).await.unwrap();
    on_mysql::tells_apart(&db.pool).await;
    on_mysql::draws_again(&db.pool).await;
    // A value with quotes, which stands in the message before the key.
    let email = "x' for key 'PRIMARY";
    on_mysql::insert(&db.pool, huid(1001), email).await.unwrap();
    let error = on_mysql::insert(&db.pool, huid(1002), email).await.unwrap_err();
    assert!(is_duplicate_of(&error, "email") && !is_duplicate_of(&error, "PRIMARY"));
}

#[tokio::test]
async fn sqlite() {
    let db = support::sqlite().await;
    sqlx::raw_sql(ddl::sqlite::SHOP).execute(&db.pool).await.unwrap();
    on_sqlite::tells_apart(&db.pool).await;
    on_sqlite::draws_again(&db.pool).await;
    sqlx::raw_sql(
        "CREATE UNIQUE INDEX lower_email ON customers (lower(email)); \
         CREATE TABLE lines (customer INTEGER, n INTEGER, PRIMARY KEY (customer, n)); \
         CREATE TABLE plain (id INTEGER PRIMARY KEY); INSERT INTO lines VALUES (1, 1); \
         INSERT INTO plain VALUES (1)",
    )
    .execute(&db.pool)
    .await
    .unwrap();
    for (insert, key) in [
        ("INSERT INTO customers VALUES (3, 'ADA@example.org')", "lower_email"),
        ("INSERT INTO lines VALUES (1, 1)", "lines.customer, lines.n"),
        ("INSERT INTO plain VALUES (1)", "plain.id"),
    ] {
        let error = sqlx::query(insert).execute(&db.pool).await.unwrap_err();
        assert_eq!(duplicate_key(&error), Some(key), "{error}");
    }
}

/// A transaction of PostgreSQL is over after an error, but not after one in a savepoint.
#[tokio::test]
async fn in_a_transaction() {
    let Some(db) = support::postgres().await else { return };
    sqlx::raw_sql(ddl::postgres::SHOP).execute(&db.pool).await.unwrap();
    let mut tx = db.pool.begin().await.unwrap();
    let mut draw = scripted(&[7 << 11, 7 << 11, 9 << 11]);
    for n in 0..2 {
        let mut retry = Retry::new("customers_pkey", ATTEMPTS);
        loop {
            let mut savepoint = tx.begin().await.unwrap();
            let insert = sqlx::query("INSERT INTO customers VALUES ($1, $2)")
                .bind(draw().unwrap())
                .bind(format!("{n}@example.org"));
            match insert.execute(&mut *savepoint).await {
                Ok(_) => {
                    savepoint.commit().await.unwrap();
                    break;
                }
                Err(error) => {
                    savepoint.rollback().await.unwrap();
                    retry.after(error).unwrap();
                }
            }
        }
    }
    tx.commit().await.unwrap();
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM customers").fetch_one(&db.pool).await.unwrap();
    assert_eq!(count, 2);
}

/// The errors come through the `Any` driver, and the future can be spawned.
#[tokio::test]
async fn through_any_in_another_task() {
    let db = support::sqlite().await;
    sqlx::raw_sql(ddl::sqlite::SHOP).execute(&db.pool).await.unwrap();
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&db.url).await.unwrap();
    let task = tokio::spawn(async move {
        let mut draw = scripted(&[7 << 11, 7 << 11, 9 << 11]);
        for n in 0..2 {
            let pool = &pool;
            retry_on_duplicate("customers.id", ATTEMPTS, &mut draw, async |id: Huid| {
                let insert = sqlx::query("INSERT INTO customers VALUES (?, ?)");
                insert.bind(id).bind(format!("{n}@example.org")).execute(pool).await.map(drop)
            })
            .await
            .unwrap();
        }
        pool.close().await;
    });
    task.await.unwrap();
    let count: i64 =
        sqlx::query_scalar("SELECT count(*) FROM customers").fetch_one(&db.pool).await.unwrap();
    assert_eq!(count, 2);
}
