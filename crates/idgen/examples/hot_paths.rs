//! Runs one of the hot paths so many times: `hot_paths PATH TIMES`. Without arguments it lists them.
//!
//! It is made for counting instructions, which load does not change: `cargo xtask instructions`.

use std::hint::black_box;
use std::process::ExitCode;

use idcore::{Huid, Scru128};
use idgen::{HuidGenerator, Randomness, Scru128Generator, SystemRandomness};

type Path = (&'static str, fn(u64));

/// The clock stands still, so that each run takes the same way.
const NOW: i64 = 1794784632814;

const PATHS: [Path; 12] = [
    ("scru128-generate", |times| {
        let mut generator = Scru128Generator::with_sources(|| NOW, SystemRandomness::new());
        each(times, || generator.generate());
    }),
    ("scru128-fill-256", |times| {
        let mut generator = Scru128Generator::with_sources(|| NOW, SystemRandomness::new());
        let mut ids = vec![Scru128::MIN; 256];
        each(times, || generator.fill(black_box(&mut ids)));
    }),
    ("huid-generate", |times| {
        let mut generator = HuidGenerator::with_sources(|| NOW, SystemRandomness::new());
        each(times, || generator.generate());
    }),
    ("huid-fill-256", |times| {
        let mut generator = HuidGenerator::with_sources(|| NOW, SystemRandomness::new());
        let mut ids = vec![Huid::MIN; 256];
        each(times, || generator.fill(black_box(&mut ids)));
    }),
    ("process-scru128", |times| {
        learn_the_counters_rate();
        each(times, idgen::scru128);
    }),
    ("process-huid", |times| {
        learn_the_counters_rate();
        each(times, idgen::huid);
    }),
    ("random-word", |times| {
        let mut randomness = SystemRandomness::new();
        each(times, || randomness.next_word());
    }),
    ("scru128-encode", |times| {
        let id = Scru128::from_u128(0x00d2_fb00_3ddb_7f58_cbbe_5cf2_f044_25b2);
        let mut text = [0; Scru128::TEXT_LEN];
        each(times, || black_box(id).encode(black_box(&mut text)).len());
    }),
    ("scru128-decode", |times| {
        each(times, || Scru128::decode(black_box(b"00QBTG0FERFTCCNFISUBO489DI")));
    }),
    ("huid-encode", |times| {
        let id = Huid::first_at(NOW).expect("the time is in range");
        let mut text = [0; Huid::TEXT_LEN];
        each(times, || black_box(id).encode(black_box(&mut text)).len());
    }),
    ("huid-decode-17", |times| {
        each(times, || Huid::decode(black_box(b"57795480783945728")));
    }),
    ("scru128-decode-wrong", |times| {
        each(times, || Scru128::decode(black_box(b"00QBTG0FERFTCCNFISUBO489DZ")).is_err());
    }),
];

/// The process-wide functions have the system's clock, which is read at each call until the rate of
/// the processor's counter is known. Under valgrind, whatever is done for the first time takes too
/// long to learn from.
fn learn_the_counters_rate() {
    for _ in 0..3 {
        idgen::huid();
        std::thread::sleep(std::time::Duration::from_millis(120));
    }
    idgen::huid();
}

fn each<T>(times: u64, mut operation: impl FnMut() -> T) {
    for _ in 0..times {
        black_box(operation());
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [name, times] = &arguments[..] else {
        for (name, _) in PATHS {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, path)) = PATHS.iter().find(|(path, _)| path == name) else {
        eprintln!("there is no path {name}");
        return ExitCode::FAILURE;
    };
    let Ok(times) = times.parse() else {
        eprintln!("{times} is no number of times");
        return ExitCode::FAILURE;
    };
    path(times);
    ExitCode::SUCCESS
}
