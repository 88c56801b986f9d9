//! The functions that all threads share.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use idcore::{Huid, Scru128};

#[test]
fn threads_get_unique_rising_ids_from_all_functions() {
    let ids: Vec<Scru128> = thread::scope(|scope| {
        let workers: Vec<_> = (0..8)
            .map(|worker| {
                scope.spawn(move || {
                    let mut mine = Vec::new();
                    for i in 0..300_usize {
                        mine.push(idgen::scru128());
                        mine.push(idgen::try_scru128().unwrap());
                        let mut batch = vec![Scru128::MIN; i * (worker % 3)];
                        idgen::fill_scru128(&mut batch).unwrap();
                        mine.extend(batch);
                    }
                    assert!(mine.is_sorted_by(|a, b| a < b));
                    mine
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    assert!(ids.iter().all(|id| !id.is_reserved()));
    // Order is kept by timestamp and counter alone, so no two may share both.
    let positions: HashSet<_> = ids.iter().map(|id| (id.timestamp(), id.counter())).collect();
    assert_eq!(positions.len(), ids.len());
    // Threads agree on the randomness of a second without a word.
    let mut seconds = HashMap::new();
    for id in &ids {
        let shared = *seconds.entry(id.timestamp() / 1000).or_insert(id.per_sec_random());
        assert_eq!(id.per_sec_random(), shared);
    }
}

#[test]
fn a_call_after_another_threads_call_gets_a_greater_id() {
    // The baton is handed on by a mutex: each id is made after the one before was returned.
    let last = Mutex::new(Scru128::MIN);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..20_000 {
                    let mut last = last.lock().unwrap();
                    let id = idgen::scru128();
                    assert!(id > *last);
                    *last = id;
                }
            });
        }
    });
}

#[test]
fn a_published_id_is_a_lower_bound_for_other_threads() {
    // The same without a lock: the id's upper half is published, and read before the next call.
    let published = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50_000 {
                    let before = published.load(Ordering::Acquire);
                    let upper = (idgen::scru128().to_u128() >> 64) as u64;
                    assert!(upper >= before);
                    published.fetch_max(upper, Ordering::AcqRel);
                }
            });
        }
    });
}

#[test]
fn ids_are_of_the_present() {
    for _ in 0..1000 {
        let before = idcore::unix_ms(std::time::SystemTime::now()).unwrap();
        let (scru128, huid) = (idgen::scru128(), idgen::huid());
        let after = idcore::unix_ms(std::time::SystemTime::now()).unwrap();
        assert!((before..=after).contains(&huid.unix_ms()));
        // Other tests of this process may have used up counters, which leads by milliseconds.
        assert!((before..=after + 100).contains(&scru128.unix_ms()));
    }
}

#[test]
fn works_after_a_panic_in_another_thread() {
    let died = thread::spawn(|| {
        let _ = idgen::scru128();
        let _ = idgen::huid();
        panic!("on purpose");
    })
    .join();
    assert!(died.is_err());
    let (a, b) = (idgen::scru128(), idgen::scru128());
    assert!(a < b);
    idgen::huid();
}

#[test]
fn works_in_the_destructor_of_a_thread_local() {
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            assert!(idgen::scru128() < idgen::scru128());
            idgen::huid();
        }
    }
    thread_local! {
        static LAST: Last = const { Last };
    }
    thread::spawn(|| {
        // Registered for destruction before the generators are first used, and after.
        LAST.with(|_| ());
        idgen::scru128()
    })
    .join()
    .unwrap();
}

#[test]
fn huids_of_a_batch_are_of_the_present_and_random() {
    let before = idcore::unix_ms(std::time::SystemTime::now()).unwrap();
    let mut ids = [Huid::MIN; 1000];
    idgen::fill_huid(&mut ids).unwrap();
    let after = idcore::unix_ms(std::time::SystemTime::now()).unwrap();
    assert!(ids.iter().all(|id| (before..=after).contains(&id.unix_ms())));
    // 1000 draws of 2^21 values: a dozen repeats have a chance far below 10^-12.
    let distinct: HashSet<_> = ids.iter().map(|id| id.random()).collect();
    assert!(distinct.len() > 988);
}
