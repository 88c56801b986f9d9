//! Drawing another id when one is taken, a bounded number of times.

use diesel::result::QueryResult;

use crate::is_duplicate_of;

/// Runs `insert` again while it fails as a duplicate of `key`, at most `redraws` times more.
///
/// The closure draws a new id each time it is called. `key` is named as for
/// [`is_duplicate_of`]. Any other error ends it at once.
///
/// Two HUIDs of one millisecond are equal with chance 2<sup>-21</sup>: three redraws are plenty
/// unless a great many rows go in per millisecond. A batch of rows is better made of ids that are
/// distinct among themselves, so that only ids of others can be in the way; the closure then draws
/// the whole batch anew.
///
/// PostgreSQL refuses every further statement of a transaction in which one has failed. Inside a
/// transaction the closure therefore opens another, which diesel makes a savepoint:
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use diesel::result::Error;
/// use iddiesel::{Huid, retry_duplicate};
///
/// diesel::table! {
///     customers (id) {
///         id -> BigInt,
///         name -> Text,
///     }
/// }
///
/// # let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// # connection.batch_execute(
/// #     "CREATE TABLE customers (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL)",
/// # ).unwrap();
/// let id = connection.transaction(|connection| {
///     // ... and here what else belongs to it.
///     retry_duplicate("customers.id", 3, || {
///         let id = Huid::from(idgen::huid());
///         connection.transaction(|connection| {
///             diesel::insert_into(customers::table)
///                 .values((customers::id.eq(id), customers::name.eq("Ada")))
///                 .execute(connection)
///         })?;
///         Ok(id)
///     })
/// })?;
/// # assert_eq!(customers::table.select(customers::id).first(&mut connection), Ok(id));
/// # Ok::<(), diesel::result::Error>(())
/// ```
///
/// # Errors
///
/// The error of the last call of `insert`: the duplicate itself after `redraws` further calls, or
/// another error.
pub fn retry_duplicate<T>(
    key: &str,
    redraws: u32,
    mut insert: impl FnMut() -> QueryResult<T>,
) -> QueryResult<T> {
    for _ in 0..redraws {
        match insert() {
            Err(error) if is_duplicate_of(&error, key) => {}
            done => return done,
        }
    }
    insert()
}

/// [`retry_duplicate`] for a closure that is not blocking, as `diesel-async` has them.
///
/// ```
/// # async fn example() -> diesel::QueryResult<()> {
/// let row = iddiesel::retry_duplicate_async("customers_pkey", 3, async || {
///     let id = idgen::huid();
///     // insert_into(customers).values(..).execute(&mut connection).await?;
///     Ok(id)
/// })
/// .await?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// As for [`retry_duplicate`].
pub async fn retry_duplicate_async<T>(
    key: &str,
    redraws: u32,
    mut insert: impl AsyncFnMut() -> QueryResult<T>,
) -> QueryResult<T> {
    for _ in 0..redraws {
        match insert().await {
            Err(error) if is_duplicate_of(&error, key) => {}
            done => return done,
        }
    }
    insert().await
}

#[cfg(test)]
mod tests {
    use diesel::result::{DatabaseErrorKind, Error, QueryResult};

    use super::retry_duplicate;

    fn duplicate() -> QueryResult<u32> {
        let message = "UNIQUE constraint failed: customers.id".to_owned();
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, Box::new(message)))
    }

    #[test]
    fn redraws_are_bounded() {
        for redraws in [0, 1, 5] {
            let mut calls = 0;
            let end = retry_duplicate("customers.id", redraws, || {
                calls += 1;
                duplicate()
            });
            assert_eq!((calls, end), (redraws + 1, duplicate()));
        }
    }

    #[test]
    fn another_error_or_another_key_is_not_retried() {
        let mut calls = 0;
        let end = retry_duplicate("customers.id", 5, || {
            calls += 1;
            Err::<(), _>(Error::NotFound)
        });
        assert_eq!((calls, end), (1, Err(Error::NotFound)));
        let end = retry_duplicate("customers.name", 5, || {
            calls += 1;
            duplicate()
        });
        assert_eq!((calls, end), (2, duplicate()));
    }

    #[test]
    fn the_first_success_ends_it() {
        let mut calls = 0;
        let end = retry_duplicate("customers.id", 5, || {
            calls += 1;
            if calls < 3 { duplicate() } else { Ok(calls) }
        });
        assert_eq!(end, Ok(3));
    }
}
