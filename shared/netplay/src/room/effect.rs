//! What a room wants done.

use crate::ids::{ConnId, PlayerId};
use crate::link::Lane;
use crate::wire::{CloseReason, Message, Packet, Refusal, Reject};
use alloc::collections::VecDeque;

/// Something a room wants done. The room does none of it itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send this packet.
    Send {
        /// On which connection.
        to: ConnId,
        /// What.
        packet: Packet,
        /// How it may travel.
        lane: Lane,
    },
    /// Say goodbye on this connection and close it: it is nobody's place any more.
    Close {
        /// Which.
        conn: ConnId,
        /// Why.
        reason: CloseReason,
    },
    /// Write this down.
    Note(Note),
}

/// Something worth a line or a count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Somebody came in, or back.
    Joined {
        /// Who.
        player: PlayerId,
        /// On which connection.
        conn: ConnId,
        /// Whether an earlier place was given back.
        resumed: bool,
    },
    /// A member's connection is lost.
    Lost {
        /// Who.
        player: PlayerId,
        /// Why.
        reason: CloseReason,
    },
    /// A member is gone for good.
    Left {
        /// Who.
        player: PlayerId,
        /// Why.
        reason: CloseReason,
    },
    /// A member's request was refused.
    Refused {
        /// Who.
        player: PlayerId,
        /// On which connection.
        conn: ConnId,
        /// Why.
        refusal: Refusal,
    },
    /// A member was cut off for making the relay carry too much.
    Flooded,
    /// A message had no effect.
    Ignored(Ignored),
}

/// Why a message had no effect. Nobody is told: what is ignored is either a message that crossed
/// another on the way, or the work of a peer who knows better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// Input for a seat that is not the sender's.
    ForeignSeat,
    /// Input that leaves a gap, says nothing new, or lies beyond the window.
    BadFrames,
    /// It belongs to a session that is over or not loaded yet, or to a seat given away.
    Stale,
    /// The sender or the receiver has no part in it.
    Undeliverable,
}

/// What a room has to get done, in order.
#[derive(Debug, Default)]
pub(super) struct Effects {
    queue: VecDeque<Effect>,
}

impl Effects {
    pub(super) fn pop(&mut self) -> Option<Effect> {
        self.queue.pop_front()
    }

    pub(super) fn tell(&mut self, to: ConnId, message: impl Into<Message>) {
        let message: Message = message.into();
        self.send(to, &message.encode(), Lane::Ordered);
    }

    pub(super) fn tell_all(
        &mut self,
        to: impl IntoIterator<Item = ConnId>,
        message: impl Into<Message>,
    ) {
        let message: Message = message.into();
        self.send_all(to, &message.encode(), Lane::Ordered);
    }

    pub(super) fn send(&mut self, to: ConnId, packet: &Packet, lane: Lane) {
        self.queue.push_back(Effect::Send { to, packet: packet.clone(), lane });
    }

    pub(super) fn send_all(
        &mut self,
        to: impl IntoIterator<Item = ConnId>,
        packet: &Packet,
        lane: Lane,
    ) {
        to.into_iter().for_each(|conn| self.send(conn, packet, lane));
    }

    pub(super) fn refuse(&mut self, player: PlayerId, conn: ConnId, refusal: Refusal) {
        self.tell(conn, Reject { refusal: refusal.clone() });
        self.note(Note::Refused { player, conn, refusal });
    }

    pub(super) fn close(&mut self, conn: ConnId, reason: CloseReason) {
        self.queue.push_back(Effect::Close { conn, reason });
    }

    pub(super) fn note(&mut self, note: Note) {
        self.queue.push_back(Effect::Note(note));
    }

    pub(super) fn ignore(&mut self, ignored: Ignored) {
        self.note(Note::Ignored(ignored));
    }
}
