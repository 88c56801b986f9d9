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

    /// The next word, which is wiped.
    #[inline]
    pub(crate) fn take(&self) -> Result<u32, RandomnessError> {
        let left = self.left.get();
        // The index is out of range where none is left, and where `left` is not a count of words.
        let word = self.words.get(N.wrapping_sub(left as usize)).ok_or(RandomnessError::new())?;
        self.left.set(left - 1);
        Ok(word.replace(0))
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;

    #[test]
    fn words_are_used_once_and_wiped() {
        let pool = Pool::<4>::empty();
        assert!(pool.take().is_err());
        pool.words[2].set(7);
        pool.words[3].set(8);
        pool.left.set(2);
        assert_eq!((pool.take(), pool.take()), (Ok(7), Ok(8)));
        assert!(pool.take().is_err());
        assert!(pool.words.iter().all(|word| word.get() == 0));
    }

    #[test]
    fn a_wrong_count_is_an_empty_pool() {
        let pool = Pool::<4>::empty();
        for left in [5, u32::MAX] {
            pool.left.set(left);
            assert!(pool.take().is_err());
        }
    }
}
