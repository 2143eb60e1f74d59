//! What members of an arena say, and the ticks that come of it.

use super::Arena;
use super::digests::Verdict;
use super::donors::Errand;
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId};
use crate::limits::CHECKPOINT_INTERVAL_FRAMES;
use crate::link::Lane;
use crate::relay::RelayEvent;
use crate::time::Instant;
use crate::wire::{
    Checkpoint, CloseReason, Diverged, Input, Latencies, Latency, Message, Pong, Refusal, Reject,
    StateRequest, TransferAbort, TransferAck, TransferBegin, TransferChunk,
};

impl Arena {
    /// Something a member said.
    pub(super) fn hear(&mut self, player: PlayerId, conn: ConnId, message: &Message, now: Instant) {
        let Some(member) = self.roster.get_mut(player) else { return };
        member.heard = now;
        match message {
            Message::Input(input) => self.take_input(player, input),
            Message::Checkpoint(checkpoint) => self.take_digest(player, checkpoint, now),
            Message::Loaded(loaded) if loaded.round == self.round => {
                (member.loaded, member.diverged) = (true, false);
                if let Some(session) = &mut self.session {
                    session.donors.forget(player);
                }
            }
            Message::TakeSeat(wish) => {
                if let Err(refusal) = self.take_seat(player, wish.seat, now) {
                    self.refuse(player, conn, refusal);
                }
            }
            Message::TransferBegin(_)
            | Message::TransferChunk(_)
            | Message::TransferAck(_)
            | Message::TransferAbort(_) => self.carry(player, message, now),
            Message::Ping(ping) => self.outbox.tell(conn, Pong { nonce: ping.nonce }),
            Message::Pong(pong) => {
                if let Some((_, sent)) = member.ping.take_if(|(nonce, _)| *nonce == pong.nonce) {
                    let rtt_ms = u16::try_from(now.since(sent).as_millis()).unwrap_or(u16::MAX);
                    member.rtt_ms = rtt_ms;
                    let rows = [Latency { player, rtt_ms }].into();
                    self.outbox.tell(conn, Latencies { rows });
                }
            }
            Message::Leave(_) => {
                self.outbox.close(conn, CloseReason::Left);
                self.forget(conn);
                self.detach(player, now);
                self.remove(player, CloseReason::Left);
            }
            // A page says who it is and what it shows; an arena has no use for it.
            _ => self.outbox.counters.undeliverable += 1,
        }
    }

    fn take_input(&mut self, player: PlayerId, input: &Input) {
        let Some(session) = &mut self.session else {
            self.outbox.counters.stale += 1;
            return;
        };
        if self.roster.seats().get(input.seat.index()) != Some(&Some(player)) {
            self.outbox.counters.foreign_seat += 1;
        } else if session.sealer.say(input).is_err() {
            self.outbox.counters.bad_frames += 1;
        }
    }

    fn take_digest(&mut self, player: PlayerId, told: &Checkpoint, now: Instant) {
        let Some(session) = &mut self.session else { return };
        // Who may still be loading is asked, too: the first who is there decides nothing alone.
        let is_young = now < session.young_until;
        let members = self.roster.iter().filter(|member| member.conn.is_some());
        let asked = members.filter(|it| it.loaded || is_young || session.donors.owes(it.id));
        let expected = asked.count();
        let holds = self.roster.get(player).is_some_and(|member| member.loaded);
        let is_checkpoint = told.frame.plus(1).0.is_multiple_of(CHECKPOINT_INTERVAL_FRAMES);
        if !holds || !is_checkpoint || told.frame >= session.sealer.next_tick() {
            self.outbox.counters.stale += 1;
            return;
        }
        if let Some(verdict) = session.digests.tell(player, told.frame, told.hash, expected) {
            self.name(verdict);
        }
    }

    /// Tells everybody who differs, each of them once.
    fn name(&mut self, verdict: Verdict) {
        let Verdict { frame, majority, mut players } = verdict;
        players.retain(|player| {
            let member = self.roster.get_mut(*player);
            member.is_some_and(|member| !core::mem::replace(&mut member.diverged, true))
        });
        if !players.is_empty() {
            self.diverged += players.len() as u64;
            let packet = Message::from(Diverged { frame, majority, players }).encode();
            self.tell_members(&packet);
        }
    }

    pub(super) fn refuse(&mut self, player: PlayerId, conn: ConnId, refusal: Refusal) {
        self.outbox.tell(conn, Reject { refusal: refusal.clone() });
        self.outbox.counters.refusals += 1;
        let member = Some((RoomCode::ARENA.into(), player));
        self.outbox.event(RelayEvent::Refused { conn, member, refusal });
    }

    // --- ticks ----------------------------------------------------------------------------------

    pub(super) fn seal_what_is_due(&mut self, now: Instant) {
        let Some(session) = &mut self.session else { return };
        while let Some(bundle) = session.sealer.seal(now) {
            for packet in &bundle.seals {
                for conn in self.roster.conns() {
                    self.outbox.send(conn, packet.clone(), Lane::Ordered);
                }
            }
        }
    }

    // --- states ---------------------------------------------------------------------------------

    pub(super) fn find_donors(&mut self, now: Instant) {
        let Some(session) = &mut self.session else { return };
        for errand in session.donors.settle(&self.roster, &self.config, now) {
            match errand {
                Errand::Ask { donor, asker } => {
                    if let Some(to) = self.roster.conn(donor) {
                        self.outbox.tell(to, StateRequest { player: asker });
                    }
                }
                Errand::Abort { asker, donor, transfer } => {
                    if let Some(to) = self.roster.conn(asker) {
                        self.outbox.tell(to, TransferAbort { peer: donor, id: transfer });
                    }
                }
                Errand::Lost => return self.begin_anew(now),
                Errand::Dry { asker } => {
                    if let Some(to) = self.roster.conn(asker) {
                        self.refuse(asker, to, Refusal::AlreadyStarted);
                    }
                }
            }
        }
    }

    /// A part of a state on its way between two members.
    fn carry(&mut self, player: PlayerId, message: &Message, now: Instant) {
        let Some(session) = &mut self.session else { return };
        let donors = &mut session.donors;
        let (peer, forward): (PlayerId, Message) = match message {
            Message::TransferBegin(begin) if donors.serves(player, begin.peer) => {
                if session.sealer.history(begin.frame).is_none() {
                    donors.abort(begin.peer, now);
                    let abort = TransferAbort { peer: begin.peer, id: begin.id };
                    (player, abort.into())
                } else {
                    donors.progress(begin.peer, Some(begin.id), &self.config, now);
                    (begin.peer, TransferBegin { peer: player, ..begin.clone() }.into())
                }
            }
            Message::TransferChunk(chunk)
                if donors.serves(player, chunk.peer)
                    && donors.can_carry(chunk.peer, chunk.bytes.len()) =>
            {
                donors.progress(chunk.peer, None, &self.config, now);
                (chunk.peer, TransferChunk { peer: player, ..chunk.clone() }.into())
            }
            Message::TransferAck(ack) if donors.serves(ack.peer, player) => {
                (ack.peer, TransferAck { peer: player, ..ack.clone() }.into())
            }
            Message::TransferAbort(abort) if donors.serves(player, abort.peer) => {
                donors.abort(abort.peer, now);
                (abort.peer, TransferAbort { peer: player, ..abort.clone() }.into())
            }
            Message::TransferAbort(abort) if donors.serves(abort.peer, player) => {
                donors.abort(player, now);
                (abort.peer, TransferAbort { peer: player, ..abort.clone() }.into())
            }
            _ => {
                self.outbox.counters.undeliverable += 1;
                return;
            }
        };
        let Some(to) = self.roster.conn(peer) else { return };
        self.outbox.tell(to, forward);
        if let Message::TransferBegin(begin) = message {
            // The ticks since go with the state. Those that the member has are told twice.
            let history = session.sealer.history(begin.frame).into_iter().flatten();
            for packet in history.filter(|_| peer == begin.peer) {
                self.outbox.send(to, packet.clone(), Lane::Ordered);
            }
        }
    }
}
