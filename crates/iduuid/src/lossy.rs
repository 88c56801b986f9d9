//! Mappings that lose bits, and say so in their names: they cannot be reversed, and two ids may
//! become one.

use idcore::{Huid, RangeError, Scru128};
use uuid::Uuid;

use crate::error::MapError;
use crate::gregorian::{self, Stamp};
use crate::kind::UuidKind;
use crate::map::Mapping;
use crate::mix::mix;
use crate::time;

/// The width of a SCRU128 below the timestamp.
const LOW_BITS: u32 = u128::BITS - Scru128::TIMESTAMP_BITS;

/// The SCRU128 of a UUID without a time of its own and a time that comes from elsewhere, such as
/// the row's `created_at`, in Unix milliseconds.
///
/// The same UUID and time always give the same id, so that rows which refer to each other can be
/// converted apart. The 128 bits are mixed and 84 of them kept; the UUID cannot be had back from
/// the id.
///
/// # Collisions
///
/// Ids of different milliseconds never collide. Any two UUIDs of one millisecond do with chance
/// 2<sup>-84</sup>, whatever their version; n of them with about n² · 2<sup>-85</sup>: one million
/// in the same millisecond 2.6 · 10<sup>-14</sup>, one thousand million 2.6 · 10<sup>-8</sup>. Chance
/// is the word: the function is public and can be undone, so that UUIDs can be made to collide. A
/// unique constraint catches that; where it must not happen at all, keep a table of old and new ids
/// and take the new ones from [`BackfillGenerator`](crate::BackfillGenerator).
///
/// ```
/// use uuid::uuid;
///
/// let v4 = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// let created_at = 1794784632814;
/// let id = iduuid::scru128_lossy_from_uuid(v4, created_at)?;
/// assert_eq!(id.unix_ms(), created_at);
/// assert_eq!(iduuid::scru128_lossy_from_uuid(v4, created_at)?, id);
/// # Ok::<(), idcore::RangeError>(())
/// ```
///
/// # Errors
///
/// The time is outside 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_lossy_from_uuid(uuid: Uuid, unix_ms: i64) -> Result<Scru128, RangeError> {
    match Scru128::first_at(unix_ms) {
        Ok(first) => {
            let low = mix(uuid.as_u128()) >> (u128::BITS - LOW_BITS);
            Ok(Scru128::from_u128(first.to_u128() | low))
        }
        Err(error) => Err(error),
    }
}

/// The HUID of a UUIDv7: the time kept, and 21 bits made of the 74 random ones.
///
/// Two ids of one millisecond become one with chance 2<sup>-21</sup>; [`HuidBatch`] finds and
/// resolves that. Ids that a generator made by adding 1 within a millisecond stay apart, unless the
/// sum carried out of the last 21 bits between them.
///
/// ```
/// use uuid::uuid;
///
/// let v7 = uuid!("019e8a1a-3f00-7cc3-98c4-dc0c0c07398f");
/// let id = iduuid::huid_lossy_from_uuid_v7(v7)?;
/// assert_eq!(id.unix_ms(), 0x019e8a1a3f00);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 7 and RFC 9562's variant, or its time is outside
/// 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
///
/// [`HuidBatch`]: https://docs.rs/iduuid
pub const fn huid_lossy_from_uuid_v7(uuid: Uuid) -> Result<Huid, MapError> {
    match time::v7(uuid) {
        Ok(bits) => from_48_and_80(bits),
        Err(error) => Err(error),
    }
}

/// The HUID of a ULID's 128 bits: the time kept, and 21 bits made of the 80 random ones.
///
/// Two ids of one millisecond become one with chance 2<sup>-21</sup>. Ids that a generator made by
/// adding 1 within a millisecond, as the ULID specification has it, stay apart, unless the sum carried
/// out of the last 21 bits between them.
///
/// ```
/// // The same bits as UUID and as ULID: the same time, and the same HUID.
/// let bits = 0x019e8a1a3f007cc398c4dc0c0c07398f;
/// let id = iduuid::huid_lossy_from_ulid(bits)?;
/// assert_eq!(id.unix_ms(), 0x019e8a1a3f00);
/// assert_eq!(id, iduuid::huid_lossy_from_uuid_v7(uuid::Uuid::from_u128(bits))?);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
pub const fn huid_lossy_from_ulid(ulid: u128) -> Result<Huid, MapError> {
    from_48_and_80(ulid)
}

/// The HUID of a UUIDv1: the time kept to the millisecond, and 21 bits made of the ticks of 100 ns,
/// the clock sequence and the node.
///
/// Ids of one node and clock sequence stay apart. Two ids of different ones and the same
/// millisecond become one with chance 2<sup>-21</sup>.
///
/// ```
/// use uuid::uuid;
///
/// // 2026-11-15T23:17:12.814Z
/// let v1 = uuid!("b06080e0-e14a-11f1-9ab6-0242c7bc9d97");
/// assert_eq!(iduuid::huid_lossy_from_uuid_v1(v1)?.unix_ms(), 1794784632814);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 1 and RFC 9562's variant, or its time is outside
/// 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
pub const fn huid_lossy_from_uuid_v1(uuid: Uuid) -> Result<Huid, MapError> {
    match gregorian::v1(uuid) {
        Ok(stamp) => from_stamp(stamp),
        Err(error) => Err(error),
    }
}

/// The HUID of a UUIDv6: as [`huid_lossy_from_uuid_v1`].
///
/// ```
/// use uuid::uuid;
///
/// // The same moment, clock sequence and node in both versions: the same HUID.
/// let v1 = uuid!("b06080e0-e14a-11f1-9ab6-0242c7bc9d97");
/// let v6 = uuid!("1f1e14ab-0608-60e0-9ab6-0242c7bc9d97");
/// let id = iduuid::huid_lossy_from_uuid_v6(v6)?;
/// assert_eq!(id, iduuid::huid_lossy_from_uuid_v1(v1)?);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 6 and RFC 9562's variant, or its time is outside
/// 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
pub const fn huid_lossy_from_uuid_v6(uuid: Uuid) -> Result<Huid, MapError> {
    match gregorian::v6(uuid) {
        Ok(stamp) => from_stamp(stamp),
        Err(error) => Err(error),
    }
}

/// The HUID of a UUID that has a time, by its version: 1, 6 or 7.
///
/// ```
/// use iduuid::{huid_lossy_from_uuid_time, huid_lossy_from_uuid_v7};
/// use uuid::uuid;
///
/// let v7 = uuid!("019e8a1a-3f00-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(huid_lossy_from_uuid_time(v7)?, huid_lossy_from_uuid_v7(v7)?);
/// let v4 = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// assert!(huid_lossy_from_uuid_time(v4).unwrap_err().is_kind());
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 1, 6 or 7 and RFC 9562's variant, or its time is outside
/// 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
pub const fn huid_lossy_from_uuid_time(uuid: Uuid) -> Result<Huid, MapError> {
    match UuidKind::of(uuid) {
        UuidKind::Version(1) => huid_lossy_from_uuid_v1(uuid),
        UuidKind::Version(6) => huid_lossy_from_uuid_v6(uuid),
        UuidKind::Version(7) => huid_lossy_from_uuid_v7(uuid),
        found => Err(MapError::uuid(Mapping::UuidTime, found)),
    }
}

/// The HUID of a SCRU128: the time kept, and 21 bits made of the counter and `per_sec_random`.
///
/// Two ids of one millisecond become one with chance 2<sup>-21</sup>. Ids that one generator made
/// in one millisecond stay apart, unless the upper 7 bits of the counter changed between them.
/// `per_gen_random` has no part in it.
///
/// The time must be the time of the id: a SCRU128 that has the bits of a UUID has none.
///
/// ```
/// let event = idgen::scru128();
/// let id = iduuid::huid_lossy_from_scru128(event)?;
/// assert_eq!(id.unix_ms(), event.unix_ms());
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
pub const fn huid_lossy_from_scru128(id: Scru128) -> Result<Huid, MapError> {
    let counter = id.counter();
    let rest = (counter as u128 >> Huid::RANDOM_BITS) << Scru128::PER_SEC_RANDOM_BITS
        | id.per_sec_random() as u128;
    huid(id.unix_ms(), rest, counter)
}

const fn from_48_and_80(bits: u128) -> Result<Huid, MapError> {
    let random = crate::layout::rest_of(bits);
    huid(time::unix_ms_48(bits), random >> Huid::RANDOM_BITS, random as u32)
}

const fn from_stamp(stamp: Stamp) -> Result<Huid, MapError> {
    huid(stamp.unix_ms(), stamp.low() as u128, stamp.sub_ms() as u32)
}

/// The HUID of a time, the part of an id that is the same for many ids of a generator, and the part
/// that it counts up within a millisecond.
///
/// The first is mixed to 21 bits, as a place to count from, and the second added: what only differs
/// in the second is apart, and what differs in the first is apart by chance.
const fn huid(unix_ms: i64, shared: u128, counted: u32) -> Result<Huid, MapError> {
    let from = (mix(shared) >> (u128::BITS - Huid::RANDOM_BITS)) as u32;
    let random = from.wrapping_add(counted) & ((1 << Huid::RANDOM_BITS) - 1);
    match Huid::from_unix_ms(unix_ms, random) {
        Ok(id) => Ok(id),
        Err(error) => Err(MapError::range(error)),
    }
}
