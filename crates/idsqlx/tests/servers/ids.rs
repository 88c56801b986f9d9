//! Ids whose forms are known from elsewhere, and the values at the ends.

use idsqlx::{Huid, Scru128Bytes, Scru128Text, Scru128Uuid};

/// The wrapper of an integer that a test names.
pub(crate) fn huid(id: u64) -> Huid {
    idcore::Huid::from_u64(id).unwrap().into()
}

/// The ends of what a column has to carry: 0, the example of the specification, 2^63 - 1.
pub(crate) fn huids() -> Vec<Huid> {
    [0, 1, 258037077, 9223372036854775806, 9223372036854775807].map(huid).to_vec()
}

/// All zeros, trailing zero bytes, the text that SQLite may take for a number, the example of the
/// specification, the top bit set, all ones; in rising order.
pub(crate) const SCRU128: [u128; 6] = [
    0,
    0x00d2fb00_3ddb_7f58_cbbe_5cf2f0440000,
    1095473244246772103403544935821223346,
    0x20202020_2020_2020_2020_202020202020,
    1 << 127,
    u128::MAX,
];

pub(crate) const NUMBER_LIKE: &str = "03123E99999999999999999999";

fn scru128<W: From<idcore::Scru128>>() -> Vec<W> {
    let like_a_number = NUMBER_LIKE.parse::<idcore::Scru128>().unwrap();
    let ids = SCRU128.map(idcore::Scru128::from_u128);
    ids.into_iter().chain([like_a_number]).map(W::from).collect()
}

pub(crate) fn bytes() -> Vec<Scru128Bytes> {
    scru128()
}

pub(crate) fn texts() -> Vec<Scru128Text> {
    scru128()
}

pub(crate) fn uuids() -> Vec<Scru128Uuid> {
    scru128()
}
