//! `query!` and its kin on MySQL and MariaDB, with the overrides of `sqlx.toml` and those in a query.
//!
//! This compiles from `.sqlx`, without a database. The test `macros` of `servers` compiles it once
//! more against the real one, and compares.

// A panic is the report of a test, in its helpers as well.
#![allow(clippy::unwrap_used)]

use idsqlx::{Huid, Scru128Text, ddl};

#[path = "servers/support.rs"]
mod support;

#[derive(Debug, PartialEq)]
struct Order {
    id: Scru128Text,
    customer: Huid,
}

#[tokio::test]
async fn macros() {
    let Some(db) = support::mysql().await else { return };
    sqlx::raw_sql(ddl::mysql::SHOP).execute(&db.pool).await.unwrap();
    let customer = Huid::from(idcore::Huid::from_u64(258037077).unwrap());
    let order: Scru128Text = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();

    sqlx::query!("INSERT INTO customers (id, email) VALUES (?, ?)", customer, "ada@example.org")
        .execute(&db.pool)
        .await
        .unwrap();
    sqlx::query!("INSERT INTO orders (id, customer) VALUES (?, ?)", order, customer)
        .execute(&db.pool)
        .await
        .unwrap();

    // The overrides of sqlx.toml, per column of a table.
    let found = sqlx::query!("SELECT id, email FROM customers WHERE id = ?", customer)
        .fetch_one(&db.pool)
        .await
        .unwrap();
    let id: Huid = found.id;
    assert_eq!((id, found.email.as_str()), (customer, "ada@example.org"));
    let orders = sqlx::query_as!(Order, "SELECT id, customer FROM orders WHERE id = ?", order)
        .fetch_all(&db.pool)
        .await
        .unwrap();
    assert_eq!(orders, [Order { id: order, customer }]);

    // An override in the query, for what is no column.
    let last = sqlx::query!(r#"SELECT max(id) AS `id: idsqlx::Huid` FROM customers"#)
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(last.id, Some(customer));
    let last = sqlx::query_scalar!(r#"SELECT max(id) AS `id!: Scru128Text` FROM orders"#)
        .fetch_one(&db.pool)
        .await
        .unwrap();
    assert_eq!(last, order);

    // An override that does not fit the column compiles, and is an error that says what does.
    let error = sqlx::query!(r#"SELECT email AS `id: idsqlx::Huid` FROM customers"#)
        .fetch_one(&db.pool)
        .await
        .unwrap_err();
    assert!(error.to_string().contains("Scru128Text reads"), "{error}");
}
