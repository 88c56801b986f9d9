//! Telling the duplicate of one key from every other error.

/// Whether an error says that a value of this key is there already.
///
/// HUIDs of one millisecond collide with chance 2<sup>-21</sup>, so an insert has to be ready to
/// draw another id, and must not take the duplicate of another key, an e-mail address for example,
/// for one of the id. [`retry_on_duplicate`](crate::retry_on_duplicate) does both.
///
/// `key` is what the database calls the key:
///
/// | | `key` | example for a primary key | for another unique key |
/// | --- | --- | --- | --- |
/// | PostgreSQL | the name of the constraint or unique index | `customers_pkey` | `customers_email_key` |
/// | MySQL, MariaDB | the name of the key | `PRIMARY` | `email` |
/// | SQLite | table and column, or all columns: `table.a, table.b` | `customers.id` | `customers.email` |
/// | SQLite, index over an expression | the name of the index | | `lower_email` |
///
/// MySQL 8 names the table too: there, `customers.PRIMARY` is taken as well, and says more than
/// `PRIMARY`. MariaDB names the key alone.
///
/// Errors of the `Any` driver are those of the database underneath.
///
/// ```
/// # async fn example(pool: &sqlx::SqlitePool, id: idsqlx::Huid) -> Result<(), sqlx::Error> {
/// match sqlx::query("INSERT INTO customers (id) VALUES (?)").bind(id).execute(pool).await {
///     Ok(_) => println!("inserted"),
///     Err(error) if idsqlx::is_duplicate_of(&error, "customers.id") => println!("draw again"),
///     Err(error) => return Err(error),
/// }
/// # Ok(())
/// # }
/// ```
pub fn is_duplicate_of(error: &sqlx::Error, key: &str) -> bool {
    let Some(found) = duplicate_key(error) else { return false };
    // MySQL 8: `customers.PRIMARY`. A name of SQLite's has a point as well, but stands whole.
    found == key
        || (is_quoted(error)
            && found.rsplit_once('.').is_some_and(|(_, without_table)| without_table == key))
}

/// The key that an error says a value is there of already, as its database calls it; `None` where
/// the error is another one.
///
/// See [`is_duplicate_of`] for the names.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let pool = sqlx::SqlitePool::connect("sqlite::memory:").await?;
/// # sqlx::raw_sql(idsqlx::ddl::sqlite::SHOP).execute(&pool).await?;
/// let insert = "INSERT INTO customers VALUES (258037077, 'ada@example.org')";
/// sqlx::query(insert).execute(&pool).await?;
/// let error = sqlx::query(insert).execute(&pool).await.unwrap_err();
/// assert_eq!(idsqlx::duplicate_key(&error), Some("customers.id"));
/// assert_eq!(idsqlx::duplicate_key(&sqlx::Error::RowNotFound), None);
/// # Ok(())
/// # }
/// ```
pub fn duplicate_key(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error().filter(|error| error.is_unique_violation())?;
    match error.constraint() {
        Some(name) => Some(name),
        None => in_message(error.message()),
    }
}

/// Whether the key stands in quotes in the message, which is so in MySQL alone.
fn is_quoted(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| {
        error.constraint().is_none() && !error.message().starts_with(SQLITE_PREFIX)
    })
}

const SQLITE_PREFIX: &str = "UNIQUE constraint failed: ";

/// The key in the message of a database that has no field for it.
fn in_message(message: &str) -> Option<&str> {
    match message.strip_prefix(SQLITE_PREFIX) {
        Some(columns) => Some(
            columns
                .strip_prefix("index '")
                .and_then(|index| index.strip_suffix('\''))
                .unwrap_or(columns),
        ),
        // Duplicate entry '1' for key 'PRIMARY': the value, which may hold anything, comes first
        // in every language of the server.
        None => message.rsplit('\'').nth(1),
    }
}

#[cfg(test)]
mod tests {
    use super::{duplicate_key, in_message, is_duplicate_of};

    #[test]
    fn messages_of_each_database() {
        for (message, key) in [
            ("Duplicate entry '258037077' for key 'PRIMARY'", "PRIMARY"),
            ("Duplicate entry '258037077' for key 'customers.PRIMARY'", "customers.PRIMARY"),
            ("Duplicate entry 'it's for key 'PRIMARY'' for key 'email'", "email"),
            ("Doppelter Eintrag '1' für Schlüssel 'PRIMARY'", "PRIMARY"),
            ("UNIQUE constraint failed: customers.id", "customers.id"),
            ("UNIQUE constraint failed: lines.order_id, lines.n", "lines.order_id, lines.n"),
            ("UNIQUE constraint failed: index 'lower_email'", "lower_email"),
        ] {
            assert_eq!(in_message(message), Some(key), "{message}");
        }
        assert_eq!(in_message("no quotes at all"), None);
    }

    #[test]
    fn other_errors_are_no_duplicates() {
        for error in [sqlx::Error::RowNotFound, sqlx::Error::PoolClosed] {
            assert_eq!(duplicate_key(&error), None);
            assert!(!is_duplicate_of(&error, ""));
        }
    }

    /// The errors of MySQL 8, which is not among the servers of the other tests.
    #[test]
    fn mysql_8_names_the_table() {
        #[derive(Debug)]
        struct Duplicate;

        impl std::fmt::Display for Duplicate {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("Duplicate entry '1' for key 'customers.PRIMARY'")
            }
        }

        impl std::error::Error for Duplicate {}

        impl sqlx::error::DatabaseError for Duplicate {
            fn message(&self) -> &'static str {
                "Duplicate entry '1' for key 'customers.PRIMARY'"
            }

            fn as_error(&self) -> &(dyn std::error::Error + Send + Sync + 'static) {
                self
            }

            fn as_error_mut(&mut self) -> &mut (dyn std::error::Error + Send + Sync + 'static) {
                self
            }

            fn into_error(self: Box<Self>) -> Box<dyn std::error::Error + Send + Sync + 'static> {
                self
            }

            fn kind(&self) -> sqlx::error::ErrorKind {
                sqlx::error::ErrorKind::UniqueViolation
            }
        }

        let error = sqlx::Error::Database(Box::new(Duplicate));
        assert!(is_duplicate_of(&error, "PRIMARY"));
        assert!(is_duplicate_of(&error, "customers.PRIMARY"));
        assert!(!is_duplicate_of(&error, "orders.PRIMARY"));
        assert!(!is_duplicate_of(&error, "email"));
    }
}
