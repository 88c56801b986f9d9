//! SQLite: the shop.

#[rustfmt::skip]
mod schema;
#[path = "../shop.rs"]
mod shop;

use diesel::connection::SimpleConnection;
use diesel::sql_types::{Integer, Text};
use diesel::sqlite::SqliteConnection as Connection;
use iddiesel::Scru128Bytes as OrderId;

use crate::servers::{self, Database};

/// How a plan is asked for, what its rows are, and what it says where the primary key serves.
const EXPLAIN: &str = "EXPLAIN QUERY PLAN ";
type PlanSql = (Integer, Integer, Integer, Text);
type PlanRow = (i32, i32, i32, String);
const CUSTOMERS_BY_KEY: &[&str] = &["SEARCH customers USING PRIMARY KEY (id>? AND id<?)"];
const ORDERS_BY_KEY: &[&str] = &["SEARCH orders USING PRIMARY KEY (id>? AND id<?)"];
const INVOICES_BY_KEY: &[&str] = &["SEARCH invoices USING PRIMARY KEY (id>? AND id<?)"];
/// The names of the primary key of `customers`.
const CUSTOMERS_KEYS: &[&str] = &["customers.id"];

fn plan_text(row: PlanRow) -> String {
    row.3
}

/// Has the statistics brought up to date.
fn analyze(connection: &mut Connection) {
    connection.batch_execute("ANALYZE").unwrap();
}

pub(crate) fn open() -> Option<Database<Connection>> {
    let mut database = servers::sqlite()?;
    database.batch_execute(iddiesel::ddl::sqlite::SHOP).unwrap();
    Some(database)
}
