//! The functions of the first module: ids.
//!
//! Numbers come checked by JavaScript, which knows what the caller wrote; what is out of range here
//! all the same is a status, never cut.
#![allow(unsafe_code)] // `no_mangle`: the names are this module's own, and nothing else is linked.

use idcore::{Huid, Scru128};
use idgen::HuidGenerator;

use crate::shared::{Now, SHARED, Words, join};
use crate::status;

/// A new HUID at a time in Unix milliseconds, or a negative status.
#[unsafe(no_mangle)]
pub extern "C" fn huid(unix_ms: f64) -> i64 {
    Now::set(unix_ms);
    match HuidGenerator::with_sources(Now, Words).generate() {
        Ok(id) => id.to_i64(),
        Err(error) => status::negative(status::of_generator(error)),
    }
}

/// Up to 64 new HUIDs at a time in Unix milliseconds, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn huid_many(unix_ms: f64, count: usize) -> i32 {
    for out in SHARED.out(count) {
        let id = huid(unix_ms);
        if id < 0 {
            return -id as i32;
        }
        out.set(id as u64);
    }
    status::OK
}

/// A new SCRU128 at a time in Unix milliseconds, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn scru128(unix_ms: f64) -> i32 {
    match SHARED.generate(unix_ms) {
        Ok(id) => SHARED.put_bits(id.to_u128()),
        Err(error) => status::of_generator(error),
    }
}

/// Up to 64 new SCRU128s at a time in Unix milliseconds, as text.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_text(unix_ms: f64, count: usize) -> i32 {
    for text in SHARED.texts(count) {
        match SHARED.generate(unix_ms) {
            Ok(id) => text.set(id.to_text()),
            Err(error) => return status::of_generator(error),
        }
    }
    status::OK
}

/// The HUID of a time in Unix milliseconds and a random part, or a negative status.
#[unsafe(no_mangle)]
pub extern "C" fn huid_from(unix_ms: f64, random: f64) -> i64 {
    match Huid::from_unix_ms(unix_ms as i64, random as u32) {
        Ok(id) => id.to_i64(),
        Err(_) => status::negative(status::INVALID),
    }
}

/// The fields of a HUID, as numbers in `out`: its time in Unix milliseconds, its random part.
#[unsafe(no_mangle)]
pub extern "C" fn huid_fields(id: i64) -> i32 {
    match Huid::from_u64(id as u64) {
        Ok(id) => {
            SHARED.put_numbers([id.unix_ms() as f64, f64::from(id.random())]);
            status::OK
        }
        Err(_) => status::INVALID,
    }
}

/// Writes the text of a SCRU128.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_encode(high: i64, low: i64) {
    SHARED.put_text(Scru128::from_u128(join(high, low)).to_text());
}

/// The SCRU128 of the text, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_parse() -> i32 {
    Scru128::from_digits(&SHARED.text()).map_or(status::INVALID, |id| SHARED.put_bits(id.to_u128()))
}

/// The SCRU128 of its fields, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_from(timestamp: f64, counter: f64, per_sec: f64, per_gen: f64) -> i32 {
    match Scru128::from_fields(timestamp as u64, counter as u32, per_sec as u32, per_gen as u32) {
        Ok(id) => SHARED.put_bits(id.to_u128()),
        Err(_) => status::INVALID,
    }
}

/// The fields of a SCRU128, as numbers in `out`, then its time in Unix milliseconds.
#[unsafe(no_mangle)]
pub extern "C" fn scru128_fields(high: i64, low: i64) {
    let id = Scru128::from_u128(join(high, low));
    SHARED.put_numbers([
        id.timestamp() as f64,
        f64::from(id.counter()),
        f64::from(id.per_sec_random()),
        f64::from(id.per_gen_random()),
        id.unix_ms() as f64,
    ]);
}
