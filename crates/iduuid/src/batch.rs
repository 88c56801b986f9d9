//! A whole column to HUIDs at once, so that collisions are resolved and reported.

use alloc::vec::Vec;
use core::fmt;

use idcore::Huid;

use crate::error::MapError;

/// How many ids one millisecond holds.
const SLOTS: u32 = 1 << Huid::RANDOM_BITS;

/// The HUIDs of a batch of other ids, no two of which became one.
///
/// Where several ids were mapped to one HUID, the lowest of them keeps it, and each other gets the
/// next free HUID upwards in the same millisecond, from the end of which it goes on at its start.
/// The result depends on which ids the batch has, not on their order. An id that occurs several
/// times, as one does in a column that refers to another, gets the same HUID each time.
///
/// Across batches nothing is resolved: take all ids of a table as one batch, or those of whole
/// milliseconds, and a unique constraint as the last word.
///
/// ```
/// use iduuid::{HuidBatch, huid_lossy_from_uuid_v7};
/// use uuid::uuid;
///
/// let uuids = [
///     uuid!("019e8a1a-3f00-7cc3-98c4-dc0c0c07398f"),
///     uuid!("019e8a1a-3f01-7cc3-98c4-dc0c0c07398f"),
/// ];
/// let batch = HuidBatch::of(&uuids, huid_lossy_from_uuid_v7)?;
/// assert_eq!(batch.ids()[0], huid_lossy_from_uuid_v7(uuids[0])?);
/// assert!(batch.moved().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuidBatch {
    ids: Vec<Huid>,
    moved: Vec<Moved>,
}

/// An id of a batch that has another HUID than the mapping gives it.
///
/// ```
/// use idcore::Huid;
/// use iduuid::{HuidBatch, Moved};
///
/// // A mapping by which every id becomes the same HUID.
/// let batch = HuidBatch::of(&[7, 5, 6], |_| Ok(Huid::MIN))?;
/// // The lowest keeps it.
/// assert_eq!(batch.ids().iter().map(|id| id.to_u64()).collect::<Vec<_>>(), [2, 0, 1]);
/// let moved: Moved = batch.moved()[0];
/// assert_eq!((moved.index(), moved.mapped()), (0, Huid::MIN));
/// assert_eq!(moved.given().to_u64(), 2);
/// # Ok::<(), iduuid::BatchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    index: usize,
    mapped: Huid,
    given: Huid,
}

impl Moved {
    /// The index of the id in the batch, from 0. Of an id that occurs several times, each index is
    /// reported.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The HUID that the mapping gives, and another id of the batch has.
    pub const fn mapped(&self) -> Huid {
        self.mapped
    }

    /// The HUID that the id got instead.
    pub const fn given(&self) -> Huid {
        self.given
    }
}

impl HuidBatch {
    /// Maps each of `sources` with `map`, such as
    /// [`huid_lossy_from_uuid_v7`](crate::huid_lossy_from_uuid_v7), and resolves collisions.
    ///
    /// Takes 16 bytes of memory for an id, and 32 for one that is moved; sorts them.
    ///
    /// # Errors
    ///
    /// `map` refuses an id, or one millisecond has more than 2,097,152 different ids.
    pub fn of<S, F>(sources: &[S], map: F) -> Result<Self, BatchError>
    where
        S: Copy + Ord,
        F: Fn(S) -> Result<Huid, MapError>,
    {
        let mut mapped = Vec::with_capacity(sources.len());
        for (index, source) in sources.iter().enumerate() {
            let id = map(*source).map_err(|error| BatchError { index, kind: Kind::Map(error) })?;
            mapped.push(id);
        }
        // By HUID, and among those of one HUID by source.
        let mut order: Vec<usize> = (0..mapped.len()).collect();
        order.sort_unstable_by_key(|&index| (mapped[index], sources[index], index));

        let mut moved = Vec::new();
        let mut taken = Slots::new();
        for of_one_ms in order.chunk_by(|&a, &b| mapped[a].time_ms() == mapped[b].time_ms()) {
            resolve(of_one_ms, sources, &mapped, &mut moved, &mut taken)?;
        }
        let mut ids = mapped;
        for one in &moved {
            ids[one.index] = one.given;
        }
        moved.sort_unstable_by_key(Moved::index);
        Ok(Self { ids, moved })
    }

    /// The HUIDs, in the order of the sources.
    pub fn ids(&self) -> &[Huid] {
        &self.ids
    }

    /// The HUIDs, in the order of the sources.
    ///
    /// ```
    /// # use iduuid::{HuidBatch, huid_lossy_from_scru128};
    /// let sources = [idgen::scru128(), idgen::scru128()];
    /// let ids: Vec<idcore::Huid> = HuidBatch::of(&sources, huid_lossy_from_scru128)?.into_ids();
    /// assert_eq!(ids.len(), 2);
    /// # Ok::<(), iduuid::BatchError>(())
    /// ```
    pub fn into_ids(self) -> Vec<Huid> {
        self.ids
    }

    /// The ids that could not keep the HUID of the mapping, by index.
    pub fn moved(&self) -> &[Moved] {
        &self.moved
    }
}

/// Finds other HUIDs for those of one millisecond's ids that are not the lowest of theirs.
fn resolve<S: Copy + Ord>(
    of_one_ms: &[usize],
    sources: &[S],
    mapped: &[Huid],
    moved: &mut Vec<Moved>,
    taken: &mut Slots,
) -> Result<(), BatchError> {
    let same_huid = |a: &usize, b: &usize| mapped[*a] == mapped[*b];
    let same_source = |a: &usize, b: &usize| sources[*a] == sources[*b];
    // Sorted as they are, equal sources stand side by side: they have equal HUIDs.
    let sources_of_ms = of_one_ms.chunk_by(same_source).count();
    let huids_of_ms = of_one_ms.chunk_by(same_huid).count();
    if sources_of_ms == huids_of_ms {
        return Ok(());
    }
    if sources_of_ms > SLOTS as usize {
        let index = of_one_ms[0];
        return Err(BatchError { index, kind: Kind::Full { unix_ms: mapped[index].unix_ms() } });
    }

    taken.clear();
    for &index in of_one_ms {
        taken.take(mapped[index].random());
    }
    // Those that move are met in the order of their HUIDs, so all slots between the HUID of one and
    // the slot that the one before it got are taken: the search never steps back.
    let mut next = 0;
    let mut from_start = false;
    for of_one_huid in of_one_ms.chunk_by(same_huid) {
        let wanted = mapped[of_one_huid[0]];
        for of_one_source in of_one_huid.chunk_by(same_source).skip(1) {
            if !from_start {
                next = next.max(wanted.random() + 1);
            }
            let slot = taken.free_from(next).or_else(|| {
                // All above are taken, and so they are for what follows.
                from_start = true;
                taken.free_from(0)
            });
            let given = slot.and_then(|slot| Huid::from_parts(wanted.time_ms(), slot).ok());
            let Some(given) = given else {
                unreachable!("there are no more ids than slots, and slots are values of the field")
            };
            taken.take(given.random());
            next = given.random() + 1;
            moved.extend(of_one_source.iter().map(|&index| Moved { index, mapped: wanted, given }));
        }
    }
    Ok(())
}

/// Which of a millisecond's ids are taken, as bits.
struct Slots(Vec<u64>);

impl Slots {
    const fn new() -> Self {
        // The 256 KiB are taken when the first collision needs them.
        Self(Vec::new())
    }

    fn clear(&mut self) {
        self.0.clear();
        self.0.resize((SLOTS / u64::BITS) as usize, 0);
    }

    fn take(&mut self, slot: u32) {
        self.0[(slot / u64::BITS) as usize] |= 1 << (slot % u64::BITS);
    }

    /// The first free slot that is not below `slot`.
    fn free_from(&self, slot: u32) -> Option<u32> {
        let word = (slot / u64::BITS) as usize;
        let below = (1_u64 << (slot % u64::BITS)) - 1;
        let words = self.0.get(word..)?;
        let (&first, rest) = words.split_first()?;
        if first | below != u64::MAX {
            return Some(word as u32 * u64::BITS + (first | below).trailing_ones());
        }
        let at = rest.iter().position(|bits| *bits != u64::MAX)?;
        Some((word + 1 + at) as u32 * u64::BITS + rest[at].trailing_ones())
    }
}

/// A batch has no HUIDs: an id was refused, or there are too many.
///
/// ```
/// use iduuid::{BatchError, HuidBatch, huid_lossy_from_uuid_v7};
/// use uuid::uuid;
///
/// let v4 = uuid!("2489e9ad-2ee2-4e00-8ec9-32d5f69181c0");
/// let error: BatchError = HuidBatch::of(&[v4], huid_lossy_from_uuid_v7).unwrap_err();
/// assert_eq!(error.index(), 0);
/// assert!(error.map_error().is_some_and(|error| error.is_kind()));
/// assert!(!error.is_full());
/// assert_eq!(error.to_string(), "the id at index 0: expected UUIDv7, found UUIDv4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    index: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Map(MapError),
    Full { unix_ms: i64 },
}

impl BatchError {
    /// The index of the id that was refused, or of one of those that are too many, from 0.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Why the mapping refused the id, where it did.
    pub const fn map_error(&self) -> Option<MapError> {
        match self.kind {
            Kind::Map(error) => Some(error),
            Kind::Full { .. } => None,
        }
    }

    /// Whether one millisecond has more ids than HUID has.
    pub const fn is_full(&self) -> bool {
        matches!(self.kind, Kind::Full { .. })
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            Kind::Map(error) => write!(f, "the id at index {}: {error}", self.index),
            Kind::Full { unix_ms } => write!(
                f,
                "Unix {unix_ms} ms has more than the {SLOTS} different ids that a millisecond of \
                 HUID holds, among them the one at index {}",
                self.index
            ),
        }
    }
}

impl core::error::Error for BatchError {}
