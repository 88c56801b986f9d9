//! The functions of the second module, `idwasm/uuid`: other ids to SCRU128 and back.
//!
//! They are as large as all the rest together, and few programs need them, so they are not in the
//! first.
#![allow(unsafe_code)] // `no_mangle`: the names are this module's own, and nothing else is linked.

use iduuid::{MapError, Mapping};

use crate::shared::{SHARED, join};
use crate::status;

/// The mapping of a number that `js/uuid.js` has a name for.
#[inline]
fn mapping(number: i32) -> Mapping {
    match number {
        0 => Mapping::UuidTime,
        1 => Mapping::Ulid,
        _ => Mapping::Huid,
    }
}

/// Why a mapping does not take a value.
#[cold]
fn of_map(error: MapError) -> i32 {
    if error.is_time() { status::TIME } else { status::INVALID }
}

/// The SCRU128 that a mapping makes of 128 bits, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn map_to(number: i32, high: i64, low: i64) -> i32 {
    match mapping(number).to_scru128(join(high, low)) {
        Ok(id) => SHARED.put_bits(id.to_u128()),
        Err(error) => of_map(error),
    }
}

/// The 128 bits that a mapping made a SCRU128 of, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn map_of(number: i32, high: i64, low: i64) -> i32 {
    match mapping(number).of_scru128(join(high, low).into()) {
        Ok(bits) => SHARED.put_bits(bits),
        Err(error) => of_map(error),
    }
}
