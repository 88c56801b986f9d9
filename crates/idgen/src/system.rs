//! The system's clock and randomness.

mod clock;
pub(crate) mod fork;
mod randomness;
#[cfg(not(target_family = "wasm"))]
mod ticker;

pub use clock::SystemClock;
pub use randomness::SystemRandomness;
#[cfg(not(target_family = "wasm"))]
pub use ticker::{CoarseClock, Ticker};

use crate::{DistinctHuidGenerator, HuidGenerator, Scru128Generator};

impl HuidGenerator {
    /// A generator with the system's clock and randomness.
    pub const fn new() -> Self {
        Self::with_sources(SystemClock::new(), SystemRandomness::new())
    }
}

impl Default for HuidGenerator {
    fn default() -> Self {
        Self::new()
    }
}

impl DistinctHuidGenerator {
    /// A generator with the system's clock and randomness.
    pub const fn new() -> Self {
        Self::with_sources(SystemClock::new(), SystemRandomness::new())
    }
}

impl Default for DistinctHuidGenerator {
    fn default() -> Self {
        Self::new()
    }
}

impl Scru128Generator {
    /// A generator with the system's clock and randomness.
    pub const fn new() -> Self {
        Self::with_sources(SystemClock::new(), SystemRandomness::new())
    }
}

impl Default for Scru128Generator {
    fn default() -> Self {
        Self::new()
    }
}
