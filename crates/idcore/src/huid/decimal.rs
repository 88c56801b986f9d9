//! The decimal text: sixteen digits at a time, and a head of up to three.

use core::fmt;
use core::str::FromStr;

#[cfg(all(target_arch = "x86_64", feature = "simd"))]
use super::sse2 as sixteen;
#[cfg(not(all(target_arch = "x86_64", feature = "simd")))]
use super::swar as sixteen;
use super::swar::EIGHT;
use super::{Huid, swar};
use crate::ParseError;
use crate::ascii::ascii;
use crate::layout::huid::{MAX, TEXT_LEN};

/// The digits before the last sixteen.
const HEAD_LEN: usize = TEXT_LEN - 16;

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
    pub fn encode(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        let zeros = write(self.to_u64(), buffer);
        match buffer.get(zeros..) {
            Some(text) => ascii(text),
            None => ascii(&buffer[leading_zeros(buffer)..]),
        }
    }

    /// Writes the decimal text into `buffer`, zero-padded to 19 digits, and returns it. These texts
    /// sort as the ids do (specification, section 7.1).
    ///
    /// [`to_text`](Self::to_text) is the form for constants.
    ///
    /// ```
    /// # use idcore::Huid;
    /// let mut buffer = [0; Huid::TEXT_LEN];
    /// assert_eq!(Huid::from_parts(123, 87381)?.encode_padded(&mut buffer), "0000000000258037077");
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn encode_padded(self, buffer: &mut [u8; TEXT_LEN]) -> &str {
        write(self.to_u64(), buffer);
        ascii(buffer)
    }

    /// The id of a decimal text: 1 to 19 ASCII digits, leading zeros allowed.
    ///
    /// It takes bytes, so that text from a file or a socket need not be checked as UTF-8 first.
    /// [`from_text`](Self::from_text) is the form for constants.
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
    pub fn decode(text: &[u8]) -> Result<Self, ParseError> {
        let number = match text.split_last_chunk() {
            Some((head, last)) if head.len() <= HEAD_LEN => read(head, last),
            _ => swar::read_any(text),
        };
        Self::of_number(number, text)
    }

    /// The 19 characters of the zero-padded text, for constants: what
    /// [`encode_padded`](Self::encode_padded) writes.
    ///
    /// ```
    /// # use idcore::Huid;
    /// const TEXT: [u8; 19] = Huid::MAX.to_text();
    /// assert_eq!(&TEXT, b"9223372036854775807");
    /// ```
    #[must_use]
    pub const fn to_text(self) -> [u8; TEXT_LEN] {
        swar::write_padded(self.to_u64())
    }

    /// The id of a decimal text, for constants: what [`decode`](Self::decode) reads.
    ///
    /// ```
    /// # use idcore::Huid;
    /// const ROOT: Huid = match Huid::from_text("258037077") {
    ///     Ok(id) => id,
    ///     Err(_) => panic!("not a HUID"),
    /// };
    /// assert_eq!(ROOT.random(), 87381);
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`decode`](Self::decode).
    pub const fn from_text(text: &str) -> Result<Self, ParseError> {
        Self::of_number(swar::read_any(text.as_bytes()), text.as_bytes())
    }

    /// The id of the number that `text` was read as.
    #[inline]
    const fn of_number(number: Option<u64>, text: &[u8]) -> Result<Self, ParseError> {
        match number {
            Some(number) if number <= MAX => Ok(Self(number)),
            _ => Err(ParseError::of_huid(text)),
        }
    }
}

/// Writes all 19 digits, and returns how many of the first three are zeros before another one; where
/// all are, it is more than there are digits.
#[inline]
fn write(id: u64, text: &mut [u8; TEXT_LEN]) -> usize {
    // A HUID is below 10^19, so the head is below 1000.
    let (upper, head) = (id / EIGHT, id / EIGHT / EIGHT);
    let (middle, last) = (upper - head * EIGHT, id - upper * EIGHT);
    let head = sixteen::head(head as u32);
    // The fourth byte is overwritten by the digits that follow.
    if let Some(four) = text.first_chunk_mut() {
        *four = head.to_le_bytes();
    }
    if let Some(sixteen_digits) = text.last_chunk_mut() {
        sixteen::write(middle, last, sixteen_digits);
    }
    (head >> 24) as usize
}

/// How many digits are zeros before the first other one, or before the last.
#[cold]
fn leading_zeros(text: &[u8; TEXT_LEN]) -> usize {
    text.iter().position(|digit| *digit != b'0').unwrap_or(TEXT_LEN - 1)
}

/// The number of a head of up to three digits and sixteen more.
#[inline]
fn read(head: &[u8], last: &[u8; 16]) -> Option<u64> {
    let (middle, last) = sixteen::read(last)?;
    let upper = swar::read_few(head)?;
    // Below 10^19, which fits.
    Some((upper * EIGHT + middle) * EIGHT + last)
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

    use super::Huid;

    fn id(integer: u64) -> Huid {
        Huid::from_u64(integer).unwrap()
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
                assert_eq!(Huid::from_text(&text), Ok(id(near)));
                assert_eq!(id(near).to_text(), buffer);
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
