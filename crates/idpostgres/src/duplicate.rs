//! Telling the duplicate of one key from every other error.

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Whether an error says that a value of this key is there already.
///
/// `key` is the name of the constraint or unique index: `customers_pkey`, `customers_email_key`. In
/// a partitioned table it is the name that the partition's own index has, so that a loop over
/// partitions asks for each.
///
/// HUIDs of one millisecond collide with chance 2<sup>-21</sup>, so an insert has to be ready to
/// draw another id, and must not take the duplicate of another key, an e-mail address for example,
/// for one of the id. [`retry_on_duplicate`](crate::retry_on_duplicate) does both.
///
/// ```
/// # async fn example(
/// #     client: &tokio_postgres::Client,
/// #     id: idpostgres::Huid,
/// # ) -> Result<(), tokio_postgres::Error> {
/// match client.execute("INSERT INTO customers (id) VALUES ($1)", &[&id]).await {
///     Ok(_) => println!("inserted"),
///     Err(error) if idpostgres::is_duplicate_of(&error, "customers_pkey") => println!("again"),
///     Err(error) => return Err(error),
/// }
/// # Ok(())
/// # }
/// ```
pub fn is_duplicate_of(error: &Error, key: &str) -> bool {
    duplicate_key(error) == Some(key)
}

/// The constraint or unique index that an error says a value is there of already; `None` where the
/// error is another one.
///
/// ```
/// # async fn example(client: &tokio_postgres::Client) -> Result<(), tokio_postgres::Error> {
/// let insert = "INSERT INTO customers (id, email) VALUES (1, 'ada@example.org')";
/// if let Err(error) = client.execute(insert, &[]).await {
///     match idpostgres::duplicate_key(&error) {
///         Some("customers_email_key") => println!("there is such a customer already"),
///         Some(key) => println!("taken: {key}"),
///         None => return Err(error),
///     }
/// }
/// # Ok(())
/// # }
/// ```
pub fn duplicate_key(error: &Error) -> Option<&str> {
    let error = error.as_db_error().filter(|e| *e.code() == SqlState::UNIQUE_VIOLATION)?;
    error.constraint()
}
