//! What users do with a column, with each wrapper.

use futures_util::{StreamExt, pin_mut};
use idpostgres::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid, ddl};
use tokio_postgres::Client;
use tokio_postgres::binary_copy::{BinaryCopyInWriter, BinaryCopyOutStream};
use tokio_postgres::types::{FromSql, ToSql, Type};

use crate::ids::{self, huid, scru128s};
use crate::server::test;

#[test]
fn rows_with_every_wrapper() {
    test(async |client| {
        let (huid, bytes, text, uuid) =
            (ddl::HUID, ddl::SCRU128_BYTES, ddl::SCRU128_TEXT, ddl::SCRU128_UUID);
        let create = format!(
            "CREATE TABLE everything (huid {huid} PRIMARY KEY, bytes {bytes} NOT NULL, \
             text {text} NOT NULL, uuid {uuid} NOT NULL, parent {huid}, parent_bytes {bytes}, \
             parent_text {text}, parent_uuid {uuid})"
        );
        client.batch_execute(&create).await.unwrap();
        for (at, huid) in ids::huids().into_iter().enumerate() {
            let (bytes, text, uuid): (Scru128Bytes, Scru128Text, Scru128Uuid) =
                (scru128s()[at], scru128s()[at], scru128s()[at]);
            // Every other row has NULLs.
            let has_parents = at % 2 == 0;
            let parents = (
                has_parents.then_some(huid),
                has_parents.then_some(bytes),
                has_parents.then_some(text),
                has_parents.then_some(uuid),
            );
            let row = client
                .query_one(
                    "INSERT INTO everything VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING *",
                    &[&huid, &bytes, &text, &uuid, &parents.0, &parents.1, &parents.2, &parents.3],
                )
                .await
                .unwrap();
            assert_eq!((row.get(0), row.get(1), row.get(2), row.get(3)), (huid, bytes, text, uuid));
            assert_eq!((row.get(4), row.get(5), row.get(6), row.get(7)), parents);
            // The values themselves, as the database sees them.
            let row = client
                .query_one(
                    "SELECT huid, encode(bytes, 'hex'), text, replace(uuid::text, '-', '') \
                     FROM everything WHERE huid = $1 AND bytes = $2 AND text = $3 AND uuid = $4",
                    &[&huid, &bytes, &text, &uuid],
                )
                .await
                .unwrap();
            let hex = format!("{:032x}", ids::SCRU128[at]);
            assert_eq!(row.get::<_, i64>(0), huid.to_i64());
            assert_eq!((row.get::<_, &str>(1), row.get::<_, &str>(3)), (&*hex, &*hex));
            assert_eq!(row.get::<_, &str>(2).len(), 26);
        }
        // The example of the specification, as text of the simple protocol.
        let select = "SELECT huid, text FROM everything WHERE huid = 258037077";
        let messages = client.simple_query(select).await.unwrap();
        let row = messages
            .iter()
            .find_map(|message| match message {
                tokio_postgres::SimpleQueryMessage::Row(row) => Some(row),
                _ => None,
            })
            .unwrap();
        assert_eq!(row.get(0).unwrap().parse(), Ok(huid_of_the_specification()));
        assert_eq!(row.get(1), Some("00QBTG0FERFTCCNFISUBO489DI"));
    });
}

fn huid_of_the_specification() -> Huid {
    huid(258037077)
}

#[test]
fn arrays() {
    test(async |client| {
        client.batch_execute(&format!("CREATE EXTENSION citext; {}", ddl::DOMAINS)).await.unwrap();
        let (bytes, texts, uuids): (Vec<Scru128Bytes>, Vec<Scru128Text>, Vec<Scru128Uuid>) =
            (scru128s(), scru128s(), scru128s());
        let row = client
            .query_one(
                "SELECT $1::bigint[], $2::bytea[], $3::text[], $4::uuid[], $3::text[]::citext[], \
                 $5::huid[], $6::citext[], $7::char(26)[]",
                &[&ids::huids(), &bytes, &&texts[..], &uuids, &ids::huids(), &texts, &texts],
            )
            .await
            .unwrap();
        assert_eq!(row.get::<_, Vec<Huid>>(0), ids::huids());
        assert_eq!(row.get::<_, Vec<Scru128Bytes>>(1), bytes);
        assert_eq!(row.get::<_, Vec<Scru128Text>>(2), texts);
        assert_eq!(row.get::<_, Vec<Scru128Uuid>>(3), uuids);
        assert_eq!(row.get::<_, Vec<Scru128Text>>(4), texts);
        assert_eq!(row.get::<_, Vec<Huid>>(5), ids::huids());
        assert_eq!(row.get::<_, Vec<Scru128Text>>(6), texts);
        assert_eq!(row.get::<_, Vec<Scru128Text>>(7), texts);

        // Empty, and with NULLs.
        let some = vec![Some(uuids[1]), None, Some(uuids[2])];
        let row = client
            .query_one("SELECT $1::bigint[], $2::uuid[]", &[&Vec::<Huid>::new(), &some])
            .await
            .unwrap();
        assert_eq!(row.get::<_, Vec<Huid>>(0), []);
        assert_eq!(row.get::<_, Vec<Option<Scru128Uuid>>>(1), some);
        let error = row.try_get::<_, Vec<Scru128Uuid>>(1).unwrap_err();
        assert!(idpostgres::ColumnError::of(&error).unwrap().is_null());
    });
}

#[test]
fn bulk_insert_any_and_copy() {
    test(async |client| {
        client
            .batch_execute(
                "CREATE TABLE bulk (id BIGINT PRIMARY KEY, text TEXT COLLATE \"C\", uuid UUID)",
            )
            .await
            .unwrap();
        let numbers: Vec<u64> = (0..10_000).map(|n| n * 2_097_152 + n % 977).collect();
        let huids: Vec<Huid> = numbers.iter().map(|number| huid(*number)).collect();
        let scru128s: Vec<_> =
            (0..10_000).map(|n| idcore::Scru128::from_u128(n << 84 | n)).collect();
        let texts: Vec<Scru128Text> = scru128s.iter().copied().map(Into::into).collect();
        let every_other: Vec<Option<Scru128Uuid>> = scru128s
            .iter()
            .enumerate()
            .map(|(n, id)| (n % 2 == 0).then_some((*id).into()))
            .collect();
        let inserted = client
            .execute(
                "INSERT INTO bulk SELECT * FROM UNNEST($1::bigint[], $2::text[], $3::uuid[])",
                &[&huids, &texts, &every_other],
            )
            .await
            .unwrap();
        assert_eq!(inserted, 10_000);
        let expected: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
        let row = client
            .query_one("SELECT count(*), count(uuid), sum(id)::text FROM bulk", &[])
            .await
            .unwrap();
        assert_eq!(
            (row.get(0), row.get(1), row.get(2)),
            (10_000_i64, 5_000_i64, expected.to_string())
        );
        let wanted = [huids[3], huids[9_999], huid(5)];
        let rows = client
            .query("SELECT id FROM bulk WHERE id = ANY($1) ORDER BY id", &[&&wanted[..]])
            .await
            .unwrap();
        let found: Vec<Huid> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(found, wanted[..2]);

        copied(client, &huids, &texts).await;
    });
}

/// Binary COPY, in and out.
async fn copied(client: &Client, huids: &[Huid], texts: &[Scru128Text]) {
    client.batch_execute("CREATE TABLE copied (id BIGINT, text TEXT)").await.unwrap();
    let sink = client.copy_in("COPY copied FROM STDIN (FORMAT binary)").await.unwrap();
    let writer = BinaryCopyInWriter::new(sink, &[Type::INT8, Type::TEXT]);
    pin_mut!(writer);
    for (huid, text) in huids.iter().zip(texts) {
        writer.as_mut().write(&[huid, text]).await.unwrap();
    }
    assert_eq!(writer.finish().await.unwrap(), 10_000);
    let copy = "COPY (SELECT * FROM copied ORDER BY id LIMIT 7) TO STDOUT (FORMAT binary)";
    let stream =
        BinaryCopyOutStream::new(client.copy_out(copy).await.unwrap(), &[Type::INT8, Type::TEXT]);
    pin_mut!(stream);
    let mut found = Vec::new();
    while let Some(row) = stream.next().await {
        let row = row.unwrap();
        found.push((row.get::<Huid>(0), row.get::<Scru128Text>(1)));
    }
    let expected: Vec<_> = huids.iter().copied().zip(texts.iter().copied()).take(7).collect();
    assert_eq!(found, expected);
}

#[test]
fn order_window_and_aggregates() {
    test(async |client| {
        client
            .batch_execute(
                "CREATE TABLE ordered (huid BIGINT, bytes BYTEA, text TEXT COLLATE \"C\", uuid UUID)",
            )
            .await
            .unwrap();
        let (bytes, texts, uuids): (Vec<Scru128Bytes>, Vec<Scru128Text>, Vec<Scru128Uuid>) =
            (scru128s(), scru128s(), scru128s());
        // In falling order of the ids.
        for at in (0..5).rev() {
            client
                .execute(
                    "INSERT INTO ordered VALUES ($1, $2, $3, $4)",
                    &[&ids::huids()[at], &bytes[at], &texts[at], &uuids[at]],
                )
                .await
                .unwrap();
        }
        for column in ["huid", "bytes", "text", "uuid"] {
            let select = format!("SELECT huid, bytes, text, uuid FROM ordered ORDER BY {column}");
            let rows = client.query(&select, &[]).await.unwrap();
            for (at, row) in rows.iter().enumerate() {
                let found = (row.get(0), row.get(1), row.get(2), row.get(3));
                assert_eq!(found, (ids::huids()[at], bytes[at], texts[at], uuids[at]), "{column}");
            }
        }
        let row = client
            .query_one(
                "SELECT min(huid), max(huid), min(text), max(text), \
                 (SELECT max(huid) FROM ordered WHERE false) FROM ordered",
                &[],
            )
            .await
            .unwrap();
        assert_eq!((row.get(0), row.get(1)), (huid(0), huid(9223372036854775807)));
        assert_eq!((row.get(2), row.get(3)), (texts[0], texts[4]));
        assert_eq!(row.get::<_, Option<Huid>>(4), None);

        // The millisecond of the specification's examples.
        let first = Huid::from(idcore::Huid::first_at(1767225600123).unwrap());
        let last = Huid::from(idcore::Huid::last_at(1767225600123).unwrap());
        let row = client
            .query_one("SELECT huid FROM ordered WHERE huid BETWEEN $1 AND $2", &[&first, &last])
            .await
            .unwrap();
        assert_eq!(row.get::<_, Huid>(0), huid(258037077));
        let at = 1577836800000 + 56634639325;
        let first = idcore::Scru128::first_at(at).unwrap();
        let last = idcore::Scru128::last_at(at).unwrap();
        let rows = client
            .query(
                "SELECT text FROM ordered WHERE text BETWEEN $1 AND $2 AND bytes BETWEEN $3 AND $4 \
                 AND uuid BETWEEN $5 AND $6 ORDER BY text",
                &[
                    &Scru128Text::from(first),
                    &Scru128Text::from(last),
                    &Scru128Bytes::from(first),
                    &Scru128Bytes::from(last),
                    &Scru128Uuid::from(first),
                    &Scru128Uuid::from(last),
                ],
            )
            .await
            .unwrap();
        let found: Vec<Scru128Text> = rows.iter().map(|row| row.get(0)).collect();
        assert_eq!(found, texts[1..3]);
    });
}

/// What `EXPLAIN` says of a query with two parameters.
async fn plan(
    client: &Client,
    sql: &str,
    first: &(dyn ToSql + Sync),
    last: &(dyn ToSql + Sync),
) -> String {
    let rows = client.query(&format!("EXPLAIN (COSTS OFF) {sql}"), &[first, last]).await.unwrap();
    let lines: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
    lines.join("\n")
}

#[test]
fn keys_joins_and_the_index_of_a_window() {
    test(async |client| {
        client.batch_execute(ddl::SHOP).await.unwrap();
        client
            .batch_execute("CREATE TABLE c (id CHAR(26) COLLATE \"C\" PRIMARY KEY)")
            .await
            .unwrap();
        let customers: Vec<Huid> = (0..2_000).map(|n| huid(n << 21)).collect();
        let orders: Vec<Scru128Text> =
            (0..2_000).map(|n| idcore::Scru128::from_u128(n << 84).into()).collect();
        let emails: Vec<String> = (0..2_000).map(|n| format!("{n}@example.org")).collect();
        let insert = "INSERT INTO customers SELECT * FROM UNNEST($1::bigint[], $2::text[])";
        client.execute(insert, &[&customers, &emails]).await.unwrap();
        let insert = "INSERT INTO orders SELECT * FROM UNNEST($1::text[], $2::bigint[])";
        client.execute(insert, &[&orders, &customers]).await.unwrap();
        client.batch_execute("INSERT INTO c SELECT id FROM orders; ANALYZE").await.unwrap();
        let join = "SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer = c.id \
                    WHERE c.id = $1";
        let row = client.query_one(join, &[&customers[7]]).await.unwrap();
        assert_eq!((row.get(0), row.get(1)), (customers[7], orders[7]));
        // The check of the table keeps a negative number out.
        assert!(client.execute("INSERT INTO customers VALUES (-1, 'x')", &[]).await.is_err());

        let window = "SELECT * FROM customers WHERE id BETWEEN $1 AND $2";
        let found = plan(client, window, &customers[3], &customers[5]).await;
        assert!(found.contains("Index Scan using customers_pkey"), "{found}");
        assert!(found.contains("Index Cond: ((id >="), "{found}");
        let window = "SELECT * FROM orders WHERE id BETWEEN $1 AND $2";
        let found = plan(client, window, &orders[3], &orders[5]).await;
        assert!(found.contains("Index Scan using orders_pkey"), "{found}");
        // The parameter is a CHAR here, as the server takes it for: no cast needed.
        let window = "SELECT * FROM c WHERE id BETWEEN $1 AND $2";
        let found = plan(client, window, &orders[3], &orders[5]).await;
        assert!(found.contains("Index Cond: ((id >="), "{found}");
    });
}

#[test]
fn a_czech_collation_loses_ids() {
    test(async |client| {
        client
            .batch_execute(
                "CREATE TABLE czech (id TEXT COLLATE \"cs-x-icu\" PRIMARY KEY); \
                 CREATE TABLE bytewise (id TEXT COLLATE \"C\" PRIMARY KEY)",
            )
            .await
            .unwrap();
        // In byte order; CH is one letter after H in Czech.
        let ids = ["0CG", "0CH", "0CI", "0HV", "0I0"]
            .map(|head| format!("{head:0<26}").parse::<Scru128Text>().unwrap());
        for (table, order, in_window) in
            [("bytewise", [0, 1, 2, 3, 4], 3), ("czech", [0, 2, 3, 1, 4], 2)]
        {
            let insert = format!("INSERT INTO {table} SELECT * FROM UNNEST($1::text[])");
            client.execute(&insert, &[&&ids[..]]).await.unwrap();
            let select = format!("SELECT id FROM {table} ORDER BY id");
            let rows = client.query(&select, &[]).await.unwrap();
            let found: Vec<Scru128Text> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(found, order.map(|at: usize| ids[at]), "{table}");
            let window = format!("SELECT id FROM {table} WHERE id BETWEEN $1 AND $2");
            let rows = client.query(&window, &[&ids[0], &ids[2]]).await.unwrap();
            assert_eq!(rows.len(), in_window, "{table}");
        }
    });
}

#[test]
fn lower_case_is_the_same_id() {
    test(async |client| {
        let lower = "'00qbtg0ferftccnfisubo489di'";
        client
            .batch_execute(&format!(
                "CREATE EXTENSION citext; CREATE TABLE lower (t TEXT, c citext, b CHAR(26)); \
                 INSERT INTO lower VALUES ({lower}, {lower}, {lower})"
            ))
            .await
            .unwrap();
        let id: Scru128Text = scru128s()[2];
        let row = client.query_one("SELECT * FROM lower", &[]).await.unwrap();
        for column in ["t", "c", "b"] {
            assert_eq!(row.get::<_, Scru128Text>(column), id);
        }
        // The parameter is a citext here, so that it is found without a cast.
        for (column, found) in [("c", 1), ("t", 0)] {
            let select = format!("SELECT * FROM lower WHERE {column} = $1");
            assert_eq!(client.query(&select, &[&id]).await.unwrap().len(), found, "{column}");
        }
    });
}

/// A composite type of the database, with ids in it.
#[derive(Debug, PartialEq, ToSql, FromSql)]
#[postgres(name = "purchase")]
struct Purchase {
    id: Scru128Uuid,
    customer: Huid,
    refunds: Option<Scru128Text>,
}

#[test]
fn composites() {
    test(async |client| {
        client
            .batch_execute(&format!(
                "{} CREATE TYPE purchase AS (id UUID, customer huid, refunds TEXT)",
                ddl::DOMAINS
            ))
            .await
            .unwrap();
        let purchase = Purchase { id: scru128s()[2], customer: huid(258037077), refunds: None };
        let select = "SELECT p, (p).id::text FROM (SELECT $1::purchase AS p) AS q";
        let row = client.query_one(select, &[&purchase]).await.unwrap();
        assert_eq!(row.get::<_, Purchase>(0), purchase);
        assert_eq!(row.get::<_, &str>(1), "00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2");
    });
}
