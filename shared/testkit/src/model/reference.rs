//! One room in the plainest code: no effects, no deadlines, no indices, only rules.
//!
//! Eight people, at most six of them in the room. Time moves in steps of 10 ms, and at each step
//! every rule is looked at. Sessions are lockstep or live on their host, everybody loads at once,
//! nobody says a word.

mod hosted;
mod requests;

use super::ops::{Op, PEOPLE, Told};
use hosted::Hosted;
use netplay::ids::{PlayerId, Round, Seat};
use netplay::limits;
use netplay::wire::{CloseReason, Lobby, MemberRow, Text};

/// One step of time.
pub const STEP_MS: u64 = 10;
/// Members of the room.
pub const MEMBERS: usize = 6;

#[derive(Clone, Debug)]
struct Member {
    person: usize,
    row: MemberRow,
    lost_at: Option<u64>,
    hidden_at: Option<u64>,
    loaded: bool,
    /// Had loaded the running session when the link was lost, and may have kept it.
    held: bool,
    wants_seat: bool,
    /// The host has moved them to the spectators of the running session.
    benched: bool,
}

/// The room as it must be.
#[derive(Debug)]
pub struct Reference {
    now_ms: u64,
    seats: u16,
    members: Vec<Member>,
    next_id: u32,
    host: PlayerId,
    host_active_at: u64,
    locked: bool,
    starting: bool,
    round: u32,
    /// Who drives each seat of the running session.
    session: Option<Vec<Option<PlayerId>>>,
    /// What is particular to it, if it lives on its host.
    hosted: Option<Hosted>,
    empty_since: Option<u64>,
    over: bool,
    /// The id of everybody's last welcome, and whether it was banned.
    places: [Option<(PlayerId, bool)>; PEOPLE],
    told: Vec<Vec<Told>>,
}

impl Reference {
    /// Person 0 has just created a room.
    #[must_use]
    pub fn new(seats: u16) -> Self {
        let mut room = Self {
            now_ms: 0,
            seats,
            members: Vec::new(),
            next_id: 1,
            host: PlayerId(1),
            host_active_at: 0,
            locked: false,
            starting: false,
            round: 0,
            session: None,
            hosted: None,
            empty_since: None,
            over: false,
            places: [None; PEOPLE],
            told: vec![Vec::new(); PEOPLE],
        };
        room.enter(0, false);
        room.told = vec![Vec::new(); PEOPLE];
        room
    }

    /// What everybody is told because of this.
    pub fn apply(&mut self, op: &Op) -> Vec<Vec<Told>> {
        self.obey(op);
        self.wait(2);
        std::mem::replace(&mut self.told, vec![Vec::new(); PEOPLE])
    }

    /// Whether the person has a connection to the room.
    #[must_use]
    pub fn is_connected(&self, person: usize) -> bool {
        !self.over && self.of(person).is_some_and(|member| member.row.connected)
    }

    /// Whether the person has a place in the room, connected or not.
    #[must_use]
    pub fn is_member(&self, person: usize) -> bool {
        !self.over && self.of(person).is_some()
    }

    /// The person who hosts.
    #[must_use]
    pub fn host(&self) -> usize {
        let host = self.members.iter().find(|member| member.row.player == self.host);
        host.map_or(0, |member| member.person)
    }

    /// The lobby that every connected member must know.
    #[must_use]
    pub fn lobby(&self) -> Lobby {
        Lobby {
            host: self.host,
            seats: self.seats as u8,
            locked: self.locked,
            starting: self.starting,
            session: self.session.as_ref().map(|_| Round(self.round)),
            game: Text::default(),
            members: self.members.iter().map(|member| member.row.clone()).collect(),
        }
    }

    /// Who drives each seat; nothing in the lobby.
    #[must_use]
    pub fn drivers(&self) -> Vec<Option<PlayerId>> {
        self.session.clone().unwrap_or_default()
    }

    // --- the rules of time and consequence ---------------------------------------------------

    fn wait(&mut self, steps: u64) {
        for _ in 0..steps {
            self.now_ms += STEP_MS;
            while let Some(late) = self
                .members
                .iter()
                .find(|member| member.lost_at.is_some_and(|at| at + self.grace_ms() <= self.now_ms))
            {
                self.remove(late.row.player, CloseReason::GraceOver);
            }
            if self.empty_since.is_some_and(|at| at + limits::EMPTY_ROOM_MS <= self.now_ms) {
                self.over = true;
            }
            self.settle();
        }
    }

    fn settle(&mut self) {
        if self.over {
            return;
        }
        if self.members.is_empty() {
            self.over = true;
            return;
        }
        self.settle_session();
        self.settle_host();
        self.starting &= self.all_ready();
        match self.members.iter().any(|member| member.row.connected) {
            true => self.empty_since = None,
            false => self.empty_since = self.empty_since.or(Some(self.now_ms)),
        }
    }

    fn settle_session(&mut self) {
        if let Some(hosted) = self.hosted {
            return self.settle_hands(hosted);
        }
        let Some(mut drivers) = self.session.clone() else { return };
        let sits = |player, seat: usize| {
            self.members.iter().find(|member| {
                member.row.player == player && member.row.seat == Some(Seat(seat as u16))
            })
        };
        let drives = |drivers: &[Option<PlayerId>], seat: usize| {
            drivers[seat].and_then(|player| sits(player, seat))
        };
        if !(0..drivers.len()).any(|seat| drives(&drivers, seat).is_some()) {
            return self.end(self.host);
        }
        let is_fit = |member: &Member| {
            let hidden =
                member.hidden_at.is_some_and(|at| at + limits::HIDDEN_SEAT_MS <= self.now_ms);
            member.row.connected && member.loaded && !hidden
        };
        for member in self.members.iter().filter(|member| is_fit(member)) {
            if let Some(seat) = member.row.seat
                && drivers[seat.index()].is_none()
            {
                drivers[seat.index()] = Some(member.row.player);
            }
        }
        for seat in 0..drivers.len() {
            let driver = drives(&drivers, seat);
            let others = (0..drivers.len()).filter(|other| *other != seat);
            let stays = others
                .filter_map(|other| drives(&drivers, other))
                .any(|other| is_fit(other) || driver.is_none());
            if !driver.is_some_and(is_fit) && stays {
                drivers[seat] = None;
            }
        }
        self.session = Some(drivers);
    }

    fn settle_host(&mut self) {
        if let Some(hosted) = self.hosted {
            self.settle_succession(hosted);
        }
        if self.hosted.is_some() {
            return;
        }
        let earliest = self.members.iter().find(|member| member.row.connected);
        let earliest = earliest.map(|member| member.row.player);
        let heir = match self.members.iter().find(|member| member.row.player == self.host) {
            None => earliest.or(Some(self.members[0].row.player)),
            Some(host) => match host.lost_at {
                Some(at) if at + limits::HOST_GRACE_MS <= self.now_ms => earliest,
                _ => None,
            },
        };
        if let Some(heir) = heir {
            self.pass_host(heir);
        }
        let idle = self.now_ms - self.host_active_at >= limits::HOST_IDLE_MS;
        let host = self.host;
        let voters = || {
            let guests = self.members.iter().map(|member| &member.row);
            guests.filter(|row| {
                row.player != host && row.connected && row.seat.is_some() && row.ready
            })
        };
        let wanting = voters().filter(|row| row.rescue).count();
        if idle && self.session.is_none() && wanting * 2 > voters().count() {
            let rescuer = voters().find(|row| row.rescue).unwrap().player;
            self.pass_host(rescuer);
        }
    }

    // --- small questions ---------------------------------------------------------------------

    fn all_ready(&self) -> bool {
        let guests = self.members.iter().map(|member| &member.row);
        guests
            .filter(|row| row.player != self.host && row.connected && row.seat.is_some())
            .all(|row| row.ready)
    }

    fn free_seat(&self) -> Option<Seat> {
        (0..self.seats)
            .map(Seat)
            .find(|seat| !self.members.iter().any(|member| member.row.seat == Some(*seat)))
    }

    fn unique(&self, wish: &str, player: PlayerId) -> Text<{ limits::NAME_BYTES }> {
        let is_taken = |name: &str| {
            let others = self.members.iter().filter(|member| member.row.player != player);
            others.into_iter().any(|other| other.row.name.eq_ignore_ascii_case(name))
        };
        let numbered = (2..).map(|number| format!("{wish} ({number})"));
        let mut names = std::iter::once(wish.to_owned()).chain(numbered);
        Text::truncated(&names.find(|name| !is_taken(name)).unwrap())
    }

    fn of(&self, person: usize) -> Option<&Member> {
        self.members.iter().find(|member| member.person == person)
    }

    fn of_mut(&mut self, person: usize) -> &mut Member {
        self.members.iter_mut().find(|member| member.person == person).unwrap()
    }

    fn row(&mut self, player: PlayerId) -> &mut MemberRow {
        let member = self.members.iter_mut().find(|member| member.row.player == player);
        &mut member.unwrap().row
    }

    fn tell_all(&mut self, told: Told) {
        for member in self.members.iter().filter(|member| member.row.connected) {
            self.told[member.person].push(told.clone());
        }
    }
}
