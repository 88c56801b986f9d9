//! Bytes as the formats have them: a byte string in binary ones, an array where people read it.

use core::fmt;

use serde_core::de::{
    self, DeserializeSeed, Deserializer, Error as _, Expected, IgnoredAny, SeqAccess, Unexpected,
    Visitor,
};
use serde_core::ser::{SerializeTuple, Serializer};

/// Writes a byte string to a binary format, and an array of numbers to a human-readable one, of
/// which few have byte strings.
pub(crate) fn write<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    if !serializer.is_human_readable() {
        return serializer.serialize_bytes(bytes);
    }
    let mut array = serializer.serialize_tuple(bytes.len())?;
    for byte in bytes {
        array.serialize_element(byte)?;
    }
    array.end()
}

/// Has a format give its byte string or array to a visitor.
pub(crate) fn read<'de, D, V>(deserializer: D, visitor: V) -> Result<V::Value, D::Error>
where
    D: Deserializer<'de>,
    V: Visitor<'de>,
{
    if deserializer.is_human_readable() {
        // When asked for bytes, a JSON reader gives those of a string as well: the 8 digits of a
        // HUID would become another HUID. Asked for anything, it says that it has a string. Here
        // too come byte strings that serde has buffered.
        deserializer.deserialize_any(visitor)
    } else {
        deserializer.deserialize_bytes(visitor)
    }
}

/// The bytes of an array of exactly `N` numbers.
pub(crate) fn from_seq<'de, const N: usize, A>(
    mut seq: A,
    expected: &dyn Expected,
) -> Result<[u8; N], A::Error>
where
    A: SeqAccess<'de>,
{
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        match seq.next_element_seed(Octet { at, expected })? {
            Some(element) => *byte = element,
            None => return Err(A::Error::invalid_length(at, expected)),
        }
    }
    let mut len = N;
    while seq.next_element::<IgnoredAny>()?.is_some() {
        len += 1;
    }
    if len == N { Ok(bytes) } else { Err(A::Error::invalid_length(len, expected)) }
}

/// One byte of an array, at a position from 0.
struct Octet<'a> {
    at: usize,
    expected: &'a dyn Expected,
}

impl<'de> DeserializeSeed<'de> for Octet<'_> {
    type Value = u8;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u8, D::Error> {
        deserializer.deserialize_u8(self)
    }
}

impl Visitor<'_> for Octet<'_> {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0 to 255 as byte {} of ", self.at)?;
        self.expected.fmt(f)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<u8, E> {
        u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<u8, E> {
        u8::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }
}
