//! PostgreSQL: what users do with a column, with each wrapper.

use idsqlx::{ColumnError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid, ddl};
use sqlx::{AssertSqlSafe, FromRow, PgPool, Row};

use crate::ids::{self, huid};
use crate::support;

/// A row with every wrapper, and NULL.
#[derive(Debug, FromRow, PartialEq)]
struct Everything {
    huid: Huid,
    bytes: Scru128Bytes,
    text: Scru128Text,
    uuid: Scru128Uuid,
    parent: Option<Huid>,
    parent_bytes: Option<Scru128Bytes>,
    parent_text: Option<Scru128Text>,
    parent_uuid: Option<Scru128Uuid>,
}

async fn run(pool: &PgPool, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(pool).await.unwrap();
}

/// What `EXPLAIN` says, with the parameters of `bind`.
async fn plan<W>(pool: &PgPool, sql: &str, bind: [W; 2]) -> String
where
    W: for<'q> sqlx::Encode<'q, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
{
    let [first, last] = bind;
    let explain = AssertSqlSafe(format!("EXPLAIN (COSTS OFF) {sql}"));
    let lines: Vec<String> =
        sqlx::query_scalar(explain).bind(first).bind(last).fetch_all(pool).await.unwrap();
    lines.join("\n")
}

#[tokio::test]
#[allow(clippy::needless_borrows_for_generic_args, reason = "both ways of binding are tried")]
async fn rows_with_every_wrapper() {
    let Some(db) = support::postgres().await else { return };
    let (huid, bytes) = (ddl::postgres::HUID, ddl::postgres::SCRU128_BYTES);
    let (text, uuid) = (ddl::postgres::SCRU128_TEXT, ddl::postgres::SCRU128_UUID);
    run(
        &db.pool,
        &format!(
            "CREATE TABLE everything (huid {huid} PRIMARY KEY, bytes {bytes} NOT NULL, \
             text {text} NOT NULL, uuid {uuid} NOT NULL, parent {huid}, parent_bytes {bytes}, \
             parent_text {text}, parent_uuid {uuid})"
        ),
    )
    .await;
    let insert = "INSERT INTO everything VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *";
    for (at, id) in ids::huids().into_iter().enumerate() {
        let parents = at % 2 == 0;
        let row = Everything {
            huid: id,
            bytes: ids::bytes()[at],
            text: ids::texts()[at],
            uuid: ids::uuids()[at],
            parent: parents.then_some(id),
            parent_bytes: parents.then_some(ids::bytes()[at]),
            parent_text: parents.then_some(ids::texts()[at]),
            parent_uuid: parents.then_some(ids::uuids()[at]),
        };
        // By value and by reference.
        let returned: Everything = sqlx::query_as(insert)
            .bind(row.huid)
            .bind(row.bytes)
            .bind(&row.text)
            .bind(&row.uuid)
            .bind(row.parent)
            .bind(row.parent_bytes)
            .bind(&row.parent_text)
            .bind(&row.parent_uuid)
            .fetch_one(&db.pool)
            .await
            .unwrap();
        assert_eq!(returned, row);
        // The values themselves, as the database sees them.
        let stored: (i64, String, String, String) = sqlx::query_as(
            "SELECT huid, encode(bytes, 'hex'), text, replace(uuid::text, '-', '') \
             FROM everything WHERE huid = $1 AND bytes = $2 AND text = $3 AND uuid = $4",
        )
        .bind(row.huid)
        .bind(row.bytes)
        .bind(row.text)
        .bind(row.uuid)
        .fetch_one(&db.pool)
        .await
        .unwrap();
        let hex = format!("{:032x}", ids::SCRU128[at]);
        assert_eq!(stored.0, row.huid.to_i64());
        assert_eq!((&stored.1, &stored.3), (&hex, &hex));
        assert_eq!(stored.2.len(), 26);
        // Without preparation, values come as text.
        let select = format!("SELECT * FROM everything WHERE huid = {}", row.huid);
        let plain = sqlx::raw_sql(AssertSqlSafe(select)).fetch_one(&db.pool).await.unwrap();
        assert_eq!(Everything::from_row(&plain).unwrap(), row);
    }
}

#[tokio::test]
async fn arrays_and_lists() {
    let Some(db) = support::postgres().await else { return };
    run(&db.pool, "CREATE EXTENSION citext; CREATE DOMAIN huid AS BIGINT").await;
    run(
        &db.pool,
        "CREATE TABLE arrays (huids BIGINT[], bytes BYTEA[], texts TEXT[], uuids UUID[])",
    )
    .await;
    let insert = "INSERT INTO arrays VALUES ($1, $2, $3, $4)";
    sqlx::query(insert)
        .bind(ids::huids())
        .bind(ids::bytes().as_slice())
        .bind(ids::texts())
        .bind(ids::uuids())
        .execute(&db.pool)
        .await
        .unwrap();
    let row = sqlx::query("SELECT * FROM arrays").fetch_one(&db.pool).await.unwrap();
    assert_eq!(row.get::<Vec<Huid>, _>("huids"), ids::huids());
    assert_eq!(row.get::<Vec<Scru128Bytes>, _>("bytes"), ids::bytes());
    assert_eq!(row.get::<Vec<Scru128Text>, _>("texts"), ids::texts());
    assert_eq!(row.get::<Vec<Scru128Uuid>, _>("uuids"), ids::uuids());
    let plain = sqlx::raw_sql("SELECT * FROM arrays").fetch_one(&db.pool).await.unwrap();
    assert_eq!(plain.get::<Vec<Huid>, _>("huids"), ids::huids());
    assert_eq!(plain.get::<Vec<Scru128Uuid>, _>("uuids"), ids::uuids());

    // Empty, and with NULLs.
    let none: Vec<Huid> = sqlx::query_scalar("SELECT $1::bigint[]")
        .bind(Vec::<Huid>::new())
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(none, []);
    let some = vec![Some(ids::uuids()[1]), None, Some(ids::uuids()[2])];
    let back: Vec<Option<Scru128Uuid>> =
        sqlx::query_scalar("SELECT $1").bind(&some).fetch_one(&db.pool).await.unwrap();
    assert_eq!(back, some);

    // Arrays of domains and of citext.
    let domains: Vec<Huid> =
        sqlx::query_scalar("SELECT ARRAY[1, 258037077]::huid[]").fetch_one(&db.pool).await.unwrap();
    assert_eq!(domains, [huid(1), huid(258037077)]);
    let citexts: Vec<Scru128Text> =
        sqlx::query_scalar("SELECT ARRAY['00qbtg0ferftccnfisubo489di']::citext[]")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    assert_eq!(citexts[0].to_string(), "00QBTG0FERFTCCNFISUBO489DI");

    // An array of another type is refused by its elements.
    let error = sqlx::query_scalar::<_, Vec<Scru128Bytes>>("SELECT uuids FROM arrays")
        .fetch_one(&db.pool)
        .await
        .unwrap_err();
    assert!(error.to_string().contains("Scru128Uuid fits it"), "{error}");
}

#[tokio::test]
async fn bulk_insert_and_any() {
    let Some(db) = support::postgres().await else { return };
    run(
        &db.pool,
        "CREATE TABLE bulk (id BIGINT PRIMARY KEY, text TEXT COLLATE \"C\", bytes BYTEA, uuid UUID)",
    )
    .await;
    let numbers: Vec<u64> = (0..10_000).map(|n| n * 2_097_152 + n % 977).collect();
    let huids: Vec<Huid> = numbers.iter().map(|number| huid(*number)).collect();
    let scru128s: Vec<idcore::Scru128> =
        (0..10_000).map(|n| idcore::Scru128::from_u128(n << 84 | n)).collect();
    let texts: Vec<Scru128Text> = scru128s.iter().copied().map(Scru128Text::from).collect();
    let every_other: Vec<Option<Scru128Bytes>> =
        scru128s.iter().enumerate().map(|(n, id)| (n % 2 == 0).then_some((*id).into())).collect();
    let uuids: Vec<Scru128Uuid> = scru128s.iter().copied().map(Scru128Uuid::from).collect();
    let inserted = sqlx::query(
        "INSERT INTO bulk SELECT * FROM UNNEST($1::bigint[], $2::text[], $3::bytea[], $4::uuid[])",
    )
    .bind(&huids)
    .bind(&texts[..])
    .bind(every_other)
    .bind(uuids)
    .execute(&db.pool)
    .await
    .unwrap();
    assert_eq!(inserted.rows_affected(), 10_000);
    let (count, nulls, sum): (i64, i64, String) =
        sqlx::query_as("SELECT count(*), count(*) - count(bytes), sum(id)::text FROM bulk")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    let expected: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
    assert_eq!((count, nulls, sum), (10_000, 5_000, expected.to_string()));

    let wanted = vec![huids[3], huids[9_999], huid(5)];
    let found: Vec<Huid> = sqlx::query_scalar("SELECT id FROM bulk WHERE id = ANY($1) ORDER BY id")
        .bind(&wanted)
        .fetch_all(&db.pool)
        .await
        .unwrap();
    assert_eq!(found, [huids[3], huids[9_999]]);
    let found: i64 = sqlx::query_scalar("SELECT count(*) FROM bulk WHERE text = ANY($1)")
        .bind(&texts[..7])
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(found, 7);
}

/// The database's order is the ids' order.
async fn rising<W>(pool: &PgPool, column: &str, expected: &[W])
where
    W: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
    W: PartialEq + std::fmt::Debug + Send + Unpin + Copy,
{
    let select = AssertSqlSafe(format!("SELECT {column} FROM ordered ORDER BY {column}"));
    let found: Vec<W> = sqlx::query_scalar(select).fetch_all(pool).await.unwrap();
    assert_eq!(found, &expected[..5], "{column}");
}

#[tokio::test]
async fn order_window_and_aggregates() {
    let Some(db) = support::postgres().await else { return };
    run(
        &db.pool,
        "CREATE TABLE ordered (huid BIGINT, bytes BYTEA, text TEXT COLLATE \"C\", uuid UUID)",
    )
    .await;
    // In falling order of the ids.
    for at in (0..5).rev() {
        sqlx::query("INSERT INTO ordered VALUES ($1, $2, $3, $4)")
            .bind(ids::huids()[at])
            .bind(ids::bytes()[at])
            .bind(ids::texts()[at])
            .bind(ids::uuids()[at])
            .execute(&db.pool)
            .await
            .unwrap();
    }
    rising(&db.pool, "huid", &ids::huids()).await;
    rising(&db.pool, "bytes", &ids::bytes()).await;
    rising(&db.pool, "text", &ids::texts()).await;
    rising(&db.pool, "uuid", &ids::uuids()).await;

    let (lowest, highest): (Huid, Option<Huid>) =
        sqlx::query_as("SELECT min(huid), max(huid) FROM ordered")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    assert_eq!((lowest, highest), (huid(0), Some(huid(9223372036854775807))));
    let (lowest, highest): (Scru128Text, Scru128Text) =
        sqlx::query_as("SELECT min(text), max(text) FROM ordered")
            .fetch_one(&db.pool)
            .await
            .unwrap();
    assert_eq!((lowest, highest), (ids::texts()[0], ids::texts()[4]));
    // Over no rows: NULL.
    let none: Option<Huid> = sqlx::query_scalar("SELECT max(huid) FROM ordered WHERE false")
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(none, None);

    // The millisecond of the specification's example.
    let first = Huid::from(idcore::Huid::first_at(1767225600123).unwrap());
    let last = Huid::from(idcore::Huid::last_at(1767225600123).unwrap());
    let window: Vec<Huid> =
        sqlx::query_scalar("SELECT huid FROM ordered WHERE huid BETWEEN $1 AND $2")
            .bind(first)
            .bind(last)
            .fetch_all(&db.pool)
            .await
            .unwrap();
    assert_eq!(window, [huid(258037077)]);
    let at = 1577836800000 + 56634639325;
    let first = idcore::Scru128::first_at(at).unwrap();
    let last = idcore::Scru128::last_at(at).unwrap();
    let window: Vec<Scru128Text> = sqlx::query_scalar(
        "SELECT text FROM ordered WHERE text BETWEEN $1 AND $2 AND bytes BETWEEN $3 AND $4 \
         AND uuid BETWEEN $5 AND $6 ORDER BY text",
    )
    .bind(Scru128Text::from(first))
    .bind(Scru128Text::from(last))
    .bind(Scru128Bytes::from(first))
    .bind(Scru128Bytes::from(last))
    .bind(Scru128Uuid::from(first))
    .bind(Scru128Uuid::from(last))
    .fetch_all(&db.pool)
    .await
    .unwrap();
    assert_eq!(window, [ids::texts()[1], ids::texts()[2]]);
}

#[tokio::test]
async fn keys_joins_and_the_index_of_a_window() {
    let Some(db) = support::postgres().await else { return };
    run(&db.pool, ddl::postgres::SHOP).await;
    let customers: Vec<Huid> = (0..2_000).map(|n| huid(n << 21)).collect();
    let orders: Vec<Scru128Text> =
        (0..2_000).map(|n| idcore::Scru128::from_u128(n << 84).into()).collect();
    let emails: Vec<String> = (0..2_000).map(|n| format!("{n}@example.org")).collect();
    sqlx::query("INSERT INTO customers SELECT * FROM UNNEST($1::bigint[], $2::text[])")
        .bind(&customers)
        .bind(&emails)
        .execute(&db.pool)
        .await
        .unwrap();
    sqlx::query("INSERT INTO orders SELECT * FROM UNNEST($1::text[], $2::bigint[])")
        .bind(&orders)
        .bind(&customers)
        .execute(&db.pool)
        .await
        .unwrap();
    run(&db.pool, "ANALYZE").await;
    let (customer, order): (Huid, Scru128Text) = sqlx::query_as(
        "SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer = c.id WHERE c.id = $1",
    )
    .bind(customers[7])
    .fetch_one(&db.pool)
    .await
    .unwrap();
    assert_eq!((customer, order), (customers[7], orders[7]));
    // No such customer.
    let orphan = sqlx::query("INSERT INTO orders VALUES ($1, $2)")
        .bind(ids::texts()[2])
        .bind(huid(5))
        .execute(&db.pool)
        .await
        .unwrap_err();
    assert!(orphan.as_database_error().unwrap().is_foreign_key_violation());
    // The check of the table keeps a negative number out.
    assert!(sqlx::query("INSERT INTO customers VALUES (-1, 'x')").execute(&db.pool).await.is_err());

    let window = "SELECT * FROM customers WHERE id BETWEEN $1 AND $2";
    let found = plan(&db.pool, window, [customers[3], customers[5]]).await;
    assert!(found.contains("Index Scan using customers_pkey"), "{found}");
    assert!(found.contains("Index Cond: ((id >="), "{found}");
    let window = "SELECT * FROM orders WHERE id BETWEEN $1 AND $2";
    let found = plan(&db.pool, window, [orders[3], orders[5]]).await;
    assert!(found.contains("Index Scan using orders_pkey"), "{found}");

    // The other forms of a SCRU128.
    run(
        &db.pool,
        "CREATE TABLE forms (bytes BYTEA PRIMARY KEY, uuid UUID CONSTRAINT by_uuid UNIQUE)",
    )
    .await;
    let ids: Vec<idcore::Scru128> = orders.iter().copied().map(Into::into).collect();
    let bytes: Vec<Scru128Bytes> = ids.iter().copied().map(Into::into).collect();
    let uuids: Vec<Scru128Uuid> = ids.iter().copied().map(Into::into).collect();
    sqlx::query("INSERT INTO forms SELECT * FROM UNNEST($1, $2)")
        .bind(&bytes)
        .bind(&uuids)
        .execute(&db.pool)
        .await
        .unwrap();
    run(&db.pool, "ANALYZE forms").await;
    let window = "SELECT * FROM forms WHERE bytes BETWEEN $1 AND $2";
    let found = plan(&db.pool, window, [bytes[3], bytes[5]]).await;
    assert!(found.contains("Index Scan using forms_pkey"), "{found}");
    let window = "SELECT * FROM forms WHERE uuid BETWEEN $1 AND $2";
    let found = plan(&db.pool, window, [uuids[3], uuids[5]]).await;
    assert!(found.contains("Index Scan using by_uuid"), "{found}");
}

#[tokio::test]
async fn char_26_needs_a_cast_for_its_index() {
    let Some(db) = support::postgres().await else { return };
    run(
        &db.pool,
        "CREATE TABLE c (id CHAR(26) COLLATE \"C\" PRIMARY KEY); \
         CREATE TABLE v (id VARCHAR(26) COLLATE \"C\" PRIMARY KEY); \
         INSERT INTO c SELECT lpad(n::text, 26, '0') FROM generate_series(1, 5000) n; \
         INSERT INTO v SELECT id FROM c; ANALYZE",
    )
    .await;
    let window = [ids::texts()[0], ids::texts()[0]];
    let without = plan(&db.pool, "SELECT * FROM c WHERE id BETWEEN $1 AND $2", window).await;
    assert!(!without.contains("Index Cond"), "{without}");
    let cast = "SELECT * FROM c WHERE id BETWEEN $1::char(26) AND $2::char(26)";
    let with = plan(&db.pool, cast, window).await;
    assert!(with.contains("Index Cond"), "{with}");
    let varchar = plan(&db.pool, "SELECT * FROM v WHERE id BETWEEN $1 AND $2", window).await;
    assert!(varchar.contains("Index Cond"), "{varchar}");
}

#[tokio::test]
async fn a_czech_collation_loses_ids() {
    let Some(db) = support::postgres().await else { return };
    run(
        &db.pool,
        "CREATE TABLE czech (id TEXT COLLATE \"cs-x-icu\" PRIMARY KEY); \
         CREATE TABLE bytewise (id TEXT COLLATE \"C\" PRIMARY KEY)",
    )
    .await;
    // In byte order; CH is one letter after H in Czech.
    let ids = ["0CG", "0CH", "0CI", "0HV", "0I0"]
        .map(|head| format!("{head:0<26}").parse::<Scru128Text>().unwrap());
    for table in ["czech", "bytewise"] {
        sqlx::query(AssertSqlSafe(format!("INSERT INTO {table} SELECT * FROM UNNEST($1)")))
            .bind(&ids[..])
            .execute(&db.pool)
            .await
            .unwrap();
    }
    let ordered = async |table| -> Vec<Scru128Text> {
        let select = AssertSqlSafe(format!("SELECT id FROM {table} ORDER BY id"));
        sqlx::query_scalar(select).fetch_all(&db.pool).await.unwrap()
    };
    assert_eq!(ordered("bytewise").await, ids);
    assert_eq!(ordered("czech").await, [ids[0], ids[2], ids[3], ids[1], ids[4]]);
    let window = async |table| -> i64 {
        let select = format!("SELECT count(*) FROM {table} WHERE id BETWEEN $1 AND $2");
        let select = sqlx::query_scalar(AssertSqlSafe(select)).bind(ids[0]).bind(ids[2]);
        select.fetch_one(&db.pool).await.unwrap()
    };
    assert_eq!(window("bytewise").await, 3);
    assert_eq!(window("czech").await, 2);
}

#[tokio::test]
async fn lower_case_is_the_same_id() {
    let Some(db) = support::postgres().await else { return };
    run(&db.pool, "CREATE EXTENSION citext; CREATE TABLE lower (t TEXT, c citext, b CHAR(26))")
        .await;
    let lower = "'00qbtg0ferftccnfisubo489di'";
    run(&db.pool, &format!("INSERT INTO lower VALUES ({lower}, {lower}, {lower})")).await;
    for row in [
        sqlx::query("SELECT * FROM lower").fetch_one(&db.pool).await.unwrap(),
        // Here citext has no name: sqlx did not look it up.
        sqlx::raw_sql("SELECT * FROM lower").fetch_one(&db.pool).await.unwrap(),
    ] {
        for column in ["t", "c", "b"] {
            assert_eq!(row.get::<Scru128Text, _>(column), ids::texts()[2]);
        }
    }
    // As the documentation says: found by citext only when the parameter is one.
    let found = async |sql| -> i64 {
        sqlx::query_scalar(sql).bind(ids::texts()[2]).fetch_one(&db.pool).await.unwrap()
    };
    assert_eq!(found("SELECT count(*) FROM lower WHERE c = $1").await, 0);
    assert_eq!(found("SELECT count(*) FROM lower WHERE c = $1::citext").await, 1);
}

struct Refusal {
    text: String,
    is_null: bool,
}

/// The refusal of a value that SQL gives.
async fn refusal<W>(pool: &PgPool, value: &str) -> Refusal
where
    W: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres>,
    W: std::fmt::Debug + Send + Unpin,
{
    let select = format!("SELECT {value} AS id");
    let row = sqlx::query(AssertSqlSafe(select)).fetch_one(pool).await.unwrap();
    let error = row.try_get::<W, _>("id").unwrap_err();
    // The macros read without sqlx's own check of the type.
    let unchecked = row.try_get_unchecked::<W, _>("id").unwrap_err();
    assert_eq!(error.to_string(), unchecked.to_string());
    assert!(error.to_string().contains("\"id\""), "{error}");
    let found = ColumnError::of(&error).unwrap_or_else(|| panic!("{error}"));
    Refusal { text: found.to_string(), is_null: found.is_null() }
}

#[tokio::test]
async fn refusals() {
    let Some(db) = support::postgres().await else { return };
    let pool = &db.pool;
    let ends = |found: Refusal, end: &str| {
        assert!(found.text.ends_with(end), "{:?} does not end with {end:?}", found.text);
    };
    ends(refusal::<Huid>(pool, "(-1)::bigint").await, "(63 bits), found -1");
    ends(refusal::<Scru128Bytes>(pool, "'\\x00'::bytea").await, "a SCRU128 is 16 bytes, found 1");
    let seventeen = "decode(repeat('00', 17), 'hex')";
    ends(refusal::<Scru128Bytes>(pool, seventeen).await, "16 bytes, found 17");
    ends(refusal::<Scru128Bytes>(pool, "repeat('A', 16)").await, "Scru128Text fits it");
    ends(refusal::<Scru128Bytes>(pool, "gen_random_uuid()").await, "Scru128Uuid fits it");
    ends(refusal::<Scru128Text>(pool, "gen_random_uuid()").await, "Scru128Uuid fits it");
    ends(refusal::<Scru128Uuid>(pool, "repeat('A', 26)").await, "Scru128Text fits it");
    let number = refusal::<Huid>(pool, "258037077::float8").await;
    assert!(number.text.contains("which they may round"), "{}", number.text);
    let ulid = refusal::<Scru128Text>(pool, "'01ARZ3NDEKTSV4RRFFQ69G5FAV'").await;
    ends(ulid, "the text looks like a ULID");
    // A wider CHAR pads with spaces, and they are no part of an id.
    let padded = refusal::<Scru128Text>(pool, "'00QBTG0FERFTCCNFISUBO489DI'::char(30)").await;
    ends(padded, "found 30 characters; there is white space at position 26");
    for null in [
        refusal::<Huid>(pool, "NULL::bigint").await,
        refusal::<Scru128Bytes>(pool, "NULL::bytea").await,
        refusal::<Scru128Text>(pool, "NULL::text").await,
        refusal::<Scru128Uuid>(pool, "NULL::uuid").await,
    ] {
        assert!(null.is_null, "{}", null.text);
    }
}
