//! The WebAssembly modules of the npm package `idwasm`: HUID and SCRU128 ids in JavaScript.
//!
//! Not for Rust programs, which have `idcore`, `idgen` and `iduuid`. The modules are thin layers of
//! functions over these: what has state, randomness or arithmetic of 128 bits that is worth it. What
//! JavaScript does in a line with a `bigint`, such as taking a field, it does. The classes that
//! programs see are in `js/`, and all becomes one package with `cargo xtask wasm`.
//!
//! # The border
//!
//! The functions take and give numbers: `f64` for what fits a JavaScript number, `i64` for a
//! `bigint`. What is larger goes through a piece of memory that both sides know the layout of. A
//! failure is a negative number, one of [`status`].
//!
//! A module imports nothing, so no JavaScript runs while a function of it does, and none is entered
//! twice. Nor does it need generated glue, and the tool that generates it:
//!
//! - The time is an argument. JavaScript calls `Date.now()`, so a mocked clock counts.
//! - Randomness is a pool of words in that memory, which JavaScript fills by
//!   `crypto.getRandomValues`, 32 KiB at a time, the first time when the first id is made. Each word
//!   is used once and wiped. There is no cipher in between: the host's generator is one, asking it
//!   for 8192 words at a time costs less than making them here, and a cipher would make the module
//!   half as large again. An empty pool is an error of the generators, upon which JavaScript fills it
//!   and calls again.
//!
//! # One module for each entry
//!
//! Each feature is a module of its own, so that a program has no more than it uses: `ids` for the
//! package's entry, `uuid` and `backfill` for what few programs need. Browsers compile a module of up
//! to 4,096 bytes at once, also on the main thread; `build.mjs` sees to that.
//!
//! # Where the time goes
//!
//! In Node 20, on a machine where the method of version 1 of the package scru128 takes 750 to 900 ns,
//! `scru128()` takes 80 to 90 ns for a text, and 48 of them are `Date.now()`, which it has to ask each
//! time. `scru128Many` takes 24 to 30 ns for each:
//!
//! | | ns |
//! | --- | --- |
//! | making the id and writing its text here | 5 |
//! | the random words | 1 |
//! | 256 texts of memory to one string, by `TextDecoder` | 3 |
//! | a `slice` of that for each, in an array, and the garbage | 8 to 10 |
//! | reading a character of each, as the benchmark does | 5 to 7 |
//!
//! The last three, 16 ns, are the engine's, whatever makes the texts: no module could be more than 50
//! times as fast as that method. Making strings one by one from memory takes 100 ns. The vector
//! instructions of WebAssembly were tried, and were no faster than `u64`s.

#![no_std]
#![deny(unsafe_code)]
// Each module uses a part of what they share.
#![cfg_attr(not(all(feature = "ids", feature = "uuid", feature = "backfill")), allow(dead_code))]

#[cfg(feature = "backfill")]
mod backfill;
#[cfg(feature = "ids")]
mod ids;
#[cfg(any(feature = "ids", feature = "backfill"))]
mod pool;
#[cfg(feature = "ids")]
mod shared;
mod single;
pub mod status;
#[cfg(feature = "ids")]
mod text;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "backfill")]
pub use backfill::{BackfillShared, backfill, backfill_shared};
#[cfg(feature = "ids")]
pub use ids::{huid, huid_many, scru128};
#[cfg(any(feature = "ids", feature = "backfill"))]
pub use pool::Pool;
#[cfg(feature = "ids")]
pub use shared::{Shared, shared};
#[cfg(feature = "ids")]
pub use text::Text;
#[cfg(feature = "uuid")]
pub use uuid::{huid_lossy, map_of, map_to, result, scru128_lossy};

/// Nothing in the module is meant to panic. Should it, JavaScript gets a `RuntimeError`.
#[cfg(all(target_arch = "wasm32", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
