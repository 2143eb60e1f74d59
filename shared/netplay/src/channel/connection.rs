//! One end of an open channel: lanes on one side, datagrams on the other.

use super::flight::Flight;
use super::frame::{Frame, Piece, Place};
use super::header::{Acknowledgement, HEADER_BYTES, Header, Keys};
use super::incoming::{ReliableIn, Violation};
use super::measure::{Meter, RoundTrip};
use super::outgoing::{ReliableOut, UnreliableOut};
use super::partial::Partials;
use super::received::Received;
use super::sent::{Carried, Sent};
use super::{ChannelConfig, ChannelStats, Delivery, Ended, Unsent};
use crate::limits::{
    CHANNEL_BACKLOG_FRAMES, CHANNEL_INBOX_BYTES, CHANNEL_INBOX_MESSAGES, CHANNEL_STUCK_MS,
    DATAGRAM_BYTES, FRAGMENT_BYTES, FRAGMENTS,
};
use crate::time::Instant;
use crate::wire::{DecodeError, Packet, Reader, WordSize, Writer};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;

/// A channel says something at least this often in the time that its silence may last.
const SIGNS_OF_LIFE: u32 = 6;

/// See the module.
pub(super) struct Connection {
    keys: Keys,
    deliveries: Vec<Delivery>,
    lanes: Vec<Lane>,
    message_bytes: usize,
    budget_bytes: usize,
    silence: Duration,
    received: Received,
    sent: Sent,
    trip: RoundTrip,
    flight: Flight,
    unreliable: UnreliableOut,
    partials: Partials,
    /// The reliable lane whose turn it is to be first in a packet.
    turn: usize,
    inbox: VecDeque<(u8, Packet)>,
    unread: Unread,
    meter_out: Meter,
    meter_in: Meter,
    dropped: u64,
    resent: u64,
    last_heard: Instant,
    last_sent: Option<Instant>,
    /// When a reliable frame was last acknowledged, or the first of them waited.
    progress: Instant,
    /// Since when something waits that could go at once.
    ready: Option<Instant>,
    /// The latest time it was told.
    seen: Instant,
    ended: Option<Ended>,
    pieces: Vec<Piece>,
}

struct Lane {
    out: ReliableOut,
    incoming: ReliableIn,
    /// The packet of the newest message that was delivered, of a lane that never goes back.
    newest: u64,
}

/// What was received and is not polled yet, here or at the host.
#[derive(Default)]
struct Unread {
    messages: usize,
    bytes: usize,
}

impl Connection {
    pub(super) fn new(config: &ChannelConfig, keys: Keys, now: Instant) -> Self {
        let lane = |delivery: &Delivery| Lane {
            out: ReliableOut::default(),
            incoming: ReliableIn::new(*delivery, config.message_bytes),
            newest: 0,
        };
        Self {
            keys,
            deliveries: config.lanes.clone(),
            lanes: config.lanes.iter().map(lane).collect(),
            message_bytes: config.message_bytes,
            budget_bytes: config.send_budget_bytes,
            silence: config.silence(),
            received: Received::new(),
            sent: Sent::new(),
            trip: RoundTrip::default(),
            flight: Flight::new(),
            unreliable: UnreliableOut::default(),
            partials: Partials::default(),
            turn: 0,
            inbox: VecDeque::new(),
            unread: Unread::default(),
            meter_out: Meter::default(),
            meter_in: Meter::default(),
            dropped: 0,
            resent: 0,
            last_heard: now,
            last_sent: None,
            progress: now,
            ready: None,
            seen: now,
            ended: None,
            pieces: Vec::new(),
        }
    }

    /// Why it is over, if it is.
    pub(super) fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// Takes a message.
    pub(super) fn send(&mut self, lane: u8, message: &[u8], now: Instant) -> Result<(), Unsent> {
        self.check(lane, message.len(), now)?;
        self.push(lane, &message.into(), now);
        Ok(())
    }

    /// The same for a message that several peers are told.
    pub(super) fn send_packet(
        &mut self,
        lane: u8,
        message: &Packet,
        now: Instant,
    ) -> Result<(), Unsent> {
        self.check(lane, message.len(), now)?;
        self.push(lane, message, now);
        Ok(())
    }

    fn check(&mut self, lane: u8, bytes: usize, now: Instant) -> Result<(), Unsent> {
        let delivery = self.deliveries.get(usize::from(lane)).ok_or(Unsent::NoLane)?;
        if self.ended.is_some() {
            return Err(Unsent::Closed);
        }
        let out = &self.lanes[usize::from(lane)].out;
        let (cap, waiting) = match delivery {
            Delivery::Ordered | Delivery::Unordered => (self.message_bytes, out.bytes()),
            // Nothing older is sent any more once something newer is there.
            Delivery::Latest => (self.message_bytes.min(FRAGMENTS * FRAGMENT_BYTES), 0),
            Delivery::Unreliable => {
                let cap = self.message_bytes.min(FRAGMENTS * FRAGMENT_BYTES);
                (cap, self.unreliable.bytes(lane))
            }
        };
        if bytes > cap {
            return Err(Unsent::TooLarge);
        }
        let frames = out.frames() + bytes.div_ceil(FRAGMENT_BYTES).max(1);
        if delivery.is_reliable() && frames > CHANNEL_BACKLOG_FRAMES {
            if now.since(self.progress) >= Duration::from_millis(CHANNEL_STUCK_MS) {
                self.ended = Some(Ended::Backlog);
                return Err(Unsent::Closed);
            }
            return Err(Unsent::WouldBlock);
        }
        if waiting + bytes > self.budget_bytes { Err(Unsent::WouldBlock) } else { Ok(()) }
    }

    fn push(&mut self, lane: u8, message: &Packet, now: Instant) {
        let index = usize::from(lane);
        self.ready.get_or_insert(now);
        match self.deliveries[index] {
            Delivery::Ordered | Delivery::Unordered => {
                if self.lanes.iter().all(|lane| lane.out.frames() == 0) {
                    self.progress = now;
                }
                self.lanes[index].out.push(message);
            }
            Delivery::Latest => {
                self.unreliable.forget(lane);
                self.unreliable.push(lane, message);
            }
            Delivery::Unreliable => self.unreliable.push(lane, message),
        }
    }

    /// A datagram came from where the other end is.
    pub(super) fn handle(&mut self, datagram: &[u8], now: Instant) {
        if self.ended.is_some() {
            return;
        }
        let datagram_fits = datagram.len() <= DATAGRAM_BYTES;
        match self.keys.open(datagram).filter(|_| datagram_fits) {
            Some(body) => {
                if self.take(body, datagram.len(), now).is_err() {
                    self.ended = Some(Ended::Protocol);
                }
            }
            None => self.dropped += 1,
        }
    }

    fn take(&mut self, body: &[u8], bytes: usize, now: Instant) -> Result<(), DecodeError> {
        let mut input = Reader::new(body, WordSize::PAD);
        let header = Header::read(&mut input)?;
        let Some(whole) = self.received.whole(header.number) else {
            self.dropped += 1;
            return Ok(());
        };
        self.last_heard = now;
        if self.unread.messages >= CHANNEL_INBOX_MESSAGES
            || self.unread.bytes >= CHANNEL_INBOX_BYTES
        {
            // As if it were lost: what must arrive will be sent again.
            self.dropped += 1;
            return Ok(());
        }
        self.meter_in.count(bytes, now);
        if let Some(ack) = &header.ack {
            self.acknowledged(ack, now);
        }
        let mut elicits = header.asks;
        while input.remaining() > 0 {
            let frame = Frame::read(&mut input, &self.deliveries)?;
            elicits |= matches!(frame.place, Place::Numbered { .. });
            self.frame(frame, whole).map_err(|Violation| DecodeError::BadValue("frame"))?;
        }
        self.received.accept(whole, elicits, now);
        Ok(())
    }

    fn acknowledged(&mut self, ack: &Acknowledgement, now: Instant) {
        let news = self.sent.acknowledge(ack);
        if let (Some(sent), Some(waited)) = (news.newest_sent, ack.waited) {
            let sample = now.since(sent).saturating_sub(waited);
            self.trip.sample(sample);
            self.flight.sample(sample, &self.trip, now);
        }
        if !news.arrived.is_empty() {
            self.progress = now;
        }
        for frame in news.arrived {
            self.lanes[usize::from(frame.lane)].out.arrived(frame.sequence);
        }
        self.lost(news.lost);
        self.ready.get_or_insert(now);
    }

    fn lost(&mut self, frames: Vec<(Carried, u64)>) {
        for (frame, carrier) in frames {
            self.lanes[usize::from(frame.lane)].out.lost(frame.sequence, carrier);
        }
    }

    fn frame(&mut self, frame: Frame<'_>, packet: u64) -> Result<(), Violation> {
        let index = usize::from(frame.lane);
        let never_back = self.deliveries[index] == Delivery::Latest;
        let lane = &mut self.lanes[index];
        match frame.place {
            Place::Numbered { sequence, first, last } => {
                let mut whole = Vec::new();
                lane.incoming.receive(sequence, (first, last), frame.bytes, &mut whole)?;
                whole.into_iter().for_each(|message| self.deliver(frame.lane, message));
            }
            Place::Whole if !never_back => self.deliver(frame.lane, frame.bytes.into()),
            Place::Whole => self.deliver_newer(frame.lane, packet, frame.bytes),
            Place::Part { index, last_index } => {
                let Some(first) = packet.checked_sub(index.into()) else { return Ok(()) };
                if never_back && first <= lane.newest {
                    return Ok(());
                }
                let part = (index, last_index);
                match self.partials.receive(frame.lane, packet, part, frame.bytes) {
                    Some(bytes) if bytes.len() > self.message_bytes => return Err(Violation),
                    Some(bytes) if never_back => self.deliver_newer(frame.lane, first, &bytes),
                    Some(bytes) => self.deliver(frame.lane, bytes.into()),
                    None => {}
                }
            }
        }
        Ok(())
    }

    fn deliver_newer(&mut self, lane: u8, packet: u64, bytes: &[u8]) {
        let newest = &mut self.lanes[usize::from(lane)].newest;
        if packet > *newest {
            *newest = packet;
            self.partials.forget_before(lane, packet);
            self.deliver(lane, bytes.into());
        }
    }

    fn deliver(&mut self, lane: u8, message: Packet) {
        self.unread.messages += 1;
        self.unread.bytes += message.len();
        self.inbox.push_back((lane, message));
    }

    /// The next message that has come. It counts as unread until [`read`](Self::read).
    pub(super) fn poll_message(&mut self) -> Option<(u8, Packet)> {
        self.inbox.pop_front()
    }

    /// A message of so many bytes is with whoever asked for it.
    pub(super) fn read(&mut self, bytes: usize) {
        self.unread.messages = self.unread.messages.saturating_sub(1);
        self.unread.bytes = self.unread.bytes.saturating_sub(bytes);
    }

    /// The other end may have been silent for too long.
    pub(super) fn update(&mut self, now: Instant) {
        self.seen = now;
        if self.ended.is_none() && now.since(self.last_heard) >= self.silence {
            self.ended = Some(Ended::Timeout);
        }
    }

    /// The next datagram to send; `None` when there is none now.
    pub(super) fn poll_datagram(&mut self, now: Instant) -> Option<Packet> {
        self.seen = now;
        if self.ended.is_some() {
            return None;
        }
        for lane in &mut self.lanes {
            lane.out.expire(now, |packet| self.sent.give_up(packet));
        }
        let is_sign_due = self.sign_due() <= now;
        let is_answer_due = self.received.due().is_some_and(|due| due <= now);
        let frames = self.pick(now);
        if self.pieces.is_empty() {
            self.ready = None;
            if !is_sign_due && !is_answer_due {
                return None;
            }
        }
        let header = Header {
            number: self.sent.next_number() as u16,
            asks: is_sign_due,
            ack: self.received.acknowledge(is_sign_due, now),
        };
        let mut out = Writer::with_capacity(DATAGRAM_BYTES);
        header.write(&mut out);
        let mut pieces = mem::take(&mut self.pieces);
        let count = pieces.len();
        for (at, piece) in pieces.drain(..).enumerate() {
            piece.write(&mut out, at + 1 == count);
        }
        self.pieces = pieces;
        self.keys.seal(&mut out);
        let forgotten = self.sent.push(frames, now);
        self.lost(forgotten);
        self.last_sent = Some(now);
        self.meter_out.count(out.written().len(), now);
        Some(out.written().into())
    }

    /// Fills `pieces` with the next packet's frames, and says which of them must arrive. What
    /// is sent once goes first, so that the parts of a message go in packets one after another.
    fn pick(&mut self, now: Instant) -> Vec<Carried> {
        let mut room = DATAGRAM_BYTES - HEADER_BYTES;
        while let Some(piece) = self.unreliable.next(room) {
            room -= piece.room();
            let goes_on =
                matches!(piece.place, Place::Part { index, last_index } if index < last_index);
            self.pieces.push(piece);
            if goes_on {
                break;
            }
        }
        let mut carried = Vec::new();
        if self.sent.flight() >= self.flight.window() {
            return carried;
        }
        let (packet, timeout) = (self.sent.next_number(), self.trip.timeout());
        let count = self.lanes.len();
        for index in (self.turn..count).chain(0..self.turn) {
            let out = &mut self.lanes[index].out;
            let lane = index as u8;
            while let Some(next) = out.next(lane).filter(|next| next.piece.room() <= room) {
                room -= next.piece.room();
                out.take(&next, packet, now, timeout);
                self.resent += u64::from(next.is_again);
                carried.push(Carried { lane, sequence: next.sequence });
                self.pieces.push(next.piece);
            }
        }
        self.turn = (self.turn + usize::from(!carried.is_empty())) % count;
        carried
    }

    /// When this end has to say something, so that the other one does not give it up.
    fn sign_due(&self) -> Instant {
        self.last_sent.map_or(Instant::ZERO, |sent| sent + self.silence / SIGNS_OF_LIFE)
    }

    /// When it wants to be polled, if nothing arrives before.
    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        if self.ended.is_some() {
            return None;
        }
        let may_fly = self.sent.flight() < self.flight.window();
        let is_ready = !self.unreliable.is_empty()
            || (may_fly && self.lanes.iter().any(|lane| lane.out.is_ready()));
        let ready = if is_ready { self.ready } else { None };
        let due = self.lanes.iter().filter_map(|lane| lane.out.due());
        let ends = self.last_heard + self.silence;
        let others = [Some(ends), Some(self.sign_due()), self.received.due(), ready];
        others.into_iter().flatten().chain(due).min()
    }

    pub(super) fn stats(&self) -> ChannelStats {
        let now = self.seen;
        ChannelStats {
            rtt_ms_256: self.trip.smoothed_ms_256(),
            rtt_var_ms_256: self.trip.variation_ms_256(),
            loss_permille: self.sent.loss_permille(),
            sent_bytes_s: self.meter_out.last_second(now),
            received_bytes_s: self.meter_in.last_second(now),
            datagrams_sent: self.meter_out.datagrams,
            datagrams_received: self.meter_in.datagrams,
            datagrams_dropped: self.dropped,
            bytes_sent: self.meter_out.bytes,
            bytes_received: self.meter_in.bytes,
            resent: self.resent,
            partial_dropped: self.partials.dropped(),
            waiting_frames: self.lanes.iter().map(|lane| lane.out.frames()).sum(),
            waiting_bytes: self.lanes.iter().map(|lane| lane.out.bytes()).sum(),
        }
    }
}
