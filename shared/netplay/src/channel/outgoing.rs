//! What waits to be sent, and what waits to be acknowledged.

use super::frame::{Piece, Place, parts};
use crate::limits::{CHANNEL_LANES, CHANNEL_WINDOW_BYTES, CHANNEL_WINDOW_FRAMES};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::VecDeque;
use core::ops::Range;
use core::time::Duration;

/// A timeout doubles this often.
const BACK_OFF: u8 = 2;

/// A reliable lane's frames from the first that is not acknowledged on.
#[derive(Debug, Default)]
pub(super) struct ReliableOut {
    /// The number of the front frame, beyond its 16 bits.
    base: u64,
    frames: VecDeque<Waiting>,
    /// How many of them were sent at least once, and the bytes of these.
    sent: usize,
    sent_bytes: usize,
    /// All bytes that are not acknowledged.
    bytes: usize,
    /// Lost frames, by number. Some may have been acknowledged meanwhile.
    again: VecDeque<u64>,
    /// No frame is due before.
    due: Option<Instant>,
}

#[derive(Debug)]
struct Waiting {
    message: Packet,
    part: Range<u32>,
    state: State,
    tries: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unsent,
    Sent { packet: u64, due: Instant },
    Lost,
    Arrived,
}

/// The frame that goes next.
pub(super) struct Next {
    pub(super) sequence: u64,
    pub(super) piece: Piece,
    pub(super) is_again: bool,
}

impl ReliableOut {
    /// Bytes that are not acknowledged.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Frames that are not acknowledged, or wait behind one that is not.
    pub(super) fn frames(&self) -> usize {
        self.frames.len()
    }

    /// When the first frame is due again, if none is acknowledged before.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Whether something could go, were there room for it.
    pub(super) fn is_ready(&self) -> bool {
        !self.again.is_empty() || self.fresh().is_some()
    }

    /// Takes a message.
    pub(super) fn push(&mut self, message: &Packet) {
        let waiting =
            |part| Waiting { message: message.clone(), part, state: State::Unsent, tries: 0 };
        self.frames.extend(parts(message.len()).map(waiting));
        self.bytes += message.len();
    }

    /// Frames that nobody acknowledged in time go again; tells of the packets that carried them.
    pub(super) fn expire(&mut self, now: Instant, mut late: impl FnMut(u64)) {
        if self.due.is_none_or(|due| due > now) {
            return;
        }
        self.due = None;
        for (at, frame) in self.frames.iter_mut().take(self.sent).enumerate() {
            match frame.state {
                State::Sent { packet, due } if due <= now => {
                    frame.state = State::Lost;
                    self.again.push_back(self.base + at as u64);
                    late(packet);
                }
                State::Sent { due, .. } => {
                    self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
                }
                _ => {}
            }
        }
    }

    /// The next frame: a lost one first, then a new one as far as the window reaches.
    pub(super) fn next(&mut self, lane: u8) -> Option<Next> {
        while let Some(sequence) = self.again.front().copied() {
            if self.get(sequence).is_some_and(|frame| frame.state == State::Lost) {
                return Some(self.as_next(lane, sequence, true));
            }
            self.again.pop_front();
        }
        self.fresh().map(|sequence| self.as_next(lane, sequence, false))
    }

    /// The first frame that was never sent, as far as the window reaches.
    fn fresh(&self) -> Option<u64> {
        let bytes = self.sent_bytes + self.frames.get(self.sent)?.len();
        let fits = self.sent < CHANNEL_WINDOW_FRAMES && bytes <= CHANNEL_WINDOW_BYTES;
        fits.then_some(self.base + self.sent as u64)
    }

    /// The frame that [`next`](Self::next) gave goes out in this packet.
    pub(super) fn take(&mut self, next: &Next, packet: u64, now: Instant, timeout: Duration) {
        if next.is_again {
            self.again.pop_front();
        } else {
            self.sent += 1;
            self.sent_bytes += next.piece.len();
        }
        let at = (next.sequence - self.base) as usize;
        let Some(frame) = self.frames.get_mut(at) else { return };
        let due = now + timeout * (1 << frame.tries.min(BACK_OFF));
        frame.tries = frame.tries.saturating_add(1);
        frame.state = State::Sent { packet, due };
        self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
    }

    /// A frame arrived.
    pub(super) fn arrived(&mut self, sequence: u64) {
        let Some(at) = sequence.checked_sub(self.base) else { return };
        let Some(frame) = self.frames.get_mut(at as usize) else { return };
        if frame.state != State::Arrived {
            self.bytes -= frame.len();
            frame.state = State::Arrived;
        }
        while self.frames.front().is_some_and(|frame| frame.state == State::Arrived) {
            let Some(frame) = self.frames.pop_front() else { return };
            self.base += 1;
            self.sent -= 1;
            self.sent_bytes -= frame.len();
        }
        if self.sent == 0 {
            self.due = None;
        }
    }

    /// The packet that carried a frame is lost. The frame may have gone again since.
    pub(super) fn lost(&mut self, sequence: u64, carrier: u64) {
        let Some(at) = sequence.checked_sub(self.base) else { return };
        let Some(frame) = self.frames.get_mut(at as usize) else { return };
        if matches!(frame.state, State::Sent { packet, .. } if packet == carrier) {
            frame.state = State::Lost;
            self.again.push_back(sequence);
        }
    }

    fn get(&self, sequence: u64) -> Option<&Waiting> {
        self.frames.get(sequence.checked_sub(self.base)? as usize)
    }

    fn as_next(&self, lane: u8, sequence: u64, is_again: bool) -> Next {
        let frame = &self.frames[(sequence - self.base) as usize];
        let place = Place::Numbered {
            sequence: sequence as u16,
            first: frame.part.start == 0,
            last: frame.part.end as usize == frame.message.len(),
        };
        let (message, part) = (frame.message.clone(), frame.part.clone());
        Next { sequence, piece: Piece { lane, place, message, part }, is_again }
    }
}

impl Waiting {
    fn len(&self) -> usize {
        (self.part.end - self.part.start) as usize
    }
}

/// What is sent once: the frames of all lanes that resend nothing, in the order of sending.
#[derive(Debug, Default)]
pub(super) struct UnreliableOut {
    pieces: VecDeque<Piece>,
    bytes: [usize; CHANNEL_LANES],
}

impl UnreliableOut {
    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Bytes of a lane that were not sent yet, with their heads: nothing costs something, too.
    pub(super) fn bytes(&self, lane: u8) -> usize {
        self.bytes[usize::from(lane)]
    }

    /// Takes a message of at most 255 parts.
    pub(super) fn push(&mut self, lane: u8, message: &Packet) {
        let last_index = parts(message.len()).count().saturating_sub(1) as u8;
        for (index, part) in parts(message.len()).enumerate() {
            let place = match last_index {
                0 => Place::Whole,
                _ => Place::Part { index: index as u8, last_index },
            };
            let piece = Piece { lane, place, message: message.clone(), part };
            self.bytes[usize::from(lane)] += piece.room();
            self.pieces.push_back(piece);
        }
    }

    /// What is newer is on its way: nobody needs the rest of this lane any more.
    pub(super) fn forget(&mut self, lane: u8) {
        if self.bytes(lane) > 0 {
            self.pieces.retain(|piece| piece.lane != lane);
            self.bytes[usize::from(lane)] = 0;
        }
    }

    /// The next frame, if it fits into what is left of a packet.
    pub(super) fn next(&mut self, room: usize) -> Option<Piece> {
        let piece = self.pieces.pop_front_if(|piece| piece.room() <= room)?;
        self.bytes[usize::from(piece.lane)] -= piece.room();
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_millis(100);

    fn send_all(out: &mut ReliableOut, packet: u64, now: Instant) -> alloc::vec::Vec<u64> {
        core::iter::from_fn(|| {
            let next = out.next(0)?;
            out.take(&next, packet, now, TIMEOUT);
            Some(next.sequence)
        })
        .collect()
    }

    #[test]
    fn what_nobody_acknowledges_goes_again_ever_later() {
        let mut out = ReliableOut::default();
        out.push(&[1; 10].into());
        let mut now = Instant::ZERO;
        for wait in [100, 200, 400, 400, 400] {
            assert_eq!(send_all(&mut out, 0, now), [0]);
            now = now + Duration::from_millis(wait - 1);
            out.expire(now, |_| panic!("early"));
            assert!(out.next(0).is_none());
            now = now + Duration::from_millis(1);
            let mut late = 0;
            out.expire(now, |_| late += 1);
            assert_eq!(late, 1);
        }
        out.arrived(0);
        assert!(out.next(0).is_none() && out.bytes() == 0 && out.due().is_none());
    }

    #[test]
    fn a_frame_whose_carrier_is_lost_goes_at_once_but_not_twice() {
        let mut out = ReliableOut::default();
        (0..3).for_each(|byte| out.push(&[byte].into()));
        assert_eq!(send_all(&mut out, 7, Instant::ZERO), [0, 1, 2]);
        out.lost(1, 7);
        assert_eq!(send_all(&mut out, 8, Instant::ZERO), [1]);
        out.lost(1, 7);
        assert!(out.next(0).is_none());
        out.arrived(1);
        assert_eq!(out.frames(), 3, "the first is awaited");
        out.arrived(0);
        assert_eq!(out.frames(), 1);
    }

    #[test]
    fn a_lane_runs_no_further_ahead_than_its_window() {
        let mut out = ReliableOut::default();
        (0..2_000).for_each(|_| out.push(&[0; 4].into()));
        assert_eq!(send_all(&mut out, 0, Instant::ZERO).len(), CHANNEL_WINDOW_FRAMES);
        out.arrived(0);
        assert_eq!(send_all(&mut out, 0, Instant::ZERO).len(), 1);
        let mut large = ReliableOut::default();
        large.push(&alloc::vec![0; 2 * CHANNEL_WINDOW_BYTES].into());
        assert_eq!(send_all(&mut large, 0, Instant::ZERO).len(), CHANNEL_WINDOW_BYTES / 1_180);
    }
}
