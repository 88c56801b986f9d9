//! What a text has instead of what was expected, for messages.

use core::fmt;

use idcore::{Huid, Scru128};

/// The longest character in UTF-8.
const MAX_LEN: usize = 4;

/// A character, or a byte that is no part of UTF-8 text.
///
/// Kept as the bytes from there on, so that it can be found in a `const fn`; what they are is only
/// looked at when it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    bytes: [u8; MAX_LEN],
    len: u8,
}

impl Found {
    /// What stands at `at`, which is a place in the text.
    pub(crate) const fn at(text: &[u8], at: usize) -> Self {
        let mut bytes = [0; MAX_LEN];
        let mut len = 0;
        while len < MAX_LEN && at + len < text.len() {
            bytes[len] = text[at + len];
            len += 1;
        }
        Self { bytes, len: len as u8 }
    }
}

/// Whether a whole text is a SCRU128, in a `const fn`.
pub(crate) const fn is_scru128_text(text: &[u8]) -> bool {
    match core::str::from_utf8(text) {
        Ok(text) => Scru128::from_text(text).is_ok(),
        Err(_) => false,
    }
}

/// Whether a whole text is a HUID, in a `const fn`.
pub(crate) const fn is_huid_text(text: &[u8]) -> bool {
    match core::str::from_utf8(text) {
        Ok(text) => Huid::from_text(text).is_ok(),
        Err(_) => false,
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.bytes.get(..usize::from(self.len)).unwrap_or_default();
        let valid = match core::str::from_utf8(bytes) {
            Ok(valid) => valid,
            Err(error) => core::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        match valid.chars().next() {
            // Escapes what moves the cursor.
            Some(found) => write!(f, "{found:?}"),
            None => write!(f, "byte {:#04X}", self.bytes[0]),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::Found;

    #[test]
    fn characters_and_bytes() {
        for (text, at, shown) in [
            (&b"abc"[..], 1, "'b'"),
            (b"abcdefgh", 1, "'b'"),
            ("aé".as_bytes(), 1, "'é'"),
            ("a\u{1F600}b".as_bytes(), 1, "'\u{1F600}'"),
            ("éééé".as_bytes(), 0, "'é'"),
            ("\u{202E}1".as_bytes(), 0, r"'\u{202e}'"),
            (b"\n", 0, r"'\n'"),
            (b"a\xFFb", 1, "byte 0xFF"),
            (b"\xE2\x82", 0, "byte 0xE2"),
        ] {
            assert_eq!(Found::at(text, at).to_string(), shown);
        }
    }
}
