//! Random words that JavaScript brings.

use core::cell::Cell;

use idgen::RandomnessError;

/// Words in memory that JavaScript fills, and each of which is used once.
///
/// They are used from the first to the last, and JavaScript sets `left` when it has filled the last
/// so many.
#[repr(C)]
#[derive(Debug)]
pub struct Pool<const N: usize> {
    pub(crate) words: [Cell<u32>; N],
    pub(crate) left: Cell<u32>,
}

impl<const N: usize> Pool<N> {
    pub(crate) const fn empty() -> Self {
        Self { words: [const { Cell::new(0) }; N], left: Cell::new(0) }
    }

    /// The next words, which the caller wipes; none where there are fewer.
    #[inline]
    pub(crate) fn take(&self, count: usize) -> Option<&[Cell<u32>]> {
        let left = self.left.get() as usize;
        // The index is out of range where `left` is not a count of words.
        let words = self.words.get(N.wrapping_sub(left)..)?.get(..count)?;
        self.left.set((left - count) as u32);
        Some(words)
    }

    /// The next word, which is wiped.
    #[inline]
    pub(crate) fn take_one(&self) -> Result<u32, RandomnessError> {
        self.take(1).map_or(Err(RandomnessError::new()), |words| Ok(words[0].replace(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn words_are_used_once() {
        let pool = Pool::<4>::empty();
        assert!(pool.take(1).is_none());
        pool.words[2].set(7);
        pool.words[3].set(8);
        pool.left.set(2);
        assert!(pool.take(3).is_none());
        let take = || pool.take_one().ok();
        assert_eq!((take(), take(), take()), (Some(7), Some(8), None));
        assert!(pool.words.iter().all(|word| word.get() == 0));
    }

    #[test]
    fn a_wrong_count_is_an_empty_pool() {
        let pool = Pool::<4>::empty();
        for left in [5, u32::MAX] {
            pool.left.set(left);
            assert!(pool.take(1).is_none());
        }
    }
}
