//! A car's laps: how long each took, and what went wrong in it.

use super::event::RaceEvent;
use super::rules::LAPS_MOST;
use crate::state::state_struct;
use alloc::vec::Vec;
use netplay::ids::Seat;

/// What a lap was lost by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// On the grass or in the sand.
    OffRoad,
    /// Against the wall.
    Wall,
    /// Against other cars.
    Contact,
    /// Put back at a gate.
    Respawn,
    /// Past a gate, or the wrong way round.
    Astray,
}

/// Every slip, in the order of its number less one.
const SLIPS: [Slip; 5] = [Slip::OffRoad, Slip::Wall, Slip::Contact, Slip::Respawn, Slip::Astray];
/// Bits of a slip's number.
const SLIP_BITS: usize = 3;
/// Ticks that a touch of the wall, of a car and a respawn are worth.
const WALL_TICKS: u16 = 25;
const CONTACT_TICKS: u16 = 15;
const RESPAWN_TICKS: u16 = 180;
/// Ticks of trouble below which nothing went wrong.
const TROUBLE_TICKS: u16 = 25;

state_struct! {
    /// The laps of one car.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Laps {
        /// Milliseconds of each lap that is done.
        took_ms: [u32; LAPS_MOST as usize],
        /// What each was lost by, as a number; 0 by nothing.
        slips: u64,
        /// Ticks of each trouble in the lap that the car is in.
        trouble: [u16; SLIPS.len()],
    }
}

impl Laps {
    /// A tick of the lap with all that happened in it.
    pub(crate) fn watch(&mut self, seat: Seat, off_road: bool, astray: bool, events: &[RaceEvent]) {
        self.add(Slip::OffRoad, u16::from(off_road));
        self.add(Slip::Astray, u16::from(astray));
        for event in events {
            match *event {
                RaceEvent::Wall { seat: whose, .. } if whose == seat => {
                    self.add(Slip::Wall, WALL_TICKS);
                }
                RaceEvent::Bump { seat: one, other, .. } if one == seat || other == seat => {
                    self.add(Slip::Contact, CONTACT_TICKS);
                }
                RaceEvent::Respawn(whose) if whose == seat => {
                    self.add(Slip::Respawn, RESPAWN_TICKS);
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, slip: Slip, ticks: u16) {
        let sum = &mut self.trouble[slip as usize];
        *sum = sum.saturating_add(ticks);
    }

    /// Lap `lap`, from 1, is done; the next begins.
    pub(crate) fn done(&mut self, lap: u8, took_ms: u32) {
        self.note(lap, took_ms);
        let trouble = core::mem::take(&mut self.trouble);
        let mut worst = (TROUBLE_TICKS, 0);
        for (number, ticks) in (1..).zip(trouble) {
            if ticks > worst.0 {
                worst = (ticks, number);
            }
        }
        let at = SLIP_BITS * usize::from(lap.saturating_sub(1));
        self.slips = self.slips & !(7 << at) | worst.1 << at;
    }

    /// Lap `lap`, from 1, took so long, whatever happened in it.
    pub(crate) fn note(&mut self, lap: u8, took_ms: u32) {
        if let Some(slot) = usize::from(lap).checked_sub(1).and_then(|at| self.took_ms.get_mut(at))
        {
            *slot = took_ms;
        }
    }

    /// The lap before the line does not count.
    pub(crate) fn begin(&mut self) {
        self.trouble = Default::default();
    }

    /// The times of the laps that are done; 0 for one that nobody saw.
    pub(crate) fn times(&self, done: u8) -> Vec<u32> {
        self.took_ms.iter().take(done.into()).copied().collect()
    }

    /// What lap `lap`, from 1, was lost by.
    pub(crate) fn slip(&self, lap: usize) -> Option<Slip> {
        let number = self.slips >> (SLIP_BITS * (lap - 1)) & 7;
        SLIPS.get((number as usize).checked_sub(1)?).copied()
    }

    /// Whether the times are none of the future.
    pub(crate) fn is_possible(&self, now_ms: u32) -> bool {
        self.took_ms.iter().all(|took| *took <= now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_remembers_its_time_and_the_worst_of_its_troubles() {
        let mut laps = Laps::default();
        let seat = Seat(2);
        laps.done(1, 30_000);
        let wall = RaceEvent::Wall { seat, at: crate::fix::Vec2::ZERO, force: 30 };
        for _ in 0..60 {
            laps.watch(seat, true, false, &[]);
        }
        laps.watch(seat, false, false, &[wall, RaceEvent::Respawn(Seat(1))]);
        laps.done(2, 33_000);
        for _ in 0..4 {
            laps.watch(seat, false, false, &[wall]);
        }
        laps.done(20, 31_000);
        assert_eq!(laps.times(2), [30_000, 33_000]);
        assert_eq!((laps.slip(1), laps.slip(2)), (None, Some(Slip::OffRoad)));
        assert_eq!(laps.slip(20), Some(Slip::Wall));
        laps.done(21, 1);
        laps.done(0, 1);
    }
}
