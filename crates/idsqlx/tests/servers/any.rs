//! The `Any` driver, over each database, for what it carries.

use idsqlx::{ColumnError, Huid, Scru128Bytes, Scru128Text};
use sqlx::{AnyPool, AssertSqlSafe, Row};

use crate::ids;
use crate::support;

async fn connect(url: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(url).await.unwrap()
}

/// Ids in and out, with the parameters as this database writes them.
async fn round_trip(pool: &AnyPool, create: &str, [a, b, c, d]: [&str; 4]) {
    sqlx::raw_sql(AssertSqlSafe(create.to_owned())).execute(pool).await.unwrap();
    let insert = format!("INSERT INTO anything VALUES ({a}, {b}, {c}, {d})");
    for (at, id) in ids::huids().into_iter().enumerate() {
        let parent = (at % 2 == 0).then_some(id);
        sqlx::query(AssertSqlSafe(insert.clone()))
            .bind(id)
            .bind(ids::bytes()[at])
            .bind(ids::texts()[at])
            .bind(parent)
            .execute(pool)
            .await
            .unwrap();
        let select = format!("SELECT * FROM anything WHERE huid = {a}");
        let row = sqlx::query(AssertSqlSafe(select)).bind(id).fetch_one(pool).await.unwrap();
        assert_eq!(row.get::<Huid, _>("huid"), id);
        assert_eq!(row.get::<Scru128Bytes, _>("bytes"), ids::bytes()[at]);
        assert_eq!(row.get::<Scru128Text, _>("text"), ids::texts()[at]);
        assert_eq!(row.get::<Option<Huid>, _>("parent"), parent);
        let error = row.try_get::<Scru128Bytes, _>("text").unwrap_err();
        assert!(error.to_string().ends_with("Scru128Text fits it"), "{error}");
        if parent.is_none() {
            let error = row.try_get::<Huid, _>("parent").unwrap_err();
            assert!(ColumnError::of(&error).unwrap().is_null(), "{error}");
        }
    }
    pool.close().await;
}

#[tokio::test]
async fn over_postgres() {
    let Some(db) = support::postgres().await else { return };
    let create = "CREATE TABLE anything (huid BIGINT, bytes BYTEA, text TEXT, parent BIGINT)";
    round_trip(&connect(&db.url).await, create, ["$1", "$2", "$3", "$4"]).await;
    // What the driver does not hand on, it says itself.
    let pool = connect(&db.url).await;
    let uuid = "SELECT '00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2'::uuid";
    for select in [uuid, "SELECT '00QBTG0FERFTCCNFISUBO489DI'::char(26)"] {
        let error =
            sqlx::query_scalar::<_, Scru128Text>(select).fetch_one(&pool).await.unwrap_err();
        assert!(error.to_string().contains("Any driver does not support"), "{error}");
    }
    // A cast helps.
    let id: Scru128Text = sqlx::query_scalar("SELECT '00QBTG0FERFTCCNFISUBO489DI'::char(26)::text")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert_eq!(id, ids::texts()[2]);
    pool.close().await;
}

#[tokio::test]
async fn over_mysql() {
    let Some(db) = support::mysql().await else { return };
    let create = "CREATE TABLE anything (huid BIGINT, bytes BINARY(16), \
                  text CHAR(26) COLLATE ascii_bin, parent BIGINT)";
    let pool = connect(&db.url).await;
    round_trip(&pool, create, ["?"; 4]).await;
    // The driver makes it signed: it comes as negative, and is an error all the same.
    let pool = connect(&db.url).await;
    let error = sqlx::query_scalar::<_, Huid>("SELECT 18446744073709551615")
        .fetch_one(&pool)
        .await
        .unwrap_err();
    assert!(ColumnError::of(&error).unwrap().is_value(), "{error}");
    pool.close().await;
}

#[tokio::test]
async fn over_sqlite() {
    let db = support::sqlite().await;
    let create = "CREATE TABLE anything (huid INTEGER, bytes BLOB, text TEXT, parent INTEGER)";
    round_trip(&connect(&db.url).await, create, ["?"; 4]).await;
}
