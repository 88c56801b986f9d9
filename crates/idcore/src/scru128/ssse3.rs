//! The text codec in the 16-byte vectors of x86-64 processors with SSSE3, which is all since 2011.
//!
//! It does what `base32.rs` does, whose form is the oracle of the tests here. Against that form it
//! takes about half the time, both ways: a shuffle brings each digit's bits into a lane of its own
//! in one instruction.

#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_and_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cvtsi128_si64,
    _mm_loadu_si128, _mm_madd_epi16, _mm_maddubs_epi16, _mm_movemask_epi8, _mm_mullo_epi16,
    _mm_or_si128, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi32,
    _mm_setzero_si128, _mm_shuffle_epi8, _mm_slli_epi64, _mm_slli_si128, _mm_srli_epi16,
    _mm_srli_epi64, _mm_storeu_si128, _mm_unpackhi_epi64,
};

use super::base32::TEXT_LEN;

/// Where the second vector of sixteen characters starts, which ends with the text.
const SECOND: usize = TEXT_LEN - 16;

/// The proof that the processor has SSSE3.
#[derive(Clone, Copy)]
pub(super) struct Ssse3(());

#[allow(clippy::unused_self, reason = "having the proof is the point")]
impl Ssse3 {
    /// The proof, where the processor has SSSE3.
    #[inline]
    pub(super) fn get() -> Option<Self> {
        if is_available() { Some(Self(())) } else { None }
    }

    /// Writes the text, with letters so far above the digit 9.
    #[inline]
    pub(super) fn encode<const LETTER_GAP: u8>(self, id: u128, text: &mut [u8; TEXT_LEN]) {
        // SAFETY: the processor has SSSE3, as `self` proves.
        unsafe { encode::<LETTER_GAP>(id, text) }
    }

    /// The id of a text, or `None` where that is none.
    #[inline]
    pub(super) fn decode(self, text: &[u8; TEXT_LEN]) -> Option<u128> {
        // SAFETY: the processor has SSSE3, as `self` proves.
        unsafe { decode(text) }
    }
}

/// Whether the processor has SSSE3.
#[inline]
fn is_available() -> bool {
    cfg!(target_feature = "ssse3") || detected()
}

#[inline]
fn detected() -> bool {
    use core::sync::atomic::{AtomicU8, Ordering::Relaxed};

    const UNKNOWN: u8 = 0;
    const ABSENT: u8 = 1;
    const PRESENT: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[cold]
    fn detect() -> u8 {
        // CPUID leaf 1, ECX bit 9. Before Rust 1.94 the call is unsafe.
        #[allow(unused_unsafe)]
        // SAFETY: every x86-64 processor has the instruction and this leaf.
        let features = unsafe { core::arch::x86_64::__cpuid(1) }.ecx;
        let state = if features & (1 << 9) != 0 { PRESENT } else { ABSENT };
        STATE.store(state, Relaxed);
        state
    }

    let state = STATE.load(Relaxed);
    (if state == UNKNOWN { detect() } else { state }) == PRESENT
}

/// Sixteen bytes from `bytes[start]` on.
#[inline]
#[target_feature(enable = "ssse3")]
fn load<const N: usize>(bytes: &[u8; N], start: usize) -> __m128i {
    assert!(start + 16 <= N);
    // SAFETY: in bounds, and the load needs no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().add(start).cast()) }
}

/// For each of eight digits, from the digit `first` on, the two bytes of the id's little-endian form
/// that its five bits are in. 0x80 gives a byte of zeros.
const fn windows(first: usize) -> [u8; 16] {
    let mut bytes = [0x80; 16];
    let mut lane = 0;
    while lane < 8 {
        let byte = low_bit(first + lane) / 8;
        bytes[2 * lane] = byte as u8;
        if byte + 1 < 16 {
            bytes[2 * lane + 1] = byte as u8 + 1;
        }
        lane += 1;
    }
    bytes
}

/// For each of eight digits the factor, in two bytes, that shifts its bits to the top of its lane.
const fn factors(first: usize) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut lane = 0;
    while lane < 8 {
        let factor = (1_u16 << (16 - 5 - low_bit(first + lane) % 8)).to_le_bytes();
        bytes[2 * lane] = factor[0];
        bytes[2 * lane + 1] = factor[1];
        lane += 1;
    }
    bytes
}

/// The position of a digit's lowest bit in the id.
const fn low_bit(digit: usize) -> usize {
    5 * (TEXT_LEN - 1 - digit)
}

/// The windows and factors of sixteen digits, twice eight.
const FIRST: [[u8; 16]; 4] = [windows(0), factors(0), windows(8), factors(8)];
const LAST: [[u8; 16]; 4] =
    [windows(SECOND), factors(SECOND), windows(SECOND + 8), factors(SECOND + 8)];

#[inline]
#[target_feature(enable = "ssse3")]
fn encode<const LETTER_GAP: u8>(id: u128, text: &mut [u8; TEXT_LEN]) {
    let id = _mm_set_epi64x((id >> 64) as i64, id as i64);
    let (first, last) = (to_ascii::<LETTER_GAP>(id, &FIRST), to_ascii::<LETTER_GAP>(id, &LAST));
    let text = text.as_mut_ptr();
    // SAFETY: the vectors of 16 bytes start at 0 and at 26 - 16, and need no alignment. Where they
    // overlap, they are the same.
    unsafe {
        _mm_storeu_si128(text.cast(), first);
        _mm_storeu_si128(text.add(SECOND).cast(), last);
    }
}

/// Sixteen digits of the id as characters.
#[inline]
#[target_feature(enable = "ssse3")]
fn to_ascii<const LETTER_GAP: u8>(id: __m128i, tables: &[[u8; 16]; 4]) -> __m128i {
    let [windows_a, factors_a, windows_b, factors_b] =
        tables.each_ref().map(|table| load(table, 0));
    let a = _mm_srli_epi16(_mm_mullo_epi16(_mm_shuffle_epi8(id, windows_a), factors_a), 11);
    let b = _mm_srli_epi16(_mm_mullo_epi16(_mm_shuffle_epi8(id, windows_b), factors_b), 11);
    let digits = _mm_packus_epi16(a, b);
    let letters = _mm_cmpgt_epi8(digits, _mm_set1_epi8(9));
    let gap = _mm_and_si128(letters, _mm_set1_epi8(LETTER_GAP as i8));
    _mm_add_epi8(_mm_add_epi8(digits, _mm_set1_epi8(b'0' as i8)), gap)
}

/// What the upper four bits of a character can be, as a bit each: 3 for decimal digits, 4 and 6 for
/// A to O, 5 and 7 for P to V.
const UPPER: [u8; 16] = [0, 0, 0, 1, 2, 4, 2, 4, 0, 0, 0, 0, 0, 0, 0, 0];
/// With which of them the lower four bits are a digit: 0 to 9, 1 to 15, 0 to 6.
const LOWER: [u8; 16] = [5, 7, 7, 7, 7, 7, 7, 3, 3, 3, 2, 2, 2, 2, 2, 2];
/// What is to be added to a character, by its upper four bits, to make it a digit.
const OFFSETS: [u8; 16] = {
    let mut offsets = [0_u8; 16];
    offsets[3] = 0_u8.wrapping_sub(b'0');
    offsets[4] = 10_u8.wrapping_sub(b'A');
    offsets[5] = offsets[4];
    offsets[6] = 10_u8.wrapping_sub(b'a');
    offsets[7] = offsets[6];
    offsets
};

#[inline]
#[target_feature(enable = "ssse3")]
fn decode(text: &[u8; TEXT_LEN]) -> Option<u128> {
    let (first, first_valid) = from_ascii(load(text, 0));
    let (last, last_valid) = from_ascii(load(text, SECOND));
    // The first ten digits, moved to the end of the vector, and the last sixteen: 50 and 80 bits.
    let head = gather(_mm_slli_si128(first, 16 - SECOND as i32));
    let tail = gather(last);
    let head_low = _mm_cvtsi128_si64(_mm_unpackhi_epi64(head, head)) as u64;
    let head_high = _mm_cvtsi128_si64(head) as u64;
    let tail_low = _mm_cvtsi128_si64(_mm_unpackhi_epi64(tail, tail)) as u64;
    let tail_high = _mm_cvtsi128_si64(tail) as u64;
    let wrong = _mm_movemask_epi8(_mm_or_si128(
        _mm_cmpeq_epi8(first_valid, _mm_setzero_si128()),
        _mm_cmpeq_epi8(last_valid, _mm_setzero_si128()),
    ));
    // The first two digits are 8 bits.
    if wrong != 0 || head_high > 0xFF {
        return None;
    }
    let upper = head_high << 56 | head_low << 16 | tail_high >> 24;
    Some(u128::from(upper) << 64 | u128::from(tail_high << 40 | tail_low))
}

/// Sixteen characters as digits, and a byte for each that is zero where it is none.
#[inline]
#[target_feature(enable = "ssse3")]
fn from_ascii(text: __m128i) -> (__m128i, __m128i) {
    let upper = _mm_and_si128(_mm_srli_epi16(text, 4), _mm_set1_epi8(0x0F));
    // A character from 0x80 on selects zero, whatever its lower bits.
    let valid = _mm_and_si128(
        _mm_shuffle_epi8(load(&LOWER, 0), text),
        _mm_shuffle_epi8(load(&UPPER, 0), upper),
    );
    (_mm_add_epi8(text, _mm_shuffle_epi8(load(&OFFSETS, 0), upper)), valid)
}

/// Twice eight digits as twice 40 bits.
#[inline]
#[target_feature(enable = "ssse3")]
fn gather(digits: __m128i) -> __m128i {
    // Pairs of 10 bits in 16, pairs of those of 20 bits in 32.
    let tens = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x0120));
    let twenties = _mm_madd_epi16(tens, _mm_set1_epi32(0x0001_0400));
    // The first of each pair is in the lower half of its 64 bits.
    _mm_or_si128(_mm_srli_epi64(_mm_slli_epi64(twenties, 32), 12), _mm_srli_epi64(twenties, 32))
}

#[cfg(test)]
mod tests {
    use super::Ssse3;
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
        let Some(ssse3) = Ssse3::get() else { return };
        for id in ids() {
            let (mut expected, mut found) = ([0; TEXT_LEN], [0; TEXT_LEN]);
            write::<UPPER_GAP>(id, &mut expected);
            ssse3.encode::<UPPER_GAP>(id, &mut found);
            assert_eq!(found, expected);
            write::<LOWER_GAP>(id, &mut expected);
            ssse3.encode::<LOWER_GAP>(id, &mut found);
            assert_eq!(found, expected);
            assert_eq!(ssse3.decode(&found), Some(id));
        }
    }

    #[test]
    fn reads_what_the_portable_form_reads_and_nothing_else() {
        let Some(ssse3) = Ssse3::get() else { return };
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
                    assert_eq!(ssse3.decode(&text), read(&text), "{text:?}");
                }
            }
        }
    }
}
