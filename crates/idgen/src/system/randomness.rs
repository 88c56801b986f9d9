//! The system's randomness, stretched by a cipher.

use core::fmt;

use chacha20::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

use super::fork;
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

    /// The next word of a source that belongs to this process.
    #[inline]
    fn word(&mut self) -> Result<u32, RandomnessError> {
        loop {
            match &mut self.cipher {
                Some(cipher) if self.words_left > 0 => {
                    self.words_left -= 1;
                    return Ok(cipher.next_u32());
                }
                _ => self.seed()?,
            }
        }
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

    /// Drops the seed where it is another process's.
    #[inline]
    fn leave_parent(&mut self) -> u64 {
        let process = fork::process();
        if self.process != process {
            self.words_left = 0;
        }
        process
    }
}

impl Randomness for SystemRandomness {
    #[inline]
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.leave_parent();
        self.word()
    }

    #[inline]
    fn fill_words(&mut self, words: &mut [u32]) -> Result<(), RandomnessError> {
        self.leave_parent();
        for word in words {
            *word = self.word()?;
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
