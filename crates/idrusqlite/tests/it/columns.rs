//! What users do with a column, with each wrapper.

use std::rc::Rc;

use idrusqlite::{Huid, Scru128Bytes, Scru128Text, ddl};
use rusqlite::types::{ToSql, Value};
use rusqlite::{Connection, named_params, params_from_iter, vtab};

use crate::ids::{self, huid, scru128s};

fn memory() -> Connection {
    Connection::open_in_memory().unwrap()
}

/// A file that goes when the test ends, also when it fails.
struct Folder(std::path::PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn rows_with_every_wrapper_in_a_file() {
    let folder = Folder(std::env::temp_dir().join(format!("idrusqlite-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("rows.db");
    let (integer, blob, text) = (ddl::HUID, ddl::SCRU128_BYTES, ddl::SCRU128_TEXT);
    let db = Connection::open(&path).unwrap();
    db.execute_batch(&format!(
        "CREATE TABLE everything (huid {integer} PRIMARY KEY, bytes {blob} NOT NULL, \
         text {text} NOT NULL, parent {integer}, parent_bytes {blob}, parent_text {text}) STRICT"
    ))
    .unwrap();
    let mut insert = db.prepare("INSERT INTO everything VALUES (?1, ?2, ?3, ?4, ?5, ?6)").unwrap();
    let rows: Vec<_> = ids::huids()
        .into_iter()
        .enumerate()
        .map(|(at, huid)| {
            let (bytes, text): (Scru128Bytes, Scru128Text) = (scru128s()[at], scru128s()[at]);
            // Every other row has NULLs.
            let some = at % 2 == 0;
            let parents = (some.then_some(huid), some.then_some(bytes), some.then_some(text));
            (huid, bytes, text, parents.0, parents.1, parents.2)
        })
        .collect();
    for row in &rows {
        insert.execute(*row).unwrap();
    }
    drop(insert);
    db.close().unwrap();

    let db = Connection::open(&path).unwrap();
    let mut select = db.prepare("SELECT * FROM everything ORDER BY huid").unwrap();
    let found: Vec<(Huid, Scru128Bytes, Scru128Text, Option<_>, Option<_>, Option<_>)> =
        select.query_map([], |row| row.try_into()).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, rows);
    // The values themselves, as the database sees them.
    let stored = "SELECT huid, hex(bytes), text, typeof(huid) || typeof(bytes) || typeof(text) \
                  FROM everything WHERE huid = :huid AND bytes = :bytes AND text = :text";
    for (at, (huid, bytes, text, ..)) in rows.into_iter().enumerate() {
        let parameters = named_params! { ":huid": huid, ":bytes": bytes, ":text": text };
        let found: (i64, String, String, String) =
            db.query_row(stored, parameters, |row| row.try_into()).unwrap();
        let (number, hex, digits, types) = found;
        assert_eq!(number, [0, 1, 258037077, i64::MAX - 1, i64::MAX][at]);
        assert_eq!(hex, format!("{:032X}", ids::SCRU128[at]));
        assert_eq!((digits.len(), &*types), (26, "integerblobtext"));
    }
}

#[test]
fn bulk_insert_and_lists() {
    let mut db = memory();
    vtab::array::load_module(&db).unwrap();
    db.execute_batch("CREATE TABLE bulk (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)").unwrap();
    let numbers: Vec<u64> = (0..10_000).map(|n| n * 2_097_152 + n % 977).collect();
    let transaction = db.transaction().unwrap();
    {
        let mut insert = transaction.prepare("INSERT INTO bulk VALUES (?1, ?2, ?3)").unwrap();
        for number in &numbers {
            let id = idcore::Scru128::from_u128(u128::from(*number) << 64);
            let bytes = (number % 2 == 0).then_some(Scru128Bytes::from(id));
            insert.execute((huid(*number), Scru128Text::from(id), bytes)).unwrap();
        }
    }
    transaction.commit().unwrap();
    let counts = "SELECT count(*), count(bytes), sum(id) FROM bulk";
    let found: (i64, i64, i64) = db.query_row(counts, [], |row| row.try_into()).unwrap();
    let expected: u64 = numbers.iter().sum();
    let even = numbers.iter().filter(|number| *number % 2 == 0).count();
    assert_eq!(found, (10_000, even as i64, expected as i64));

    let wanted = [huid(numbers[3]), huid(numbers[9_999]), huid(5)];
    // One parameter for all, and one for each.
    let list = Rc::new(wanted.into_iter().map(Value::from).collect::<Vec<_>>());
    let mut any = db.prepare("SELECT id FROM bulk WHERE id IN rarray(?1) ORDER BY id").unwrap();
    let found: Vec<Huid> =
        any.query_map([list], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    assert_eq!(found, wanted[..2]);
    let mut any = db.prepare("SELECT id FROM bulk WHERE id IN (?1, ?2, ?3) ORDER BY id").unwrap();
    let rows = any.query_map(params_from_iter(wanted), |row| row.get::<_, Huid>(0)).unwrap();
    assert_eq!(rows.map(Result::unwrap).collect::<Vec<_>>(), wanted[..2]);
}

/// The lowest and the highest of each, and one of no rows.
type Ends = (Huid, Huid, Scru128Bytes, Scru128Bytes, Scru128Text, Scru128Text, Option<Huid>);

#[test]
fn order_window_and_aggregates() {
    let db = memory();
    db.execute_batch("CREATE TABLE ordered (huid INTEGER, bytes BLOB, text TEXT)").unwrap();
    let (bytes, texts): (Vec<Scru128Bytes>, Vec<Scru128Text>) = (scru128s(), scru128s());
    // In falling order of the ids.
    for at in (0..5).rev() {
        db.execute(
            "INSERT INTO ordered VALUES (?1, ?2, ?3)",
            (ids::huids()[at], bytes[at], texts[at]),
        )
        .unwrap();
    }
    let expected: Vec<_> = (0..5).map(|at| (ids::huids()[at], bytes[at], texts[at])).collect();
    for column in ["huid", "bytes", "text"] {
        let mut select = db.prepare(&format!("SELECT * FROM ordered ORDER BY {column}")).unwrap();
        let rows = select.query_map([], |row| row.try_into()).unwrap();
        let found: Vec<(Huid, Scru128Bytes, Scru128Text)> = rows.map(Result::unwrap).collect();
        assert_eq!(found, expected, "{column}");
    }
    let ends = "SELECT min(huid), max(huid), min(bytes), max(bytes), min(text), max(text), \
                (SELECT max(huid) FROM ordered WHERE false) FROM ordered";
    let found: Ends = db.query_row(ends, [], |row| row.try_into()).unwrap();
    let (low, high) = (huid(0), huid(9223372036854775807));
    assert_eq!(found, (low, high, bytes[0], bytes[4], texts[0], texts[4], None));

    // The millisecond of the specification's examples.
    let first = Huid::from(idcore::Huid::first_at(1767225600123).unwrap());
    let last = Huid::from(idcore::Huid::last_at(1767225600123).unwrap());
    let window = "SELECT huid FROM ordered WHERE huid BETWEEN ?1 AND ?2";
    let found: Huid = db.query_one(window, [first, last], |row| row.get(0)).unwrap();
    assert_eq!(found, huid(258037077));
    let at = 1577836800000 + 56634639325;
    let first = idcore::Scru128::first_at(at).unwrap();
    let last = idcore::Scru128::last_at(at).unwrap();
    let mut window = db
        .prepare(
            "SELECT text FROM ordered WHERE text BETWEEN ?1 AND ?2 AND bytes BETWEEN ?3 AND ?4 \
             ORDER BY text",
        )
        .unwrap();
    let parameters: [&dyn ToSql; 4] = [
        &Scru128Text::from(first),
        &Scru128Text::from(last),
        &Scru128Bytes::from(first),
        &Scru128Bytes::from(last),
    ];
    let rows = window.query_map(parameters, |row| row.get::<_, Scru128Text>(0)).unwrap();
    assert_eq!(rows.map(Result::unwrap).collect::<Vec<_>>(), texts[1..3]);
}

#[test]
fn keys_joins_and_the_index_of_a_window() {
    let db = memory();
    db.execute_batch(&format!("PRAGMA foreign_keys = ON; {}", ddl::SHOP)).unwrap();
    let (customer, order): (Huid, Scru128Text) = (huid(258037077), scru128s()[2]);
    db.execute("INSERT INTO customers VALUES (?1, 'ada@example.org')", [customer]).unwrap();
    db.execute("INSERT INTO orders VALUES (?1, ?2)", (order, customer)).unwrap();
    let join = "SELECT c.id, o.id FROM customers c JOIN orders o ON o.customer = c.id \
                WHERE c.id = ?1";
    let found: (Huid, Scru128Text) = db.query_one(join, [customer], |row| row.try_into()).unwrap();
    assert_eq!(found, (customer, order));
    let orphan = (scru128s::<Scru128Text>()[3], huid(5));
    assert!(db.execute("INSERT INTO orders VALUES (?1, ?2)", orphan).is_err());
    // WITHOUT ROWID: a forgotten id is an error, not a number made up; nor is a negative one taken.
    let forgotten = "INSERT INTO customers (email) VALUES ('bea@example.org')";
    assert!(db.execute(forgotten, []).is_err());
    assert!(db.execute("INSERT INTO customers VALUES (-1, 'bea@example.org')", []).is_err());

    let plan = |table| -> String {
        let explain =
            format!("EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE id BETWEEN ?1 AND ?2");
        db.query_one(&explain, [customer, customer], |row| row.get("detail")).unwrap()
    };
    assert_eq!(plan("customers"), "SEARCH customers USING PRIMARY KEY (id>? AND id<?)");
    assert_eq!(plan("orders"), "SEARCH orders USING PRIMARY KEY (id>? AND id<?)");
    db.execute_batch("CREATE TABLE rowid (id INTEGER PRIMARY KEY)").unwrap();
    assert_eq!(plan("rowid"), "SEARCH rowid USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    // The trap that the documentation names.
    db.execute_batch("INSERT INTO rowid VALUES (NULL)").unwrap();
    let made_up: Huid = db.query_one("SELECT id FROM rowid", [], |row| row.get(0)).unwrap();
    assert_eq!(made_up, huid(1));
}

#[test]
fn lower_case_is_the_same_id() {
    let select = "SELECT '00qbtg0ferftccnfisubo489di'";
    let id: Scru128Text = memory().query_one(select, [], |row| row.get(0)).unwrap();
    assert_eq!(id, scru128s()[2]);
}
