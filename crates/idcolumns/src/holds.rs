//! What a column holds, whatever its database calls it, and whether that suits an id.

use crate::catalogue::Catalogue;
use crate::form::Form;

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// Integers of 64 bits.
    BigInt,
    /// Integers of fewer bits.
    SmallInt,
    /// Numbers that have no place for every digit of an id, or are no integers.
    Number,
    /// In SQLite, what numeric affinity makes: a text that reads as a number becomes one, and an
    /// integer or a blob stays what it is.
    AffineNumber,
    Bytes(Length),
    Text(Length, Order),
    /// PostgreSQL's UUID.
    Uuid,
    /// MariaDB's UUID.
    SwappedUuid,
    /// PostgreSQL's arrays, of whatever.
    Array,
    /// In SQLite, a column without a type.
    Anything,
    Other,
}

/// How many characters or bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// As many as there are.
    Free,
    /// Up to so many.
    UpTo(u64),
    /// So many: shorter ones are filled up.
    Exactly(u64),
}

/// How texts are sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    ByBytes,
    /// Otherwise; what is said of the collation: `is cs-x-icu`.
    Otherwise(String),
    /// The catalogue does not say.
    Unknown,
}

/// Why a column does not suit a form of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// It holds something else.
    Kind,
    TooShort,
    FilledUp,
    Order,
}

impl Holds {
    /// What keeps ids of this form from living in such a column.
    pub(crate) fn problem(&self, form: Form) -> Option<Problem> {
        match (form, self) {
            (Form::Huid, Self::BigInt | Self::AffineNumber)
            | (Form::Scru128Bytes, Self::AffineNumber)
            | (Form::Scru128Uuid, Self::Uuid)
            | (Form::Huid | Form::Scru128Bytes | Form::Scru128Text, Self::Anything) => None,
            (Form::Scru128Bytes, Self::Bytes(length)) => length.problem(16),
            (Form::Scru128Text, Self::Text(length, order)) => {
                let sorts_otherwise = matches!(order, Order::Otherwise(_));
                length.problem(26).or(sorts_otherwise.then_some(Problem::Order))
            }
            _ => Some(Problem::Kind),
        }
    }

    /// Why a column does not suit this form, and which wrapper it suits.
    pub(crate) fn advice(&self, form: Form, problem: Problem, catalogue: &Catalogue) -> String {
        let reason = match (problem, self) {
            (Problem::TooShort, Self::Bytes(_)) => "16 bytes do not fit",
            (Problem::TooShort, _) => "26 digits do not fit",
            (Problem::FilledUp, Self::Bytes(_)) => {
                "what is shorter is filled up with zero bytes, which are no part of an id"
            }
            (Problem::FilledUp, _) => {
                "what is shorter is filled up with spaces, which are no part of an id"
            }
            (Problem::Order, _) => "ids are sorted by their bytes",
            (Problem::Kind, Self::SwappedUuid) => {
                "MariaDB's UUID type changes the order of the bytes and is no column for an id: \
                 declare it BINARY(16) and use Scru128Bytes"
            }
            (Problem::Kind, Self::Array) => {
                "what is checked is a column of single ids; a Vec of the wrapper for its elements \
                 reads an array"
            }
            (Problem::Kind, Self::Number) => {
                "floating-point and decimal columns are not for ids, which they may round"
            }
            (Problem::Kind, Self::SmallInt) if form == Form::Huid => {
                "it has too few bits for an id"
            }
            (Problem::Kind, Self::AffineNumber) if form == Form::Scru128Text => {
                "a column of numeric affinity turns texts of digits, or with an E, into numbers"
            }
            (Problem::Kind, _) => return self.what_fits(form, catalogue),
        };
        reason.to_owned()
    }

    /// The wrapper that such a column suits, or would suit with a little change.
    fn what_fits(&self, form: Form, catalogue: &Catalogue) -> String {
        let suits = |other: &Form| self.problem(*other).is_none();
        let would_suit = |other: &Form| self.problem(*other) != Some(Problem::Kind);
        let (other, mut advice) = if let Some(other) = Form::ALL.into_iter().find(suits) {
            (other, format!("{other} fits it"))
        } else if let Some(other) = Form::ALL.into_iter().find(would_suit) {
            let declared = catalogue.expected(other).unwrap_or_default();
            (other, format!("{other} would fit it, declared {declared}"))
        } else {
            return "no wrapper fits it".to_owned();
        };
        // Which ids the table has is not known here.
        if other == Form::Huid {
            advice.push_str(", if the ids are HUIDs");
        } else if form == Form::Huid {
            advice.push_str(", if the ids are SCRU128");
        }
        advice
    }
}

impl Length {
    fn problem(self, needed: u64) -> Option<Problem> {
        match self {
            Self::UpTo(length) | Self::Exactly(length) if length < needed => {
                Some(Problem::TooShort)
            }
            Self::Exactly(length) if length > needed => Some(Problem::FilledUp),
            _ => None,
        }
    }
}
