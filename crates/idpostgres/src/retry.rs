//! Inserting with another id where the first was taken.

use std::error::Error;
use std::num::NonZeroU32;

use idcolumns::Attempts;

use crate::is_duplicate_of;

/// Draws an id and inserts with it; where the id was taken, draws another and inserts again, up to
/// `attempts` times, without a pause.
///
/// - `key` is the constraint or index that the ids have to be unique in: see [`is_duplicate_of`].
///   The duplicate of any other key is an error at once.
/// - `draw` gives an id, or fails: `idgen::try_huid`, or a generator's `generate`.
/// - `insert` inserts with the id, and gives whatever the caller needs.
///
/// ```
/// use idpostgres::{ATTEMPTS, Huid, RetryError, retry_on_duplicate};
///
/// # async fn example(client: &tokio_postgres::Client) -> Result<(), RetryError> {
/// let draw = || idgen::try_huid().map(Huid::from);
/// let id = retry_on_duplicate("customers_pkey", ATTEMPTS, draw, async |id| {
///     let insert = "INSERT INTO customers (id, email) VALUES ($1, 'ada@example.org')";
///     client.execute(insert, &[&id]).await.map(|_| id)
/// })
/// .await?;
/// # let _ = id;
/// # Ok(())
/// # }
/// ```
///
/// `insert` gives a future that borrows nothing from the closure itself, so that the whole can be
/// spawned on another thread. Where it would have to, for a transaction for example, and with the
/// blocking driver `postgres`, write the loop yourself, with [`Retry`].
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
    E: Into<Box<dyn Error + Send + Sync>>,
    F: Future<Output = Result<T, tokio_postgres::Error>>,
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
/// insert inside a savepoint.
///
/// ```
/// # use idpostgres::{ATTEMPTS, Huid, Retry};
/// # async fn example(
/// #     transaction: &mut tokio_postgres::Transaction<'_>,
/// # ) -> Result<(), Box<dyn std::error::Error>> {
/// let mut retry = Retry::new("customers_pkey", ATTEMPTS);
/// let id = loop {
///     let id = Huid::from(idgen::try_huid()?);
///     let savepoint = transaction.savepoint("draw").await?;
///     match savepoint.execute("INSERT INTO customers (id) VALUES ($1)", &[&id]).await {
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
    /// Up to `attempts` attempts at an id that is unique in `key`: see [`is_duplicate_of`].
    pub const fn new(key: &'k str, attempts: NonZeroU32) -> Self {
        Self { key, attempts: Attempts::new(attempts) }
    }

    /// Counts an attempt that failed with this error, and says whether to draw another id.
    ///
    /// # Errors
    ///
    /// The error is no duplicate of the key, or the attempt was the last.
    pub fn after(&mut self, error: tokio_postgres::Error) -> Result<(), RetryError> {
        let taken = is_duplicate_of(&error, self.key);
        self.attempts.after(error, taken)
    }
}

/// An insert with a drawn id has failed: see [`retry_on_duplicate`].
///
/// ```
/// use idpostgres::{ATTEMPTS, Huid, retry_on_duplicate};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let draw = || Err::<Huid, _>("the generator is not there");
/// let error = retry_on_duplicate("customers_pkey", ATTEMPTS, draw, async |_| Ok(())).await.unwrap_err();
/// assert!(error.is_draw() && !error.is_exhausted());
/// assert!(error.database_error().is_none());
/// assert_eq!(error.to_string(), "no id could be drawn: the generator is not there");
/// # Ok(())
/// # }
/// ```
pub type RetryError = idcolumns::RetryError<tokio_postgres::Error>;
