//! MySQL and MariaDB: what users do with a column, with each wrapper.

use idsqlx::{ColumnError, Huid, Scru128Bytes, Scru128Text, check_column, ddl};
use sqlx::{AssertSqlSafe, FromRow, MySql, MySqlPool, QueryBuilder, Row};

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

async fn run(pool: &MySqlPool, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(pool).await.unwrap();
}

#[tokio::test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "both ways of binding are tried")]
async fn rows_with_every_wrapper() {
    let Some(db) = support::mysql().await else { return };
    let (huid, bytes) = (ddl::mysql::HUID, ddl::mysql::SCRU128_BYTES);
    let text = ddl::mysql::SCRU128_TEXT;
    run(
        &db.pool,
        &format!(
            "CREATE TABLE everything (huid {huid} PRIMARY KEY, bytes {bytes} NOT NULL, \
             text {text} NOT NULL, parent {huid}, parent_bytes {bytes}, parent_text {text})"
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
        sqlx::query("INSERT INTO everything VALUES (?, ?, ?, ?, ?, ?)")
            .bind(row.huid)
            .bind(row.bytes)
            .bind(&row.text)
            .bind(row.parent)
            .bind(row.parent_bytes)
            .bind(&row.parent_text)
            .execute(&db.pool)
            .await
            .unwrap();
        let found: Everything =
            sqlx::query_as("SELECT * FROM everything WHERE huid = ? AND bytes = ? AND text = ?")
                .bind(row.huid)
                .bind(row.bytes)
                .bind(row.text)
                .fetch_one(&db.pool)
                .await
                .unwrap();
        assert_eq!(found, row);
        let stored: (i64, String) =
            sqlx::query_as("SELECT huid, hex(bytes) FROM everything WHERE huid = ?")
                .bind(row.huid)
                .fetch_one(&db.pool)
                .await
                .unwrap();
        assert_eq!(stored, (row.huid.to_i64(), format!("{:032X}", ids::SCRU128[at])));
        // Without preparation, values come as text.
        let select = format!("SELECT * FROM everything WHERE huid = {}", row.huid);
        let plain = sqlx::raw_sql(AssertSqlSafe(select)).fetch_one(&db.pool).await.unwrap();
        assert_eq!(Everything::from_row(&plain).unwrap(), row);
    }
}

#[tokio::test]
async fn bulk_insert() {
    let Some(db) = support::mysql().await else { return };
    run(
        &db.pool,
        "CREATE TABLE bulk (id BIGINT PRIMARY KEY, text CHAR(26) COLLATE ascii_bin, bytes BINARY(16))",
    )
    .await;
    let numbers: Vec<u64> = (0..10_000).map(|n| n * 2_097_152 + n % 977).collect();
    // A statement has at most 65,535 parameters.
    for chunk in numbers.chunks(65_535 / 3) {
        let mut insert = QueryBuilder::<MySql>::new("INSERT INTO bulk ");
        insert.push_values(chunk, |mut row, number| {
            let scru128 = idcore::Scru128::from_u128(u128::from(*number) << 64);
            let bytes = (number % 2 == 0).then_some(Scru128Bytes::from(scru128));
            row.push_bind(huid(*number)).push_bind(Scru128Text::from(scru128)).push_bind(bytes);
        });
        insert.build().execute(&db.pool).await.unwrap();
    }
    let (count, sum): (i64, String) =
        sqlx::query_as("SELECT count(*), CAST(sum(id) AS CHAR) FROM bulk")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    let expected: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
    assert_eq!((count, sum), (10_000, expected.to_string()));

    let mut list = QueryBuilder::<MySql>::new("SELECT id FROM bulk WHERE id IN (");
    let mut separated = list.separated(", ");
    for id in [numbers[3], numbers[9_999], 5] {
        separated.push_bind(huid(id));
    }
    list.push(") ORDER BY id");
    let found: Vec<Huid> = list.build_query_scalar().fetch_all(&db.pool).await.unwrap();
    assert_eq!(found, [huid(numbers[3]), huid(numbers[9_999])]);
}

/// The database's order is the ids' order.
async fn rising<W>(pool: &MySqlPool, column: &str, expected: &[W])
where
    W: for<'r> sqlx::Decode<'r, MySql> + sqlx::Type<MySql>,
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
    let Some(db) = support::mysql().await else { return };
    run(
        &db.pool,
        "CREATE TABLE ordered (huid BIGINT, bytes BINARY(16), text CHAR(26) COLLATE ascii_bin)",
    )
    .await;
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
    let Some(db) = support::mysql().await else { return };
    run(&db.pool, ddl::mysql::SHOP).await;
    let customers: Vec<Huid> = (0..2_000).map(|n| huid(n << 21)).collect();
    let orders: Vec<Scru128Text> =
        (0..2_000).map(|n| idcore::Scru128::from_u128(n << 84).into()).collect();
    let mut insert = QueryBuilder::<MySql>::new("INSERT INTO customers ");
    insert.push_values(customers.iter().enumerate(), |mut row, (n, id)| {
        row.push_bind(*id).push_bind(format!("{n}@example.org"));
    });
    insert.build().execute(&db.pool).await.unwrap();
    let mut insert = QueryBuilder::<MySql>::new("INSERT INTO orders ");
    insert.push_values(orders.iter().zip(&customers), |mut row, (id, customer)| {
        row.push_bind(*id).push_bind(*customer);
    });
    insert.build().execute(&db.pool).await.unwrap();
    run(&db.pool, "ANALYZE TABLE customers, orders").await;
    let (customer, order): (Huid, Scru128Text) = sqlx::query_as(
        "SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer = c.id WHERE c.id = ?",
    )
    .bind(customers[7])
    .fetch_one(&db.pool)
    .await
    .unwrap();
    assert_eq!((customer, order), (customers[7], orders[7]));
    let orphan = sqlx::query("INSERT INTO orders VALUES (?, ?)")
        .bind(ids::texts()[2])
        .bind(huid(5))
        .execute(&db.pool)
        .await
        .unwrap_err();
    assert!(orphan.as_database_error().unwrap().is_foreign_key_violation());
    assert!(sqlx::query("INSERT INTO customers VALUES (-1, 'x')").execute(&db.pool).await.is_err());

    let explain = "EXPLAIN SELECT * FROM customers WHERE id BETWEEN ? AND ?";
    let query = sqlx::query(explain).bind(customers[3]).bind(customers[5]);
    let row = query.fetch_one(&db.pool).await.unwrap();
    assert_eq!(row.get::<String, _>("key"), "PRIMARY");
    assert_eq!(row.get::<String, _>("type"), "range");
    let explain = "EXPLAIN SELECT * FROM orders WHERE id BETWEEN ? AND ?";
    let query = sqlx::query(explain).bind(orders[3]).bind(orders[5]);
    let row = query.fetch_one(&db.pool).await.unwrap();
    assert_eq!(row.get::<String, _>("key"), "PRIMARY");
    assert_eq!(row.get::<String, _>("type"), "range");
}

#[tokio::test]
async fn a_czech_collation_loses_ids() {
    let Some(db) = support::mysql().await else { return };
    run(
        &db.pool,
        "CREATE TABLE czech (id CHAR(26) CHARACTER SET utf8mb4 COLLATE utf8mb4_czech_ci PRIMARY KEY); \
         CREATE TABLE bytewise (id CHAR(26) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY)",
    )
    .await;
    let ids = ["0CG", "0CH", "0CI", "0HV", "0I0"]
        .map(|head| format!("{head:0<26}").parse::<Scru128Text>().unwrap());
    for table in ["czech", "bytewise"] {
        let mut insert = QueryBuilder::<MySql>::new(format!("INSERT INTO {table} "));
        insert.push_values(ids, |mut row, id| {
            row.push_bind(id);
        });
        insert.build().execute(&db.pool).await.unwrap();
    }
    let ordered = async |table| -> Vec<Scru128Text> {
        let select = AssertSqlSafe(format!("SELECT id FROM {table} ORDER BY id"));
        sqlx::query_scalar(select).fetch_all(&db.pool).await.unwrap()
    };
    assert_eq!(ordered("bytewise").await, ids);
    assert_eq!(ordered("czech").await, [ids[0], ids[2], ids[3], ids[1], ids[4]]);
    let window = async |table| -> i64 {
        let select = format!("SELECT count(*) FROM {table} WHERE id BETWEEN ? AND ?");
        let select = sqlx::query_scalar(AssertSqlSafe(select)).bind(ids[0]).bind(ids[2]);
        select.fetch_one(&db.pool).await.unwrap()
    };
    assert_eq!(window("bytewise").await, 3);
    assert_eq!(window("czech").await, 2);
    // The declaration says it before an id is lost.
    check_column::<Scru128Text>(&db.pool, "bytewise", "id").await.unwrap();
    let error = check_column::<Scru128Text>(&db.pool, "czech", "id").await.unwrap_err();
    assert!(error.to_string().contains("whose collation is utf8mb4_czech_ci"), "{error}");
}

#[tokio::test]
async fn lower_case_and_padding() {
    let Some(db) = support::mysql().await else { return };
    run(
        &db.pool,
        "CREATE TABLE padded (t TEXT COLLATE ascii_bin, c CHAR(30) COLLATE ascii_bin, \
         v VARCHAR(30) COLLATE ascii_bin); \
         INSERT INTO padded VALUES ('00qbtg0ferftccnfisubo489di', '00QBTG0FERFTCCNFISUBO489DI  ', \
         '00QBTG0FERFTCCNFISUBO489DI  ')",
    )
    .await;
    let row = sqlx::query("SELECT * FROM padded").fetch_one(&db.pool).await.unwrap();
    assert_eq!(row.get::<Scru128Text, _>("t"), ids::texts()[2]);
    // The server takes the spaces of CHAR away, and keeps those of VARCHAR.
    assert_eq!(row.get::<Scru128Text, _>("c"), ids::texts()[2]);
    let error = row.try_get::<Scru128Text, _>("v").unwrap_err();
    let message = "found 28 characters; there is white space at position 26";
    assert!(error.to_string().ends_with(message), "{error}");
    // Unless it is told not to.
    let mut connection = db.pool.acquire().await.unwrap();
    sqlx::query("SET sql_mode = CONCAT(@@sql_mode, ',PAD_CHAR_TO_FULL_LENGTH')")
        .execute(&mut *connection)
        .await
        .unwrap();
    let error = sqlx::query_scalar::<_, Scru128Text>("SELECT c FROM padded")
        .fetch_one(&mut *connection)
        .await
        .unwrap_err();
    let message = "found 30 characters; there is white space at position 26";
    assert!(error.to_string().ends_with(message), "{error}");
    // However it is set, the declaration says it.
    let error = check_column::<Scru128Text>(&db.pool, "padded", "c").await.unwrap_err();
    assert!(error.to_string().contains("filled up with spaces"), "{error}");
}

#[tokio::test]
async fn refusals() {
    let Some(db) = support::mysql().await else { return };
    run(
        &db.pool,
        "CREATE TABLE refused (u BIGINT UNSIGNED, n BIGINT, b VARBINARY(20), \
         t VARCHAR(36) COLLATE ascii_bin, d DOUBLE); \
         INSERT INTO refused VALUES (9223372036854775808, -1, x'00', 'ABCDEFGHABCDEFGH', 258037077), \
         (18446744073709551615, NULL, NULL, NULL, NULL)",
    )
    .await;
    for rows in [
        sqlx::query("SELECT * FROM refused").fetch_all(&db.pool).await.unwrap(),
        sqlx::raw_sql("SELECT * FROM refused").fetch_all(&db.pool).await.unwrap(),
    ] {
        let ends = |error: sqlx::Error, end: &str| {
            let found = ColumnError::of(&error).unwrap_or_else(|| panic!("{error}")).to_string();
            assert!(found.ends_with(end), "{found:?} does not end with {end:?}");
        };
        let (first, second) = (&rows[0], &rows[1]);
        ends(first.try_get::<Huid, _>("u").unwrap_err(), "found 9223372036854775808");
        ends(second.try_get::<Huid, _>("u").unwrap_err(), "found 18446744073709551615");
        ends(first.try_get::<Huid, _>("n").unwrap_err(), "found -1");
        ends(first.try_get::<Scru128Bytes, _>("b").unwrap_err(), "16 bytes, found 1");
        ends(first.try_get::<Scru128Bytes, _>("t").unwrap_err(), "Scru128Text fits it");
        ends(first.try_get::<Scru128Text, _>("b").unwrap_err(), "Scru128Bytes fits it");
        ends(first.try_get_unchecked::<Scru128Bytes, _>("t").unwrap_err(), "Scru128Text fits it");
        let error = first.try_get::<Huid, _>("d").unwrap_err();
        assert!(error.to_string().contains("which they may round"), "{error}");
        for error in [
            second.try_get::<Huid, _>("n").unwrap_err(),
            second.try_get::<Scru128Bytes, _>("b").unwrap_err(),
            second.try_get::<Scru128Text, _>("t").unwrap_err(),
        ] {
            assert!(ColumnError::of(&error).unwrap().is_null(), "{error}");
        }
    }
}

/// MariaDB's type takes 16 bytes, and gives back a text: reading is where it is refused.
#[tokio::test]
async fn the_uuid_type_of_mariadb() {
    let Some(db) = support::mysql().await else { return };
    let version: String = sqlx::query_scalar("SELECT VERSION()").fetch_one(&db.pool).await.unwrap();
    if !version.contains("MariaDB") {
        eprintln!("skipped: {version} is not MariaDB");
        return;
    }
    run(&db.pool, "CREATE TABLE u (id UUID PRIMARY KEY)").await;
    run(&db.pool, "INSERT INTO u VALUES ('00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2')").await;
    for message in [
        sqlx::query_scalar::<_, Scru128Bytes>("SELECT id FROM u")
            .fetch_one(&db.pool)
            .await
            .unwrap_err()
            .to_string(),
        sqlx::query_scalar::<_, Scru128Text>("SELECT id FROM u")
            .fetch_one(&db.pool)
            .await
            .unwrap_err()
            .to_string(),
    ] {
        assert!(message.contains("declare it BINARY(16) and use Scru128Bytes"), "{message}");
    }
    // Why: these two are in the order of their bytes, and the column has them the other way round.
    run(
        &db.pool,
        "CREATE TABLE order_of (id UUID); INSERT INTO order_of VALUES \
         ('00000000-0000-1000-8000-000000000002'), ('ffffffff-0000-1000-8000-000000000001')",
    )
    .await;
    let first: String =
        sqlx::query_scalar("SELECT CAST(id AS CHAR) FROM order_of ORDER BY id LIMIT 1")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    assert_eq!(first, "ffffffff-0000-1000-8000-000000000001");
    // 16 bytes it takes, and only the declaration says that they are not safe there.
    let bytes = sqlx::query("INSERT INTO u VALUES (?)").bind(ids::bytes()[4]);
    bytes.execute(&db.pool).await.unwrap();
    let error = check_column::<Scru128Bytes>(&db.pool, "u", "id").await.unwrap_err();
    assert!(error.to_string().contains("declare it BINARY(16) and use Scru128Bytes"), "{error}");
    // A text of 26 digits is none of its values.
    let text = sqlx::query("INSERT INTO u VALUES (?)").bind(ids::texts()[2]);
    assert!(text.execute(&db.pool).await.is_err());
}
