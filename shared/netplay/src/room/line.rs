//! One seat's line in a lockstep session: who drives it and how far its words have come.

use super::effect::Ignored;
use crate::ids::{Frame, PlayerId};
use crate::limits::{INPUT_BACKLOG_FRAMES, INPUT_WINDOW_FRAMES};
use crate::time::Instant;
use crate::wire::{Input, Packet};

/// Whose words a seat takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hands {
    /// A player's.
    Human(PlayerId),
    /// Still a player's, up to a frame announced for the AI.
    Leaving {
        player: PlayerId,
        until: Frame,
        /// When the wait for those words ends.
        deadline: Instant,
    },
    /// Nobody's.
    Ai,
}

/// One seat. All that is kept of its words is where they end and the last packet.
#[derive(Debug)]
pub(super) struct Line {
    hands: Hands,
    /// The first frame without a forwarded word.
    end: Frame,
    /// The last packet of the present player.
    last: Option<Packet>,
    /// The words at the end of that packet, in bytes.
    last_bytes: usize,
    /// Since when another seat has passed this one's end.
    behind_since: Option<Instant>,
    /// Nobody is given the seat again before that.
    rests_until: Option<Instant>,
}

impl Line {
    /// A seat whose first word is due for `end`.
    pub(super) fn new(player: Option<PlayerId>, end: Frame) -> Self {
        let hands = player.map_or(Hands::Ai, Hands::Human);
        Self { hands, end, last: None, last_bytes: 0, behind_since: None, rests_until: None }
    }

    /// Who drives the seat and goes on doing so.
    pub(super) fn driver(&self) -> Option<PlayerId> {
        if let Hands::Human(player) = self.hands { Some(player) } else { None }
    }

    /// Who still owes words before the AI takes over.
    pub(super) fn leaver(&self) -> Option<PlayerId> {
        if let Hands::Leaving { player, .. } = self.hands { Some(player) } else { None }
    }

    /// Whose words everybody waits for.
    pub(super) fn awaited(&self) -> Option<PlayerId> {
        self.driver().or(self.leaver())
    }

    pub(super) fn is_ai(&self) -> bool {
        self.hands == Hands::Ai
    }

    pub(super) fn end(&self) -> Frame {
        self.end
    }

    /// How far the present player's words have really come; `None` before the first.
    pub(super) fn said(&self) -> Option<Frame> {
        (self.awaited().is_some() && self.last.is_some()).then_some(self.end)
    }

    pub(super) fn behind_since(&self) -> Option<Instant> {
        self.behind_since
    }

    /// When the wait for a leaver's words ends.
    pub(super) fn deadline(&self) -> Option<Instant> {
        if let Hands::Leaving { deadline, .. } = self.hands { Some(deadline) } else { None }
    }

    /// Takes a packet of the player's and says which to forward: this one, or the last one again
    /// when it says no more than that did. A peer repeats itself when somebody seems to have
    /// missed it, and then reaches further back; of what the last packet said, the relay repeats
    /// what everybody else got, not what is claimed now.
    pub(super) fn take(
        &mut self,
        input: &Input,
        packet: &Packet,
        slowest: Frame,
        now: Instant,
    ) -> Result<Packet, Ignored> {
        let end = input.end();
        let skips = input.first > self.end || end.since(slowest) > INPUT_WINDOW_FRAMES;
        let is_wild = end.since(self.end) > INPUT_BACKLOG_FRAMES;
        if end < self.end || is_wild || skips {
            return Err(Ignored::BadFrames);
        }
        let bytes = input.words.count() as usize * input.words.size().bytes();
        if end == self.end {
            let last = self.last.as_ref().ok_or(Ignored::BadFrames)?;
            let said = &last[last.len() - self.last_bytes..];
            if bytes <= self.last_bytes || !packet.ends_with(said) {
                return Ok(last.clone());
            }
        }
        if self.end < end {
            self.end = end;
            self.behind_since = self.behind_since.map(|_| now);
        }
        self.last = Some(packet.clone());
        self.last_bytes = bytes;
        if let Hands::Leaving { until, .. } = self.hands
            && until <= end
        {
            self.hand_to_ai();
        }
        Ok(packet.clone())
    }

    /// Notes whether the fastest seat has passed this one.
    pub(super) fn compare(&mut self, fastest: Frame, now: Instant) {
        if self.is_ai() || fastest <= self.end {
            self.behind_since = None;
        } else {
            self.behind_since.get_or_insert(now);
        }
    }

    /// The wait begins anew: after a pause nobody is to blame for it.
    pub(super) fn forgive(&mut self) {
        self.behind_since = None;
    }

    /// Takes the player's words up to `until`, and none after. When they are there already, returns
    /// the last packet, for whoever missed it.
    pub(super) fn hand_to_ai_at(&mut self, until: Frame, deadline: Instant) -> Option<Packet> {
        match self.driver() {
            Some(player) if self.end < until => {
                self.hands = Hands::Leaving { player, until, deadline };
                None
            }
            _ => self.hand_to_ai(),
        }
    }

    /// Gives the seat to the AI from the first frame without a word; returns the last packet, for
    /// whoever missed it.
    pub(super) fn hand_to_ai(&mut self) -> Option<Packet> {
        self.hands = Hands::Ai;
        self.behind_since = None;
        self.last.take()
    }

    /// Gives the seat to a player whose words begin at `from`.
    pub(super) fn hand_to(&mut self, player: PlayerId, from: Frame) {
        *self = Self { rests_until: self.rests_until, ..Self::new(Some(player), from) };
    }

    /// The seat has just been given to somebody, and is given to nobody again before that.
    pub(super) fn rest(&mut self, until: Instant) {
        self.rests_until = Some(until);
    }

    pub(super) fn rests_until(&self) -> Option<Instant> {
        self.rests_until
    }

    /// Ends a rest that has lasted long enough.
    pub(super) fn wake(&mut self, now: Instant) {
        self.rests_until = self.rests_until.filter(|until| now < *until);
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
        let mut line = Line::new(Some(PlayerId(1)), Frame(3));
        assert_eq!(take(&mut line, 4, 1), Err(Ignored::BadFrames), "a gap");
        assert_eq!(take(&mut line, 0, 3), Err(Ignored::BadFrames), "nothing said yet to repeat");
        assert_eq!(take(&mut line, 1, 4), Ok(Frame(5)), "with redundancy before the new words");
        assert_eq!(take(&mut line, 1, 4), Ok(Frame(5)), "the same again for who missed it");
        assert_eq!(take(&mut line, 0, 2), Err(Ignored::BadFrames), "the past");
        assert_eq!(take(&mut line, u32::MAX, 1), Err(Ignored::BadFrames), "the far future");
    }

    #[test]
    fn a_repetition_may_reach_further_back_but_not_say_otherwise() {
        let mut line = Line::new(Some(PlayerId(1)), Frame(9));
        let mut say = |first, words: &[u8]| {
            let words = words.iter().flat_map(|word| [*word, 0]).collect();
            let words = Words::new(WordSize::PAD, words).unwrap();
            let input = Input { seat: Seat(0), first: Frame(first), words };
            let packet = Message::Input(input.clone()).encode();
            (line.take(&input, &packet, Frame(9), Instant::ZERO).unwrap(), packet)
        };
        let (_, last) = say(8, &[1, 2]);
        assert_eq!(say(5, &[7, 7, 7, 1, 9]).0, last);
        let (forwarded, longer) = say(5, &[7, 7, 7, 1, 2]);
        assert_eq!(forwarded, longer);
        assert_eq!(say(8, &[1, 2]).0, longer);
    }

    #[test]
    fn a_line_stops_at_the_window() {
        let mut line = Line::new(Some(PlayerId(1)), Frame(250));
        assert_eq!(take(&mut line, 250, 16), Ok(Frame(266)));
        assert_eq!(take(&mut line, 266, 1), Err(Ignored::BadFrames));
    }

    #[test]
    fn a_leaver_owes_the_words_up_to_the_announced_frame() {
        let mut line = Line::new(Some(PlayerId(1)), Frame(3));
        line.hand_to_ai_at(Frame(6), Instant::from_millis(1_000));
        assert_eq!((line.driver(), line.leaver()), (None, Some(PlayerId(1))));
        assert_eq!(take(&mut line, 3, 2), Ok(Frame(5)));
        assert_eq!(line.deadline(), Some(Instant::from_millis(1_000)));
        assert_eq!(take(&mut line, 5, 1), Ok(Frame(6)));
        assert!(line.is_ai());
    }

    #[test]
    fn a_leaver_who_owes_nothing_is_gone_at_once() {
        let mut line = Line::new(Some(PlayerId(1)), Frame(3));
        line.hand_to_ai_at(Frame(3), Instant::from_millis(1_000));
        assert!(line.is_ai());
    }
}
