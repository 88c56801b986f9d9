//! The memory that JavaScript reads and writes, and the sources that are in it.
#![allow(unsafe_code)] // `no_mangle`, of a name that is this module's own; and see `generate`.

use core::cell::Cell;
use core::ptr;

use idcore::Scru128;
use idgen::{Clock, GenerateError, Randomness, RandomnessError, Scru128Generator};

use crate::pool::Pool;
use crate::single::Single;
use crate::status;

/// So many ids are made by one call at most.
pub(crate) const BATCH: usize = 64;
/// So many random words are brought at a time.
const WORDS: usize = 1024;

/// 128 bits of two halves.
#[inline]
pub(crate) fn join(high: i64, low: i64) -> u128 {
    u128::from(high as u64) << 64 | u128::from(low as u64)
}

type Generator = Scru128Generator<Now, Words>;

/// The memory that JavaScript knows the layout of; `js/core.js` has the same numbers.
#[repr(C)]
pub struct Shared {
    /// Results: ids, the two halves of an id, or fields as the bits of `f64`.
    out: [Cell<u64>; BATCH],
    /// The process-wide generator. Generators that are objects in JavaScript keep their bytes there
    /// and put them here for a call, so that there is nothing to free.
    generator: Cell<Generator>,
    /// The randomness of all ids.
    pub(crate) pool: Pool<WORDS>,
    /// Texts of SCRU128s: one to be read, or those that were written.
    text: [Cell<[u8; Scru128::TEXT_LEN]>; BATCH],
}

#[cfg(target_arch = "wasm32")]
const _: () = {
    use core::mem::{offset_of, size_of};

    assert!(size_of::<Generator>() == 40);
    assert!(offset_of!(Shared, generator) == 512);
    assert!(offset_of!(Shared, pool) == 552);
    assert!(offset_of!(Shared, text) == 4652);
};

pub(crate) static SHARED: Single<Shared> = Single::new(Shared {
    out: [const { Cell::new(0) }; BATCH],
    generator: Cell::new(Scru128Generator::with_sources(Now, Words)),
    pool: Pool::empty(),
    text: [const { Cell::new([0; Scru128::TEXT_LEN]) }; BATCH],
});

static NOW: Single<Cell<i64>> = Single::new(Cell::new(0));

/// The time of the call.
pub(crate) struct Now;

impl Now {
    /// Sets the time, in Unix milliseconds. NaN is the start of 1970, which is outside all windows,
    /// and so are the ends of the range, to which larger numbers saturate.
    #[inline]
    pub(crate) fn set(unix_ms: f64) {
        NOW.set(unix_ms as i64);
    }
}

impl Clock for Now {
    #[inline]
    fn unix_ms(&mut self) -> i64 {
        NOW.get()
    }
}

/// The words of [`Shared::pool`].
pub(crate) struct Words;

impl Randomness for Words {
    #[inline]
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        SHARED.pool.take()
    }
}

impl Shared {
    /// Gives numbers that JavaScript reads as `bigint`.
    #[inline]
    pub(crate) fn put<const N: usize>(&self, values: [u64; N]) {
        for (out, value) in self.out.iter().zip(values) {
            out.set(value);
        }
    }

    /// Gives numbers that JavaScript reads as `number`.
    #[inline]
    pub(crate) fn put_numbers<const N: usize>(&self, values: [f64; N]) {
        self.put(values.map(f64::to_bits));
    }

    /// Gives 128 bits as two halves.
    #[inline]
    pub(crate) fn put_bits(&self, bits: u128) -> i32 {
        self.put([(bits >> 64) as u64, bits as u64]);
        status::OK
    }

    /// Gives a text.
    #[inline]
    pub(crate) fn put_text(&self, text: [u8; Scru128::TEXT_LEN]) {
        self.text[0].set(text);
    }

    /// Where so many ids go.
    #[inline]
    pub(crate) fn out(&self, count: usize) -> impl Iterator<Item = &Cell<u64>> {
        self.out.iter().take(count)
    }

    /// Where so many texts go.
    #[inline]
    pub(crate) fn texts(
        &self,
        count: usize,
    ) -> impl Iterator<Item = &Cell<[u8; Scru128::TEXT_LEN]>> {
        self.text.iter().take(count)
    }

    /// The text to be read.
    #[inline]
    pub(crate) fn text(&self) -> [u8; Scru128::TEXT_LEN] {
        self.text[0].get()
    }

    /// The next id of the generator, at a time in Unix milliseconds.
    pub(crate) fn generate(&self, unix_ms: f64) -> Result<Scru128, GenerateError> {
        Now::set(unix_ms);
        // SAFETY: this is the only reference to the generator: it is made here alone, one thread runs
        // the module, and `generate` does not come back here. It calls the two sources, which touch
        // other cells, and no JavaScript, since the module imports nothing. Moving the generator out
        // of its cell and back instead takes a third more time for an id.
        let generator = unsafe { &mut *self.generator.as_ptr() };
        generator.generate()
    }
}

/// Where the shared memory is.
#[unsafe(no_mangle)]
pub extern "C" fn shared() -> *const Shared {
    ptr::from_ref(&*SHARED)
}
