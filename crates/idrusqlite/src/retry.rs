//! Inserting with another id where the first was taken.

use std::error::Error;
use std::num::NonZeroU32;

use idcolumns::Attempts;

use crate::is_duplicate_of;

/// Draws an id and inserts with it; where the id was taken, draws another and inserts again, up to
/// `attempts` times, without a pause.
///
/// - `key` is what the ids have to be unique in, such as `customers.id`: see [`is_duplicate_of`]. The
///   duplicate of any other key is an error at once.
/// - `draw` gives an id, or fails: `idgen::try_huid`, or a generator's `generate`.
/// - `insert` inserts with the id, and gives whatever the caller needs.
///
/// ```
/// use idrusqlite::{ATTEMPTS, Huid, retry_on_duplicate};
/// use rusqlite::Connection;
///
/// let connection = Connection::open_in_memory()?;
/// connection.execute_batch(idrusqlite::ddl::SHOP)?;
/// connection.execute("INSERT INTO customers VALUES (1, 'ada@example.org')", [])?;
///
/// // In place of a generator, a script that begins with the id of Ada.
/// let mut script = [1, 1, 2].into_iter();
/// let mut draw = || idcore::Huid::from_u64(script.next().unwrap_or(3)).map(Huid::from);
///
/// let id = retry_on_duplicate("customers.id", ATTEMPTS, &mut draw, |id| {
///     connection.execute("INSERT INTO customers VALUES (?1, 'bea@example.org')", [id])?;
///     Ok(id)
/// })?;
/// assert_eq!(id.to_u64(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A statement that fails is undone alone: inside a transaction, nothing more is needed.
///
/// # Errors
///
/// `draw` failed; `insert` failed with anything but a duplicate of `key`; or each of the attempts
/// met a taken id. [`RetryError`] tells which.
pub fn retry_on_duplicate<Id, T, E>(
    key: &str,
    attempts: NonZeroU32,
    mut draw: impl FnMut() -> Result<Id, E>,
    mut insert: impl FnMut(Id) -> rusqlite::Result<T>,
) -> Result<T, RetryError>
where
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let mut retry = Retry::new(key, attempts);
    loop {
        let id = draw().map_err(RetryError::draw)?;
        match insert(id) {
            Ok(inserted) => return Ok(inserted),
            Err(error) => retry.after(error)?,
        }
    }
}

/// The count of the attempts, for an insert in a loop of your own.
///
/// ```
/// use idrusqlite::{ATTEMPTS, Huid, Retry};
///
/// # let connection = rusqlite::Connection::open_in_memory()?;
/// # connection.execute_batch(idrusqlite::ddl::SHOP)?;
/// let mut insert = connection.prepare("INSERT INTO customers VALUES (?1, ?2)")?;
/// let mut retry = Retry::new("customers.id", ATTEMPTS);
/// let id = loop {
///     let id = Huid::from(idgen::try_huid()?);
///     match insert.execute((id, "ada@example.org")) {
///         Ok(_) => break id,
///         Err(error) => retry.after(error)?,
///     }
/// };
/// # let _ = id;
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    pub fn after(&mut self, error: rusqlite::Error) -> Result<(), RetryError> {
        let taken = is_duplicate_of(&error, self.key);
        self.attempts.after(error, taken)
    }
}

/// An insert with a drawn id has failed: see [`retry_on_duplicate`].
///
/// ```
/// use idrusqlite::{ATTEMPTS, Huid, RetryError, is_duplicate_of, retry_on_duplicate};
///
/// let connection = rusqlite::Connection::open_in_memory()?;
/// connection.execute_batch(idrusqlite::ddl::SHOP)?;
/// connection.execute("INSERT INTO customers VALUES (0, 'ada@example.org')", [])?;
///
/// // A generator that repeats itself.
/// let draw = || Ok::<_, RetryError>(Huid::from(idcore::Huid::MIN));
/// let error = retry_on_duplicate("customers.id", ATTEMPTS, draw, |id| {
///     connection.execute("INSERT INTO customers VALUES (?1, 'bea@example.org')", [id])
/// })
/// .unwrap_err();
/// assert!(error.is_exhausted() && !error.is_draw());
/// assert!(error.database_error().is_some_and(|e| is_duplicate_of(e, "customers.id")));
/// # Ok::<(), rusqlite::Error>(())
/// ```
pub type RetryError = idcolumns::RetryError<rusqlite::Error>;
