//! How a race ended, and why.

use super::race::Race;
use super::time::Moment;
use super::tune;
use super::view::race_ms;
use alloc::vec::Vec;
use netplay::ids::Seat;

/// One row of the results, the first place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Whether the AI drove at the end.
    pub ai: bool,
}

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
            let key = (car.finish, car.progress(&self.track));
            let shared = previous == Some(if car.finish != 0 { (car.finish, 0) } else { key });
            let place = match rows.last() {
                Some(last) if shared => last.place,
                _ => index as u8 + 1,
            };
            previous = Some(if car.finish != 0 { (car.finish, 0) } else { key });
            rows.push(Placing {
                seat,
                place,
                ending: self.ending(seat),
                laps_done: if car.finish == 0 { car.lap.saturating_sub(1) } else { car.lap - 1 },
                best_lap_ms: (car.best_lap != 0).then(|| Moment(car.best_lap).millis()),
                ai: car.ai,
            });
        }
        Some(rows)
    }

    fn ending(&self, seat: Seat) -> Ending {
        let car = &self.cars[seat.index()];
        if car.finish == 0 {
            return Ending::DidNotFinish {
                reason: if self.tick > self.setup.rules.cap_tick() && !self.grace_came_first() {
                    NotFinished::TimeCap
                } else {
                    NotFinished::GraceOver
                },
                lap: car.lap,
                gate: car.gate,
                metres: (car.progress(&self.track).max(0) >> 16) as u32,
            };
        }
        let before = self.cars.iter().map(|other| other.finish);
        let before = before.filter(|other| *other != 0 && *other < car.finish).max();
        Ending::Finished {
            time_ms: race_ms(car),
            behind_ms: Moment(car.finish).since(Moment(self.winner)).millis(),
            photo: before.is_some_and(|before| car.finish - before < tune::PHOTO_FINISH),
        }
    }

    fn grace_came_first(&self) -> bool {
        let grace = Moment(self.winner).ticks().saturating_add(tune::GRACE_TICKS);
        self.winner != 0 && grace < self.setup.rules.cap_tick()
    }
}
