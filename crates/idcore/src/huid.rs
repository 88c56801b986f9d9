//! The 63-bit id: its fields, bounds and byte form.

mod convert;
mod decimal;
#[cfg(all(target_arch = "x86_64", feature = "simd"))]
mod sse2;
mod swar;

use core::fmt;

use crate::layout::huid::{self as layout, RANDOM, RANDOM_FIELD, SCHEME, TIME, TIME_FIELD};
use crate::{BytesError, RangeError};

/// Howion's Unique IDentifier: a 63-bit integer of 42 bits of time and 21 random bits.
///
/// ```text
///  bit  63 62                                        21 20                  0
///      +--+--------------------------------------------+---------------------+
///      | 0|   time_ms: milliseconds since 2026-01-01   |       random        |
///      +--+--------------------------------------------+---------------------+
/// ```
///
/// Ids order by their milliseconds; within a millisecond the order is random. Two ids of one
/// millisecond are equal with chance 2<sup>-21</sup>, so a table needs a unique constraint and a
/// retry. A HUID is no secret: its time is readable and its random part can be tried out
/// (specification, section 10).
///
/// ```
/// use idcore::Huid;
///
/// let id = Huid::from_unix_ms(1767225600123, 87381)?;
/// assert_eq!(id.to_i64(), 258037077);
/// assert_eq!((id.time_ms(), id.unix_ms(), id.random()), (123, 1767225600123, 87381));
/// assert_eq!("258037077".parse(), Ok(id));
/// # Ok::<(), idcore::RangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Huid(u64);

impl Huid {
    /// The lowest id, 0.
    pub const MIN: Self = Self(0);
    /// The highest id, 2<sup>63</sup> - 1.
    pub const MAX: Self = Self(layout::MAX);
    /// The width of [`time_ms`](Self::time_ms) in bits.
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::TIME_BITS + Huid::RANDOM_BITS, 63);
    /// ```
    pub const TIME_BITS: u32 = TIME.bits;
    /// The width of [`random`](Self::random) in bits.
    pub const RANDOM_BITS: u32 = RANDOM.bits;
    /// The first millisecond that an id can hold, 2026-01-01T00:00:00.000Z, in Unix milliseconds.
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::MIN.unix_ms(), Huid::EPOCH_UNIX_MS);
    /// assert_eq!(Huid::MAX.unix_ms(), Huid::LAST_UNIX_MS);
    /// ```
    pub const EPOCH_UNIX_MS: i64 = layout::EPOCH_UNIX_MS;
    /// The last millisecond that an id can hold, 2165-05-15T07:35:11.103Z, in Unix milliseconds.
    pub const LAST_UNIX_MS: i64 = SCHEME.last_unix_ms();
    /// The number of digits of the longest text, and of the zero-padded one.
    pub const TEXT_LEN: usize = layout::TEXT_LEN;

    /// The id that is this integer (specification, section 4.1).
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::from_u64(258037077)?.random(), 87381);
    /// assert!(Huid::from_u64(1 << 63).unwrap_err().is_integer());
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The integer is over 2<sup>63</sup> - 1.
    #[inline]
    pub const fn from_u64(id: u64) -> Result<Self, RangeError> {
        if id <= layout::MAX { Ok(Self(id)) } else { Err(RangeError::huid_u64(id)) }
    }

    /// The id of a time, in milliseconds since 2026-01-01T00:00:00.000Z, and a random part
    /// (specification, section 4.2).
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::from_parts(123, 87381)?.to_u64(), 258037077);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `time_ms` has more than 42 bits, or `random` more than 21. Neither is ever cut to fit.
    #[inline]
    pub const fn from_parts(time_ms: u64, random: u32) -> Result<Self, RangeError> {
        // `?` is not for `const fn` yet.
        match (TIME_FIELD.check(time_ms), RANDOM_FIELD.check(random as u64)) {
            (Ok(time_ms), Ok(random)) => Ok(Self((time_ms << TIME.shift) | random)),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// The id of a Unix time in milliseconds and a random part (specification, section 5).
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::from_unix_ms(1767225600123, 87381)?.to_u64(), 258037077);
    /// assert!(Huid::from_unix_ms(0, 87381).unwrap_err().is_time());
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z, or `random` has
    /// more than 21 bits.
    #[inline]
    pub const fn from_unix_ms(unix_ms: i64, random: u32) -> Result<Self, RangeError> {
        match SCHEME.time_of(unix_ms) {
            Ok(time_ms) => Self::from_parts(time_ms, random),
            Err(error) => Err(error),
        }
    }

    /// The id that is these 8 bytes, big-endian (specification, section 7.2).
    ///
    /// ```
    /// # use idcore::Huid;
    /// let id = Huid::from_be_bytes([0, 0, 0, 0, 0x0F, 0x61, 0x55, 0x55])?;
    /// assert_eq!(id.to_u64(), 258037077);
    /// assert_eq!(id.to_be_bytes()[4], 0x0F);
    /// assert!(Huid::from_be_bytes([0xFF; 8]).unwrap_err().is_first_bit());
    /// # Ok::<(), idcore::BytesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first bit is set.
    #[inline]
    pub const fn from_be_bytes(bytes: [u8; 8]) -> Result<Self, BytesError> {
        let id = u64::from_be_bytes(bytes);
        if id <= layout::MAX { Ok(Self(id)) } else { Err(BytesError::huid_first_bit(bytes[0])) }
    }

    /// The id that is this slice of 8 bytes, big-endian (specification, section 7.2).
    ///
    /// ```
    /// # use idcore::Huid;
    /// assert_eq!(Huid::from_slice(&[0, 0, 0, 0, 0x0F, 0x61, 0x55, 0x55])?.to_u64(), 258037077);
    /// assert!(Huid::from_slice(&[0; 7]).unwrap_err().is_length());
    /// # Ok::<(), idcore::BytesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The slice is not 8 bytes long, or its first bit is set.
    #[inline]
    pub const fn from_slice(bytes: &[u8]) -> Result<Self, BytesError> {
        match bytes.first_chunk() {
            Some(array) if bytes.len() == array.len() => Self::from_be_bytes(*array),
            _ => Err(BytesError::huid_length(bytes.len())),
        }
    }

    /// The id as an integer.
    #[inline]
    pub const fn to_u64(self) -> u64 {
        self.0
    }

    /// The id as a signed integer, which is never negative: the value of a `BIGINT`.
    #[inline]
    pub const fn to_i64(self) -> i64 {
        self.0 as i64
    }

    /// The id as 8 bytes, big-endian (specification, section 7.2). Their order is the ids' order.
    #[inline]
    pub const fn to_be_bytes(self) -> [u8; 8] {
        self.0.to_be_bytes()
    }

    /// The time field: milliseconds since 2026-01-01T00:00:00.000Z.
    #[inline]
    pub const fn time_ms(self) -> u64 {
        self.0 >> TIME.shift
    }

    /// The time of the id, in Unix milliseconds.
    #[inline]
    pub const fn unix_ms(self) -> i64 {
        layout::EPOCH_UNIX_MS + self.time_ms() as i64
    }

    /// The random field: 21 bits.
    #[inline]
    pub const fn random(self) -> u32 {
        (self.0 & RANDOM.max()) as u32
    }

    /// The lowest id of a Unix time in milliseconds: where a time window begins.
    ///
    /// ```
    /// # use idcore::Huid;
    /// // WHERE id BETWEEN 257949696 AND 260046847
    /// assert_eq!(Huid::first_at(1767225600123)?.to_i64(), 257949696);
    /// assert_eq!(Huid::last_at(1767225600123)?.to_i64(), 260046847);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
    #[inline]
    pub const fn first_at(unix_ms: i64) -> Result<Self, RangeError> {
        Self::from_unix_ms(unix_ms, 0)
    }

    /// The highest id of a Unix time in milliseconds: where a time window ends.
    ///
    /// # Errors
    ///
    /// The time is outside 2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z.
    #[inline]
    pub const fn last_at(unix_ms: i64) -> Result<Self, RangeError> {
        Self::from_unix_ms(unix_ms, RANDOM.max() as u32)
    }

    /// The next id up; `None` after [`MAX`](Self::MAX).
    ///
    /// ```
    /// # use idcore::Huid;
    /// // The next page of a query begins behind the last id of this one.
    /// let last = Huid::from_u64(258037077)?;
    /// assert_eq!(last.succ().map(Huid::to_u64), Some(258037078));
    /// assert_eq!(Huid::MAX.succ(), None);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    pub const fn succ(self) -> Option<Self> {
        if self.0 < layout::MAX { Some(Self(self.0 + 1)) } else { None }
    }

    /// The next id down; `None` before [`MIN`](Self::MIN).
    ///
    /// ```
    /// # use idcore::Huid;
    /// // The end of a window that does not belong to it: the last id before 2027.
    /// let end = Huid::first_at(1798761600000)?.pred();
    /// assert_eq!(end.map(Huid::unix_ms), Some(1798761599999));
    /// assert_eq!(Huid::MIN.pred(), None);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    pub const fn pred(self) -> Option<Self> {
        if self.0 > 0 { Some(Self(self.0 - 1)) } else { None }
    }
}

impl fmt::Debug for Huid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Huid({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Huid;

    #[test]
    fn specification_appendix_a() {
        let id = Huid::from_unix_ms(1767225600123, 0x15555).unwrap();
        assert_eq!(id.to_u64(), 258037077);
        assert_eq!((id.time_ms(), id.random()), (123, 87381));
        assert_eq!(id.unix_ms(), 1767225600123);
    }

    #[test]
    fn window_of_the_specification() {
        // Section 4.3: 2026-01-01T00:00:00.000Z through 2165-05-15T07:35:11.103Z.
        assert_eq!(Huid::first_at(1767225600000), Ok(Huid::MIN));
        assert_eq!(Huid::last_at(6165272111103), Ok(Huid::MAX));
        assert!(Huid::first_at(1767225599999).unwrap_err().is_time());
        assert!(Huid::last_at(6165272111104).unwrap_err().is_time());
        for unix_ms in [i64::MIN, -1, 0, i64::MAX] {
            assert!(Huid::first_at(unix_ms).unwrap_err().is_time());
        }
        // 2026-11-15T23:17:12.814Z, specs' vector.
        assert_eq!(Huid::first_at(1794784632814).unwrap().to_u64(), 57795480783945728);
    }

    #[test]
    fn the_ends_have_no_neighbour() {
        assert_eq!(Huid::MIN.pred(), None);
        assert_eq!(Huid::MAX.succ(), None);
        assert_eq!(Huid::MIN.succ().unwrap().to_u64(), 1);
        assert_eq!(Huid::MAX.pred().unwrap().to_u64(), 9223372036854775806);
    }

    #[test]
    fn an_id_can_be_a_constant() {
        const ID: Huid = match Huid::from_text("258037077") {
            Ok(id) => id,
            Err(_) => Huid::MIN,
        };
        const BYTES: [u8; 8] = ID.to_be_bytes();
        assert_eq!(BYTES, [0, 0, 0, 0, 0x0F, 0x61, 0x55, 0x55]);
    }

    #[test]
    fn debug_names_the_type() {
        assert_eq!(std::format!("{:?}", Huid::from_u64(258037077).unwrap()), "Huid(258037077)");
    }
}
