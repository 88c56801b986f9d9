//! Knowing that this process is another than the one that filled this memory.
//!
//! A forked child starts with a copy of its parent's memory. A few words of it are set apart that
//! are zero in every new process, so that reading one of them tells, at the cost of a load.

use core::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// Memory that is all zero in a new process: one that was just started, and a child that was just
/// forked, however often its ancestors were.
pub(crate) struct ProcessLocal {
    /// The number of this process in its line of ancestors, from 1; 0 where it has not been taken
    /// yet.
    number: AtomicU64,
    /// A key that all threads share; a word is 0 until one of them sets it.
    key: [AtomicU64; 4],
    /// 1 once the shared counter has left the millisecond that this process may share with its
    /// parent.
    parted: AtomicU64,
}

impl ProcessLocal {
    const fn new() -> Self {
        Self {
            number: AtomicU64::new(0),
            key: [const { AtomicU64::new(0) }; 4],
            parted: AtomicU64::new(0),
        }
    }

    /// Whether [`part`](Self::part) was called in this process.
    pub(crate) fn has_parted(&self) -> bool {
        self.parted.load(Acquire) != 0
    }

    /// Notes that the shared counter has left its parent's millisecond.
    pub(crate) fn part(&self) {
        self.parted.store(1, Release);
    }

    /// The key of this process, with `propose` to propose the words that have not been set yet.
    ///
    /// No thread waits for another: each word is whichever proposal came first.
    pub(crate) fn key<E>(
        &self,
        propose: impl FnOnce() -> Result<[u64; 4], E>,
    ) -> Result<[u64; 4], E> {
        let key = self.key.each_ref().map(|word| word.load(Relaxed));
        if key.iter().all(|word| *word != 0) {
            return Ok(key);
        }
        let proposed = propose()?;
        let mut key = [0; 4];
        for ((shared, mine), word) in self.key.iter().zip(proposed).zip(&mut key) {
            // 0 means unset. A key without the value 0 in a word is as good.
            let mine = mine.max(1);
            *word = match shared.compare_exchange(0, mine, Relaxed, Relaxed) {
                Ok(_) => mine,
                Err(theirs) => theirs,
            };
        }
        Ok(key)
    }
}

/// The number of the process last taken in this line of ancestors. It lies in ordinary memory, so
/// that a child goes on from its parent's.
static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);

/// The number of this process: never 0, the same for all its threads, and another in a child.
#[inline]
pub(crate) fn process() -> u64 {
    let number = local().number.load(Relaxed);
    if number != 0 { number } else { renew(0) }
}

/// The number of this process, or 0 where it has not been taken yet.
#[inline]
pub(crate) fn process_at_hand() -> u64 {
    local_at_hand().map_or(0, |local| local.number.load(Relaxed))
}

/// Takes a new number for this process, where it still has the number `seen`.
///
/// It is as though the process had been forked: all threads leave what they had behind.
#[cold]
pub(crate) fn renew(seen: u64) -> u64 {
    let next = LAST_NUMBER.fetch_add(1, Relaxed) + 1;
    match local().number.compare_exchange(seen, next, Relaxed, Relaxed) {
        Ok(_) => next,
        Err(taken) => taken,
    }
}

#[cfg(unix)]
pub(crate) use unix::{local, local_at_hand};

/// Elsewhere a process can't be forked.
#[cfg(not(unix))]
#[inline]
pub(crate) fn local() -> &'static ProcessLocal {
    static LOCAL: ProcessLocal = ProcessLocal::new();
    &LOCAL
}

#[cfg(not(unix))]
#[inline]
pub(crate) fn local_at_hand() -> Option<&'static ProcessLocal> {
    Some(local())
}

#[cfg(unix)]
#[allow(unsafe_code)]
mod unix {
    use core::ptr;
    use core::sync::atomic::{
        AtomicPtr,
        Ordering::{Acquire, Relaxed, Release},
    };

    use super::ProcessLocal;

    /// Null until [`init`].
    static LOCAL: AtomicPtr<ProcessLocal> = AtomicPtr::new(ptr::null_mut());

    /// The words of this process.
    #[inline]
    pub(crate) fn local() -> &'static ProcessLocal {
        match local_at_hand() {
            Some(local) => local,
            None => init(),
        }
    }

    /// The words of this process, where there are any yet.
    #[inline]
    pub(crate) fn local_at_hand() -> Option<&'static ProcessLocal> {
        let local = LOCAL.load(Acquire);
        // SAFETY: null, or what `init` stored: a `ProcessLocal` that lives as long as the process
        // and is only used through its atomics.
        unsafe { local.as_ref() }
    }

    #[cold]
    fn init() -> &'static ProcessLocal {
        let ours = match wiped_page() {
            Some(page) => page,
            None => zeroed_by_handler(),
        };
        let ours_ptr = ptr::from_ref(ours).cast_mut();
        // Where another thread was faster, its words count. Ours stay unused, a page at most.
        match LOCAL.compare_exchange(ptr::null_mut(), ours_ptr, Release, Acquire) {
            Ok(_) => ours,
            // SAFETY: not null, and so what `init` stored in another thread; see `local`.
            Err(theirs) => unsafe { &*theirs },
        }
    }

    /// A page that the kernel clears in a child, whichever way it was forked.
    #[cfg(any(target_os = "linux", target_os = "android"))]
    fn wiped_page() -> Option<&'static ProcessLocal> {
        let len = size_of::<ProcessLocal>();
        // SAFETY: a new anonymous mapping, wherever the kernel has room for it: it takes nothing
        // from anyone.
        let page = unsafe {
            libc::mmap(
                ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if page == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the mapping just made, of which no one else knows yet.
        if unsafe { libc::madvise(page, len, libc::MADV_WIPEONFORK) } != 0 {
            // A kernel before 4.14. SAFETY: as above.
            unsafe { libc::munmap(page, len) };
            return None;
        }
        // SAFETY: the mapping is aligned to a page, long enough, never unmapped, and zero: all
        // zeros are a `ProcessLocal`, which is made of integers.
        Some(unsafe { &*page.cast::<ProcessLocal>() })
    }

    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    fn wiped_page() -> Option<&'static ProcessLocal> {
        None
    }

    static HANDLED: ProcessLocal = ProcessLocal::new();

    /// Words that a handler clears in a child. A child made without `fork(3)`, by the bare system
    /// call, goes unnoticed; the page above is for that.
    fn zeroed_by_handler() -> &'static ProcessLocal {
        extern "C" fn clear() {
            HANDLED.number.store(0, Relaxed);
            HANDLED.parted.store(0, Relaxed);
            for word in &HANDLED.key {
                word.store(0, Relaxed);
            }
        }
        // SAFETY: the handler only stores to atomics, which is allowed between `fork` and `exec`,
        // and it is never unloaded.
        let registered = unsafe { libc::pthread_atfork(None, None, Some(clear)) };
        // It fails for want of memory only, and then nothing here could promise anything.
        assert_eq!(registered, 0, "pthread_atfork failed");
        &HANDLED
    }

    #[cfg(test)]
    mod tests {
        use super::{wiped_page, zeroed_by_handler};

        #[test]
        fn fresh_words_are_zero() {
            let page = wiped_page();
            assert!(cfg!(not(target_os = "linux")) || page.is_some());
            for local in page.into_iter().chain([zeroed_by_handler()]) {
                assert_eq!(local.number.load(core::sync::atomic::Ordering::Relaxed), 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LAST_NUMBER, ProcessLocal, process};
    use core::sync::atomic::Ordering::Relaxed;

    #[test]
    fn a_process_has_one_number() {
        let number = process();
        assert_ne!(number, 0);
        assert!(number <= LAST_NUMBER.load(Relaxed));
        assert!(std::thread::spawn(process).join().unwrap() >= number);
    }

    #[test]
    fn the_first_proposal_of_each_word_counts() {
        let local = ProcessLocal::new();
        local.key[1].store(7, Relaxed);
        let key = local.key(|| Ok::<_, ()>([1, 2, 0, 4]));
        assert_eq!(key, Ok([1, 7, 1, 4]));
        assert_eq!(local.key(|| Err(())), key);
        // Without a proposal there is no key.
        assert_eq!(ProcessLocal::new().key(|| Err(())), Err(()));
    }
}
