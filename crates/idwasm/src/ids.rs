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

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::{
        huid, huid_fields, huid_from, huid_many, scru128, scru128_encode, scru128_fields,
        scru128_from, scru128_parse, scru128_text,
    };
    use crate::shared::SHARED;
    use crate::status::{INVALID, OK, RANDOMNESS, TIME};

    /// Fills the pool with the words 1, 2, 3, ...
    fn fill() {
        for (word, value) in SHARED.pool.words.iter().zip(1..) {
            word.set(value);
        }
        SHARED.pool.left.set(SHARED.pool.words.len() as u32);
    }

    fn out(count: usize) -> Vec<u64> {
        SHARED.out(count).map(std::cell::Cell::get).collect()
    }

    fn numbers(count: usize) -> Vec<f64> {
        out(count).into_iter().map(f64::from_bits).collect()
    }

    /// One test, since the memory is one.
    #[test]
    fn calls_and_their_results() {
        // Specification of HUID, appendix A.
        assert_eq!(huid_from(1767225600123.0, 87381.0), 258037077);
        assert_eq!(huid_fields(258037077), OK);
        assert_eq!(numbers(2), [1767225600123.0, 87381.0]);
        assert_eq!(huid_from(1767225599999.0, 0.0), -i64::from(INVALID));
        assert_eq!(huid_fields(-1), INVALID);

        // 1095473244246772103403544935821223346
        let id = 0x00d2fb003ddb7f58cbbe5cf2f04425b2_u128;
        let (high, low) = ((id >> 64) as i64, id as i64);
        scru128_encode(high, low);
        assert_eq!(&SHARED.text(), b"00QBTG0FERFTCCNFISUBO489DI");
        assert_eq!(scru128_parse(), OK);
        assert_eq!(out(2), [high as u64, low as u64]);
        scru128_fields(high, low);
        let fields = numbers(5);
        assert_eq!(
            fields.iter().map(|field| *field as u64).collect::<Vec<_>>(),
            [56634639325, 0xb7f58cb, 0xbe5cf2, 0xf04425b2, 1634471439325]
        );
        assert_eq!(scru128_from(fields[0], fields[1], fields[2], fields[3]), OK);
        assert_eq!(out(2), [high as u64, low as u64]);
        assert_eq!(scru128_from(0.0, 268435456.0, 0.0, 0.0), INVALID);
        SHARED.put_text(*b"80000000000000000000000000");
        assert_eq!(scru128_parse(), INVALID);

        // Without randomness there is no id, and with it, each word is used once.
        let now = 1798761600000.0;
        assert_eq!(huid(now), -i64::from(RANDOMNESS));
        assert_eq!(scru128(now), RANDOMNESS);
        fill();
        assert_eq!(scru128(now), OK);
        let id = out(2);
        scru128_fields(id[0] as i64, id[1] as i64);
        assert_eq!(numbers(4)[1..], [1.0, 2.0, 3.0]);
        assert_eq!(scru128_text(now, 64), OK);
        assert_eq!(huid_many(now, 64), OK);
        assert_eq!(SHARED.pool.left.get(), 1024 - 3 - 64 - 64);
        for unix_ms in [f64::NAN, f64::NEG_INFINITY, 0.0, 1e300] {
            assert_eq!(huid(unix_ms), -i64::from(TIME));
            assert_eq!(huid_many(unix_ms, 1), TIME);
            assert_eq!(scru128(unix_ms), TIME);
            assert_eq!(scru128_text(unix_ms, 1), TIME);
        }
    }
}
