//! The system's randomness, stretched by a cipher.

use core::fmt;

use chacha20::variants::Legacy;
use chacha20::{ChaChaCore, R12};
use rand_core::SeedableRng;
use rand_core::block::Generator;

use super::fork;
use crate::batch::BATCH;
use crate::{Randomness, RandomnessError};

/// How often a seed serves the cipher, for as many words at a time as a batch has: 64 KiB.
const BATCHES_PER_SEED: u32 = 256;

/// The system's randomness, stretched by ChaCha12.
///
/// Each source has a key of its own from the operating system, takes the first when it is first
/// asked, and a new one every 64 KiB and in a forked child. Where the system has none to give, that
/// is an error; the next call asks again, and nothing weaker takes its place.
pub struct SystemRandomness {
    /// Words of the cipher, of which the first `left` have not been given yet.
    words: [u32; BATCH],
    left: usize,
    /// The process that the seed and the words were drawn in.
    process: u64,
    /// `None` before the first seed.
    cipher: Option<ChaChaCore<R12, Legacy>>,
    batches_left: u32,
}

impl SystemRandomness {
    /// A source that has drawn nothing yet from the system.
    pub const fn new() -> Self {
        Self { words: [0; BATCH], left: 0, process: 0, cipher: None, batches_left: 0 }
    }

    /// The next word, in this process.
    #[inline]
    pub(crate) fn word(&mut self, process: u64) -> Result<u32, RandomnessError> {
        match self.at_hand(process) {
            Some(word) => Ok(word),
            None => self.draw(),
        }
    }

    /// The next word, in this process, where there is one that needs not be drawn.
    #[inline]
    pub(crate) fn at_hand(&mut self, process: u64) -> Option<u32> {
        // Where none is left, the index wraps and is out of range.
        let left = self.left.wrapping_sub(1);
        let word = if self.process == process { self.words.get(left) } else { None }?;
        self.left = left;
        Some(*word)
    }

    /// Has words of this process at hand, and gives one.
    #[cold]
    #[inline(never)]
    fn draw(&mut self) -> Result<u32, RandomnessError> {
        let mut words = [0; BATCH];
        self.batch(&mut words)?;
        self.words = words;
        self.left = BATCH - 1;
        Ok(words[BATCH - 1])
    }

    /// Makes a batch of words with the cipher of this process.
    fn batch(&mut self, words: &mut [u32; BATCH]) -> Result<(), RandomnessError> {
        let process = fork::process();
        let cipher = match &mut self.cipher {
            Some(cipher) if self.batches_left > 0 && self.process == process => cipher,
            cipher => {
                let mut seed = [0; 32];
                getrandom::fill(&mut seed).map_err(RandomnessError::of_system)?;
                // Words of another process are not to be given here.
                if self.process != process {
                    self.left = 0;
                }
                self.process = process;
                self.batches_left = BATCHES_PER_SEED;
                cipher.insert(ChaChaCore::from_seed(seed))
            }
        };
        cipher.generate(words);
        self.batches_left -= 1;
        Ok(())
    }
}

impl Randomness for SystemRandomness {
    #[inline]
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.word(fork::process())
    }

    #[inline]
    fn fill_words(&mut self, words: &mut [u32]) -> Result<(), RandomnessError> {
        let mut batches = words.chunks_exact_mut(BATCH);
        for batch in &mut batches {
            if let Ok(batch) = batch.try_into() {
                self.batch(batch)?;
            }
        }
        for word in batches.into_remainder() {
            *word = self.next_word()?;
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
