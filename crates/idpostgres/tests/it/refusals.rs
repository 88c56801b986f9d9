//! What is refused, and the messages.

use std::fmt::Debug;

use idpostgres::{ColumnError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid};
use tokio_postgres::Client;
use tokio_postgres::types::{FromSqlOwned, ToSql};

use crate::ids::{huid, scru128s};
use crate::server::test;

/// The refusal of a value that SQL gives.
async fn read<W: FromSqlOwned + Debug>(client: &Client, value: &str) -> String {
    let row = client.query_one(&format!("SELECT {value}"), &[]).await.unwrap();
    let error = row.try_get::<_, W>(0).unwrap_err();
    assert_eq!(error.to_string(), "error deserializing column 0");
    ColumnError::of(&error).unwrap_or_else(|| panic!("{error:?}")).to_string()
}

/// The refusal to write a parameter of a type.
async fn written(client: &Client, ty: &str, value: &(dyn ToSql + Sync)) -> String {
    let error = client.query(&format!("SELECT $1::{ty}"), &[value]).await.unwrap_err();
    assert_eq!(error.to_string(), "error serializing parameter 0");
    let error = ColumnError::of(&error).unwrap_or_else(|| panic!("{error:?}"));
    assert!(error.is_type());
    error.to_string()
}

fn ends(found: impl AsRef<str>, end: &str) {
    let found = found.as_ref();
    assert!(found.ends_with(end), "{found:?} does not end with {end:?}");
}

#[test]
fn values_that_are_no_ids() {
    test(async |client| {
        let client = &*client;
        ends(read::<Huid>(client, "(-1)::bigint").await, "(63 bits), found -1");
        let one = "'\\x00'::bytea";
        ends(read::<Scru128Bytes>(client, one).await, "a SCRU128 is 16 bytes, found 1");
        let empty = "''::bytea";
        ends(read::<Scru128Bytes>(client, empty).await, "16 bytes, found 0");
        let seventeen = "decode(repeat('00', 17), 'hex')";
        ends(read::<Scru128Bytes>(client, seventeen).await, "16 bytes, found 17");
        let ulid = "'01ARZ3NDEKTSV4RRFFQ69G5FAV'::text";
        ends(read::<Scru128Text>(client, ulid).await, "the text looks like a ULID");
        // CHAR(26) is an id; a wider CHAR pads with spaces, and they are no part of one.
        let fits = "SELECT '00QBTG0FERFTCCNFISUBO489DI'::char(26)";
        let row = client.query_one(fits, &[]).await.unwrap();
        assert_eq!(row.get::<_, Scru128Text>(0), scru128s()[2]);
        let padded = "'00QBTG0FERFTCCNFISUBO489DI'::char(30)";
        let padded = read::<Scru128Text>(client, padded).await;
        ends(padded, "found 30 characters; there is white space at position 26");
    });
}

#[test]
fn columns_of_another_type() {
    test(async |client| {
        let client = &*client;
        let sixteen = "repeat('A', 16)";
        ends(read::<Scru128Bytes>(client, sixteen).await, "Scru128Text fits it");
        ends(read::<Scru128Bytes>(client, "gen_random_uuid()").await, "Scru128Uuid fits it");
        ends(read::<Scru128Text>(client, "gen_random_uuid()").await, "Scru128Uuid fits it");
        ends(read::<Scru128Uuid>(client, "repeat('A', 26)").await, "Scru128Text fits it");
        ends(read::<Huid>(client, "258037077::int").await, "declare it BIGINT");
        for number in ["258037077::float8", "258037077::numeric"] {
            let found = read::<Huid>(client, number).await;
            assert!(found.contains("which they may round"), "{found}");
        }
        // An array of another type is refused by its elements.
        let array = "ARRAY[gen_random_uuid()]";
        ends(read::<Vec<Scru128Bytes>>(client, array).await, "Scru128Uuid fits it");
    });
}

#[test]
fn nulls() {
    test(async |client| {
        let client = &*client;
        ends(read::<Huid>(client, "NULL::bigint").await, "found NULL: Option<Huid> reads it");
        ends(read::<Scru128Bytes>(client, "NULL::bytea").await, "Option<Scru128Bytes> reads it");
        ends(read::<Scru128Text>(client, "NULL::text").await, "Option<Scru128Text> reads it");
        ends(read::<Scru128Uuid>(client, "NULL::uuid").await, "Option<Scru128Uuid> reads it");
        ends(read::<Scru128Text>(client, "NULL::uuid").await, "Scru128Uuid fits it");
    });
}

#[test]
fn parameters_of_another_type() {
    test(async |client| {
        let client = &*client;
        let (bytes, text, uuid): (Scru128Bytes, Scru128Text, Scru128Uuid) =
            (scru128s()[2], scru128s()[2], scru128s()[2]);
        let found = written(client, "uuid", &bytes).await;
        assert_eq!(
            found,
            "Scru128Bytes expected BYTEA, found a parameter of type uuid: Scru128Uuid fits it"
        );
        ends(written(client, "bytea", &text).await, "Scru128Bytes fits it");
        ends(written(client, "text", &uuid).await, "Scru128Text fits it");
        // What an id would be truncated or rounded in.
        ends(written(client, "int", &huid(1)).await, "declare it BIGINT");
        ends(written(client, "numeric", &huid(1)).await, "declare it BIGINT");
        ends(written(client, "bigint", &text).await, "SCRU128s are bytes, text or UUID");
        ends(written(client, "uuid[]", &vec![bytes]).await, "Scru128Uuid fits it");
        ends(written(client, "json", &text).await, "no wrapper is for it");
    });
}
