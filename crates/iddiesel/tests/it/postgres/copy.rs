//! `COPY`: ids go in; on the way out only what needs no column type comes as an id.

use std::panic::{AssertUnwindSafe, catch_unwind};

use diesel::prelude::*;
use iddiesel::Huid;

use super::schema::customers;
use crate::vectors::huids;

#[derive(Insertable, Queryable, Selectable, Debug, PartialEq, Eq)]
#[diesel(table_name = customers, check_for_backend(diesel::pg::Pg))]
#[diesel(treat_none_as_default_value = false)]
struct Customer {
    id: Huid,
    name: String,
}

#[derive(Queryable, Selectable, Debug, PartialEq, Eq)]
#[diesel(table_name = customers, check_for_backend(diesel::pg::Pg))]
struct Plain {
    id: i64,
    name: String,
}

#[test]
fn copy_in_and_out() {
    let Some(mut database) = super::open() else { return };
    let people: Vec<_> =
        huids().into_iter().map(|id| Customer { id, name: "Ada".to_owned() }).collect();
    let copied =
        diesel::copy_from(customers::table).from_insertable(&people).execute(&mut *database);
    assert_eq!(copied, Ok(people.len()));
    assert_eq!(customers::table.count().get_result(&mut *database), Ok(people.len() as i64));

    // What the documentation says to do: read the number, then convert.
    let out: Vec<Customer> = diesel::copy_to(customers::table)
        .load::<Plain, _>(&mut *database)
        .unwrap()
        .map(|plain| {
            let plain = plain.unwrap();
            let id = idcore::Huid::try_from(plain.id).unwrap().into();
            Customer { id, name: plain.name }
        })
        .collect();
    assert_eq!(out, people);

    // And why: diesel does not know the types of columns here, and panics when asked.
    let panic = catch_unwind(AssertUnwindSafe(|| {
        let mut rows =
            diesel::copy_to(customers::table).load::<Customer, _>(&mut *database).unwrap();
        rows.next().map(|row| row.unwrap())
    }));
    assert!(panic.is_err(), "diesel knows the types now: the documentation can be shorter");
}
