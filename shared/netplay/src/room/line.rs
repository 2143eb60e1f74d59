//! One seat's line in a lockstep session: who drives it and how far its words have come.

use super::effect::Ignored;
use crate::ids::{Frame, PlayerId};
use crate::limits::INPUT_WINDOW_FRAMES;
use crate::time::Instant;
use crate::wire::{Controller, Input, Packet};

/// One seat. All that is kept of its words is where they end and the last packet.
#[derive(Debug)]
pub(super) struct Line {
    controller: Controller,
    /// The first frame without a forwarded word.
    end: Frame,
    /// The last packet of the present driver.
    last: Option<Packet>,
    /// Since when another seat has passed this one's end.
    behind_since: Option<Instant>,
}

impl Line {
    pub(super) fn new(controller: Controller, end: Frame) -> Self {
        Self { controller, end, last: None, behind_since: None }
    }

    pub(super) fn driver(&self) -> Option<PlayerId> {
        match self.controller {
            Controller::Human { player } => Some(player),
            Controller::Ai => None,
        }
    }

    pub(super) fn end(&self) -> Frame {
        self.end
    }

    /// How far the present driver's words have really come; `None` before the first.
    pub(super) fn said(&self) -> Option<Frame> {
        (self.driver().is_some() && self.last.is_some()).then_some(self.end)
    }

    pub(super) fn behind_since(&self) -> Option<Instant> {
        self.behind_since
    }

    /// Takes a packet of the driver's and says which to forward: this one, or the last one again
    /// when it says no more than that did. A peer repeats itself when somebody seems to have
    /// missed it; the relay repeats what everybody else got, not what is claimed now.
    pub(super) fn take(
        &mut self,
        input: &Input,
        packet: &Packet,
        slowest: Frame,
        now: Instant,
    ) -> Result<Packet, Ignored> {
        let end = input.end();
        if input.first > self.end || end < self.end || end.since(slowest) > INPUT_WINDOW_FRAMES {
            return Err(Ignored::BadFrames);
        }
        if end == self.end {
            return self.last.clone().ok_or(Ignored::BadFrames);
        }
        self.end = end;
        self.last = Some(packet.clone());
        self.behind_since = self.behind_since.map(|_| now);
        Ok(packet.clone())
    }

    /// Notes whether the fastest seat has passed this one.
    pub(super) fn compare(&mut self, fastest: Frame, now: Instant) {
        if self.driver().is_none() || fastest <= self.end {
            self.behind_since = None;
        } else {
            self.behind_since.get_or_insert(now);
        }
    }

    /// The wait begins anew: after a pause nobody is to blame for it.
    pub(super) fn forgive(&mut self) {
        self.behind_since = None;
    }

    /// Gives the seat to the AI from the first frame without a word; returns the last packet, for
    /// whoever missed it.
    pub(super) fn hand_to_ai(&mut self) -> Option<Packet> {
        self.controller = Controller::Ai;
        self.behind_since = None;
        self.last.take()
    }

    /// Gives the seat to a player whose words begin at `from`.
    pub(super) fn hand_to(&mut self, player: PlayerId, from: Frame) {
        *self = Self::new(Controller::Human { player }, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seat;
    use crate::wire::{Message, WordSize, Words};

    fn input(first: u32, count: usize) -> (Input, Packet) {
        let words = Words::new(WordSize::PAD, alloc::vec![0; count * 2]).unwrap();
        let input = Input { seat: Seat(0), first: Frame(first), words };
        (input.clone(), Message::Input(input).encode())
    }

    fn take(line: &mut Line, first: u32, count: usize) -> Result<Frame, Ignored> {
        let (input, packet) = input(first, count);
        line.take(&input, &packet, Frame(10), Instant::ZERO).map(|_| line.end())
    }

    #[test]
    fn words_come_without_a_gap_and_within_the_window() {
        let mut line = Line::new(Controller::Human { player: PlayerId(1) }, Frame(3));
        assert_eq!(take(&mut line, 4, 1), Err(Ignored::BadFrames), "a gap");
        assert_eq!(take(&mut line, 0, 3), Err(Ignored::BadFrames), "nothing said yet to repeat");
        assert_eq!(take(&mut line, 1, 4), Ok(Frame(5)), "with redundancy before the new words");
        assert_eq!(take(&mut line, 1, 4), Ok(Frame(5)), "the same again for who missed it");
        assert_eq!(take(&mut line, 0, 2), Err(Ignored::BadFrames), "the past");
        assert_eq!(take(&mut line, u32::MAX, 1), Err(Ignored::BadFrames), "the far future");
    }

    #[test]
    fn a_line_stops_at_the_window() {
        let mut line = Line::new(Controller::Human { player: PlayerId(1) }, Frame(250));
        assert_eq!(take(&mut line, 250, 16), Ok(Frame(266)));
        assert_eq!(take(&mut line, 266, 1), Err(Ignored::BadFrames));
    }
}
