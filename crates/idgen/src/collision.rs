//! How likely ids collide: the birthday arithmetic of both schemes.
//!
//! The numbers are right to more than six digits, from chances too small for a percentage to
//! certainty.
//!
//! ```
//! use std::time::Duration;
//! use idgen::collision;
//!
//! // 1000 HUIDs in one millisecond.
//! assert!((collision::huid_burst(1000).probability - 0.212).abs() < 0.001);
//!
//! // A thousand HUIDs a second, for a day: a unique constraint refuses some twenty.
//! let day = Duration::from_secs(86_400);
//! assert!((collision::huid_sustained(1000.0, day).expected_pairs - 20.6).abs() < 0.1);
//!
//! // A thousand SCRU128 generators, a million ids a second each, for a year.
//! let year = Duration::from_secs(31_557_600);
//! assert!(collision::scru128(1000, 1000.0, year).probability < 0.001);
//! ```

use core::time::Duration;

use idcore::{Huid, Scru128};

/// The collisions to be expected.
///
/// ```
/// use idgen::collision::{Collisions, huid_burst};
///
/// let Collisions { probability, expected_pairs } = huid_burst(1000);
/// assert!((probability - 0.212).abs() < 0.001);
/// assert!((expected_pairs - 0.238).abs() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Collisions {
    /// The chance that there is one at all, from 0 to 1.
    pub probability: f64,
    /// The expected number of pairs of equal ids. While it is small against the number of ids, a
    /// unique constraint refuses as many inserts.
    pub expected_pairs: f64,
}

/// The number of random values of a HUID in a millisecond.
const HUID_VALUES: f64 = (1_u64 << Huid::RANDOM_BITS) as f64;

/// The bits in which two generators' ids of a millisecond can differ, as their number of values.
const SCRU128_VALUES: f64 = (1_u128
    << (Scru128::COUNTER_BITS + Scru128::PER_SEC_RANDOM_BITS + Scru128::PER_GEN_RANDOM_BITS))
    as f64;

/// Collisions among so many HUIDs of one millisecond (specification, section 6.2): exactly, the
/// chance is 1 - (1 - 1/2<sup>21</sup>) (1 - 2/2<sup>21</sup>) ... (1 - (ids - 1)/2<sup>21</sup>).
///
/// ```
/// // Half of all bursts of 1706 ids have a collision.
/// assert!(idgen::collision::huid_burst(1706).probability > 0.5);
/// assert!(idgen::collision::huid_burst(1).probability == 0.0);
/// ```
pub fn huid_burst(ids: u64) -> Collisions {
    let pairs = ids as f64 * (ids.saturating_sub(1)) as f64 / 2.0;
    // The logarithm of the chance that there is none: a sum of small terms loses no digits where a
    // product of factors near 1 would.
    let mut none = 0.0;
    for earlier in 1..ids {
        none += (-(earlier as f64) / HUID_VALUES).ln_1p();
        // More than 53 bits of certainty.
        if none < -40.0 {
            break;
        }
    }
    Collisions { probability: 0.0 - f64::exp_m1(none), expected_pairs: pairs / HUID_VALUES }
}

/// Collisions among HUIDs that are made at a rate in all, at random moments (a Poisson process), for
/// a time.
///
/// `ids_per_second`, from 0 on, counts all generators together; what is no such rate gives NaN. The
/// expected pairs in a year of 365.25 days are 0.00752392 times its square.
///
/// ```
/// use std::time::Duration;
///
/// let year = Duration::from_secs(31_557_600);
/// let collisions = idgen::collision::huid_sustained(1.156, year);
/// assert!((collisions.probability - 0.01).abs() < 0.0001);
/// ```
pub fn huid_sustained(ids_per_second: f64, time: Duration) -> Collisions {
    let ms = time.as_secs_f64() * 1e3;
    // The expected number of ids with one value of one millisecond.
    let per_value = rate(ids_per_second) / 1e3 / HUID_VALUES;
    // That many values of that many milliseconds, each hit twice or more with the same chance.
    let values = ms * HUID_VALUES;
    Collisions {
        probability: 0.0 - f64::exp_m1(values * ln_at_most_one(per_value)),
        expected_pairs: values * per_value * per_value / 2.0,
    }
}

/// Collisions among the SCRU128 ids of so many generators, each of which makes `ids_per_ms` in each
/// millisecond, for a time.
///
/// `ids_per_ms` is from 0 on; what is no such rate gives NaN.
///
/// Ids of one generator never collide. The ids of two in one millisecond do where counter,
/// per-second and per-id randomness agree, which is 84 bits. The chance is that of as many
/// independent pairs, which is an upper bound: collisions come in groups, since the per-second
/// randomness of two generators agrees for a second or not at all.
///
/// ```
/// use std::time::Duration;
///
/// let year = Duration::from_secs(31_557_600);
/// let collisions = idgen::collision::scru128(1000, 1.0, year);
/// assert!((collisions.expected_pairs - 8.15e-10).abs() < 1e-12);
/// ```
pub fn scru128(generators: u64, ids_per_ms: f64, time: Duration) -> Collisions {
    let ms = time.as_secs_f64() * 1e3;
    let pairs_of_generators = generators as f64 * generators.saturating_sub(1) as f64 / 2.0;
    let ids_per_ms = rate(ids_per_ms);
    let pairs = pairs_of_generators * ids_per_ms * ids_per_ms * ms / SCRU128_VALUES;
    Collisions { probability: 0.0 - f64::exp_m1(-pairs), expected_pairs: pairs }
}

/// A rate that is one, or NaN.
fn rate(rate: f64) -> f64 {
    if rate >= 0.0 && rate.is_finite() { rate } else { f64::NAN }
}

/// ln(e<sup>-x</sup> (1 + x)): the logarithm of the chance that a value whose expected number of ids
/// is `x` has at most one.
fn ln_at_most_one(x: f64) -> f64 {
    if x > 1e-3 {
        return x.ln_1p() - x;
    }
    // Subtracting x from a number next to it would leave no digits: ln(1 + x) - x is
    // -x^2/2 + x^3/3 - x^4/4 + x^5/5 - ..., and the next term is below 10^-15 of the first.
    -x * x * (1.0 / 2.0 - x * (1.0 / 3.0 - x * (1.0 / 4.0 - x * (1.0 / 5.0 - x / 6.0))))
}
