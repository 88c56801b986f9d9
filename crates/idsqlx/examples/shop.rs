//! A shop: customers by HUID, orders by SCRU128, on SQLite.
//!
//! ```text
//! cargo run --example shop --features sqlite [shop.db]
//! ```

use std::error::Error;

use idsqlx::{ATTEMPTS, Huid, Scru128Text, retry_on_duplicate};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{FromRow, SqlitePool};

/// A wrapper is a field like any other.
#[derive(Debug, FromRow, PartialEq)]
pub(crate) struct Customer {
    pub(crate) id: Huid,
    pub(crate) email: String,
}

#[derive(Debug, FromRow, PartialEq)]
pub(crate) struct Order {
    pub(crate) id: Scru128Text,
    pub(crate) customer: Huid,
}

/// Takes a customer in. Where a HUID of the same millisecond is taken, another one is drawn; an
/// e-mail address that is taken is an error.
pub(crate) async fn add_customer(pool: &SqlitePool, email: &str) -> Result<Huid, Box<dyn Error>> {
    let draw = || idgen::try_huid().map(Huid::from);
    let id = retry_on_duplicate("customers.id", ATTEMPTS, draw, async |id| {
        sqlx::query("INSERT INTO customers (id, email) VALUES (?, ?)")
            .bind(id)
            .bind(email)
            .execute(pool)
            .await?;
        Ok(id)
    });
    Ok(id.await?)
}

pub(crate) async fn add_order(
    pool: &SqlitePool,
    customer: Huid,
) -> Result<Scru128Text, Box<dyn Error>> {
    let id = Scru128Text::from(idgen::try_scru128()?);
    sqlx::query("INSERT INTO orders (id, customer) VALUES (?, ?)")
        .bind(id)
        .bind(customer)
        .execute(pool)
        .await?;
    Ok(id)
}

/// The customer of an order.
pub(crate) async fn customer_of(
    pool: &SqlitePool,
    order: Scru128Text,
) -> Result<Customer, sqlx::Error> {
    sqlx::query_as("SELECT c.* FROM customers c JOIN orders o ON o.customer = c.id WHERE o.id = ?")
        .bind(order)
        .fetch_one(pool)
        .await
}

/// The orders between two times, both included, in Unix milliseconds. The ids say when they were
/// made: there is no column for it.
pub(crate) async fn orders_between(
    pool: &SqlitePool,
    first_ms: i64,
    last_ms: i64,
) -> Result<Vec<Order>, Box<dyn Error>> {
    let first = Scru128Text::from(idcore::Scru128::first_at(first_ms)?);
    let last = Scru128Text::from(idcore::Scru128::last_at(last_ms)?);
    let orders = sqlx::query_as("SELECT * FROM orders WHERE id BETWEEN ? AND ? ORDER BY id")
        .bind(first)
        .bind(last)
        .fetch_all(pool)
        .await?;
    Ok(orders)
}

/// What the example does, on an empty database; it gives the orders of the last minute.
pub(crate) async fn run(pool: &SqlitePool) -> Result<Vec<Order>, Box<dyn Error>> {
    sqlx::raw_sql(idsqlx::ddl::sqlite::SHOP).execute(pool).await?;
    let ada = add_customer(pool, "ada@example.org").await?;
    let bea = add_customer(pool, "bea@example.org").await?;
    for customer in [ada, bea, ada] {
        let order = add_order(pool, customer).await?;
        let Customer { id, email } = customer_of(pool, order).await?;
        println!("order {order} of customer {id}, {email}");
    }
    if let Err(error) = add_customer(pool, "ada@example.org").await {
        println!("ada once more: {error}");
    }
    let now_ms = idgen::try_scru128()?.unix_ms();
    let orders = orders_between(pool, now_ms - 60_000, now_ms).await?;
    println!("{} orders in the last minute", orders.len());
    Ok(orders)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| ":memory:".to_owned());
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    // Each connection to `:memory:` would be a database of its own.
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    run(&pool).await?;
    Ok(())
}
