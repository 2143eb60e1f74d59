//! One room in the plainest code: no effects, no deadlines, no indices, only rules.
//!
//! Eight people, at most six of them in the room. Time moves in steps of 10 ms, and at each step
//! every rule is looked at. Sessions are lockstep, everybody loads at once, nobody says a word.

use super::ops::{Op, PEOPLE, Told};
use netplay::ids::{PlayerId, Round, Seat};
use netplay::limits;
use netplay::wire::{CloseReason, Lobby, MemberRow, Presence, Text};

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
    wants_seat: bool,
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

    // --- the rules of requests ---------------------------------------------------------------

    fn obey(&mut self, op: &Op) {
        if let Op::Wait { ms } = op {
            return self.wait(ms / STEP_MS);
        }
        let who = op.who();
        match op {
            Op::Join { watch, .. } => return self.join(who, *watch),
            Op::Resume { .. } => return self.resume(who),
            _ if !self.is_connected(who) => return,
            _ => {}
        }
        let me = self.of(who).unwrap().row.player;
        let is_host = me == self.host;
        if is_host && !matches!(op, Op::Presence { .. } | Op::Lose { .. }) {
            self.host_active_at = self.now_ms;
            self.members.iter_mut().for_each(|member| member.row.rescue = false);
        }
        let host_only = ["NotHost"].into_iter().find(|_| !is_host);
        let lobby_only = ["WrongPhase"].into_iter().find(|_| self.session.is_some());
        let refusal = match op {
            Op::Leave { .. } => {
                self.remove(me, CloseReason::Left);
                None
            }
            Op::Lose { .. } => {
                self.lose(me);
                None
            }
            Op::Ready { ready, .. } => lobby_only.or_else(|| {
                let row = self.row(me);
                row.ready = *ready && row.seat.is_some();
                None
            }),
            Op::Rename { name, colour, .. } => lobby_only.or_else(|| {
                let name = self.unique(name, me);
                let is_free = !self
                    .members
                    .iter()
                    .any(|other| other.row.player != me && other.row.colour == *colour);
                let row = self.row(me);
                row.name = name;
                row.colour = if is_free { *colour } else { row.colour };
                None
            }),
            Op::Vote { game, .. } => {
                let row = self.row(me);
                row.vote = row.seat.and_then(|_| game.map(Text::truncated));
                None
            }
            Op::Rescue { wanted, .. } => lobby_only.or_else(|| {
                let idle = self.now_ms - self.host_active_at >= limits::HOST_IDLE_MS;
                if is_host {
                    None
                } else if *wanted && !idle {
                    Some("HostNotIdle")
                } else {
                    let row = self.row(me);
                    row.rescue = *wanted && row.seat.is_some();
                    None
                }
            }),
            Op::Presence { hidden, .. } => {
                let now = self.now_ms;
                let member = self.of_mut(who);
                member.row.presence = if *hidden { Presence::Hidden } else { Presence::Active };
                member.hidden_at = hidden.then(|| member.hidden_at.unwrap_or(now));
                None
            }
            Op::Seat { whom, seat, .. } => host_only.or_else(|| self.assign(*whom, *seat)),
            Op::Lock { locked, starting, .. } => host_only.or_else(|| {
                (self.locked, self.starting) = (*locked, false);
                let sits = |member: &Member| member.row.connected && member.row.seat.is_some();
                match starting {
                    false => None,
                    true if self.session.is_some() => Some("WrongPhase"),
                    true if !self.all_ready() => Some("NotReady"),
                    true if !self.members.iter().any(sits) => Some("NobodySeated"),
                    true => {
                        self.starting = true;
                        None
                    }
                }
            }),
            Op::Hand { whom, .. } => host_only.or_else(|| match self.of(*whom) {
                Some(heir) if heir.row.connected => {
                    let heir = heir.row.player;
                    if heir != me {
                        self.pass_host(heir);
                    }
                    None
                }
                _ => Some("NoSuchPlayer"),
            }),
            Op::Moderate { whom, ban, .. } => host_only.or_else(|| match self.of(*whom) {
                Some(other) if other.row.player != me => {
                    let other = other.row.player;
                    if *ban {
                        self.places[*whom] = Some((other, true));
                    }
                    let reason = if *ban { CloseReason::Banned } else { CloseReason::Kicked };
                    self.remove(other, reason);
                    None
                }
                _ => Some("NoSuchPlayer"),
            }),
            Op::Start { .. } => host_only.or(lobby_only).or_else(|| self.start()),
            Op::End { .. } => {
                if self.session.is_some() {
                    self.end(me);
                }
                None
            }
            Op::Join { .. } | Op::Resume { .. } | Op::Wait { .. } => None,
        };
        if let Some(refusal) = refusal {
            self.told[who].push(Told::Refused(refusal));
        }
        self.settle();
    }

    fn join(&mut self, who: usize, watch: bool) {
        let anybody = self.members.iter().any(|member| member.row.connected);
        let refusal = if self.over {
            Some("NoSuchRoom")
        } else if self.locked {
            Some("RoomLocked")
        } else if self.members.len() >= MEMBERS {
            Some("RoomFull")
        } else if self.session.is_some() && !anybody {
            Some("AlreadyStarted")
        } else {
            None
        };
        match refusal {
            Some(refusal) => self.told[who].push(Told::Refused(refusal)),
            None => self.enter(who, watch),
        }
    }

    fn enter(&mut self, who: usize, watch: bool) {
        let player = PlayerId(self.next_id);
        self.next_id += 1;
        let taken: Vec<u8> = self.members.iter().map(|member| member.row.colour).collect();
        let row = MemberRow {
            player,
            name: self.unique(Op::NAMES[who % Op::NAMES.len()], player),
            colour: (0..8).find(|colour| !taken.contains(colour)).unwrap(),
            seat: if watch || self.session.is_some() { None } else { self.free_seat() },
            ready: false,
            presence: Presence::Active,
            connected: true,
            rtt_ms: 0,
            vote: None,
            rescue: false,
        };
        self.members.push(Member {
            person: who,
            row,
            lost_at: None,
            hidden_at: None,
            loaded: false,
            wants_seat: !watch && self.session.is_some(),
        });
        self.places[who] = Some((player, false));
        self.welcome(who, false);
    }

    fn resume(&mut self, who: usize) {
        let Some((player, banned)) = self.places[who] else { return };
        let refusal = if self.over {
            Some("NoSuchRoom")
        } else if banned {
            Some("Banned")
        } else if self.of(who).is_none_or(|member| member.row.player != player) {
            Some("BadToken")
        } else {
            None
        };
        if let Some(refusal) = refusal {
            return self.told[who].push(Told::Refused(refusal));
        }
        if self.of(who).unwrap().row.connected {
            self.told[who].push(Told::Closed(CloseReason::Replaced));
            self.disconnect(player);
        }
        let member = self.of_mut(who);
        member.row.connected = true;
        member.lost_at = None;
        self.welcome(who, true);
    }

    fn welcome(&mut self, who: usize, resumed: bool) {
        let player = self.of(who).unwrap().row.player;
        self.starting = false;
        self.told[who].push(Told::Welcome(player, resumed));
        if self.session.is_some() {
            self.told[who].push(Told::Started(self.round));
        }
        self.settle();
        self.of_mut(who).loaded = true;
        self.settle();
    }

    fn assign(&mut self, whom: usize, seat: Option<u16>) -> Option<&'static str> {
        let Some(member) = self.of(whom) else { return Some("NoSuchPlayer") };
        let player = member.row.player;
        if member.row.seat.map(|seat| seat.0) == seat {
            return None;
        }
        if let Some(seat) = seat {
            if self.session.is_some() {
                return Some("WrongPhase");
            } else if seat >= self.seats {
                return Some("NoSuchSeat");
            } else if self.members.iter().any(|other| other.row.seat == Some(Seat(seat))) {
                return Some("SeatTaken");
            }
        }
        self.starting = false;
        self.of_mut(whom).wants_seat = false;
        let row = self.row(player);
        row.seat = seat.map(Seat);
        if seat.is_none() {
            (row.ready, row.rescue, row.vote) = (false, false, None);
        }
        None
    }

    fn start(&mut self) -> Option<&'static str> {
        if !self.all_ready() {
            return Some("NotReady");
        }
        let on = |seat| {
            let mut sitting = self.members.iter().filter(|member| member.row.connected);
            sitting.find(|member| member.row.seat == Some(Seat(seat))).map(|one| one.row.player)
        };
        let drivers: Vec<Option<PlayerId>> = (0..self.seats).map(on).collect();
        if drivers.iter().all(Option::is_none) {
            return Some("NobodySeated");
        }
        self.round += 1;
        self.starting = false;
        self.session = Some(drivers);
        for member in &mut self.members {
            (member.row.vote, member.row.rescue) = (None, false);
            member.loaded = member.row.connected;
        }
        self.tell_all(Told::Started(self.round));
        None
    }

    fn end(&mut self, by: PlayerId) {
        self.session = None;
        self.tell_all(Told::Ended(self.round, by));
        self.members.iter_mut().for_each(|member| member.row.ready = false);
        for at in 0..self.members.len() {
            if std::mem::take(&mut self.members[at].wants_seat) && self.free_seat().is_some() {
                self.members[at].row.seat = self.free_seat();
            }
        }
        self.host_active_at = self.now_ms;
    }

    fn remove(&mut self, player: PlayerId, reason: CloseReason) {
        let at = self.members.iter().position(|member| member.row.player == player).unwrap();
        let gone = self.members.remove(at);
        if gone.row.connected {
            self.told[gone.person].push(Told::Closed(reason));
        }
        self.tell_all(Told::Left(player, reason));
        self.starting = false;
    }

    fn lose(&mut self, player: PlayerId) {
        self.disconnect(player);
        self.starting = false;
    }

    fn disconnect(&mut self, player: PlayerId) {
        let now = self.now_ms;
        let member = self.members.iter_mut().find(|member| member.row.player == player).unwrap();
        member.row.connected = false;
        member.row.ready = false;
        member.row.rescue = false;
        member.row.presence = Presence::Active;
        (member.lost_at, member.hidden_at, member.loaded) = (Some(now), None, false);
    }

    fn pass_host(&mut self, player: PlayerId) {
        self.host = player;
        self.host_active_at = self.now_ms;
        self.starting = false;
        self.members.iter_mut().for_each(|member| member.row.rescue = false);
        self.tell_all(Told::Host(player));
    }

    // --- the rules of time and consequence ---------------------------------------------------

    fn wait(&mut self, steps: u64) {
        for _ in 0..steps {
            self.now_ms += STEP_MS;
            while let Some(late) = self.members.iter().find(|member| {
                member.lost_at.is_some_and(|at| at + limits::RESUME_GRACE_MS <= self.now_ms)
            }) {
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
