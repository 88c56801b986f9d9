//! Which columns of CSV are converted.

use std::fmt;

use crate::cli::ConvertArgs;
use crate::failure::{Failure, excerpt};
use crate::quantity::Counted;

/// How many names a message has room for.
const SHOWN: usize = 20;

/// A column as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Column {
    /// From 0.
    pub(super) index: usize,
    name: Option<String>,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "column {name:?}"),
            None => write!(f, "column {}", self.index + 1),
        }
    }
}

/// The columns that the command line asks for.
pub(super) struct Wanted {
    names: Vec<String>,
    /// From 0.
    indices: Vec<usize>,
}

impl Wanted {
    pub(super) fn of(args: &ConvertArgs) -> Self {
        Self {
            names: args.column.clone(),
            indices: args.column_number.iter().map(|number| number.get() - 1).collect(),
        }
    }

    /// The columns where there is no header, in their order.
    pub(super) fn without_header(&self) -> Vec<Column> {
        in_order(self.indices.iter().map(|&index| Column { index, name: None }).collect())
    }

    /// The columns of a header, in their order. A name in it that was too long to be looked at is
    /// `None`.
    ///
    /// # Errors
    ///
    /// The header does not have each column exactly once.
    pub(super) fn in_header(&self, header: &[Option<Vec<u8>>]) -> Result<Vec<Column>, Failure> {
        let mut columns = self.without_header();
        if let Some(last) = columns.last()
            && last.index >= header.len()
        {
            return Err(Failure::data(format_args!(
                "the header has no {last}: it has {}",
                Counted(header.len(), "column")
            )));
        }
        for name in &self.names {
            let mut places = header
                .iter()
                .enumerate()
                .filter(|(_, found)| found.as_deref() == Some(name.as_bytes()))
                .map(|(index, _)| index);
            match (places.next(), places.next()) {
                (Some(index), None) => columns.push(Column { index, name: Some(name.clone()) }),
                (None, _) => {
                    return Err(Failure::data(format_args!(
                        "the header has no column {name:?}: it has {}",
                        Names(header)
                    )));
                }
                (Some(first), Some(second)) => {
                    return Err(Failure::data(format_args!(
                        "the header has the column {name:?} more than once, as number {} and {}: \
                         choose with --column-number",
                        first + 1,
                        second + 1
                    )));
                }
            }
        }
        Ok(in_order(columns))
    }
}

fn in_order(mut columns: Vec<Column>) -> Vec<Column> {
    columns.sort_unstable();
    columns.dedup_by_key(|column| column.index);
    columns
}

/// The names of a header, for a message.
struct Names<'a>(&'a [Option<Vec<u8>>]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().take(SHOWN).enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            let name = name.as_deref().map_or("...".into(), excerpt);
            write!(f, "{separator}{name:?}")?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
