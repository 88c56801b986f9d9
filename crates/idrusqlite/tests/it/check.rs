//! Columns checked by their declaration: each row of `docs/columns-check.md` about SQLite.

use idrusqlite::{CheckError, DeclarationError, Huid, Scru128Bytes, Scru128Text, check_column};
use rusqlite::{Connection, Error};

const PAGE: &str = include_str!("../../../../docs/columns-check.md");

fn check(connection: &Connection, wrapper: &str) -> Result<(), CheckError<Error>> {
    match wrapper {
        "Huid" => check_column::<Huid>(connection, "t", "id"),
        "Scru128Bytes" => check_column::<Scru128Bytes>(connection, "t", "id"),
        "Scru128Text" => check_column::<Option<Scru128Text>>(connection, "t", "id"),
        _ => panic!("{wrapper}"),
    }
}

#[test]
fn declarations() {
    let connection = Connection::open_in_memory().unwrap();
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| SQLite | "));
    let mut count = 0;
    for row in rows {
        let row = row.strip_suffix(" |").unwrap();
        let cells: Vec<_> = row.split(" | ").map(|cell| cell.trim_matches('`')).collect();
        let [declared, wrapper, answer] = cells[..] else { panic!("{row}") };
        let ty = if declared == "(none)" { "" } else { declared };
        let create = format!("DROP TABLE IF EXISTS t; CREATE TABLE t (id {ty})");
        connection.execute_batch(&create).unwrap();
        let found = match check(&connection, wrapper) {
            Ok(()) => "accepted".to_owned(),
            Err(error) => {
                assert!(error.declaration().is_some_and(DeclarationError::is_unsuitable));
                error.to_string().strip_prefix("t.id: ").unwrap().to_owned()
            }
        };
        assert_eq!(found, answer, "{declared} as {wrapper}");
        count += 1;
    }
    assert!(count >= 20, "{count} rows");
}

#[test]
fn tables() {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch(
            "ATTACH ':memory:' AS other; CREATE TABLE other.t (id BLOB); CREATE TABLE t (id INT);
            CREATE TEMP TABLE passing (id TEXT COLLATE NOCASE)",
        )
        .unwrap();
    check_column::<Huid>(&connection, "T", "Id").unwrap();
    check_column::<Scru128Bytes>(&connection, "OTHER.t", "id").unwrap();
    let error = check_column::<Scru128Text>(&connection, "temp.passing", "id").unwrap_err();
    assert!(error.to_string().contains("takes 'B' and 'b' for the same"), "{error}");
    for table in ["nosuch", "nosuch.t", "main.passing"] {
        let missing = check_column::<Huid>(&connection, table, "id").unwrap_err();
        assert!(missing.declaration().is_some_and(DeclarationError::is_missing_table), "{missing}");
    }
    let missing = check_column::<Huid>(&connection, "t", "nosuch").unwrap_err();
    assert!(missing.declaration().is_some_and(DeclarationError::is_missing_column));
    assert_eq!(missing.to_string(), "t.nosuch: the table has no column nosuch, but id");
}

/// A collation that the program has not brought along is the database's own error.
#[test]
fn an_unknown_collation() {
    let connection = Connection::open_in_memory().unwrap();
    connection.create_collation("czech", |a, b| a.cmp(b)).unwrap();
    connection.execute_batch("CREATE TABLE t (id TEXT COLLATE czech)").unwrap();
    // By its name one would not know: it compares bytes.
    check_column::<Scru128Text>(&connection, "t", "id").unwrap();
    connection.remove_collation("czech").unwrap();
    let error = check_column::<Scru128Text>(&connection, "t", "id").unwrap_err();
    assert!(matches!(error, CheckError::Database(_)), "{error:?}");
    assert!(error.to_string().contains("no such collation sequence: czech"), "{error}");
}
