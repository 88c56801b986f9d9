//! The examples of README.md and of the guide, as tests.
//!
//! This library is empty but for them; it has what a user of all crates would depend on. Its tests
//! compare the tables of the guide with those of the crates. Commands in the guide are run by the
//! tests of `idcli`, and JavaScript by those of the npm package.

#![forbid(unsafe_code)]

/// The examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The examples of the guide's chapters; those that are not named have none in Rust.
#[cfg(doctest)]
mod guide {
    #[doc = include_str!("../../../docs/choosing.md")]
    struct Choosing;
    #[doc = include_str!("../../../docs/start.md")]
    struct Start;
    #[doc = include_str!("../../../docs/faults.md")]
    struct Faults;
    #[doc = include_str!("../../../docs/columns.md")]
    struct Columns;
    #[doc = include_str!("../../../docs/drivers.md")]
    struct Drivers;
    #[doc = include_str!("../../../docs/windows.md")]
    struct Windows;
    #[doc = include_str!("../../../docs/collisions.md")]
    struct Collisions;
    #[doc = include_str!("../../../docs/serde.md")]
    struct Serde;
    #[doc = include_str!("../../../docs/uuid.md")]
    struct Uuid;
}
