//! The error of a column that is not declared as ids need it, and that of the check as a whole.

use std::error::Error;
use std::fmt;

use crate::catalogue::Catalogue;
use crate::form::Form;
use crate::holds::{Holds, Order, Problem};

/// A column is not declared so that ids of this form can live in it, or is not there.
///
/// The message says table and column, what was expected, what was found, and which wrapper or
/// which declaration fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclarationError {
    table: String,
    column: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    NoTable,
    NoColumn { others: Vec<String> },
    Unsuitable { form: Form, expected: &'static str, found: String, advice: String },
}

impl DeclarationError {
    pub(crate) fn no_table(table: String, column: &str) -> Self {
        Self { table, column: column.to_owned(), kind: Kind::NoTable }
    }

    pub(crate) fn no_column(table: String, column: &str, others: Vec<String>) -> Self {
        Self { table, column: column.to_owned(), kind: Kind::NoColumn { others } }
    }

    pub(crate) fn unsuitable(
        (table, column): (String, &str),
        (form, catalogue): (Form, &Catalogue),
        (holds, declared, problem): (&Holds, &str, Problem),
    ) -> Self {
        let found = match (problem, holds) {
            (Problem::Order, Holds::Text(_, Order::Otherwise(collation))) => {
                format!("{declared} whose collation {collation}")
            }
            _ if declared.is_empty() => "no type".to_owned(),
            _ => declared.to_owned(),
        };
        let expected = catalogue.expected(form).unwrap_or("PostgreSQL's UUID");
        let advice = holds.advice(form, problem, catalogue);
        let kind = Kind::Unsuitable { form, expected, found, advice };
        Self { table, column: column.to_owned(), kind }
    }

    /// Whether there is no such table, or none that the connection's user may see.
    pub const fn is_missing_table(&self) -> bool {
        matches!(self.kind, Kind::NoTable)
    }

    /// Whether the table has no such column.
    pub const fn is_missing_column(&self) -> bool {
        matches!(self.kind, Kind::NoColumn { .. })
    }

    /// Whether the column is there, and declared so that it does not suit the wrapper.
    pub const fn is_unsuitable(&self) -> bool {
        matches!(self.kind, Kind::Unsuitable { .. })
    }
}

impl fmt::Display for DeclarationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, column) = (&self.table, &self.column);
        write!(f, "{table}.{column}: ")?;
        match &self.kind {
            Kind::NoTable => write!(
                f,
                "there is no table {table}, or this user may not see it; a name is written as the \
                 catalogue has it, and that of another schema as schema.table"
            ),
            Kind::NoColumn { others } => {
                write!(f, "the table has no column {column}, but {}", others.join(", "))
            }
            Kind::Unsuitable { form, expected, found, advice } => {
                write!(f, "{form} expects {expected}, found {found}: {advice}")
            }
        }
    }
}

impl Error for DeclarationError {}

/// Why a check of a column failed, with an `E` of the driver's.
#[derive(Debug)]
pub enum CheckError<E> {
    /// The column is not declared as ids need it, or is not there.
    Declaration(DeclarationError),
    /// The database could not be asked.
    Database(E),
}

impl<E> CheckError<E> {
    /// What is wrong with the column; `None` where the database could not be asked.
    pub const fn declaration(&self) -> Option<&DeclarationError> {
        match self {
            Self::Declaration(error) => Some(error),
            Self::Database(_) => None,
        }
    }
}

impl<E: fmt::Display> fmt::Display for CheckError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declaration(error) => error.fmt(f),
            Self::Database(error) => write!(f, "the catalogue could not be asked: {error}"),
        }
    }
}

impl<E: Error + 'static> Error for CheckError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            // The message is its own already.
            Self::Declaration(_) => None,
            Self::Database(error) => Some(error),
        }
    }
}

impl<E> From<DeclarationError> for CheckError<E> {
    fn from(error: DeclarationError) -> Self {
        Self::Declaration(error)
    }
}
