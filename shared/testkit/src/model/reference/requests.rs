//! What happens when somebody asks for something, comes or goes.

use super::{Hosted, MEMBERS, Member, Reference, STEP_MS};
use crate::model::ops::{Op, Told};
use netplay::ids::{PlayerId, Seat};
use netplay::limits;
use netplay::wire::{CloseReason, MemberRow, Presence, Text};

impl Reference {
    pub(super) fn obey(&mut self, op: &Op) {
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
        let host_only = (!is_host).then_some("NotHost");
        let lobby_only = self.session.as_ref().map(|_| "WrongPhase");
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
            Op::Seat { whom, seat, .. } => {
                let watches = *whom == who && seat.is_none();
                host_only.filter(|_| !watches).or_else(|| self.assign(*whom, *seat, watches))
            }
            Op::Take { seat, .. } => self.take(who, *seat),
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
            Op::Hand { .. } if is_host && self.hosted.is_some() => Some("WrongPhase"),
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
            Op::Start { .. } => host_only.or(lobby_only).or_else(|| self.start(None)),
            Op::Host { turns, .. } => {
                let hosted = Hosted { turns: *turns, has_deposit: false };
                host_only.or(lobby_only).or_else(|| self.start(Some(hosted)))
            }
            Op::Deposit { .. } => {
                if let Some(hosted) = self.hosted.as_mut().filter(|_| is_host) {
                    hosted.has_deposit = true;
                }
                None
            }
            Op::End { .. } => {
                let watches = self.row(me).seat.is_none();
                if self.session.is_some() && (me == self.host || !watches) {
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
        let is_hosted = self.hosted.is_some();
        let holds = |member: &Member| member.row.connected || (member.held && !is_hosted);
        let anybody = self.members.iter().any(holds);
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

    pub(super) fn enter(&mut self, who: usize, watch: bool) {
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
            held: false,
            wants_seat: !watch && self.session.is_some(),
            benched: false,
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
        if player == self.host {
            self.brief(who);
        }
        self.settle();
        self.of_mut(who).loaded = true;
        self.settle();
    }

    fn take(&mut self, who: usize, wish: Option<u16>) -> Option<&'static str> {
        let Some(drivers) = &self.session else { return Some("NotStarted") };
        let member = self.of(who).unwrap();
        if let Some(mine) = member.row.seat {
            return wish.filter(|seat| *seat != mine.0).map(|_| "SeatTaken");
        }
        if wish.is_some_and(|seat| seat >= self.seats) {
            return Some("NoSuchSeat");
        } else if member.benched {
            return Some("NotHost");
        }
        let sits = |seat| self.members.iter().any(|member| member.row.seat == Some(Seat(seat)));
        let is_open = |seat: &u16| drivers[usize::from(*seat)].is_none() && !sits(*seat);
        let mut wished = (0..self.seats).filter(|seat| wish.is_none_or(|wish| wish == *seat));
        let Some(seat) = wished.find(is_open) else { return Some("SeatTaken") };
        let member = self.of_mut(who);
        member.row.seat = Some(Seat(seat));
        member.wants_seat = false;
        None
    }

    fn assign(&mut self, whom: usize, seat: Option<u16>, is_own: bool) -> Option<&'static str> {
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
        let runs = self.session.is_some();
        let member = self.of_mut(whom);
        (member.wants_seat, member.benched) = (runs && is_own, runs && !is_own);
        let row = self.row(player);
        row.seat = seat.map(Seat);
        if seat.is_none() {
            (row.ready, row.rescue, row.vote) = (false, false, None);
        }
        None
    }

    fn start(&mut self, hosted: Option<Hosted>) -> Option<&'static str> {
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
        (self.session, self.hosted) = (Some(drivers), hosted);
        for member in &mut self.members {
            (member.row.vote, member.row.rescue) = (None, false);
            (member.loaded, member.held) = (member.row.connected, false);
        }
        self.tell_all(Told::Started(self.round));
        None
    }

    pub(super) fn end(&mut self, by: PlayerId) {
        (self.session, self.hosted) = (None, None);
        self.tell_all(Told::Ended(self.round, by));
        for member in &mut self.members {
            (member.row.ready, member.benched) = (false, false);
        }
        for at in 0..self.members.len() {
            if std::mem::take(&mut self.members[at].wants_seat) && self.free_seat().is_some() {
                self.members[at].row.seat = self.free_seat();
            }
        }
        self.host_active_at = self.now_ms;
    }

    pub(super) fn remove(&mut self, player: PlayerId, reason: CloseReason) {
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
        member.held |= member.loaded;
        (member.lost_at, member.hidden_at, member.loaded) = (Some(now), None, false);
    }

    pub(super) fn pass_host(&mut self, player: PlayerId) {
        self.host = player;
        self.host_active_at = self.now_ms;
        self.starting = false;
        self.members.iter_mut().for_each(|member| member.row.rescue = false);
        self.tell_all(Told::Host(player));
    }
}
