//! HUIDs of whole batches: nothing lost, nothing moved without need, the same whatever the order.
#![cfg(feature = "alloc")]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use idcore::Huid;
use iduuid::{HuidBatch, MapError, Mapping, huid_lossy_from_uuid_v1, huid_lossy_from_uuid_v7};
use proptest::prelude::ProptestConfig;
use proptest::{prop_assert, prop_assert_eq, proptest};
use uuid::{Builder, Uuid, uuid};

const SLOTS: u64 = 1 << 21;

/// A mapping that collides as often as wanted: the upper 32 bits are the HUID.
#[expect(clippy::unnecessary_wraps, reason = "the type of a mapping")]
fn upper(source: u64) -> Result<Huid, MapError> {
    Ok(Huid::from_u64(source >> 32).expect("32 bits"))
}

/// What the docs promise, as plainly as possible: one free slot after the other is tried.
fn model(sources: &[u64]) -> BTreeMap<u64, u64> {
    let distinct: BTreeSet<u64> = sources.iter().copied().collect();
    let mut of_source = BTreeMap::new();
    let mut taken = BTreeSet::new();
    let mut losers = Vec::new();
    for source in distinct {
        if taken.insert(source >> 32) {
            of_source.insert(source, source >> 32);
        } else {
            losers.push(source);
        }
    }
    for source in losers {
        let (ms, mut slot) = ((source >> 32) / SLOTS, (source >> 32) % SLOTS);
        while !taken.insert(ms * SLOTS + slot) {
            slot = (slot + 1) % SLOTS;
        }
        of_source.insert(source, ms * SLOTS + slot);
    }
    of_source
}

fn check(sources: &[u64]) {
    let batch = HuidBatch::of(sources, upper).expect("no millisecond is full");
    let expected = model(sources);
    let mut moved = batch.moved().iter();
    assert_eq!(batch.ids().len(), sources.len());
    for (index, (source, id)) in sources.iter().zip(batch.ids()).enumerate() {
        assert_eq!(id.to_u64(), expected[source], "{source:#x}");
        let mapped = upper(*source).expect("never refuses");
        if *id != mapped {
            let moved = moved.next().expect("a report");
            assert_eq!((moved.index(), moved.given()), (index, *id));
            assert_eq!(moved.mapped(), mapped);
        }
    }
    assert!(moved.next().is_none());
    assert_eq!(batch.clone().into_ids(), batch.ids());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn agrees_with_the_model(
        // Few HUIDs: at the end of a millisecond, and at the start of the next.
        places in proptest::collection::vec((0..6_u64, 0..6_u64), 0..40),
        swaps in proptest::collection::vec((0..40_usize, 0..40_usize), 20),
    ) {
        let mut sources: Vec<u64> =
            places.iter().map(|(huid, rest)| (SLOTS - 3 + huid) << 32 | rest).collect();
        check(&sources);

        let ids = |sources: &[u64]| -> HashMap<u64, Huid> {
            let batch = HuidBatch::of(sources, upper).unwrap();
            sources.iter().copied().zip(batch.into_ids()).collect()
        };
        let before = ids(&sources);
        for (a, b) in swaps {
            if a.max(b) < sources.len() {
                sources.swap(a, b);
            }
        }
        prop_assert_eq!(ids(&sources), before);
    }

    #[test]
    fn ids_of_one_generator_are_not_moved(
        ms in 1767225600000..1800000000000_i64,
        counter in 0..1_u16 << 14,
        node: [u8; 6],
        random: u64,
    ) {
        // One node that makes 2,500 UUIDv1 in a millisecond.
        let start = (ms + 12_219_292_800_000) as u64 * 10_000;
        let v1: Vec<Uuid> = (0..10_000)
            .step_by(4)
            .map(|tick| Builder::from_gregorian_timestamp(start + tick, counter, &node).into_uuid())
            .collect();
        prop_assert!(HuidBatch::of(&v1, huid_lossy_from_uuid_v1).unwrap().moved().is_empty());
        // A generator of UUIDv7 that counts up in the last 21 bits.
        let random = u128::from(random >> 24) << 21 | u128::from(random % (SLOTS - 2_500));
        let v7: Vec<Uuid> = (0..2_500)
            .map(|count| {
                Uuid::from_u128((ms as u128) << 80 | 0x7000 << 64 | 0b10 << 62 | (random + count))
            })
            .collect();
        prop_assert!(HuidBatch::of(&v7, huid_lossy_from_uuid_v7).unwrap().moved().is_empty());
    }
}

#[test]
fn a_millisecond_that_wraps_around() {
    // All at the last slot; then some at slots that the wrap has to step over.
    let last = (SLOTS - 1) << 32;
    check(&[last, last | 1, last | 2, last | 3]);
    check(&[last, last | 1, last | 2, 0, 1 << 32, 3 << 32, last | 3, (3 << 32) | 1]);
    check(&[last - (1 << 32), last | 1, last | 2, last | 2, last | 1, (last - (1 << 32)) | 5]);
}

#[test]
fn a_long_run_of_taken_ids_is_passed_over() {
    // The search for a free one begins inside of a word of 64, and ends in another.
    for last in [62, 63, 64, 65, 127, 128, 200, 500] {
        let mut sources: Vec<u64> = (10..=last).map(|huid| huid << 32).collect();
        sources.extend([10 << 32 | 1, 10 << 32 | 2, 40 << 32 | 1]);
        check(&sources);
    }
    // The same up to the end, from where it goes on at the start.
    let mut sources: Vec<u64> = (SLOTS - 300..SLOTS).map(|huid| huid << 32).collect();
    sources.extend((0..100).map(|huid| huid << 32));
    sources.extend([(SLOTS - 200) << 32 | 1, (SLOTS - 1) << 32 | 1]);
    check(&sources);
}

#[test]
fn a_full_millisecond_and_one_more() {
    // Every second HUID twice fills a millisecond exactly.
    let full: Vec<u64> = (0..SLOTS).map(|n| ((n / 2 * 2) << 32) | (n % 2)).collect();
    let batch = HuidBatch::of(&full, upper).unwrap();
    let mut taken = vec![false; full.len()];
    for id in batch.ids() {
        // The first millisecond's ids are its slots.
        assert!(!std::mem::replace(&mut taken[id.to_u64() as usize], true));
    }
    assert_eq!(batch.moved().len(), full.len() / 2);

    let mut one_more = full;
    one_more.push(5 << 32 | 7);
    let error = HuidBatch::of(&one_more, upper).unwrap_err();
    assert!(error.is_full() && error.map_error().is_none());
    assert!(error.to_string().starts_with(
        "Unix 1767225600000 ms has more than the 2097152 different ids that a millisecond of HUID \
         holds"
    ));
}

#[test]
fn a_refused_id_is_named() {
    let uuids = [
        uuid!("019e8a1a-3f00-7cc3-98c4-dc0c0c07398f"),
        uuid!("919108f7-52d1-4320-9bac-f847db4148a8"),
    ];
    let error = HuidBatch::of(&uuids, huid_lossy_from_uuid_v7).unwrap_err();
    assert_eq!(error.index(), 1);
    assert!(error.map_error().unwrap().is_kind());
    assert_eq!(error.to_string(), "the id at index 1: expected UUIDv7, found UUIDv4");
}

#[test]
fn a_busy_column_stays_distinct() {
    // 200,000 UUIDv7 in 100 ms: about 95 of them collide, by 100 * 2000^2 / 2^22.
    let mut word = 1_u128;
    let uuids: Vec<Uuid> = (0..200_000)
        .map(|row| {
            word = word.wrapping_mul(0x2360ED051FC65DA44385DF649FCCF645).wrapping_add(11);
            let random = word >> 48;
            let bits = (1794784632814 + row % 100) << 80 | random;
            Builder::from_u128(bits)
                .with_version(uuid::Version::SortRand)
                .with_variant(uuid::Variant::RFC4122)
                .into_uuid()
        })
        .collect();
    let batch = HuidBatch::of(&uuids, huid_lossy_from_uuid_v7).unwrap();
    let distinct: BTreeSet<Huid> = batch.ids().iter().copied().collect();
    assert_eq!(distinct.len(), uuids.len());
    assert!((40..=160).contains(&batch.moved().len()), "{}", batch.moved().len());
    for (uuid, id) in uuids.iter().zip(batch.ids()) {
        let as_scru128 = Mapping::UuidV7.to_scru128(uuid.as_u128()).unwrap();
        assert_eq!(id.unix_ms(), as_scru128.unix_ms());
    }
}
