//! Telling a duplicate of one key from all other errors, on all three databases.

use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};

/// Whether an error says that this key is there already.
///
/// `key` is what the database calls the key in the error:
///
/// | database | key | example |
/// | --- | --- | --- |
/// | PostgreSQL | the constraint or index, or table and columns | `customers_pkey`, `customers.id` |
/// | MySQL, MariaDB | the index | `PRIMARY`, `orders_number` |
/// | SQLite | table and columns, or the index if it is on an expression | `customers.id` |
///
/// Several columns are written `orders.shop, orders.number`, as SQLite does. MySQL 8 puts the table
/// before the index (`orders.PRIMARY`); both forms are taken. Where one program runs on several
/// databases, it asks for each name in turn.
///
/// HUIDs of one millisecond can collide, so every table of them needs this, and
/// [`retry_on_duplicate`](crate::retry_on_duplicate) to act on it.
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use iddiesel::is_duplicate_of;
///
/// let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// connection.batch_execute("CREATE TABLE customers (id BIGINT NOT NULL PRIMARY KEY)").unwrap();
/// connection.batch_execute("INSERT INTO customers VALUES (258037077)").unwrap();
///
/// let insert = diesel::sql_query("INSERT INTO customers VALUES (258037077)");
/// let error = insert.execute(&mut connection).unwrap_err();
/// assert!(is_duplicate_of(&error, "customers.id"));
/// assert!(!is_duplicate_of(&error, "customers.name"));
/// ```
pub fn is_duplicate_of(error: &Error, key: &str) -> bool {
    let Some(info) = unique_violation(error) else { return false };
    let found = key_in(info);
    if info.constraint_name().is_some() {
        return found == Some(key) || postgres_columns(info).is_some_and(|columns| columns == key);
    }
    // MySQL 8: `customers.PRIMARY`. SQLite's names have a point as well, and stand as a whole.
    let is_sqlite = info.message().starts_with(SQLITE_PREFIX);
    found.is_some_and(|found| {
        let index = found.split_once('.').filter(|_| !is_sqlite).map(|(_, index)| index);
        found == key || index == Some(key)
    })
}

/// The key that an error says is there already, as its database calls it; `None` for all other
/// errors.
///
/// See [`is_duplicate_of`] for the names: on PostgreSQL this is that of the constraint.
///
/// ```
/// use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use iddiesel::duplicate_key;
///
/// let mut connection = SqliteConnection::establish(":memory:").unwrap();
/// connection.batch_execute("CREATE TABLE customers (id BIGINT NOT NULL PRIMARY KEY)").unwrap();
/// let insert = "INSERT INTO customers VALUES (258037077)";
/// connection.batch_execute(insert).unwrap();
///
/// let error = diesel::sql_query(insert).execute(&mut connection).unwrap_err();
/// assert_eq!(duplicate_key(&error), Some("customers.id"));
/// assert_eq!(duplicate_key(&diesel::result::Error::NotFound), None);
/// ```
pub fn duplicate_key(error: &Error) -> Option<&str> {
    key_in(unique_violation(error)?)
}

type Report = dyn DatabaseErrorInformation + Send + Sync;

const SQLITE_PREFIX: &str = "UNIQUE constraint failed: ";

fn unique_violation(error: &Error) -> Option<&Report> {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info) => Some(&**info),
        _ => None,
    }
}

fn key_in(info: &Report) -> Option<&str> {
    // Only PostgreSQL reports the constraint as a field of its own.
    info.constraint_name().or_else(|| match info.message().strip_prefix(SQLITE_PREFIX) {
        Some(found) => Some(sqlite_key(found)),
        None => mysql_key(info.message()),
    })
}

/// The table and columns from the details of PostgreSQL's report: `Key (shop, number)=(1, 2) ...`,
/// whatever the language of the words around them.
fn postgres_columns(info: &Report) -> Option<String> {
    let (_, rest) = info.details()?.split_once('(')?;
    let (columns, _) = rest.split_once(")=(")?;
    let table = info.table_name()?;
    let columns: Vec<_> = columns.split(", ").map(|column| format!("{table}.{column}")).collect();
    Some(columns.join(", "))
}

/// `orders.number` as it is, `index 'orders_lower'` without the words around the name.
fn sqlite_key(found: &str) -> &str {
    found.strip_prefix("index '").and_then(|index| index.strip_suffix('\'')).unwrap_or(found)
}

/// The key at the end of `Duplicate entry '...' for key 'PRIMARY'`: the last text in quotes,
/// whatever the language of the words. The value before it is the user's, and may have quotes too.
fn mysql_key(message: &str) -> Option<&str> {
    let (_, key) = message.strip_suffix('\'')?.rsplit_once('\'')?;
    Some(key)
}

#[cfg(test)]
mod tests {
    use diesel::result::{DatabaseErrorInformation, DatabaseErrorKind, Error};

    use super::{duplicate_key, is_duplicate_of};

    /// A report as a database words it. What the databases in the tests of this crate say is
    /// tested there; here are those that are not at hand.
    struct Words {
        message: &'static str,
        constraint: Option<&'static str>,
        details: Option<&'static str>,
    }

    impl DatabaseErrorInformation for Words {
        fn message(&self) -> &str {
            self.message
        }
        fn details(&self) -> Option<&str> {
            self.details
        }
        fn hint(&self) -> Option<&str> {
            None
        }
        fn table_name(&self) -> Option<&str> {
            self.constraint.map(|_| "orders")
        }
        fn column_name(&self) -> Option<&str> {
            None
        }
        fn constraint_name(&self) -> Option<&str> {
            self.constraint
        }
        fn statement_position(&self) -> Option<i32> {
            None
        }
    }

    fn error(kind: DatabaseErrorKind, message: &'static str) -> Error {
        Error::DatabaseError(kind, Box::new(Words { message, constraint: None, details: None }))
    }

    #[test]
    fn mysql_8_puts_the_table_before_the_key() {
        let message = "Duplicate entry '1' for key 'orders.PRIMARY'";
        let error = error(DatabaseErrorKind::UniqueViolation, message);
        assert!(is_duplicate_of(&error, "PRIMARY"));
        assert!(is_duplicate_of(&error, "orders.PRIMARY"));
        assert!(!is_duplicate_of(&error, "customers.PRIMARY"));
    }

    #[test]
    fn a_value_that_looks_like_a_key_is_none() {
        let message = "Duplicate entry 'for key 'PRIMARY'' for key 'number'";
        let error = error(DatabaseErrorKind::UniqueViolation, message);
        assert!(is_duplicate_of(&error, "number"));
        assert!(!is_duplicate_of(&error, "PRIMARY"));
    }

    #[test]
    fn other_languages() {
        let message = "Doppelter Eintrag '1' für Schlüssel 'PRIMARY'";
        assert!(is_duplicate_of(&error(DatabaseErrorKind::UniqueViolation, message), "PRIMARY"));
        let report = Words {
            message: "doppelter Schlüsselwert verletzt Unique-Constraint »orders_pkey«",
            constraint: Some("orders_pkey"),
            details: Some("Schlüssel »(shop, number)=(1, 2)« existiert bereits."),
        };
        let error = Error::DatabaseError(DatabaseErrorKind::UniqueViolation, Box::new(report));
        assert_eq!(duplicate_key(&error), Some("orders_pkey"));
        assert!(is_duplicate_of(&error, "orders_pkey"));
        assert!(is_duplicate_of(&error, "orders.shop, orders.number"));
        assert!(!is_duplicate_of(&error, "orders.shop"));
    }

    #[test]
    fn no_other_error_is_a_duplicate() {
        let message = "Duplicate entry '1' for key 'PRIMARY'";
        for kind in [DatabaseErrorKind::ForeignKeyViolation, DatabaseErrorKind::CheckViolation] {
            assert!(!is_duplicate_of(&error(kind, message), "PRIMARY"));
        }
        assert!(!is_duplicate_of(&Error::NotFound, "PRIMARY"));
        assert_eq!(duplicate_key(&Error::NotFound), None);
    }
}
