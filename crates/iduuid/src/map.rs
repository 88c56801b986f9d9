//! The reversible mappings as values, for converters that choose one at run time.

use idcore::{Huid, Scru128};
use uuid::Uuid;

use crate::error::MapError;
use crate::{
    huid_from_scru128, scru128_from_huid, scru128_from_ulid, scru128_from_uuid_time,
    scru128_from_uuid_v1, scru128_from_uuid_v6, scru128_from_uuid_v7, ulid_from_scru128,
    uuid_time_from_scru128, uuid_v1_from_scru128, uuid_v6_from_scru128, uuid_v7_from_scru128,
};

/// A lossless mapping of another kind of id to SCRU128, and back.
///
/// The other id is an integer of up to 128 bits here: [`Uuid::as_u128`], what
/// [`ulid::decode`](crate::ulid::decode) gives, or [`Huid::to_u64`].
///
/// | mapping | of | order |
/// | --- | --- | --- |
/// | `Bits` | any 128 bits | kept |
/// | `UuidV1` | UUIDv1 | by time, clock sequence, node |
/// | `UuidV6` | UUIDv6 | kept |
/// | `UuidV7` | UUIDv7 | kept |
/// | `UuidTime` | any of these three | by ms, then by version, then as above |
/// | `Ulid` | ULID | kept |
/// | `Huid` | HUID | kept |
///
/// All but `Bits` keep the time and make ids that the others do not make. Reversing takes the
/// mapping that was used; an id that it cannot have made is an error. Since it is a few bits that
/// tell, an id from elsewhere may pass: 4 bits for a ULID, 63 with a window of time for a HUID, 9
/// for UUIDv1 and UUIDv6, 10 for UUIDv7.
///
/// ```
/// use iduuid::Mapping;
/// use uuid::uuid;
///
/// let v7 = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// let id = Mapping::UuidV7.to_scru128(v7.as_u128())?;
/// assert_eq!(Mapping::UuidV7.of_scru128(id)?, v7.as_u128());
/// assert!(Mapping::Ulid.of_scru128(id).unwrap_err().is_not_made());
/// # Ok::<(), iduuid::MapError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mapping {
    /// The same bits: [`scru128_from_uuid`](crate::scru128_from_uuid).
    Bits,
    /// [`scru128_from_uuid_v1`].
    UuidV1,
    /// [`scru128_from_uuid_v6`].
    UuidV6,
    /// [`scru128_from_uuid_v7`].
    UuidV7,
    /// [`scru128_from_uuid_time`].
    UuidTime,
    /// [`scru128_from_ulid`].
    Ulid,
    /// [`scru128_from_huid`].
    Huid,
}

impl Mapping {
    /// Every mapping.
    ///
    /// ```
    /// use iduuid::Mapping;
    ///
    /// // Which mappings can have made an id.
    /// let id = iduuid::scru128_from_huid(idcore::Huid::MAX);
    /// let made = Mapping::ALL.into_iter().filter(|mapping| mapping.of_scru128(id).is_ok());
    /// assert_eq!(made.collect::<Vec<_>>(), [Mapping::Bits, Mapping::Huid]);
    /// ```
    pub const ALL: [Self; 7] = [
        Self::Bits,
        Self::UuidV1,
        Self::UuidV6,
        Self::UuidV7,
        Self::UuidTime,
        Self::Ulid,
        Self::Huid,
    ];

    /// The SCRU128 of another id's bits.
    ///
    /// # Errors
    ///
    /// The value is not of the kind that the mapping takes, or its time is outside
    /// 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z. `Bits` never fails.
    #[inline]
    pub const fn to_scru128(self, bits: u128) -> Result<Scru128, MapError> {
        let uuid = Uuid::from_u128(bits);
        match self {
            Self::Bits => Ok(Scru128::from_u128(bits)),
            Self::UuidV1 => scru128_from_uuid_v1(uuid),
            Self::UuidV6 => scru128_from_uuid_v6(uuid),
            Self::UuidV7 => scru128_from_uuid_v7(uuid),
            Self::UuidTime => scru128_from_uuid_time(uuid),
            Self::Ulid => scru128_from_ulid(bits),
            Self::Huid if bits > u64::MAX as u128 => Err(MapError::huid_bits(bits)),
            Self::Huid => match Huid::from_u64(bits as u64) {
                Ok(huid) => Ok(scru128_from_huid(huid)),
                Err(error) => Err(MapError::range(error)),
            },
        }
    }

    /// The bits of the other id that this mapping made a SCRU128 of.
    ///
    /// # Errors
    ///
    /// The mapping cannot have made the id. `Bits` never fails.
    #[inline]
    pub const fn of_scru128(self, id: Scru128) -> Result<u128, MapError> {
        let uuid = match self {
            Self::Bits => return Ok(id.to_u128()),
            Self::UuidV1 => uuid_v1_from_scru128(id),
            Self::UuidV6 => uuid_v6_from_scru128(id),
            Self::UuidV7 => uuid_v7_from_scru128(id),
            Self::UuidTime => uuid_time_from_scru128(id),
            Self::Ulid => return ulid_from_scru128(id),
            Self::Huid => match huid_from_scru128(id) {
                Ok(huid) => return Ok(huid.to_u64() as u128),
                Err(error) => return Err(error),
            },
        };
        match uuid {
            Ok(uuid) => Ok(uuid.as_u128()),
            Err(error) => Err(error),
        }
    }

    /// Whether the time of the other id is the time of the SCRU128: all but `Bits`.
    ///
    /// ```
    /// use iduuid::Mapping;
    ///
    /// assert!(Mapping::UuidV7.keeps_time());
    /// assert!(!Mapping::Bits.keeps_time());
    /// ```
    pub const fn keeps_time(self) -> bool {
        !matches!(self, Self::Bits)
    }

    /// What the mapping takes, for messages.
    pub(crate) const fn source(self) -> &'static str {
        match self {
            Self::Bits => "128 bits",
            Self::UuidV1 => "UUIDv1",
            Self::UuidV6 => "UUIDv6",
            Self::UuidV7 => "UUIDv7",
            Self::UuidTime => "UUIDv1, UUIDv6 or UUIDv7",
            Self::Ulid => "a ULID",
            Self::Huid => "a HUID",
        }
    }
}
