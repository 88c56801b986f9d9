//! The collision arithmetic against 60-digit arithmetic in Python.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use std::time::Duration;

use idgen::collision::{Collisions, huid_burst, huid_sustained, scru128};

const VECTORS: &str = include_str!("../../../testdata/collisions.tsv");

fn seconds(text: &str) -> Duration {
    Duration::from_secs(text.parse().unwrap())
}

fn assert_close(found: f64, expected: &str, line: &str) {
    let expected: f64 = expected.parse().unwrap();
    let distance = (found - expected).abs();
    assert!(distance <= expected.abs() * 1e-9, "{found} is not {expected}: {line}");
}

#[test]
fn agrees_with_sixty_digits() {
    let rows = VECTORS.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut checked = 0;
    for line in rows {
        let columns: Vec<_> = line.split('\t').collect();
        let [function, a, b, c, probability, pairs] = columns[..] else { panic!("{line}") };
        let Collisions { probability: found, expected_pairs } = match function {
            "huid_burst" => huid_burst(a.parse().unwrap()),
            "huid_sustained" => huid_sustained(a.parse().unwrap(), seconds(b)),
            "scru128" => scru128(a.parse().unwrap(), b.parse().unwrap(), seconds(c)),
            _ => panic!("{line}"),
        };
        assert_close(found, probability, line);
        assert_close(expected_pairs, pairs, line);
        checked += 1;
    }
    assert!(checked > 30);
}

#[test]
fn huge_arguments_are_certain_and_finite() {
    let burst = huid_burst(u64::MAX);
    assert!(burst.probability >= 1.0 && burst.expected_pairs.is_finite());
    let sustained = huid_sustained(1e18, Duration::MAX);
    assert!(sustained.probability >= 1.0 && sustained.expected_pairs.is_finite());
    let all = scru128(u64::MAX, 268e6, Duration::MAX);
    assert!(all.probability >= 1.0 && all.expected_pairs.is_finite());
    for rate in [-1.0, f64::INFINITY, f64::NAN] {
        assert!(huid_sustained(rate, Duration::from_secs(1)).probability.is_nan());
        assert!(scru128(2, rate, Duration::from_secs(1)).expected_pairs.is_nan());
    }
    // No sign on a zero, which would be printed.
    assert!(huid_burst(0).probability.is_sign_positive());
    assert!(huid_sustained(0.0, Duration::MAX).probability <= 0.0);
}
