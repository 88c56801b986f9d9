//! Inserting with another id where the first was taken.

use std::num::NonZeroU32;

use idcolumns::Attempts;
use sqlx::error::BoxDynError;

use crate::is_duplicate_of;

/// Draws an id and inserts with it; where the id was taken, draws another and inserts again, up to
/// `attempts` times.
///
/// - `key` is the key that the ids have to be unique in, as the database calls it: see
///   [`is_duplicate_of`]. The duplicate of any other key is an error at once.
/// - `draw` gives an id, or fails: `idgen::try_huid`, or a generator's `generate`.
/// - `insert` inserts with the id, and gives whatever the caller needs.
///
/// There is no pause between attempts: another id is as good now as later.
///
/// ```
/// use idsqlx::{ATTEMPTS, Huid, retry_on_duplicate};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// sqlx::query("CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT)").execute(&pool).await?;
/// sqlx::query("INSERT INTO customers VALUES (1, 'Ada')").execute(&pool).await?;
///
/// // In place of a generator, a script that begins with the id of Ada.
/// let mut script = [1, 1, 2].into_iter();
/// let mut draw = || idcore::Huid::from_u64(script.next().unwrap_or(3)).map(Huid::from);
///
/// let insert = async |id: Huid| {
///     sqlx::query("INSERT INTO customers VALUES (?, 'Bea')").bind(id).execute(&pool).await?;
///     Ok(id)
/// };
/// let id = retry_on_duplicate("customers.id", ATTEMPTS, &mut draw, insert).await?;
/// assert_eq!(id.to_u64(), 2);
/// # Ok(())
/// # }
/// ```
///
/// `insert` gives a future that borrows nothing from the closure itself, so that the whole can be
/// spawned on another thread. Where it would have to, for a transaction for example, write the loop
/// yourself, with [`Retry`].
///
/// # Errors
///
/// `draw` failed; `insert` failed with anything but a duplicate of `key`; or each of the attempts
/// met a taken id. [`RetryError`] tells which.
pub async fn retry_on_duplicate<Id, T, E, F>(
    key: &str,
    attempts: NonZeroU32,
    mut draw: impl FnMut() -> Result<Id, E>,
    mut insert: impl FnMut(Id) -> F,
) -> Result<T, RetryError>
where
    E: Into<BoxDynError>,
    F: Future<Output = Result<T, sqlx::Error>>,
{
    let mut retry = Retry::new(key, attempts);
    loop {
        let id = draw().map_err(RetryError::draw)?;
        match insert(id).await {
            Ok(inserted) => return Ok(inserted),
            Err(error) => retry.after(error)?,
        }
    }
}

/// The count of the attempts, for an insert in a loop of your own.
///
/// PostgreSQL gives up a whole transaction at the first error, and every later statement fails:
/// insert inside a savepoint, which is what `begin` on a transaction makes. The other databases
/// undo the statement alone, and need none.
///
/// ```
/// # use idsqlx::{ATTEMPTS, Huid, Retry};
/// # async fn example(
/// #     tx: &mut sqlx::Transaction<'_, sqlx::Postgres>,
/// # ) -> Result<(), Box<dyn std::error::Error>> {
/// use sqlx::Acquire;
///
/// let mut retry = Retry::new("customers_pkey", ATTEMPTS);
/// let id = loop {
///     let id = Huid::from(idgen::try_huid()?);
///     let mut savepoint = tx.begin().await?;
///     let insert = sqlx::query("INSERT INTO customers (id) VALUES ($1)").bind(id);
///     match insert.execute(&mut *savepoint).await {
///         Ok(_) => {
///             savepoint.commit().await?;
///             break id;
///         }
///         Err(error) => {
///             savepoint.rollback().await?;
///             retry.after(error)?;
///         }
///     }
/// };
/// # let _ = id;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Retry<'k> {
    key: &'k str,
    attempts: Attempts,
}

impl<'k> Retry<'k> {
    /// Up to `attempts` attempts at an id that is unique in `key`, as the database calls it: see
    /// [`is_duplicate_of`].
    pub const fn new(key: &'k str, attempts: NonZeroU32) -> Self {
        Self { key, attempts: Attempts::new(attempts) }
    }

    /// Counts an attempt that failed with this error, and says whether to draw another id.
    ///
    /// # Errors
    ///
    /// The error is no duplicate of the key, or the attempt was the last.
    pub fn after(&mut self, error: sqlx::Error) -> Result<(), RetryError> {
        let taken = is_duplicate_of(&error, self.key);
        self.attempts.after(error, taken)
    }
}

/// An insert with a drawn id has failed: see [`retry_on_duplicate`].
///
/// ```
/// use idsqlx::{ATTEMPTS, RetryError, retry_on_duplicate};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// # sqlx::raw_sql(idsqlx::ddl::sqlite::SHOP).execute(&pool).await?;
/// // A generator that repeats itself.
/// let draw = || Ok::<_, RetryError>(idsqlx::Huid::from(idcore::Huid::MIN));
/// let insert = async |id: idsqlx::Huid| {
///     let insert = sqlx::query("INSERT INTO customers VALUES (?, ?)");
///     insert.bind(id).bind(idgen::scru128().to_string()).execute(&pool).await
/// };
/// retry_on_duplicate("customers.id", ATTEMPTS, draw, insert).await?;
/// let error = retry_on_duplicate("customers.id", ATTEMPTS, draw, insert).await.unwrap_err();
/// assert!(error.is_exhausted() && !error.is_draw());
/// assert!(error.database_error().is_some_and(|e| idsqlx::is_duplicate_of(e, "customers.id")));
/// # Ok(())
/// # }
/// ```
pub type RetryError = idcolumns::RetryError<sqlx::Error>;

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use idcolumns::ATTEMPTS;

    use super::retry_on_duplicate;

    #[test]
    fn a_failed_draw_ends_it() {
        let mut calls = 0;
        let outcome = poll(retry_on_duplicate(
            "key",
            ATTEMPTS,
            || {
                calls += 1;
                Err::<(), _>("no randomness")
            },
            |()| async { Ok(()) },
        ));
        let error = outcome.unwrap_err();
        assert!(error.is_draw() && !error.is_exhausted() && error.database_error().is_none());
        assert_eq!(error.to_string(), "no id could be drawn: no randomness");
        assert_eq!(calls, 1);
    }

    #[test]
    fn another_error_ends_it() {
        let mut calls = 0;
        let outcome = poll(retry_on_duplicate(
            "key",
            NonZeroU32::MIN,
            || Ok::<_, &str>(1),
            |_| {
                calls += 1;
                async { Err::<(), _>(sqlx::Error::PoolClosed) }
            },
        ));
        let error = outcome.unwrap_err();
        assert!(!error.is_draw() && !error.is_exhausted());
        assert!(matches!(error.database_error(), Some(sqlx::Error::PoolClosed)));
        assert_eq!(calls, 1);
    }

    /// The futures of these tests never wait.
    fn poll<T>(future: impl Future<Output = T>) -> T {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        match std::pin::pin!(future).poll(&mut context) {
            std::task::Poll::Ready(output) => output,
            std::task::Poll::Pending => panic!("it waits"),
        }
    }
}
