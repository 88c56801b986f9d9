//! The original implementation of SCRU128 version 1, the crate `scru128` 1.0.0, as an oracle.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use idcore::Scru128;
use proptest::prelude::*;
use scru128::Scru128Id;

/// Compares everything that both implementations say of one integer.
fn assert_agree(integer: u128) {
    let (ours, theirs) = (Scru128::from_u128(integer), Scru128Id::from_u128(integer));
    assert_eq!(ours.to_string(), theirs.to_string(), "{integer:#x}");
    assert_eq!(ours.timestamp(), theirs.timestamp(), "{integer:#x}");
    assert_eq!(ours.counter(), theirs.counter(), "{integer:#x}");
    assert_eq!(ours.per_sec_random(), theirs.per_sec_random(), "{integer:#x}");
    assert_eq!(ours.per_gen_random(), theirs.per_gen_random(), "{integer:#x}");
    assert_eq!(ours.to_string().parse::<Scru128Id>().unwrap().as_u128(), integer);
    assert_eq!(ours.to_text().as_slice(), theirs.to_string().as_bytes());
    let lower = theirs.to_string().to_lowercase();
    for text in [theirs.to_string(), lower.clone()] {
        assert_eq!(text.parse(), Ok(ours), "{text}");
        assert_eq!(Scru128::from_text(&text), Ok(ours), "{text}");
    }
    assert_eq!(ours.encode_lower(&mut [0; 26]), lower);
}

/// Patterns that meet each bit, each digit and the limits of each field.
#[test]
fn bit_patterns() {
    for bit in 0..128 {
        let one = 1_u128 << bit;
        for integer in [one, !one, one - 1, !(one - 1), one | 1 << 127, one.reverse_bits()] {
            assert_agree(integer);
        }
    }
    for byte in 0..=u8::MAX {
        assert_agree(u128::from_be_bytes([byte; 16]));
    }
    for digit in 0..32 {
        for place in 0..25 {
            assert_agree(digit << (5 * place));
            assert_agree(!(digit << (5 * place)));
        }
    }
}

/// A text has a value for both or for neither.
fn assert_same_verdict(text: &str) {
    let theirs = text.parse::<Scru128Id>().ok().map(|id| id.as_u128());
    assert_eq!(text.parse().ok().map(Scru128::to_u128), theirs, "{text:?}");
    assert_eq!(Scru128::from_text(text).ok().map(Scru128::to_u128), theirs, "{text:?}");
}

proptest! {
    #[test]
    fn any_integer(integer: u128) {
        assert_agree(integer);
    }

    #[test]
    fn fields(timestamp in 0..1_u64 << 44, counter in 0..1_u32 << 28,
              per_sec in 0..1_u32 << 24, per_gen: u32) {
        let ours = Scru128::from_fields(timestamp, counter, per_sec, per_gen).unwrap();
        let theirs = Scru128Id::from_fields(timestamp, counter, per_sec, per_gen);
        prop_assert_eq!(ours.to_u128(), theirs.as_u128());
    }

    #[test]
    fn digits_in_mixed_case(text in "[0-9A-Va-v]{26}") {
        assert_same_verdict(&text);
    }

    #[test]
    fn texts_near_an_id(text in "[ -~]{0,3}[0-7][0-9A-Va-v]{22,25}[ -~]{0,3}") {
        assert_same_verdict(&text);
    }

    #[test]
    fn any_text(text in ".{0,30}") {
        assert_same_verdict(&text);
    }
}
