//! One id, and batches of them.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use idcore::{Huid, Scru128};
use idgen::{Clock, Randomness};
use rand::SeedableRng;
use rand::rngs::StdRng;

use crate::Group;
use crate::measure::Candidate;
use crate::results::{FLOOR, Target};

pub fn groups() -> Vec<Group> {
    vec![parts(), owned(), process(), huid(), coarse(), fill_scru128(), fill_huid()]
}

/// An id that is greater than the last, or the bench is worth nothing.
fn rising<T: PartialOrd + Copy + 'static>(
    name: &'static str,
    first: T,
    mut generate: impl FnMut() -> T + 'static,
) -> Candidate {
    let mut last = first;
    Candidate::each(name, move || {
        let id = generate();
        assert!(id > last);
        last = id;
        id
    })
}

/// The word that all threads of a floor share, in a cache line of its own.
#[repr(align(128))]
struct Shared(AtomicU64);
static SHARED: Shared = Shared(AtomicU64::new(0));

/// The least that threads do which share a counter.
pub fn shared_add() -> u64 {
    SHARED.0.fetch_add(1, Ordering::Relaxed)
}

/// The processor's counter: the cheapest thing there is to tell the millisecond by.
#[cfg(target_arch = "x86_64")]
pub fn counter() -> u64 {
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { std::arch::x86_64::_rdtsc() }
}

/// Where there is no counter to be trusted, it is the system's clock.
#[cfg(not(target_arch = "x86_64"))]
pub fn counter() -> u64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since_1970.unwrap_or_default().as_nanos() as u64
}

/// The least that a generator does which knows the millisecond at each call: it reads the counter,
/// and the cipher makes four bytes, in bulk. What it does `besides` is the least that threads do
/// which share something.
fn floor(besides: fn()) -> Candidate {
    let mut randomness = idgen::SystemRandomness::new();
    let mut words = [0; BATCH];
    Candidate::new(FLOOR, move |times| {
        for _ in 0..times / BATCH as u64 {
            randomness.fill_words(&mut words).expect("the system has randomness");
            for word in &words {
                black_box((counter(), word));
                besides();
            }
        }
    })
    .in_batches_of(BATCH as u64)
}

/// What an id is made of.
fn parts() -> Group {
    let mut clock = idgen::SystemClock::new();
    let mut randomness = idgen::SystemRandomness::new();
    Group {
        name: "parts",
        candidates: vec![
            Candidate::each("system-time", std::time::SystemTime::now),
            Candidate::each("counter", counter),
            Candidate::each("idgen-clock", move || clock.unix_ms()),
            Candidate::each("idgen-random-word", move || randomness.next_word()),
            Candidate::each("atomic-add", shared_add),
        ],
        targets: Vec::new(),
    }
}

/// With the clock of a ticker, which costs nothing to read.
fn coarse() -> Group {
    // It ticks until the process ends.
    let ticker = Box::leak(Box::new(
        idgen::Ticker::start(std::time::Duration::from_millis(1)).expect("a thread"),
    ));
    let mut scru128 =
        idgen::Scru128Generator::with_sources(ticker.clock(), idgen::SystemRandomness::new());
    let mut huid =
        idgen::HuidGenerator::with_sources(ticker.clock(), idgen::SystemRandomness::new());
    Group {
        name: "generate-coarse",
        candidates: vec![
            Candidate::each("idgen-scru128", move || scru128.generate()),
            Candidate::each("idgen-huid", move || huid.generate()),
            Candidate::each("ferroid-ulid", ferroid::generator::thread_local::Ulid::new_ulid),
        ],
        targets: vec![Target { ours: "idgen-scru128", peer: "ferroid-ulid", ratio: 1.0 }],
    }
}

fn owned() -> Group {
    let mut ours = idgen::Scru128Generator::new();
    let mut v1 = scru128_v1::Scru128Generator::new();
    let mut v4 = scru128_v4::Generator::with_rand010(StdRng::from_rng(&mut rand::rng()));
    let mut uuid7 = uuid7::V7Generator::with_rand010(StdRng::from_rng(&mut rand::rng()));
    let mut ulid = ulid::Generator::new();
    Group {
        name: "generate-owned",
        candidates: vec![
            rising("idgen", Scru128::MIN, move || ours.generate().expect("the clock is in range")),
            rising("scru128-1.0", 0, move || v1.generate().into()),
            rising("scru128-4", 0_u128, move || v4.generate().into()),
            Candidate::each("uuid7", move || uuid7.generate()),
            rising("ulid", ulid::Ulid::nil(), move || ulid.generate().expect("no overflow")),
            floor(|| ()),
        ],
        targets: vec![Target { ours: "idgen", peer: "scru128-1.0", ratio: 0.30 }],
    }
}

fn process() -> Group {
    Group {
        name: "generate-process",
        candidates: vec![
            rising("idgen", Scru128::MIN, idgen::scru128),
            rising("scru128-1.0", 0, || scru128_v1::scru128().into()),
            rising("scru128-4", 0_u128, || scru128_v4::new().into()),
            Candidate::each("uuid-v4", uuid::Uuid::new_v4),
            Candidate::each("uuid-v7", uuid::Uuid::now_v7),
            Candidate::each("uuid7", uuid7::uuid7),
            Candidate::each("ferroid-ulid", ferroid::generator::thread_local::Ulid::new_ulid),
            floor(|| _ = black_box(shared_add())),
        ],
        targets: vec![
            Target { ours: "idgen", peer: "scru128-1.0", ratio: 0.27 },
            Target { ours: "idgen", peer: "uuid-v4", ratio: 1.0 },
        ],
    }
}

fn huid() -> Group {
    let mut owned = idgen::HuidGenerator::new();
    Group {
        name: "generate-huid",
        candidates: vec![
            Candidate::each("idgen", idgen::huid),
            Candidate::each("idgen-owned", move || {
                owned.generate().expect("the clock is in range")
            }),
            Candidate::each("ulid", ulid::Ulid::generate),
            Candidate::each("ferroid-ulid", ferroid::generator::thread_local::Ulid::new_ulid),
            floor(|| ()),
        ],
        targets: vec![Target { ours: "idgen", peer: "ulid", ratio: 0.27 }],
    }
}

/// Batches of 256, as so many operations of one id.
const BATCH: usize = 256;

fn fill_scru128() -> Group {
    let mut owned = idgen::Scru128Generator::new();
    let mut ids = vec![Scru128::MIN; BATCH];
    let mut process_ids = ids.clone();
    let mut single = idgen::Scru128Generator::new();
    Group {
        name: "fill-scru128",
        candidates: vec![
            Candidate::new("idgen-fill-owned", move |times| {
                for _ in 0..times / BATCH as u64 {
                    owned.fill(&mut ids).expect("the clock is in range");
                    assert!(ids[0] < ids[BATCH - 1]);
                }
            })
            .in_batches_of(BATCH as u64),
            Candidate::new("idgen-fill-process", move |times| {
                for _ in 0..times / BATCH as u64 {
                    idgen::fill_scru128(&mut process_ids).expect("the clock is in range");
                    assert!(process_ids[0] < process_ids[BATCH - 1]);
                }
            })
            .in_batches_of(BATCH as u64),
            Candidate::each("idgen-owned", move || {
                single.generate().expect("the clock is in range")
            }),
            Candidate::each("idgen-process", idgen::scru128),
        ],
        targets: vec![
            Target { ours: "idgen-fill-owned", peer: "idgen-owned", ratio: 0.22 },
            Target { ours: "idgen-fill-process", peer: "idgen-process", ratio: 0.22 },
        ],
    }
}

fn fill_huid() -> Group {
    let mut owned = idgen::HuidGenerator::new();
    let mut distinct = idgen::DistinctHuidGenerator::new();
    let mut ids = vec![Huid::MIN; BATCH];
    let mut distinct_ids = ids.clone();
    Group {
        name: "fill-huid",
        candidates: vec![
            Candidate::new("idgen-fill-owned", move |times| {
                for _ in 0..times / BATCH as u64 {
                    owned.fill(&mut ids).expect("the clock is in range");
                    assert!(ids[BATCH - 1] > Huid::MIN);
                }
            })
            .in_batches_of(BATCH as u64),
            Candidate::new("idgen-fill-distinct", move |times| {
                for _ in 0..times / BATCH as u64 {
                    distinct.fill(&mut distinct_ids).expect("the clock is in range");
                    assert!(distinct_ids[0] != distinct_ids[BATCH - 1]);
                }
            })
            .in_batches_of(BATCH as u64),
            Candidate::each("idgen-process", idgen::huid),
        ],
        targets: vec![Target { ours: "idgen-fill-owned", peer: "idgen-process", ratio: 0.22 }],
    }
}
