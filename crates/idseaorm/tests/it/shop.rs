//! What users do with an entity, on each database.

use idseaorm::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};
use sea_orm::entity::prelude::*;
use sea_orm::{DatabaseConnection, IntoActiveModel, QueryOrder, QuerySelect, Schema};

use crate::database::{create_shop, on_each, on_postgres};
use crate::entities::{
    HUIDS, SCRU128, customer, everything, huid, on_postgres as pg, order, scru128,
};

#[test]
fn keys_relations_windows_and_aggregates() {
    on_each(&async |db: &DatabaseConnection| {
        create_shop(db).await;
        for (at, id) in HUIDS.into_iter().enumerate().rev() {
            let ada = customer::Model { id: huid(id), email: format!("{id}@example.org") };
            let inserted = ada.clone().into_active_model().insert(db).await.unwrap();
            assert_eq!(inserted, ada);
            let order = order::Model { id: scru128(at), customer: ada.id };
            assert_eq!(order.clone().into_active_model().insert(db).await.unwrap(), order);
        }
        let found = customer::Entity::find_by_id(huid(258037077)).one(db).await.unwrap().unwrap();
        assert_eq!(found.email, "258037077@example.org");
        let orders = found.find_related(order::Entity).all(db).await.unwrap();
        assert_eq!(orders[0].id.to_string(), "00QBTG0FERFTCCNFISUBO489DI");

        // The database's order is the ids' order.
        let orders = order::Entity::find()
            .find_also_related(customer::Entity)
            .order_by_asc(order::Column::Id)
            .all(db)
            .await
            .unwrap();
        for (at, (order, customer)) in orders.into_iter().enumerate() {
            assert_eq!(order.id, scru128(at));
            assert_eq!(customer.unwrap().id, huid(HUIDS[at]));
        }

        // The millisecond of the specification's examples.
        let first = Huid::from(idcore::Huid::first_at(1767225600123).unwrap());
        let last = Huid::from(idcore::Huid::last_at(1767225600123).unwrap());
        let window = customer::Entity::find().filter(customer::Column::Id.between(first, last));
        let found: Vec<Huid> =
            window.all(db).await.unwrap().into_iter().map(|customer| customer.id).collect();
        assert_eq!(found, [huid(258037077)]);
        let at = 1577836800000 + 56634639325;
        let first = Scru128Text::from(idcore::Scru128::first_at(at).unwrap());
        let last = Scru128Text::from(idcore::Scru128::last_at(at).unwrap());
        let window = order::Entity::find().filter(order::Column::Id.between(first, last));
        assert_eq!(window.all(db).await.unwrap().len(), 2);

        let wanted = [huid(0), huid(9223372036854775807), huid(5)];
        let any = customer::Entity::find().filter(customer::Column::Id.is_in(wanted));
        assert_eq!(any.all(db).await.unwrap().len(), 2);
        let ends: (Huid, Option<Huid>) = customer::Entity::find()
            .select_only()
            .column_as(customer::Column::Id.min(), "low")
            .column_as(customer::Column::Id.max(), "high")
            .into_tuple()
            .one(db)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(ends, (huid(0), Some(huid(9223372036854775807))));

        let mut order = order::Entity::find_by_id(scru128::<Scru128Text>(2))
            .one(db)
            .await
            .unwrap()
            .unwrap()
            .into_active_model();
        order.customer = sea_orm::ActiveValue::Set(huid(1));
        assert_eq!(order.update(db).await.unwrap().customer, huid(1));
        let deleted =
            order::Entity::delete_by_id(scru128::<Scru128Text>(2)).exec(db).await.unwrap();
        assert_eq!(deleted.rows_affected, 1);
    });
}

#[test]
fn every_wrapper_in_a_table_that_seaorm_makes() {
    on_each(&async |db: &DatabaseConnection| {
        let schema = Schema::new(db.get_database_backend());
        db.execute(&schema.create_table_from_entity(everything::Entity)).await.unwrap();
        for (at, id) in HUIDS.into_iter().enumerate() {
            // Every other row has NULLs.
            let some = at % 2 == 0;
            let row = everything::Model {
                bytes: scru128(at),
                huid: huid(id),
                text: scru128(at),
                parent: some.then_some(huid(id)),
                parent_bytes: some.then_some(scru128(at)),
                parent_text: some.then_some(scru128(at)),
            };
            let inserted = row.clone().into_active_model().insert(db).await.unwrap();
            assert_eq!(inserted, row);
            let found = everything::Entity::find_by_id(scru128::<Scru128Bytes>(at));
            assert_eq!(found.one(db).await.unwrap(), Some(row));
        }
        // The values themselves, as the database sees them.
        let stored = everything::Entity::find()
            .filter(everything::Column::Huid.eq(258037077_i64))
            .filter(everything::Column::Text.eq("00QBTG0FERFTCCNFISUBO489DI"))
            .filter(everything::Column::Bytes.eq(SCRU128[2].to_be_bytes().to_vec()))
            .filter(everything::Column::Parent.is_not_null());
        assert_eq!(stored.count(db).await.unwrap(), 1);
    });
}

#[test]
fn uuids_and_arrays() {
    on_postgres(&async |db: &DatabaseConnection| {
        let create = "CREATE TABLE on_postgres (id UUID PRIMARY KEY, parent UUID, huids BIGINT[], \
                      bytes BYTEA[], texts TEXT[], uuids UUID[])";
        db.execute_unprepared(create).await.unwrap();
        for at in 0..SCRU128.len() {
            let some = at % 2 == 0;
            let row = pg::Model {
                id: scru128(at),
                parent: some.then_some(scru128(at)),
                huids: HUIDS[..at].iter().map(|id| huid(*id)).collect(),
                bytes: (0..at).map(scru128).collect(),
                texts: (0..at).map(scru128).collect(),
                uuids: some.then(|| (0..at).map(scru128).collect()),
            };
            assert_eq!(row.clone().into_active_model().insert(db).await.unwrap(), row);
            let found = pg::Entity::find_by_id(scru128::<Scru128Uuid>(at));
            assert_eq!(found.one(db).await.unwrap(), Some(row));
        }
        let text = "id::text = '00d2fb00-3ddb-7f58-cbbe-5cf2f04425b2'";
        let found = pg::Entity::find().filter(Expr::cust(text)).one(db).await.unwrap().unwrap();
        assert_eq!(found.id, scru128(2));
    });
}
