//! MySQL and MariaDB: `information_schema`.

use crate::catalogue::{Catalogue, Row, length};
use crate::holds::{Holds, Length, Order};

/// The catalogue of MySQL and MariaDB.
pub static MYSQL: Catalogue = Catalogue {
    name: "MySQL",
    sql: SQL,
    ignores_case: true,
    expected: [
        Some("BIGINT"),
        Some("BINARY(16)"),
        Some("CHAR(26) CHARACTER SET ascii COLLATE ascii_bin"),
        None,
    ],
    holds,
};

/// The casts give texts of the connection's own collation: drivers take MySQL 8's for bytes.
const SQL: &str = "
SELECT CAST(COLUMN_NAME AS CHAR) AS column_name, CAST(DATA_TYPE AS CHAR) AS data_type,
    CAST(COLUMN_TYPE AS CHAR) AS declared, CAST(CHARACTER_MAXIMUM_LENGTH AS CHAR) AS length,
    CAST(COLLATION_NAME AS CHAR) AS collation_name
FROM information_schema.COLUMNS
WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?
ORDER BY ORDINAL_POSITION";

fn holds(row: &Row) -> Holds {
    let text = |length| {
        let order = match row.4.as_deref() {
            Some(collation) if !collation.ends_with("_bin") => {
                Order::Otherwise(format!("is {collation}"))
            }
            _ => Order::ByBytes,
        };
        Holds::Text(length, order)
    };
    match (row.1.as_str(), length(row)) {
        ("bigint", _) => Holds::BigInt,
        ("tinyint" | "smallint" | "mediumint" | "int", _) => Holds::SmallInt,
        ("decimal" | "float" | "double", _) => Holds::Number,
        ("binary", Some(length)) => Holds::Bytes(Length::Exactly(length)),
        ("varbinary", Some(length)) => Holds::Bytes(Length::UpTo(length)),
        ("tinyblob" | "blob" | "mediumblob" | "longblob", _) => Holds::Bytes(Length::Free),
        ("char", Some(length)) => text(Length::Exactly(length)),
        ("varchar", Some(length)) => text(Length::UpTo(length)),
        ("tinytext" | "text" | "mediumtext" | "longtext", _) => text(Length::Free),
        ("uuid", _) => Holds::SwappedUuid,
        _ => Holds::Other,
    }
}
