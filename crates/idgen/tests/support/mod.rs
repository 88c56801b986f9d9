//! Scripted clocks and randomness.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses a part")]

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use idgen::{Clock, Randomness, RandomnessError};

/// 2026-11-15T23:17:12.814Z, inside the windows of both schemes.
pub const NOW: i64 = 1794784632814;

/// A clock that a test sets while a generator has it.
#[derive(Clone)]
pub struct SetClock(Rc<Cell<i64>>);

impl SetClock {
    pub fn at(unix_ms: i64) -> Self {
        Self(Rc::new(Cell::new(unix_ms)))
    }

    pub fn set(&self, unix_ms: i64) {
        self.0.set(unix_ms);
    }

    pub fn advance(&self, ms: i64) {
        self.0.set(self.0.get() + ms);
    }
}

impl Clock for SetClock {
    fn unix_ms(&mut self) -> i64 {
        self.0.get()
    }
}

/// Randomness that gives the words of a script, then fails.
pub struct Script(VecDeque<u32>);

impl Script {
    pub fn new(words: impl IntoIterator<Item = u32>) -> Self {
        Self(words.into_iter().collect())
    }
}

impl Randomness for Script {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.0.pop_front().ok_or(RandomnessError::new())
    }
}

/// Randomness that counts up from 0, so that each word tells which draw it was.
#[derive(Default)]
pub struct Counting(pub u32);

impl Randomness for Counting {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        let word = self.0;
        self.0 = self.0.wrapping_add(1);
        Ok(word)
    }
}

/// A plain linear generator (Knuth's MMIX constants): as even as a test needs, and repeatable.
pub struct Lcg(pub u64);

impl Randomness for Lcg {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Ok((self.0 >> 32) as u32)
    }
}

/// Randomness that works until it is told to fail.
#[derive(Clone)]
pub struct Switched {
    pub works: Rc<Cell<bool>>,
    pub draws: Rc<Cell<u32>>,
}

impl Switched {
    pub fn on() -> Self {
        Self { works: Rc::new(Cell::new(true)), draws: Rc::new(Cell::new(0)) }
    }
}

impl Randomness for Switched {
    fn next_word(&mut self) -> Result<u32, RandomnessError> {
        if !self.works.get() {
            return Err(RandomnessError::new());
        }
        self.draws.set(self.draws.get() + 1);
        Ok(self.draws.get())
    }
}
