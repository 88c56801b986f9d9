//! The examples of the documents at the top of the repository, as tests.
//!
//! This library is empty but for them; it has what a user of all crates would depend on.

#![forbid(unsafe_code)]

/// The examples of README.md.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
