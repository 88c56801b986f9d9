//! Inserting with another id where the first was taken.

use std::error::Error;
use std::num::NonZeroU32;

use idcolumns::Attempts;
use sea_orm::DbErr;

use crate::is_duplicate_of;

/// Draws an id and inserts with it; where the id was taken, draws another and inserts again, up to
/// `attempts` times, without a pause.
///
/// - `key` is what the ids have to be unique in, as the database calls it: see [`is_duplicate_of`].
///   The duplicate of any other key is an error at once.
/// - `draw` gives an id, or fails: `idgen::try_huid`, or a generator's `generate`.
/// - `insert` inserts with the id, and gives whatever the caller needs.
///
/// ```
/// use idseaorm::{ATTEMPTS, Huid, RetryError, retry_on_duplicate};
/// use sea_orm::entity::prelude::*;
/// use sea_orm::{ActiveValue, DatabaseConnection};
///
/// # mod customer {
/// #     use sea_orm::entity::prelude::*;
/// #     #[sea_orm::model]
/// #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
/// #     #[sea_orm(table_name = "customers")]
/// #     pub struct Model {
/// #         #[sea_orm(primary_key, auto_increment = false)]
/// #         pub id: idseaorm::Huid,
/// #         pub email: String,
/// #     }
/// #     impl ActiveModelBehavior for ActiveModel {}
/// # }
/// # async fn example(db: &DatabaseConnection) -> Result<(), RetryError> {
/// let draw = || idgen::try_huid().map(Huid::from);
/// let ada = retry_on_duplicate("customers_pkey", ATTEMPTS, draw, async |id| {
///     let email = ActiveValue::Set("ada@example.org".to_owned());
///     customer::ActiveModel { id: ActiveValue::Set(id), email }.insert(db).await
/// })
/// .await?;
/// # let _ = ada;
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
    E: Into<Box<dyn Error + Send + Sync>>,
    F: Future<Output = Result<T, DbErr>>,
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
/// insert inside a savepoint, which is what `begin` on a transaction makes. The other databases undo
/// the statement alone, and need none.
///
/// ```
/// use idseaorm::{ATTEMPTS, Huid, Retry};
/// use sea_orm::{ConnectionTrait, TransactionTrait};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let db = sea_orm::Database::connect("sqlite::memory:").await?;
/// # db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
/// let transaction = db.begin().await?;
/// let mut retry = Retry::new("customers.id", ATTEMPTS);
/// let id = loop {
///     let id = Huid::from(idgen::try_huid()?);
///     let savepoint = transaction.begin().await?;
///     let insert = format!("INSERT INTO customers VALUES ({id}, 'ada@example.org')");
///     match savepoint.execute_unprepared(&insert).await {
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
/// transaction.commit().await?;
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
    pub fn after(&mut self, error: DbErr) -> Result<(), RetryError> {
        let taken = is_duplicate_of(&error, self.key);
        self.attempts.after(error, taken)
    }
}

/// An insert with a drawn id has failed: see [`retry_on_duplicate`].
///
/// ```
/// use idseaorm::{ATTEMPTS, RetryError, is_duplicate_of, retry_on_duplicate};
/// use sea_orm::ConnectionTrait;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let db = sea_orm::Database::connect("sqlite::memory:").await?;
/// # db.execute_unprepared(idseaorm::ddl::sqlite::SHOP).await?;
/// db.execute_unprepared("INSERT INTO customers VALUES (0, 'ada@example.org')").await?;
/// // A generator that repeats itself.
/// let draw = || Ok::<_, RetryError>(idcore::Huid::MIN);
/// let error = retry_on_duplicate("customers.id", ATTEMPTS, draw, async |id| {
///     let insert = format!("INSERT INTO customers VALUES ({id}, 'bea@example.org')");
///     db.execute_unprepared(&insert).await
/// })
/// .await
/// .unwrap_err();
/// assert!(error.is_exhausted() && !error.is_draw());
/// assert!(error.database_error().is_some_and(|e| is_duplicate_of(e, "customers.id")));
/// # Ok(())
/// # }
/// ```
pub type RetryError = idcolumns::RetryError<DbErr>;
