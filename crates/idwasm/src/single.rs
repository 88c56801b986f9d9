//! Values that one thread has.
#![allow(unsafe_code)]

/// A value in a static of a module that only one thread runs.
#[derive(Debug)]
pub(crate) struct Single<T>(T);

// SAFETY: a WebAssembly module without shared memory is one thread's: each worker has an instance
// of its own, and the target has no way to start a thread. Elsewhere this crate is built for its
// tests, which take turns.
unsafe impl<T> Sync for Single<T> {}

impl<T> Single<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(value)
    }
}

impl<T> core::ops::Deref for Single<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}
