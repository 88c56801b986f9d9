//! The texts of ids that follow each other.
//!
//! Ids that one call makes have the first ten digits in common, so that these are written once. Of
//! the eight after these, the fifth counts the ids, and the others stay for sixteen of them. Only the
//! last eight have to be made for each.

use core::cell::Cell;

use idcore::Scru128;

/// The first digits are the upper 48 bits: the time, and the upper four bits of the counter.
const HEAD_LEN: usize = Scru128::TEXT_LEN - TAIL_LEN;
/// The last digits are the lower 80 bits.
const TAIL_LEN: usize = 16;
const TAIL_BITS: u32 = 80;
/// The lower bits of the counter, which are among these.
const TAIL_COUNTER_BITS: u32 = 24;
/// Eight digits: the last eight have the word of an id in them, and those before its counter.
const EIGHT_DIGITS_BITS: u32 = 40;

/// Where the digit that counts is among the bits of the middle eight: four bits of the counter, and one
/// of the per-second field.
const COUNTING_SHIFT: u32 = 15;
/// Where it is among the characters, as bits of a `u64` whose lowest byte is the first of them.
const COUNTING_AT: u32 = 4 * u8::BITS;

/// A text in three parts.
#[repr(C)]
#[derive(Debug)]
pub struct Text {
    head: Cell<[u8; HEAD_LEN]>,
    middle: Cell<[u8; TAIL_LEN / 2]>,
    last: Cell<[u8; TAIL_LEN / 2]>,
}

impl Text {
    pub(crate) const fn empty() -> Self {
        Self {
            head: Cell::new([0; HEAD_LEN]),
            middle: Cell::new([0; TAIL_LEN / 2]),
            last: Cell::new([0; TAIL_LEN / 2]),
        }
    }
}

/// How many ids, from this one on, have the first part of the text in common.
pub(crate) fn in_common(first: Scru128) -> u32 {
    const COUNTERS: u32 = 1 << TAIL_COUNTER_BITS;
    COUNTERS - first.counter() % COUNTERS
}

/// Writes the texts of an id without per-id randomness and of those after it, each with a word of
/// that, which is wiped. They have the first part of the text in common.
pub(crate) fn write(first: Scru128, words: &[Cell<u32>], texts: &[Text]) {
    const STEP: u64 =
        1 << (Scru128::PER_GEN_RANDOM_BITS + Scru128::PER_SEC_RANDOM_BITS - EIGHT_DIGITS_BITS);

    let bits = first.to_u128();
    let mut head = [0; HEAD_LEN];
    let upper = Scru128::from_u128(bits >> TAIL_BITS);
    head.copy_from_slice(&upper.to_text_tail()[TAIL_LEN - HEAD_LEN..]);
    let mut counted = (bits >> EIGHT_DIGITS_BITS) as u64;
    let rest = bits as u64 & ((1 << EIGHT_DIGITS_BITS) - 1);
    // The middle characters but the one that counts. None of them is 0.
    let mut middle = 0;
    for (word, text) in words.iter().zip(texts) {
        let digit = counted >> COUNTING_SHIFT & 31;
        if middle == 0 || digit < 2 {
            middle = u64::from_le_bytes(last_eight(counted)) & !(0xFF << COUNTING_AT);
        }
        let letter = if digit < 10 { b'0' } else { b'A' - 10 };
        text.head.set(head);
        text.middle.set((middle | (digit + u64::from(letter)) << COUNTING_AT).to_le_bytes());
        text.last.set(last_eight(rest | u64::from(word.replace(0))));
        counted += STEP;
    }
}

/// The last eight characters of an id of which these are the lower bits.
#[inline]
fn last_eight(bits: u64) -> [u8; 8] {
    let mut eight = [0; 8];
    eight.copy_from_slice(&Scru128::from_u128(bits.into()).to_text_tail()[8..]);
    eight
}

#[cfg(test)]
mod tests {
    extern crate std;
    use core::cell::Cell;
    use std::vec::Vec;

    use idcore::Scru128;

    use super::{Text, in_common, write};

    #[test]
    fn texts_are_those_of_the_ids_one_by_one() {
        for counter in [0, 1, 0xFF_FF00, 0x100_0000, 0xABC_DEF0, 0xFFF_FF80] {
            let at = |place: u32, word| {
                Scru128::from_fields((1 << 44) - 2, counter + place, 0xFE_DCBA, word).unwrap()
            };
            let words: Vec<_> =
                (0..128_u32).map(|i| Cell::new(i.wrapping_mul(0x9E37_79B9))).collect();
            let texts: Vec<_> = (0..128).map(|_| Text::empty()).collect();
            let expected: Vec<_> =
                words.iter().zip(0..).map(|(word, i)| at(i, word.get()).to_text()).collect();
            write(at(0, 0), &words, &texts);
            let found: Vec<_> = texts
                .iter()
                .map(|text| [&text.head.get()[..], &text.middle.get(), &text.last.get()].concat())
                .collect();
            assert_eq!(found, expected);
            assert!(words.iter().all(|word| word.get() == 0));
        }
    }

    #[test]
    fn the_first_part_is_common_up_to_a_carry_out_of_the_second() {
        for (counter, expected) in
            [(0, 0x100_0000), (0xFF_FFFF, 1), (0x100_0000, 0x100_0000), (0xFFF_FFF0, 16)]
        {
            let id = Scru128::from_fields(1, counter, 0, 0).unwrap();
            assert_eq!(in_common(id), expected);
        }
    }
}
