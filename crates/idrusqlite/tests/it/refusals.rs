//! What is refused, and the messages.

use std::fmt::Debug;

use idrusqlite::{ColumnError, Huid, Scru128Bytes, Scru128Text};
use rusqlite::types::FromSql;
use rusqlite::{Connection, Error};

use crate::ids::{NUMBER_LIKE, scru128s};

fn memory() -> Connection {
    Connection::open_in_memory().unwrap()
}

fn read<W: FromSql>(db: &Connection, value: &str) -> Result<W, Error> {
    db.query_one(&format!("SELECT {value}"), [], |row| row.get(0))
}

/// The refusal of a value that SQL gives.
#[track_caller]
fn refused<W: FromSql + Debug>(value: &str, is: fn(&ColumnError) -> bool, end: &str) {
    let error = read::<W>(&memory(), value).unwrap_err();
    let found = ColumnError::of(&error).unwrap_or_else(|| panic!("{error:?}"));
    assert!(is(found), "{found}");
    let message = found.to_string();
    assert!(message.ends_with(end), "{message:?} does not end with {end:?}");
    assert!(error.to_string().ends_with(&message), "{error}");
}

#[test]
fn values_that_are_no_ids() {
    refused::<Huid>("-1", ColumnError::is_value, "(63 bits), found -1");
    let lowest = "-9223372036854775807 - 1";
    refused::<Huid>(lowest, ColumnError::is_value, "found -9223372036854775808");
    refused::<Scru128Bytes>("x''", ColumnError::is_value, "a SCRU128 is 16 bytes, found 0");
    let fifteen = "zeroblob(15)";
    refused::<Scru128Bytes>(fifteen, ColumnError::is_value, "a SCRU128 is 16 bytes, found 15");
    refused::<Scru128Bytes>("zeroblob(17)", ColumnError::is_value, "16 bytes, found 17");
    let ulid = "'01ARZ3NDEKTSV4RRFFQ69G5FAV'";
    refused::<Scru128Text>(ulid, ColumnError::is_value, "the text looks like a ULID");
    let padded = "'00QBTG0FERFTCCNFISUBO489DI '";
    refused::<Scru128Text>(padded, ColumnError::is_value, "white space at position 26");
    // No UTF-8, which SQLite does not mind.
    let bytes = "CAST(x'ffffffffffffffffffffffffffffffffffffffffffffffffffff' AS TEXT)";
    assert!(ColumnError::of(&read::<Scru128Text>(&memory(), bytes).unwrap_err()).is_some());
}

#[test]
fn values_of_another_type() {
    refused::<Huid>("'258037077'", ColumnError::is_type, "turns integers into text");
    refused::<Huid>("258037077.0", ColumnError::is_type, "declare it INTEGER");
    refused::<Huid>("zeroblob(8)", ColumnError::is_type, "HUIDs are declared INTEGER");
    refused::<Scru128Bytes>("'ABCDEFGHABCDEFGH'", ColumnError::is_type, "Scru128Text fits it");
    refused::<Scru128Bytes>("1", ColumnError::is_type, "SCRU128s are a blob or text");
    refused::<Scru128Bytes>("1.5", ColumnError::is_type, "declare it BLOB");
    refused::<Scru128Text>("zeroblob(16)", ColumnError::is_type, "Scru128Bytes fits it");
}

#[test]
fn nulls() {
    refused::<Huid>("NULL", ColumnError::is_null, "found NULL: Option<Huid> reads it");
    refused::<Scru128Bytes>("NULL", ColumnError::is_null, "Option<Scru128Bytes> reads it");
    refused::<Scru128Text>("NULL", ColumnError::is_null, "Option<Scru128Text> reads it");
    let db = memory();
    assert_eq!(read::<Option<Huid>>(&db, "NULL").unwrap(), None);
    assert_eq!(read::<Option<Scru128Bytes>>(&db, "NULL").unwrap(), None);
    assert_eq!(read::<Option<Scru128Text>>(&db, "NULL").unwrap(), None);
    // `Option` hides nothing but NULL.
    assert!(read::<Option<Huid>>(&db, "-1").is_err());
}

#[test]
fn a_numeric_column_loses_texts() {
    let db = memory();
    db.execute_batch("CREATE TABLE affinity (wrong SCRU128, right TEXT)").unwrap();
    let id: Scru128Text = NUMBER_LIKE.parse().unwrap();
    db.execute("INSERT INTO affinity VALUES (?1, ?1)", [id]).unwrap();
    let kind: String = read(&db, "typeof(wrong) FROM affinity").unwrap();
    assert_eq!(kind, "real");
    assert_eq!(read::<Scru128Text>(&db, "right FROM affinity").unwrap(), id);
    // Where nothing but digits is in the text, it becomes an integer, which no SCRU128 is.
    let zeros: Scru128Text = scru128s()[0];
    db.execute("INSERT INTO affinity VALUES (?1, ?1)", [zeros]).unwrap();
    for kind in ["real", "integer"] {
        let wrong = format!("wrong FROM affinity WHERE typeof(wrong) = '{kind}'");
        let error = read::<Scru128Text>(&db, &wrong).unwrap_err();
        assert!(ColumnError::of(&error).unwrap().is_type());
        assert!(error.to_string().contains("declare it TEXT for Scru128Text"), "{error}");
    }
}
