//! A shop: customers with a HUID in a `BIGINT`, orders with a SCRU128 in a `BLOB`.
//!
//! ```console
//! cargo run -p iddiesel --example diesel_shop [FILE]
//! ```
//!
//! Without a file the database is in memory.

// What `table!` makes is not documented.
#![allow(missing_docs)]

use std::error::Error;
use std::fmt::Write;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use iddiesel::{ATTEMPTS, Huid, Scru128Bytes, retry_on_duplicate};

// As `diesel print-schema` writes it for the tables of `iddiesel::ddl::sqlite::SHOP`.
diesel::table! {
    customers (id) {
        id -> BigInt,
        name -> Text,
    }
}

diesel::table! {
    orders (id) {
        id -> Binary,
        customer_id -> BigInt,
        replaces -> Nullable<Binary>,
    }
}

diesel::joinable!(orders -> customers (customer_id));
diesel::allow_tables_to_appear_in_same_query!(customers, orders);

#[derive(Queryable, Selectable, Insertable, Identifiable, Debug)]
#[diesel(table_name = customers, check_for_backend(diesel::sqlite::Sqlite))]
struct Customer {
    id: Huid,
    name: String,
}

#[derive(Queryable, Selectable, Insertable, Identifiable, Associations, Debug)]
#[diesel(table_name = orders, belongs_to(Customer))]
#[diesel(check_for_backend(diesel::sqlite::Sqlite))]
struct Order {
    id: Scru128Bytes,
    customer_id: Huid,
    replaces: Option<Scru128Bytes>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| ":memory:".to_owned());
    print!("{}", run(&file)?);
    Ok(())
}

/// Opens the shop, sells something, and reports it.
pub(crate) fn run(file: &str) -> Result<String, Box<dyn Error>> {
    let connection = &mut SqliteConnection::establish(file)?;
    connection.batch_execute("PRAGMA foreign_keys = ON")?;
    connection.batch_execute(iddiesel::ddl::sqlite::SHOP)?;

    // Two HUIDs of one millisecond can be equal: draw again if the database says so.
    let ada = retry_on_duplicate("customers.id", ATTEMPTS, || {
        let customer = Customer { id: idgen::huid().into(), name: "Ada".to_owned() };
        diesel::insert_into(customers::table).values(&customer).execute(connection)?;
        Ok(customer)
    })?;
    let mut report = format!("{} is customer {}\n", ada.name, ada.id);

    // SCRU128s of one process are distinct and in order.
    let first = Order { id: idgen::scru128().into(), customer_id: ada.id, replaces: None };
    let second =
        Order { id: idgen::scru128().into(), customer_id: ada.id, replaces: Some(first.id) };
    for order in [&first, &second] {
        diesel::insert_into(orders::table).values(order).execute(connection)?;
    }

    let bought: Vec<Order> =
        Order::belonging_to(&ada).order(orders::id).select(Order::as_select()).load(connection)?;
    writeln!(report, "{} has {} orders", ada.name, bought.len())?;
    for order in bought.iter().filter(|order| order.replaces == Some(first.id)) {
        writeln!(report, "order {} replaces the first", order.id)?;
    }

    // A window of time is a range of ids, which the primary key serves.
    let now = second.id.unix_ms();
    let from: Scru128Bytes = idcore::Scru128::first_at(now - 60_000)?.into();
    let to: Scru128Bytes = idcore::Scru128::last_at(now)?.into();
    let recent = orders::table.filter(orders::id.between(from, to)).count();
    writeln!(report, "{} orders in the last minute", recent.get_result::<i64>(connection)?)?;
    Ok(report)
}
