//! How the mappings that keep the time fill a SCRU128.
//!
//! ```text
//!  bit 127                        84 83   80 79                                     0
//!      +----------------------------+-------+---------------------------------------+
//!      | timestamp: ms since 2020   |  tag  | what the source has besides its time  |
//!      |           44 bits          | 4 bit |                80 bits                |
//!      +----------------------------+-------+---------------------------------------+
//! ```
//!
//! The tag is one hexadecimal digit, the twelfth of the id's 32. It is the same for all ids of one
//! mapping, so it does not disturb their order, and no two mappings share one, so no id can have
//! been made by two of them.

use idcore::{RangeError, Scru128};

use crate::error::{MapError, Reason};
use crate::map::Mapping;

/// The width of what stands below the tag.
const REST_BITS: u32 = 80;
/// The width of the tag.
const TAG_BITS: u32 = 4;

const _: () = assert!(Scru128::TIMESTAMP_BITS + TAG_BITS + REST_BITS == u128::BITS);

/// Which mapping made an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    Ulid = 0x0,
    UuidV1 = 0x1,
    UuidV6 = 0x6,
    UuidV7 = 0x7,
    Huid = 0xA,
}

/// The lower 80 bits.
pub(crate) const fn rest_of(bits: u128) -> u128 {
    bits & (u128::MAX >> (u128::BITS - REST_BITS))
}

/// The tag's place in an id, whatever stands there.
pub(crate) const fn tag_of(id: Scru128) -> u8 {
    (id.to_u128() >> REST_BITS) as u8 & 0xF
}

/// The id of a time, a tag and 80 bits.
pub(crate) const fn join(unix_ms: i64, tag: Tag, rest: u128) -> Result<Scru128, RangeError> {
    match Scru128::first_at(unix_ms) {
        Ok(first) => {
            let low = (tag as u128) << REST_BITS | rest_of(rest);
            Ok(Scru128::from_u128(first.to_u128() | low))
        }
        Err(error) => Err(error),
    }
}

/// The time and the 80 bits of an id that has this tag.
pub(crate) const fn split(
    id: Scru128,
    tag: Tag,
    mapping: Mapping,
) -> Result<(i64, u128), MapError> {
    let found = tag_of(id);
    if found == tag as u8 {
        Ok((id.unix_ms(), rest_of(id.to_u128())))
    } else {
        Err(MapError::not_made(mapping, Reason::Tag { expected: tag as u8, found }))
    }
}
