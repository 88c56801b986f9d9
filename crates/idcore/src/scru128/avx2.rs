//! The text codec in the 32-byte vectors of x86-64 processors with AVX2, which is most since 2013.
//!
//! It does what `base32.rs` does, whose form is the oracle of the tests here. Against that form it
//! takes about half the time, both ways: a shuffle brings each digit's bits into a lane of its own
//! in one instruction.
//!
//! The text is two halves of sixteen characters, the first and the last, one to each half of a
//! vector. They overlap, so all they have in common is written and read twice.

#![allow(unsafe_code)]
#![allow(unused_unsafe, reason = "before Rust 1.87 each of the intrinsics is unsafe")]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_loadu_si128, _mm_or_si128,
    _mm_set_epi64x, _mm_storeu_si128, _mm256_add_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpgt_epi8,
    _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_movemask_epi8, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_set_m128i,
    _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_sllv_epi32, _mm256_srli_epi16, _mm256_srli_epi64,
};

#[cfg(feature = "std")]
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::base32::TEXT_LEN;

/// Where the second half starts, which ends with the text.
const SECOND: usize = TEXT_LEN - 16;

/// Whether AVX2 was asked for and found. The standard library keeps that too, in a form that takes
/// another load and another branch at each call.
#[cfg(feature = "std")]
static FOUND: AtomicBool = AtomicBool::new(false);

/// The proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

#[allow(clippy::unused_self, reason = "having the proof is the point")]
impl Avx2 {
    /// The proof, where the processor has AVX2. Without the standard library that is known of those
    /// alone that the program was compiled for.
    #[inline]
    pub(super) fn get() -> Option<Self> {
        let available = cfg!(target_feature = "avx2");
        #[cfg(feature = "std")]
        let available = available || FOUND.load(Relaxed) || Self::find();
        if available { Some(Self(())) } else { None }
    }

    #[cfg(feature = "std")]
    #[cold]
    fn find() -> bool {
        let found = std::arch::is_x86_feature_detected!("avx2");
        FOUND.store(found, Relaxed);
        found
    }

    /// Writes the text, with letters so far above the digit 9.
    #[inline]
    pub(super) fn encode<const LETTER_GAP: u8>(self, id: u128, text: &mut [u8; TEXT_LEN]) {
        // SAFETY: the processor has AVX2, as `self` proves.
        unsafe { encode::<LETTER_GAP>(id, text) }
    }

    /// The id of a text, or [`DOUBT`].
    ///
    /// A plain integer is returned in registers. An `Option` of one is not, and costs a third more.
    #[inline]
    pub(super) fn decode(self, text: &[u8; TEXT_LEN]) -> u128 {
        // The first digit has three bits.
        if text[0] > b'7' {
            return DOUBT;
        }
        // SAFETY: the processor has AVX2, as `self` proves.
        unsafe { decode(text) }
    }
}

/// The text is either none of an id, or that of this one.
pub(super) const DOUBT: u128 = u128::MAX;

/// The position of a digit's lowest bit in the id.
const fn low_bit(digit: usize) -> usize {
    5 * (TEXT_LEN - 1 - digit)
}

/// How many bits are below a digit in its window, from 1 to 8. It is never none, so that the compiler
/// can make one multiplication of the two shifts in `encode`.
const fn bits_below(digit: usize) -> usize {
    (low_bit(digit) + 7) % 8 + 1
}

/// The digits of a vector's sixteen lanes: eight in each half of the text, from a digit of it on.
const fn digit(first: usize, lane: usize) -> usize {
    if lane < 8 { first + lane } else { SECOND + first + (lane - 8) }
}

/// For each of those digits the two bytes of the id's little-endian form that its five bits are in.
/// 0x80 gives a byte of zeros.
const fn windows(first: usize) -> [u8; 32] {
    let mut bytes = [0x80; 32];
    let mut lane = 0;
    while lane < 16 {
        let digit = digit(first, lane);
        // One more than the byte that the window starts with, which is before the id for the last.
        let next = (low_bit(digit) + 8 - bits_below(digit)) / 8;
        if next > 0 {
            bytes[2 * lane] = next as u8 - 1;
        }
        if next < 16 {
            bytes[2 * lane + 1] = next as u8;
        }
        lane += 1;
    }
    bytes
}

/// The first eight digits of each half, and the last eight of each.
static WINDOWS: [[u8; 32]; 2] = [windows(0), windows(8)];

/// For each digit the factor, in two bytes, that shifts its bits to the top of its lane. Eight digits
/// on it is the same.
static FACTORS: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut lane = 0;
    while lane < 16 {
        let factor = (1_u16 << (16 - 5 - bits_below(digit(0, lane)))).to_le_bytes();
        bytes[2 * lane] = factor[0];
        bytes[2 * lane + 1] = factor[1];
        lane += 1;
    }
    bytes
};

/// A table of 32 bytes.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load(table: &[u8; 32]) -> __m256i {
    // SAFETY: in bounds, and the load needs no alignment.
    unsafe { _mm256_loadu_si256(table.as_ptr().cast()) }
}

/// A table of 16 bytes, in both halves.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load_twice(table: &[u8; 16]) -> __m256i {
    // SAFETY: in bounds, and the load needs no alignment.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast())) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn encode<const LETTER_GAP: u8>(id: u128, text: &mut [u8; TEXT_LEN]) {
    // SAFETY: the caller sees to AVX2. The stores of 16 bytes start at 0 and at 26 - 16, and need no
    // alignment. Where they overlap, they are the same.
    unsafe {
        let id = _mm256_broadcastsi128_si256(_mm_set_epi64x((id >> 64) as i64, id as i64));
        let a = _mm256_mullo_epi16(_mm256_shuffle_epi8(id, load(&WINDOWS[0])), load(&FACTORS));
        let b = _mm256_mullo_epi16(_mm256_shuffle_epi8(id, load(&WINDOWS[1])), load(&FACTORS));
        let digits = _mm256_packus_epi16(_mm256_srli_epi16(a, 11), _mm256_srli_epi16(b, 11));
        let letters = _mm256_cmpgt_epi8(digits, _mm256_set1_epi8(9));
        let gap = _mm256_and_si256(letters, _mm256_set1_epi8(LETTER_GAP as i8));
        let ascii = _mm256_add_epi8(_mm256_add_epi8(digits, _mm256_set1_epi8(b'0' as i8)), gap);
        let text = text.as_mut_ptr();
        _mm_storeu_si128(text.cast(), _mm256_castsi256_si128(ascii));
        _mm_storeu_si128(text.add(SECOND).cast(), _mm256_extracti128_si256(ascii, 1));
    }
}

/// What is to be added to a character, by its upper four bits, to have its top bit say that it is
/// no digit.
static CHECKS: [u8; 16] = {
    // From 0x80 on the bit is set already; below '0' there is no digit.
    let mut checks = [0; 16];
    checks[0] = 0x80;
    checks[1] = 0x80;
    checks[2] = 0x80;
    // The last digit of these sixteen characters becomes 0x7F.
    checks[3] = 0x7F - b'9';
    checks[5] = 0x7F - b'V';
    checks[7] = 0x7F - b'v';
    // The first letter becomes 0, and what is before it 0xFF.
    checks[4] = 0_u8.wrapping_sub(b'A');
    checks[6] = 0_u8.wrapping_sub(b'a');
    checks
};
/// What is to be added to a character, by its upper four bits, to make it a digit.
static OFFSETS: [u8; 16] = {
    let mut offsets = [0_u8; 16];
    offsets[3] = 0_u8.wrapping_sub(b'0');
    offsets[4] = 10_u8.wrapping_sub(b'A');
    offsets[5] = offsets[4];
    offsets[6] = 10_u8.wrapping_sub(b'a');
    offsets[7] = offsets[6];
    offsets
};
/// Which digits of its half each byte gets: the halves are the first ten digits, with zeros before
/// them, and the last sixteen. Of each eight digits the last four come first.
static GROUPS: [u8; 32] = {
    let mut bytes = [0x80; 32];
    let mut at = 0;
    while at < 16 {
        let digit = at ^ 4;
        if digit >= 16 - SECOND {
            bytes[at] = (digit - (16 - SECOND)) as u8;
        }
        bytes[16 + at] = digit as u8;
        at += 1;
    }
    bytes
};
/// Which bytes of each half are those of the id's little-endian form: five of each eight digits, but
/// one of the first.
static BYTES: [u8; 32] = {
    let mut bytes = [0x80; 32];
    let mut byte = 0;
    while byte < 16 {
        // Eight digits that are five bytes, from the last eight on.
        let group = byte / 5;
        let half = if group < 2 { 16 } else { 0 };
        let lane = if group % 2 == 0 { 8 } else { 0 };
        bytes[half + byte] = lane + (byte % 5) as u8;
        byte += 1;
    }
    bytes
};

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn decode(text: &[u8; TEXT_LEN]) -> u128 {
    // SAFETY: the caller sees to AVX2. The loads of 16 bytes start at 0 and at 26 - 16, and need no
    // alignment.
    unsafe {
        let start = text.as_ptr();
        let first: __m128i = _mm_loadu_si128(start.cast());
        let characters = _mm256_set_m128i(_mm_loadu_si128(start.add(SECOND).cast()), first);
        let upper = _mm256_and_si256(_mm256_srli_epi16(characters, 4), _mm256_set1_epi8(0x0F));
        let checks = _mm256_shuffle_epi8(load_twice(&CHECKS), upper);
        let wrong = _mm256_movemask_epi8(_mm256_add_epi8(characters, checks));
        let offsets = _mm256_shuffle_epi8(load_twice(&OFFSETS), upper);
        let digits = _mm256_add_epi8(characters, offsets);
        let digits = _mm256_shuffle_epi8(digits, load(&GROUPS));
        // Pairs of 10 bits in 16, and pairs of those of 20 bits in 32: 32 * first + second, and 1024.
        let tens = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x0120));
        let twenties = _mm256_madd_epi16(tens, _mm256_set1_epi32(0x0001_0400));
        // Pairs of those of 40 bits in 64: the second moves up to the first, which is above it.
        let pairs = _mm256_sllv_epi32(twenties, _mm256_set1_epi64x(12));
        let forties = _mm256_srli_epi64(pairs, 12);
        let bytes = _mm256_shuffle_epi8(forties, load(&BYTES));
        let id = _mm_or_si128(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1));
        if wrong != 0 {
            return DOUBT;
        }
        u128::from(_mm_extract_epi64(id, 1) as u64) << 64 | u128::from(_mm_cvtsi128_si64(id) as u64)
    }
}

#[cfg(all(test, any(feature = "std", target_feature = "avx2")))]
mod tests {
    use super::{Avx2, DOUBT};
    use crate::scru128::base32::{LOWER_GAP, TEXT_LEN, UPPER_GAP, read, write};

    /// Ids with every bit alone, every bit missing, and a few thousand mixed ones.
    fn ids() -> impl Iterator<Item = u128> {
        let bits = (0..128).flat_map(|bit| [1_u128 << bit, !(1_u128 << bit)]);
        let mixed =
            (0..4000_u128).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835));
        bits.chain(mixed).chain([0, u128::MAX])
    }

    #[test]
    fn writes_what_the_portable_form_writes() {
        let Some(avx2) = Avx2::get() else { return };
        for id in ids() {
            let (mut expected, mut found) = ([0; TEXT_LEN], [0; TEXT_LEN]);
            write::<UPPER_GAP>(id, &mut expected);
            avx2.encode::<UPPER_GAP>(id, &mut found);
            assert_eq!(found, expected);
            write::<LOWER_GAP>(id, &mut expected);
            avx2.encode::<LOWER_GAP>(id, &mut found);
            assert_eq!(found, expected);
            assert_eq!(avx2.decode(&found), id);
        }
    }

    #[test]
    fn reads_what_the_portable_form_reads_and_nothing_else() {
        let Some(avx2) = Avx2::get() else { return };
        let mut text = [b'0'; TEXT_LEN];
        for at in 0..TEXT_LEN {
            for byte in 0..=u8::MAX {
                for (before, after) in [(b'0', b'0'), (b'v', b'V'), (0xFF, b'7'), (b'7', 0x00)] {
                    text.fill(b'5');
                    if at > 0 {
                        text[at - 1] = before;
                    }
                    if at + 1 < TEXT_LEN {
                        text[at + 1] = after;
                    }
                    text[at] = byte;
                    assert_eq!(avx2.decode(&text), read(&text).unwrap_or(DOUBT), "{text:?}");
                }
            }
        }
    }
}
