//! UUIDs and ULIDs, to and from the ids of `idcore`.
//!
//! For moving what exists to [`Scru128`](idcore::Scru128) or [`Huid`](idcore::Huid), and for
//! keeping a SCRU128 where only a UUID fits. All mappings are plain functions over values; none
//! reads a clock, allocates or guesses.
//!
//! ```
//! use uuid::uuid;
//!
//! let v7 = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
//! let id = iduuid::scru128_from_uuid_v7(v7)?;
//! assert_eq!(id.unix_ms(), 1645557742000);
//! assert_eq!(iduuid::uuid_v7_from_scru128(id)?, v7);
//! # Ok::<(), iduuid::MapError>(())
//! ```
//!
//! # Which mapping
//!
//! | from | to | with | kept | back |
//! | --- | --- | --- | --- | --- |
//! | any UUID | SCRU128 | [`scru128_from_uuid`] | all bits and the order; `unix_ms()` means nothing | [`uuid_from_scru128`] |
//! | UUIDv7 | SCRU128 | [`scru128_from_uuid_v7`] | all, time and order | [`uuid_v7_from_scru128`] |
//! | UUIDv1 | SCRU128 | [`scru128_from_uuid_v1`] | all, and the time, which becomes the order | [`uuid_v1_from_scru128`] |
//! | UUIDv6 | SCRU128 | [`scru128_from_uuid_v6`] | all, time and order | [`uuid_v6_from_scru128`] |
//! | a column of these three | SCRU128 | [`scru128_from_uuid_time`] | all, and the time | [`uuid_time_from_scru128`] |
//! | ULID | SCRU128 | [`scru128_from_ulid`] | all, time and order | [`ulid_from_scru128`] |
//! | HUID | SCRU128 | [`scru128_from_huid`] | all, time and order | [`huid_from_scru128`] |
//! | UUIDv4 and others, with a time of the row | SCRU128 | [`scru128_lossy_from_uuid`] | the same id each time, 84 mixed bits | no |
//! | the same, with a table of old and new ids | SCRU128 | [`BackfillGenerator`] | nothing of the UUID, never the same id twice | by the table |
//! | UUIDv7, v1, v6, ULID, SCRU128 | HUID | [`huid_lossy_from_uuid_v7`] and its siblings | the time, 21 mixed bits | no |
//! | a column of these | HUID | `HuidBatch` (feature `alloc`) | as above, collisions resolved | no |
//!
//! [`Mapping`] has the reversible ones as values, for a choice at run time.
//!
//! **A SCRU128 does not become a UUIDv8.** A version and a variant would overwrite six bits: bits 23
//! to 20 and 7 to 6 of the 28-bit counter. Ids of one millisecond would lose their order, 64 of them
//! share each remaining value of the counter, and the SCRU128 could not be had back.
//! [`uuid_from_scru128`] keeps every bit instead, and gives a UUID without a meaningful version.
//!
//! # How the time is kept
//!
//! Each mapping that keeps the time puts a tag of one hexadecimal digit after the 44 bits of the
//! timestamp, and what the source has besides its time into the other 80 bits.
//!
//! ```text
//!            11 digits   1      4        16 hexadecimal digits
//! UUIDv7     timestamp   7    7rrr   vrrrrrrrrrrrrrrr   v: variant 10 and 2 bits; r: random
//! UUIDv1     timestamp   1    tttt   vcccnnnnnnnnnnnn   t: ticks of 100 ns in the ms, 0 to 9999;
//! UUIDv6     timestamp   6    tttt   vcccnnnnnnnnnnnn   c: clock sequence; n: node
//! ULID       timestamp   0    rrrr   rrrrrrrrrrrrrrrr
//! HUID       timestamp   A    0000   00000000000rrrrr   r: 21 bits
//! ```
//!
//! The tag is the same for all ids of one mapping, so their order is that of the sources, and
//! differs between mappings, so that one id is never made by two. Reversing a mapping refuses an id
//! with another tag, version, variant, or more ticks than there are.
//!
//! # Times
//!
//! A time outside the window of the id is an error, such as a UUIDv7 of 1970. A time inside it may
//! still be wrong. Bounds that the caller knows catch that:
//!
//! ```
//! use idcore::AgeCheck;
//! use uuid::uuid;
//!
//! // Made after an early draft of UUIDv7, which had another layout.
//! let id = iduuid::scru128_from_uuid_v7(uuid!("065e5a96-172c-771e-8000-bbac546447e1"))?;
//! assert_eq!(id.unix_ms(), 7002316478252); // the year 2191
//! let check = AgeCheck::new().not_before(1577836800000).not_in_future();
//! assert!(check.check_at(id.unix_ms(), 1794784632814).unwrap_err().is_in_future());
//! # Ok::<(), iduuid::MapError>(())
//! ```
//!
//! SCRU128 reserves the first and the last millisecond of its window, and no generator uses them.
//! A mapping is not a generator: a source of 2020-01-01T00:00:00.000Z is mapped like all others, to
//! an id that [`is_reserved`](idcore::Scru128::is_reserved), since refusing it would lose a row.
//! [`BackfillGenerator`] is one, and refuses both.
//!
//! # Bytes and text
//!
//! [`ByteOrder`] reads and writes the three orders that databases keep, and [`ByteOrderCheck`] finds
//! out when the wrong one was named. [`text`] reads UUIDs in every form that databases print,
//! [`ulid`] reads and writes ULIDs.
//!
//! # Features
//!
//! Both are off by default, add items, and change none.
//!
//! - `alloc`: `HuidBatch`.
//! - `std`: `BackfillGenerator::new`, with the system's randomness.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod backfill;
#[cfg(feature = "alloc")]
mod batch;
mod bits;
mod byte_order;
mod byte_order_check;
mod error;
mod found;
mod gregorian;
mod kind;
mod layout;
mod lossy;
mod map;
mod mix;
pub mod text;
mod time;
pub mod ulid;

pub use backfill::{BackfillError, BackfillGenerator};
#[cfg(feature = "alloc")]
pub use batch::{BatchError, HuidBatch, Moved};
pub use bits::{scru128_from_uuid, uuid_from_scru128};
pub use byte_order::{ByteOrder, BytesError};
pub use byte_order_check::{ByteOrderCheck, ByteOrderError, Fit};
pub use error::MapError;
pub use gregorian::{
    scru128_from_uuid_v1, scru128_from_uuid_v6, uuid_v1_from_scru128, uuid_v6_from_scru128,
};
pub use kind::{UuidKind, uuid_unix_ms};
pub use lossy::{
    huid_lossy_from_scru128, huid_lossy_from_ulid, huid_lossy_from_uuid_time,
    huid_lossy_from_uuid_v1, huid_lossy_from_uuid_v6, huid_lossy_from_uuid_v7,
    scru128_lossy_from_uuid,
};
pub use map::Mapping;
pub use time::{
    huid_from_scru128, scru128_from_huid, scru128_from_ulid, scru128_from_uuid_time,
    scru128_from_uuid_v7, ulid_from_scru128, uuid_time_from_scru128, uuid_v7_from_scru128,
};

#[doc = include_str!("../README.md")]
#[cfg(doctest)]
struct Readme;
