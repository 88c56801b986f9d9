//! The functions of the first module: ids.
#![allow(unsafe_code)] // `no_mangle`: the names are this module's own, and nothing else is linked.

use idgen::{GenerateError, HuidGenerator};

use crate::shared::{Now, SHARED, Words};
use crate::{status, text};

/// A new HUID at a time in Unix milliseconds, or a status.
#[unsafe(no_mangle)]
pub extern "C" fn huid(unix_ms: f64) -> i64 {
    match HuidGenerator::with_sources(|| unix_ms as i64, Words).generate() {
        Ok(id) => id.to_i64(),
        Err(error) => of_generator(error).into(),
    }
}

/// Up to 256 new HUIDs at a time in Unix milliseconds, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn huid_many(unix_ms: f64, count: usize) -> i32 {
    for out in SHARED.out.iter().take(count) {
        let id = huid(unix_ms);
        if id < 0 {
            return id as i32;
        }
        out.set(id as u64);
    }
    status::OK
}

/// Writes the texts of up to 256 new SCRU128s at a time in Unix milliseconds, puts the first into
/// `out`, and gives their number; or a status.
///
/// With `abort`, a clock that has gone back a long way is an error, else a reset.
#[unsafe(no_mangle)]
pub extern "C" fn scru128(unix_ms: f64, count: u32, abort: i32) -> i32 {
    Now::set(unix_ms);
    let reserved = SHARED.with_generator(|generator| {
        if abort != 0 { generator.reserve_or_abort(count) } else { generator.reserve(count) }
    });
    match reserved {
        Ok(reserved) => {
            let count = reserved.count.min(text::in_common(reserved.first));
            let Some(words) = SHARED.pool.take(count as usize) else { return status::RANDOMNESS };
            SHARED.put_bits(reserved.first.to_u128() | u128::from(words[0].get()));
            text::write(reserved.first, words, &SHARED.texts);
            count as i32
        }
        Err(error) => of_generator(error),
    }
}

/// Why a generator made no id.
fn of_generator(error: GenerateError) -> i32 {
    if error.is_randomness() {
        status::RANDOMNESS
    } else if error.is_clock_rollback() {
        status::ROLLBACK
    } else {
        status::TIME
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use idcore::{Huid, Scru128};

    use super::{huid, huid_many, scru128};
    use crate::shared::{BATCH, SHARED};
    use crate::status::{OK, RANDOMNESS, ROLLBACK, TIME};

    /// Fills the pool with the words 1, 2, 3, ...
    fn fill() {
        for (word, value) in SHARED.pool.words.iter().zip(1..) {
            word.set(value);
        }
        SHARED.pool.left.set(SHARED.pool.words.len() as u32);
    }

    fn out(count: usize) -> Vec<u64> {
        SHARED.out.iter().take(count).map(std::cell::Cell::get).collect()
    }

    /// The time, counter, per-second and per-id fields of the id in `out`.
    fn fields() -> (i64, u32, u32, u32) {
        let bits = out(2);
        let id = Scru128::from_u128(u128::from(bits[0]) << 64 | u128::from(bits[1]));
        (id.unix_ms(), id.counter(), id.per_sec_random(), id.per_gen_random())
    }

    /// One test, since the memory is one.
    #[test]
    fn calls_and_their_results() {
        // Without randomness there is no id, and with it, each word is used once.
        let now = 1798761600000_i64;
        let at = |unix_ms: i64| unix_ms as f64;
        assert_eq!(huid(at(now)), i64::from(RANDOMNESS));
        assert_eq!(huid_many(at(now), 2), RANDOMNESS);
        assert_eq!(scru128(at(now), 2, 0), RANDOMNESS);
        fill();
        assert_eq!(scru128(at(now), 1, 0), 1);
        assert_eq!(fields(), (now, 1, 2, 3));
        let left = SHARED.pool.words.len() as u32 - 3;
        assert_eq!(scru128(at(now), 256, 0), 256);
        assert_eq!(fields(), (now, 2, 2, 4));
        assert_eq!(SHARED.pool.left.get(), left - 256);
        assert_eq!(scru128(at(now), 1, 1), 1);
        assert_eq!(fields(), (now, 258, 2, 260));

        // 21 bits of the top of the words 261, 262, ...: none of them reaches that high.
        let first = Huid::first_at(now).unwrap().to_u64();
        assert_eq!(huid(at(now)), first as i64);
        assert_eq!(huid_many(at(now), BATCH), OK);
        assert_eq!(out(BATCH), [first; BATCH]);
        assert_eq!(SHARED.pool.left.get(), left - 256 - 1 - 1 - 256);

        // A clock back a long way is an error on request, else a reset.
        assert_eq!(scru128(at(now - 10_001), 1, 1), ROLLBACK);
        assert_eq!(scru128(at(now), 1, 1), 1);
        assert_eq!(fields().1, 259);
        assert_eq!(scru128(at(now - 10_001), 1, 0), 1);
        assert_eq!(fields().0, now - 10_001);

        // Fewer words than ids: none is made, and what follows is greater.
        SHARED.pool.left.set(3);
        assert_eq!(scru128(at(now - 10_001), 4, 0), RANDOMNESS);
        assert_eq!(scru128(at(now - 10_001), 3, 0), 3);

        fill();
        for unix_ms in [f64::NAN, f64::NEG_INFINITY, 0.0, 1e300] {
            assert_eq!(huid(unix_ms), i64::from(TIME));
            assert_eq!(huid_many(unix_ms, 1), TIME);
            assert_eq!(scru128(unix_ms, 1, 0), TIME);
        }
    }
}
