//! The same wrappers through `diesel-async`, on `tokio-postgres`.

use std::num::NonZeroU32;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use iddiesel::{Huid, Retry, Scru128Uuid, is_duplicate_of};

use super::schema::{customers, orders};
use crate::vectors::{huids, scru128s};

#[test]
fn without_blocking() {
    let Some(database) = super::open() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
    runtime.block_on(sendable(shop(&database.url)));
}

/// Servers move such a future from thread to thread.
fn sendable<F: Future + Send>(future: F) -> F {
    future
}

async fn shop(url: &str) {
    let connection = &mut AsyncPgConnection::establish(url).await.unwrap();
    let mut people: Vec<Huid> = huids();
    let rows: Vec<_> =
        people.iter().map(|id| (customers::id.eq(*id), customers::name.eq("Ada"))).collect();
    diesel::insert_into(customers::table).values(rows).execute(connection).await.unwrap();
    let rows: Vec<_> = scru128s::<Scru128Uuid>()
        .into_iter()
        .map(|id| (orders::id.eq(id), orders::customer_id.eq(people[0])))
        .collect();
    diesel::insert_into(orders::table).values(rows).execute(connection).await.unwrap();

    people.sort_unstable();
    let read = customers::table.order(customers::id).select(customers::id);
    assert_eq!(read.load::<Huid>(connection).await, Ok(people.clone()));
    let listed = customers::table.filter(customers::id.eq_any(&people[1..3])).count();
    assert_eq!(listed.get_result::<i64>(connection).await, Ok(2));
    let joined = customers::table.inner_join(orders::table).order(orders::id.desc()).select((
        customers::id,
        orders::id,
        orders::replaces,
    ));
    let newest = joined.first::<(Huid, Scru128Uuid, Option<Scru128Uuid>)>(connection).await;
    assert_eq!(newest, Ok((people[0], idcore::Scru128::MAX.into(), None)));

    // The first two draws are taken.
    let fresh = Huid::from(idcore::Huid::from_u64(2).unwrap());
    let mut draws = [people[0], people[1], fresh].into_iter();
    let mut retry = Retry::new("customers_pkey", NonZeroU32::new(3).unwrap());
    let id = loop {
        let id = draws.next().unwrap();
        let row = (customers::id.eq(id), customers::name.eq("Grace"));
        match diesel::insert_into(customers::table).values(row).execute(connection).await {
            Ok(_) => break id,
            Err(error) => retry.after(error).unwrap(),
        }
    };
    assert_eq!(id, fresh);
    let error = diesel::insert_into(customers::table)
        .values((customers::id.eq(fresh), customers::name.eq("Grace")))
        .execute(connection)
        .await
        .unwrap_err();
    assert!(is_duplicate_of(&error, "customers_pkey") && is_duplicate_of(&error, "customers.id"));
}
