//! What each frame was really simulated from, known or guessed.

use crate::ids::{Frame, Seat, SeatSet};
use crate::sim::Input;
use crate::track::InputLog;
use alloc::vec;
use alloc::vec::Vec;

/// A ring of rows, one a frame, a word a seat.
#[derive(Debug)]
pub(super) struct Rows<I> {
    seats: usize,
    mask: usize,
    words: Vec<I>,
}

impl<I: Input> Rows<I> {
    /// Rows for `frames` frames in a row, and the one before them.
    pub(super) fn new(seats: u16, frames: u32) -> Self {
        let seats = usize::from(seats);
        let rows = (frames as usize + 1).next_power_of_two();
        Self { seats, mask: rows - 1, words: vec![I::default(); rows * seats] }
    }

    pub(super) fn row(&self, frame: Frame) -> &[I] {
        let start = self.start(frame);
        &self.words[start..start + self.seats]
    }

    pub(super) fn word(&self, seat: Seat, frame: Frame) -> Option<&I> {
        self.row(frame).get(seat.index())
    }

    /// Fills the row of a frame in which people drive these seats: with the words that are known,
    /// and for `missing` with what the seat said in the frame before.
    pub(super) fn fill(
        &mut self,
        frame: Frame,
        humans: SeatSet,
        missing: SeatSet,
        log: &InputLog<I>,
    ) {
        let (start, before) = (self.start(frame), self.start(frame.minus(1)));
        for index in 0..self.seats {
            let seat = Seat(index as u16);
            self.words[start + index] = if missing.contains(seat) {
                self.words[before + index]
            } else if humans.contains(seat) {
                log.word(seat, frame).copied().unwrap_or_default()
            } else {
                I::default()
            };
        }
    }

    pub(super) fn clear(&mut self) {
        self.words.fill(I::default());
    }

    fn start(&self, frame: Frame) -> usize {
        (frame.0 as usize & self.mask) * self.seats
    }
}
