//! What the forms have in common: bridging to the core type, options, and messages.

use core::fmt::{self, Display};
use core::marker::PhantomData;

use serde_core::de::{self, Deserializer, Visitor};
use serde_core::ser::{Error as _, Serialize, Serializer};

/// One way to store an id of the core.
pub(crate) trait Form {
    type Id;

    /// What a reader expects, for messages: "a HUID as ...".
    const EXPECTED: &'static str;

    fn write<S: Serializer>(id: &Self::Id, serializer: S) -> Result<S::Ok, S::Error>;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::Id, D::Error>;
}

/// Writes anything that is an id of the core, or can tell that it is none.
pub(crate) fn write<F, T, S>(id: &T, serializer: S) -> Result<S::Ok, S::Error>
where
    F: Form,
    T: Clone + TryInto<F::Id, Error: Display>,
    S: Serializer,
{
    match id.clone().try_into() {
        Ok(id) => F::write(&id, serializer),
        Err(error) => Err(S::Error::custom(error)),
    }
}

/// Reads anything that can be made of an id of the core.
pub(crate) fn read<'de, F, T, D>(deserializer: D) -> Result<T, D::Error>
where
    F: Form,
    T: TryFrom<F::Id, Error: Display>,
    D: Deserializer<'de>,
{
    F::read(deserializer)?.try_into().map_err(de::Error::custom)
}

pub(crate) fn write_option<F, T, S>(id: Option<&T>, serializer: S) -> Result<S::Ok, S::Error>
where
    F: Form,
    T: Clone + TryInto<F::Id, Error: Display>,
    S: Serializer,
{
    match id {
        Some(id) => serializer.serialize_some(&Written::<F, T>(id, PhantomData)),
        None => serializer.serialize_none(),
    }
}

pub(crate) fn read_option<'de, F, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    F: Form,
    T: TryFrom<F::Id, Error: Display>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_option(OptionVisitor::<F, T>(PhantomData))
}

/// An id with the form that it is to be written in.
struct Written<'a, F, T>(&'a T, PhantomData<F>);

impl<F, T> Serialize for Written<'_, F, T>
where
    F: Form,
    T: Clone + TryInto<F::Id, Error: Display>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write::<F, T, S>(self.0, serializer)
    }
}

struct OptionVisitor<F, T>(PhantomData<(F, T)>);

impl<'de, F, T> Visitor<'de> for OptionVisitor<F, T>
where
    F: Form,
    T: TryFrom<F::Id, Error: Display>,
{
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, or null", F::EXPECTED)
    }

    fn visit_none<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_unit<E: de::Error>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        read::<F, T, D>(deserializer).map(Some)
    }
}

/// The error of a text that is no id: why, and the text.
#[cold]
pub(crate) fn not_an_id<E: de::Error>(error: idcore::ParseError, text: &[u8]) -> E {
    E::custom(format_args!("{error}, in {}", Excerpt(text)))
}

/// A text for a message, escaped, and cut where it is far longer than any id.
struct Excerpt<'a>(&'a [u8]);

impl Excerpt<'_> {
    /// Room for the longest text that is often mistaken for an id: a UUID as a URN, 45 characters.
    const MAX_CHARS: usize = 48;
}

impl Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(text) = core::str::from_utf8(self.0) else {
            let shown = &self.0[..self.0.len().min(Self::MAX_CHARS)];
            let dots = if shown.len() < self.0.len() { "..." } else { "" };
            return write!(f, "b\"{}{dots}\"", shown.escape_ascii());
        };
        match text.char_indices().nth(Self::MAX_CHARS) {
            Some((end, _)) => write!(f, "{:?}...", &text[..end]),
            None => write!(f, "{text:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::Excerpt;

    #[test]
    fn excerpts_are_escaped_and_short() {
        assert_eq!(Excerpt(b"12a\n").to_string(), r#""12a\n""#);
        assert_eq!(Excerpt("\u{202E}1".as_bytes()).to_string(), r#""\u{202e}1""#);
        assert_eq!(Excerpt(b"1\xFF").to_string(), r#"b"1\xff""#);
        let long = "é".repeat(1000);
        assert_eq!(Excerpt(long.as_bytes()).to_string(), std::format!("\"{}\"...", &long[..96]));
        assert_eq!(Excerpt(&[0xFF; 1000]).to_string().len(), "b\"...\"".len() + 48 * 4);
    }
}
