//! PostgreSQL: `pg_catalog`, with domains followed to what they are over.

use crate::catalogue::{Catalogue, Row, length};
use crate::holds::{Holds, Length, Order};

/// The catalogue of PostgreSQL.
pub static POSTGRES: Catalogue = Catalogue {
    name: "PostgreSQL",
    sql: SQL,
    ignores_case: false,
    expected: [
        Some("BIGINT"),
        Some("BYTEA"),
        Some(r#"TEXT or VARCHAR(26) COLLATE "C""#),
        Some("UUID"),
    ],
    holds,
};

/// A column's collation is that of its domain already. That named `default` is the database's,
/// whose provider is a column of `pg_database` from version 15 on, and before always `c`; the names
/// of the columns that hold the locale differ between versions. Hence the detour by JSON. Of a
/// collation that sorts by bytes, no name is given.
const SQL: &str = "
WITH RECURSIVE below (number, column_name, declared, type, modifier, sorting) AS (
    SELECT a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid,
        a.atttypmod, a.attcollation
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE (n.nspname = $1::text OR $1::text IS NULL AND pg_catalog.pg_table_is_visible(c.oid))
        AND c.relname = $2::text AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
    SELECT b.number, b.column_name, b.declared, t.typbasetype,
        CASE b.modifier WHEN -1 THEN t.typtypmod ELSE b.modifier END, b.sorting
    FROM below b
    JOIN pg_catalog.pg_type t ON t.oid = b.type
    WHERE t.typtype = 'd'
), collations (oid, name, provider, locale) AS (
    SELECT c.oid,
        CASE c.collprovider WHEN 'd' THEN
            COALESCE(d.now ->> 'datlocale', d.now ->> 'daticulocale', d.now ->> 'datcollate')
            || ', the default of the database'
        ELSE c.collname::text END,
        CASE c.collprovider WHEN 'd' THEN COALESCE(d.now ->> 'datlocprovider', 'c')
        ELSE c.collprovider::text END,
        CASE c.collprovider WHEN 'd' THEN d.now ->> 'datcollate' ELSE c.collcollate::text END
    FROM pg_catalog.pg_collation c,
        (SELECT pg_catalog.to_jsonb(d) FROM pg_catalog.pg_database d
         WHERE d.datname = pg_catalog.current_database()) d (now)
)
SELECT b.column_name::text AS column_name,
    CASE WHEN t.typcategory = 'A' THEN 'array'
        WHEN n.nspname = 'pg_catalog' OR t.typname = 'citext' THEN t.typname::text
        ELSE '' END AS data_type,
    b.declared || CASE WHEN b.declared = pg_catalog.format_type(b.type, b.modifier) THEN ''
        ELSE ', which is ' || pg_catalog.format_type(b.type, b.modifier) END AS declared,
    CASE WHEN b.modifier > 4 AND t.typname IN ('bpchar', 'varchar')
        THEN (b.modifier - 4)::text END AS length,
    CASE WHEN c.provider = 'b' OR c.provider = 'c' AND c.locale IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
        THEN NULL ELSE c.name END AS collation_name
FROM below b
JOIN pg_catalog.pg_type t ON t.oid = b.type AND t.typtype <> 'd'
JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
LEFT JOIN collations c ON c.oid = b.sorting
ORDER BY b.number";

fn holds(row: &Row) -> Holds {
    let text = |length| {
        let order = match row.4.as_deref() {
            None => Order::ByBytes,
            Some(other) => Order::Otherwise(format!("is {other}")),
        };
        Holds::Text(length, order)
    };
    match (row.1.as_str(), length(row)) {
        ("int8", _) => Holds::BigInt,
        ("int2" | "int4" | "oid", _) => Holds::SmallInt,
        ("float4" | "float8" | "numeric" | "money", _) => Holds::Number,
        ("bytea", _) => Holds::Bytes(Length::Free),
        ("text" | "citext" | "varchar" | "bpchar", None) => text(Length::Free),
        ("varchar", Some(length)) => text(Length::UpTo(length)),
        ("bpchar", Some(length)) => text(Length::Exactly(length)),
        ("uuid", _) => Holds::Uuid,
        ("array", _) => Holds::Array,
        _ => Holds::Other,
    }
}
