//! Columns checked by their declaration: each row of `docs/columns-check.md` about PostgreSQL.

use idpostgres::{
    CheckError, DeclarationError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid, check_column,
};
use tokio_postgres::{Error, GenericClient};

use crate::server::test;

const PAGE: &str = include_str!("../../../../docs/columns-check.md");

async fn check(
    client: &(impl GenericClient + Sync),
    wrapper: &str,
) -> Result<(), CheckError<Error>> {
    match wrapper {
        "Huid" => check_column::<Huid>(client, "t", "id").await,
        "Scru128Bytes" => check_column::<Scru128Bytes>(client, "t", "id").await,
        "Scru128Text" => check_column::<Option<Scru128Text>>(client, "t", "id").await,
        "Scru128Uuid" => check_column::<Scru128Uuid>(client, "t", "id").await,
        _ => panic!("{wrapper}"),
    }
}

#[test]
fn declarations() {
    test(async |client| {
        let (_, setup) = PAGE.split_once("```sql\n").unwrap();
        client.batch_execute(setup.split_once("```").unwrap().0).await.unwrap();
        let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| PostgreSQL | "));
        let mut count = 0;
        for row in rows {
            let row = row.strip_suffix(" |").unwrap();
            let cells: Vec<_> = row.split(" | ").map(|cell| cell.trim_matches('`')).collect();
            let [declared, wrapper, answer] = cells[..] else { panic!("{row}") };
            let create = format!("DROP TABLE IF EXISTS t; CREATE TABLE t (id {declared})");
            client.batch_execute(&create).await.unwrap();
            let found = match check(client, wrapper).await {
                Ok(()) => "accepted".to_owned(),
                Err(error) => {
                    assert!(error.declaration().is_some_and(DeclarationError::is_unsuitable));
                    error.to_string().strip_prefix("t.id: ").unwrap().to_owned()
                }
            };
            assert_eq!(found, answer, "{declared} as {wrapper}");
            count += 1;
        }
        assert!(count >= 40, "{count} rows");
    });
}

#[test]
fn tables() {
    test(async |client| {
        let create =
            "CREATE SCHEMA shop; CREATE TABLE shop.t (id UUID); CREATE TABLE t (id BIGINT)";
        client.batch_execute(create).await.unwrap();
        check_column::<Huid>(client, "t", "id").await.unwrap();
        check_column::<Scru128Uuid>(client, "shop.t", "id").await.unwrap();
        let missing = check_column::<Huid>(client, "nosuch", "id").await.unwrap_err();
        assert!(missing.declaration().is_some_and(DeclarationError::is_missing_table));
        let missing = check_column::<Huid>(client, "t", "nosuch").await.unwrap_err();
        assert!(missing.declaration().is_some_and(DeclarationError::is_missing_column));
        assert_eq!(missing.to_string(), "t.nosuch: the table has no column nosuch, but id");

        let transaction = client.transaction().await.unwrap();
        transaction.batch_execute("DROP TABLE t; CREATE TABLE t (id BYTEA)").await.unwrap();
        check_column::<Scru128Bytes>(&transaction, "t", "id").await.unwrap();
        // What the database says for itself is handed on.
        transaction.batch_execute("nonsense").await.unwrap_err();
        let error = check_column::<Huid>(&transaction, "t", "id").await.unwrap_err();
        assert!(matches!(error, CheckError::Database(_)), "{error:?}");
    });
}

/// A future that can go to another thread.
#[test]
fn a_check_can_be_spawned() {
    fn movable<T: Send>(_: impl FnOnce(tokio_postgres::Client) -> T) {}
    movable(async |client: tokio_postgres::Client| {
        check_column::<Huid>(&client, "t", "id").await.is_ok()
    });
}
