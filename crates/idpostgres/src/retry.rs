//! Inserting with another id where the first was taken.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

use crate::is_duplicate_of;

/// A number of attempts that is enough for every table: 8.
///
/// An attempt meets a taken id with chance n / 2<sup>21</sup>, where n ids of its millisecond are
/// in the table. At a thousand ids per millisecond, all of 8 do with chance 2<sup>-88</sup>: a
/// failure then has another cause, such as a generator that repeats itself.
pub const ATTEMPTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(7);

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
        let id = draw().map_err(|error| RetryError(Kind::Draw(error.into())))?;
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
    attempts: NonZeroU32,
    made: u32,
}

impl<'k> Retry<'k> {
    /// Up to `attempts` attempts at an id that is unique in `key`: see [`is_duplicate_of`].
    pub const fn new(key: &'k str, attempts: NonZeroU32) -> Self {
        Self { key, attempts, made: 0 }
    }

    /// Counts an attempt that failed with this error, and says whether to draw another id.
    ///
    /// # Errors
    ///
    /// The error is no duplicate of the key, or the attempt was the last.
    pub fn after(&mut self, error: tokio_postgres::Error) -> Result<(), RetryError> {
        if !is_duplicate_of(&error, self.key) {
            return Err(RetryError(Kind::Database(error)));
        }
        self.made = self.made.saturating_add(1);
        if self.made >= self.attempts.get() {
            return Err(RetryError(Kind::Exhausted { attempts: self.attempts, last: error }));
        }
        Ok(())
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
#[derive(Debug)]
pub struct RetryError(Kind);

#[derive(Debug)]
enum Kind {
    Draw(Box<dyn Error + Send + Sync>),
    Database(tokio_postgres::Error),
    Exhausted { attempts: NonZeroU32, last: tokio_postgres::Error },
}

impl RetryError {
    /// Whether no id could be drawn.
    pub const fn is_draw(&self) -> bool {
        matches!(self.0, Kind::Draw(_))
    }

    /// Whether each of the attempts met an id that was taken.
    pub const fn is_exhausted(&self) -> bool {
        matches!(self.0, Kind::Exhausted { .. })
    }

    /// The error of the database: the one that ended it, or the last duplicate.
    pub const fn database_error(&self) -> Option<&tokio_postgres::Error> {
        match &self.0 {
            Kind::Draw(_) => None,
            Kind::Database(error) | Kind::Exhausted { last: error, .. } => Some(error),
        }
    }
}

impl fmt::Display for RetryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Draw(error) => write!(f, "no id could be drawn: {error}"),
            Kind::Database(error) => write!(f, "the insert failed: {}", WithCause(error)),
            Kind::Exhausted { attempts, last } => {
                write!(f, "the id was taken in each of {attempts} attempts: {}", WithCause(last))
            }
        }
    }
}

/// The driver's own message is `db error`, and what the server said is its source.
struct WithCause<'e>(&'e tokio_postgres::Error);

impl fmt::Display for WithCause<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.source() {
            Some(cause) => write!(f, "{}: {cause}", self.0),
            None => self.0.fmt(f),
        }
    }
}

// No `source`: the message has that of the cause in it already.
impl Error for RetryError {}
