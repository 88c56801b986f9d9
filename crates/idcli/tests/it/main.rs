//! The built binary, run as its users run it.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

mod collisions;
mod convert;
mod guide;
mod inspect;
mod new;
mod range;
mod readme;
#[cfg(target_os = "linux")]
mod terminal;
mod tool;
mod usage;
