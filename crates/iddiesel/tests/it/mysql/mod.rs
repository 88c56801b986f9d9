//! MySQL and MariaDB: the shop, and what only they do.

#[rustfmt::skip]
mod schema;
#[path = "../shop.rs"]
mod shop;
mod traps;

use diesel::connection::SimpleConnection;
use diesel::mysql::MysqlConnection as Connection;
use diesel::sql_types::Text;
use iddiesel::Scru128Bytes as OrderId;

use crate::servers::{self, Database};

/// How a plan is asked for, what its rows are, and what it says where the primary key serves.
const EXPLAIN: &str = "EXPLAIN FORMAT=JSON ";
type PlanSql = Text;
type PlanRow = String;
const CUSTOMERS_BY_KEY: &[&str] = &[r#""access_type": "range""#, r#""key": "PRIMARY""#];
const ORDERS_BY_KEY: &[&str] = CUSTOMERS_BY_KEY;
const INVOICES_BY_KEY: &[&str] = CUSTOMERS_BY_KEY;
/// The names of the primary key of `customers`.
const CUSTOMERS_KEYS: &[&str] = &["PRIMARY"];

fn plan_text(row: PlanRow) -> String {
    row
}

/// Has the statistics brought up to date.
fn analyze(connection: &mut Connection) {
    connection.batch_execute("ANALYZE TABLE customers, orders, invoices").unwrap();
}

pub(crate) fn open() -> Option<Database<Connection>> {
    let mut database = servers::mysql()?;
    for statement in iddiesel::ddl::mysql::SHOP.split(";\n").filter(|text| !text.trim().is_empty())
    {
        database.batch_execute(statement).expect(statement);
    }
    Some(database)
}
