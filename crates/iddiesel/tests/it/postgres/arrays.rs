//! Arrays, `ANY`, `UNNEST` and records of ids.

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::{DeserializeFieldError, Error};
use diesel::sql_types::{Array, BigInt, Nullable, Record, Text, Uuid};
use iddiesel::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

use super::schema::customers;
use crate::servers;
use crate::vectors::{huids, scru128s};

diesel::table! {
    carts (at) {
        at -> Int4,
        huids -> Array<Int8>,
        gaps -> Array<Nullable<Int8>>,
        bytes -> Nullable<Array<Bytea>>,
        uuids -> Array<Nullable<Uuid>>,
        texts -> Array<Varchar>,
    }
}

const CARTS: &str = "CREATE TABLE carts (
    at INT PRIMARY KEY, huids BIGINT[] NOT NULL, gaps BIGINT[] NOT NULL, bytes BYTEA[],
    uuids UUID[] NOT NULL, texts VARCHAR(26)[] NOT NULL
)";

#[derive(Queryable, Selectable, Insertable, Debug, PartialEq, Eq)]
#[diesel(table_name = carts, check_for_backend(diesel::pg::Pg))]
struct Cart {
    at: i32,
    huids: Vec<Huid>,
    gaps: Vec<Option<Huid>>,
    bytes: Option<Vec<Scru128Bytes>>,
    uuids: Vec<Option<Scru128Uuid>>,
    texts: Vec<Scru128Text>,
}

#[derive(QueryableByName, Debug, PartialEq, Eq)]
struct Row {
    #[diesel(sql_type = Nullable<BigInt>)]
    id: Option<Huid>,
}

fn with_gap<W: Clone>(ids: &[W]) -> Vec<Option<W>> {
    let mut gaps: Vec<_> = ids.iter().cloned().map(Some).collect();
    gaps.insert(1, None);
    gaps
}

/// The message of an error of a field.
fn message(error: &Error) -> String {
    let Error::DeserializationError(error) = error else { panic!("{error:?}") };
    error.downcast_ref::<DeserializeFieldError>().expect("of a field").error.to_string()
}

#[test]
fn columns_that_are_arrays() {
    let Some(mut database) = servers::postgres() else { return };
    database.batch_execute(CARTS).unwrap();
    let full = Cart {
        at: 1,
        huids: huids(),
        gaps: with_gap(&huids()),
        bytes: Some(scru128s()),
        uuids: with_gap(&scru128s()),
        texts: scru128s(),
    };
    let empty =
        Cart { at: 2, huids: vec![], gaps: vec![], bytes: None, uuids: vec![], texts: vec![] };
    let carts = vec![full, empty];
    diesel::insert_into(carts::table).values(&carts).execute(&mut *database).unwrap();
    let read = carts::table.order(carts::at).select(Cart::as_select()).load(&mut *database);
    assert_eq!(read, Ok(carts));
    let holding = carts::table.filter(carts::huids.contains(huids::<Huid>())).select(carts::at);
    assert_eq!(holding.load(&mut *database), Ok(vec![1]));

    // A NULL in an array of ids that are not optional is an error.
    let gaps = carts::table.filter(carts::at.eq(1)).select(sql::<Array<BigInt>>("gaps"));
    let error = gaps.first::<Vec<Huid>>(&mut *database).unwrap_err();
    let Error::DeserializationError(error) = error else { panic!("{error:?}") };
    assert!(format!("{error:?}").contains("UnexpectedNullError"), "{error:?}");
}

#[test]
fn any_and_unnest() {
    let Some(mut database) = super::open() else { return };
    let ids: Vec<Huid> = huids();
    let rows: Vec<_> =
        ids.iter().map(|id| (customers::id.eq(id), customers::name.eq("Ada"))).collect();
    diesel::insert_into(customers::table).values(&rows).execute(&mut *database).unwrap();

    let listed = customers::table.filter(customers::id.eq_any(&ids[1..3])).count();
    let text = diesel::debug_query::<diesel::pg::Pg, _>(&listed).to_string();
    assert!(text.contains("= ANY("), "{text}");
    assert_eq!(listed.get_result(&mut *database), Ok(2_i64));
    let empty = customers::table.filter(customers::id.eq_any(Vec::<Huid>::new())).count();
    assert_eq!(empty.get_result(&mut *database), Ok(0_i64));

    let any = diesel::sql_query("SELECT id FROM customers WHERE id = ANY($1) ORDER BY id")
        .bind::<Array<BigInt>, _>(&ids[..2])
        .load::<Row>(&mut *database);
    assert_eq!(any, Ok(vec![Row { id: Some(ids[0]) }, Row { id: Some(ids[1]) }]));
    let gaps = with_gap(&ids);
    let unnested =
        diesel::sql_query("SELECT id FROM UNNEST($1) WITH ORDINALITY AS t(id, at) ORDER BY at")
            .bind::<Array<Nullable<BigInt>>, _>(&gaps)
            .load::<Row>(&mut *database)
            .unwrap();
    assert_eq!(unnested.into_iter().map(|row| row.id).collect::<Vec<_>>(), gaps);
}

#[test]
fn values_inside_other_types() {
    let Some(mut database) = servers::postgres() else { return };
    database
        .batch_execute("CREATE DOMAIN order_number AS BIGINT; CREATE DOMAIN order_id AS UUID")
        .unwrap();
    let connection = &mut *database;
    let seven = idcore::Huid::from_u64(7).unwrap().into();

    let record =
        sql::<Record<(BigInt, Uuid)>>("(7::bigint, '80000000-0000-0000-0000-000000000000'::uuid)");
    let record = diesel::select(record).first::<(Huid, Scru128Uuid)>(connection);
    assert_eq!(record, Ok((seven, idcore::Scru128::from_u128(1 << 127).into())));

    // The elements of an array keep a domain as their type; they are judged by their width.
    let domains = diesel::select(sql::<Array<BigInt>>("ARRAY[7]::order_number[]"));
    assert_eq!(domains.first::<Vec<Huid>>(connection), Ok(vec![seven]));
    let domains = diesel::select(sql::<Array<BigInt>>(
        "ARRAY['80000000-0000-0000-0000-000000000000']::order_id[]",
    ));
    assert_eq!(
        message(&domains.first::<Vec<Huid>>(connection).unwrap_err()),
        "Huid reads BIGINT or a domain over it, found a user-defined type with a value of 16 bytes \
         instead of 8"
    );

    // An array of another type is named as its elements are.
    let floats = diesel::select(sql::<Array<BigInt>>("ARRAY[7.0::float8]"));
    assert_eq!(
        message(&floats.first::<Vec<Huid>>(connection).unwrap_err()),
        "Huid reads BIGINT, found DOUBLE PRECISION; an integer of 63 bits belongs in a BIGINT column"
    );
    let texts = diesel::select(sql::<Array<Text>>("ARRAY['00QBTG0FERFTCCNFISUBO489DI']"));
    assert_eq!(
        texts.first::<Vec<Scru128Text>>(connection),
        Ok(vec!["00QBTG0FERFTCCNFISUBO489DI".parse().unwrap()])
    );
}
