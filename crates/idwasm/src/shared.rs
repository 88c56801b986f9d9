//! The memory that JavaScript reads and writes, and the sources that are in it.
#![allow(unsafe_code)] // `no_mangle`, of a name that is this module's own; and see `Shared::lend`.

use core::cell::Cell;
use core::ptr;

use idgen::{Clock, Randomness, RandomnessError, Scru128Generator};

use crate::pool::Pool;
use crate::single::Single;
use crate::status;
use crate::text::Text;

/// So many ids are made by one call at most.
pub(crate) const BATCH: usize = 256;
/// So many random words are brought at a time.
const WORDS: usize = 8192;

type Generator = Scru128Generator<Now, Words>;

/// The memory that JavaScript knows the layout of; `js/core.js` has the same numbers.
#[repr(C)]
pub struct Shared {
    /// Results: ids, or the two halves of one.
    pub(crate) out: [Cell<u64>; BATCH],
    /// The process-wide generator. Generators that are objects in JavaScript keep their bytes there
    /// and put them here for a call, so that there is nothing to free.
    generator: Cell<Generator>,
    /// The randomness of all ids.
    pub(crate) pool: Pool<WORDS>,
    /// The texts of new SCRU128s.
    pub(crate) texts: [Text; BATCH],
}

#[cfg(target_arch = "wasm32")]
const _: () = {
    use core::mem::{offset_of, size_of};

    assert!(size_of::<Generator>() == 40);
    assert!(offset_of!(Shared, generator) == 2048);
    assert!(offset_of!(Shared, pool) == 2088);
    assert!(offset_of!(Shared, texts) == 34860);
};

pub(crate) static SHARED: Single<Shared> = Single::new(Shared {
    out: [const { Cell::new(0) }; BATCH],
    generator: Cell::new(Scru128Generator::with_sources(Now, Words)),
    pool: Pool::empty(),
    texts: [const { Text::empty() }; BATCH],
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
        SHARED.pool.take_one()
    }
}

impl Shared {
    /// Gives 128 bits as two halves.
    #[inline]
    pub(crate) fn put_bits(&self, bits: u128) -> i32 {
        self.out[0].set((bits >> 64) as u64);
        self.out[1].set(bits as u64);
        status::OK
    }

    /// The generator, for one call of it.
    #[inline]
    pub(crate) fn with_generator<T>(&self, call: impl FnOnce(&mut Generator) -> T) -> T {
        // SAFETY: this is the only reference to the generator: it is made here alone, one thread runs
        // the module, and no `call` comes back here. The generator calls the two sources, which touch
        // other cells, and no JavaScript, since the module imports nothing. Moving the generator out
        // of its cell and back instead takes a third more time for an id.
        call(unsafe { &mut *self.generator.as_ptr() })
    }
}

/// Where the shared memory is.
#[unsafe(no_mangle)]
pub extern "C" fn shared() -> *const Shared {
    ptr::from_ref(&*SHARED)
}
