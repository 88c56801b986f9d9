//! Ids whose forms are known from elsewhere, and the values at the ends.

use idpostgres::Huid;

/// The wrapper of an integer that a test names.
pub(crate) fn huid(id: u64) -> Huid {
    idcore::Huid::from_u64(id).unwrap().into()
}

/// The ends of what a column has to carry: 0, the example of the specification, 2^63 - 1.
pub(crate) fn huids() -> Vec<Huid> {
    [0, 1, 258037077, 9223372036854775806, 9223372036854775807].map(huid).to_vec()
}

/// All zeros, trailing zero bytes, the example of the specification, the top bit set, all ones: in
/// rising order.
pub(crate) const SCRU128: [u128; 5] = [
    0,
    0x00d2fb00_3ddb_7f58_cbbe_5cf2f0440000,
    1095473244246772103403544935821223346,
    1 << 127,
    u128::MAX,
];

/// The same in a wrapper.
pub(crate) fn scru128s<W: From<idcore::Scru128>>() -> Vec<W> {
    SCRU128.map(|bits| idcore::Scru128::from_u128(bits).into()).into()
}
