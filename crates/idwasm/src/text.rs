//! The texts of ids that follow each other.
//!
//! Ids that one call makes have the first ten digits in common, so that these are written once, and
//! only sixteen of 26 digits have to be made for each.

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

/// A text in two parts.
#[repr(C)]
#[derive(Debug)]
pub struct Text {
    head: Cell<[u8; HEAD_LEN]>,
    tail: Cell<[u8; TAIL_LEN]>,
}

impl Text {
    pub(crate) const fn empty() -> Self {
        Self { head: Cell::new([0; HEAD_LEN]), tail: Cell::new([0; TAIL_LEN]) }
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
    const WORD_BITS: u32 = Scru128::PER_GEN_RANDOM_BITS;
    const STEP: u64 = 1 << (WORD_BITS + Scru128::PER_SEC_RANDOM_BITS - EIGHT_DIGITS_BITS);

    let bits = first.to_u128();
    let mut head = [0; HEAD_LEN];
    let upper = Scru128::from_u128(bits >> TAIL_BITS);
    head.copy_from_slice(&upper.to_text_tail()[TAIL_LEN - HEAD_LEN..]);
    // In two halves the counter steps by an addition of 64 bits, which is why this is not one number.
    let mut counted = (bits >> EIGHT_DIGITS_BITS) as u64;
    let rest = bits as u64 & ((1 << EIGHT_DIGITS_BITS) - 1);
    for (word, text) in words.iter().zip(texts) {
        let last = rest | u64::from(word.replace(0));
        let id = Scru128::from_u128(u128::from(counted) << EIGHT_DIGITS_BITS | u128::from(last));
        text.head.set(head);
        text.tail.set(id.to_text_tail());
        counted += STEP;
    }
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
                .map(|text| [&text.head.get()[..], &text.tail.get()].concat())
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
