//! Distinct HUIDs from many threads, in a process of their own for the state that they share.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

use idcore::Huid;
use idgen::DistinctHuidGenerator;

#[test]
fn threads_share_what_was_used() {
    let mut ids: Vec<Huid> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let mut ids = vec![Huid::MIN; 200_000];
                    let mut generator = DistinctHuidGenerator::new();
                    let (batch, single) = ids.split_at_mut(150_000);
                    generator.fill(batch).unwrap();
                    for id in single {
                        *id = generator.generate().unwrap();
                    }
                    ids
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
