//! The WebAssembly module of the npm package `idwasm`: HUID and SCRU128 ids in JavaScript.
//!
//! Not for Rust programs, which have `idcore`, `idgen` and `iduuid`. The module is a thin layer of
//! functions over these; the classes that JavaScript sees are in `js/`, and the two make one
//! package with `cargo xtask wasm`.
//!
//! # The border
//!
//! The functions take and give numbers: `f64` for what fits a JavaScript number, `i64` for a
//! `bigint`. What is larger goes through one piece of memory that both sides know, [`Shared`]. A
//! result that is a status is 0 where all went well, else one of [`status`].
//!
//! The module imports nothing, so no JavaScript runs while a function of it does, and none is entered
//! twice. Nor does it need generated glue, and the tool that generates it:
//!
//! - The time is an argument. JavaScript calls `Date.now()`, so a mocked clock counts.
//! - Randomness is a [`Pool`] of words in that memory, which JavaScript fills by
//!   `crypto.getRandomValues`, 4 KiB at a time, the first time when the first id is made. Each word
//!   is used once and wiped. There is no cipher in between: the host's generator is one, asking it
//!   for 1024 words at a time costs no more than making them here, and a cipher would make the
//!   module half as large again. An empty pool is an error of the generators, upon which JavaScript
//!   fills it and calls again; generators keep their state on errors.
//!
//! # Two modules
//!
//! Browsers compile a module of up to 4,096 bytes at once, also on the main thread. Each of the two
//! features is one such module: `ids` for the package's entry, `uuid` for what few programs need.

#![no_std]
#![deny(unsafe_code)]
// The two modules share the memory, and each uses a part of it.
#![cfg_attr(not(all(feature = "ids", feature = "uuid")), allow(dead_code))]

#[cfg(feature = "ids")]
mod ids;
mod pool;
mod shared;
mod single;
pub mod status;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "ids")]
pub use ids::{
    huid, huid_fields, huid_from, huid_many, scru128, scru128_encode, scru128_fields, scru128_from,
    scru128_parse, scru128_text,
};
pub use pool::Pool;
pub use shared::{Shared, shared};
#[cfg(feature = "uuid")]
pub use uuid::{map_of, map_to};

/// Nothing in the module is meant to panic. Should it, JavaScript gets a `RuntimeError`.
#[cfg(all(target_arch = "wasm32", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
