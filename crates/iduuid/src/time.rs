//! UUIDv7, ULID and HUID: a time in milliseconds, then randomness.

use idcore::{Huid, Scru128};
use uuid::Uuid;

use crate::error::{MapError, Reason};
use crate::kind::{UuidKind, version_digit};
use crate::layout::{self, Tag};
use crate::map::Mapping;
use crate::{
    scru128_from_uuid_v1, scru128_from_uuid_v6, uuid_v1_from_scru128, uuid_v6_from_scru128,
};

/// The first 48 bits: Unix milliseconds, in a UUIDv7 and in a ULID.
pub(crate) const fn unix_ms_48(bits: u128) -> i64 {
    (bits >> 80) as i64
}

/// The reverse of [`unix_ms_48`], for times of a SCRU128: not negative, and less than 48 bits.
const fn with_unix_ms_48(unix_ms: i64, rest: u128) -> u128 {
    (unix_ms as u128) << 80 | rest
}

const _: () = assert!(Scru128::EPOCH_UNIX_MS >= 0 && Scru128::LAST_UNIX_MS < 1 << 48);

/// A UUIDv7's bits, or the error that it is none.
pub(crate) const fn v7(uuid: Uuid) -> Result<u128, MapError> {
    match UuidKind::of(uuid) {
        UuidKind::Version(7) => Ok(uuid.as_u128()),
        found => Err(MapError::uuid(Mapping::UuidV7, found)),
    }
}

/// The SCRU128 of a UUIDv7, with its time as the time of the id.
///
/// Injective, order-preserving, and reversed by [`uuid_v7_from_scru128`]. The lower 80 bits stay as
/// they are, version and variant included; the 48 bits of Unix milliseconds become 44 bits of
/// milliseconds since 2020 and the four bits 0111.
///
/// ```
/// use uuid::uuid;
///
/// let v7 = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// let id = iduuid::scru128_from_uuid_v7(v7)?;
/// assert_eq!(id.unix_ms(), 1645557742000);
/// assert_eq!(format!("{id:032x}"), "00fc47b91b077cc398c4dc0c0c07398f");
/// assert_eq!(iduuid::uuid_v7_from_scru128(id)?, v7);
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 7 and RFC 9562's variant, or its time is outside
/// 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_from_uuid_v7(uuid: Uuid) -> Result<Scru128, MapError> {
    match v7(uuid) {
        Ok(bits) => from_bits(bits, Tag::UuidV7),
        Err(error) => Err(error),
    }
}

/// The UUIDv7 that [`scru128_from_uuid_v7`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn uuid_v7_from_scru128(id: Scru128) -> Result<Uuid, MapError> {
    let (unix_ms, rest) = match layout::split(id, Tag::UuidV7, Mapping::UuidV7) {
        Ok(parts) => parts,
        Err(error) => return Err(error),
    };
    let found = version_digit(rest);
    if found != 7 {
        return Err(MapError::not_made(Mapping::UuidV7, Reason::Version { expected: 7, found }));
    }
    if (rest as u64) >> 62 != 0b10 {
        return Err(MapError::not_made(Mapping::UuidV7, Reason::Variant));
    }
    Ok(Uuid::from_u128(with_unix_ms_48(unix_ms, rest)))
}

/// The SCRU128 of a UUID that has a time, by its version: 1, 6 or 7.
///
/// For columns that hold several versions. Each version is mapped as its own function does, and no
/// two of them make the same id. Within one millisecond, ids of different versions order by version.
///
/// ```
/// use uuid::uuid;
///
/// for uuid in [
///     uuid!("c232ab00-9414-11ec-b3c8-9f6bdeced846"),
///     uuid!("1ec9414c-232a-6b00-b3c8-9f6bdeced846"),
///     uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
/// ] {
///     let id = iduuid::scru128_from_uuid_time(uuid)?;
///     assert_eq!(id.unix_ms(), 1645557742000);
///     assert_eq!(iduuid::uuid_time_from_scru128(id)?, uuid);
/// }
/// # Ok::<(), iduuid::MapError>(())
/// ```
///
/// # Errors
///
/// The UUID is not of version 1, 6 or 7 and RFC 9562's variant, or its time is outside
/// 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_from_uuid_time(uuid: Uuid) -> Result<Scru128, MapError> {
    match UuidKind::of(uuid) {
        UuidKind::Version(1) => scru128_from_uuid_v1(uuid),
        UuidKind::Version(6) => scru128_from_uuid_v6(uuid),
        UuidKind::Version(7) => scru128_from_uuid_v7(uuid),
        found => Err(MapError::uuid(Mapping::UuidTime, found)),
    }
}

/// The UUID of version 1, 6 or 7 that [`scru128_from_uuid_time`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn uuid_time_from_scru128(id: Scru128) -> Result<Uuid, MapError> {
    const V1: u8 = Tag::UuidV1 as u8;
    const V6: u8 = Tag::UuidV6 as u8;
    const V7: u8 = Tag::UuidV7 as u8;
    match layout::tag_of(id) {
        V1 => uuid_v1_from_scru128(id),
        V6 => uuid_v6_from_scru128(id),
        V7 => uuid_v7_from_scru128(id),
        found => Err(MapError::not_made(Mapping::UuidTime, Reason::NoUuidTag { found })),
    }
}

/// The SCRU128 of a ULID's 128 bits, with its time as the time of the id.
///
/// Injective, order-preserving, and reversed by [`ulid_from_scru128`]. The 80 random bits stay as
/// they are; the 48 bits of Unix milliseconds become 44 bits of milliseconds since 2020 and the
/// four bits 0000.
///
/// ```
/// let ulid = iduuid::ulid::decode(b"01HZ3NDEKTSV4RRFFQ69G5FAVD")?;
/// let id = iduuid::scru128_from_ulid(ulid)?;
/// assert_eq!(id.unix_ms(), 1717036300922);
/// assert_eq!(iduuid::ulid_from_scru128(id)?, ulid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The time is outside 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
pub const fn scru128_from_ulid(ulid: u128) -> Result<Scru128, MapError> {
    from_bits(ulid, Tag::Ulid)
}

/// The 128 bits of the ULID that [`scru128_from_ulid`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn ulid_from_scru128(id: Scru128) -> Result<u128, MapError> {
    match layout::split(id, Tag::Ulid, Mapping::Ulid) {
        Ok((unix_ms, rest)) => Ok(with_unix_ms_48(unix_ms, rest)),
        Err(error) => Err(error),
    }
}

const fn from_bits(bits: u128, tag: Tag) -> Result<Scru128, MapError> {
    match layout::join(unix_ms_48(bits), tag, layout::rest_of(bits)) {
        Ok(id) => Ok(id),
        Err(error) => Err(MapError::range(error)),
    }
}

/// The SCRU128 of a HUID, with its time as the time of the id: for a table that outgrows 63 bits.
///
/// Injective, order-preserving, and reversed by [`huid_from_scru128`]. The result has no more
/// randomness than the HUID, 21 bits, and can be guessed as easily.
///
/// ```
/// use idcore::Huid;
///
/// let huid = Huid::from_u64(258037077)?;
/// let id = iduuid::scru128_from_huid(huid);
/// assert_eq!(id.unix_ms(), huid.unix_ms());
/// assert_eq!(iduuid::huid_from_scru128(id)?, huid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const fn scru128_from_huid(huid: Huid) -> Scru128 {
    match layout::join(huid.unix_ms(), Tag::Huid, huid.random() as u128) {
        Ok(id) => id,
        // The window of HUID, 2026 to 2165, is within that of SCRU128, 2020 to 2577.
        Err(_) => unreachable!(),
    }
}

const _: () = assert!(
    Huid::EPOCH_UNIX_MS >= Scru128::EPOCH_UNIX_MS && Huid::LAST_UNIX_MS <= Scru128::LAST_UNIX_MS
);

/// The HUID that [`scru128_from_huid`] made an id of.
///
/// # Errors
///
/// That mapping cannot have made the id.
pub const fn huid_from_scru128(id: Scru128) -> Result<Huid, MapError> {
    let (unix_ms, rest) = match layout::split(id, Tag::Huid, Mapping::Huid) {
        Ok(parts) => parts,
        Err(error) => return Err(error),
    };
    if rest >> Huid::RANDOM_BITS != 0 {
        return Err(MapError::not_made(Mapping::Huid, Reason::Spare));
    }
    match Huid::from_unix_ms(unix_ms, rest as u32) {
        Ok(huid) => Ok(huid),
        Err(error) => Err(MapError::not_made(Mapping::Huid, Reason::Time(error))),
    }
}
