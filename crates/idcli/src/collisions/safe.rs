//! The greatest load that keeps a chance within bounds, found by halving: the chance rises with the
//! load.

/// The greatest number that keeps `chance_of` within `bound`; `None` where all do.
pub(super) fn most(chance_of: impl Fn(u64) -> f64, bound: f64) -> Option<u64> {
    let (mut safe, mut unsafe_) = (0, 1_u64);
    while chance_of(unsafe_) <= bound {
        safe = unsafe_;
        unsafe_ = unsafe_.checked_mul(2)?;
    }
    while unsafe_ - safe > 1 {
        let middle = safe + (unsafe_ - safe) / 2;
        if chance_of(middle) <= bound { safe = middle } else { unsafe_ = middle }
    }
    Some(safe)
}

/// The greatest rate that keeps `chance_of` within `bound`; `None` where all do.
pub(super) fn highest(chance_of: impl Fn(f64) -> f64, bound: f64) -> Option<f64> {
    // Rates of all magnitudes: halved are the exponents.
    const LOWEST: f64 = -300.0;
    const HIGHEST: f64 = 100.0;
    if chance_of(10_f64.powf(HIGHEST)) <= bound {
        return None;
    }
    let (mut safe, mut unsafe_) = (LOWEST, HIGHEST);
    // 400 / 2^60 is below the last bit of what it is compared with.
    for _ in 0..60 {
        let middle = f64::midpoint(safe, unsafe_);
        if chance_of(10_f64.powf(middle)) <= bound { safe = middle } else { unsafe_ = middle }
    }
    Some(10_f64.powf(safe))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use idgen::collision::{huid_burst, huid_sustained, scru128};

    use super::{highest, most};

    const YEAR: Duration = Duration::from_hours(8766);

    #[test]
    fn bursts_of_the_birthday_problem() {
        // By exact fractions in Python: 205 ids stay below one percent, 1705 below one half.
        let burst = |ids| huid_burst(ids).probability;
        assert_eq!(most(burst, 0.01), Some(205));
        assert_eq!(most(burst, 0.5), Some(1705));
        assert_eq!(most(burst, 0.0), Some(1));
        assert_eq!(most(burst, 1.0), None);
    }

    #[test]
    fn rates_of_a_year() {
        // sqrt(-ln(1 - p) / 0.0075239...), with Python's decimals.
        for (bound, expected) in [(1e-9, 0.000364567516), (0.01, 1.15576159), (0.5, 9.59821998)] {
            let rate = highest(|rate| huid_sustained(rate, YEAR).probability, bound).unwrap();
            assert!((rate / expected - 1.0).abs() < 1e-6, "{bound}: {rate}");
        }
    }

    #[test]
    fn one_generator_never_collides() {
        assert_eq!(highest(|per_ms| scru128(1, per_ms, YEAR).probability, 1e-9), None);
    }
}
