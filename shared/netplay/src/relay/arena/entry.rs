//! Coming into an arena, coming back, and going.

use super::Arena;
use super::member::{Connection, Member, NOBODY, Stage};
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId, Seat};
use crate::limits::LABEL_BYTES;
use crate::link::Lane;
use crate::relay::RelayEvent;
use crate::time::Instant;
use crate::wire::{
    CloseReason, Controller, EndSession, Entry, Hello, Identity, Lobby, Message, Refusal, Reject,
    SeatController, Text, Welcome, clean_name,
};
use core::time::Duration;

impl Arena {
    /// Lets a connection in, or refuses it: it may say another `Hello` until its time is over.
    pub(super) fn admit(&mut self, conn: ConnId, hello: &Hello, now: Instant) {
        let entered = match &hello.entry {
            Entry::Create { .. } => Err(Refusal::TooManyRooms),
            Entry::Join { code, .. } | Entry::Resume { code, .. } if *code != RoomCode::ARENA => {
                Err(Refusal::NoSuchRoom)
            }
            Entry::Join { watch, .. } => self.join(conn, hello, *watch, now),
            Entry::Resume { token, .. } => self.resume(conn, hello, token, now),
        };
        if let Err(refusal) = entered {
            self.outbox.tell(conn, Reject { refusal: refusal.clone() });
            self.outbox.counters.refusals += 1;
            self.outbox.event(RelayEvent::Refused { conn, member: None, refusal });
        }
    }

    /// On the lowest free seat, or, where there is none or none is wanted, among the observers.
    fn join(
        &mut self,
        conn: ConnId,
        hello: &Hello,
        watch: bool,
        now: Instant,
    ) -> Result<(), Refusal> {
        let name = clean_name(&hello.name).ok_or(Refusal::BadName)?;
        self.check_identity(&hello.identity)?;
        let seated = self.roster.seats().iter().flatten().count();
        let seat = if watch { None } else { self.roster.lowest_free_seat() };
        let observers = self.roster.len() - seated;
        if seat.is_none() && observers >= self.config.observers {
            return Err(Refusal::RoomFull);
        }
        self.identity.get_or_insert_with(|| hello.identity.clone());
        let id = self.roster.next_id();
        self.roster.add(Member {
            id,
            name,
            token: self.codes.token(),
            conn: Some(conn),
            seat: None,
            loaded: false,
            diverged: false,
            heard: now,
            next_ping: now,
            ping: None,
            rtt_ms: 0,
            date: now,
        });
        self.welcome(id, conn, false, now);
        if let Some(seat) = seat {
            self.sit(id, seat, now);
        }
        Ok(())
    }

    fn resume(
        &mut self,
        conn: ConnId,
        hello: &Hello,
        token: &crate::ids::Token,
        now: Instant,
    ) -> Result<(), Refusal> {
        let player = self.roster.of_token(token).ok_or(Refusal::BadToken)?;
        self.check_identity(&hello.identity)?;
        if let Some(older) = self.roster.conn(player) {
            self.outbox.close(older, CloseReason::Replaced);
            self.forget(older);
            self.detach(player, now);
        }
        if let Some(member) = self.roster.get_mut(player) {
            (member.conn, member.heard, member.next_ping) = (Some(conn), now, now);
        }
        self.welcome(player, conn, true, now);
        if let Some(seat) = self.roster.get(player).and_then(|member| member.seat) {
            self.hand_over(seat, player);
        }
        Ok(())
    }

    /// A watcher wants a seat, or a certain one.
    pub(super) fn take_seat(
        &mut self,
        player: PlayerId,
        wish: Option<Seat>,
        now: Instant,
    ) -> Result<(), Refusal> {
        if self.roster.get(player).is_none_or(|member| member.seat.is_some()) {
            return Err(Refusal::WrongPhase);
        }
        if wish.is_some_and(|seat| seat.0 >= self.config.seats) {
            return Err(Refusal::NoSuchSeat);
        }
        let free = match wish {
            Some(seat) => self.roster.free_seat(seat),
            None => self.roster.lowest_free_seat(),
        };
        self.sit(player, free.ok_or(Refusal::SeatTaken)?, now);
        Ok(())
    }

    fn sit(&mut self, player: PlayerId, seat: Seat, now: Instant) {
        self.roster.sit(player, seat);
        if self.session.is_some() {
            self.hand_over(seat, player);
        } else if let Some(after) = self.config.start_after_ms {
            self.starts_at.get_or_insert(now + Duration::from_millis(after));
        }
    }

    /// The seat is somebody's, or nobody's, from the next tick on; it stands still until then.
    pub(super) fn hand_over(&mut self, seat: Seat, player: PlayerId) {
        let Some(session) = &mut self.session else { return };
        let (controller, from) = (Controller::Human { player }, session.sealer.next_tick());
        session.sealer.silence(seat);
        let packet = session.sealer.note(&SeatController { seat, controller, from });
        self.tell_members(&packet);
    }

    /// Tells a member all it needs, in the order it needs it.
    fn welcome(&mut self, player: PlayerId, conn: ConnId, resumed: bool, now: Instant) {
        if let Some(Connection { stage, .. }) = self.connections.get_mut(&conn) {
            if let Stage::Outside { deadline } = *stage {
                self.outsiders.remove(&(deadline, conn));
            }
            *stage = Stage::Inside(player);
        }
        let Some(member) = self.roster.get(player) else { return };
        let grace_ms = u32::try_from(self.config.resume_grace_ms).unwrap_or(u32::MAX);
        let (code, token) = (RoomCode::ARENA, member.token);
        let lobby = Lobby {
            host: NOBODY,
            seats: 1,
            locked: false,
            starting: false,
            session: self.session.as_ref().map(|_| self.round),
            game: Text::<LABEL_BYTES>::default(),
            members: [member.row()].into(),
        };
        self.outbox.tell(conn, Welcome { code, player, token, resumed, grace_ms });
        self.outbox.tell(conn, lobby);
        if let Some(session) = &mut self.session {
            self.outbox.send(conn, session.start.clone(), Lane::Ordered);
            session.donors.request(player, &self.config, now);
        }
        let counters = &mut self.outbox.counters;
        *(if resumed { &mut counters.resumes } else { &mut counters.joins }) += 1;
        self.outbox.event(RelayEvent::Joined { room: code.into(), player, conn, resumed });
        self.set_date(player, now);
    }

    /// A member's connection is gone: the seat stands still from the next tick, and waits.
    pub(super) fn detach(&mut self, player: PlayerId, now: Instant) {
        let Some(member) = self.roster.get_mut(player) else { return };
        (member.conn, member.loaded, member.diverged) = (None, false, false);
        member.ping = None;
        let seat = member.seat;
        if let Some(seat) = seat {
            self.hand_over(seat, NOBODY);
        }
        if let Some(session) = &mut self.session {
            session.donors.forget(player);
        }
        self.set_date(player, now + Duration::from_millis(self.config.resume_grace_ms));
    }

    /// A member is gone for good. With the last one the arena is as it was at first.
    pub(super) fn remove(&mut self, player: PlayerId, reason: CloseReason) {
        let Some(member) = self.roster.remove(player) else { return };
        self.dates.remove(&(member.date, player));
        self.outbox.counters.leaves += 1;
        let room = RoomCode::ARENA.into();
        self.outbox.event(RelayEvent::Left { room, player, reason });
        if self.roster.len() == 0 {
            self.past = self.ticks();
            (self.session, self.identity, self.starts_at) = (None, None, None);
            self.outbox.event(RelayEvent::RoomClosed { room, reason: CloseReason::RoomEmpty });
        }
    }

    fn check_identity(&self, theirs: &Identity) -> Result<(), Refusal> {
        self.identity.as_ref().map_or(Ok(()), |ours| ours.check(theirs))
    }

    /// The clock starts once every seat is taken, or its date has come.
    pub(super) fn start_if_due(&mut self, now: Instant) {
        let is_due = self.starts_at.is_some_and(|at| at <= now);
        let is_full = self.roster.lowest_free_seat().is_none();
        if self.session.is_some() || !(is_due || is_full) {
            return;
        }
        self.begin(now);
    }

    /// Nobody holds the state of the session any more, so nobody could ever join it: it is over,
    /// and the next one begins with everybody who is here.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        self.past = self.ticks();
        self.session = None;
        let end = EndSession { player: NOBODY, round: self.round };
        self.tell_members(&Message::from(end).encode());
        self.begin(now);
    }

    fn begin(&mut self, now: Instant) {
        self.starts_at = None;
        self.roster.forget_states();
        self.round.0 = self.round.0.saturating_add(1);
        let is_here = |player: PlayerId| self.roster.conn(player).is_some();
        let drivers = self.roster.seats().iter();
        let drivers = drivers.map(|seat| Some(seat.filter(|it| is_here(*it)).unwrap_or(NOBODY)));
        let start = Message::from(self.config.start(self.round, drivers.collect())).encode();
        let mut sealer = crate::room::sealer::Sealer::new(self.sealer_config());
        sealer.start(now);
        self.tell_members(&start);
        let young_until = now + Duration::from_millis(self.config.donor_ms);
        let (donors, digests) = Default::default();
        self.session = Some(super::Session { sealer, start, young_until, donors, digests });
        self.outbox.counters.rooms_opened += 1;
        self.outbox.event(RelayEvent::RoomOpened { room: RoomCode::ARENA.into() });
    }
}
