//! The shop of the DDL scripts, with `table!` as `diesel print-schema` writes it: everything that
//! a built-in column type does. Compiled once per database, with what that has of its own.

use std::num::NonZeroU32;

use diesel::Connection as _;
use diesel::dsl::{max, min};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use iddiesel::{Huid, Optional, Scru128Text, duplicate_key, is_duplicate_of, retry_on_duplicate};
use idgen::{HuidGenerator, Randomness, RandomnessError};

use super::schema::{customers, invoices, orders};
use super::{
    CUSTOMERS_BY_KEY, CUSTOMERS_KEYS, Connection, EXPLAIN, INVOICES_BY_KEY, ORDERS_BY_KEY, OrderId,
    PlanRow, PlanSql, analyze, open, plan_text,
};

type Backend = <Connection as diesel::Connection>::Backend;

/// 2026-11-15T23:17:12.814Z.
const NOW: i64 = 1794784632814;

#[derive(
    Queryable, Selectable, Insertable, Identifiable, AsChangeset, Clone, Debug, PartialEq, Eq,
)]
#[diesel(table_name = customers, check_for_backend(Backend))]
struct Customer {
    id: Huid,
    name: String,
}

#[derive(
    Queryable,
    Selectable,
    Insertable,
    Identifiable,
    AsChangeset,
    Associations,
    Clone,
    Debug,
    PartialEq,
    Eq,
)]
#[diesel(table_name = orders, check_for_backend(Backend))]
#[diesel(belongs_to(Customer), belongs_to(CoreCustomer, foreign_key = customer_id))]
struct Order {
    id: OrderId,
    customer_id: Huid,
    replaces: Option<OrderId>,
}

#[derive(Queryable, Selectable, Insertable, Identifiable, Associations, Debug, PartialEq, Eq)]
#[diesel(table_name = invoices, belongs_to(Order), check_for_backend(Backend))]
struct Invoice {
    id: Scru128Text,
    order_id: OrderId,
}

/// The same tables with the core's ids as fields.
#[derive(Queryable, Selectable, Insertable, Identifiable, Debug, PartialEq, Eq)]
#[diesel(table_name = customers, check_for_backend(Backend))]
struct CoreCustomer {
    #[diesel(serialize_as = Huid, deserialize_as = Huid)]
    id: idcore::Huid,
    name: String,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset, Clone, Debug, PartialEq, Eq)]
#[diesel(table_name = orders, treat_none_as_null = true, check_for_backend(Backend))]
struct CoreOrder {
    #[diesel(serialize_as = OrderId, deserialize_as = OrderId)]
    id: idcore::Scru128,
    #[diesel(serialize_as = Huid, deserialize_as = Huid)]
    customer_id: idcore::Huid,
    #[diesel(serialize_as = Optional<OrderId>, deserialize_as = Optional<OrderId>)]
    replaces: Option<idcore::Scru128>,
}

/// What is to change in an order, where `None` is nothing.
#[derive(AsChangeset)]
#[diesel(table_name = orders)]
struct Change {
    #[diesel(serialize_as = Huid)]
    customer_id: Option<idcore::Huid>,
    #[diesel(serialize_as = Optional<OrderId>)]
    replaces: Option<idcore::Scru128>,
}

#[derive(QueryableByName, Debug, PartialEq, Eq)]
struct Newest {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    id: Huid,
}

fn huid(unix_ms: i64, random: u32) -> Huid {
    idcore::Huid::from_unix_ms(unix_ms, random).unwrap().into()
}

fn scru128<W: From<idcore::Scru128>>(unix_ms: i64, counter: u32) -> W {
    let timestamp = (unix_ms - idcore::Scru128::EPOCH_UNIX_MS) as u64;
    idcore::Scru128::from_fields(timestamp, counter, 0xABCDEF, 0x89ABCDEF).unwrap().into()
}

fn customer(unix_ms: i64, name: &str) -> Customer {
    Customer { id: huid(unix_ms, 87381), name: name.to_owned() }
}

/// Two customers, three orders of theirs, and an invoice.
fn stock(connection: &mut Connection) -> (Vec<Customer>, Vec<Order>) {
    let people = vec![customer(NOW, "Ada"), customer(NOW + 1, "Barbara")];
    let first = scru128(NOW + 2, 0);
    let bought = vec![
        Order { id: first, customer_id: people[0].id, replaces: None },
        Order { id: scru128(NOW + 2, 1), customer_id: people[1].id, replaces: None },
        Order { id: scru128(NOW + 3, 0), customer_id: people[0].id, replaces: Some(first) },
    ];
    diesel::insert_into(customers::table).values(&people).execute(connection).unwrap();
    // One at a time: SQLite checks a foreign key to the same table with each row.
    for order in &bought {
        diesel::insert_into(orders::table).values(order).execute(connection).unwrap();
    }
    (people, bought)
}

#[test]
fn wrappers_as_fields() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    let (people, bought) = stock(connection);

    // By primary key, and through each of the derived traits.
    assert_eq!(customers::table.find(people[1].id).first(connection), Ok(people[1].clone()));
    let all = orders::table.order(orders::id).select(Order::as_select()).load(connection);
    assert_eq!(all, Ok(bought.clone()));
    let renamed = Customer { name: "Grace".to_owned(), ..people[0] };
    diesel::update(&renamed).set(&renamed).execute(connection).unwrap();
    let changed = Order { replaces: Some(bought[0].id), ..bought[1].clone() };
    diesel::update(&changed).set(&changed).execute(connection).unwrap();
    let replacing = orders::table.filter(orders::replaces.eq(bought[0].id)).count();
    assert_eq!(replacing.get_result::<i64>(connection), Ok(2));

    // Joins and foreign keys.
    let pairs = customers::table
        .inner_join(orders::table)
        .order(orders::id)
        .select((Customer::as_select(), Order::as_select()))
        .load::<(Customer, Order)>(connection)
        .unwrap();
    assert_eq!(pairs[0], (renamed.clone(), bought[0].clone()));
    assert_eq!(pairs[1], (people[1].clone(), changed));
    let left = customers::table
        .left_join(orders::table)
        .filter(orders::id.nullable().eq(bought[2].id))
        .select((customers::id, orders::id.nullable()))
        .first::<(Huid, Option<OrderId>)>(connection);
    assert_eq!(left, Ok((people[0].id, Some(bought[2].id))));

    // Associations.
    let of_ada = Order::belonging_to(&renamed).order(orders::id).load::<Order>(connection).unwrap();
    assert_eq!(of_ada, [bought[0].clone(), bought[2].clone()]);
    let of_all = Order::belonging_to(&people).order(orders::id).load::<Order>(connection).unwrap();
    let sizes: Vec<_> = of_all.grouped_by(&people).iter().map(Vec::len).collect();
    assert_eq!(sizes, [2, 1]);
    let invoice = Invoice { id: scru128(NOW + 9, 0), order_id: bought[2].id };
    diesel::insert_into(invoices::table).values(&invoice).execute(connection).unwrap();
    assert_eq!(Invoice::belonging_to(&bought[2]).load(connection), Ok(vec![invoice]));

    // `sql_query`, bound and read.
    let newest = diesel::sql_query("SELECT MAX(id) AS id FROM customers").get_result(connection);
    assert_eq!(newest, Ok(Newest { id: people[1].id }));

    // A missing customer is refused by the database, not by luck.
    let nobody = Order { id: scru128(NOW + 4, 0), customer_id: huid(NOW, 1), replaces: None };
    let error = diesel::insert_into(orders::table).values(&nobody).execute(connection).unwrap_err();
    assert!(
        matches!(error, Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _)),
        "{error:?}"
    );
}

#[test]
fn ids_of_the_core_as_fields() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    let ada = CoreCustomer { id: *huid(NOW, 0), name: "Ada".to_owned() };
    let id = ada.id;
    diesel::insert_into(customers::table).values(ada).execute(connection).unwrap();
    let read = customers::table.find(Huid::from(id)).first::<CoreCustomer>(connection).unwrap();
    assert_eq!(read, CoreCustomer { id, name: "Ada".to_owned() });

    let first = CoreOrder { id: scru128(NOW, 0), customer_id: id, replaces: None };
    let second = CoreOrder { id: scru128(NOW, 1), customer_id: id, replaces: Some(first.id) };
    for order in [&first, &second] {
        diesel::insert_into(orders::table).values(order.clone()).execute(connection).unwrap();
    }
    let select = orders::table.order(orders::id).select(CoreOrder::as_select());
    assert_eq!(select.load(connection), Ok(vec![first.clone(), second.clone()]));
    let row = orders::table.find(OrderId::from(second.id));
    let change = Change { customer_id: Some(id), replaces: None };
    diesel::update(row).set(change).execute(connection).unwrap();
    assert_eq!(select.load(connection), Ok(vec![first.clone(), second.clone()]));
    let change = Change { customer_id: None, replaces: Some(second.id) };
    diesel::update(row).set(change).execute(connection).unwrap();
    let replaces = row.select(orders::replaces).first(connection);
    assert_eq!(replaces, Ok(Some(OrderId::from(second.id))));
    let alone = CoreOrder { replaces: None, ..second.clone() };
    diesel::update(row).set(alone.clone()).execute(connection).unwrap();
    assert_eq!(select.load(connection), Ok(vec![first, alone]));
}

#[test]
fn the_checks_of_the_tables() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    stock(connection);
    for (statement, is_taken) in [
        ("INSERT INTO customers VALUES (0, '')", true),
        ("INSERT INTO customers VALUES (-1, '')", false),
        ("INSERT INTO customers VALUES (NULL, '')", false),
        ("INSERT INTO invoices SELECT '03123E99999999999999999999', {order}", true),
        ("INSERT INTO invoices SELECT '7VVVVVVVVVVVVVVVVVVVVVVVVV', {order}", true),
        ("INSERT INTO invoices SELECT '7vvvvvvvvvvvvvvvvvvvvvvvvv', {order}", false),
        ("INSERT INTO invoices SELECT '80000000000000000000000000', {order}", false),
        ("INSERT INTO invoices SELECT '01ARZ3NDEKTSV4RRFFQ69G5FAV', {order}", false),
        ("INSERT INTO invoices SELECT '0000000000000000000000000', {order}", false),
        ("INSERT INTO invoices SELECT '', {order}", false),
    ] {
        // There is one such order.
        let statement = statement.replace("{order}", "id FROM orders WHERE replaces IS NOT NULL");
        let inserted = diesel::sql_query(&statement).execute(connection);
        assert_eq!(inserted.is_ok(), is_taken, "{statement}: {inserted:?}");
    }
}

/// A query, asked for its plan.
#[derive(QueryId)]
struct Explain<Q>(Q);

impl<Q: QueryFragment<Backend>> QueryFragment<Backend> for Explain<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        out.push_sql(EXPLAIN);
        self.0.walk_ast(out.reborrow())
    }
}

impl<Q> Query for Explain<Q> {
    type SqlType = PlanSql;
}

impl<Q> RunQueryDsl<Connection> for Explain<Q> {}

fn explain<Q: QueryFragment<Backend> + QueryId>(connection: &mut Connection, query: Q) -> String {
    let rows = Explain(query).load::<PlanRow>(connection).unwrap();
    rows.into_iter().map(plan_text).collect::<Vec<_>>().join("\n")
}

fn assert_plan(plan: &str, parts: &[&str]) {
    for part in parts {
        assert!(plan.contains(part), "{part} is not in the plan:\n{plan}");
    }
}

#[test]
fn ten_thousand_rows_and_a_time_window() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    // Four customers in each of 2,500 milliseconds, in an order that is not that of the ids.
    let mut people: Vec<_> = (0..10_000)
        .map(|at| at * 7919 % 10_000)
        .map(|at| Customer { id: huid(NOW + at / 4, at as u32), name: at.to_string() })
        .collect();
    let inserted = diesel::insert_into(customers::table).values(&people).execute(connection);
    assert_eq!(inserted, Ok(10_000));

    let ids: Vec<_> = people.iter().map(|person| person.id).collect();
    let listed = customers::table.filter(customers::id.eq_any(&ids)).count();
    assert_eq!(listed.get_result::<i64>(connection), Ok(10_000));
    people.sort_unstable_by_key(|person| person.id);
    assert_eq!(customers::table.order(customers::id).load(connection), Ok(people.clone()));

    // The milliseconds 100 to 149 have 200 customers.
    let from = Huid::from(idcore::Huid::first_at(NOW + 100).unwrap());
    let to = Huid::from(idcore::Huid::last_at(NOW + 149).unwrap());
    let window = customers::table.filter(customers::id.between(from, to));
    assert_eq!(window.order(customers::id).load(connection), Ok(people[400..600].to_vec()));
    analyze(connection);
    assert_plan(&explain(connection, window), CUSTOMERS_BY_KEY);

    let ends = customers::table.select((min(customers::id), max(customers::id)));
    let ends = ends.first::<(Option<Huid>, Option<Huid>)>(connection);
    assert_eq!(ends, Ok((Some(people[0].id), Some(people[9999].id))));
    let none = customers::table.filter(customers::name.eq("nobody")).select(max(customers::id));
    assert_eq!(none.first::<Option<Huid>>(connection), Ok(None));
}

#[test]
fn a_time_window_in_each_form_of_scru128() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    let ada = customer(NOW, "Ada");
    diesel::insert_into(customers::table).values(&ada).execute(connection).unwrap();
    let bought: Vec<_> = (0..1000)
        .map(|at| Order { id: scru128(NOW + at, 5), customer_id: ada.id, replaces: None })
        .collect();
    diesel::insert_into(orders::table).values(&bought).execute(connection).unwrap();
    let billed: Vec<_> = (0..1000)
        .map(|at| Invoice { id: scru128(NOW + at, 6), order_id: bought[at as usize].id })
        .collect();
    diesel::insert_into(invoices::table).values(&billed).execute(connection).unwrap();
    analyze(connection);

    let from = idcore::Scru128::first_at(NOW + 10).unwrap();
    let to = idcore::Scru128::last_at(NOW + 19).unwrap();
    let window = orders::table.filter(orders::id.between(OrderId::from(from), OrderId::from(to)));
    assert_eq!(window.order(orders::id).load(connection), Ok(bought[10..20].to_vec()));
    assert_plan(&explain(connection, window), ORDERS_BY_KEY);

    let from = Scru128Text::from(from);
    let window = invoices::table.filter(invoices::id.between(from, Scru128Text::from(to)));
    let found = window.order(invoices::id).load::<Invoice>(connection).unwrap();
    assert_eq!(found, billed[10..20]);
    assert_plan(&explain(connection, window), INVOICES_BY_KEY);

    // The newest: `max` where diesel has it, and the index from its end where not.
    let newest = invoices::table.select(max(invoices::id)).first(connection);
    assert_eq!(newest, Ok(Some(billed[999].id)));
    let newest = orders::table.select(orders::id).order(orders::id.desc()).first(connection);
    assert_eq!(newest, Ok(bought[999].id));
}

/// Gives the words that it was told to, and then none.
struct Scripted(std::vec::IntoIter<u32>);

impl Randomness for Scripted {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        Ok(self.0.next().expect("no more words were to be drawn"))
    }
}

/// A generator at one millisecond that draws these random parts, one after the other.
fn scripted(random: &[u32]) -> HuidGenerator<impl FnMut() -> i64, Scripted> {
    // The random part may be taken from either end of a word: the script fills both.
    let words: Vec<_> = random.iter().map(|random| random << 11 | random).collect();
    HuidGenerator::with_sources(|| NOW, Scripted(words.into_iter()))
}

fn attempts(attempts: u32) -> NonZeroU32 {
    NonZeroU32::new(attempts).unwrap()
}

fn insert(connection: &mut Connection, id: Huid) -> QueryResult<usize> {
    // A transaction inside a transaction is a savepoint: PostgreSQL needs it to go on.
    connection.transaction(|connection| {
        diesel::insert_into(customers::table)
            .values((customers::id.eq(id), customers::name.eq("")))
            .execute(connection)
    })
}

#[test]
fn a_colliding_generator() {
    let Some(mut database) = open() else { return };
    let connection = &mut *database;
    let mut draws = scripted(&[5, 5, 5, 6, 5, 5]);
    let first = Huid::from(draws.generate().unwrap());
    insert(connection, first).unwrap();

    // The error names the key, by each of its names and by no other.
    let error = insert(connection, first).unwrap_err();
    assert_eq!(duplicate_key(&error), Some(CUSTOMERS_KEYS[0]));
    for key in CUSTOMERS_KEYS {
        assert!(is_duplicate_of(&error, key), "{key}: {error:?}");
    }
    for key in ["customers", "id", "orders_pkey", "orders.id", "customers.name", ""] {
        assert!(!is_duplicate_of(&error, key), "{key}: {error:?}");
    }

    // Two more collisions, inside a transaction, and then another id.
    let key = CUSTOMERS_KEYS[0];
    let (tried, second) = connection
        .transaction(|connection| {
            let mut tried = 0;
            let id = retry_on_duplicate(key, attempts(3), || {
                tried += 1;
                let id = Huid::from(draws.generate().unwrap());
                insert(connection, id).map(|_| id)
            })?;
            QueryResult::Ok((tried, id))
        })
        .unwrap();
    assert_eq!(tried, 3);
    assert_ne!(second, first);
    let ids = customers::table.order(customers::id).select(customers::id).load(connection);
    assert_eq!(ids, Ok(vec![first, second]));

    // Bounded: after two attempts the duplicate itself comes back, and nothing was written.
    let error = retry_on_duplicate(key, attempts(2), || {
        insert(connection, draws.generate().unwrap().into())
    })
    .unwrap_err();
    assert!(is_duplicate_of(&error, key));
    assert_eq!(customers::table.count().get_result(connection), Ok(2));

    // What the database refuses for another reason is not tried again.
    let mut tried = 0;
    let error = retry_on_duplicate(key, attempts(6), || {
        tried += 1;
        diesel::sql_query("INSERT INTO customers VALUES (1, NULL)").execute(connection)
    })
    .unwrap_err();
    assert_eq!(tried, 1);
    assert!(!is_duplicate_of(&error, key));
}
