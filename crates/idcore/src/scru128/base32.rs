//! The text of 26 digits in base 32: eight digits of 5 bits at a time, in the bytes of a `u64`.
//!
//! 128 bits are a head of two digits (3 and 5 bits) and three times eight digits (40 bits).

use core::fmt;
use core::str::{self, FromStr};

use super::Scru128;
use crate::ParseError;
use crate::layout::scru128::TEXT_LEN;

/// How far above the digit 9 the digit that follows it is, besides the 1: from `:` to the letter.
const UPPER_GAP: u8 = b'A' - b'9' - 1;
const LOWER_GAP: u8 = b'a' - b'9' - 1;

const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

impl Scru128 {
    /// Writes the text into `buffer` and returns it: 26 digits of `0-9A-V` (specification, section
    /// "Textual representation").
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id = Scru128::from_u128(1095473244246772103403544935821223346);
    /// let mut buffer = [0; Scru128::TEXT_LEN];
    /// assert_eq!(id.encode(&mut buffer), "00QBTG0FERFTCCNFISUBO489DI");
    /// assert_eq!(id.encode_lower(&mut buffer), "00qbtg0ferftccnfisubo489di");
    /// ```
    #[inline]
    #[must_use]
    pub const fn encode(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        *buffer = write(self.to_u128(), UPPER_GAP);
        ascii(buffer)
    }

    /// Writes the text in lower case into `buffer` and returns it.
    ///
    /// Upper case is the canonical form; either is read, and both sort as the ids do, but not when
    /// they are mixed.
    #[inline]
    #[must_use]
    pub const fn encode_lower(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        *buffer = write(self.to_u128(), LOWER_GAP);
        ascii(buffer)
    }

    /// The id of a text: exactly 26 digits of `0-9A-V`, in either case, the first at most 7.
    ///
    /// This is the `const` form of [`FromStr`], and takes bytes, so that text from a file or a
    /// socket need not be checked as UTF-8 first.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id = Scru128::decode(b"00QBTG0FERFTCCNFISUBO489DI")?;
    /// assert_eq!(Scru128::decode(b"00qbtg0ferftccnfisubo489di")?, id);
    /// assert!(Scru128::decode(b"80000000000000000000000000").unwrap_err().is_too_large());
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not 26 bytes long, has a byte that is not a digit, or its first digit is over 7,
    /// which is more than 128 bits.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match text.first_chunk() {
            Some(digits) if text.len() == TEXT_LEN => match read(digits) {
                Some(id) => Ok(Self(id)),
                None => Err(ParseError::of_scru128(text)),
            },
            _ => Err(ParseError::of_scru128(text)),
        }
    }
}

#[inline]
const fn write(id: u128, letter_gap: u8) -> [u8; TEXT_LEN] {
    let head = (id >> 120) as u64;
    let [.., a, b] = to_ascii((head >> 5) << 8 | (head & 0x1F), letter_gap);
    let x = to_ascii(spread((id >> 80) as u64), letter_gap);
    let y = to_ascii(spread((id >> 40) as u64), letter_gap);
    let z = to_ascii(spread(id as u64), letter_gap);
    [
        a, b, //
        x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], //
        y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], //
        z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7],
    ]
}

/// The lower 40 bits as eight digits, one a byte, the first in the highest byte.
///
/// Each step halves the groups: 20 + 20 bits, then 10 + 10, then 5 + 5.
#[inline]
const fn spread(bits: u64) -> u64 {
    let twenties = (bits << 12) & 0x000F_FFFF_0000_0000 | bits & 0x000F_FFFF;
    let tens = (twenties << 6) & 0x03FF_0000_03FF_0000 | twenties & 0x0000_03FF_0000_03FF;
    (tens << 3) & 0x1F00_1F00_1F00_1F00 | tens & 0x001F_001F_001F_001F
}

/// The reverse of [`spread`].
#[inline]
const fn gather(digits: u64) -> u64 {
    let tens = (digits >> 3) & 0x03E0_03E0_03E0_03E0 | digits & 0x001F_001F_001F_001F;
    let twenties = (tens >> 6) & 0x000F_FC00_000F_FC00 | tens & 0x0000_03FF_0000_03FF;
    (twenties >> 12) & 0x00FF_FFF0_0000 | twenties & 0x000F_FFFF
}

/// Eight digits as characters, the highest byte first.
#[inline]
const fn to_ascii(digits: u64, letter_gap: u8) -> [u8; 8] {
    // 1 in each byte that is 10 or more: adding 118 sets the top bit of those alone.
    let letters = ((digits + repeat(128 - 10)) >> 7) & repeat(1);
    // 31 + 48 + 39 is the most a byte can become: no carry.
    (digits + repeat(b'0') + letters * letter_gap as u64).to_be_bytes()
}

#[inline]
const fn read(text: &[u8; TEXT_LEN]) -> Option<u128> {
    // Lengths: 8 + 8 + 8 + 2. Each split has what it takes.
    let Some((x, rest)) = text.split_first_chunk() else { return None };
    let Some((y, rest)) = rest.split_first_chunk() else { return None };
    let Some((z, rest)) = rest.split_first_chunk() else { return None };
    let Some(&[a, b]) = rest.first_chunk() else { return None };
    let (x, x_wrong) = from_ascii(*x);
    let (y, y_wrong) = from_ascii(*y);
    let (z, z_wrong) = from_ascii(*z);
    let (last, last_wrong) = from_ascii([b'0', b'0', b'0', b'0', b'0', b'0', a, b]);
    // The first digit has 3 bits: its other two are at the top of x.
    let too_large = x & (0x18 << 56);
    if x_wrong | y_wrong | z_wrong | last_wrong | too_large != 0 {
        return None;
    }
    let upper = gather(x) as u128;
    let lower = (gather(y) as u128) << 40 | gather(z) as u128;
    Some(upper << 90 | lower << 10 | gather(last) as u128)
}

/// Eight characters as digits, the first in the highest byte, and a word that is not zero where one
/// of them is none; the digits mean nothing then.
#[inline]
const fn from_ascii(text: [u8; 8]) -> (u64, u64) {
    const TOP: u64 = repeat(0x80);
    let text = u64::from_be_bytes(text);
    // Bytes are taken as 7 bits; the eighth is wrong at once, and out of the way of the sums, none
    // of which carries into the next byte: 0x7F + 0x7F is the most.
    let not_ascii = text & TOP;
    let text = text & !TOP;
    // 0x20 in the bytes from 0x40 on, where the letters are: there it is the bit of lower case.
    let letters = text & repeat(0x40);
    let folded = text & !(letters >> 1);
    // The top bit of each sum says whether the byte is at least so much.
    let from_0 = folded + repeat(0x80 - b'0');
    let past_9 = folded + repeat(0x80 - (b'9' + 1));
    let from_a = folded + repeat(0x80 - b'A');
    let past_v = folded + repeat(0x80 - (b'V' + 1));
    let is_digit = (from_0 & !past_9) | (from_a & !past_v);
    // A decimal digit is its lower four bits; A is 0x41 and stands for 10.
    let digits = (folded & repeat(0x0F)) + ((letters >> 6) * 9) + ((letters >> 2) & folded);
    (digits, not_ascii | (!is_digit & TOP))
}

/// Digits as text.
#[inline]
const fn ascii(digits: &[u8]) -> &str {
    match str::from_utf8(digits) {
        Ok(text) => text,
        Err(_) => unreachable!(),
    }
}

impl FromStr for Scru128 {
    type Err = ParseError;

    /// See [`Scru128::decode`].
    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::decode(text.as_bytes())
    }
}

impl fmt::Display for Scru128 {
    /// The text of 26 digits in upper case, formatted as a string is: `{:>30}` pads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode(&mut [0; TEXT_LEN]))
    }
}

impl fmt::LowerHex for Scru128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.to_u128(), f)
    }
}

impl fmt::UpperHex for Scru128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.to_u128(), f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;

    use super::{Scru128, TEXT_LEN};

    #[test]
    fn vectors_of_the_fields() {
        let max = (0xFFF_FFFF_FFFF, 0xFFF_FFFF, 0xFF_FFFF, 0xFFFF_FFFF);
        for (fields, text) in [
            ((max.0, 0, 0, 0), "7VVVVVVVVG0000000000000000"),
            ((0, max.1, 0, 0), "000000000FVVVVU00000000000"),
            ((0, 0, max.2, 0), "000000000000001VVVVS000000"),
            ((0, 0, 0, max.3), "00000000000000000003VVVVVV"),
        ] {
            let id = Scru128::from_fields(fields.0, fields.1, fields.2, fields.3).unwrap();
            assert_eq!(format!("{id}"), text);
            assert_eq!(text.parse(), Ok(id));
        }
    }

    #[test]
    fn every_byte_but_fifty_four_is_refused_at_each_position() {
        for at in 0..TEXT_LEN {
            for byte in 0..=u8::MAX {
                let mut text = [b'0'; TEXT_LEN];
                text[at] = byte;
                // `char::to_digit` is the standard library's idea of the same alphabet.
                let expected = char::from(byte)
                    .to_digit(32)
                    .filter(|digit| at > 0 || *digit < 8)
                    .map(|digit| u128::from(digit) << (5 * (TEXT_LEN - 1 - at)));
                let found = Scru128::decode(&text).map(Scru128::to_u128);
                assert_eq!(found.ok(), expected, "{byte:#04X} at {at}");
            }
        }
    }

    #[test]
    fn a_wrong_byte_does_not_leak_into_its_neighbours() {
        // 0xFF and 0x00 beside each digit: sums must not carry from one byte into the next.
        for at in 0..TEXT_LEN - 1 {
            for wrong in [0x00, 0x2F, 0x3A, 0x40, 0x57, 0x60, 0x77, 0x7F, 0x80, 0xB0, 0xFF] {
                let mut text = [b'v'; TEXT_LEN];
                text[0] = b'7';
                text[at] = wrong;
                text[at + 1] = wrong;
                let error = Scru128::decode(&text).unwrap_err();
                assert_eq!(error.position(), Some(at), "{wrong:#04X} at {at}");
            }
        }
    }

    #[test]
    fn lengths_but_twenty_six_are_refused() {
        for len in (0..60).filter(|len| *len != TEXT_LEN) {
            assert!(Scru128::decode(&std::vec![b'0'; len]).unwrap_err().is_length());
        }
    }

    #[test]
    fn formats_as_a_string() {
        let id = Scru128::from_u128(1095473244246772103403544935821223346);
        assert_eq!(format!("[{id:>28}]"), "[  00QBTG0FERFTCCNFISUBO489DI]");
        assert_eq!(format!("[{id:-^30}]"), "[--00QBTG0FERFTCCNFISUBO489DI--]");
        assert_eq!(format!("[{id:28}]"), "[00QBTG0FERFTCCNFISUBO489DI  ]");
        assert_eq!(format!("{id:#034x}"), "0x00d2fb003ddb7f58cbbe5cf2f04425b2");
    }
}
