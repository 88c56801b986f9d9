//! How long batches are cut.

/// So many ids share one reading of the clock and one draw of randomness: enough to make either
/// cheap, few enough (less than a microsecond's work) for the time to be right. It is also the
/// number of words that the cipher makes at once.
pub(crate) const BATCH: usize = 64;
