//! The HUID generators under scripted clocks and randomness.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

mod support;

use std::collections::HashSet;

use idcore::Huid;
use idgen::{DistinctHuidGenerator, HuidGenerator, SystemRandomness};
use support::{Lcg, NOW, Script, SetClock, Switched};

#[test]
fn an_id_is_the_clocks_time_and_the_upper_bits_of_a_word() {
    let mut generator =
        HuidGenerator::with_sources(|| 1767225600123, Script::new([0x15555 << 11 | 0x7FF]));
    assert_eq!(generator.generate().unwrap().to_u64(), 258037077);
}

#[test]
fn the_window_ends_where_the_specification_says() {
    let clock = SetClock::at(0);
    let mut generator = HuidGenerator::with_sources(clock.clone(), Lcg(1));
    for (unix_ms, possible) in [
        (i64::MIN, false),
        (-1, false),
        (1767225599999, false),
        (1767225600000, true),
        (6165272111103, true),
        (6165272111104, false),
        (i64::MAX, false),
    ] {
        clock.set(unix_ms);
        let mut batch = [Huid::MIN; 3];
        assert_eq!(generator.generate().is_ok(), possible, "{unix_ms}");
        assert_eq!(generator.fill(&mut batch).is_ok(), possible, "{unix_ms}");
        let mut distinct = DistinctHuidGenerator::with_sources(clock.clone(), Lcg(2));
        assert_eq!(distinct.generate().is_ok(), possible, "{unix_ms}");
        if !possible {
            assert!(generator.generate().unwrap_err().is_clock_outside_window());
            assert!(distinct.fill(&mut batch).unwrap_err().is_clock_outside_window());
        }
    }
}

#[test]
fn a_clock_that_steps_is_followed() {
    let clock = SetClock::at(NOW);
    let mut generator = HuidGenerator::with_sources(clock.clone(), SystemRandomness::new());
    for step in [3_600_000, -5_000, -3_600_000, -86_400_000, 1] {
        clock.advance(step);
        let mut expected = clock.clone();
        let expected = idgen::Clock::unix_ms(&mut expected);
        assert_eq!(generator.generate().unwrap().unix_ms(), expected);
        let mut batch = [Huid::MIN; 200];
        generator.fill(&mut batch).unwrap();
        assert!(batch.iter().all(|id| id.unix_ms() == expected));
    }
}

#[test]
fn a_failed_draw_is_an_error_and_the_next_call_asks_again() {
    let randomness = Switched::on();
    randomness.works.set(false);
    let mut generator = HuidGenerator::with_sources(|| NOW, randomness.clone());
    let mut batch = [Huid::MIN; 2];
    assert!(generator.generate().unwrap_err().is_randomness());
    assert!(generator.fill(&mut batch).unwrap_err().is_randomness());
    assert_eq!(batch, [Huid::MIN; 2]);
    randomness.works.set(true);
    assert!(generator.generate().is_ok());
}

/// A stretch of the random part, 2^21 values in 64 parts, must be hit about evenly: with 2^18 draws
/// each part expects 4096 with a standard deviation of 64. Eight deviations is 1 in 10^15.
fn assert_even(ids: &[Huid]) {
    let mut parts = [0_u32; 64];
    for id in ids {
        parts[(id.random() >> 15) as usize] += 1;
    }
    let expected = ids.len() as u32 / 64;
    assert!(parts.iter().all(|hits| hits.abs_diff(expected) < 512), "{parts:?}");
}

#[test]
fn the_random_part_is_even() {
    let mut ids = vec![Huid::MIN; 1 << 18];
    HuidGenerator::with_sources(|| NOW, SystemRandomness::new()).fill(&mut ids).unwrap();
    assert_even(&ids);
    // Stateless as it is, it collides as the arithmetic says: n - N (1 - (1 - 1/N)^n) is 15,711
    // repeats for n = 2^18 of N = 2^21, with a standard deviation of about 120.
    let repeats = ids.len() - ids.iter().collect::<HashSet<_>>().len();
    assert!((14_700..16_700).contains(&repeats), "{repeats}");
}

#[test]
fn distinct_ids_are_distinct_even_and_move_on() {
    let clock = SetClock::at(NOW);
    let mut generator = DistinctHuidGenerator::with_sources(clock.clone(), SystemRandomness::new());
    let mut ids = vec![Huid::MIN; 1 << 18];
    generator.fill(&mut ids).unwrap();
    assert!(ids.iter().all(|id| id.unix_ms() == NOW));
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    assert_even(&ids);
    // The rest of the millisecond, to the last value, and then the next millisecond.
    let mut rest = vec![Huid::MIN; (1 << 21) - (1 << 18)];
    generator.fill(&mut rest).unwrap();
    assert!(rest.iter().all(|id| id.unix_ms() == NOW));
    ids.extend(rest);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 1 << 21);
    assert_eq!(generator.generate().unwrap().unix_ms(), NOW + 1);
    // A clock that went back is followed no more than 10 s, until it has caught up.
    clock.set(NOW - 9_999);
    assert_eq!(generator.generate().unwrap().unix_ms(), NOW + 1);
    clock.set(NOW - 10_000);
    assert!(generator.generate().unwrap_err().is_clock_rollback());
    clock.set(NOW);
    assert_eq!(generator.generate().unwrap().unix_ms(), NOW + 1);
}

#[test]
fn a_clock_of_ones_own_holds_up_nobody_else() {
    let ahead = || NOW + 3_600_000;
    DistinctHuidGenerator::with_sources(ahead, SystemRandomness::new()).generate().unwrap();
    let behind = || 1767225600123;
    let mut backfill = DistinctHuidGenerator::with_sources(behind, SystemRandomness::new());
    assert_eq!(backfill.generate().unwrap().unix_ms(), 1767225600123);
    assert!(DistinctHuidGenerator::new().generate().is_ok());
}
