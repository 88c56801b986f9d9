//! The error of a value that a mapping does not take, in either direction.

use core::fmt;

use idcore::{Huid, RangeError};

use crate::kind::UuidKind;
use crate::map::Mapping;

/// A mapping does not take a value.
///
/// ```
/// use iduuid::{MapError, scru128_from_uuid_v7};
/// use uuid::uuid;
///
/// let v4 = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// let error: MapError = scru128_from_uuid_v7(v4).unwrap_err();
/// assert!(error.is_kind());
/// assert_eq!(error.to_string(), "expected UUIDv7, found UUIDv4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A UUID of a version that the mapping is not for.
    Uuid { mapping: Mapping, found: UuidKind },
    /// A time outside the window of the id, or an integer that is no HUID.
    Range(RangeError),
    /// An integer of more than 64 bits where a HUID was expected.
    HuidBits { found: u128 },
    /// A SCRU128 that the mapping cannot have made.
    NotMade { mapping: Mapping, reason: Reason },
}

/// Why a mapping cannot have made an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Another tag.
    Tag { expected: u8, found: u8 },
    /// The tag of no UUID.
    NoUuidTag { found: u8 },
    /// The bits that were a version are none.
    Version { expected: u8, found: u8 },
    /// The bits that were a variant are none.
    Variant,
    /// More ticks of 100 ns than a millisecond has.
    Ticks { found: u16 },
    /// Bits that the mapping leaves at 0 are set.
    Spare,
    /// The time, in Unix milliseconds, is one that the source cannot have.
    Time(RangeError),
}

impl MapError {
    #[cold]
    pub(crate) const fn uuid(mapping: Mapping, found: UuidKind) -> Self {
        Self(Kind::Uuid { mapping, found })
    }

    #[cold]
    pub(crate) const fn range(error: RangeError) -> Self {
        Self(Kind::Range(error))
    }

    #[cold]
    pub(crate) const fn huid_bits(found: u128) -> Self {
        Self(Kind::HuidBits { found })
    }

    #[cold]
    pub(crate) const fn not_made(mapping: Mapping, reason: Reason) -> Self {
        Self(Kind::NotMade { mapping, reason })
    }

    /// Whether a UUID was of another version or variant than the mapping takes.
    pub const fn is_kind(&self) -> bool {
        matches!(self.0, Kind::Uuid { .. })
    }

    /// Whether the time of the value was outside the window of the id that it should become.
    ///
    /// ```
    /// use uuid::uuid;
    ///
    /// // A UUIDv7 of the first millisecond of 1970.
    /// let v7 = uuid!("00000000-0000-7000-8000-000000000000");
    /// assert!(iduuid::scru128_from_uuid_v7(v7).unwrap_err().is_time());
    /// ```
    pub const fn is_time(&self) -> bool {
        match self.0 {
            Kind::Range(error) => error.is_time(),
            _ => false,
        }
    }

    /// Whether an integer was no HUID, for it has more than 63 bits.
    ///
    /// ```
    /// use iduuid::Mapping;
    ///
    /// assert!(Mapping::Huid.to_scru128(1 << 63).unwrap_err().is_huid());
    /// ```
    pub const fn is_huid(&self) -> bool {
        match self.0 {
            Kind::Range(error) => error.is_integer(),
            Kind::HuidBits { .. } => true,
            _ => false,
        }
    }

    /// Whether a mapping was to be reversed for an id that it cannot have made.
    ///
    /// ```
    /// let id = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
    /// let error = iduuid::uuid_v7_from_scru128(id).unwrap_err();
    /// assert!(error.is_not_made());
    /// assert!(error.to_string().starts_with("the SCRU128 was not made of UUIDv7: "));
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    pub const fn is_not_made(&self) -> bool {
        matches!(self.0, Kind::NotMade { .. })
    }
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Uuid { mapping, found } => {
                write!(f, "expected {}, found {found}", mapping.source())
            }
            Kind::Range(error) => error.fmt(f),
            Kind::HuidBits { found } => {
                write!(f, "a HUID must be 0 to {} (63 bits), found {found}", Huid::MAX.to_u64())
            }
            Kind::NotMade { mapping, reason } => {
                write!(f, "the SCRU128 was not made of {}: {reason}", mapping.source())
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag { expected, found } => write!(
                f,
                "the hexadecimal digit after the timestamp must be {expected:X}, found {found:X}"
            ),
            Self::NoUuidTag { found } => write!(
                f,
                "the hexadecimal digit after the timestamp must be 1, 6 or 7, found {found:X}"
            ),
            Self::Version { expected, found } => {
                write!(f, "the version in it must be {expected}, found {found}")
            }
            Self::Variant => f.write_str("the variant in it must be that of RFC 9562"),
            Self::Ticks { found } => {
                write!(f, "the ticks of 100 ns in it must be 0 to 9999, found {found}")
            }
            Self::Spare => f.write_str("bits are set that must be 0"),
            Self::Time(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MapError {}
