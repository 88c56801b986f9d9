//! The decimal text: eight digits at a time, in the bytes of a `u64`.
//!
//! A number of up to 19 digits is a head of up to 3 digits, and twice 8 digits.

use core::fmt;
use core::str::FromStr;

use super::Huid;
use crate::ParseError;
use crate::ascii::ascii;
use crate::layout::huid::{MAX, TEXT_LEN};

const HEAD_LEN: usize = TEXT_LEN - 16;
/// Eight digits are one less than this at most.
const EIGHT: u64 = 100_000_000;
/// The digit 0 in each byte.
const ZEROS: u64 = repeat(b'0');

const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

impl Huid {
    /// Writes the decimal text into `buffer` and returns it: 1 to 19 digits, no leading zero
    /// (specification, section 7.1).
    ///
    /// Decimal texts do not sort like ids; [`encode_padded`](Self::encode_padded) gives texts that
    /// do.
    ///
    /// ```
    /// # use idcore::Huid;
    /// let mut buffer = [0; Huid::TEXT_LEN];
    /// assert_eq!(Huid::from_parts(123, 87381)?.encode(&mut buffer), "258037077");
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn encode(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        let digits = Digits::of(self.to_u64());
        digits.write(buffer);
        ascii(buffer.split_at(digits.leading_zeros()).1)
    }

    /// Writes the decimal text into `buffer`, zero-padded to 19 digits, and returns it. These texts
    /// sort as the ids do (specification, section 7.1).
    ///
    /// ```
    /// # use idcore::Huid;
    /// let mut buffer = [0; Huid::TEXT_LEN];
    /// assert_eq!(Huid::from_parts(123, 87381)?.encode_padded(&mut buffer), "0000000000258037077");
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn encode_padded(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        Digits::of(self.to_u64()).write(buffer);
        ascii(buffer)
    }

    /// The id of a decimal text: 1 to 19 ASCII digits, leading zeros allowed.
    ///
    /// This is the `const` form of [`FromStr`], and takes bytes, so that text from a file or a
    /// socket need not be checked as UTF-8 first.
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::decode(b"258037077")?.random(), 87381);
    /// assert_eq!(Huid::decode(b"0000000000258037077")?.random(), 87381);
    /// assert_eq!(Huid::decode(b"25803_7077").unwrap_err().position(), Some(5));
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is empty or longer than 19 bytes, has a byte that is not `0` to `9` (so no sign, no
    /// space, no separator), or its number is over 2<sup>63</sup> - 1.
    #[inline]
    pub const fn decode(text: &[u8]) -> Result<Self, ParseError> {
        match parse(text) {
            Some(id) if id <= MAX => Ok(Self(id)),
            _ => Err(ParseError::of_huid(text)),
        }
    }
}

/// A number as its decimal digits, the first in the lowest byte of each part.
struct Digits {
    /// The first three of 19.
    head: [u8; HEAD_LEN],
    /// The next eight, as values 0 to 9.
    middle: u64,
    /// The last eight, as values 0 to 9.
    tail: u64,
}

impl Digits {
    #[inline]
    const fn of(id: u64) -> Self {
        let (upper, tail) = (id / EIGHT, id % EIGHT);
        // A HUID is below 10^19, so the head is below 1000.
        let (head, middle) = (upper / EIGHT, upper % EIGHT);
        let head = [(head / 100) as u8, (head / 10 % 10) as u8, (head % 10) as u8];
        Self { head, middle: eight_digits(middle), tail: eight_digits(tail) }
    }

    #[inline]
    const fn write(&self, text: &mut [u8; TEXT_LEN]) {
        let [a, b, c] = self.head;
        let (head, rest) = text.split_at_mut(HEAD_LEN);
        head[0] = b'0' + a;
        head[1] = b'0' + b;
        head[2] = b'0' + c;
        let (middle, tail) = rest.split_at_mut(8);
        if let (Some(m), Some(t)) = (middle.first_chunk_mut(), tail.first_chunk_mut()) {
            *m = (self.middle + ZEROS).to_le_bytes();
            *t = (self.tail + ZEROS).to_le_bytes();
        }
    }

    /// How many of the 19 digits are zeros before the first other digit; the last is never counted.
    #[inline]
    const fn leading_zeros(&self) -> usize {
        let (skipped, zeros) = match self.head {
            [0, 0, 0] if self.middle != 0 => (HEAD_LEN, self.middle.trailing_zeros() / 8),
            [0, 0, 0] if self.tail != 0 => (HEAD_LEN + 8, self.tail.trailing_zeros() / 8),
            [0, 0, 0] => (TEXT_LEN - 1, 0),
            [0, 0, _] => (2, 0),
            [0, ..] => (1, 0),
            _ => (0, 0),
        };
        skipped + zeros as usize
    }
}

/// The eight digits of a number below 10^8, one a byte, the first in the lowest byte.
///
/// Each step splits every part in two: 8 digits into 4 + 4, those into 2 + 2, those into 1 + 1.
/// The quotients are products with a rounded reciprocal, exact for parts this small (the tests try
/// every part).
#[inline]
const fn eight_digits(number: u64) -> u64 {
    let fours = (number / 10_000) | (number % 10_000) << 32;
    // 10486 / 2^20 is 1/100, exact below 10,000.
    let hundreds = ((fours * 10486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    // 103 / 2^10 is 1/10, exact below 100.
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    tens | (twos - 10 * tens) << 8
}

/// The number of eight ASCII digits, or `None` where one of them is none.
#[inline]
const fn parse_eight(text: [u8; 8]) -> Option<u64> {
    let text = u64::from_le_bytes(text);
    // A byte is a digit if its upper half is 3, and still is with 6 added. A carry out of a byte
    // needs a byte of 0xFA or more, whose own upper half is not 3.
    let halves = (text & repeat(0xF0)) | (text.wrapping_add(repeat(0x06)) & repeat(0xF0)) >> 4;
    if halves != repeat(0x33) {
        return None;
    }
    let digits = text - ZEROS;
    // Pairs: 10 * first + second, in every other byte, from 0 to 99.
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
    // The first and third pair, times 10^6 and 10^2; the second and fourth, times 10^4 and 1. Each
    // product's upper half is the sum of the two; the lower half is below 2^32, so carries nothing.
    let odd = (pairs & 0x0000_00FF_0000_00FF).wrapping_mul(100 + (1_000_000 << 32));
    let even = ((pairs >> 16) & 0x0000_00FF_0000_00FF).wrapping_mul(1 + (10_000 << 32));
    Some(odd.wrapping_add(even) >> 32)
}

/// The number of 1 to 19 ASCII digits; it is below 10^19, which fits a `u64`.
#[inline]
const fn parse(text: &[u8]) -> Option<u64> {
    let Some((rest, tail)) = text.split_last_chunk() else { return parse_few(text) };
    let Some(tail) = parse_eight(*tail) else { return None };
    let Some((head, middle)) = rest.split_last_chunk() else {
        if rest.is_empty() {
            return Some(tail);
        }
        return match parse_few(rest) {
            Some(upper) => Some(upper * EIGHT + tail),
            None => None,
        };
    };
    let Some(middle) = parse_eight(*middle) else { return None };
    let lower = middle * EIGHT + tail;
    match head.len() {
        0 => Some(lower),
        1..=HEAD_LEN => match parse_few(head) {
            Some(upper) => Some(upper * EIGHT * EIGHT + lower),
            None => None,
        },
        _ => None,
    }
}

/// The number of 1 to 7 ASCII digits.
#[inline]
const fn parse_few(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    let mut number = 0;
    let mut at = 0;
    while at < text.len() {
        let digit = text[at].wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + digit as u64;
        at += 1;
    }
    Some(number)
}

impl FromStr for Huid {
    type Err = ParseError;

    /// See [`Huid::decode`].
    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::decode(text.as_bytes())
    }
}

impl fmt::Display for Huid {
    /// The decimal text, formatted as an integer is: `{:>24}` pads it, `{:019}` fills with zeros.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", self.encode(&mut [0; TEXT_LEN]))
    }
}

impl fmt::LowerHex for Huid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.to_u64(), f)
    }
}

impl fmt::UpperHex for Huid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.to_u64(), f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;

    use super::{Huid, eight_digits, parse_eight};

    fn id(integer: u64) -> Huid {
        Huid::from_u64(integer).unwrap()
    }

    #[test]
    fn splits_are_exact_for_every_part() {
        for part in 0..10_000 {
            assert_eq!((part * 10486) >> 20, part / 100);
        }
        for part in 0..100 {
            assert_eq!((part * 103) >> 10, part / 10);
        }
        for number in (0..100_000_000).step_by(7919).chain([99_999_999]) {
            let expected = format!("{number:08}");
            assert_eq!((eight_digits(number) + super::ZEROS).to_le_bytes(), expected.as_bytes());
        }
    }

    #[test]
    fn every_byte_but_ten_is_refused_at_each_position() {
        for at in 0..8 {
            for byte in 0..=u8::MAX {
                let mut text = *b"90909090";
                text[at] = byte;
                let expected = str::from_utf8(&text)
                    .ok()
                    .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
                    .and_then(|text| text.parse().ok());
                assert_eq!(parse_eight(text), expected, "{byte:#04X} at {at}");
            }
        }
    }

    #[test]
    fn each_length_is_written_and_read() {
        let mut integer = 1_u64;
        for _ in 0..19 {
            for near in [integer - 1, integer, integer + 1] {
                let text = id(near).to_string();
                assert_eq!(text, near.to_string());
                assert_eq!(text.parse(), Ok(id(near)));
                let mut buffer = [0; 19];
                assert_eq!(id(near).encode_padded(&mut buffer), format!("{near:019}"));
                assert_eq!(Huid::decode(&buffer), Ok(id(near)));
            }
            integer = integer.saturating_mul(10).min(i64::MAX as u64 - 1);
        }
    }

    #[test]
    fn leading_zeros_are_read_up_to_nineteen_digits() {
        for len in 1..=19 {
            assert_eq!(format!("{:0len$}", 7).parse(), Ok(id(7)));
        }
        assert!(format!("{:020}", 7).parse::<Huid>().unwrap_err().is_length());
        assert!("9223372036854775808".parse::<Huid>().unwrap_err().is_too_large());
        assert!("9999999999999999999".parse::<Huid>().unwrap_err().is_too_large());
        assert!("99999999999999999999".parse::<Huid>().unwrap_err().is_length());
    }

    #[test]
    fn formats_as_an_integer() {
        let id = id(258037077);
        assert_eq!(format!("[{id:>12}]"), "[   258037077]");
        assert_eq!(format!("[{id:12}]"), "[   258037077]");
        assert_eq!(format!("[{id:*<12}]"), "[258037077***]");
        assert_eq!(format!("[{id:^13}]"), "[  258037077  ]");
        assert_eq!(format!("{id:019}"), "0000000000258037077");
        assert_eq!(format!("{id:x} {id:#X} {id:#018x}"), "f615555 0xF615555 0x000000000f615555");
    }
}
