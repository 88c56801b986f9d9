//! SQLite: `pragma_table_xinfo`, and the affinity that follows from a declared type.

use crate::catalogue::{Catalogue, Row};
use crate::holds::{Holds, Length, Order};

/// The catalogue of SQLite.
pub static SQLITE: Catalogue = Catalogue {
    name: "SQLite",
    sql: SQL,
    ignores_case: true,
    expected: [Some("INTEGER"), Some("BLOB"), Some("TEXT without a collation"), None],
    holds,
};

/// A schema that is not there is no table, and not the error that the pragma makes of it.
const SQL: &str = "
SELECT name AS column_name, upper(type) AS data_type, type AS declared, NULL AS length,
    NULL AS collation_name
FROM pragma_table_xinfo(?2,
    (SELECT name FROM pragma_database_list WHERE name = ?1 COLLATE NOCASE))
WHERE ?1 IS NULL
    OR EXISTS (SELECT 1 FROM pragma_database_list WHERE name = ?1 COLLATE NOCASE)
ORDER BY cid";

/// The rules of SQLite's documentation (\"Determination Of Column Affinity\"), in their order.
/// Lengths do not count in SQLite.
fn holds(row: &Row) -> Holds {
    let ty = row.1.as_str();
    let names = |words: &[&str]| words.iter().any(|word| ty.contains(word));
    if names(&["INT"]) {
        Holds::BigInt
    } else if names(&["CHAR", "CLOB", "TEXT"]) {
        Holds::Text(Length::Free, Order::Unknown)
    } else if names(&["BLOB"]) {
        Holds::Bytes(Length::Free)
    } else if ty.is_empty() {
        Holds::Anything
    } else if names(&["REAL", "FLOA", "DOUB"]) {
        Holds::Number
    } else {
        Holds::AffineNumber
    }
}
