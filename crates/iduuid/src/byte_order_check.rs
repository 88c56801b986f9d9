//! Finding out that bytes were read in another order than they were written in.

use core::fmt;

use idcore::AgeCheck;

use crate::byte_order::ByteOrder;
use crate::kind::{UuidKind, uuid_unix_ms};

/// Counts, over one value or a sample, how well each [`ByteOrder`] explains the bytes.
///
/// Read in the right order, a UUID has a version from 1 to 8 where the version belongs, and one of
/// version 1, 6 or 7 has a likely time. Read in a wrong order, some other bits stand there. A value
/// that fits an order counts 1 for it, and 2 with a likely time, which random bits have in about
/// one of 470 cases. Nil, max and other variants say nothing: the bits of the variant have the same
/// place in all orders.
///
/// In a sample of a dozen values of any version, a wrong order is found practically always. One
/// value alone is a weaker witness: of those without a time, half of the wrong readings are found,
/// and one of 230 right ones is accused.
///
/// ```
/// use iduuid::{ByteOrder, ByteOrderCheck};
///
/// let mut check = ByteOrderCheck::new();
/// // Reads as the UUIDv4 11e8c266-98fa-4fc8-9ab6-0242c7bc9d97, were it not for the other reading.
/// check.add(0x11E8C26698FA4FC89AB60242C7BC9D97_u128.to_be_bytes());
/// assert_eq!(check.likeliest(), Some(ByteOrder::MySqlSwapped));
///
/// let error = check.verify(ByteOrder::BigEndian).unwrap_err();
/// assert_eq!(error.looks_like(), ByteOrder::MySqlSwapped);
/// assert!(check.verify(ByteOrder::MySqlSwapped).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct ByteOrderCheck {
    likely: AgeCheck,
    now_unix_ms: i64,
    values: u64,
    /// In the order of `ByteOrder::ALL`.
    fits: [Fit; 3],
}

/// How many values of a sample fit one order.
///
/// ```
/// use iduuid::{ByteOrder, ByteOrderCheck, Fit};
///
/// let mut check = ByteOrderCheck::new();
/// // A UUIDv4 and a UUIDv1, as their texts have them.
/// check.add(0x2489E9AD2EE24E008EC932D5F69181C0_u128.to_be_bytes());
/// check.add(0x98FA4FC8C26611E89AB60242C7BC9D97_u128.to_be_bytes());
/// assert_eq!(check.values(), 2);
/// let fit: Fit = check.fit(ByteOrder::BigEndian);
/// assert_eq!((fit.untimed(), fit.timed()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    untimed: u64,
    timed: u64,
}

impl Fit {
    /// How many have a version without a time: 2, 3, 4, 5 or 8.
    pub const fn untimed(&self) -> u64 {
        self.untimed
    }

    /// How many have version 1, 6 or 7, and a likely time.
    pub const fn timed(&self) -> u64 {
        self.timed
    }

    /// One for each value that fits, and one more where it has a time.
    const fn score(&self) -> u64 {
        self.untimed.saturating_add(self.timed.saturating_mul(2))
    }
}

impl ByteOrderCheck {
    /// 1998-01-01, when UUIDs with a time came up, in Unix milliseconds.
    const LIKELY_FROM: i64 = 883_612_800_000;
    /// 2050-01-01, in Unix milliseconds.
    const LIKELY_TO: i64 = 2_524_608_000_000;

    /// A check without values, to which the years 1998 to 2049 are likely times.
    pub const fn new() -> Self {
        let likely = AgeCheck::new().not_before(Self::LIKELY_FROM).not_after(Self::LIKELY_TO);
        Self::with_likely_times(likely, 0)
    }

    /// A check without values, to which those times are likely that `likely` accepts, with
    /// `now_unix_ms` as the present. The narrower they are, the more the check finds.
    ///
    /// ```
    /// use idcore::AgeCheck;
    /// use iduuid::{ByteOrder, ByteOrderCheck};
    ///
    /// // The table was made in 2024.
    /// let likely = AgeCheck::new().not_before(1704067200000).not_in_future();
    /// let mut check = ByteOrderCheck::with_likely_times(likely, 1794784632814);
    /// // A UUIDv1 of 2018 has no likely time then.
    /// check.add(0x98FA4FC8C26611E89AB60242C7BC9D97_u128.to_be_bytes());
    /// assert_eq!(check.fit(ByteOrder::BigEndian).timed(), 0);
    /// ```
    pub const fn with_likely_times(likely: AgeCheck, now_unix_ms: i64) -> Self {
        Self { likely, now_unix_ms, values: 0, fits: [Fit { untimed: 0, timed: 0 }; 3] }
    }

    /// Adds a value, as the 16 bytes that are stored.
    pub fn add(&mut self, bytes: [u8; 16]) {
        self.values = self.values.saturating_add(1);
        for (order, fit) in ByteOrder::ALL.iter().zip(&mut self.fits) {
            let uuid = order.read(bytes);
            let likely = |unix_ms: i64| self.likely.check_at(unix_ms, self.now_unix_ms).is_ok();
            match (UuidKind::of(uuid).version(), uuid_unix_ms(uuid)) {
                (Some(_), None) => fit.untimed = fit.untimed.saturating_add(1),
                (Some(_), Some(unix_ms)) if likely(unix_ms) => {
                    fit.timed = fit.timed.saturating_add(1);
                }
                _ => {}
            }
        }
    }

    /// How many values were added.
    pub const fn values(&self) -> u64 {
        self.values
    }

    /// How many of the values fit an order.
    pub const fn fit(&self, order: ByteOrder) -> Fit {
        self.fits[order as usize]
    }

    /// The order that explains the values best; `None` where no order does, or two do equally well.
    pub fn likeliest(&self) -> Option<ByteOrder> {
        let score = |order: &ByteOrder| self.fit(*order).score();
        let best = ByteOrder::ALL.into_iter().max_by_key(score)?;
        let ties = ByteOrder::ALL.iter().filter(|order| score(order) == score(&best)).count();
        (ties == 1).then_some(best)
    }

    /// Whether the values can be taken as written in `read_as`.
    ///
    /// # Errors
    ///
    /// Another order explains the values clearly better: by more than half a point a value.
    pub fn verify(&self, read_as: ByteOrder) -> Result<(), ByteOrderError> {
        let Some(looks_like) = self.likeliest() else { return Ok(()) };
        let ahead = self.fit(looks_like).score().saturating_sub(self.fit(read_as).score());
        if ahead <= self.values / 2 {
            return Ok(());
        }
        Err(ByteOrderError {
            read_as,
            looks_like,
            values: self.values,
            fit_read_as: self.fit(read_as),
            fit_looks_like: self.fit(looks_like),
        })
    }
}

impl Default for ByteOrderCheck {
    fn default() -> Self {
        Self::new()
    }
}

/// Bytes look as if they were written in another order than they are read in.
///
/// ```
/// use iduuid::{ByteOrder, ByteOrderCheck, ByteOrderError};
///
/// let mut check = ByteOrderCheck::new();
/// check.add(0x11E8C26698FA4FC89AB60242C7BC9D97_u128.to_be_bytes());
/// let error: ByteOrderError = check.verify(ByteOrder::BigEndian).unwrap_err();
/// assert_eq!(error.looks_like(), ByteOrder::MySqlSwapped);
/// assert!(error.to_string().starts_with(
///     "the bytes are read in big-endian order and look like MySQL's swapped order",
/// ));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteOrderError {
    read_as: ByteOrder,
    looks_like: ByteOrder,
    values: u64,
    fit_read_as: Fit,
    fit_looks_like: Fit,
}

impl ByteOrderError {
    /// The order that explains the bytes best.
    pub const fn looks_like(&self) -> ByteOrder {
        self.looks_like
    }
}

impl fmt::Display for ByteOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { read_as, looks_like, values, fit_read_as, fit_looks_like } = self;
        write!(
            f,
            "the bytes are read in {read_as} and look like {looks_like}: of {values} values, {} \
             have a version and {} a version and a likely time in the former, {} and {} in the \
             latter",
            fit_read_as.untimed, fit_read_as.timed, fit_looks_like.untimed, fit_looks_like.timed
        )
    }
}

impl core::error::Error for ByteOrderError {}
