//! The owned SCRU128 generator under scripted clocks and randomness: each row of its table.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

mod support;

use idcore::Scru128;
use idgen::{GenerateError, Scru128Generator, SystemRandomness};
use support::{Counting, Lcg, NOW, Script, SetClock, Switched};

/// The largest counter, from the specification: 28 bits.
const LAST_COUNTER: u32 = 0xFFF_FFFF;

fn fields(id: Scru128) -> (i64, u32, u32, u32) {
    (id.unix_ms(), id.counter(), id.per_sec_random(), id.per_gen_random())
}

#[test]
fn fields_are_drawn_in_order_and_renewed_when_due() {
    let clock = SetClock::at(NOW);
    let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(100));
    // Counter 100, per second 101, per id 102.
    assert_eq!(fields(generator.generate().unwrap()), (NOW, 100, 101, 102));
    // The same millisecond: the counter goes up by one, and only the per-id word is drawn.
    assert_eq!(fields(generator.generate().unwrap()), (NOW, 101, 101, 103));
    // A new millisecond of the same second, up to .999: a fresh counter.
    clock.advance(1);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 1, 104, 101, 105));
    clock.set(NOW + 185);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 185, 106, 101, 107));
    // A new second: fresh per-second randomness too.
    clock.advance(1);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 186, 108, 109, 110));
    clock.advance(999);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 1185, 111, 109, 112));
    clock.advance(1);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 1186, 113, 114, 115));
}

#[test]
fn words_are_masked_to_their_fields() {
    let mut generator = Scru128Generator::with_sources(|| NOW, Script::new([u32::MAX; 3]));
    let id = generator.generate().unwrap();
    assert_eq!(fields(id), (NOW, LAST_COUNTER, 0xFF_FFFF, 0xFFFF_FFFF));
}

#[test]
fn an_overflow_takes_the_next_millisecond_with_a_fresh_counter() {
    let clock = SetClock::at(NOW);
    let words = [LAST_COUNTER - 1, 7, 1, 2, 55, 3, 4, 66, 5];
    let mut generator = Scru128Generator::with_sources(clock.clone(), Script::new(words));
    assert_eq!(fields(generator.generate().unwrap()), (NOW, LAST_COUNTER - 1, 7, 1));
    assert_eq!(fields(generator.generate().unwrap()), (NOW, LAST_COUNTER, 7, 2));
    // The clock stands still: the id's time goes on alone, without waiting.
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 1, 55, 7, 3));
    // The clock catches up with the lead, and it is the same millisecond.
    clock.set(NOW + 1);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 1, 56, 7, 4));
    clock.set(NOW + 2);
    assert_eq!(fields(generator.generate().unwrap()), (NOW + 2, 66, 7, 5));
}

#[test]
fn a_lead_is_a_small_rollback_up_to_ten_seconds() {
    // Every counter starts at its end, so every id but the first leads by a millisecond more.
    let words = Script::new(std::iter::repeat_n(u32::MAX, 40_000));
    let mut generator = Scru128Generator::with_sources(|| NOW, words);
    // The last id within 10 s of the clock may still be followed by one more millisecond.
    for lead in 0..=10_001 {
        let id = generator.generate_or_abort().unwrap();
        assert_eq!(id.unix_ms(), NOW + lead);
    }
    let error = generator.generate_or_abort().unwrap_err();
    assert!(error.is_clock_rollback());
    // The other flavour goes back to the clock.
    assert_eq!(generator.generate().unwrap().unix_ms(), NOW);
}

#[test]
fn a_clock_back_by_ten_seconds_counts_on() {
    for flavour in [Scru128Generator::generate, Scru128Generator::generate_or_abort] {
        let clock = SetClock::at(NOW);
        let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(100));
        flavour(&mut generator).unwrap();
        for (i, back) in (1..).zip([1, 500, 9_999, 10_000]) {
            clock.set(NOW - back);
            assert_eq!(fields(flavour(&mut generator).unwrap()), (NOW, 100 + i, 101, 102 + i));
        }
    }
}

#[test]
fn a_clock_back_further_resets_all_fields() {
    let clock = SetClock::at(NOW);
    let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(100));
    generator.generate().unwrap();
    clock.set(NOW - 10_001);
    assert_eq!(fields(generator.generate().unwrap()), (NOW - 10_001, 103, 104, 105));
    // Also within the same second of another day: the per-second randomness is fresh.
    clock.set(NOW - 86_400_000);
    assert_eq!(fields(generator.generate().unwrap()), (NOW - 86_400_000, 106, 107, 108));
}

#[test]
fn a_clock_back_further_is_an_error_on_request_and_changes_nothing() {
    let clock = SetClock::at(NOW);
    let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(100));
    generator.generate_or_abort().unwrap();
    clock.set(NOW - 10_001);
    let error = generator.generate_or_abort().unwrap_err();
    assert!(error.is_clock_rollback());
    assert_eq!(
        error.to_string(),
        "the clock is 10001 ms behind the last id, more than the 10000 ms allowed"
    );
    clock.set(NOW);
    assert_eq!(fields(generator.generate_or_abort().unwrap()), (NOW, 101, 101, 103));
}

#[test]
fn reserved_places_are_those_of_as_many_ids() {
    let clock = SetClock::at(NOW);
    let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(100));
    // Counter 100 and per second 101 are drawn, and none per id.
    let places = generator.reserve(64).unwrap();
    assert_eq!((fields(places.first), places.count), ((NOW, 100, 101, 0), 64));
    assert_eq!(fields(generator.generate().unwrap()), (NOW, 164, 101, 102));
    // One at least.
    let places = generator.reserve(0).unwrap();
    assert_eq!((fields(places.first), places.count), ((NOW, 165, 101, 0), 1));
    assert_eq!(fields(generator.generate().unwrap()), (NOW, 166, 101, 103));
    // A clock back a long way is an error on request, and changes nothing.
    clock.set(NOW - 10_001);
    assert!(generator.reserve_or_abort(2).unwrap_err().is_clock_rollback());
    clock.set(NOW);
    assert_eq!(fields(generator.reserve_or_abort(2).unwrap().first), (NOW, 167, 101, 0));
    // Else it is a reset.
    clock.set(NOW - 10_001);
    assert_eq!(fields(generator.reserve(2).unwrap().first), (NOW - 10_001, 104, 105, 0));
}

#[test]
fn no_more_places_are_reserved_than_the_counter_has_room_for() {
    let words = [LAST_COUNTER - 1, 7, 55];
    let mut generator = Scru128Generator::with_sources(|| NOW, Script::new(words));
    let places = generator.reserve(u32::MAX).unwrap();
    assert_eq!((fields(places.first), places.count), ((NOW, LAST_COUNTER - 1, 7, 0), 2));
    // The next millisecond, at once.
    let places = generator.reserve(u32::MAX).unwrap();
    assert_eq!((fields(places.first), places.count), ((NOW + 1, 55, 7, 0), LAST_COUNTER - 54));
}

#[test]
fn clock_steps_end_in_ids_or_errors_and_never_in_a_panic() {
    const HOUR: i64 = 3_600_000;
    let in_1969 = -HOUR;
    let in_2600 = 19_880_899_200_000;
    let steps = [
        (NOW, true),
        (NOW + HOUR, true),
        (NOW + HOUR - 5_000, true),
        (NOW, true),
        (in_1969, false),
        (in_2600, false),
        (i64::MIN, false),
        (i64::MAX, false),
        (1577836800000, false),
        (1577836800001, true),
        (19170022844414, true),
        (19170022844415, false),
        (NOW, true),
    ];
    let clock = SetClock::at(NOW);
    let mut generator = Scru128Generator::with_sources(clock.clone(), SystemRandomness::new());
    let mut seen = std::collections::HashSet::new();
    for (unix_ms, possible) in steps.into_iter().cycle().take(1000) {
        clock.set(unix_ms);
        match generator.generate() {
            Ok(id) => {
                assert!(possible && !id.is_reserved() && seen.insert(id));
                assert!((0..=10_000).contains(&(id.unix_ms() - unix_ms)));
            }
            Err(error) => assert!(!possible && error.is_clock_outside_window(), "{unix_ms}"),
        }
        let mut batch = [Scru128::MIN; 100];
        assert_eq!(generator.fill(&mut batch).is_ok(), possible);
        assert!(!possible || batch.iter().all(|id| !id.is_reserved() && seen.insert(*id)));
    }
}

#[test]
fn the_last_millisecond_is_never_overrun() {
    // The last usable millisecond, with counters at their end.
    let last = 19170022844414;
    let words = [LAST_COUNTER, 1, 2, 3, 4];
    let mut generator = Scru128Generator::with_sources(|| last, Script::new(words));
    assert_eq!(generator.generate().unwrap().unix_ms(), last);
    assert!(generator.generate().unwrap_err().is_clock_outside_window());
    let mut batch = [Scru128::MIN; 2];
    assert!(generator.fill(&mut batch).unwrap_err().is_clock_outside_window());
    assert_eq!(batch, [Scru128::MIN; 2]);
}

#[test]
fn a_failed_draw_changes_nothing() {
    let clock = SetClock::at(NOW);
    let randomness = Switched::on();
    let mut generator = Scru128Generator::with_sources(clock.clone(), randomness.clone());
    let first = generator.generate().unwrap();
    for advance in [0, 1, 1000] {
        clock.advance(advance);
        randomness.works.set(false);
        assert!(generator.generate().unwrap_err().is_randomness());
        assert!(generator.fill(&mut [Scru128::MIN]).unwrap_err().is_randomness());
        clock.advance(-advance);
        randomness.works.set(true);
    }
    let next = generator.generate().unwrap();
    assert_eq!((next.unix_ms(), next.counter()), (NOW, first.counter() + 1));
    assert_eq!(next.per_sec_random(), first.per_sec_random());
}

#[test]
fn fill_goes_on_through_overflows_and_clock_steps() {
    // Counters that start near their end, often.
    let clock = SetClock::at(NOW);
    let mut time = NOW;
    let mut source = Lcg(1);
    let randomness = Script::new((0..50_000).map(|i| {
        let word = idgen::Randomness::next_word(&mut source).unwrap();
        if i % 3 == 0 { LAST_COUNTER - word % 50 } else { word }
    }));
    let mut generator = Scru128Generator::with_sources(clock.clone(), randomness);
    let mut all = Vec::new();
    for (step, len) in [0, 1, 0, -3, 5, 0, -9_000, 9_100].into_iter().cycle().zip(0..150) {
        time += step;
        clock.set(time);
        let mut batch = vec![Scru128::MIN; len];
        generator.fill(&mut batch).unwrap();
        all.extend(batch);
        all.push(generator.generate().unwrap());
    }
    assert!(all.is_sorted_by(|a, b| a < b));
    let texts: Vec<_> = all.iter().map(Scru128::to_string).collect();
    assert!(texts.is_sorted_by(|a, b| a < b));
    // Within a millisecond the counter goes up by exactly one, also from batch to batch.
    for pair in all.windows(2).filter(|pair| pair[0].timestamp() == pair[1].timestamp()) {
        assert_eq!(pair[1].counter(), pair[0].counter() + 1);
    }
}

#[test]
fn iter_never_ends_and_goes_on_after_an_error() {
    let clock = SetClock::at(-1);
    let mut generator = Scru128Generator::with_sources(clock.clone(), Counting(0));
    let mut ids = generator.iter();
    assert!(ids.next().unwrap().is_err());
    assert!(ids.next().unwrap().is_err());
    clock.set(NOW);
    let first = ids.next().unwrap().unwrap();
    let second = ids.next().unwrap().unwrap();
    assert!(first < second);
}

#[test]
fn a_million_ids_of_the_system_rise() -> Result<(), GenerateError> {
    let mut generator = Scru128Generator::new();
    let mut last = generator.generate()?;
    for id in generator.iter().take(1_000_000) {
        let id = id?;
        assert!(id > last);
        last = id;
    }
    Ok(())
}

#[test]
fn debug_hides_the_state() {
    let generator = Scru128Generator::with_sources(|| NOW, Counting(42));
    assert_eq!(format!("{generator:?}"), "Scru128Generator { .. }");
}
