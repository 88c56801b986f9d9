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
/// a random word, which is mostly there already, and adds.
fn floor() -> (u32, u64, u64) {
    let word = RANDOMNESS.with_borrow_mut(SystemRandomness::next_word);
    (word.expect("the system has randomness"), crate::generate::counter(), shared_add())
}

fn each<T>(times: u64, operation: impl Fn() -> T) {
    for _ in 0..times {
        std::hint::black_box(operation());
    }
}

/// Long enough for the system to spread the threads over the processors.
const PER_THREAD: u64 = 1_000_000;

/// Wall time per id in all, of so many threads: from the first one's start to the last one's end.
fn wall_ns(threads: usize, generate: Generate) -> f64 {
    let barrier = Barrier::new(threads);
    let times: Vec<(Instant, Instant)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    // Warm: each thread's randomness is seeded before the start.
                    generate(1);
                    barrier.wait();
                    let start = Instant::now();
                    generate(PER_THREAD);
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

/// Makes so many ids, in a loop of its own.
type Generate = fn(u64);
const CANDIDATES: [(&str, Generate); 6] = [
    ("idgen", |times| each(times, idgen::scru128)),
    ("idgen-huid", |times| each(times, idgen::huid)),
    ("scru128-1.0", |times| each(times, scru128_v1::scru128)),
    ("uuid-v4", |times| each(times, uuid::Uuid::new_v4)),
    ("ferroid-ulid", |times| each(times, ferroid::generator::thread_local::Ulid::new_ulid)),
    (FLOOR, |times| each(times, floor)),
];
const TARGET: Target = Target { ours: "idgen", peer: "scru128-1.0", ratio: 0.25 };

/// The candidates with so many threads.
pub struct Threads {
    name: &'static str,
    threads: usize,
    series: [Series; CANDIDATES.len()],
}

pub fn groups() -> Vec<Threads> {
    let names = ["threads-1", "threads-2", "threads-4", "threads-8"];
    let group = |(name, threads)| {
        let series = CANDIDATES.map(|(name, _)| Series::new(name));
        Threads { name, threads, series }
    };
    names.into_iter().zip([1, 2, 4, 8]).map(group).collect()
}

impl Threads {
    /// In so many rounds with one or two threads, and fewer with more, which take longer.
    pub fn measure(&mut self, rounds: usize) {
        for _ in 0..rounds.div_ceil(self.threads.div_ceil(2)) {
            for ((_, generate), series) in CANDIDATES.iter().zip(&mut self.series) {
                series.rounds.push(wall_ns(self.threads, *generate));
            }
        }
    }

    pub fn result(&self) -> Measured {
        let targets: &[Target] = if self.threads == 2 { &[TARGET] } else { &[] };
        Measured::new(self.name, &self.series, targets)
    }
}
