//! The tables of `docs/columns-diesel.md`, each row run as it stands there.

use std::fs;

use diesel::connection::{CacheSize, Connection, SimpleConnection};
use diesel::result::{DeserializeFieldError, Error, UnexpectedNullError};
use iddiesel::ColumnError;

use crate::check::check;
use crate::servers;
use crate::vectors::{HUIDS, SCRU128S};

/// The cells of the rows of the table below a heading.
pub(crate) fn table(heading: &str) -> Vec<Vec<String>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/columns-diesel.md");
    let text = fs::read_to_string(path).expect("the document is there");
    let (_, section) = text.split_once(&format!("\n## {heading}\n")).expect(heading);
    let section = section.split("\n## ").next().unwrap();
    let rows: Vec<Vec<String>> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|row| row.split(" | ").map(|cell| cell.trim().trim_matches('`').to_owned()).collect())
        .collect();
    // The heading of the columns, and the line below it.
    rows[2..].to_vec()
}

/// The message of the wrapper inside diesel's error, or diesel's own.
fn message(error: &Error) -> String {
    let Error::DeserializationError(error) = error else { panic!("{error:?}") };
    let Some(field) = error.downcast_ref::<DeserializeFieldError>() else {
        return error.to_string();
    };
    assert_eq!(field.field_name.as_deref(), Some("id"));
    let error: &ColumnError = field.error.downcast_ref().expect("an error of this crate");
    error.to_string()
}

/// Makes `write_and_read` and `read` for one wrapper in one type of `table!` on one database.
macro_rules! cell {
    ($name:ident, $Connection:ty, $SqlType:ident, $Wrapper:ty, $ids:path, $stored:literal) => {
        mod $name {
            use diesel::dsl::sql;
            use diesel::prelude::*;
            use diesel::sql_types::{Nullable, Text};

            #[allow(dead_code)]
            type UBigInt = diesel::sql_types::Unsigned<diesel::sql_types::BigInt>;

            diesel::table! {
                use diesel::sql_types::*;
                use super::UBigInt;

                cells (at) {
                    at -> Integer,
                    id -> Nullable<$SqlType>,
                }
            }

            /// Everything that a column of ids must do; gives the texts that it holds.
            pub(super) fn write_and_read(connection: &mut $Connection) -> Vec<Option<String>> {
                let ids: Vec<$Wrapper> = $ids();
                let mut rows: Vec<_> = ids.iter().copied().map(Some).collect();
                rows.push(None);
                for (at, id) in (0..).zip(&rows) {
                    diesel::insert_into(cells::table)
                        .values((cells::at.eq(at), cells::id.eq(id)))
                        .execute(connection)
                        .unwrap();
                }
                let all = cells::table.order(cells::at);
                assert_eq!(all.select(cells::id).load::<Option<$Wrapper>>(connection), Ok(rows));

                // The database's order is the ids' order.
                let mut sorted = ids.clone();
                sorted.sort_unstable();
                let some = cells::table.filter(cells::id.is_not_null());
                let column = cells::id.assume_not_null();
                let by_id = some.order(cells::id).select(column).load::<$Wrapper>(connection);
                assert_eq!(by_id, Ok(sorted.clone()));

                // Each id is found, alone, in a range and in a list.
                for (at, id) in (0..).zip(&ids) {
                    let one = cells::table.filter(cells::id.eq(id)).select(cells::at);
                    assert_eq!(one.load::<i32>(connection), Ok(vec![at]));
                }
                let inner = cells::id.between(sorted[1], sorted[sorted.len() - 2]);
                let count = cells::table.filter(inner).count().get_result::<i64>(connection);
                assert_eq!(count, Ok(ids.len() as i64 - 2));
                let listed = cells::table.filter(cells::id.eq_any(&ids)).count();
                assert_eq!(listed.get_result::<i64>(connection), Ok(ids.len() as i64));

                // Without `Option`, NULL is an error.
                let error = read(connection, ids.len() as i32).unwrap_err();
                let diesel::result::Error::DeserializationError(error) = error else {
                    panic!("{error:?}")
                };
                assert!(error.is::<super::UnexpectedNullError>(), "{error:?}");

                let stored = sql::<Nullable<Text>>($stored);
                all.select(stored).load(connection).unwrap()
            }

            /// Reads what is at this place, as one that is there.
            pub(super) fn read(connection: &mut $Connection, at: i32) -> QueryResult<$Wrapper> {
                let row = cells::table.filter(cells::at.eq(at));
                row.select(cells::id.assume_not_null()).first(connection)
            }
        }
    };
}

use diesel::sql_types::{BigInt, Unsigned};
#[allow(dead_code)]
type UBigInt = Unsigned<BigInt>;

use diesel::{MysqlConnection, PgConnection, SqliteConnection};
use iddiesel::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

use crate::vectors::{huids, scru128s};

cell!(pg_huid, super::PgConnection, BigInt, super::Huid, super::huids, "id::text");
cell!(
    pg_bytes,
    super::PgConnection,
    Binary,
    super::Scru128Bytes,
    super::scru128s,
    "encode(id, 'hex')"
);
cell!(pg_text, super::PgConnection, Text, super::Scru128Text, super::scru128s, "id::text");
cell!(pg_citext, super::PgConnection, Citext, super::Scru128Text, super::scru128s, "id::text");
cell!(
    pg_uuid,
    super::PgConnection,
    Uuid,
    super::Scru128Uuid,
    super::scru128s,
    "replace(id::text, '-', '')"
);
cell!(my_huid, super::MysqlConnection, BigInt, super::Huid, super::huids, "CAST(id AS CHAR)");
cell!(my_unsigned, super::MysqlConnection, UBigInt, super::Huid, super::huids, "CAST(id AS CHAR)");
cell!(
    my_bytes,
    super::MysqlConnection,
    Binary,
    super::Scru128Bytes,
    super::scru128s,
    "LOWER(HEX(id))"
);
cell!(my_text, super::MysqlConnection, Text, super::Scru128Text, super::scru128s, "id");
cell!(lite_huid, super::SqliteConnection, BigInt, super::Huid, super::huids, "CAST(id AS TEXT)");
cell!(
    lite_bytes,
    super::SqliteConnection,
    Binary,
    super::Scru128Bytes,
    super::scru128s,
    "lower(nullif(hex(id), ''))"
);
cell!(lite_text, super::SqliteConnection, Text, super::Scru128Text, super::scru128s, "id");

/// What PostgreSQL's rows use besides its own types.
const POSTGRES_TYPES: &str = "
    CREATE EXTENSION citext;
    CREATE DOMAIN bigint_domain AS BIGINT CHECK (VALUE >= 0);
    CREATE DOMAIN bytea_domain AS BYTEA;
    CREATE DOMAIN uuid_domain AS UUID;
    CREATE DOMAIN text_domain AS TEXT;
    CREATE DOMAIN varchar_domain AS VARCHAR(26);
    CREATE DOMAIN char_domain AS CHAR(26);
    CREATE DOMAIN citext_domain AS CITEXT;
";

fn expected(wrapper: &str) -> Vec<Option<String>> {
    let mut texts: Vec<_> = match wrapper {
        "Huid" => HUIDS.iter().map(|(_, text)| Some((*text).to_owned())).collect(),
        "Scru128Text" => SCRU128S.iter().map(|(_, text)| Some((*text).to_owned())).collect(),
        _ => SCRU128S.iter().map(|(hex, _)| Some((*hex).to_owned())).collect(),
    };
    texts.push(None);
    texts
}

/// Makes the table of one cell anew.
fn make(connection: &mut impl SimpleConnection, column: &str) {
    let sql = format!("DROP TABLE IF EXISTS cells; CREATE TABLE cells (at INT, id {column})");
    for statement in sql.split("; ") {
        connection.batch_execute(statement).expect(statement);
    }
}

fn store(connection: &mut impl SimpleConnection, column: &str, value: &str) {
    make(connection, column);
    let statement = format!("INSERT INTO cells VALUES (1, {value})");
    connection.batch_execute(&statement).expect(&statement);
}

/// The rows of a table that are about one database, and how many there are at the least.
fn rows_of(heading: &str, database: &str, at_least: usize) -> Vec<Vec<String>> {
    let rows: Vec<_> = table(heading).into_iter().filter(|row| row[0] == database).collect();
    assert!(rows.len() >= at_least, "{heading}, {database}: {} rows", rows.len());
    rows
}

fn cells(row: &[String]) -> [&str; 4] {
    [&row[1], &row[2], &row[3], row.get(4).map_or("", |cell| cell)]
}

#[test]
fn works_on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    // The table changes under the queries.
    database.set_prepared_statement_cache_size(CacheSize::Disabled);
    database.batch_execute(POSTGRES_TYPES).unwrap();
    for row in rows_of("Works", "PostgreSQL", 16) {
        let [column, wrapper, sql_type, _] = cells(&row);
        println!("{row:?}");
        make(&mut *database, column);
        let found = match (wrapper, sql_type) {
            ("Huid", "BigInt") => pg_huid::write_and_read(&mut database),
            ("Scru128Bytes", "Binary") => pg_bytes::write_and_read(&mut database),
            ("Scru128Text", "Text") => pg_text::write_and_read(&mut database),
            ("Scru128Text", "Citext") => pg_citext::write_and_read(&mut database),
            ("Scru128Uuid", "Uuid") => pg_uuid::write_and_read(&mut database),
            _ => panic!("{row:?}"),
        };
        assert_eq!(found, expected(wrapper), "{row:?}");
    }
}

#[test]
fn works_on_mysql() {
    let Some(mut database) = servers::mysql() else { return };
    // The table changes under the queries.
    database.set_prepared_statement_cache_size(CacheSize::Disabled);
    for row in rows_of("Works", "MariaDB", 9) {
        let [column, wrapper, sql_type, _] = cells(&row);
        println!("{row:?}");
        make(&mut *database, column);
        let found = match (wrapper, sql_type) {
            ("Huid", "BigInt") => my_huid::write_and_read(&mut database),
            ("Huid", "Unsigned<BigInt>") => my_unsigned::write_and_read(&mut database),
            ("Scru128Bytes", "Binary") => my_bytes::write_and_read(&mut database),
            ("Scru128Text", "Text") => my_text::write_and_read(&mut database),
            _ => panic!("{row:?}"),
        };
        assert_eq!(found, expected(wrapper), "{row:?}");
    }
}

#[test]
fn works_on_sqlite() {
    let Some(mut database) = servers::sqlite() else { return };
    for row in rows_of("Works", "SQLite", 9) {
        let [column, wrapper, sql_type, _] = cells(&row);
        println!("{row:?}");
        make(&mut *database, column);
        let found = match (wrapper, sql_type) {
            ("Huid", "BigInt") => lite_huid::write_and_read(&mut database),
            ("Scru128Bytes", "Binary") => lite_bytes::write_and_read(&mut database),
            ("Scru128Text", "Text") => lite_text::write_and_read(&mut database),
            _ => panic!("{row:?}"),
        };
        assert_eq!(found, expected(wrapper), "{row:?}");
    }
}

/// What reading gives: the id as text, or the message.
fn outcome(found: Result<String, Error>) -> String {
    match found {
        Ok(id) => id,
        Err(error) => message(&error),
    }
}

fn read_postgres(connection: &mut PgConnection, wrapper: &str) -> String {
    outcome(match wrapper {
        "Huid" => pg_huid::read(connection, 1).map(|id| id.to_string()),
        "Scru128Bytes" => pg_bytes::read(connection, 1).map(|id| id.to_string()),
        "Scru128Text" => pg_text::read(connection, 1).map(|id| id.to_string()),
        "Scru128Uuid" => pg_uuid::read(connection, 1).map(|id| id.to_string()),
        _ => panic!("{wrapper}"),
    })
}

fn read_mysql(connection: &mut MysqlConnection, wrapper: &str) -> String {
    outcome(match wrapper {
        "Huid" => my_huid::read(connection, 1).map(|id| id.to_string()),
        "Huid (Unsigned)" => my_unsigned::read(connection, 1).map(|id| id.to_string()),
        "Scru128Bytes" => my_bytes::read(connection, 1).map(|id| id.to_string()),
        "Scru128Text" => my_text::read(connection, 1).map(|id| id.to_string()),
        _ => panic!("{wrapper}"),
    })
}

fn read_sqlite(connection: &mut SqliteConnection, wrapper: &str) -> String {
    outcome(match wrapper {
        "Huid" => lite_huid::read(connection, 1).map(|id| id.to_string()),
        "Scru128Bytes" => lite_bytes::read(connection, 1).map(|id| id.to_string()),
        "Scru128Text" => lite_text::read(connection, 1).map(|id| id.to_string()),
        _ => panic!("{wrapper}"),
    })
}

/// The rows of a table whose last cell is not what reading gives, and that.
fn differing(rows: Vec<Vec<String>>, mut read: impl FnMut(&str, &str, &str) -> String) {
    let mut differing = Vec::new();
    for row in rows {
        let [column, value, wrapper, message] = cells(&row);
        let found = read(column, value, wrapper);
        if found != message {
            differing
                .push(format!("| {} | `{column}` | `{value}` | `{wrapper}` | {found} |", row[0]));
        }
    }
    assert!(differing.is_empty(), "the document says otherwise:\n{}", differing.join("\n"));
}

#[test]
fn refused_on_postgres() {
    let Some(mut database) = servers::postgres() else { return };
    // The table changes under the queries.
    database.set_prepared_statement_cache_size(CacheSize::Disabled);
    database.batch_execute(POSTGRES_TYPES).unwrap();
    for heading in ["Refused", "Cannot be told"] {
        differing(rows_of(heading, "PostgreSQL", 1), |column, value, wrapper| {
            store(&mut *database, column, value);
            if heading == "Cannot be told" {
                check(&mut *database, wrapper, "cells", "id").unwrap_err();
            }
            read_postgres(&mut database, wrapper)
        });
    }
}

#[test]
fn refused_on_mysql() {
    let Some(mut database) = servers::mysql() else { return };
    // The table changes under the queries.
    database.set_prepared_statement_cache_size(CacheSize::Disabled);
    for heading in ["Refused", "Cannot be told"] {
        differing(rows_of(heading, "MariaDB", 1), |column, value, wrapper| {
            store(&mut *database, column, value);
            if heading == "Cannot be told" {
                check(&mut *database, wrapper, "cells", "id").unwrap_err();
            }
            read_mysql(&mut database, wrapper)
        });
    }
}

#[test]
fn refused_on_sqlite() {
    let Some(mut database) = servers::sqlite() else { return };
    differing(rows_of("Refused", "SQLite", 10), |column, value, wrapper| {
        store(&mut *database, column, value);
        read_sqlite(&mut database, wrapper)
    });
}
