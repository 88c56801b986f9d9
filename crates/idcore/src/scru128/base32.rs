//! The text of 26 digits in base 32: eight digits of 5 bits at a time, in the bytes of a `u64`.

use core::fmt;
use core::str::FromStr;

use super::Scru128;
use crate::ParseError;
use crate::ascii::ascii;
pub(super) use crate::layout::scru128::TEXT_LEN;

/// Where each group of eight digits starts in the text. The last two overlap, so that all groups are
/// alike.
const STARTS: [usize; 4] = [0, 8, 16, TEXT_LEN - 8];
/// How far the lowest bit of each group is above that of the id. The first group has 38 bits.
const SHIFTS: [u32; 4] = [90, 50, 10, 0];

/// How far above the digit 9 the digit that follows it is, besides the 1: from `:` to the letter.
pub(super) const UPPER_GAP: u8 = b'A' - b'9' - 1;
pub(super) const LOWER_GAP: u8 = b'a' - b'9' - 1;

const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

impl Scru128 {
    /// Writes the text into `buffer` and returns it: 26 digits of `0-9A-V` (specification, section
    /// "Textual representation").
    ///
    /// [`to_text`](Self::to_text) is the form for constants.
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
    pub fn encode(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        write_fast::<UPPER_GAP>(self.to_u128(), buffer);
        ascii(buffer)
    }

    /// Writes the text in lower case into `buffer` and returns it.
    ///
    /// Upper case is the canonical form; either is read, and both sort as the ids do, but not when
    /// they are mixed.
    #[inline]
    #[must_use]
    pub fn encode_lower(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        write_fast::<LOWER_GAP>(self.to_u128(), buffer);
        ascii(buffer)
    }

    /// The id of a text: exactly 26 digits of `0-9A-V`, in either case, the first at most 7.
    ///
    /// It takes bytes, so that text from a file or a socket need not be checked as UTF-8 first.
    /// [`from_text`](Self::from_text) is the form for constants.
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
    pub fn decode(text: &[u8]) -> Result<Self, ParseError> {
        let Ok(digits) = text.try_into() else { return Err(ParseError::of_scru128(text)) };
        #[cfg(all(target_arch = "x86_64", feature = "simd"))]
        if let Some(avx2) = super::avx2::Avx2::get() {
            let id = avx2.decode(digits);
            if id != super::avx2::DOUBT {
                return Ok(Self(id));
            }
        }
        Self::read_text(digits)
    }

    /// [`decode`](Self::decode) in its portable form. Where it comes after another, it stays out of
    /// the callers' way.
    #[cfg_attr(all(target_arch = "x86_64", feature = "simd"), inline(never))]
    const fn read_text(digits: &[u8; TEXT_LEN]) -> Result<Self, ParseError> {
        match read(digits) {
            Some(id) => Ok(Self(id)),
            None => Err(ParseError::of_scru128(digits)),
        }
    }

    /// The id of 26 digits, or `None` where they are no id's, without a word on why: for programs
    /// that have to be small. [`decode`](Self::decode) says what is wrong.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id = Scru128::from_digits(b"00QBTG0FERFTCCNFISUBO489DI").unwrap();
    /// assert_eq!(id.to_u128(), 1095473244246772103403544935821223346);
    /// assert_eq!(Scru128::from_digits(b"80000000000000000000000000"), None);
    /// ```
    #[must_use]
    pub const fn from_digits(digits: &[u8; TEXT_LEN]) -> Option<Self> {
        match read(digits) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }

    /// The 26 characters of the text, for constants: what [`encode`](Self::encode) writes.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// const TEXT: [u8; 26] = Scru128::MAX.to_text();
    /// assert_eq!(&TEXT, b"7VVVVVVVVVVVVVVVVVVVVVVVVV");
    /// ```
    #[must_use]
    pub const fn to_text(self) -> [u8; TEXT_LEN] {
        let mut text = [0; TEXT_LEN];
        write::<UPPER_GAP>(self.to_u128(), &mut text);
        text
    }

    /// The id of a text, for constants: what [`decode`](Self::decode) reads.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// const ROOT: Scru128 = match Scru128::from_text("00QBTG0FERFTCCNFISUBO489DI") {
    ///     Ok(id) => id,
    ///     Err(_) => panic!("not a SCRU128"),
    /// };
    /// assert_eq!(ROOT.to_u128(), 1095473244246772103403544935821223346);
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`decode`](Self::decode).
    pub const fn from_text(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes().first_chunk() {
            Some(digits) if text.len() == TEXT_LEN => Self::read_text(digits),
            _ => Err(ParseError::of_scru128(text.as_bytes())),
        }
    }
}

/// [`write`], by the fastest means that the processor has.
#[inline]
fn write_fast<const LETTER_GAP: u8>(id: u128, text: &mut [u8; TEXT_LEN]) {
    #[cfg(all(target_arch = "x86_64", feature = "simd"))]
    if let Some(avx2) = super::avx2::Avx2::get() {
        return avx2.encode::<LETTER_GAP>(id, text);
    }
    write::<LETTER_GAP>(id, text);
}

#[inline]
pub(super) const fn write<const LETTER_GAP: u8>(id: u128, text: &mut [u8; TEXT_LEN]) {
    let mut group = 0;
    while group < STARTS.len() {
        let digits = spread((id >> SHIFTS[group]) as u64);
        let (_, rest) = text.split_at_mut(STARTS[group]);
        if let Some(chunk) = rest.first_chunk_mut() {
            *chunk = to_ascii::<LETTER_GAP>(digits).to_le_bytes();
        }
        group += 1;
    }
}

/// The lower 40 bits as eight digits, one a byte, the first in the lowest byte.
///
/// Each step halves the groups, and swaps the halves: 20 + 20 bits, then 10 + 10, then 5 + 5.
#[inline]
const fn spread(bits: u64) -> u64 {
    let twenties = (bits >> 20) & 0x000F_FFFF | (bits & 0x000F_FFFF) << 32;
    let tens = (twenties >> 10) & 0x0000_03FF_0000_03FF | (twenties & 0x0000_03FF_0000_03FF) << 16;
    (tens >> 5) & 0x001F_001F_001F_001F | (tens & 0x001F_001F_001F_001F) << 8
}

/// The reverse of [`spread`].
#[inline]
const fn gather(digits: u64) -> u64 {
    let tens = (digits & 0x001F_001F_001F_001F) << 5 | (digits >> 8) & 0x001F_001F_001F_001F;
    let twenties = (tens & 0x0000_03FF_0000_03FF) << 10 | (tens >> 16) & 0x0000_03FF_0000_03FF;
    (twenties & 0x000F_FFFF) << 20 | twenties >> 32
}

/// Digits as characters, byte by byte.
#[inline]
const fn to_ascii<const LETTER_GAP: u8>(digits: u64) -> u64 {
    // 1 in each byte that is 10 or more: adding 118 sets the top bit of those alone.
    let letters = ((digits + repeat(128 - 10)) >> 7) & repeat(1);
    // 31 + 48 + 39 is the most a byte can become: no carry.
    digits + repeat(b'0') + letters * LETTER_GAP as u64
}

#[inline]
pub(super) const fn read(text: &[u8; TEXT_LEN]) -> Option<u128> {
    let mut id = 0;
    let mut wrong = 0;
    let mut group = 0;
    while group < STARTS.len() {
        let (_, rest) = text.split_at(STARTS[group]);
        if let Some(chunk) = rest.first_chunk() {
            let (digits, not_digits) = from_ascii(u64::from_le_bytes(*chunk));
            // Where groups overlap, their bits are the same.
            id |= (gather(digits) as u128) << SHIFTS[group];
            wrong |= not_digits;
            // The first digit has 3 bits.
            if group == 0 {
                wrong |= digits & 0x18;
            }
        }
        group += 1;
    }
    if wrong == 0 { Some(id) } else { None }
}

/// Characters as digits, byte by byte, and a word that is not zero where one of them is none; the
/// digits mean nothing then.
#[inline]
const fn from_ascii(text: u64) -> (u64, u64) {
    const TOP: u64 = repeat(0x80);
    // Bytes are taken as 7 bits; the eighth is wrong at once, and out of the way of the sums, none
    // of which carries into the next byte: 0x7F + 0x7F is the most.
    let not_ascii = text & TOP;
    let text = text & !TOP;
    // 0x40 in the bytes from 0x40 on, where the letters are: there, 0x20 is the bit of lower case.
    let letters = text & repeat(0x40);
    let folded = text & !(letters >> 1);
    // The top bit of each sum says whether the byte is at least so much.
    let from_0 = folded + repeat(0x80 - b'0');
    let past_9 = folded + repeat(0x80 - (b'9' + 1));
    let from_a = folded + repeat(0x80 - b'A');
    let past_v = folded + repeat(0x80 - (b'V' + 1));
    let is_digit = (from_0 & !past_9) | (from_a & !past_v);
    // A decimal digit is its lower four bits. A is 0x41 and stands for 10: the lower five and 9.
    let digits = (folded & (repeat(0x0F) | letters >> 2)) + (letters >> 6) * 9;
    (digits, not_ascii | (!is_digit & TOP))
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
                let found = Scru128::from_digits(&text).map(Scru128::to_u128);
                assert_eq!(found, expected, "{byte:#04X} at {at}");
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
