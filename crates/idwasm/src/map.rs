//! The mappings of other ids, by number.

use iduuid::{MapError, Mapping};

use crate::status;

/// The mapping of a number that `js/index.js` has a name for; 0, and what has no name, is `Bits`.
#[inline]
pub(crate) fn mapping(number: i32) -> Mapping {
    match number {
        1 => Mapping::UuidV1,
        2 => Mapping::UuidV6,
        3 => Mapping::UuidV7,
        4 => Mapping::UuidTime,
        5 => Mapping::Ulid,
        6 => Mapping::Huid,
        _ => Mapping::Bits,
    }
}

/// Why a mapping does not take a value.
#[cold]
pub(crate) fn of_map(error: MapError) -> i32 {
    if error.is_time() {
        status::TIME
    } else if error.is_not_made() {
        status::NOT_MADE
    } else if error.is_huid() {
        status::FIELD
    } else {
        status::KIND
    }
}
