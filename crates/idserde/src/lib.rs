//! Serde forms of HUID and SCRU128.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "schemars")]
extern crate alloc;

#[cfg(feature = "serde_with")]
mod adapters;
mod buffered;
mod form;
pub mod huid;
mod newtype;
mod octets;
#[cfg(feature = "schemars")]
mod schema;
pub mod scru128;

pub use newtype::{Huid, Scru128};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
