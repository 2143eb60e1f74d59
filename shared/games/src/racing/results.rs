//! How a race ended, and why.

use super::laps::Slip;
use super::race::Race;
use super::time::Moment;
use super::tune;
use super::view::race_ms;
use alloc::vec::Vec;
use netplay::ids::Seat;

/// One row of the results, the first place first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Whose.
    pub seat: Seat,
    /// 1 for the winner; equal times share a place.
    pub place: u8,
    /// Why here.
    pub ending: Ending,
    /// How many laps were done.
    pub laps_done: u8,
    /// The best of them.
    pub best_lap_ms: Option<u32>,
    /// Each of them, in milliseconds; 0 for one that this machine did not see.
    pub laps_ms: Vec<u32>,
    /// Where most was lost, if something went wrong there.
    pub lost: Option<Lost>,
    /// Whether the AI drove at the end.
    pub ai: bool,
}

/// What a lap cost that did not go well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Which, from 1.
    pub lap: u8,
    /// More than the fastest of that lap that anybody drove.
    pub ms: u32,
    /// By what.
    pub by: Slip,
}

/// Less is not worth a word.
const LOST_LEAST_MS: u32 = 700;

/// How a car's race ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Home, so long after the start.
    Finished {
        /// The race time.
        time_ms: u32,
        /// The time behind the winner.
        behind_ms: u32,
        /// Less than 0.05 s behind the car before it.
        photo: bool,
    },
    /// Not home when the time was up; placed by laps, gates and distance.
    DidNotFinish {
        /// Which time was up.
        reason: NotFinished,
        /// The lap it was in, from 1; 0 when it never crossed the line.
        lap: u8,
        /// The next gate.
        gate: u8,
        /// Metres along the whole race.
        metres: u32,
    },
}

/// Why a car is not home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFinished {
    /// 30 seconds after the winner.
    GraceOver,
    /// The race's own cap came first.
    TimeCap,
}

impl Race {
    /// The results, once the race is over.
    #[must_use]
    pub fn results(&self) -> Option<Vec<Placing>> {
        if !self.over {
            return None;
        }
        let mut rows: Vec<Placing> = Vec::new();
        let mut previous = None;
        for (index, seat) in self.order().into_iter().enumerate() {
            let car = &self.cars[seat.index()];
            let way = if car.finish == 0 { car.progress(&self.track) } else { 0 };
            let laps_done = car.lap.saturating_sub(1);
            let place = match rows.last() {
                Some(last) if previous == Some((car.finish, way)) => last.place,
                _ => index as u8 + 1,
            };
            previous = Some((car.finish, way));
            rows.push(Placing {
                seat,
                place,
                ending: self.ending(seat),
                laps_done,
                laps_ms: car.laps.times(laps_done),
                lost: None,
                best_lap_ms: (car.best_lap != 0).then(|| Moment(car.best_lap).millis()),
                ai: car.ai,
            });
        }
        for at in 0..rows.len() {
            rows[at].lost = self.lost(&rows, at);
        }
        Some(rows)
    }

    /// The lap that cost a car most, of those in which something went wrong.
    fn lost(&self, rows: &[Placing], at: usize) -> Option<Lost> {
        let laps = &self.cars[rows[at].seat.index()].laps;
        let mut most: Option<Lost> = None;
        for (index, took) in rows[at].laps_ms.iter().enumerate() {
            let of_that_lap = rows.iter().filter_map(|row| row.laps_ms.get(index));
            let fastest = of_that_lap.filter(|ms| **ms != 0).min().copied().unwrap_or(0);
            let ms = took.saturating_sub(fastest);
            if ms >= most.map_or(LOST_LEAST_MS, |lost| lost.ms + 1)
                && let Some(by) = laps.slip(index + 1)
            {
                most = Some(Lost { lap: index as u8 + 1, ms, by });
            }
        }
        most
    }

    fn ending(&self, seat: Seat) -> Ending {
        let car = &self.cars[seat.index()];
        if car.finish == 0 {
            let reason =
                if self.grace_came_first() { NotFinished::GraceOver } else { NotFinished::TimeCap };
            return Ending::DidNotFinish {
                reason,
                lap: car.lap,
                gate: car.gate,
                metres: (car.progress(&self.track).max(0) >> 16) as u32,
            };
        }
        Ending::Finished {
            time_ms: race_ms(car),
            behind_ms: Moment(car.finish).since(Moment(self.winner)).millis(),
            photo: self.is_photo_finish(seat),
        }
    }

    /// Whether the car before this one at the line was less than 0.05 s earlier.
    pub(super) fn is_photo_finish(&self, seat: Seat) -> bool {
        let finish = self.cars[seat.index()].finish;
        self.cars.iter().enumerate().any(|(other, car)| {
            let close = car.finish <= finish && finish - car.finish < tune::PHOTO_FINISH;
            other != seat.index() && car.finish != 0 && close
        })
    }

    fn grace_came_first(&self) -> bool {
        let grace = Moment(self.winner).ticks().saturating_add(tune::GRACE_TICKS);
        self.winner != 0 && grace < self.setup.rules.cap_tick()
    }
}
