//! Errors of numbers, times and byte strings that are no id.

use core::fmt;

use crate::layout::{self, Field, Scheme};

/// A number or a time lies outside what an id, or one of its fields, can hold.
///
/// ```
/// use idcore::Huid;
///
/// let error = Huid::from_parts(0, 1 << 21).unwrap_err();
/// assert!(error.is_field());
/// assert_eq!(
///     error.to_string(),
///     "random of a HUID must be 0 to 2097151 (21 bits), found 2097152",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A field of an id.
    Field { field: &'static Field, found: u64 },
    /// A time, against the window of a scheme.
    UnixMs { scheme: &'static Scheme, found: i64 },
    /// An integer of more than 63 bits.
    HuidU64 { found: u64 },
    /// A negative integer.
    HuidI64 { found: i64 },
    /// A `SystemTime` further than `i64` milliseconds from 1970, or milliseconds beyond what this
    /// platform's `SystemTime` holds.
    #[cfg(feature = "std")]
    SystemTime,
}

impl RangeError {
    #[cold]
    pub(crate) const fn field(field: &'static Field, found: u64) -> Self {
        Self(Kind::Field { field, found })
    }

    #[cold]
    pub(crate) const fn unix_ms(scheme: &'static Scheme, found: i64) -> Self {
        Self(Kind::UnixMs { scheme, found })
    }

    #[cold]
    pub(crate) const fn huid_u64(found: u64) -> Self {
        Self(Kind::HuidU64 { found })
    }

    #[cold]
    pub(crate) const fn huid_i64(found: i64) -> Self {
        Self(Kind::HuidI64 { found })
    }

    #[cfg(feature = "std")]
    #[cold]
    pub(crate) const fn system_time() -> Self {
        Self(Kind::SystemTime)
    }

    /// Whether a time was outside the window of the scheme.
    ///
    /// ```
    /// # use idcore::{Huid, Scru128};
    /// // 2020 is before the first HUID, and not before the first SCRU128.
    /// assert!(Huid::first_at(1577836800000).unwrap_err().is_time());
    /// assert_eq!(Scru128::first_at(1577836800000), Ok(Scru128::MIN));
    /// ```
    pub const fn is_time(&self) -> bool {
        match self.0 {
            Kind::UnixMs { .. } => true,
            #[cfg(feature = "std")]
            Kind::SystemTime => true,
            _ => false,
        }
    }

    /// Whether a field was given a value that has more bits than the field.
    pub const fn is_field(&self) -> bool {
        matches!(self.0, Kind::Field { .. })
    }

    /// Whether an integer was negative or over 2<sup>63</sup> - 1, and so is no HUID.
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert!(Huid::try_from(-1_i64).unwrap_err().is_integer());
    /// ```
    pub const fn is_integer(&self) -> bool {
        matches!(self.0, Kind::HuidU64 { .. } | Kind::HuidI64 { .. })
    }
}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Field { field, found } => write!(
                f,
                "{} must be 0 to {} ({} bits), found {found}",
                field.name,
                field.max(),
                field.bits
            ),
            Kind::UnixMs { scheme, found } => write!(
                f,
                "the time of {} must be {} (Unix {} to {} ms), found Unix {found} ms",
                scheme.name,
                scheme.window,
                scheme.epoch_unix_ms,
                scheme.last_unix_ms()
            ),
            Kind::HuidU64 { found } => write_huid(f, &found),
            Kind::HuidI64 { found } => write_huid(f, &found),
            #[cfg(feature = "std")]
            Kind::SystemTime => {
                f.write_str("the time is too far from 1970 to be counted in milliseconds here")
            }
        }
    }
}

fn write_huid(f: &mut fmt::Formatter<'_>, found: &dyn fmt::Display) -> fmt::Result {
    write!(f, "a HUID must be 0 to {} (63 bits), found {found}", layout::huid::MAX)
}

impl core::error::Error for RangeError {}

/// A byte string is not the big-endian form of an id.
///
/// ```
/// use idcore::{BytesError, Scru128};
///
/// let error: BytesError = Scru128::from_slice(&[0; 15]).unwrap_err();
/// assert!(error.is_length());
/// assert_eq!(error.to_string(), "a SCRU128 is 16 bytes, found 15");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BytesError(BytesKind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BytesKind {
    HuidLength { found: usize },
    HuidFirstBit { found: u8 },
    Scru128Length { found: usize },
}

impl BytesError {
    #[cold]
    pub(crate) const fn huid_length(found: usize) -> Self {
        Self(BytesKind::HuidLength { found })
    }

    #[cold]
    pub(crate) const fn huid_first_bit(found: u8) -> Self {
        Self(BytesKind::HuidFirstBit { found })
    }

    #[cold]
    pub(crate) const fn scru128_length(found: usize) -> Self {
        Self(BytesKind::Scru128Length { found })
    }

    /// Whether the number of bytes was wrong.
    pub const fn is_length(&self) -> bool {
        !self.is_first_bit()
    }

    /// Whether the first bit was set, which makes an integer over 2<sup>63</sup> - 1: no HUID.
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert!(Huid::from_slice(&[0x80, 0, 0, 0, 0, 0, 0, 0]).unwrap_err().is_first_bit());
    /// ```
    pub const fn is_first_bit(&self) -> bool {
        matches!(self.0, BytesKind::HuidFirstBit { .. })
    }
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            BytesKind::HuidLength { found } => write!(f, "a HUID is 8 bytes, found {found}"),
            BytesKind::HuidFirstBit { found } => write!(
                f,
                "the first of a HUID's 8 bytes must be 0x00 to 0x7F (63 bits), found {found:#04X}"
            ),
            BytesKind::Scru128Length { found } => write!(f, "a SCRU128 is 16 bytes, found {found}"),
        }
    }
}

impl core::error::Error for BytesError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use crate::{Huid, Scru128};

    #[test]
    fn messages_say_expected_and_found() {
        let cases = [
            (
                Huid::try_from(-1_i64).unwrap_err().to_string(),
                "a HUID must be 0 to 9223372036854775807 (63 bits), found -1",
            ),
            (
                Huid::from_u64(1 << 63).unwrap_err().to_string(),
                "a HUID must be 0 to 9223372036854775807 (63 bits), found 9223372036854775808",
            ),
            (
                Huid::first_at(1767225599999).unwrap_err().to_string(),
                "the time of a HUID must be 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z \
                 (Unix 1767225600000 to 6165272111103 ms), found Unix 1767225599999 ms",
            ),
            (
                Scru128::from_fields(0, 0, 1 << 24, 0).unwrap_err().to_string(),
                "per_sec_random of a SCRU128 must be 0 to 16777215 (24 bits), found 16777216",
            ),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
        assert_eq!(
            Huid::from_be_bytes([0xF0, 0, 0, 0, 0, 0, 0, 0]).unwrap_err().to_string(),
            "the first of a HUID's 8 bytes must be 0x00 to 0x7F (63 bits), found 0xF0"
        );
    }

    #[test]
    fn predicates_tell_the_causes_apart() {
        let time = Scru128::first_at(-1).unwrap_err();
        assert!(time.is_time() && !time.is_field() && !time.is_integer());
        let field = Huid::from_parts(1 << 42, 0).unwrap_err();
        assert!(field.is_field() && !field.is_time() && !field.is_integer());
        let integer = Huid::from_u64(u64::MAX).unwrap_err();
        assert!(integer.is_integer() && !integer.is_time() && !integer.is_field());
        assert!(Huid::from_slice(&[]).unwrap_err().is_length());
        assert!(Huid::from_slice(&[0x80; 8]).unwrap_err().is_first_bit());
    }
}
