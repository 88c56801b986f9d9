//! What is refused, and the messages.

use idseaorm::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid, column_error};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, Statement, TryGetable};

use crate::database::{by, on_each, on_postgres};

async fn read<W: TryGetable>(db: &DatabaseConnection, value: &str) -> Result<W, DbErr> {
    let select = format!("SELECT {value} AS id");
    let statement = Statement::from_string(db.get_database_backend(), select);
    db.query_one_raw(statement).await.unwrap().unwrap().try_get("", "id")
}

/// The refusal of a value that SQL gives.
async fn refused<W: TryGetable>(db: &DatabaseConnection, value: &str, end: &str) {
    let error = read::<W>(db, value).await.err().unwrap();
    let found = column_error(&error).unwrap_or_else(|| panic!("{error:?}")).to_string();
    assert!(found.ends_with(end), "{found:?} does not end with {end:?}");
    assert!(error.to_string().contains(&found), "{error}");
}

#[test]
fn values_that_are_no_ids() {
    on_each(&async |db: &DatabaseConnection| {
        // A smaller number would be of a smaller type on MariaDB.
        let lowest = "-9223372036854775807";
        refused::<Huid>(db, lowest, "(63 bits), found -9223372036854775807").await;
        let one = by(db, "'\\x00'::bytea", "x'00'", "x'00'");
        refused::<Scru128Bytes>(db, one, "a SCRU128 is 16 bytes, found 1").await;
        // 16 characters are no 16 bytes.
        let sixteen = by(db, "repeat('A', 16)", "'ABCDEFGHABCDEFGH'", "'ABCDEFGHABCDEFGH'");
        refused::<Scru128Bytes>(db, sixteen, "Scru128Text fits it").await;
        let advice = by(db, "HUIDs are declared BIGINT", "HUIDs are declared BIGINT", "INTEGER");
        refused::<Huid>(db, sixteen, advice).await;
        let ulid = by(
            db,
            "'01ARZ3NDEKTSV4RRFFQ69G5FAV'::text",
            "'01ARZ3NDEKTSV4RRFFQ69G5FAV'",
            "'01ARZ3NDEKTSV4RRFFQ69G5FAV'",
        );
        refused::<Scru128Text>(db, ulid, "the text looks like a ULID").await;
        let blob = by(db, "'\\x00'::bytea", "x'00'", "x'00'");
        refused::<Scru128Text>(db, blob, "Scru128Bytes fits it").await;
    });
}

#[test]
fn nulls() {
    on_each(&async |db: &DatabaseConnection| {
        let null = by(db, "NULL::bigint", "CAST(NULL AS SIGNED)", "NULL");
        let error = read::<Huid>(db, null).await.unwrap_err();
        assert!(error.to_string().contains("null"), "{error}");
        assert_eq!(read::<Option<Huid>>(db, null).await.unwrap(), None);
        assert!(read::<Option<Huid>>(db, "-9223372036854775807").await.is_err());
    });
}

#[test]
fn uuids() {
    on_postgres(&async |db: &DatabaseConnection| {
        refused::<Scru128Bytes>(db, "gen_random_uuid()", "Scru128Uuid fits it").await;
        refused::<Scru128Uuid>(db, "repeat('A', 26)", "Scru128Text fits it").await;
        refused::<Vec<Scru128Bytes>>(db, "ARRAY[gen_random_uuid()]", "Scru128Uuid fits it").await;
    });
}
