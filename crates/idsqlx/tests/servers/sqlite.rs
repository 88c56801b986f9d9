//! SQLite: what users do with a column, with each wrapper.

use idsqlx::{ColumnError, Huid, Scru128Bytes, Scru128Text, ddl};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder, Row, Sqlite, SqlitePool};

use crate::ids::{self, huid};
use crate::support;

#[derive(Debug, FromRow, PartialEq)]
struct Everything {
    huid: Huid,
    bytes: Scru128Bytes,
    text: Scru128Text,
    parent: Option<Huid>,
    parent_bytes: Option<Scru128Bytes>,
    parent_text: Option<Scru128Text>,
}

async fn run(pool: &SqlitePool, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(pool).await.unwrap();
}

#[tokio::test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "both ways of binding are tried")]
async fn rows_with_every_wrapper() {
    let db = support::sqlite().await;
    let (huid, bytes) = (ddl::sqlite::HUID, ddl::sqlite::SCRU128_BYTES);
    let text = ddl::sqlite::SCRU128_TEXT;
    run(
        &db.pool,
        &format!(
            "CREATE TABLE everything (huid {huid} PRIMARY KEY, bytes {bytes} NOT NULL, \
             text {text} NOT NULL, parent {huid}, parent_bytes {bytes}, parent_text {text}) STRICT"
        ),
    )
    .await;
    for (at, id) in ids::huids().into_iter().enumerate() {
        let parents = at % 2 == 0;
        let row = Everything {
            huid: id,
            bytes: ids::bytes()[at],
            text: ids::texts()[at],
            parent: parents.then_some(id),
            parent_bytes: parents.then_some(ids::bytes()[at]),
            parent_text: parents.then_some(ids::texts()[at]),
        };
        let returned: Everything =
            sqlx::query_as("INSERT INTO everything VALUES (?, ?, ?, ?, ?, ?) RETURNING *")
                .bind(row.huid)
                .bind(row.bytes)
                .bind(&row.text)
                .bind(row.parent)
                .bind(row.parent_bytes)
                .bind(&row.parent_text)
                .fetch_one(&db.pool)
                .await
                .unwrap();
        assert_eq!(returned, row);
        let stored: (i64, String) = sqlx::query_as(
            "SELECT huid, hex(bytes) FROM everything WHERE huid = ? AND bytes = ? AND text = ?",
        )
        .bind(row.huid)
        .bind(row.bytes)
        .bind(row.text)
        .fetch_one(&db.pool)
        .await
        .unwrap();
        assert_eq!(stored, (row.huid.to_i64(), format!("{:032X}", ids::SCRU128[at])));
        let select = format!("SELECT * FROM everything WHERE huid = {}", row.huid);
        let plain = sqlx::raw_sql(AssertSqlSafe(select)).fetch_one(&db.pool).await.unwrap();
        assert_eq!(Everything::from_row(&plain).unwrap(), row);
    }
}

#[tokio::test]
async fn bulk_insert() {
    let db = support::sqlite().await;
    run(&db.pool, "CREATE TABLE bulk (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)").await;
    let numbers: Vec<u64> = (0..10_000).map(|n| n * 2_097_152 + n % 977).collect();
    // A statement has at most 32,766 parameters.
    for chunk in numbers.chunks(32_766 / 3) {
        let mut insert = QueryBuilder::<Sqlite>::new("INSERT INTO bulk ");
        insert.push_values(chunk, |mut row, number| {
            let scru128 = idcore::Scru128::from_u128(u128::from(*number) << 64);
            let bytes = (number % 2 == 0).then_some(Scru128Bytes::from(scru128));
            row.push_bind(huid(*number)).push_bind(Scru128Text::from(scru128)).push_bind(bytes);
        });
        insert.build().execute(&db.pool).await.unwrap();
    }
    let (count, sum): (i64, i64) =
        sqlx::query_as("SELECT count(*), sum(id) FROM bulk").fetch_one(&db.pool).await.unwrap();
    let expected: u64 = numbers.iter().sum();
    assert_eq!((count, sum), (10_000, expected as i64));

    let mut list = QueryBuilder::<Sqlite>::new("SELECT id FROM bulk WHERE id IN (");
    let mut separated = list.separated(", ");
    for id in [numbers[3], numbers[9_999], 5] {
        separated.push_bind(huid(id));
    }
    list.push(") ORDER BY id");
    let found: Vec<Huid> = list.build_query_scalar().fetch_all(&db.pool).await.unwrap();
    assert_eq!(found, [huid(numbers[3]), huid(numbers[9_999])]);
}

/// The database's order is the ids' order.
async fn rising<W>(pool: &SqlitePool, column: &str, expected: &[W])
where
    W: for<'r> sqlx::Decode<'r, Sqlite> + sqlx::Type<Sqlite>,
    W: PartialEq + std::fmt::Debug + Send + Unpin + Copy,
{
    let select = AssertSqlSafe(format!("SELECT {column} FROM ordered ORDER BY {column}"));
    let found: Vec<W> = sqlx::query_scalar(select).fetch_all(pool).await.unwrap();
    assert_eq!(found, &expected[..5], "{column}");
    let select = format!("SELECT min({column}), max({column}) FROM ordered");
    let (lowest, highest): (W, Option<W>) =
        sqlx::query_as(AssertSqlSafe(select)).fetch_one(pool).await.unwrap();
    assert_eq!((lowest, highest), (expected[0], Some(expected[4])), "{column}");
}

#[tokio::test]
async fn order_window_and_aggregates() {
    let db = support::sqlite().await;
    run(&db.pool, "CREATE TABLE ordered (huid INTEGER, bytes BLOB, text TEXT)").await;
    for at in (0..5).rev() {
        sqlx::query("INSERT INTO ordered VALUES (?, ?, ?)")
            .bind(ids::huids()[at])
            .bind(ids::bytes()[at])
            .bind(ids::texts()[at])
            .execute(&db.pool)
            .await
            .unwrap();
    }
    rising(&db.pool, "huid", &ids::huids()).await;
    rising(&db.pool, "bytes", &ids::bytes()).await;
    rising(&db.pool, "text", &ids::texts()).await;

    let first = Huid::from(idcore::Huid::first_at(1767225600123).unwrap());
    let last = Huid::from(idcore::Huid::last_at(1767225600123).unwrap());
    let window: Vec<Huid> =
        sqlx::query_scalar("SELECT huid FROM ordered WHERE huid BETWEEN ? AND ?")
            .bind(first)
            .bind(last)
            .fetch_all(&db.pool)
            .await
            .unwrap();
    assert_eq!(window, [huid(258037077)]);
    let at = 1577836800000 + 56634639325;
    let first = idcore::Scru128::first_at(at).unwrap();
    let last = idcore::Scru128::last_at(at).unwrap();
    let window: Vec<Scru128Bytes> = sqlx::query_scalar(
        "SELECT bytes FROM ordered WHERE bytes BETWEEN ? AND ? AND text BETWEEN ? AND ? \
         ORDER BY bytes",
    )
    .bind(Scru128Bytes::from(first))
    .bind(Scru128Bytes::from(last))
    .bind(Scru128Text::from(first))
    .bind(Scru128Text::from(last))
    .fetch_all(&db.pool)
    .await
    .unwrap();
    assert_eq!(window, [ids::bytes()[1], ids::bytes()[2]]);
}

#[tokio::test]
async fn keys_joins_and_the_index_of_a_window() {
    let db = support::sqlite().await;
    run(&db.pool, ddl::sqlite::SHOP).await;
    let (customer, order) = (huid(258037077), ids::texts()[2]);
    sqlx::query("INSERT INTO customers VALUES (?, 'ada@example.org')")
        .bind(customer)
        .execute(&db.pool)
        .await
        .unwrap();
    sqlx::query("INSERT INTO orders VALUES (?, ?)")
        .bind(order)
        .bind(customer)
        .execute(&db.pool)
        .await
        .unwrap();
    let found: (Huid, Scru128Text) = sqlx::query_as(
        "SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer = c.id WHERE c.id = ?",
    )
    .bind(customer)
    .fetch_one(&db.pool)
    .await
    .unwrap();
    assert_eq!(found, (customer, order));
    let orphan = sqlx::query("INSERT INTO orders VALUES (?, ?)")
        .bind(ids::texts()[3])
        .bind(huid(5))
        .execute(&db.pool)
        .await
        .unwrap_err();
    assert!(orphan.as_database_error().unwrap().is_foreign_key_violation());
    // WITHOUT ROWID: a forgotten id is an error, not a number made up.
    let forgotten = "INSERT INTO customers (email) VALUES ('bea@example.org')";
    assert!(sqlx::query(forgotten).execute(&db.pool).await.is_err());

    let plan = async |sql| -> String {
        let row = sqlx::query(sql).bind(customer).bind(customer).fetch_one(&db.pool).await;
        row.unwrap().get("detail")
    };
    let found = plan("EXPLAIN QUERY PLAN SELECT * FROM customers WHERE id BETWEEN ? AND ?").await;
    assert_eq!(found, "SEARCH customers USING PRIMARY KEY (id>? AND id<?)");
    run(&db.pool, "CREATE TABLE rowid (id INTEGER PRIMARY KEY)").await;
    let found = plan("EXPLAIN QUERY PLAN SELECT * FROM rowid WHERE id BETWEEN ? AND ?").await;
    assert_eq!(found, "SEARCH rowid USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    // The trap that the documentation names.
    run(&db.pool, "INSERT INTO rowid VALUES (NULL)").await;
    let made_up: Huid =
        sqlx::query_scalar("SELECT id FROM rowid").fetch_one(&db.pool).await.unwrap();
    assert_eq!(made_up, huid(1));
}

#[tokio::test]
async fn a_numeric_column_loses_texts() {
    let db = support::sqlite().await;
    run(&db.pool, "CREATE TABLE affinity (wrong SCRU128, right TEXT)").await;
    let id: Scru128Text = ids::NUMBER_LIKE.parse().unwrap();
    sqlx::query("INSERT INTO affinity VALUES (?, ?)")
        .bind(id)
        .bind(id)
        .execute(&db.pool)
        .await
        .unwrap();
    let row = sqlx::query("SELECT wrong, right, typeof(wrong) AS kind FROM affinity")
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(row.get::<String, _>("kind"), "real");
    assert_eq!(row.get::<Scru128Text, _>("right"), id);
    let error = row.try_get::<Scru128Text, _>("wrong").unwrap_err();
    assert!(ColumnError::of(&error).unwrap().is_type());
    assert!(error.to_string().contains("declare it TEXT for Scru128Text"), "{error}");
    // Where nothing but digits is in the text, it becomes an integer, which no SCRU128 is.
    let zeros = ids::texts()[0];
    sqlx::query("UPDATE affinity SET wrong = ?").bind(zeros).execute(&db.pool).await.unwrap();
    let error = sqlx::query_scalar::<_, Scru128Text>("SELECT wrong FROM affinity")
        .fetch_one(&db.pool)
        .await
        .unwrap_err();
    assert!(error.to_string().contains("declare it TEXT for Scru128Text"), "{error}");
}

/// The refusal of a value that SQL gives.
async fn refusal<W>(pool: &SqlitePool, value: &str) -> String
where
    W: for<'r> sqlx::Decode<'r, Sqlite> + sqlx::Type<Sqlite> + std::fmt::Debug,
{
    let select = AssertSqlSafe(format!("SELECT {value} AS id"));
    let row = sqlx::query(select).fetch_one(pool).await.unwrap();
    let error = row.try_get::<W, _>("id").unwrap_err();
    let unchecked = row.try_get_unchecked::<W, _>("id").unwrap_err();
    assert_eq!(error.to_string(), unchecked.to_string());
    ColumnError::of(&error).unwrap_or_else(|| panic!("{error}")).to_string()
}

#[tokio::test]
async fn refusals() {
    let db = support::sqlite().await;
    let pool = &db.pool;
    let ends = |found: String, end: &str| {
        assert!(found.ends_with(end), "{found:?} does not end with {end:?}");
    };
    ends(refusal::<Huid>(pool, "-1").await, "(63 bits), found -1");
    ends(refusal::<Huid>(pool, "'258037077'").await, "declare it INTEGER");
    ends(refusal::<Huid>(pool, "258037077.0").await, "declare it BIGINT, in SQLite INTEGER");
    ends(refusal::<Scru128Bytes>(pool, "x'00'").await, "a SCRU128 is 16 bytes, found 1");
    ends(refusal::<Scru128Bytes>(pool, "'ABCDEFGHABCDEFGH'").await, "Scru128Text fits it");
    ends(refusal::<Scru128Text>(pool, "randomblob(16)").await, "Scru128Bytes fits it");
    ends(refusal::<Scru128Text>(pool, "'00QBTG0FERFTCCNFISUBO489DI '").await, "at position 26");
    let reads = "Option<Huid> reads it";
    ends(refusal::<Huid>(pool, "NULL").await, reads);
    ends(refusal::<Scru128Bytes>(pool, "NULL").await, "Option<Scru128Bytes> reads it");
    ends(refusal::<Scru128Text>(pool, "NULL").await, "Option<Scru128Text> reads it");
    // Also where the declared type is known.
    run(pool, "CREATE TABLE n (id INTEGER, b BLOB, t TEXT); INSERT INTO n DEFAULT VALUES").await;
    ends(refusal::<Huid>(pool, "(SELECT id FROM n)").await, reads);
    let row = sqlx::query("SELECT * FROM n").fetch_one(pool).await.unwrap();
    assert!(row.try_get::<Huid, _>("id").is_err());
    assert_eq!(row.get::<Option<Huid>, _>("id"), None);
    assert_eq!(row.get::<Option<Scru128Bytes>, _>("b"), None);
    assert_eq!(row.get::<Option<Scru128Text>, _>("t"), None);
}

#[tokio::test]
async fn lower_case_is_the_same_id() {
    let db = support::sqlite().await;
    let id: Scru128Text = sqlx::query_scalar("SELECT '00qbtg0ferftccnfisubo489di'")
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(id, ids::texts()[2]);
}
