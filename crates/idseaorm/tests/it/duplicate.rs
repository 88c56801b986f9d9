//! Duplicates told apart, and ids drawn again, on each database.

use std::num::NonZeroU32;

use idgen::{GenerateError, HuidGenerator, Randomness, RandomnessError};
use idseaorm::{ATTEMPTS, Huid, Retry, duplicate_key, is_duplicate_of, retry_on_duplicate};
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue, DatabaseConnection, TransactionTrait};

use crate::database::{by, create_shop, on_each, on_postgres};
use crate::entities::{customer, huid};

fn key(db: &DatabaseConnection) -> &'static str {
    by(db, "customers_pkey", "PRIMARY", "customers.id")
}

/// Random words that somebody wrote down, and an error after them.
struct Script(std::vec::IntoIter<u32>);

impl Randomness for Script {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.0.next().ok_or(RandomnessError::new())
    }
}

/// Draws from a generator whose clock stands still, so that equal words are equal ids.
fn scripted(words: &[u32]) -> impl FnMut() -> Result<Huid, GenerateError> + use<> {
    let script = Script(Vec::from(words).into_iter());
    let mut generator = HuidGenerator::with_sources(|| 1767225600123, script);
    move || generator.generate().map(Huid::from)
}

async fn insert(db: &impl ConnectionTrait, id: Huid, email: &str) -> Result<Huid, DbErr> {
    let (id, email) = (ActiveValue::Set(id), ActiveValue::Set(email.to_owned()));
    customer::ActiveModel { id, email }.insert(db).await.map(|customer| customer.id)
}

#[test]
fn told_apart() {
    on_each(&async |db: &DatabaseConnection| {
        create_shop(db).await;
        let (id, email) = (key(db), by(db, "customers_email_key", "email", "customers.email"));
        insert(db, huid(1), "ada@example.org").await.unwrap();
        let error = insert(db, huid(1), "bea@example.org").await.unwrap_err();
        assert_eq!(duplicate_key(&error), Some(id));
        assert!(is_duplicate_of(&error, id) && !is_duplicate_of(&error, email));
        let error = insert(db, huid(2), "ada@example.org").await.unwrap_err();
        assert_eq!(duplicate_key(&error), Some(email));
        assert!(is_duplicate_of(&error, email) && !is_duplicate_of(&error, id));
        // A foreign key, a NULL.
        for other in [
            "INSERT INTO orders VALUES ('00QBTG0FERFTCCNFISUBO489DI', 5)",
            "INSERT INTO customers VALUES (4, NULL)",
        ] {
            let error = db.execute_unprepared(other).await.unwrap_err();
            assert_eq!(duplicate_key(&error), None, "{error}");
        }
        assert_eq!(duplicate_key(&DbErr::RecordNotInserted), None);
    });
}

#[test]
fn drawn_again() {
    on_each(&async |db: &DatabaseConnection| {
        create_shop(db).await;
        let key = key(db);
        let mut draw = scripted(&[7 << 11, 7 << 11, 7 << 11, 9 << 11]);
        let first =
            retry_on_duplicate(key, ATTEMPTS, &mut draw, |id| insert(db, id, "first@example.org"));
        let first = first.await.unwrap();
        // Twice the id that is there, then another.
        let second =
            retry_on_duplicate(key, ATTEMPTS, &mut draw, |id| insert(db, id, "second@example.org"));
        let second = second.await.unwrap();
        assert_eq!((first.unix_ms(), second.unix_ms()), (1767225600123, 1767225600123));
        assert_ne!(first, second);

        // A generator that is stuck: bounded, and the last error is told.
        let (mut calls, three) = (0, NonZeroU32::new(3).unwrap());
        let stuck = retry_on_duplicate(key, three, scripted(&[7 << 11; 10]), |id| {
            calls += 1;
            insert(db, id, "third@example.org")
        });
        let stuck = stuck.await.unwrap_err();
        assert!(stuck.is_exhausted());
        assert_eq!(calls, 3);
        assert!(is_duplicate_of(stuck.database_error().unwrap(), key));
        let message = stuck.to_string();
        assert!(message.contains("in each of 3 attempts: "), "{message}");

        // The duplicate of another key is nothing that another id would mend.
        let mut calls = 0;
        let other = retry_on_duplicate(key, ATTEMPTS, scripted(&[11 << 11, 12 << 11]), |id| {
            calls += 1;
            insert(db, id, "first@example.org")
        });
        let other = other.await.unwrap_err();
        assert!(!other.is_exhausted() && !other.is_draw());
        assert_eq!(calls, 1);

        // No randomness, no id.
        let none = retry_on_duplicate(key, ATTEMPTS, scripted(&[]), |id| insert(db, id, "x"));
        let none = none.await.unwrap_err();
        assert!(none.is_draw() && none.database_error().is_none());
    });
}

/// A transaction of PostgreSQL is over after an error, but not after one in a savepoint.
#[test]
fn in_a_transaction() {
    on_postgres(&async |db: &DatabaseConnection| {
        create_shop(db).await;
        let transaction = db.begin().await.unwrap();
        let mut draw = scripted(&[7 << 11, 7 << 11, 9 << 11]);
        for n in 0..2 {
            let mut retry = Retry::new("customers_pkey", ATTEMPTS);
            loop {
                let id = draw().unwrap();
                let savepoint = transaction.begin().await.unwrap();
                match insert(&savepoint, id, &format!("{n}@example.org")).await {
                    Ok(_) => {
                        savepoint.commit().await.unwrap();
                        break;
                    }
                    Err(error) => {
                        savepoint.rollback().await.unwrap();
                        retry.after(error).unwrap();
                    }
                }
            }
        }
        transaction.commit().await.unwrap();
        assert_eq!(customer::Entity::find().count(db).await.unwrap(), 2);
    });
}
