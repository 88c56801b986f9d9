//! Every column type with every wrapper: the table of the crate's documentation has to say what is
//! found out here.

use std::fmt::Debug;

use idrusqlite::{ColumnError, Scru128Bytes, Scru128Text};
use rusqlite::Connection;
use rusqlite::types::{FromSql, ToSql};

use crate::ids::{NUMBER_LIKE, huids, scru128s};

#[test]
fn the_table_of_the_documentation() {
    let table: Vec<Vec<&str>> = include_str!("../../src/lib.rs")
        .lines()
        .skip_while(|line| !line.contains("| column type |"))
        .skip(2)
        .map_while(|line| line.strip_prefix("//! | "))
        .map(|line| line.trim_end_matches(" |").split(" | ").collect())
        .collect();
    assert_eq!(table.len(), 5);
    for row in table {
        let [types, cells @ ..] = &row[..] else { panic!("{row:?}") };
        for ty in types.split(", ") {
            let ty = if ty == "none" { "" } else { ty.trim_matches('`') };
            let like_a_number: idcore::Scru128 = NUMBER_LIKE.parse().unwrap();
            let mut bytes: Vec<Scru128Bytes> = scru128s();
            bytes.push(like_a_number.into());
            let mut texts: Vec<Scru128Text> = scru128s();
            texts.push(like_a_number.into());
            assert_eq!(cells, [cell(ty, &huids()), cell(ty, &bytes), cell(ty, &texts)], "{ty:?}");
        }
    }
}

/// `works` where each id comes back as it was written; `refused` where some do not, each with a
/// message of this crate.
fn cell<W: FromSql + ToSql + PartialEq + Debug>(ty: &str, ids: &[W]) -> &'static str {
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(&format!("CREATE TABLE cell (v {ty})")).unwrap();
    let mut works = true;
    for id in ids {
        db.execute("DELETE FROM cell", []).unwrap();
        db.execute("INSERT INTO cell VALUES (?1)", [id]).unwrap();
        match db.query_one("SELECT v FROM cell", [], |row| row.get::<_, W>(0)) {
            Ok(found) => assert_eq!(found, *id, "{ty:?}"),
            Err(error) => {
                assert!(ColumnError::of(&error).unwrap().is_type(), "{ty:?}: {error}");
                works = false;
            }
        }
    }
    if works { "works" } else { "refused" }
}
