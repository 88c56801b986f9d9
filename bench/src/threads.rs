//! The process-wide functions from several threads at once.

use std::cell::RefCell;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use idgen::{Randomness as _, SystemRandomness};

use crate::generate::shared_add;
use crate::measure::Series;
use crate::results::{FLOOR, Measured, Target};

thread_local! {
    static RANDOMNESS: RefCell<SystemRandomness> = const { RefCell::new(SystemRandomness::new()) };
}

/// The least that a thread does for an id of a shared counter: it reads the processor's counter, takes
/// a random word, which is there already but for one in a thousand, and adds.
fn floor() -> u128 {
    let word = RANDOMNESS.with_borrow_mut(SystemRandomness::next_word);
    let word = word.expect("the system has randomness");
    u128::from(shared_add() ^ crate::generate::counter() ^ u64::from(word))
}

/// Long enough for the system to spread the threads over the processors.
const PER_THREAD: u64 = 2_000_000;

/// Wall time per id in all, of so many threads: from the first one's start to the last one's end.
fn wall_ns(threads: usize, generate: fn() -> u128) -> f64 {
    let barrier = Barrier::new(threads);
    let times: Vec<(Instant, Instant)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    // Warm: each thread's randomness is seeded before the start.
                    std::hint::black_box(generate());
                    barrier.wait();
                    let start = Instant::now();
                    for _ in 0..PER_THREAD {
                        std::hint::black_box(generate());
                    }
                    (start, Instant::now())
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("ids can be had")).collect()
    });
    let start = times.iter().map(|(start, _)| *start).min().expect("there are threads");
    let end = times.iter().map(|(_, end)| *end).max().expect("there are threads");
    (end - start).as_nanos() as f64 / (threads as u64 * PER_THREAD) as f64
}

pub fn measure(rounds: usize) -> Vec<Measured> {
    type Generate = fn() -> u128;
    let candidates: [(&'static str, Generate); 6] = [
        ("idgen", || idgen::scru128().to_u128()),
        ("idgen-huid", || u128::from(idgen::huid().to_u64())),
        ("scru128-1.0", || scru128_v1::scru128().into()),
        ("uuid-v4", || uuid::Uuid::new_v4().as_u128()),
        ("ferroid-ulid", || ferroid::generator::thread_local::Ulid::new_ulid().to_raw()),
        (FLOOR, floor),
    ];
    let measure = |name, threads, targets: &[Target]| {
        let mut series = candidates.map(|(name, _)| Series::new(name));
        for _ in 0..rounds {
            for ((_, generate), series) in candidates.iter().zip(&mut series) {
                series.rounds.push(wall_ns(threads, *generate));
            }
        }
        Measured::new(name, &series, targets)
    };
    vec![
        measure("threads-1", 1, &[]),
        measure("threads-2", 2, &[Target { ours: "idgen", peer: "scru128-1.0", ratio: 0.25 }]),
        measure("threads-4", 4, &[]),
        measure("threads-8", 8, &[]),
    ]
}
