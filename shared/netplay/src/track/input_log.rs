//! Every seat's words around the frame that is simulated next.

use crate::ids::{Frame, Seat, SeatSet};
use crate::limits::{
    INPUT_BACKLOG_BYTES, INPUT_BACKLOG_FRAMES, INPUT_HISTORY_FRAMES, INPUT_WINDOW_FRAMES,
};
use crate::sim::Input;
use alloc::vec;
use alloc::vec::Vec;

/// Rows of an ordinary session; only a peer that falls behind needs more.
const FIRST_ROWS: usize = 128;

/// A ring of rows, one a frame: a word a seat, and the set of seats whose word is known. The
/// first word for a frame counts, a second one changes nothing.
///
/// The row of a frame is what the simulation is given: nothing is copied.
#[derive(Clone, Debug)]
pub struct InputLog<I> {
    seats: usize,
    /// The next frame to simulate, or the oldest that may be simulated again.
    next: Frame,
    /// The oldest frame that has a row.
    oldest: Frame,
    /// One a row; the row of a frame is the frame modulo the number of rows, a power of two.
    known: Vec<SeatSet>,
    /// A row after the other, a word a seat.
    words: Vec<I>,
    /// Per seat, the frame after the newest known word.
    ends: Vec<Frame>,
}

impl<I: Input> InputLog<I> {
    /// An empty log of a session with `seats` seats, whose next frame is `next`.
    #[must_use]
    pub fn new(seats: u16, next: Frame) -> Self {
        let seats = usize::from(seats);
        Self {
            seats,
            next,
            oldest: next,
            known: vec![SeatSet::EMPTY; FIRST_ROWS],
            words: vec![I::default(); FIRST_ROWS * seats],
            ends: vec![next; seats],
        }
    }

    /// The next frame to simulate; where frames may be simulated again, the oldest of them.
    #[must_use]
    pub fn next(&self) -> Frame {
        self.next
    }

    /// The oldest frame whose words can still be sent again.
    #[must_use]
    pub fn oldest(&self) -> Frame {
        self.oldest
    }

    /// The frame after the seat's newest known word.
    #[must_use]
    pub fn end(&self, seat: Seat) -> Frame {
        self.ends.get(seat.index()).copied().unwrap_or_default()
    }

    /// The frame after the last one that has a row. A seat's end may be announced far beyond it.
    #[must_use]
    pub fn rows_end(&self) -> Frame {
        self.oldest.plus(self.known.len() as u32)
    }

    /// Says that the seat's words begin no earlier than `frame`.
    pub fn expect_from(&mut self, seat: Seat, frame: Frame) {
        if let Some(end) = self.ends.get_mut(seat.index()) {
            *end = frame.max(*end);
        }
    }

    /// The seats whose word for the frame is known.
    #[must_use]
    pub fn known(&self, frame: Frame) -> SeatSet {
        if self.has_row(frame) { self.known[self.row(frame)] } else { SeatSet::EMPTY }
    }

    /// The seat's word for the frame, if it is known.
    #[must_use]
    pub fn word(&self, seat: Seat, frame: Frame) -> Option<&I> {
        let known = self.known(frame).contains(seat);
        known.then(|| &self.words[self.row(frame) * self.seats + seat.index()])
    }

    /// The first frame from `frame` on for which one of `seats` has no word.
    #[must_use]
    pub fn first_gap(&self, seats: SeatSet, frame: Frame) -> Frame {
        let mut gap = frame;
        while gap < frame.plus(INPUT_BACKLOG_FRAMES) && seats.without(self.known(gap)).is_empty() {
            gap = gap.plus(1);
        }
        gap
    }

    /// How far `seat` may be ahead: a window beyond the slowest of the `others` who pace it,
    /// and never more than the backlog.
    #[must_use]
    pub fn limit(&self, others: SeatSet) -> Frame {
        let backlog = self.next.plus(self.backlog());
        let slowest = others.iter().map(|seat| self.end(seat)).min();
        match slowest {
            Some(end) => end.max(self.next).plus(INPUT_WINDOW_FRAMES).min(backlog),
            None => backlog,
        }
    }

    /// Keeps a word, unless its frame is past, is `limit` or later, or has a word already. Says
    /// whether it was kept.
    pub fn insert(&mut self, seat: Seat, frame: Frame, word: I, limit: Frame) -> bool {
        if frame < self.next || frame >= limit || seat.index() >= self.seats {
            return false;
        }
        while !self.fits(frame) {
            self.grow();
        }
        let row = self.row(frame);
        if self.known[row].contains(seat) {
            return false;
        }
        self.known[row].insert(seat);
        self.words[row * self.seats + seat.index()] = word;
        let end = &mut self.ends[seat.index()];
        *end = frame.plus(1).max(*end);
        true
    }

    /// Forgets the seat's words from `from` on: they are somebody else's now.
    pub fn forget(&mut self, seat: Seat, from: Frame) {
        let from = from.max(self.next);
        for frame in from.0..self.end(seat).min(self.rows_end()).0 {
            let row = self.row(Frame(frame));
            if self.known[row].contains(seat) {
                self.known[row].remove(seat);
                self.words[row * self.seats + seat.index()] = I::default();
            }
        }
        if let Some(end) = self.ends.get_mut(seat.index()) {
            *end = from.min(*end);
        }
    }

    /// The next frame's words, a word a seat; the neutral one for every seat not in `drivers`.
    pub fn take(&mut self, drivers: SeatSet) -> &[I] {
        let row = self.row(self.next);
        let start = row * self.seats;
        for seat in self.known[row].without(drivers).iter() {
            self.words[start + seat.index()] = I::default();
        }
        &self.words[start..start + self.seats]
    }

    /// [Takes](Self::take) the next frame's words and goes on to the frame after it.
    pub fn step(&mut self, drivers: SeatSet) -> &[I] {
        self.take(drivers);
        let start = self.row(self.next) * self.seats;
        self.advance();
        &self.words[start..start + self.seats]
    }

    /// The next frame is simulated: go on to the one after it.
    pub fn advance(&mut self) {
        self.next = self.next.plus(1);
        if self.next.since(self.oldest) > INPUT_HISTORY_FRAMES {
            let row = self.row(self.oldest);
            self.known[row] = SeatSet::EMPTY;
            self.words[row * self.seats..(row + 1) * self.seats].fill(I::default());
            self.oldest = self.oldest.plus(1);
        }
    }

    fn backlog(&self) -> u32 {
        let row_bytes = self.seats * I::SIZE.bytes();
        let rows = u32::try_from(INPUT_BACKLOG_BYTES / row_bytes.max(1)).unwrap_or(u32::MAX);
        rows.clamp(INPUT_WINDOW_FRAMES, INPUT_BACKLOG_FRAMES)
    }

    fn row(&self, frame: Frame) -> usize {
        frame.0 as usize & (self.known.len() - 1)
    }

    fn fits(&self, frame: Frame) -> bool {
        (frame.since(self.oldest) as usize) < self.known.len()
    }

    fn has_row(&self, frame: Frame) -> bool {
        frame >= self.oldest && self.fits(frame)
    }

    fn grow(&mut self) {
        let rows = self.known.len();
        let mut known = vec![SeatSet::EMPTY; rows * 2];
        let mut words = vec![I::default(); rows * 2 * self.seats];
        for offset in 0..rows {
            let frame = self.oldest.0 as usize + offset;
            let (from, to) = (frame & (rows - 1), frame & (rows * 2 - 1));
            known[to] = self.known[from];
            words[to * self.seats..(to + 1) * self.seats]
                .copy_from_slice(&self.words[from * self.seats..(from + 1) * self.seats]);
        }
        self.known = known;
        self.words = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PadWord;

    const SEAT: Seat = Seat(0);
    const OTHER: Seat = Seat(1);

    fn log() -> InputLog<PadWord> {
        InputLog::new(2, Frame(0))
    }

    #[test]
    fn the_first_word_for_a_frame_counts() {
        let mut log = log();
        assert!(log.insert(SEAT, Frame(3), PadWord(7), Frame(100)));
        assert!(!log.insert(SEAT, Frame(3), PadWord(8), Frame(100)));
        assert_eq!(log.word(SEAT, Frame(3)), Some(&PadWord(7)));
        assert_eq!(log.word(OTHER, Frame(3)), None);
    }

    #[test]
    fn a_word_that_nobody_drives_is_neutral() {
        let mut log = log();
        log.insert(SEAT, Frame(0), PadWord(7), Frame(100));
        log.insert(OTHER, Frame(0), PadWord(8), Frame(100));
        assert_eq!(log.take([OTHER].into_iter().collect()), &[PadWord(0), PadWord(8)]);
    }

    #[test]
    fn old_rows_stay_for_a_while_and_come_back_clean() {
        let mut log = log();
        for frame in 0..1000 {
            log.insert(SEAT, Frame(frame), PadWord(frame as u16), Frame(5000));
            log.advance();
        }
        assert_eq!(log.known.len(), FIRST_ROWS);
        assert_eq!(log.word(SEAT, Frame(999)), Some(&PadWord(999)));
        let oldest = 1000 - INPUT_HISTORY_FRAMES;
        assert_eq!(log.word(SEAT, Frame(oldest)), Some(&PadWord(oldest as u16)));
        assert_eq!(log.word(SEAT, Frame(oldest - 1)), None);
        assert!(log.known(Frame(1000)).is_empty());
        assert!(!log.insert(SEAT, Frame(999), PadWord(1), Frame(5000)));
    }

    #[test]
    fn growing_moves_no_word() {
        let mut log = log();
        for frame in 0..3000 {
            assert!(log.insert(SEAT, Frame(frame), PadWord(frame as u16), Frame(4096)));
        }
        assert!((0..3000).all(|at| log.word(SEAT, Frame(at)) == Some(&PadWord(at as u16))));
        assert_eq!(log.first_gap([SEAT].into_iter().collect(), Frame(0)), Frame(3000));
    }

    #[test]
    fn wild_frames_cost_nothing() {
        let mut log = log();
        let limit = log.limit([OTHER].into_iter().collect());
        for frame in [256, 600, i32::MAX as u32, u32::MAX] {
            assert!(!log.insert(SEAT, Frame(frame), PadWord(1), limit));
        }
        assert_eq!(log.known.len(), FIRST_ROWS);
        assert!(log.insert(SEAT, Frame(255), PadWord(1), limit));
    }

    #[test]
    fn a_seat_expected_at_the_end_of_time_is_forgotten_at_once() {
        let mut log = log();
        log.insert(OTHER, Frame(3), PadWord(7), Frame(100));
        log.expect_from(OTHER, Frame(u32::MAX));
        log.forget(OTHER, Frame(5));
        assert_eq!((log.end(OTHER), log.word(OTHER, Frame(3))), (Frame(5), Some(&PadWord(7))));
    }

    #[test]
    fn forgotten_words_can_be_said_anew() {
        let mut log = log();
        for frame in 0..10 {
            log.insert(SEAT, Frame(frame), PadWord(1), Frame(100));
        }
        log.forget(SEAT, Frame(4));
        assert_eq!(log.end(SEAT), Frame(4));
        assert_eq!(log.word(SEAT, Frame(3)), Some(&PadWord(1)));
        assert!(log.insert(SEAT, Frame(4), PadWord(2), Frame(100)));
    }
}
