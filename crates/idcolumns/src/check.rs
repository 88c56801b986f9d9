//! A check of one column: what is asked, and what follows from the answer.

use crate::catalogue::{Catalogue, Row};
use crate::error::DeclarationError;
use crate::form::Form;
use crate::holds::{Holds, Order};
use crate::order::OrderCheck;

/// A check of one column, to be put to the database by a driver.
///
/// ```
/// use idcolumns::{Check, Form, POSTGRES};
///
/// let check = Check::new(&POSTGRES, Form::Huid, "orders", "id");
/// let rows = [("id".into(), "int8".into(), "bigint".into(), None, None)];
/// assert!(check.judge(&rows)?.is_none());
/// # Ok::<(), idcolumns::DeclarationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Check<'a> {
    catalogue: &'static Catalogue,
    form: Form,
    pub(crate) schema: Option<&'a str>,
    pub(crate) table: &'a str,
    pub(crate) column: &'a str,
}

impl<'a> Check<'a> {
    /// A check that `column` of `table` is declared for ids of this form.
    ///
    /// `table` may be `schema.table`; the name before the first point is the schema, in MySQL and
    /// SQLite the database. Without one, the table is that which a query without one would find.
    /// Names are written as the catalogue has them, without quotes.
    pub fn new(catalogue: &'static Catalogue, form: Form, table: &'a str, column: &'a str) -> Self {
        let (schema, table) = match table.split_once('.') {
            Some((schema, table)) => (Some(schema), table),
            None => (None, table),
        };
        Self { catalogue, form, schema, table, column }
    }

    /// The query for the columns of the table, with two parameters.
    pub const fn sql(&self) -> &'static str {
        self.catalogue.sql
    }

    /// The parameters of the query: the schema or NULL, and the table.
    pub const fn parameters(&self) -> [Option<&'a str>; 2] {
        [self.schema, Some(self.table)]
    }

    /// The table as it was named.
    fn table(&self) -> String {
        match self.schema {
            Some(schema) => format!("{schema}.{}", self.table),
            None => self.table.to_owned(),
        }
    }

    /// Judges what the query gave. A second question follows where the first did not tell the
    /// order of the column's texts; with `None`, all is well.
    ///
    /// # Errors
    ///
    /// There is no such table or column, or it is not declared for ids of this form.
    pub fn judge(&self, rows: &[Row]) -> Result<Option<OrderCheck<'a>>, DeclarationError> {
        if rows.is_empty() {
            return Err(DeclarationError::no_table(self.table(), self.column));
        }
        let is_it = |row: &&Row| {
            row.0 == self.column
                || self.catalogue.ignores_case && row.0.eq_ignore_ascii_case(self.column)
        };
        let Some(row) = rows.iter().find(is_it) else {
            let others = rows.iter().map(|row| row.0.clone()).collect();
            return Err(DeclarationError::no_column(self.table(), self.column, others));
        };
        let (holds, declared) = ((self.catalogue.holds)(row), &row.2);
        self.judge_holds(&holds, declared)?;
        Ok(match holds {
            Holds::Text(length, Order::Unknown) => {
                Some(OrderCheck::new(*self, declared.clone(), length))
            }
            _ => None,
        })
    }

    pub(crate) fn judge_holds(
        &self,
        holds: &Holds,
        declared: &str,
    ) -> Result<(), DeclarationError> {
        match holds.problem(self.form) {
            None => Ok(()),
            Some(problem) => Err(DeclarationError::unsuitable(
                (self.table(), self.column),
                (self.form, self.catalogue),
                (holds, declared, problem),
            )),
        }
    }
}
