//! The original implementation of SCRU128 version 1, given the same random words.

#![allow(clippy::unwrap_used, reason = "a panic is a test's report")]

mod support;

use idcore::Scru128;
use idgen::{Randomness, Scru128Generator};
use support::Lcg;

/// The same words for the original, through the traits of its day.
struct Original(Lcg);

impl rand_core_06::RngCore for Original {
    fn next_u32(&mut self) -> u32 {
        self.0.next_word().unwrap()
    }

    fn next_u64(&mut self) -> u64 {
        unreachable!("the original draws 32 bits at a time")
    }

    fn fill_bytes(&mut self, _: &mut [u8]) {
        unreachable!("the original draws 32 bits at a time")
    }

    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), rand_core_06::Error> {
        unreachable!("the original draws 32 bits at a time")
    }
}

/// So many ids of the original, all of one second: it renews its per-second randomness by time
/// passed, and this project by the second of the clock.
fn ids_of_one_second(seed: u64) -> Vec<Scru128> {
    loop {
        let mut original = scru128::Scru128Generator::with_rng(Original(Lcg(seed)));
        let ids: Vec<_> =
            (0..20_000).map(|_| Scru128::from_u128(original.generate().into())).collect();
        if ids[0].timestamp() / 1000 == ids[ids.len() - 1].timestamp() / 1000 {
            return ids;
        }
    }
}

#[test]
fn makes_the_originals_ids_from_its_clock_and_words() {
    for seed in 0..5 {
        let originals = ids_of_one_second(seed);
        let mut times = originals.iter().map(|id| id.unix_ms());
        let mut generator = Scru128Generator::with_sources(|| times.next().unwrap(), Lcg(seed));
        for original in &originals {
            assert_eq!(generator.generate(), Ok(*original));
        }
    }
}
