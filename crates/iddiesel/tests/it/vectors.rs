//! The ids that go through every column, with the forms they must have there.
//!
//! The texts are written down from a base 32 conversion in Python and from the specification.

use idcore::{Huid, Scru128};

/// HUIDs and their decimal digits: the ends, the neighbour of one, the specification's example, and
/// one whose low bytes are zero.
pub(crate) const HUIDS: [(u64, &str); 5] = [
    (0, "0"),
    (0x7FFF_FFFF_FFFF_FFFF, "9223372036854775807"),
    (1, "1"),
    (258037077, "258037077"),
    (0x0123_4567_0000_0000, "81985526906748928"),
];

/// SCRU128 ids, their hexadecimal digits and their texts: the ends, the top bit, trailing zero
/// bytes, the specification's example, and a text that reads as a number.
pub(crate) const SCRU128S: [(&str, &str); 6] = [
    ("00000000000000000000000000000000", "00000000000000000000000000"),
    ("ffffffffffffffffffffffffffffffff", "7VVVVVVVVVVVVVVVVVVVVVVVVV"),
    ("80000000000000000000000000000000", "40000000000000000000000000"),
    ("0123456789abcdef0000000000000000", "014D2MF2DBPNNG000000000000"),
    ("00d2fb003ddb7f58cbbe5cf2f04425b2", "00QBTG0FERFTCCNFISUBO489DI"),
    ("030886e4a5294a5294a5294a5294a529", "03123E99999999999999999999"),
];

pub(crate) fn huids<W: From<Huid>>() -> Vec<W> {
    HUIDS.map(|(id, _)| Huid::from_u64(id).unwrap().into()).into()
}

pub(crate) fn scru128s<W: From<Scru128>>() -> Vec<W> {
    SCRU128S
        .map(|(hex, _)| Scru128::from_u128(u128::from_str_radix(hex, 16).unwrap()).into())
        .into()
}
