//! The order of a column's texts, where the catalogue does not name its collation: a few texts are
//! put in it, and looked at.

use crate::check::Check;
use crate::error::DeclarationError;
use crate::holds::{Holds, Length, Order};

/// Texts in the order of their bytes, each once. Case, trailing spaces and Czech's `CH`, a letter
/// after `H`, are where collations differ from it.
pub(crate) const PROBES: [&str; 10] = ["0", "9", "A", "B", "CH", "CI", "D", "D ", "V", "b"];

/// The second question of a check, as [`Check::judge`] gives it on SQLite.
///
/// ```
/// use idcolumns::{Check, Form, OrderCheck, SQLITE};
///
/// let check = Check::new(&SQLITE, Form::Scru128Text, "orders", "id");
/// let rows = [("id".into(), "TEXT".into(), "TEXT".into(), None, None)];
/// let order: OrderCheck<'_> = check.judge(&rows)?.unwrap();
/// // The driver asks `order.sql()`, which has no parameters; the rows are texts.
/// assert!(order.sql().starts_with(r#"SELECT "id" AS probe FROM "orders" WHERE 0 UNION"#));
/// let found = ["0", "9", "A", "B", "CH", "CI", "D", "D ", "V"].map(String::from);
/// let error = order.judge(&found).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "orders.id: Scru128Text expects TEXT without a collation, found TEXT whose collation takes \
///      'B' and 'b' for the same: ids are sorted by their bytes",
/// );
/// # Ok::<(), idcolumns::DeclarationError>(())
/// ```
#[derive(Debug)]
pub struct OrderCheck<'a> {
    check: Check<'a>,
    declared: String,
    length: Length,
    sql: String,
}

impl<'a> OrderCheck<'a> {
    pub(crate) fn new(check: Check<'a>, declared: String, length: Length) -> Self {
        let Check { schema, table, column, .. } = check;
        // The texts of a compound select are compared as by `=`, with the collation of the column
        // on the left, of which no row is asked.
        let mut sql = format!("SELECT {} AS probe FROM ", quoted(column));
        if let Some(schema) = schema {
            sql = sql + &quoted(schema) + ".";
        }
        sql = sql + &quoted(table) + " WHERE 0";
        for probe in PROBES {
            sql = sql + " UNION SELECT '" + probe + "'";
        }
        sql.push_str(" ORDER BY 1");
        Self { check, declared, length, sql }
    }

    /// The query for a few texts in the order of the column, without parameters.
    pub fn sql(&self) -> &str {
        &self.sql
    }

    /// Judges the texts that the query gave, in their order.
    ///
    /// # Errors
    ///
    /// The column's collation sorts otherwise than by bytes.
    pub fn judge(&self, found: &[String]) -> Result<(), DeclarationError> {
        let order = match difference(found) {
            None => Order::ByBytes,
            Some(difference) => Order::Otherwise(difference),
        };
        self.check.judge_holds(&Holds::Text(self.length, order), &self.declared)
    }
}

/// What a collation does to the probes that bytes do not.
fn difference(found: &[String]) -> Option<String> {
    if found == PROBES {
        return None;
    }
    let is_missing = |probe: &str| !found.iter().any(|found| found == probe);
    // Of equal texts one is left, whichever it is.
    for [one, other] in [["B", "b"], ["D", "D "]] {
        if is_missing(one) || is_missing(other) {
            return Some(format!("takes '{one}' and '{other}' for the same"));
        }
    }
    let swapped = found.windows(2).find(|pair| pair[0] > pair[1]);
    Some(match swapped {
        Some(pair) => format!("sorts '{}' before '{}'", pair[0], pair[1]),
        None => "takes different texts for the same".to_owned(),
    })
}

/// A name as SQL takes it.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
