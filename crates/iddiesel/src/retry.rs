//! Inserting with another id where the first was taken, a bounded number of times.

use std::num::NonZeroU32;

use diesel::result::{Error, QueryResult};

use crate::is_duplicate_of;

/// Runs `insert` until it is not a duplicate of `key`, at most `attempts` times.
///
/// The closure draws a new id each time. `key` is named as for [`is_duplicate_of`]. Any other
/// error, the duplicate of another key as well, ends it at once.
///
/// A batch of rows is better made of ids that are distinct among themselves
/// (`idgen::DistinctHuidGenerator`), so that only ids of others can be in the way; the closure then
/// draws the whole batch anew.
///
/// PostgreSQL refuses every further statement of a transaction in which one has failed. Inside a
/// transaction the closure therefore opens another, which diesel makes a savepoint:
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use iddiesel::{ATTEMPTS, Huid, retry_on_duplicate};
///
/// diesel::table! {
///     customers (id) {
///         id -> BigInt,
///         name -> Text,
///     }
/// }
///
/// let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// connection.batch_execute(iddiesel::ddl::sqlite::SHOP)?;
///
/// let id = connection.transaction(|connection| {
///     // ... and here what else belongs to it.
///     retry_on_duplicate("customers.id", ATTEMPTS, || {
///         let id = Huid::from(idgen::huid());
///         connection.transaction(|connection| {
///             diesel::insert_into(customers::table)
///                 .values((customers::id.eq(id), customers::name.eq("Ada")))
///                 .execute(connection)
///         })?;
///         Ok(id)
///     })
/// })?;
/// assert_eq!(customers::table.select(customers::id).first(&mut connection), Ok(id));
/// # Ok::<(), diesel::result::Error>(())
/// ```
///
/// # Errors
///
/// `insert` failed with anything but a duplicate of `key`, or the last attempt was a duplicate too:
/// then that is the error.
pub fn retry_on_duplicate<T>(
    key: &str,
    attempts: NonZeroU32,
    mut insert: impl FnMut() -> QueryResult<T>,
) -> QueryResult<T> {
    let mut retry = Retry::new(key, attempts);
    loop {
        match insert() {
            Ok(inserted) => return Ok(inserted),
            Err(error) => retry.after(error)?,
        }
    }
}

/// The count of the attempts, for a loop of your own: with `diesel-async`, or where drawing an id
/// can fail.
///
/// ```
/// use diesel::prelude::*;
/// use diesel_async::{AsyncPgConnection, RunQueryDsl};
/// use iddiesel::{ATTEMPTS, Huid, Retry};
///
/// # diesel::table! {
/// #     customers (id) {
/// #         id -> BigInt,
/// #         name -> Text,
/// #     }
/// # }
/// async fn insert(
///     connection: &mut AsyncPgConnection,
/// ) -> Result<Huid, Box<dyn std::error::Error>> {
///     let mut retry = Retry::new("customers_pkey", ATTEMPTS);
///     loop {
///         let id = Huid::from(idgen::try_huid()?);
///         let row = (customers::id.eq(id), customers::name.eq("Ada"));
///         match diesel::insert_into(customers::table).values(row).execute(connection).await {
///             Ok(_) => return Ok(id),
///             Err(error) => retry.after(error)?,
///         }
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Retry<'k> {
    key: &'k str,
    attempts: NonZeroU32,
    made: u32,
}

impl<'k> Retry<'k> {
    /// Up to `attempts` attempts at an id that is unique in `key`, named as for
    /// [`is_duplicate_of`].
    pub const fn new(key: &'k str, attempts: NonZeroU32) -> Self {
        Self { key, attempts, made: 0 }
    }

    /// Counts an attempt that failed with this error: `Ok` says to draw another id.
    ///
    /// # Errors
    ///
    /// The error itself, if it is no duplicate of the key or the attempt was the last.
    pub fn after(&mut self, error: Error) -> QueryResult<()> {
        // No overflow: it stops at `attempts`, which is a `u32`.
        if self.made < self.attempts.get() {
            self.made += 1;
        }
        if self.made < self.attempts.get() && is_duplicate_of(&error, self.key) {
            Ok(())
        } else {
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use diesel::result::{DatabaseErrorKind, Error, QueryResult};

    use idcolumns::ATTEMPTS;

    use super::{Retry, retry_on_duplicate};

    fn duplicate() -> QueryResult<u32> {
        let message = "UNIQUE constraint failed: customers.id".to_owned();
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, Box::new(message)))
    }

    #[test]
    fn attempts_are_bounded() {
        for attempts in [1, 2, 8] {
            let mut calls = 0;
            let end =
                retry_on_duplicate("customers.id", NonZeroU32::new(attempts).unwrap(), || {
                    calls += 1;
                    duplicate()
                });
            assert_eq!((calls, end), (attempts, duplicate()));
        }
    }

    #[test]
    fn a_count_that_has_run_out_stays_so() {
        let mut retry = Retry::new("customers.id", NonZeroU32::new(2).unwrap());
        assert_eq!(retry.after(duplicate().unwrap_err()), Ok(()));
        for _ in 0..3 {
            assert!(retry.after(duplicate().unwrap_err()).is_err());
        }
    }

    #[test]
    fn another_error_or_another_key_is_not_retried() {
        let mut calls = 0;
        let end = retry_on_duplicate("customers.id", ATTEMPTS, || {
            calls += 1;
            Err::<(), _>(Error::NotFound)
        });
        assert_eq!((calls, end), (1, Err(Error::NotFound)));
        let end = retry_on_duplicate("customers.name", ATTEMPTS, || {
            calls += 1;
            duplicate()
        });
        assert_eq!((calls, end), (2, duplicate()));
    }

    #[test]
    fn the_first_success_ends_it() {
        let mut calls = 0;
        let end = retry_on_duplicate("customers.id", ATTEMPTS, || {
            calls += 1;
            if calls < 3 { duplicate() } else { Ok(calls) }
        });
        assert_eq!(end, Ok(3));
    }
}
