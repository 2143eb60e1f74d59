//! Who is in an arena: connections, members, seats.

use crate::ids::{ConnId, PlayerId, Seat, Token};
use crate::limits::NAME_BYTES;
use crate::room::AddressKey;
use crate::room::bucket::Bucket;
use crate::time::Instant;
use crate::wire::{MemberRow, Presence, Text};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// Nobody: who drives an empty seat of an arena. It stands still.
pub const NOBODY: PlayerId = PlayerId(0);

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody yet: a `Hello` must come, and in time.
    Outside { deadline: Instant },
    /// A member.
    Inside(PlayerId),
}

/// One connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) address: Option<AddressKey>,
    pub(super) stage: Stage,
    pub(super) messages: Bucket,
}

/// One member.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) id: PlayerId,
    pub(super) name: Text<NAME_BYTES>,
    pub(super) token: Token,
    /// None while the connection is lost.
    pub(super) conn: Option<ConnId>,
    pub(super) seat: Option<Seat>,
    /// Holds the state: it simulates, and can give it to others.
    pub(super) loaded: bool,
    /// Told that its state differs.
    pub(super) diverged: bool,
    pub(super) heard: Instant,
    pub(super) next_ping: Instant,
    /// The probe on its way.
    pub(super) ping: Option<(u32, Instant)>,
    pub(super) rtt_ms: u16,
    /// When something is to be done about the member, as the arena's dates have it.
    pub(super) date: Instant,
}

impl Member {
    pub(super) fn row(&self) -> MemberRow {
        MemberRow {
            player: self.id,
            name: self.name.clone(),
            colour: 0,
            seat: None,
            ready: false,
            presence: Presence::Active,
            connected: self.conn.is_some(),
            rtt_ms: self.rtt_ms,
            vote: None,
            rescue: false,
        }
    }

    /// Looks at every byte whatever the first ones are, so that the time taken tells nothing.
    pub(super) fn holds(&self, token: &Token) -> bool {
        let differing = self.token.0.iter().zip(token.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        core::hint::black_box(differing) == 0
    }

    /// Whether its state is good enough to give away.
    pub(super) fn can_give(&self) -> bool {
        self.conn.is_some() && self.loaded && !self.diverged
    }
}

/// The members and whose seat is whose.
#[derive(Debug)]
pub(super) struct Roster {
    members: BTreeMap<PlayerId, Member>,
    seats: Vec<Option<PlayerId>>,
    next_id: u32,
}

impl Roster {
    pub(super) fn new(seats: u16) -> Self {
        let seats = vec![None; usize::from(seats)];
        Self { members: BTreeMap::new(), seats, next_id: NOBODY.0 }
    }

    pub(super) fn next_id(&mut self) -> PlayerId {
        self.next_id += 1;
        PlayerId(self.next_id)
    }

    pub(super) fn add(&mut self, member: Member) {
        self.members.insert(member.id, member);
    }

    pub(super) fn get(&self, player: PlayerId) -> Option<&Member> {
        self.members.get(&player)
    }

    pub(super) fn get_mut(&mut self, player: PlayerId) -> Option<&mut Member> {
        self.members.get_mut(&player)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Member> {
        self.members.values()
    }

    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    pub(super) fn conn(&self, player: PlayerId) -> Option<ConnId> {
        self.members.get(&player)?.conn
    }

    pub(super) fn conns(&self) -> impl Iterator<Item = ConnId> {
        self.members.values().filter_map(|member| member.conn)
    }

    pub(super) fn of_token(&self, token: &Token) -> Option<PlayerId> {
        self.members.values().find(|member| member.holds(token)).map(|member| member.id)
    }

    pub(super) fn seats(&self) -> &[Option<PlayerId>] {
        &self.seats
    }

    /// The seat, if there is such a seat and nobody has it.
    pub(super) fn free_seat(&self, seat: Seat) -> Option<Seat> {
        self.seats.get(seat.index())?.is_none().then_some(seat)
    }

    pub(super) fn lowest_free_seat(&self) -> Option<Seat> {
        let free = self.seats.iter().position(Option::is_none)?;
        u16::try_from(free).ok().map(Seat)
    }

    pub(super) fn sit(&mut self, player: PlayerId, seat: Seat) {
        if let Some(member) = self.members.get_mut(&player) {
            member.seat = Some(seat);
            self.seats[seat.index()] = Some(player);
        }
    }

    /// Another session: what anybody holds belongs to the last one.
    pub(super) fn forget_states(&mut self) {
        for member in self.members.values_mut() {
            (member.loaded, member.diverged) = (false, false);
        }
    }

    pub(super) fn remove(&mut self, player: PlayerId) -> Option<Member> {
        let member = self.members.remove(&player)?;
        if let Some(seat) = member.seat {
            self.seats[seat.index()] = None;
        }
        Some(member)
    }
}
