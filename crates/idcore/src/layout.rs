//! The widths, positions and ranges of both schemes, each written down once.
//!
//! Constants, checks and messages elsewhere are derived from the values here.

use crate::RangeError;

/// One unsigned field of an id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Its name in messages: the name of the accessor.
    pub(crate) name: &'static str,
    /// Its width in bits.
    pub(crate) bits: u32,
    /// How far its lowest bit is above the lowest bit of the id.
    pub(crate) shift: u32,
}

impl Field {
    /// The largest value of the field.
    pub(crate) const fn max(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.bits)
    }

    /// `value`, where it fits the field.
    pub(crate) const fn check(&'static self, value: u64) -> Result<u64, RangeError> {
        if value <= self.max() { Ok(value) } else { Err(RangeError::field(self, value)) }
    }
}

/// What the two schemes have in common: a name and a window of time.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Scheme {
    /// Its name in messages, with the article.
    pub(crate) name: &'static str,
    /// The instant of the time field's 0, in Unix milliseconds.
    pub(crate) epoch_unix_ms: i64,
    /// The field of milliseconds since the epoch.
    pub(crate) time: Field,
    /// The first and the last millisecond as people write them.
    pub(crate) window: &'static str,
}

impl Scheme {
    /// The last millisecond that the time field holds, in Unix milliseconds.
    pub(crate) const fn last_unix_ms(&self) -> i64 {
        // Both schemes end before the year 2600: no overflow.
        self.epoch_unix_ms + self.time.max() as i64
    }

    /// The time field for a Unix time in milliseconds.
    pub(crate) const fn time_of(&'static self, unix_ms: i64) -> Result<u64, RangeError> {
        if unix_ms >= self.epoch_unix_ms && unix_ms <= self.last_unix_ms() {
            Ok((unix_ms - self.epoch_unix_ms) as u64)
        } else {
            Err(RangeError::unix_ms(self, unix_ms))
        }
    }
}

/// HUID: specification sections 4.1 to 4.3.
pub(crate) mod huid {
    use super::{Field, Scheme};

    pub(crate) static SCHEME: Scheme = Scheme {
        name: "a HUID",
        epoch_unix_ms: EPOCH_UNIX_MS,
        time: TIME,
        window: "2026-01-01T00:00:00.000Z to 2165-05-15T07:35:11.103Z",
    };
    pub(crate) static RANDOM_FIELD: Field = RANDOM;
    pub(crate) static TIME_FIELD: Field = TIME;

    pub(crate) const EPOCH_UNIX_MS: i64 = 1767225600000;
    pub(crate) const TIME: Field = Field { name: "time_ms of a HUID", bits: 42, shift: 21 };
    pub(crate) const RANDOM: Field = Field { name: "random of a HUID", bits: 21, shift: 0 };
    /// 2^63 - 1.
    pub(crate) const MAX: u64 = (TIME.max() << TIME.shift) | RANDOM.max();
    /// 2^63 - 1 has 19 decimal digits.
    pub(crate) const TEXT_LEN: usize = 19;
}

/// SCRU128 version 1: specification sections "Design" and "Textual representation".
pub(crate) mod scru128 {
    use super::{Field, Scheme};

    pub(crate) static SCHEME: Scheme = Scheme {
        name: "a SCRU128",
        epoch_unix_ms: EPOCH_UNIX_MS,
        time: TIMESTAMP,
        window: "2020-01-01T00:00:00.000Z to 2577-06-22T06:20:44.415Z",
    };
    pub(crate) static TIMESTAMP_FIELD: Field = TIMESTAMP;
    pub(crate) static COUNTER_FIELD: Field = COUNTER;
    pub(crate) static PER_SEC_RANDOM_FIELD: Field = PER_SEC_RANDOM;

    pub(crate) const EPOCH_UNIX_MS: i64 = 1577836800000;
    pub(crate) const TIMESTAMP: Field =
        Field { name: "timestamp of a SCRU128", bits: 44, shift: 84 };
    pub(crate) const COUNTER: Field = Field { name: "counter of a SCRU128", bits: 28, shift: 56 };
    pub(crate) const PER_SEC_RANDOM: Field =
        Field { name: "per_sec_random of a SCRU128", bits: 24, shift: 32 };
    pub(crate) const PER_GEN_RANDOM: Field =
        Field { name: "per_gen_random of a SCRU128", bits: 32, shift: 0 };
    /// 128 bits are 25 digits of 5 bits and one of 3.
    pub(crate) const TEXT_LEN: usize = 26;
}

#[cfg(test)]
mod tests {
    use super::{huid, scru128};

    #[test]
    fn fields_tile_the_ids() {
        // Specification, HUID 4.2: bits 62..21 and 20..0.
        assert_eq!(huid::TIME.shift, huid::RANDOM.shift + huid::RANDOM.bits);
        assert_eq!(huid::TIME.shift + huid::TIME.bits, 63);
        assert_eq!(huid::MAX, 9223372036854775807);
        // Specification, SCRU128 "Design": bits 127..84, 83..56, 55..32, 31..0.
        assert_eq!(scru128::PER_SEC_RANDOM.shift, scru128::PER_GEN_RANDOM.bits);
        assert_eq!(
            scru128::COUNTER.shift,
            scru128::PER_SEC_RANDOM.shift + scru128::PER_SEC_RANDOM.bits
        );
        assert_eq!(scru128::TIMESTAMP.shift, scru128::COUNTER.shift + scru128::COUNTER.bits);
        assert_eq!(scru128::TIMESTAMP.shift + scru128::TIMESTAMP.bits, 128);
    }

    #[test]
    fn windows_end_where_the_specifications_say() {
        assert_eq!(huid::SCHEME.last_unix_ms(), 6165272111103);
        assert_eq!(scru128::SCHEME.last_unix_ms(), 19170022844415);
    }
}
