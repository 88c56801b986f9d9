//! The functions of the module of `idwasm/backfill`: ids for given times.
#![allow(unsafe_code)] // `no_mangle`, of names that are this module's own; and see `backfill`.

use core::cell::Cell;
use core::ptr;

use idgen::{Randomness, RandomnessError};
use iduuid::{BackfillError, BackfillGenerator};

use crate::pool::Pool;
use crate::single::Single;
use crate::status;

/// So many random words are brought at a time: a new generator takes nine.
const WORDS: usize = 64;

/// The memory that JavaScript knows the layout of; `js/backfill-module.js` has the same numbers.
#[repr(C)]
pub struct BackfillShared {
    /// The two halves of an id.
    out: [Cell<u64>; 2],
    /// The generator of a call: the bytes are kept in JavaScript, so that there is nothing to free.
    generator: Cell<BackfillGenerator<Words>>,
    pool: Pool<WORDS>,
}

#[cfg(target_arch = "wasm32")]
const _: () = {
    use core::mem::{offset_of, size_of};

    assert!(size_of::<BackfillGenerator<Words>>() == 72);
    assert!(offset_of!(BackfillShared, generator) == 16);
    assert!(offset_of!(BackfillShared, pool) == 88);
};

static SHARED: Single<BackfillShared> = Single::new(BackfillShared {
    out: [const { Cell::new(0) }; 2],
    generator: Cell::new(BackfillGenerator::with_randomness(Words)),
    pool: Pool::empty(),
});

/// The words of [`BackfillShared::pool`].
struct Words;

impl Randomness for Words {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        SHARED.pool.take_one()
    }
}

/// Where the shared memory is.
#[unsafe(no_mangle)]
pub extern "C" fn backfill_shared() -> *const BackfillShared {
    ptr::from_ref(&*SHARED)
}

/// A new SCRU128 of a time in Unix milliseconds, in `out`.
#[unsafe(no_mangle)]
pub extern "C" fn backfill(unix_ms: f64) -> i32 {
    // SAFETY: this is the only reference to the generator: it is made here alone, one thread runs
    // the module, and the generator calls no more than its source, which touches another cell.
    let generator = unsafe { &mut *SHARED.generator.as_ptr() };
    match generator.generate_at(unix_ms as i64) {
        Ok(id) => {
            SHARED.out[0].set((id.to_u128() >> 64) as u64);
            SHARED.out[1].set(id.to_u128() as u64);
            status::OK
        }
        Err(error) => of_backfill(error),
    }
}

/// Why there is no id.
fn of_backfill(error: BackfillError) -> i32 {
    if error.is_randomness() {
        status::RANDOMNESS
    } else if error.is_used_up() {
        status::USED_UP
    } else {
        status::TIME
    }
}
