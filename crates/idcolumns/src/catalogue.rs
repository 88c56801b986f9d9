//! What is known of a database: how its catalogue is asked, and what the answers mean.

use std::fmt;

use crate::form::Form;
use crate::holds::Holds;

/// A column of a table, as the catalogue's query gives it.
///
/// The name of the column; the name of its type; the type as the table has it, with its length;
/// the length alone, in decimal digits, where it has one; the collation, where the catalogue names
/// it, and PostgreSQL's only where it does not sort by bytes.
///
/// ```
/// let row: idcolumns::Row =
///     ("id".into(), "varchar".into(), "varchar(26)".into(), Some("26".into()), Some("ascii_bin".into()));
/// # assert_eq!(row.3.as_deref(), Some("26"));
/// ```
pub type Row = (String, String, String, Option<String>, Option<String>);

/// The catalogue of a database: `POSTGRES`, `MYSQL`, which is MariaDB too, or `SQLITE`.
///
/// ```
/// use idcolumns::{Catalogue, MYSQL, POSTGRES, SQLITE};
///
/// fn catalogue(url: &str) -> Option<&'static Catalogue> {
///     match url.split_once(':')?.0 {
///         "postgres" | "postgresql" => Some(&POSTGRES),
///         "mysql" | "mariadb" => Some(&MYSQL),
///         "sqlite" => Some(&SQLITE),
///         _ => None,
///     }
/// }
/// assert!(catalogue("mysql://127.0.0.1/shop").is_some());
/// ```
pub struct Catalogue {
    /// The name of the database.
    pub(crate) name: &'static str,
    /// The columns of one table; the parameters are its schema or NULL, and its name.
    pub(crate) sql: &'static str,
    /// Whether `ID` names the column `id`.
    pub(crate) ignores_case: bool,
    /// What a column of each form is to be declared as, in the order of [`Form::ALL`]; `None`
    /// where the database has no such column.
    pub(crate) expected: [Option<&'static str>; 4],
    /// What a column holds.
    pub(crate) holds: fn(&Row) -> Holds,
}

impl Catalogue {
    pub(crate) fn expected(&self, form: Form) -> Option<&'static str> {
        let [huid, bytes, text, uuid] = self.expected;
        match form {
            Form::Huid => huid,
            Form::Scru128Bytes => bytes,
            Form::Scru128Text => text,
            Form::Scru128Uuid => uuid,
        }
    }
}

impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Catalogue").field(&self.name).finish()
    }
}

/// The length in a row, if it has one.
pub(crate) fn length(row: &Row) -> Option<u64> {
    row.3.as_deref()?.parse().ok()
}
