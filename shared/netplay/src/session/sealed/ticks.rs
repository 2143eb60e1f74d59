//! Ticks as the relay sealed them, until the simulation reaches them.

use crate::ids::Frame;
use crate::limits::{SEALED_BACKLOG_BYTES, SEALED_BACKLOG_TICKS};
use crate::session::PeerFault;
use crate::wire::{Changes, Seal};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What one tick costs beside its words.
const TICK_BYTES: usize = 64;

/// What changes in a tick.
#[derive(Clone, Debug, Default)]
struct Tick {
    parts: Vec<Changes>,
    is_whole: bool,
}

/// The ticks from the next one that the simulation needs on. They come in order, but a peer that
/// waits for a state may be told some of them twice, and the older ones later.
#[derive(Clone, Debug, Default)]
pub(super) struct Ticks {
    /// In the order of their frames.
    waiting: VecDeque<(Frame, Tick)>,
    bytes: usize,
    /// The first tick that is not whole.
    end: Frame,
}

impl Ticks {
    /// The first tick that is not known.
    pub(super) fn end(&self) -> Frame {
        self.end
    }

    /// Takes a tick, or a part of one.
    pub(super) fn push(&mut self, seal: &Seal) -> Result<(), PeerFault> {
        if seal.tick < self.end {
            return Ok(());
        }
        let cost = seal.changes.len() * (2 + seal.changes.size().bytes()) + TICK_BYTES;
        let is_full = self.waiting.len() as u32 >= SEALED_BACKLOG_TICKS
            || self.bytes + cost > SEALED_BACKLOG_BYTES;
        if is_full {
            return Err(PeerFault::TooMuchHeld);
        }
        let place = self.waiting.partition_point(|(at, _)| *at < seal.tick);
        if self.waiting.get(place).is_none_or(|(at, _)| *at != seal.tick) {
            self.waiting.insert(place, (seal.tick, Tick::default()));
        }
        let (_, tick) = &mut self.waiting[place];
        if !tick.is_whole {
            self.bytes += cost;
            tick.parts.push(seal.changes.clone());
            tick.is_whole = seal.last;
        }
        self.find_end();
        Ok(())
    }

    /// The changes of a tick that is known.
    pub(super) fn take(&mut self, tick: Frame) -> Vec<Changes> {
        let found = self.place(tick).and_then(|place| self.waiting.remove(place));
        let parts = found.map(|(_, tick)| tick.parts).unwrap_or_default();
        let words = parts.iter().map(|it| it.len() * (2 + it.size().bytes()) + TICK_BYTES);
        self.bytes -= words.sum::<usize>();
        parts
    }

    /// The simulation needs the ticks from `next` on, and no earlier ones.
    pub(super) fn start_at(&mut self, next: Frame) {
        while let Some(&(tick, _)) = self.waiting.front().filter(|(at, _)| *at < next) {
            self.take(tick);
        }
        self.end = next;
        self.find_end();
    }

    /// A state is awaited that may be older than the one here.
    pub(super) fn start_anywhere(&mut self) {
        self.end = Frame(0);
    }

    fn find_end(&mut self) {
        while self.place(self.end).is_some_and(|place| self.waiting[place].1.is_whole) {
            self.end = self.end.plus(1);
        }
    }

    fn place(&self, tick: Frame) -> Option<usize> {
        self.waiting.binary_search_by_key(&tick, |(at, _)| *at).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seat;
    use crate::wire::WordSize;

    fn seal(tick: u32, last: bool) -> Seal {
        let mut changes = Changes::new(WordSize::PAD);
        changes.push(Seat(1), &[1, 2]);
        Seal { tick: Frame(tick), last, changes }
    }

    #[test]
    fn a_tick_counts_once_it_is_whole_and_only_once() {
        let mut ticks = Ticks::default();
        ticks.push(&seal(0, false)).unwrap();
        assert_eq!(ticks.end(), Frame(0));
        ticks.push(&seal(0, true)).unwrap();
        ticks.push(&seal(0, true)).unwrap();
        assert_eq!((ticks.end(), ticks.take(Frame(0)).len(), ticks.bytes), (Frame(1), 2, 0));
    }

    #[test]
    fn what_is_told_late_fills_the_gap() {
        let mut ticks = Ticks::default();
        [7, 8, 5, 6, 7].iter().for_each(|at| ticks.push(&seal(*at, true)).unwrap());
        ticks.start_at(Frame(6));
        assert_eq!((ticks.end(), ticks.waiting.len()), (Frame(9), 3));
    }

    #[test]
    fn a_state_may_be_older_than_the_one_here() {
        let mut ticks = Ticks::default();
        ticks.start_at(Frame(7));
        ticks.start_anywhere();
        [8, 5, 6, 7].iter().for_each(|at| ticks.push(&seal(*at, true)).unwrap());
        ticks.start_at(Frame(5));
        assert_eq!(ticks.end(), Frame(9));
    }

    #[test]
    fn a_flood_of_ticks_has_an_end() {
        let mut ticks = Ticks::default();
        let told = (1..u32::MAX).map(|at| ticks.push(&seal(at, true))).position(|it| it.is_err());
        assert_eq!(told, Some(SEALED_BACKLOG_TICKS as usize));
    }
}
