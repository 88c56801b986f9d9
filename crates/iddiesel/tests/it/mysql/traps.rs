//! Unsigned keys, padded texts, and MariaDB's UUID.

use diesel::connection::SimpleConnection;
use diesel::dsl::{max, min};
use diesel::prelude::*;
use diesel::result::{DeserializeFieldError, Error};
use iddiesel::{Huid, Scru128Bytes, Scru128Text, check_column};

use crate::servers;
use crate::vectors::huids;

diesel::table! {
    counters (id) {
        id -> Unsigned<Bigint>,
        before -> Nullable<Unsigned<Bigint>>,
    }
}

diesel::table! {
    tickets (id) {
        id -> Char,
    }
}

diesel::table! {
    swapped (id) {
        id -> Binary,
    }
}

#[derive(Queryable, Selectable, Insertable, Identifiable, AsChangeset, Debug, PartialEq, Eq)]
#[diesel(table_name = counters, check_for_backend(diesel::mysql::Mysql))]
struct Counter {
    id: Huid,
    before: Option<Huid>,
}

#[test]
fn unsigned_keys() {
    let Some(mut database) = servers::mysql() else { return };
    database
        .batch_execute(
            "CREATE TABLE counters (id BIGINT UNSIGNED PRIMARY KEY, `before` BIGINT UNSIGNED)",
        )
        .unwrap();
    let mut ids: Vec<Huid> = huids();
    ids.sort_unstable();
    let rows: Vec<_> = ids
        .iter()
        .zip([None].into_iter().chain(ids.iter().map(|id| Some(*id))))
        .map(|(id, before)| Counter { id: *id, before })
        .collect();
    diesel::insert_into(counters::table).values(&rows).execute(&mut *database).unwrap();
    assert_eq!(counters::table.order(counters::id).load(&mut *database), Ok(rows));
    let ends = counters::table.select((min(counters::id), max(counters::before)));
    let ends = ends.first::<(Option<Huid>, Option<Huid>)>(&mut *database);
    assert_eq!(ends, Ok((Some(ids[0]), Some(ids[ids.len() - 2]))));
}

/// The message of an error of a field.
fn message(error: &Error) -> String {
    let Error::DeserializationError(error) = error else { panic!("{error:?}") };
    error.downcast_ref::<DeserializeFieldError>().expect("of a field").error.to_string()
}

#[test]
fn spaces_of_a_wider_char_are_an_error_where_the_server_keeps_them() {
    let Some(mut database) = servers::mysql() else { return };
    database.batch_execute("CREATE TABLE tickets (id CHAR(30) PRIMARY KEY)").unwrap();
    let id: Scru128Text = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
    diesel::insert_into(tickets::table).values(tickets::id.eq(id)).execute(&mut *database).unwrap();
    let read = tickets::table.select(tickets::id);
    assert_eq!(read.first(&mut *database), Ok(id));
    database.batch_execute("SET sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'").unwrap();
    let error = read.first::<Scru128Text>(&mut *database).unwrap_err();
    assert!(message(&error).contains("found 30 characters"), "{}", message(&error));
    // However it is set, the declaration says it.
    let error = check_column::<Scru128Text>(&mut *database, "tickets", "id").unwrap_err();
    assert!(error.to_string().contains("filled up with spaces"), "{error}");
}

#[test]
fn sixteen_characters_are_taken_for_bytes_and_the_declaration_tells() {
    let Some(mut database) = servers::mysql() else { return };
    for column in ["TEXT", "CHAR(16)", "VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin"] {
        database.batch_execute("DROP TABLE IF EXISTS swapped").unwrap();
        database.batch_execute(&format!("CREATE TABLE swapped (id {column})")).unwrap();
        database.batch_execute("INSERT INTO swapped VALUES ('0123456789abcdef')").unwrap();
        let read = swapped::table.select(swapped::id).first::<Scru128Bytes>(&mut *database);
        // The digits are those of the 16 bytes of the text, by a conversion in Python.
        assert_eq!(read, Ok("1G64P36D1L6ORJGEB1C9HM8PB6".parse().unwrap()), "{column}");
        let error = check_column::<Scru128Bytes>(&mut *database, "swapped", "id").unwrap_err();
        let message = error.to_string();
        assert!(message.contains("Scru128Bytes expects BINARY(16), found "), "{message}");
        assert!(message.contains("Scru128Text would fit it, declared CHAR(26)"), "{message}");
    }
}

#[test]
fn a_uuid_column_takes_bytes_and_does_not_give_them_back() {
    let Some(mut database) = servers::mysql() else { return };
    if database.batch_execute("CREATE TABLE swapped (id UUID)").is_err() {
        println!("skipped: this server has no UUID type");
        return;
    }
    let id: Scru128Bytes = "00QBTG0FERFTCCNFISUBO489DI".parse().unwrap();
    diesel::insert_into(swapped::table).values(swapped::id.eq(id)).execute(&mut *database).unwrap();
    let error = swapped::table.select(swapped::id).first::<Scru128Bytes>(&mut *database);
    let message = message(&error.unwrap_err());
    assert!(message.contains("MariaDB's UUID type"), "{message}");
    // The declaration says it before anything is written.
    let error = check_column::<Scru128Bytes>(&mut *database, "swapped", "id").unwrap_err();
    assert!(error.to_string().contains("declare it BINARY(16) and use Scru128Bytes"), "{error}");
}
