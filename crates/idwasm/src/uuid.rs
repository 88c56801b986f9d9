//! The functions of the module of `idwasm/uuid`: other ids to SCRU128 and HUID, and back.
#![allow(unsafe_code)] // `no_mangle`: the names are this module's own, and nothing else is linked.

use core::cell::Cell;

use idcore::{Huid, Scru128};
use iduuid::{MapError, Mapping};
use uuid::Uuid;

use crate::single::Single;
use crate::status;

/// The two halves of a result of 128 bits.
static RESULT: Single<[Cell<u64>; 2]> = Single::new([const { Cell::new(0) }; 2]);

/// Where results are.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const Cell<u64> {
    RESULT.as_ptr()
}

fn put(bits: u128) -> i32 {
    RESULT[0].set((bits >> 64) as u64);
    RESULT[1].set(bits as u64);
    status::OK
}

/// 128 bits of two halves.
#[inline]
fn join(high: i64, low: i64) -> u128 {
    u128::from(high as u64) << 64 | u128::from(low as u64)
}

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
fn of_map(error: MapError) -> i32 {
    if error.is_time() { status::TIME } else { status::INVALID }
}

/// The SCRU128 that a mapping makes of 128 bits, as the result.
#[unsafe(no_mangle)]
pub extern "C" fn map_to(number: i32, high: i64, low: i64) -> i32 {
    match mapping(number).to_scru128(join(high, low)) {
        Ok(id) => put(id.to_u128()),
        Err(error) => of_map(error),
    }
}

/// The 128 bits that a mapping made a SCRU128 of, as the result.
#[unsafe(no_mangle)]
pub extern "C" fn map_of(number: i32, high: i64, low: i64) -> i32 {
    match mapping(number).of_scru128(join(high, low).into()) {
        Ok(bits) => put(bits),
        Err(error) => of_map(error),
    }
}

/// The SCRU128 of the 128 bits of a UUID and a time in Unix milliseconds, as the result.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_lossy(unix_ms: f64, high: i64, low: i64) -> i32 {
    let uuid = Uuid::from_u128(join(high, low));
    match iduuid::scru128_lossy_from_uuid(uuid, unix_ms as i64) {
        Ok(id) => put(id.to_u128()),
        Err(_) => status::TIME,
    }
}

/// The HUID of a UUID with a time (0), a ULID (1) or a SCRU128 (2), or a status.
#[unsafe(no_mangle)]
pub extern "C" fn huid_lossy(source: i32, high: i64, low: i64) -> i64 {
    let bits = join(high, low);
    let huid = match source {
        0 => iduuid::huid_lossy_from_uuid_time(Uuid::from_u128(bits)),
        1 => iduuid::huid_lossy_from_ulid(bits),
        _ => iduuid::huid_lossy_from_scru128(Scru128::from_u128(bits)),
    };
    huid.map_or_else(|error| of_map(error).into(), Huid::to_i64)
}
