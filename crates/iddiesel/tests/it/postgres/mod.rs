//! PostgreSQL: the shop, and what only PostgreSQL has.

mod arrays;
mod asynchronous;
mod char_index;
mod copy;
#[rustfmt::skip]
mod schema;
#[path = "../shop.rs"]
mod shop;

use diesel::connection::SimpleConnection;
use diesel::pg::PgConnection as Connection;
use diesel::sql_types::Text;
use iddiesel::Scru128Uuid as OrderId;

use crate::servers::{self, Database};

/// How a plan is asked for, what its rows are, and what it says where the primary key serves.
const EXPLAIN: &str = "EXPLAIN ";
type PlanSql = Text;
type PlanRow = String;
const CUSTOMERS_BY_KEY: &[&str] = &["customers_pkey", "Index Cond: ((id >= "];
const ORDERS_BY_KEY: &[&str] = &["orders_pkey", "Index Cond: ((id >= "];
const INVOICES_BY_KEY: &[&str] = &["invoices_pkey", "Index Cond: (((id)::text >= "];
/// The names of the primary key of `customers`, and of a key that is not there.
const CUSTOMERS_KEYS: &[&str] = &["customers_pkey", "customers.id"];

fn plan_text(row: PlanRow) -> String {
    row
}

/// Has the statistics brought up to date, and rules out that a small table is read as a whole.
fn analyze(connection: &mut Connection) {
    connection.batch_execute("ANALYZE; SET enable_seqscan = off").unwrap();
}

pub(crate) fn open() -> Option<Database<Connection>> {
    let mut database = servers::postgres()?;
    database.batch_execute(iddiesel::ddl::postgres::SHOP).unwrap();
    Some(database)
}
