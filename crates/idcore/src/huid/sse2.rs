//! Sixteen decimal digits at a time, in the 16-byte vectors that every x86-64 processor has.
//!
//! It does what `swar.rs` does, in about half the time. The standard library is the oracle of the
//! tests here.

#![allow(unsafe_code)]
#![allow(unused_unsafe, reason = "before Rust 1.87 each of the intrinsics is unsafe")]

use core::arch::x86_64::{
    _mm_add_epi8, _mm_add_epi16, _mm_add_epi64, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_loadu_si128,
    _mm_madd_epi16, _mm_min_epu8, _mm_movemask_epi8, _mm_mul_epu32, _mm_mulhi_epu16,
    _mm_mullo_epi16, _mm_packs_epi32, _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16,
    _mm_set1_epi32, _mm_set1_epi64x, _mm_shufflehi_epi16, _mm_shufflelo_epi16, _mm_slli_epi16,
    _mm_slli_epi32, _mm_srli_epi16, _mm_srli_epi64, _mm_storeu_si128, _mm_sub_epi8,
};

use super::swar;

/// The heads of [`swar::head`]. A head is below 1000; the length lets ten bits be an index.
static HEADS: [u32; 1 << 10] = {
    let mut heads = [0; 1 << 10];
    let mut number = 0;
    while number < 1000 {
        heads[number as usize] = swar::head(number);
        number += 1;
    }
    heads
};

/// What [`swar::head`] gives, by a table: the processor is busy enough with the other products.
#[inline]
pub(super) fn head(number: u32) -> u32 {
    HEADS[number as usize % HEADS.len()]
}

/// Writes two numbers below 10^8 as eight digits each.
#[inline]
pub(super) fn write(first: u64, second: u64, text: &mut [u8; 16]) {
    // SAFETY: SSE2 is a part of x86-64, and the store is in bounds and needs no alignment.
    unsafe {
        let eights = _mm_set_epi64x(second as i64, first as i64);
        // Each step splits every part in two: its quotient by a power of ten, and the rest, which is
        // the part less so many times the quotient. The quotients are exact for parts of that size:
        // tests try all of 4 and 2 digits, and for 8 this is what compilers make of a division.
        //
        // 8 digits into 4 + 4, in 32 bits each, the quotient above: 0xD1B7_1759 / 2^45 is 1/10,000.
        let quotients = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(0xD1B7_1759)), 45);
        let products = _mm_mul_epu32(quotients, _mm_set1_epi64x((1 << 32) - 10_000));
        let fours = _mm_add_epi64(eights, products);
        // Each of them twice, in 16 bits each, and the quotients below from here on.
        let fours = _mm_shufflehi_epi16(_mm_shufflelo_epi16(fours, 0b00_00_10_10), 0b00_00_10_10);
        // 4 digits into 2 + 2, in 16 bits each: 5243 / 2^19 is 1/100.
        let quotients = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
        let products = _mm_mullo_epi16(quotients, _mm_set1_epi32((-100 << 16) | 1));
        let twos = _mm_add_epi16(products, _mm_slli_epi32(fours, 16));
        // 2 digits into 1 + 1, in 8 bits each: 6554 / 2^16 is 1/10.
        let quotients = _mm_mulhi_epu16(twos, _mm_set1_epi16(6554));
        let products = _mm_mullo_epi16(quotients, _mm_set1_epi16((-10 << 8) + 1));
        let digits = _mm_add_epi16(products, _mm_slli_epi16(twos, 8));
        _mm_storeu_si128(text.as_mut_ptr().cast(), _mm_add_epi8(digits, _mm_set1_epi8(b'0' as i8)));
    }
}

/// The numbers of two times eight digits, or `None` where one of the characters is no digit.
#[inline]
pub(super) fn read(text: &[u8; 16]) -> Option<(u64, u64)> {
    // SAFETY: SSE2 is a part of x86-64, and the load is in bounds and needs no alignment.
    unsafe {
        let text = _mm_loadu_si128(text.as_ptr().cast());
        // What is below the digit 0 wraps to a large number.
        let digits = _mm_sub_epi8(text, _mm_set1_epi8(b'0' as i8));
        let valid = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
        if _mm_movemask_epi8(valid) != 0xFFFF {
            return None;
        }
        // The first of each two digits is in the lower half of 16 bits: 10 * first + second.
        let tens = _mm_mullo_epi16(digits, _mm_set1_epi16(10));
        let twos = _mm_srli_epi16(_mm_slli_epi16(tens, 8), 8);
        let twos = _mm_add_epi16(twos, _mm_srli_epi16(digits, 8));
        // 100 * first + second, and 10,000 * first + second: 0x64 and 0x2710 for the first.
        let fours = _mm_madd_epi16(twos, _mm_set1_epi32(0x0001_0064));
        let fours = _mm_packs_epi32(fours, fours);
        let eights = _mm_madd_epi16(fours, _mm_set1_epi32(0x0001_2710));
        let eights = _mm_cvtsi128_si64(eights) as u64;
        Some((eights & 0xFFFF_FFFF, eights >> 32))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;

    use super::{head, read, swar, write};

    #[test]
    fn heads_are_those_of_the_portable_form() {
        for number in 0..1000 {
            assert_eq!(head(number), swar::head(number));
        }
    }

    #[test]
    fn quotients_are_exact_for_every_part() {
        for part in 0..10_000_u32 {
            assert_eq!((part * 5243) >> 19, part / 100);
        }
        for part in 0..100_u32 {
            assert_eq!((part * 6554) >> 16, part / 10);
        }
        for part in (0..100_000_000_u64).step_by(9_973).chain([99_999_999]) {
            assert_eq!((part * 0xD1B7_1759) >> 45, part / 10_000);
        }
    }

    #[test]
    fn writes_and_reads_what_the_standard_library_does() {
        let parts = [0, 1, 9, 10, 99, 100, 9_999, 10_000, 12_345_678, 90_909_090, 99_999_999];
        for first in parts {
            for second in parts {
                let expected = format!("{first:08}{second:08}");
                let mut text = [0; 16];
                write(first, second, &mut text);
                assert_eq!(text, expected.as_bytes());
                assert_eq!(read(&text), Some((first, second)));
            }
        }
    }

    #[test]
    fn refuses_every_other_byte_at_each_position() {
        for at in 0..16 {
            for byte in 0..=u8::MAX {
                let mut text = *b"9090909009090909";
                text[at] = byte;
                let expected = byte.is_ascii_digit().then(|| {
                    let number: u64 = core::str::from_utf8(&text).unwrap().parse().unwrap();
                    (number / 100_000_000, number % 100_000_000)
                });
                assert_eq!(read(&text), expected, "{byte:#04X} at {at}");
            }
        }
    }
}
