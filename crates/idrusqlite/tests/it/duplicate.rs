//! Duplicates told apart, and ids drawn again.

use std::num::NonZeroU32;

use idgen::{GenerateError, HuidGenerator, Randomness, RandomnessError};
use idrusqlite::{ATTEMPTS, Huid, ddl, duplicate_key, is_duplicate_of, retry_on_duplicate};
use rusqlite::{Connection, Result};

use crate::ids::huid;

const KEY: &str = "customers.id";

/// Random words that somebody wrote down, and an error after them.
struct Script(std::vec::IntoIter<u32>);

impl Randomness for Script {
    fn next_word(&mut self) -> std::result::Result<u32, RandomnessError> {
        self.0.next().ok_or(RandomnessError::new())
    }
}

/// Draws from a generator whose clock stands still, so that equal words are equal ids.
fn scripted(words: &[u32]) -> impl FnMut() -> std::result::Result<Huid, GenerateError> + use<> {
    let script = Script(Vec::from(words).into_iter());
    let mut generator = HuidGenerator::with_sources(|| 1767225600123, script);
    move || generator.generate().map(Huid::from)
}

fn shop() -> Connection {
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(&format!("PRAGMA foreign_keys = ON; {}", ddl::SHOP)).unwrap();
    db
}

fn insert(db: &Connection, id: Huid, email: &str) -> Result<Huid> {
    db.execute("INSERT INTO customers VALUES (?1, ?2)", (id, email)).map(|_| id)
}

#[test]
fn told_apart() {
    let db = shop();
    insert(&db, huid(1), "ada@example.org").unwrap();
    db.execute_batch(
        "CREATE TABLE people (email TEXT); INSERT INTO people VALUES ('ada@example.org'); \
         CREATE UNIQUE INDEX lower_email ON people (lower(email)); \
         CREATE TABLE lines (customer INTEGER, n INTEGER, PRIMARY KEY (customer, n)); \
         CREATE TABLE plain (id INTEGER PRIMARY KEY); INSERT INTO lines VALUES (1, 1); \
         CREATE TABLE \"customers.id\" (x UNIQUE); INSERT INTO \"customers.id\" VALUES (1); \
         INSERT INTO plain VALUES (1)",
    )
    .unwrap();
    for (sql, key) in [
        ("INSERT INTO customers VALUES (1, 'bea@example.org')", KEY),
        ("INSERT INTO customers VALUES (2, 'ada@example.org')", "customers.email"),
        ("INSERT INTO people VALUES ('ADA@example.org')", "lower_email"),
        ("INSERT INTO lines VALUES (1, 1)", "lines.customer, lines.n"),
        ("INSERT INTO plain VALUES (1)", "plain.id"),
        ("INSERT INTO plain (rowid, id) VALUES (2, 1)", "plain.id"),
        ("INSERT INTO \"customers.id\" VALUES (1)", "customers.id.x"),
    ] {
        let error = db.execute(sql, []).unwrap_err();
        assert_eq!(duplicate_key(&error), Some(key), "{error}");
        assert!(is_duplicate_of(&error, key) && !is_duplicate_of(&error, "id"));
        assert_eq!(is_duplicate_of(&error, KEY), key == KEY);
    }
    // A foreign key, a NULL, a check, a syntax error, a trigger that words it alike.
    db.execute_batch(
        "CREATE TRIGGER liar BEFORE INSERT ON plain WHEN NEW.id = 9 BEGIN \
         SELECT RAISE(ABORT, 'UNIQUE constraint failed: customers.id'); END",
    )
    .unwrap();
    for other in [
        "INSERT INTO orders VALUES ('00QBTG0FERFTCCNFISUBO489DI', 5)",
        "INSERT INTO customers VALUES (4, NULL)",
        "INSERT INTO customers VALUES (-1, 'x')",
        "INSERT INTO plain VALUES (9)",
        "INSERT INTO",
    ] {
        assert_eq!(duplicate_key(&db.execute(other, []).unwrap_err()), None, "{other}");
    }
}

#[test]
fn drawn_again() {
    let mut db = shop();
    // In a transaction, which stays usable.
    let db = db.transaction().unwrap();
    let mut draw = scripted(&[7 << 11, 7 << 11, 7 << 11, 9 << 11]);
    let first =
        retry_on_duplicate(KEY, ATTEMPTS, &mut draw, |id| insert(&db, id, "first@example.org"))
            .unwrap();
    // Twice the id that is there, then another.
    let second =
        retry_on_duplicate(KEY, ATTEMPTS, &mut draw, |id| insert(&db, id, "second@example.org"))
            .unwrap();
    assert_eq!((first.unix_ms(), second.unix_ms()), (1767225600123, 1767225600123));
    assert_ne!(first, second);

    // A generator that is stuck: bounded, and the last error is told.
    let (mut calls, three) = (0, NonZeroU32::new(3).unwrap());
    let stuck = retry_on_duplicate(KEY, three, scripted(&[7 << 11; 10]), |id| {
        calls += 1;
        insert(&db, id, "third@example.org")
    });
    let stuck = stuck.unwrap_err();
    assert!(stuck.is_exhausted());
    assert_eq!(calls, 3);
    assert!(is_duplicate_of(stuck.database_error().unwrap(), KEY));
    let message = "the id was taken in each of 3 attempts: UNIQUE constraint failed: customers.id: \
                   Error code 1555: constraint failed";
    assert_eq!(stuck.to_string(), message);

    // The duplicate of another key is nothing that another id would mend.
    let mut calls = 0;
    let other = retry_on_duplicate(KEY, ATTEMPTS, scripted(&[11 << 11, 12 << 11]), |id| {
        calls += 1;
        insert(&db, id, "first@example.org")
    });
    let other = other.unwrap_err();
    assert!(!other.is_exhausted() && !other.is_draw());
    assert_eq!(calls, 1);

    // No randomness, no id.
    let none = retry_on_duplicate(KEY, ATTEMPTS, scripted(&[]), |id| insert(&db, id, "x"));
    let none = none.unwrap_err();
    assert!(none.is_draw() && none.database_error().is_none());
    db.commit().unwrap();
}
