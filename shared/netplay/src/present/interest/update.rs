//! One tick of interest after the other.

use super::cells::Cells;
use super::rings::Rings;
use super::{InterestConfig, InterestConfigError};
use alloc::vec::Vec;
use core::mem::{swap, take};

/// Eyes of a peer: an avatar, a camera. A peer may have several, and the nearest counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterestViewer<P> {
    /// Whose eyes.
    pub peer: P,
    /// Where. In a flat world one of the three is constant.
    pub position: [i32; 3],
}

/// Something that may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterestEntity {
    /// Its name for good. Of one that stands twice in a tick, the nearer counts.
    pub id: u64,
    /// Where it is.
    pub position: [i32; 3],
}

/// Something that is of interest to a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterestEntry {
    /// What.
    pub entity: u64,
    /// How far away, squared.
    pub distance_squared: i64,
    /// In which ring, the closest being 0.
    pub tier: u8,
    /// Whether it is to be sent now.
    pub send: bool,
}

impl InterestEntry {
    /// How far away, rounded down.
    #[must_use]
    pub const fn distance(&self) -> i32 {
        self.distance_squared.isqrt() as i32
    }
}

/// What happened to an entity, seen from a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterestChangeKind {
    /// It is of interest now: the peer has to hear all of it.
    Entered,
    /// It is no longer, or it is gone: the peer hears nothing of it any more.
    Left,
}

/// A change in what is of interest to a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterestChange<P> {
    /// To whom.
    pub peer: P,
    /// What.
    pub entity: u64,
    /// Which.
    pub kind: InterestChangeKind,
}

/// Who needs to hear of what, and how often.
///
/// Everything comes in an order that is the same everywhere: by peer, then by entity. It is fastest
/// when the entities are given in the order of their ids. Buffers are kept from tick to tick.
///
/// ```
/// use netplay::ids::PlayerId;
/// use netplay::present::interest::{Interest, InterestConfig, InterestEntity, InterestViewer};
///
/// let mut interest = Interest::new(InterestConfig::default()).unwrap();
/// let viewers = [InterestViewer { peer: PlayerId(1), position: [0, 0, 0] }];
/// let world = [(1, 10), (2, 100), (3, 500)];
/// let world = world.map(|(id, x)| InterestEntity { id, position: [x, 0, 0] });
/// let mut sent = Vec::new();
/// for tick in 0..8 {
///     interest.update(tick, &viewers, &world);
///     sent.extend(interest.due(PlayerId(1)).map(|entry| entry.entity));
/// }
/// let times = |entity: u64| sent.iter().filter(|sent| **sent == entity).count();
/// assert_eq!(times(1), 8); // near: every tick
/// assert!((2..=3).contains(&times(2))); // farther away: when it enters, then every fourth
/// assert_eq!(times(3), 0);
/// ```
#[derive(Clone, Debug)]
pub struct Interest<P> {
    rings: Rings,
    reach: i64,
    cells: Cells,
    last_tick: Option<u64>,
    /// By peer.
    peers: Vec<Peer<P>>,
    /// Of peers who left: their buffers.
    spare: Vec<Buffers>,
    /// By peer, and each with its peer's place among the peers.
    viewers: Vec<(InterestViewer<P>, u32)>,
    changes: Vec<InterestChange<P>>,
}

#[derive(Clone, Debug)]
struct Peer<P> {
    peer: P,
    is_here: bool,
    buffers: Buffers,
}

#[derive(Clone, Debug, Default)]
struct Buffers {
    /// By entity.
    entries: Vec<InterestEntry>,
    before: Vec<InterestEntry>,
    near: Vec<Near>,
}

/// An entity within reach, and the square of how far away it is.
#[derive(Clone, Copy, Debug)]
struct Near {
    entity: u64,
    square: i64,
}

impl<P: Copy + Ord> Interest<P> {
    /// Nobody is interested in anything yet.
    ///
    /// # Errors
    /// When the rings are not sound.
    pub fn new(config: InterestConfig) -> Result<Self, InterestConfigError> {
        config.check()?;
        let rings = Rings::new(&config);
        let reach = rings.reach().isqrt();
        let (last_tick, peers, spare, viewers, changes) = Default::default();
        let cells = Cells::new(reach);
        Ok(Self { rings, reach, cells, last_tick, peers, spare, viewers, changes })
    }

    /// A tick of sending, with all viewers and all entities. A peer without a viewer is forgotten.
    ///
    /// Ticks may be left out: what would have been due in them is due now.
    pub fn update(
        &mut self,
        tick: u64,
        viewers: &[InterestViewer<P>],
        entities: &[InterestEntity],
    ) {
        let gone = self.last_tick.map_or(1, |last| tick.checked_sub(last).unwrap_or(1));
        self.last_tick = Some(tick);
        self.rings.turn_to(tick, gone);
        self.changes.clear();
        self.seat(viewers);
        self.cells.fill(self.viewers.iter().map(|(viewer, _)| viewer.position));
        self.look_around(entities);
        self.settle();
    }

    /// Everything that is of interest to a peer, by entity.
    #[must_use]
    pub fn entries(&self, peer: P) -> &[InterestEntry] {
        self.place_of(peer).map_or(&[], |place| &self.peers[place].buffers.entries)
    }

    /// What is to be sent to a peer now, by entity.
    pub fn due(&self, peer: P) -> impl Iterator<Item = &InterestEntry> {
        self.entries(peer).iter().filter(|entry| entry.send)
    }

    /// What the last tick changed, by peer and entity.
    #[must_use]
    pub fn changes(&self) -> &[InterestChange<P>] {
        &self.changes
    }

    /// The peer is gone: nobody has to be told anything of it any more.
    pub fn remove_peer(&mut self, peer: P) {
        if let Some(place) = self.place_of(peer) {
            self.spare.push(self.peers.remove(place).buffers);
        }
        self.changes.retain(|change| change.peer != peer);
    }

    fn place_of(&self, peer: P) -> Option<usize> {
        self.peers.binary_search_by_key(&peer, |known| known.peer).ok()
    }

    /// Gives everybody who looks a place among the peers.
    fn seat(&mut self, viewers: &[InterestViewer<P>]) {
        self.viewers.clear();
        self.viewers.extend(viewers.iter().map(|viewer| (*viewer, 0)));
        self.viewers.sort_unstable_by_key(|(viewer, _)| viewer.peer);
        self.peers.iter_mut().for_each(|peer| peer.is_here = false);
        for (viewer, _) in &self.viewers {
            match self.peers.binary_search_by_key(&viewer.peer, |known| known.peer) {
                Ok(place) => self.peers[place].is_here = true,
                Err(place) => {
                    let buffers = self.spare.pop().unwrap_or_default();
                    self.peers.insert(place, Peer { peer: viewer.peer, is_here: true, buffers });
                }
            }
        }
        let mut place = 0;
        for (viewer, seat) in &mut self.viewers {
            while self.peers[place].peer != viewer.peer {
                place += 1;
            }
            *seat = place as u32;
        }
    }

    /// Finds for each peer what is within its reach.
    fn look_around(&mut self, entities: &[InterestEntity]) {
        for entity in entities {
            let mut nearest: Option<(u32, i64)> = None;
            for viewer in self.cells.who_may_see(entity.position) {
                let (viewer, seat) = &self.viewers[*viewer as usize];
                let Some(square) = square_within(viewer.position, entity.position, self.reach)
                else {
                    continue;
                };
                match &mut nearest {
                    Some((of, best)) if of == seat => *best = square.min(*best),
                    other => {
                        if let Some((seat, square)) = other.replace((*seat, square)) {
                            self.peers[seat as usize].note(entity.id, square);
                        }
                    }
                }
            }
            if let Some((seat, square)) = nearest {
                self.peers[seat as usize].note(entity.id, square);
            }
        }
    }

    /// Compares what is near with what was of interest, and lets those go who do not look.
    fn settle(&mut self) {
        for peer in &mut self.peers {
            peer.settle(&self.rings, &mut self.changes);
        }
        let spare = &mut self.spare;
        self.peers.retain_mut(|peer| {
            if !peer.is_here {
                spare.push(take(&mut peer.buffers));
            }
            peer.is_here
        });
    }
}

impl<P: Copy> Peer<P> {
    fn note(&mut self, entity: u64, square: i64) {
        self.buffers.near.push(Near { entity, square });
    }

    fn settle(&mut self, rings: &Rings, changes: &mut Vec<InterestChange<P>>) {
        let peer = self.peer;
        let Buffers { entries, before, near } = &mut self.buffers;
        if !near.is_sorted_by_key(|near| near.entity) {
            near.sort_unstable_by_key(|near| near.entity);
        }
        swap(entries, before);
        entries.clear();
        entries.reserve(near.len());
        let mut change = |entity, kind| changes.push(InterestChange { peer, entity, kind });
        let (mut old, mut new) = (before.as_slice(), near.as_slice());
        while let [Near { entity, square }, later @ ..] = new {
            let (entity, mut square) = (*entity, *square);
            new = later;
            while let Some((twin, later)) =
                new.split_first().filter(|(twin, _)| twin.entity == entity)
            {
                square = square.min(twin.square);
                new = later;
            }
            while let Some((gone, later)) =
                old.split_first().filter(|(gone, _)| gone.entity < entity)
            {
                change(gone.entity, InterestChangeKind::Left);
                old = later;
            }
            let was = old.split_first().filter(|(was, _)| was.entity == entity);
            let tier = match was {
                Some((was, later)) => {
                    old = later;
                    rings.stay(was.tier, square)
                }
                None => rings.enter(square),
            };
            if let Some(tier) = tier {
                let send = was.is_none() || rings.is_due(tier, entity);
                entries.push(InterestEntry { entity, distance_squared: square, tier, send });
            }
            match (was, tier) {
                (None, Some(_)) => change(entity, InterestChangeKind::Entered),
                (Some(_), None) => change(entity, InterestChangeKind::Left),
                _ => {}
            }
        }
        old.iter().for_each(|gone| change(gone.entity, InterestChangeKind::Left));
        near.clear();
    }
}

/// The square of a distance that is within reach. Far beyond it the sum may wrap; then an axis alone is beyond it.
fn square_within(a: [i32; 3], b: [i32; 3], reach: i64) -> Option<i64> {
    let [x, y, z] = [0, 1, 2].map(|axis| (i64::from(a[axis]) - i64::from(b[axis])).abs());
    let square = x.wrapping_mul(x).wrapping_add(y.wrapping_mul(y)).wrapping_add(z.wrapping_mul(z));
    (x.max(y).max(z) <= reach && square <= reach * reach).then_some(square)
}
