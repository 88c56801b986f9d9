//! How often an insert is tried with another id, and what ends it.

use std::error::Error;
use std::fmt;
use std::num::NonZeroU32;

/// A number of attempts that is enough for every table: 8.
///
/// An attempt meets a taken HUID with chance n / 2<sup>21</sup>, where n ids of its millisecond are
/// in the table. At a thousand ids per millisecond, all of 8 do with chance 2<sup>-88</sup>: a
/// failure then has another cause, such as a generator that repeats itself.
pub const ATTEMPTS: NonZeroU32 = NonZeroU32::MIN.saturating_add(7);

/// The count of the attempts to insert with a drawn id.
///
/// The crates of the drivers have `Retry`, which is this and knows a duplicate when it sees one.
///
/// ```
/// use idcolumns::{ATTEMPTS, Attempts, RetryError};
///
/// // A database in which the first two ids are taken, and a driver whose errors are texts.
/// let insert = |id: u64| if id < 3 { Err("duplicate key") } else { Ok(id) };
///
/// let mut attempts = Attempts::new(ATTEMPTS);
/// let mut ids = 1..;
/// let id = loop {
///     match insert(ids.next().unwrap()) {
///         Ok(id) => break id,
///         Err(error) => attempts.after(error, error == "duplicate key")?,
///     }
/// };
/// assert_eq!(id, 3);
/// # Ok::<(), RetryError<&str>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attempts {
    most: NonZeroU32,
    made: u32,
}

impl Attempts {
    /// Up to so many attempts.
    pub const fn new(most: NonZeroU32) -> Self {
        Self { most, made: 0 }
    }

    /// Counts an attempt that failed with this error, and says whether to draw another id: `taken`
    /// is whether the error says that this one was.
    ///
    /// # Errors
    ///
    /// The id was not what it failed for, or the attempt was the last.
    pub fn after<E>(&mut self, error: E, taken: bool) -> Result<(), RetryError<E>> {
        if !taken {
            return Err(RetryError(Kind::Database(error)));
        }
        self.made = self.made.saturating_add(1);
        if self.made >= self.most.get() {
            return Err(RetryError(Kind::Exhausted { attempts: self.most, last: error }));
        }
        Ok(())
    }
}

/// An insert with a drawn id has failed, with an `E` of the driver's unless no id could be drawn.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use idcolumns::{Attempts, RetryError};
///
/// let mut attempts = Attempts::new(NonZeroU32::MIN);
/// let error = attempts.after("the disk is full", false).unwrap_err();
/// assert!(!error.is_exhausted() && !error.is_draw());
/// assert_eq!(error.database_error(), Some(&"the disk is full"));
///
/// let error = attempts.after("duplicate key", true).unwrap_err();
/// assert!(error.is_exhausted());
///
/// let error = RetryError::<std::io::Error>::draw("the clock stands at 1970");
/// assert!(error.is_draw() && error.database_error().is_none());
/// assert_eq!(error.to_string(), "no id could be drawn: the clock stands at 1970");
/// ```
#[derive(Debug)]
pub struct RetryError<E>(Kind<E>);

#[derive(Debug)]
enum Kind<E> {
    Draw(Box<dyn Error + Send + Sync>),
    Database(E),
    Exhausted { attempts: NonZeroU32, last: E },
}

impl<E> RetryError<E> {
    /// The error of an id that could not be drawn.
    pub fn draw(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(Kind::Draw(cause.into()))
    }

    /// Whether no id could be drawn.
    pub const fn is_draw(&self) -> bool {
        matches!(self.0, Kind::Draw(_))
    }

    /// Whether each of the attempts met an id that was taken.
    pub const fn is_exhausted(&self) -> bool {
        matches!(self.0, Kind::Exhausted { .. })
    }

    /// The error of the database: the one that ended it, or the last duplicate.
    pub const fn database_error(&self) -> Option<&E> {
        match &self.0 {
            Kind::Draw(_) => None,
            Kind::Database(error) | Kind::Exhausted { last: error, .. } => Some(error),
        }
    }
}

impl<E: Error> fmt::Display for RetryError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Draw(cause) => write!(f, "no id could be drawn: {cause}"),
            Kind::Database(error) => write!(f, "the insert failed: {}", with_cause(error)),
            Kind::Exhausted { attempts, last } => {
                write!(f, "the id was taken in each of {attempts} attempts: {}", with_cause(last))
            }
        }
    }
}

/// The message of an error, and that of its cause where the first leaves it out: tokio-postgres says
/// `db error`, and what the server said is its source. With rusqlite it is SQLite's code.
fn with_cause(error: &impl Error) -> String {
    let message = error.to_string();
    match error.source().map(ToString::to_string) {
        Some(cause) if !message.contains(&cause) => format!("{message}: {cause}"),
        _ => message,
    }
}

// No `source`: the message has that of the cause in it already.
impl<E: Error> Error for RetryError<E> {}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::num::NonZeroU32;

    use super::{ATTEMPTS, Attempts};

    /// An error whose message has that of its cause, or has not.
    #[derive(Debug)]
    struct Failure {
        says_why: bool,
    }

    impl fmt::Display for Failure {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(if self.says_why { "db error: disk full" } else { "db error" })
        }
    }

    impl std::error::Error for Failure {
        fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
            #[derive(Debug)]
            struct Cause;
            impl fmt::Display for Cause {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("disk full")
                }
            }
            impl std::error::Error for Cause {}
            Some(&Cause)
        }
    }

    #[test]
    fn attempts_are_bounded() {
        assert_eq!(ATTEMPTS.get(), 8);
        for most in [1, 2, 8] {
            let mut attempts = Attempts::new(NonZeroU32::new(most).unwrap());
            for _ in 1..most {
                attempts.after((), true).unwrap();
            }
            // A count that has run out stays so.
            for _ in 0..3 {
                assert!(attempts.after((), true).unwrap_err().is_exhausted());
            }
        }
    }

    #[test]
    fn what_is_no_duplicate_ends_it() {
        let mut attempts = Attempts::new(ATTEMPTS);
        let error = attempts.after("another", false).unwrap_err();
        assert!(!error.is_exhausted() && !error.is_draw());
        assert_eq!(error.database_error(), Some(&"another"));
    }

    #[test]
    fn a_cause_is_said_once() {
        let message = |says_why, taken| {
            let mut attempts = Attempts::new(NonZeroU32::MIN);
            attempts.after(Failure { says_why }, taken).unwrap_err().to_string()
        };
        assert_eq!(message(true, false), "the insert failed: db error: disk full");
        assert_eq!(message(false, false), "the insert failed: db error: disk full");
        assert_eq!(
            message(false, true),
            "the id was taken in each of 1 attempts: db error: disk full"
        );
    }
}
