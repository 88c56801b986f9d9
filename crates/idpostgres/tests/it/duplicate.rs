//! Duplicates told apart, and ids drawn again.

use std::num::NonZeroU32;

use idgen::{GenerateError, HuidGenerator, Randomness, RandomnessError};
use idpostgres::{ATTEMPTS, Huid, Retry, ddl, duplicate_key, is_duplicate_of, retry_on_duplicate};
use tokio_postgres::{Client, Error};

use crate::ids::huid;
use crate::server::test;

const KEY: &str = "customers_pkey";

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

async fn insert(client: &Client, id: Huid, email: &str) -> Result<Huid, Error> {
    client.execute("INSERT INTO customers VALUES ($1, $2)", &[&id, &email]).await.map(|_| id)
}

#[test]
fn told_apart() {
    test(async |client| {
        client.batch_execute(ddl::SHOP).await.unwrap();
        client
            .batch_execute(
                "CREATE UNIQUE INDEX lower_email ON customers (lower(email)); \
                 CREATE TABLE parts (id BIGINT PRIMARY KEY) PARTITION BY RANGE (id); \
                 CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (100); \
                 INSERT INTO parts VALUES (1)",
            )
            .await
            .unwrap();
        insert(client, huid(1), "ada@example.org").await.unwrap();
        for (id, email, key) in [
            (1, "bea@example.org", KEY),
            (2, "ada@example.org", "customers_email_key"),
            (3, "ADA@example.org", "lower_email"),
        ] {
            let error = insert(client, huid(id), email).await.unwrap_err();
            assert_eq!(duplicate_key(&error), Some(key));
            assert!(is_duplicate_of(&error, key) && !is_duplicate_of(&error, "customers"));
        }
        // As the documentation says: the name of the partition's own index.
        let error = client.execute("INSERT INTO parts VALUES ($1)", &[&huid(1)]).await.unwrap_err();
        assert_eq!(duplicate_key(&error), Some("part_1_pkey"));
        // A foreign key, a NULL, a check.
        for other in [
            "INSERT INTO orders VALUES ('00QBTG0FERFTCCNFISUBO489DI', 5)",
            "INSERT INTO customers VALUES (4, NULL)",
            "INSERT INTO customers VALUES (-1, 'x')",
        ] {
            let error = client.execute(other, &[]).await.unwrap_err();
            assert!(error.as_db_error().is_some(), "{error:?}");
            assert_eq!(duplicate_key(&error), None);
        }
    });
}

#[test]
fn drawn_again() {
    test(async |client| {
        let client = &*client;
        client.batch_execute(ddl::SHOP).await.unwrap();
        let mut draw = scripted(&[7 << 11, 7 << 11, 7 << 11, 9 << 11]);
        let first = retry_on_duplicate(KEY, ATTEMPTS, &mut draw, |id| {
            insert(client, id, "first@example.org")
        });
        let first = first.await.unwrap();
        // Twice the id that is there, then another.
        let second = retry_on_duplicate(KEY, ATTEMPTS, &mut draw, |id| {
            insert(client, id, "second@example.org")
        });
        let second = second.await.unwrap();
        assert_eq!((first.unix_ms(), second.unix_ms()), (1767225600123, 1767225600123));
        assert_ne!(first, second);

        // A generator that is stuck: bounded, and the last error is told.
        let (mut calls, three) = (0, NonZeroU32::new(3).unwrap());
        let stuck = retry_on_duplicate(KEY, three, scripted(&[7 << 11; 10]), |id| {
            calls += 1;
            insert(client, id, "third@example.org")
        });
        let stuck = stuck.await.unwrap_err();
        assert!(stuck.is_exhausted());
        assert_eq!(calls, 3);
        assert!(is_duplicate_of(stuck.database_error().unwrap(), KEY));
        let message = stuck.to_string();
        assert!(message.contains("in each of 3 attempts: db error: ERROR: "), "{message}");

        // The duplicate of another key is nothing that another id would mend.
        let mut calls = 0;
        let other = retry_on_duplicate(KEY, ATTEMPTS, scripted(&[11 << 11, 12 << 11]), |id| {
            calls += 1;
            insert(client, id, "first@example.org")
        });
        let other = other.await.unwrap_err();
        assert!(!other.is_exhausted() && !other.is_draw());
        assert_eq!(calls, 1);

        // No randomness, no id.
        let none = retry_on_duplicate(KEY, ATTEMPTS, scripted(&[]), |id| insert(client, id, "x"));
        let none = none.await.unwrap_err();
        assert!(none.is_draw() && none.database_error().is_none());
    });
}

/// A transaction is over after an error, but not after one in a savepoint.
#[test]
fn in_a_transaction() {
    test(async |client| {
        client.batch_execute(ddl::SHOP).await.unwrap();
        let mut transaction = client.transaction().await.unwrap();
        let mut draw = scripted(&[7 << 11, 7 << 11, 9 << 11]);
        for n in 0..2 {
            let mut retry = Retry::new(KEY, ATTEMPTS);
            loop {
                let id = draw().unwrap();
                let savepoint = transaction.savepoint("draw").await.unwrap();
                let email = format!("{n}@example.org");
                let insert = "INSERT INTO customers VALUES ($1, $2)";
                match savepoint.execute(insert, &[&id, &email]).await {
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
        assert_eq!(client.query("SELECT * FROM customers", &[]).await.unwrap().len(), 2);
    });
}

/// The whole can be sent to another thread.
#[test]
fn in_another_task() {
    test(async |client| {
        client.batch_execute(ddl::SHOP).await.unwrap();
        let is_send = |_: &dyn Send| {};
        let client = &*client;
        let future = retry_on_duplicate(KEY, ATTEMPTS, scripted(&[7 << 11]), async |id: Huid| {
            insert(client, id, "ada@example.org").await
        });
        is_send(&future);
        future.await.unwrap();
    });
}
