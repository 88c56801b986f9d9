//! The forms in which a column holds ids, named as the wrappers that read them.

use std::fmt;

/// A form in which a column holds ids.
///
/// It is written as the name of the wrapper that reads it: `Scru128Bytes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A HUID, as an integer of 64 bits.
    Huid,
    /// A SCRU128, as 16 bytes.
    Scru128Bytes,
    /// A SCRU128, as a text of 26 digits.
    Scru128Text,
    /// A SCRU128, as PostgreSQL's UUID.
    Scru128Uuid,
}

impl Form {
    pub(crate) const ALL: [Self; 4] =
        [Self::Huid, Self::Scru128Bytes, Self::Scru128Text, Self::Scru128Uuid];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Huid => "Huid",
            Self::Scru128Bytes => "Scru128Bytes",
            Self::Scru128Text => "Scru128Text",
            Self::Scru128Uuid => "Scru128Uuid",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A wrapper: a type that a column of ids is read as. `Option` of one is read from the same column.
///
/// ```
/// use idcolumns::{Column, Form};
///
/// struct OrderId(u64);
///
/// impl Column for OrderId {
///     const FORM: Form = Form::Huid;
/// }
///
/// assert_eq!(<Option<OrderId>>::FORM, Form::Huid);
/// ```
pub trait Column {
    /// What its column holds.
    const FORM: Form;
}

impl<W: Column> Column for Option<W> {
    const FORM: Form = W::FORM;
}
