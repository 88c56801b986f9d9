//! Columns checked by their declaration: each row of `docs/columns-check.md`.

use idseaorm::{
    CheckError, DeclarationError, Huid, Scru128Bytes, Scru128Text, Scru128Uuid, check_column,
};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbErr, TransactionTrait};

use crate::database::{by, create_shop, on_each};

const PAGE: &str = include_str!("../../../../docs/columns-check.md");

async fn check(db: &impl ConnectionTrait, wrapper: &str) -> Result<(), CheckError<DbErr>> {
    match wrapper {
        "Huid" => check_column::<Huid>(db, "t", "id").await,
        "Scru128Bytes" => check_column::<Scru128Bytes>(db, "t", "id").await,
        "Scru128Text" => check_column::<Option<Scru128Text>>(db, "t", "id").await,
        "Scru128Uuid" => check_column::<Scru128Uuid>(db, "t", "id").await,
        _ => panic!("{wrapper}"),
    }
}

#[test]
fn declarations() {
    on_each(&async |db: &DatabaseConnection| {
        let database = by(db, "| PostgreSQL | ", "| MariaDB | ", "| SQLite | ");
        if database.contains("MariaDB")
            && db.execute_unprepared("CREATE TABLE swapped (id UUID)").await.is_err()
        {
            eprintln!("skipped: this server has no UUID type");
            return;
        }
        if database.contains("PostgreSQL") {
            let (_, setup) = PAGE.split_once("```sql\n").unwrap();
            db.execute_unprepared(setup.split_once("```").unwrap().0).await.unwrap();
        }
        let mut count = 0;
        for row in PAGE.lines().filter_map(|line| line.strip_prefix(database)) {
            let row = row.strip_suffix(" |").unwrap();
            let cells: Vec<_> = row.split(" | ").map(|cell| cell.trim_matches('`')).collect();
            let [declared, wrapper, answer] = cells[..] else { panic!("{row}") };
            let ty = if declared == "(none)" { "" } else { declared };
            db.execute_unprepared("DROP TABLE IF EXISTS t").await.unwrap();
            db.execute_unprepared(&format!("CREATE TABLE t (id {ty})")).await.unwrap();
            let found = match check(db, wrapper).await {
                Ok(()) => "accepted".to_owned(),
                Err(error) => {
                    assert!(error.declaration().is_some_and(DeclarationError::is_unsuitable));
                    error.to_string().strip_prefix("t.id: ").unwrap().to_owned()
                }
            };
            assert_eq!(found, answer, "{database}{declared} as {wrapper}");
            count += 1;
        }
        assert!(count >= 20, "{count} rows");
    });
}

#[test]
fn tables() {
    on_each(&async |db: &DatabaseConnection| {
        create_shop(db).await;
        check_column::<Huid>(db, "customers", "id").await.unwrap();
        check_column::<Huid>(db, "orders", "customer").await.unwrap();
        let transaction = db.begin().await.unwrap();
        check_column::<Scru128Text>(&transaction, "orders", "id").await.unwrap();
        transaction.rollback().await.unwrap();
        let schema = by(db, "public.nosuch", "nosuch.orders", "temp.orders");
        for table in ["nosuch", schema] {
            let missing = check_column::<Huid>(db, table, "id").await.unwrap_err();
            assert!(missing.declaration().is_some_and(DeclarationError::is_missing_table));
        }
        let missing = check_column::<Huid>(db, "orders", "nosuch").await.unwrap_err();
        assert!(missing.declaration().is_some_and(DeclarationError::is_missing_column));
        let expected = "orders.nosuch: the table has no column nosuch, but id, customer";
        assert_eq!(missing.to_string(), expected);
    });
}
