//! Updates that come late, twice or out of order, told from those that are news.

use crate::ids::ahead;
use crate::limits::LATEST_ENTITIES;
use alloc::collections::BTreeMap;

/// Whether number `a` comes after number `b`, where 0 comes after 65 535. Of two that are exactly half the range
/// apart neither does.
///
/// ```
/// use netplay::present::latest::seq_newer;
///
/// assert!(seq_newer(2, 65_535));
/// assert!(!seq_newer(65_535, 2) && !seq_newer(2, 2));
/// ```
#[must_use]
pub const fn seq_newer(a: u16, b: u16) -> bool {
    ahead(a, b) > 0
}

/// Where an update stands among all updates of its entity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UpdateStamp {
    /// Under whose authority it was sent: see [`Authority`](super::ownership::Authority).
    pub epoch: u16,
    /// Counts the updates, from anywhere, and wraps.
    pub seq: u16,
}

impl UpdateStamp {
    /// Whether this update comes after the other. A newer epoch comes after every number of an older one.
    #[must_use]
    pub const fn is_newer_than(self, other: Self) -> bool {
        if self.epoch == other.epoch {
            seq_newer(self.seq, other.seq)
        } else {
            seq_newer(self.epoch, other.epoch)
        }
    }
}

/// For each entity, the newest update that was accepted.
///
/// It holds a bounded number of entities: beyond it, those that were not heard of for longest are
/// forgotten, and of a forgotten one any update is news.
///
/// ```
/// use netplay::present::latest::{LatestWins, UpdateStamp};
///
/// let (car, mut newest) = (7, LatestWins::new());
/// let stamp = |epoch, seq| UpdateStamp { epoch, seq };
/// assert!(newest.accept(car, stamp(0, 65_535)));
/// assert!(newest.accept(car, stamp(0, 0)));
/// assert!(!newest.accept(car, stamp(0, 65_535))); // late
/// assert!(!newest.accept(car, stamp(0, 0))); // twice
/// assert!(newest.accept(car, stamp(1, 9))); // somebody else drives …
/// assert!(!newest.accept(car, stamp(0, 1))); // … and who drove before is too late
/// ```
#[derive(Clone, Debug)]
pub struct LatestWins {
    /// Heard of lately. When it is full it becomes `older`, whose entities are forgotten.
    young: BTreeMap<u64, UpdateStamp>,
    older: BTreeMap<u64, UpdateStamp>,
    half: usize,
}

impl Default for LatestWins {
    fn default() -> Self {
        Self::new()
    }
}

impl LatestWins {
    /// Remembers as many entities as most games have.
    #[must_use]
    pub fn new() -> Self {
        Self::with_entities(LATEST_ENTITIES)
    }

    /// Remembers the `entities / 2` that were heard of most recently, and at most `entities`; two at least.
    #[must_use]
    pub fn with_entities(entities: usize) -> Self {
        let (young, older) = Default::default();
        Self { young, older, half: (entities / 2).max(1) }
    }

    /// Whether the update is newer than all that were accepted of this entity. If so, it is accepted.
    pub fn accept(&mut self, entity: u64, stamp: UpdateStamp) -> bool {
        if let Some(newest) = self.young.get_mut(&entity) {
            let is_news = stamp.is_newer_than(*newest);
            if is_news {
                *newest = stamp;
            }
            return is_news;
        }
        let known = self.older.remove(&entity);
        let is_news = known.is_none_or(|newest| stamp.is_newer_than(newest));
        if self.young.len() == self.half {
            self.older = core::mem::take(&mut self.young);
        }
        self.young.insert(entity, known.filter(|_| !is_news).unwrap_or(stamp));
        is_news
    }

    /// The newest update that was accepted of an entity.
    #[must_use]
    pub fn newest(&self, entity: u64) -> Option<UpdateStamp> {
        self.young.get(&entity).or_else(|| self.older.get(&entity)).copied()
    }

    /// The entity is gone, or was silent for half the range of the numbers: whatever comes of it is news.
    pub fn forget(&mut self, entity: u64) {
        self.young.remove(&entity);
        self.older.remove(&entity);
    }

    /// Forgets every entity: another connection.
    pub fn clear(&mut self) {
        self.young.clear();
        self.older.clear();
    }

    /// How many entities are remembered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.young.len() + self.older.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
