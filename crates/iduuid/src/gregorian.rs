//! UUIDv1 and UUIDv6: 100 ns since 1582, a clock sequence and a node.
//!
//! Both have the same fields and differ in where the parts of the time stand. In a SCRU128:
//!
//! ```text
//!  bit 127            84 83   80 79 78 77          64 63 62 61         48 47           0
//!      +----------------+-------+-----+--------------+-----+-------------+--------------+
//!      |   timestamp    | 1 / 6 | 0 0 | ticks in ms  | 1 0 |  clock_seq  |     node     |
//!      |    44 bits     |       |     |   14 bits    |     |   14 bits   |   48 bits    |
//!      +----------------+-------+-----+--------------+-----+-------------+--------------+
//! ```
//!
//! The lower 64 bits are those of the UUID, unchanged.

use idcore::{RangeError, Scru128};
use uuid::Uuid;

use crate::error::{MapError, Reason};
use crate::kind::UuidKind;
use crate::layout::{self, Tag};
use crate::map::Mapping;

/// One millisecond in ticks of 100 ns.
const TICKS_PER_MS: u64 = 10_000;
/// From 1582-10-15T00:00:00Z to 1970-01-01T00:00:00Z: 141,427 days.
const UNIX_EPOCH_MS: i64 = 141_427 * 86_400_000;
/// The width of the time.
const TICKS_BITS: u32 = 60;
/// Where the ticks within the millisecond stand in a SCRU128.
const SUB_MS_SHIFT: u32 = 64;

// Each time of a SCRU128 is one of a UUIDv1: 60 bits last until 5236.
const _: () = assert!(
    ((Scru128::LAST_UNIX_MS + UNIX_EPOCH_MS + 1) as u64) <= (1 << TICKS_BITS) / TICKS_PER_MS
);

/// The fields of a UUIDv1 or UUIDv6.
#[derive(Clone, Copy)]
pub(crate) struct Stamp {
    /// 100 ns since 1582-10-15T00:00:00Z, 60 bits.
    ticks: u64,
    /// Variant, clock sequence and node, as in the UUID.
    low: u64,
}

impl Stamp {
    /// The fields of a UUID that is known to be of version 1.
    pub(crate) const fn of_v1(uuid: Uuid) -> Self {
        let (high, low) = uuid.as_u64_pair();
        let (time_low, time_mid, time_high) = (high >> 32, (high >> 16) & 0xFFFF, high & 0x0FFF);
        Self { ticks: time_high << 48 | time_mid << 32 | time_low, low }
    }

    /// The fields of a UUID that is known to be of version 6.
    pub(crate) const fn of_v6(uuid: Uuid) -> Self {
        let (high, low) = uuid.as_u64_pair();
        Self { ticks: (high >> 16) << 12 | high & 0x0FFF, low }
    }

    const fn to_v1(self) -> Uuid {
        let (time_high, time_mid, time_low) =
            (self.ticks >> 48, (self.ticks >> 32) & 0xFFFF, self.ticks & 0xFFFF_FFFF);
        Uuid::from_u64_pair(time_low << 32 | time_mid << 16 | 0x1000 | time_high, self.low)
    }

    const fn to_v6(self) -> Uuid {
        let (upper, lower) = (self.ticks >> 12, self.ticks & 0x0FFF);
        Uuid::from_u64_pair(upper << 16 | 0x6000 | lower, self.low)
    }

    /// Unix milliseconds, floored: 1970 is a whole number of milliseconds after 1582, so flooring
    /// the unsigned count floors on either side of 1970.
    pub(crate) const fn unix_ms(self) -> i64 {
        (self.ticks / TICKS_PER_MS) as i64 - UNIX_EPOCH_MS
    }

    /// The ticks after the millisecond, 0 to 9999.
    pub(crate) const fn sub_ms(self) -> u64 {
        self.ticks % TICKS_PER_MS
    }

    /// Variant, clock sequence and node.
    pub(crate) const fn low(self) -> u64 {
        self.low
    }

    const fn to_scru128(self, tag: Tag) -> Result<Scru128, RangeError> {
        let rest = (self.sub_ms() as u128) << SUB_MS_SHIFT | self.low as u128;
        layout::join(self.unix_ms(), tag, rest)
    }

    const fn of_scru128(id: Scru128, tag: Tag, mapping: Mapping) -> Result<Self, MapError> {
        let (unix_ms, rest) = match layout::split(id, tag, mapping) {
            Ok(parts) => parts,
            Err(error) => return Err(error),
        };
        // 16 bits: two spare ones and the ticks.
        let sub_ms = (rest >> SUB_MS_SHIFT) as u64;
        let low = rest as u64;
        if sub_ms >> 14 != 0 {
            return Err(MapError::not_made(mapping, Reason::Spare));
        }
        if sub_ms >= TICKS_PER_MS {
            return Err(MapError::not_made(mapping, Reason::Ticks { found: sub_ms as u16 }));
        }
        if low >> 62 != 0b10 {
            return Err(MapError::not_made(mapping, Reason::Variant));
        }
        // 60 bits are enough, as asserted above.
        let ms = (unix_ms + UNIX_EPOCH_MS) as u64;
        Ok(Self { ticks: ms * TICKS_PER_MS + sub_ms, low })
    }
}

/// The fields of a UUIDv1, or the error that it is none.
pub(crate) const fn v1(uuid: Uuid) -> Result<Stamp, MapError> {
    match UuidKind::of(uuid) {
        UuidKind::Version(1) => Ok(Stamp::of_v1(uuid)),
        found => Err(MapError::uuid(Mapping::UuidV1, found)),
    }
}

/// The fields of a UUIDv6, or the error that it is none.
pub(crate) const fn v6(uuid: Uuid) -> Result<Stamp, MapError> {
    match UuidKind::of(uuid) {
        UuidKind::Version(6) => Ok(Stamp::of_v6(uuid)),
        found => Err(MapError::uuid(Mapping::UuidV6, found)),
    }
}

/// The SCRU128 of a UUIDv1, with its time to the millisecond as the time of the id.
///
/// Injective, and reversed by [`uuid_v1_from_scru128`]: the ticks of 100 ns, the clock sequence and
/// the node are all in the id. The ids order as the time to the tick, then the clock sequence, then
/// the node, all unsigned; the bytes of UUIDv1 themselves have no such order.
///
/// ```
/// use uuid::uuid;
///
/// let v1 = uuid!("98fa4fc8-c266-11e8-9ab6-0242c7bc9d97");
/// let id = iduuid::scru128_from_uuid_v1(v1).unwrap_err();
/// // 2018 is before the epoch of SCRU128.
/// assert!(id.is_time());
///
/// let v1 = uuid!("c232ab00-9414-11ec-b3c8-9f6bdeced846");
/// let id = iduuid::scru128_from_uuid_v1(v1)?;
/// assert_eq!(id.unix_ms(), 1645557742000);
/// assert_eq!(iduuid::uuid_v1_from_scru128(id)?, v1);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 1 and RFC 9562's variant, or its time is outside
/// 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_from_uuid_v1(uuid: Uuid) -> Result<Scru128, MapError> {
    to_scru128(v1(uuid), Tag::UuidV1)
}

/// The SCRU128 of a UUIDv6, with its time to the millisecond as the time of the id.
///
/// Injective, order-preserving, and reversed by [`uuid_v6_from_scru128`]: the ticks of 100 ns, the
/// clock sequence and the node are all in the id.
///
/// ```
/// use uuid::uuid;
///
/// let v6 = uuid!("1ec9414c-232a-6b00-b3c8-9f6bdeced846");
/// let id = iduuid::scru128_from_uuid_v6(v6)?;
/// assert_eq!(id.unix_ms(), 1645557742000);
/// assert_eq!(iduuid::uuid_v6_from_scru128(id)?, v6);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 6 and RFC 9562's variant, or its time is outside
/// 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_from_uuid_v6(uuid: Uuid) -> Result<Scru128, MapError> {
    to_scru128(v6(uuid), Tag::UuidV6)
}

const fn to_scru128(stamp: Result<Stamp, MapError>, tag: Tag) -> Result<Scru128, MapError> {
    match stamp {
        Ok(stamp) => match stamp.to_scru128(tag) {
            Ok(id) => Ok(id),
            Err(error) => Err(MapError::range(error)),
        },
        Err(error) => Err(error),
    }
}

/// The UUIDv1 that [`scru128_from_uuid_v1`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn uuid_v1_from_scru128(id: Scru128) -> Result<Uuid, MapError> {
    match Stamp::of_scru128(id, Tag::UuidV1, Mapping::UuidV1) {
        Ok(stamp) => Ok(stamp.to_v1()),
        Err(error) => Err(error),
    }
}

/// The UUIDv6 that [`scru128_from_uuid_v6`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn uuid_v6_from_scru128(id: Scru128) -> Result<Uuid, MapError> {
    match Stamp::of_scru128(id, Tag::UuidV6, Mapping::UuidV6) {
        Ok(stamp) => Ok(stamp.to_v6()),
        Err(error) => Err(error),
    }
}
