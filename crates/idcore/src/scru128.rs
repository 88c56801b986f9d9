//! The 128-bit id: its fields, bounds and byte form.

#[cfg(all(target_arch = "x86_64", feature = "simd"))]
mod avx2;
mod base32;
mod convert;

use core::fmt;

use crate::layout::scru128::{
    self as layout, COUNTER, COUNTER_FIELD, PER_GEN_RANDOM, PER_SEC_RANDOM, PER_SEC_RANDOM_FIELD,
    SCHEME, TIMESTAMP, TIMESTAMP_FIELD,
};
use crate::{BytesError, RangeError};

/// A SCRU128 id of version 1: 128 bits of time, counter and layered randomness.
///
/// ```text
///  bit 127                        84 83           56 55         32 31             0
///      +----------------------------+---------------+-------------+----------------+
///      | timestamp: ms since 2020   |    counter    |   per_sec   |    per_gen     |
///      |           44 bits          |    28 bits    |   24 bits   |    32 bits     |
///      +----------------------------+---------------+-------------+----------------+
/// ```
///
/// Ids order by their milliseconds, then by the counter of the generator that made them. Integer,
/// bytes and text all have that order.
///
/// Version 2 of SCRU128 (48-bit timestamp, base 36, 25 digits) is another format; its texts are an
/// error here that says so.
///
/// ```
/// use idcore::Scru128;
///
/// let id: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
/// assert_eq!(id.to_u128(), 1095473244246772103403544935821223346);
/// assert_eq!(id.timestamp(), 56634639325);
/// assert_eq!(id.unix_ms(), 1577836800000 + 56634639325);
/// # Ok::<(), idcore::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Scru128(u128);

impl Scru128 {
    /// The lowest id, 0. It is [reserved](Self::is_reserved).
    pub const MIN: Self = Self(0);
    /// The highest id, 2<sup>128</sup> - 1. It is [reserved](Self::is_reserved).
    pub const MAX: Self = Self(u128::MAX);
    /// The width of [`timestamp`](Self::timestamp) in bits.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let random = Scru128::PER_SEC_RANDOM_BITS + Scru128::PER_GEN_RANDOM_BITS;
    /// assert_eq!(Scru128::TIMESTAMP_BITS + Scru128::COUNTER_BITS + random, 128);
    /// ```
    pub const TIMESTAMP_BITS: u32 = TIMESTAMP.bits;
    /// The width of [`counter`](Self::counter) in bits.
    pub const COUNTER_BITS: u32 = COUNTER.bits;
    /// The width of [`per_sec_random`](Self::per_sec_random) in bits.
    pub const PER_SEC_RANDOM_BITS: u32 = PER_SEC_RANDOM.bits;
    /// The width of [`per_gen_random`](Self::per_gen_random) in bits.
    pub const PER_GEN_RANDOM_BITS: u32 = PER_GEN_RANDOM.bits;
    /// The first millisecond that an id can hold, 2020-01-01T00:00:00.000Z, in Unix milliseconds.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// assert_eq!(Scru128::MIN.unix_ms(), Scru128::EPOCH_UNIX_MS);
    /// assert_eq!(Scru128::MAX.unix_ms(), Scru128::LAST_UNIX_MS);
    /// ```
    pub const EPOCH_UNIX_MS: i64 = layout::EPOCH_UNIX_MS;
    /// The last millisecond that an id can hold, 2577-06-22T06:20:44.415Z, in Unix milliseconds.
    pub const LAST_UNIX_MS: i64 = SCHEME.last_unix_ms();
    /// The number of digits of the text.
    pub const TEXT_LEN: usize = layout::TEXT_LEN;

    /// The id that is this integer. Every integer of 128 bits is one.
    #[inline]
    pub const fn from_u128(id: u128) -> Self {
        Self(id)
    }

    /// The id of the four fields (specification, section "Design").
    ///
    /// `timestamp` counts milliseconds since 2020-01-01T00:00:00.000Z.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id = Scru128::from_fields(0, 0, 0xFFFFFF, 0)?;
    /// assert_eq!(id.to_string(), "000000000000001VVVVS000000");
    /// assert!(Scru128::from_fields(1 << 44, 0, 0, 0).unwrap_err().is_field());
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `timestamp` has more than 44 bits, `counter` more than 28 or `per_sec_random` more than 24.
    /// None is ever cut to fit.
    #[inline]
    pub const fn from_fields(
        timestamp: u64,
        counter: u32,
        per_sec_random: u32,
        per_gen_random: u32,
    ) -> Result<Self, RangeError> {
        // `?` is not for `const fn` yet.
        match (
            TIMESTAMP_FIELD.check(timestamp),
            COUNTER_FIELD.check(counter as u64),
            PER_SEC_RANDOM_FIELD.check(per_sec_random as u64),
        ) {
            (Ok(timestamp), Ok(counter), Ok(per_sec_random)) => Ok(Self(
                (timestamp as u128) << TIMESTAMP.shift
                    | (counter as u128) << COUNTER.shift
                    | (per_sec_random as u128) << PER_SEC_RANDOM.shift
                    | per_gen_random as u128,
            )),
            (Err(error), ..) | (_, Err(error), _) | (.., Err(error)) => Err(error),
        }
    }

    /// The id that is these 16 bytes, big-endian. Every 16 bytes are one.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
    /// let bytes = id.to_be_bytes();
    /// assert_eq!(bytes[..4], [0x00, 0xD2, 0xFB, 0x00]);
    /// assert_eq!(Scru128::from_be_bytes(bytes), id);
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    #[inline]
    pub const fn from_be_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }

    /// The id that is this slice of 16 bytes, big-endian.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// assert_eq!(Scru128::from_slice(&[0xFF; 16])?, Scru128::MAX);
    /// assert!(Scru128::from_slice(&[0xFF; 15]).unwrap_err().is_length());
    /// # Ok::<(), idcore::BytesError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The slice is not 16 bytes long.
    #[inline]
    pub const fn from_slice(bytes: &[u8]) -> Result<Self, BytesError> {
        match bytes.first_chunk() {
            Some(array) if bytes.len() == array.len() => Ok(Self::from_be_bytes(*array)),
            _ => Err(BytesError::scru128_length(bytes.len())),
        }
    }

    /// The id as an integer.
    #[inline]
    pub const fn to_u128(self) -> u128 {
        self.0
    }

    /// The id as 16 bytes, big-endian. Their order is the ids' order.
    #[inline]
    pub const fn to_be_bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// The timestamp field: milliseconds since 2020-01-01T00:00:00.000Z.
    #[inline]
    pub const fn timestamp(self) -> u64 {
        (self.0 >> TIMESTAMP.shift) as u64
    }

    /// The time of the id, in Unix milliseconds.
    #[inline]
    pub const fn unix_ms(self) -> i64 {
        layout::EPOCH_UNIX_MS + self.timestamp() as i64
    }

    /// The counter field: 28 bits that go up by one with each id of a millisecond.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let id: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
    /// assert_eq!((id.timestamp(), id.counter()), (56634639325, 192895179));
    /// assert_eq!((id.per_sec_random(), id.per_gen_random()), (12475634, 4030997938));
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    #[inline]
    pub const fn counter(self) -> u32 {
        ((self.0 >> COUNTER.shift) as u64 & COUNTER.max()) as u32
    }

    /// The field of 24 random bits that a generator renews once per second.
    #[inline]
    pub const fn per_sec_random(self) -> u32 {
        ((self.0 >> PER_SEC_RANDOM.shift) as u64 & PER_SEC_RANDOM.max()) as u32
    }

    /// The field of 32 random bits that a generator renews with each id.
    #[inline]
    pub const fn per_gen_random(self) -> u32 {
        (self.0 as u64 & PER_GEN_RANDOM.max()) as u32
    }

    /// Whether the timestamp field is 0 or all ones.
    ///
    /// Such ids are read like all others, and no generator makes one: they are free for the bounds
    /// of ranges and for marks such as "none".
    #[inline]
    pub const fn is_reserved(self) -> bool {
        matches!(self.timestamp(), 0) || self.timestamp() == TIMESTAMP.max()
    }

    /// The lowest id of a Unix time in milliseconds: where a time window begins.
    ///
    /// ```
    /// # use idcore::Scru128;
    /// let from = Scru128::first_at(1794784632814)?;
    /// let to = Scru128::last_at(1794784632814)?;
    /// assert_eq!(from.to_string(), "0350OP6VN00000000000000000");
    /// assert_eq!(to.to_string(), "0350OP6VNFVVVVVVVVVVVVVVVV");
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The time is outside 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
    #[inline]
    pub const fn first_at(unix_ms: i64) -> Result<Self, RangeError> {
        match SCHEME.time_of(unix_ms) {
            Ok(timestamp) => Ok(Self((timestamp as u128) << TIMESTAMP.shift)),
            Err(error) => Err(error),
        }
    }

    /// The highest id of a Unix time in milliseconds: where a time window ends.
    ///
    /// # Errors
    ///
    /// The time is outside 2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z.
    #[inline]
    pub const fn last_at(unix_ms: i64) -> Result<Self, RangeError> {
        match Self::first_at(unix_ms) {
            Ok(first) => Ok(Self(first.0 | (u128::MAX >> TIMESTAMP.bits))),
            Err(error) => Err(error),
        }
    }

    /// The next id up; `None` after [`MAX`](Self::MAX).
    ///
    /// ```
    /// # use idcore::Scru128;
    /// // The next page of a query begins behind the last id of this one.
    /// let last: Scru128 = "00QBTG0FERFTCCNFISUBO489DI".parse()?;
    /// assert_eq!(last.succ().map(|id| id.to_string()), Some("00QBTG0FERFTCCNFISUBO489DJ".into()));
    /// assert_eq!(Scru128::MAX.succ(), None);
    /// # Ok::<(), idcore::ParseError>(())
    /// ```
    #[inline]
    pub const fn succ(self) -> Option<Self> {
        match self.0.checked_add(1) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }

    /// The next id down; `None` before [`MIN`](Self::MIN).
    ///
    /// ```
    /// # use idcore::Scru128;
    /// // The end of a window that does not belong to it: the last id before 2027.
    /// let end = Scru128::first_at(1798761600000)?.pred();
    /// assert_eq!(end.map(Scru128::unix_ms), Some(1798761599999));
    /// assert_eq!(Scru128::MIN.pred(), None);
    /// # Ok::<(), idcore::RangeError>(())
    /// ```
    #[inline]
    pub const fn pred(self) -> Option<Self> {
        match self.0.checked_sub(1) {
            Some(id) => Some(Self(id)),
            None => None,
        }
    }
}

impl fmt::Debug for Scru128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scru128({self})")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::Scru128;

    #[test]
    fn fields_are_where_the_specification_has_them() {
        // timestamp * 2^84 + counter * 2^56 + per_sec_random * 2^32 + per_gen_random
        let id = Scru128::from_fields(3, 5, 7, 11).unwrap();
        let sum = 3 * 2_u128.pow(84) + 5 * 2_u128.pow(56) + 7 * 2_u128.pow(32) + 11;
        assert_eq!(id.to_u128(), sum);
        assert_eq!(
            (id.timestamp(), id.counter(), id.per_sec_random(), id.per_gen_random()),
            (3, 5, 7, 11)
        );
    }

    #[test]
    fn fields_that_do_not_fit_are_refused() {
        let max = (0xFFF_FFFF_FFFF, 0xFFF_FFFF, 0xFF_FFFF, 0xFFFF_FFFF);
        assert_eq!(Scru128::from_fields(max.0, max.1, max.2, max.3), Ok(Scru128::MAX));
        assert!(Scru128::from_fields(max.0 + 1, 0, 0, 0).unwrap_err().is_field());
        assert!(Scru128::from_fields(0, max.1 + 1, 0, 0).unwrap_err().is_field());
        assert!(Scru128::from_fields(0, 0, max.2 + 1, 0).unwrap_err().is_field());
    }

    #[test]
    fn reserved_ids() {
        for id in [
            Scru128::MIN,
            Scru128::MAX,
            Scru128::from_fields(0, 1, 2, 3).unwrap(),
            Scru128::from_fields((1 << 44) - 1, 0, 0, 0).unwrap(),
        ] {
            assert!(id.is_reserved());
        }
        for timestamp in [1, (1 << 44) - 2] {
            assert!(!Scru128::from_fields(timestamp, 0, 0, 0).unwrap().is_reserved());
        }
    }

    #[test]
    fn window_of_the_specification() {
        assert_eq!(Scru128::first_at(1577836800000), Ok(Scru128::MIN));
        assert_eq!(Scru128::last_at(19170022844415), Ok(Scru128::MAX));
        for unix_ms in [i64::MIN, -1, 0, 1577836799999, 19170022844416, i64::MAX] {
            assert!(Scru128::first_at(unix_ms).unwrap_err().is_time());
            assert!(Scru128::last_at(unix_ms).unwrap_err().is_time());
        }
    }

    #[test]
    fn the_ends_have_no_neighbour() {
        assert_eq!(Scru128::MIN.pred(), None);
        assert_eq!(Scru128::MAX.succ(), None);
        assert_eq!(Scru128::MIN.succ().unwrap().to_u128(), 1);
    }

    #[test]
    fn an_id_can_be_a_constant() {
        const ID: Scru128 = match Scru128::from_text("00QBTG0FERFTCCNFISUBO489DI") {
            Ok(id) => id,
            Err(_) => Scru128::MIN,
        };
        assert_eq!(ID.to_u128(), 1095473244246772103403544935821223346);
    }

    #[test]
    fn debug_names_the_type() {
        assert_eq!(std::format!("{:?}", Scru128::MIN), "Scru128(00000000000000000000000000)");
    }
}
