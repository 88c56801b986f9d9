//! Every column type with every wrapper, written and read: each cell of the table is found out on
//! the real database.

use std::fmt::Debug;

use idpostgres::{ColumnError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid, ddl};
use tokio_postgres::Client;
use tokio_postgres::types::{FromSqlOwned, ToSql};

use crate::ids::{huids, scru128s};
use crate::server::test;

/// A column type, a value of it, and which wrapper is for it: of `Huid`, `Scru128Bytes`,
/// `Scru128Text`, `Scru128Uuid`.
const CELLS: [(&str, &str, [bool; 4]); 19] = [
    ("BIGINT", NUMBER, HUID),
    ("huid", NUMBER, HUID),
    ("domain_of_domain", NUMBER, HUID),
    ("BYTEA", BYTES, IN_BYTES),
    ("scru128_bytes", BYTES, IN_BYTES),
    ("TEXT", TEXT, IN_TEXT),
    ("TEXT COLLATE \"C\"", TEXT, IN_TEXT),
    ("VARCHAR(26)", TEXT, IN_TEXT),
    ("CHAR(26)", TEXT, IN_TEXT),
    ("citext", TEXT, IN_TEXT),
    ("scru128_text", TEXT, IN_TEXT),
    ("citext_domain", TEXT, IN_TEXT),
    ("UUID", "'00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2'", [false, false, false, true]),
    ("INTEGER", NUMBER, NONE),
    ("NUMERIC", NUMBER, NONE),
    ("DOUBLE PRECISION", NUMBER, NONE),
    ("JSONB", "'{}'", NONE),
    ("BIT(64)", "258037077::bit(64)", NONE),
    ("BIGINT[]", "ARRAY[258037077]", NONE),
];
const HUID: [bool; 4] = [true, false, false, false];
const IN_BYTES: [bool; 4] = [false, true, false, false];
const IN_TEXT: [bool; 4] = [false, false, true, false];
const NONE: [bool; 4] = [false; 4];
const NUMBER: &str = "258037077";
const BYTES: &str = "'\\x00d2fb003ddb7f58cbbe5cf2f04425b2'";
const TEXT: &str = "'00QBTG0FERFTCCNFISUBO489DI'";

#[test]
fn every_column_type_with_every_wrapper() {
    test(async |client| {
        let domains = format!(
            "CREATE EXTENSION citext; {} CREATE DOMAIN citext_domain AS citext; \
             CREATE DOMAIN domain_of_domain AS huid",
            ddl::DOMAINS
        );
        client.batch_execute(&domains).await.unwrap();
        for (at, (ty, sample, fits)) in CELLS.into_iter().enumerate() {
            let table = format!("cells_{at}");
            client.batch_execute(&format!("CREATE TABLE {table} (v {ty})")).await.unwrap();
            let cell = Cell { client, table: &table, ty, sample };
            let found = [
                cell.works::<Huid>(&huids()).await,
                cell.works::<Scru128Bytes>(&scru128s()).await,
                cell.works::<Scru128Text>(&scru128s()).await,
                cell.works::<Scru128Uuid>(&scru128s()).await,
            ];
            assert_eq!(found, fits, "{ty}");
        }
    });
}

struct Cell<'a> {
    client: &'a Client,
    table: &'a str,
    ty: &'a str,
    sample: &'a str,
}

impl Cell<'_> {
    /// Whether each id comes back as it was written; where not, both ways are refused with a message
    /// of this crate.
    async fn works<W>(&self, ids: &[W]) -> bool
    where
        W: ToSql + FromSqlOwned + PartialEq + Debug + Sync,
    {
        let Self { client, table, ty, sample } = *self;
        let (insert, select) =
            (format!("INSERT INTO {table} VALUES ($1)"), format!("SELECT v FROM {table}"));
        let mut written = 0;
        for id in ids {
            client.batch_execute(&format!("DELETE FROM {table}")).await.unwrap();
            match client.execute(&insert, &[id]).await {
                Ok(_) => {
                    let row = client.query_one(&select, &[]).await.unwrap();
                    assert_eq!(row.get::<_, W>(0), *id, "{ty}");
                    written += 1;
                }
                Err(error) => {
                    let refusal = ColumnError::of(&error).unwrap_or_else(|| panic!("{error:?}"));
                    assert!(refusal.is_type(), "{refusal}");
                }
            }
        }
        assert!(written == 0 || written == ids.len(), "{ty}: {written} of the ids");
        client
            .batch_execute(&format!("DELETE FROM {table}; INSERT INTO {table} VALUES ({sample})"))
            .await
            .unwrap();
        let row = client.query_one(&select, &[]).await.unwrap();
        match row.try_get::<_, W>(0) {
            Ok(_) => assert_eq!(written, ids.len(), "{ty} is read and not written"),
            Err(error) => {
                let refusal = ColumnError::of(&error).unwrap_or_else(|| panic!("{error:?}"));
                assert!(refusal.is_type(), "{refusal}");
                assert_eq!(written, 0, "{ty} is written and not read");
            }
        }
        written > 0
    }
}
