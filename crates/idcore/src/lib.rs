//! Two time-sortable ids, without dependencies, allocation or `std`.
//!
//! | | [`Huid`] | [`Scru128`] |
//! | --- | --- | --- |
//! | size | 63 bits: a `BIGINT` that is never negative | 128 bits |
//! | time | 42 bits of milliseconds since 2026-01-01 | 44 bits of milliseconds since 2020-01-01 |
//! | rest | 21 random bits | 28-bit counter, 24 bits renewed per second, 32 per id |
//! | text | decimal, 1 to 19 digits | base 32, exactly 26 digits of `0-9A-V` |
//! | last | 2165-05-15T07:35:11.103Z | 2577-06-22T06:20:44.415Z |
//!
//! This crate packs, orders, reads and writes ids; it does not make new ones. That takes a clock
//! and randomness, which are in the crate `idgen`.
//!
//! ```
//! use idcore::{Huid, Scru128};
//!
//! // An id can be a constant: constructors, accessors and a form of each codec are `const fn`.
//! const ORDER: Huid = match Huid::from_parts(123, 87381) {
//!     Ok(id) => id,
//!     Err(_) => panic!("both fields are in range"),
//! };
//! assert_eq!(ORDER.to_u64(), 258037077);
//! assert_eq!(ORDER.unix_ms(), 1767225600123);
//!
//! let id: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
//! assert_eq!(id.to_u128(), 1095473244246772103403544935821223346);
//! assert_eq!(id.to_string(), "00QBTG0FERFTCCNFISUBO489DI");
//! # Ok::<(), idcore::ParseError>(())
//! ```
//!
//! # One id, one text
//!
//! Every id has one canonical text, and every text is at most one id. What is out of range, of
//! another length or of another alphabet is an error that says what was expected, what was found
//! and where; nothing is truncated, wrapped or guessed.
//!
//! ```
//! let error = "00SCT4FL89WQPRVN44C41RGVMM".parse::<idcore::Scru128>().unwrap_err();
//! assert_eq!(error.position(), Some(10));
//! assert!(error.to_string().contains("'W' at position 10 is not one of 0-9A-V"));
//! ```
//!
//! # Features
//!
//! All are off by default, add items and change none.
//!
//! - `std`: [`Huid::to_system_time`](https://docs.rs/idcore) and its siblings, and
//!   `AgeCheck::check`, which reads the system clock. It turns on `simd`.
//! - `simd`: text in two thirds to a third of the time, by unsafe code in three small modules: the
//!   vectors of x86-64 processors, and no second look at digits just written. SSE2 is always there;
//!   AVX2 is used where the processor has it or, without `std`, where the program is compiled for
//!   such processors. Without this feature the crate forbids unsafe code.

#![no_std]
#![cfg_attr(not(feature = "simd"), forbid(unsafe_code))]
#![cfg_attr(feature = "simd", deny(unsafe_code))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "std")]
extern crate std;

mod age;
mod ascii;
mod huid;
mod layout;
mod parse_error;
mod range_error;
mod scru128;
#[cfg(feature = "std")]
mod system_time;
mod ulid;

pub use age::{AgeCheck, AgeError};
pub use huid::Huid;
pub use parse_error::ParseError;
pub use range_error::{BytesError, RangeError};
pub use scru128::Scru128;
#[cfg(feature = "std")]
pub use system_time::{system_time, unix_ms};
pub use ulid::is_ulid_text;

/// The examples of the crate's README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
