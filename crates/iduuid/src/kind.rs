//! What a UUID is: its version, where it has one, and its time, where it has one.

use core::fmt;

use uuid::{Uuid, Variant};

use crate::{gregorian, time};

/// What the version and variant bits of a UUID say, or that it is one of the two special values.
///
/// ```
/// use iduuid::UuidKind;
/// use uuid::{Uuid, uuid};
///
/// let kind = UuidKind::of(uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0"));
/// assert_eq!(kind, UuidKind::Version(4));
/// assert_eq!(kind.to_string(), "UUIDv4");
/// assert_eq!(UuidKind::of(Uuid::nil()), UuidKind::Nil);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum UuidKind {
    /// All 128 bits are 0.
    Nil,
    /// All 128 bits are 1.
    Max,
    /// The variant of RFC 9562, and the version: 1 to 8 are assigned, 0 and 9 to 15 are not.
    Version(u8),
    /// Another variant, where there is no version.
    Variant(Variant),
}

// `Variant` has no `Eq`, though its equality is one of values without payload.
impl Eq for UuidKind {}

impl UuidKind {
    /// The kind of a UUID.
    pub const fn of(uuid: Uuid) -> Self {
        let bits = uuid.as_u128();
        if bits == 0 {
            Self::Nil
        } else if bits == u128::MAX {
            Self::Max
        } else if matches!(uuid.get_variant(), Variant::RFC4122) {
            Self::Version(version_digit(bits))
        } else {
            Self::Variant(uuid.get_variant())
        }
    }

    /// The version, 1 to 8, where it is one that RFC 9562 defines.
    ///
    /// ```
    /// use iduuid::UuidKind;
    /// use uuid::{Uuid, uuid};
    ///
    /// let v7 = UuidKind::of(uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"));
    /// assert_eq!(v7.version(), Some(7));
    /// assert!(v7.has_time());
    /// assert_eq!(UuidKind::of(Uuid::max()).version(), None);
    /// ```
    pub const fn version(self) -> Option<u8> {
        match self {
            Self::Version(version @ 1..=8) => Some(version),
            _ => None,
        }
    }

    /// Whether a UUID of this kind has a time to the millisecond or better: versions 1, 6 and 7.
    pub const fn has_time(self) -> bool {
        matches!(self, Self::Version(1 | 6 | 7))
    }
}

/// The four bits where RFC 9562 has the version.
pub(crate) const fn version_digit(bits: u128) -> u8 {
    (bits >> 76) as u8 & 0xF
}

impl fmt::Display for UuidKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nil => f.write_str("the nil UUID"),
            Self::Max => f.write_str("the max UUID"),
            Self::Version(version @ 1..=8) => write!(f, "UUIDv{version}"),
            Self::Version(version) => write!(f, "a UUID of the unassigned version {version}"),
            Self::Variant(variant) => write!(f, "a UUID of the variant {variant}"),
        }
    }
}

/// The time of a UUID in Unix milliseconds, floored; `None` where its kind has none.
///
/// Versions 1 and 6 count from 1582, so their time may be negative. Version 2 has overwritten the
/// lower half of its time and is taken as having none.
///
/// ```
/// use uuid::uuid;
///
/// let v7 = uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
/// assert_eq!(iduuid::uuid_unix_ms(v7), Some(1645557742000));
/// assert_eq!(iduuid::uuid_unix_ms(uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0")), None);
/// ```
pub const fn uuid_unix_ms(uuid: Uuid) -> Option<i64> {
    match UuidKind::of(uuid) {
        UuidKind::Version(1) => Some(gregorian::Stamp::of_v1(uuid).unix_ms()),
        UuidKind::Version(6) => Some(gregorian::Stamp::of_v6(uuid).unix_ms()),
        UuidKind::Version(7) => Some(time::unix_ms_48(uuid.as_u128())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use uuid::{Uuid, uuid};

    use super::{UuidKind, uuid_unix_ms};

    #[test]
    fn the_examples_of_rfc_9562() {
        // Appendix A: all four from 2022-02-22 14:22:22.00 -05:00.
        for (id, version, time) in [
            (uuid!("c232ab00-9414-11ec-b3c8-9f6bdeced846"), 1, Some(1645557742000)),
            (uuid!("5df41881-3aed-3515-88a7-2f4a814cf09e"), 3, None),
            (uuid!("919108f7-52d1-4320-9bac-f847db4148a8"), 4, None),
            (uuid!("2ed6657d-e927-568b-95e1-2665a8aea6a2"), 5, None),
            (uuid!("1ec9414c-232a-6b00-b3c8-9f6bdeced846"), 6, Some(1645557742000)),
            (uuid!("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), 7, Some(1645557742000)),
            (uuid!("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0"), 8, None),
        ] {
            let kind = UuidKind::of(id);
            assert_eq!(kind.version(), Some(version));
            assert_eq!(kind.has_time(), time.is_some());
            assert_eq!(uuid_unix_ms(id), time, "{id}");
        }
    }

    #[test]
    fn special_and_foreign_values() {
        for (id, text) in [
            (Uuid::nil(), "the nil UUID"),
            (Uuid::max(), "the max UUID"),
            (uuid!("00000000-0000-9000-8000-000000000000"), "a UUID of the unassigned version 9"),
            (uuid!("00000000-0000-0000-8000-000000000000"), "a UUID of the unassigned version 0"),
            (uuid!("00000000-0000-7000-0000-000000000000"), "a UUID of the variant NCS"),
            (uuid!("00000000-0000-7000-c000-000000000000"), "a UUID of the variant Microsoft"),
            (uuid!("00000000-0000-7000-e000-000000000000"), "a UUID of the variant Future"),
        ] {
            let kind = UuidKind::of(id);
            assert_eq!(kind.to_string(), text);
            assert_eq!((kind.version(), uuid_unix_ms(id)), (None, None));
        }
    }
}
