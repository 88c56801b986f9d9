//! The example, as it is run by a user, and what it leaves behind.

// The program's own `main` is not called here.
#[allow(dead_code)]
#[path = "../../examples/shop.rs"]
mod example;

use example::{add_customer, customer_of, run};

use crate::support;

#[tokio::test]
async fn the_example_does_what_it_shows() {
    let db = support::sqlite().await;
    let orders = run(&db.pool).await.unwrap();
    assert_eq!(orders.len(), 3);
    assert!(orders.is_sorted_by_key(|order| order.id));
    assert_eq!(orders[0].customer, orders[2].customer);
    let customer = customer_of(&db.pool, orders[1].id).await.unwrap();
    assert_eq!((customer.id, customer.email.as_str()), (orders[1].customer, "bea@example.org"));
    let error = add_customer(&db.pool, "bea@example.org").await.unwrap_err();
    assert!(error.to_string().contains("customers.email"), "{error}");
    let customers: i64 =
        sqlx::query_scalar("SELECT count(*) FROM customers").fetch_one(&db.pool).await.unwrap();
    assert_eq!(customers, 2);
}
