//! Messages that are carried to the host, to everybody, or to one member.

use super::donors::Part;
use super::effect::Ignored;
use super::jury::Jury;
use super::pace::Pace;
use super::{Room, Session};
use crate::ids::{ConnId, Frame, PlayerId};
use crate::link::lane_of;
use crate::time::Instant;
use crate::wire::{
    Action, Answer, Candidate, Digests, Exhibit, Message, Offer, Packet, PublicAddress,
    SessionModel, StateRequest, TransferAbort, TransferAck, TransferBegin, TransferChunk,
};
use alloc::vec::Vec;

impl Room {
    /// Carries a message on, stamped with its real sender.
    pub(super) fn carry(
        &mut self,
        player: PlayerId,
        message: &Message,
        packet: &Packet,
        now: Instant,
    ) -> Result<(), Ignored> {
        match message {
            Message::Action(action) => {
                self.is_authority_open(Some(player))?;
                let stamped = Message::from(Action { player, ..action.clone() });
                let lane = lane_of(&stamped, self.model());
                let to = self.peer(player, self.election.host())?;
                self.effects.send(to, &stamped.encode(), lane);
                Ok(())
            }
            Message::StateRequest(_) => {
                self.is_authority_open(None)?;
                self.tell_host(player, StateRequest { player })
            }
            Message::Event(_) | Message::Snapshot(_) => {
                self.check_host(player)?;
                let lane = lane_of(message, self.model());
                self.effects.send_all(self.roster.conns_but(player), packet, lane);
                Ok(())
            }
            Message::StateBlob(blob) => {
                self.check_host(player)?;
                let to = self.peer(player, blob.player)?;
                self.effects.send(to, packet, lane_of(message, self.model()));
                Ok(())
            }
            Message::Deposit(_) => {
                self.check_host(player)?;
                let session = self.session.as_mut().ok_or(Ignored::Stale)?;
                session.deposit = Some(packet.clone());
                Ok(())
            }
            Message::TransferBegin(_)
            | Message::TransferChunk(_)
            | Message::TransferAck(_)
            | Message::TransferAbort(_) => self.transfer(player, message, now),
            Message::PackPart(part) => self.hand_over_pack(player, part),
            Message::Digests(digests) => {
                self.is_comparable(player, digests.peer)?;
                let told = Digests { peer: player, ..digests.clone() };
                self.tell_peer(player, digests.peer, told)
            }
            Message::Exhibit(exhibit) => {
                self.is_comparable(player, exhibit.peer)?;
                let shown = Exhibit { peer: player, ..exhibit.clone() };
                self.tell_peer(player, exhibit.peer, shown)
            }
            Message::Offer(offer) => {
                let sdp = offer.sdp.clone();
                self.tell_peer(player, offer.peer, Offer { peer: player, sdp })
            }
            Message::Answer(answer) => {
                let sdp = answer.sdp.clone();
                self.tell_peer(player, answer.peer, Answer { peer: player, sdp })
            }
            Message::Candidate(way) => {
                let candidate = way.candidate.clone();
                self.tell_peer(player, way.peer, Candidate { peer: player, candidate })
            }
            Message::PublicAddress(seen) => {
                let address = seen.address.clone();
                self.tell_peer(player, seen.peer, PublicAddress { peer: player, address })
            }
            _ => Err(Ignored::Undeliverable),
        }
    }

    /// A part of a state on its way between two members of a running session.
    fn transfer(
        &mut self,
        player: PlayerId,
        message: &Message,
        now: Instant,
    ) -> Result<(), Ignored> {
        let Self { watch, effects, .. } = self;
        let Session { play, donors, clock, .. } = self.session.as_mut().ok_or(Ignored::Stale)?;
        let is_asked = match message {
            _ if play.lives_on_host() => true,
            Message::TransferBegin(begin) => donors.serves(player, begin.peer),
            Message::TransferChunk(chunk) => donors.serves(player, chunk.peer),
            Message::TransferAck(ack) => donors.serves(ack.peer, player),
            Message::TransferAbort(TransferAbort { peer, .. }) => {
                donors.serves(player, *peer) || donors.serves(*peer, player)
            }
            _ => false,
        };
        if !is_asked {
            return Err(Ignored::Undeliverable);
        }
        match message {
            Message::TransferBegin(begin) if begin.peer == player => {
                self.restart(player, begin.frame, now);
                Ok(())
            }
            Message::TransferAbort(abort) if abort.peer == player => {
                donors.abort(player, player);
                Ok(())
            }
            Message::TransferBegin(begin) => {
                let (asker, frame) = (begin.peer, begin.frame);
                if play.lives_on_peers() && !donors.may_begin(player, asker, begin.id) {
                    return Err(Ignored::Undeliverable);
                }
                let is_too_old = clock.as_ref().is_some_and(|clock| !clock.reaches(frame));
                if is_too_old {
                    donors.abort(player, asker);
                    let abort = TransferAbort { peer: asker, id: begin.id };
                    return self.tell_peer(asker, player, abort);
                }
                donors.progress(player, asker, Part::Begin(begin.id), &self.config, now);
                let begin = TransferBegin { peer: player, ..begin.clone() };
                if watch.keeps_states_for(asker) {
                    watch.begin_state(effects, &begin, asker, now);
                } else {
                    self.tell_peer(player, asker, begin)?;
                }
                self.tell_ticks_from(frame, asker, now);
                Ok(())
            }
            Message::TransferChunk(chunk) => {
                let asker = chunk.peer;
                let is_bounded = play.lives_on_peers();
                if is_bounded && !donors.can_carry(player, asker, chunk.bytes.len()) {
                    return Err(Ignored::Undeliverable);
                }
                donors.progress(player, asker, Part::Chunk, &self.config, now);
                let chunk = TransferChunk { peer: player, ..chunk.clone() };
                if !watch.keeps_states_for(asker) {
                    return self.tell_peer(player, asker, chunk);
                }
                let id = chunk.id;
                let answer = watch.take_chunk(effects, chunk, asker, now);
                let (received_bytes, is_whole) = answer.ok_or(Ignored::Undeliverable)?;
                if is_whole {
                    let part = Part::KeptUntil(now + watch.delay());
                    donors.progress(player, asker, part, &self.config, now);
                }
                self.tell_peer(asker, player, TransferAck { peer: asker, id, received_bytes })
            }
            Message::TransferAck(ack) => {
                if watch.take_ack(effects, player, ack.peer, ack.received_bytes, now) {
                    return Ok(()); // the donor was answered long ago
                }
                self.tell_peer(player, ack.peer, TransferAck { peer: player, ..ack.clone() })
            }
            Message::TransferAbort(abort) => {
                let is_donors = donors.serves(player, abort.peer);
                donors.abort(player, abort.peer);
                let guest = if is_donors { abort.peer } else { player };
                if watch.keeps_states_for(guest) && !watch.drop_state(guest) && is_donors {
                    return Ok(()); // who has heard nothing of it needs not hear of its end
                }
                self.tell_peer(player, abort.peer, TransferAbort { peer: player, ..abort.clone() })
            }
            _ => Err(Ignored::Undeliverable),
        }
    }

    /// The member was asked for their own state, and has kept it: the session goes on from there.
    fn restart(&mut self, player: PlayerId, frame: Frame, now: Instant) {
        let Some(Session { play, clock, donors, jury, pace, .. }) = &mut self.session else {
            return;
        };
        let is_too_old = clock.as_ref().is_some_and(|clock| !clock.reaches(frame));
        let changes = if play.is_sealed() { Some(Vec::new()) } else { play.restart(frame) };
        let Some(changes) = changes.filter(|_| !is_too_old) else {
            return donors.abort(player, player); // no state of this session
        };
        (*jury, *pace) = (Jury::default(), Pace::default());
        for change in changes {
            self.watch.share(&mut self.effects, &self.roster, None, change, now);
        }
        self.tell_ticks_from(frame, player, now);
    }

    /// Two members compare states while a session runs whose state both hold, be it the right one.
    fn is_comparable(&self, player: PlayerId, peer: PlayerId) -> Result<(), Ignored> {
        let play = &self.session.as_ref().ok_or(Ignored::Stale)?.play;
        let holds = |player| play.has_loaded(player) || self.is_astray(player);
        let both_hold_it = holds(player) && holds(peer);
        let is_live = !self.watch.delays(player) && !self.watch.delays(peer);
        (both_hold_it && is_live).then_some(()).ok_or(Ignored::Stale)
    }

    /// Host authority works in the lobby, where everybody roams, and in a session that lives on
    /// its host. In such a session `from` must have loaded it.
    fn is_authority_open(&self, from: Option<PlayerId>) -> Result<(), Ignored> {
        match &self.session {
            None => Ok(()),
            Some(session) if session.play.lives_on_peers() => Err(Ignored::Stale),
            Some(session) if from.is_some_and(|player| !session.play.has_loaded(player)) => {
                Err(Ignored::Stale)
            }
            Some(_) => Ok(()),
        }
    }

    fn check_host(&self, player: PlayerId) -> Result<(), Ignored> {
        if !self.is_hosted_by(player) {
            return Err(Ignored::Undeliverable);
        }
        self.is_authority_open(Some(player))
    }

    /// How the running session is decided.
    fn model(&self) -> Option<SessionModel> {
        self.session.as_ref().map(|session| session.play.start().model)
    }

    pub(super) fn tell_host(
        &mut self,
        player: PlayerId,
        message: impl Into<Message>,
    ) -> Result<(), Ignored> {
        self.tell_peer(player, self.election.host(), message)
    }

    fn tell_peer(
        &mut self,
        player: PlayerId,
        peer: PlayerId,
        message: impl Into<Message>,
    ) -> Result<(), Ignored> {
        let to = self.peer(player, peer)?;
        self.effects.tell(to, message);
        Ok(())
    }

    /// The connection of another member.
    fn peer(&self, player: PlayerId, peer: PlayerId) -> Result<ConnId, Ignored> {
        let other = self.roster.get(peer).filter(|member| member.id != player);
        other.and_then(|member| member.conn()).ok_or(Ignored::Undeliverable)
    }
}
