//! The system's randomness, stretched by a cipher.

use core::{fmt, mem};

use chacha20::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

use super::fork;
use crate::batch::BATCH;
use crate::{Randomness, RandomnessError};

/// How many words a seed serves: 64 KiB.
const WORDS_PER_SEED: u32 = 16 * 1024;

/// The system's randomness, stretched by ChaCha12.
///
/// Each source has a key of its own from the operating system, takes the first when it is first
/// asked, and a new one every 64 KiB and in a forked child. Where the system has none to give, that
/// is an error; the next call asks again, and nothing weaker takes its place.
pub struct SystemRandomness {
    /// `None` before the first seed.
    cipher: Option<ChaCha12Rng>,
    words_left: u32,
    /// The process that the seed was drawn in.
    process: u64,
}

impl SystemRandomness {
    /// A source that has drawn nothing yet from the system.
    pub const fn new() -> Self {
        Self { cipher: None, words_left: 0, process: 0 }
    }

    /// The cipher of this process, with at least one of its seed's words left.
    #[inline]
    fn cipher(&mut self) -> Result<&mut ChaCha12Rng, RandomnessError> {
        if self.words_left == 0 || self.process != fork::process() {
            self.seed()?;
        }
        // Seeded now, if it never was before.
        self.cipher.as_mut().ok_or(RandomnessError::new())
    }

    #[cold]
    fn seed(&mut self) -> Result<(), RandomnessError> {
        let process = fork::process();
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(RandomnessError::of_system)?;
        self.cipher = Some(ChaCha12Rng::from_seed(seed));
        self.words_left = WORDS_PER_SEED;
        self.process = process;
        Ok(())
    }
}

impl Randomness for SystemRandomness {
    #[inline]
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        let word = self.cipher()?.next_u32();
        self.words_left -= 1;
        Ok(word)
    }

    #[inline]
    fn fill_words(&mut self, words: &mut [u32]) -> Result<(), RandomnessError> {
        let mut rest = words;
        while !rest.is_empty() {
            let cipher = self.cipher()?;
            // Whole pieces of the cipher's output, moved in one go.
            let mut bytes = [0; 4 * BATCH];
            let count = rest.len().min(BATCH);
            let (batch, others) = mem::take(&mut rest).split_at_mut(count);
            cipher.fill_bytes(&mut bytes[..4 * count]);
            for (word, bytes) in batch.iter_mut().zip(bytes.chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            self.words_left = self.words_left.saturating_sub(count as u32);
            rest = others;
        }
        Ok(())
    }

    #[inline]
    fn process(&mut self) -> u64 {
        fork::process()
    }
}

impl Default for SystemRandomness {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for SystemRandomness {
    /// The name alone: the state would tell the words to come.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SystemRandomness").finish_non_exhaustive()
    }
}
