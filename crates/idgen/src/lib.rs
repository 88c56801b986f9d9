//! Generators of HUID and SCRU128 ids that survive clocks, forks and threads.
//!
//! ```
//! // For all threads of the process together: unique, and each greater than the one before.
//! let id = idgen::scru128();
//! println!("{id}");
//!
//! // A number for a BIGINT column.
//! let id = idgen::huid();
//! println!("{id}");
//! ```
//!
//! [`huid()`] and [`scru128()`] are what most programs need. They panic where there is no id to be
//! had, which [`try_huid`] and [`try_scru128`] report instead. A generator of one's own,
//! [`HuidGenerator`] or [`Scru128Generator`], takes a clock and randomness of one's own.
//!
//! # What happens when
//!
//! | | [`huid()`], [`HuidGenerator`] | [`DistinctHuidGenerator`] | [`scru128()`] | [`Scru128Generator`] |
//! | --- | --- | --- | --- | --- |
//! | ids are | random within a ms | distinct in the process | unique, rising over all threads | unique, rising |
//! | clock goes back by up to 10 s | the clock's time | goes on in the last ms | counts on | counts on |
//! | clock goes back further | the clock's time | an error | reset: order is given up | [reset](Scru128Generator::generate) or [error](Scru128Generator::generate_or_abort), as called |
//! | clock outside the window | an error | an error | an error | an error |
//! | ms used up | collides sooner | next ms | next ms | next ms |
//! | process forks | new randomness | new randomness | next ms, all fields fresh | next ms, all fields fresh |
//! | threads | no shared state | share what was used, lock-free | share one counter, lock-free | one owner |
//! | randomness fails | an error | an error | an error | an error |
//!
//! After an error the next call may succeed. No call waits, spins or sleeps, and none falls back to
//! weaker randomness.
//!
//! # Randomness
//!
//! Each thread, and each generator with [`SystemRandomness`], has a ChaCha12 stream of its own,
//! seeded by the operating system, and anew every 64 KiB and in a forked child.
//!
//! # Time
//!
//! [`SystemClock`] reads the system's clock no more often than it takes to know the millisecond,
//! where the processor has a counter to be trusted: see there. A closure that returns Unix
//! milliseconds is a clock too, and a [`Ticker`] gives a coarse one that costs a nanosecond.
//!
//! # Features
//!
//! - `std` (default): the system's clock and randomness, and all that needs them.
//! - `js`: on `wasm32-unknown-unknown`, the clock and the randomness of a JavaScript host.
//!
//! Without `std`, this crate is `no_std`, does not allocate, and the generators take a clock and
//! randomness of the caller's through `with_sources`.

#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(not(feature = "std"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

#[cfg(all(feature = "std", not(feature = "js"), target_arch = "wasm32", target_os = "unknown"))]
compile_error!(
    "wasm32-unknown-unknown has no clock: enable the feature `js` of `idgen` for that of a \
     JavaScript host, or disable its default features and bring a clock of your own"
);

mod batch;
mod clock;
#[cfg(feature = "std")]
pub mod collision;
#[cfg(feature = "std")]
mod distinct;
mod error;
mod huid;
#[cfg(feature = "std")]
mod process;
mod randomness;
mod scru128;
mod sequence;
#[cfg(feature = "std")]
mod system;

pub use clock::Clock;
#[cfg(feature = "std")]
pub use distinct::DistinctHuidGenerator;
pub use error::GenerateError;
pub use huid::HuidGenerator;
#[cfg(feature = "std")]
pub use process::{fill_huid, fill_scru128, huid, scru128, try_huid, try_scru128};
pub use randomness::{Randomness, RandomnessError};
pub use scru128::{Reserved, Scru128Generator};
#[cfg(all(feature = "std", not(target_family = "wasm")))]
pub use system::{CoarseClock, Ticker};
#[cfg(feature = "std")]
pub use system::{SystemClock, SystemRandomness};

/// Stands in for the system's clock, which takes the feature `std`. It can't be made.
#[cfg(not(feature = "std"))]
#[derive(Debug)]
pub enum SystemClock {}

/// Stands in for the system's randomness, which takes the feature `std`. It can't be made.
#[cfg(not(feature = "std"))]
#[derive(Debug)]
pub enum SystemRandomness {}

/// The examples of the crate's README, as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
