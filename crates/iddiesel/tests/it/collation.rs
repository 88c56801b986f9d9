//! What the collation of a text column is for, and that lower case is read.

use diesel::connection::{CacheSize, SimpleConnection};
use diesel::prelude::*;
use iddiesel::Scru128Text;

use crate::servers;

diesel::table! {
    tickets (id) {
        id -> Text,
    }
}

/// In the order of the ids. In Czech, `CH` is a letter of its own, after `H`.
const TEXTS: [&str; 4] = [
    "00CH0000000000000000000000",
    "00D00000000000000000000000",
    "00HV0000000000000000000000",
    "00I00000000000000000000000",
];

fn ids() -> Vec<Scru128Text> {
    TEXTS.iter().map(|text| text.parse().unwrap()).collect()
}

/// Stores the ids in such a column; gives the places of the ids in the database's order, and how
/// many of them are in the window of the first two.
macro_rules! order_and_window {
    ($database:expr, $column:expr) => {{
        $database.batch_execute("DROP TABLE IF EXISTS tickets").unwrap();
        $database.batch_execute(&format!("CREATE TABLE tickets (id {})", $column)).unwrap();
        let ids = ids();
        let rows: Vec<_> = ids.iter().map(|id| tickets::id.eq(id)).collect();
        diesel::insert_into(tickets::table).values(&rows).execute(&mut *$database).unwrap();
        let sorted = tickets::table.order(tickets::id).select(tickets::id);
        let sorted = sorted.load::<Scru128Text>(&mut *$database).unwrap();
        let order: Vec<_> =
            sorted.iter().map(|id| ids.iter().position(|other| other == id).unwrap()).collect();
        let window = tickets::table.filter(tickets::id.between(ids[0], ids[1])).count();
        (order, window.get_result::<i64>(&mut *$database).unwrap())
    }};
}

#[test]
fn czech_on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    // The table changes under the queries.
    database.set_prepared_statement_cache_size(CacheSize::Disabled);
    let right = (vec![0, 1, 2, 3], 2);
    assert_eq!(order_and_window!(database, "VARCHAR(26) COLLATE \"C\""), right);
    let czech = order_and_window!(database, "VARCHAR(26) COLLATE \"cs-x-icu\"");
    assert_eq!(czech, (vec![1, 2, 0, 3], 0));
}

#[test]
fn czech_on_mysql() {
    let Some(mut database) = servers::mysql() else { return };
    let right = (vec![0, 1, 2, 3], 2);
    let ascii = "CHAR(26) CHARACTER SET ascii COLLATE ascii_bin";
    assert_eq!(order_and_window!(database, ascii), right);
    let czech = "CHAR(26) CHARACTER SET utf8mb4 COLLATE utf8mb4_czech_ci";
    assert_eq!(order_and_window!(database, czech), (vec![1, 2, 0, 3], 0));
}

/// Stores a text in lower case and reads the id.
macro_rules! from_lower_case {
    ($database:expr) => {{
        $database.batch_execute("CREATE TABLE tickets (id VARCHAR(26))").unwrap();
        $database
            .batch_execute("INSERT INTO tickets VALUES ('00qbtg0ferftccnfisubo489di')")
            .unwrap();
        tickets::table.select(tickets::id).first::<Scru128Text>(&mut *$database).unwrap()
    }};
}

#[test]
fn lower_case_is_the_same_id() {
    // The integer is the specification's.
    let id = idcore::Scru128::from_u128(1095473244246772103403544935821223346).into();
    if let Some(mut database) = servers::postgres() {
        assert_eq!(from_lower_case!(database), id);
    }
    if let Some(mut database) = servers::mysql() {
        assert_eq!(from_lower_case!(database), id);
    }
    if let Some(mut database) = servers::sqlite() {
        assert_eq!(from_lower_case!(database), id);
    }
}
