//! Decimal digits eight at a time, in the bytes of a `u64`: the form for constants, and for
//! processors without a form of their own.

use crate::layout::huid::TEXT_LEN;

/// Eight digits are one less than this at most.
pub(super) const EIGHT: u64 = 100_000_000;
/// The digit 0 in each byte.
const ZEROS: u64 = repeat(b'0');

const fn repeat(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// All 19 digits of a number below 10^19.
pub(super) const fn write_padded(number: u64) -> [u8; TEXT_LEN] {
    let mut text = [b'0'; TEXT_LEN];
    let mut rest = number;
    let mut at = TEXT_LEN;
    while at > 0 {
        at -= 1;
        text[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text
}

/// Writes two numbers below 10^8 as eight digits each.
#[inline]
#[cfg_attr(
    all(target_arch = "x86_64", feature = "simd", not(test)),
    allow(dead_code, reason = "SSE2 does it")
)]
pub(super) fn write(first: u64, second: u64, text: &mut [u8; 16]) {
    let (first, second) = (eight_digits(first), eight_digits(second));
    let (head, tail) = text.split_at_mut(8);
    head.copy_from_slice(&(first + ZEROS).to_le_bytes());
    tail.copy_from_slice(&(second + ZEROS).to_le_bytes());
}

/// The three digits of a number below 1000 in the lower three bytes, the first in the lowest. The
/// upper byte is how many are zeros before another one, or 0xFF where all are.
#[inline]
pub(super) const fn head(number: u32) -> u32 {
    // 656 / 2^16 is 1/100 and 6554 / 2^16 is 1/10, exact below 1000.
    let (hundreds, tens) = ((number * 656) >> 16, (number * 6554) >> 16);
    let digits = hundreds | (tens - 10 * hundreds) << 8 | (number - 10 * tens) << 16;
    let zeros = match number {
        0 => 0xFF,
        1..=9 => 2,
        10..=99 => 1,
        _ => 0,
    };
    (digits | ZEROS as u32) & 0x00FF_FFFF | zeros << 24
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

/// The numbers of two times eight digits, or `None` where one of the characters is no digit.
#[inline]
#[cfg_attr(
    all(target_arch = "x86_64", feature = "simd", not(test)),
    allow(dead_code, reason = "SSE2 does it")
)]
pub(super) fn read(text: &[u8; 16]) -> Option<(u64, u64)> {
    let (first, second) = (text.first_chunk()?, text.last_chunk()?);
    Some((read_eight(*first)?, read_eight(*second)?))
}

/// The number of eight ASCII digits, or `None` where one of them is none.
#[inline]
const fn read_eight(text: [u8; 8]) -> Option<u64> {
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
pub(super) const fn read_any(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > TEXT_LEN {
        return None;
    }
    let mut number = 0;
    let mut rest = text;
    while let Some((eight, others)) = rest.split_first_chunk() {
        match read_eight(*eight) {
            Some(value) => number = number * EIGHT + value,
            None => return None,
        }
        rest = others;
    }
    let mut at = 0;
    while at < rest.len() {
        let digit = rest[at].wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + digit as u64;
        at += 1;
    }
    Some(number)
}

/// The number of 0 to 3 ASCII digits.
#[inline]
pub(super) fn read_few(text: &[u8]) -> Option<u64> {
    let mut number = 0;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;

    use super::{ZEROS, eight_digits, head, read, read_eight, write};

    #[test]
    fn heads_are_digits_and_a_count_of_zeros() {
        for number in 0..1000 {
            let text = format!("{number:03}");
            let zeros = text.bytes().position(|digit| digit != b'0').unwrap_or(0xFF);
            let [a, b, c, count] = head(number).to_le_bytes();
            assert_eq!(
                ([a, b, c], usize::from(count)),
                (text.as_bytes().try_into().unwrap(), zeros)
            );
        }
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
            assert_eq!((eight_digits(number) + ZEROS).to_le_bytes(), expected.as_bytes());
        }
    }

    #[test]
    fn every_byte_but_ten_is_refused_at_each_position() {
        for at in 0..8 {
            for byte in 0..=u8::MAX {
                let mut text = *b"90909090";
                text[at] = byte;
                let expected = core::str::from_utf8(&text)
                    .ok()
                    .filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
                    .and_then(|text| text.parse().ok());
                assert_eq!(read_eight(text), expected, "{byte:#04X} at {at}");
            }
        }
    }

    #[test]
    fn writes_and_reads_sixteen_as_the_standard_library_does() {
        for (first, second) in [(0, 0), (0, 7), (1, 0), (12_345_678, 99_999_999), (10_000, 10)] {
            let expected = format!("{first:08}{second:08}");
            let mut text = [0; 16];
            write(first, second, &mut text);
            assert_eq!(text, expected.as_bytes());
            assert_eq!(read(&text), Some((first, second)));
        }
        assert_eq!(read(b"0000000a00000000"), None);
    }
}
