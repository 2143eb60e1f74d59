//! A race as a page sees it: whole numbers, no pixels, nothing to compute.

use super::car::Car;
use super::race::Race;
use super::time::Moment;
use super::tune;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::TICK_HZ;

/// What the start lights show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lights {
    /// Nothing yet.
    Dark,
    /// 3, 2 or 1.
    Count(u8),
    /// Go: shown for a second.
    Go,
    /// The race is on.
    Off,
}

/// The whole race after a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaceView {
    /// How many ticks are done.
    pub tick: u32,
    /// Milliseconds since the start; 0 before it.
    pub race_ms: u32,
    /// The start lights.
    pub lights: Lights,
    /// How many laps the race has.
    pub laps: u8,
    /// Every car, in seat order.
    pub cars: Vec<CarView>,
    /// The seats from the first place to the last.
    pub order: Vec<Seat>,
    /// Milliseconds that the others have left after the winner; none while nobody is home.
    pub grace_ms: Option<u32>,
    /// Whether the race is over.
    pub over: bool,
}

/// One car after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CarView {
    /// Whose it is.
    pub seat: Seat,
    /// Its middle: Q16.16 metres.
    pub pos: Vec2,
    /// Where its nose points: 65536 is a turn, 0 to the right, clockwise.
    pub heading: u16,
    /// Its velocity: Q16.16 metres a second.
    pub vel: Vec2,
    /// The size of it, in hundredths of a metre a second.
    pub speed_cms: u16,
    /// The front wheels: -127 (left) to 127.
    pub steer: i8,
    /// The way of the drift: -1 left, 1 right, 0 none.
    pub drift: i8,
    /// What a release gives: 0, 1 or 2.
    pub drift_tier: u8,
    /// The way to the next tier, 0 to 255.
    pub drift_charge: u8,
    /// What is left of a boost, 0 to 255.
    pub boost: u8,
    /// How much a slipstream pulls, 0 to 255.
    pub draft: u8,
    /// Whether contact does not reach it.
    pub ghost: bool,
    /// On grass or sand.
    pub off_road: bool,
    /// The front tyres leave marks.
    pub skid_front: bool,
    /// The rear tyres leave marks.
    pub skid_rear: bool,
    /// The wheels spin after an early start.
    pub wheel_spin: bool,
    /// Whether the AI drives.
    pub ai: bool,
    /// The lap it is in, from 1, at most the race's; 0 before the line.
    pub lap: u8,
    /// The next gate; 0 is the line.
    pub gate: u8,
    /// 1 for the first.
    pub place: u8,
    /// Milliseconds to the car before it; none for the first and for those who are home.
    pub gap_ahead_ms: Option<u32>,
    /// Milliseconds to the car behind it.
    pub gap_behind_ms: Option<u32>,
    /// Of the last lap; none before there is one.
    pub last_lap_ms: Option<u32>,
    /// Of the best lap.
    pub best_lap_ms: Option<u32>,
    /// Of the lap it is in.
    pub lap_ms: u32,
    /// Driving against the race.
    pub wrong_way: bool,
    /// The gate it passed by and must go back to.
    pub missed_gate: Option<u8>,
    /// How far the reset key is, 0 to 255.
    pub reset: u8,
    /// The time at which it came home, since the start.
    pub finish_ms: Option<u32>,
    /// The time ran out before it came home.
    pub retired: bool,
    /// The way along this lap, 0 to 65535.
    pub progress: u16,
    /// In the coordinates of [`Track::minimap`](super::Track::minimap).
    pub minimap: (u16, u16),
}

impl Race {
    /// What there is to see.
    #[must_use]
    pub fn view(&self) -> RaceView {
        let order = self.order();
        let grace = Moment(self.winner).ticks().saturating_add(tune::GRACE_TICKS);
        RaceView {
            tick: self.tick,
            race_ms: Moment::at(self.tick.saturating_sub(tune::GO_TICK)).millis(),
            lights: self.lights(),
            laps: self.setup.rules.laps,
            cars: (0..self.cars.len()).map(|seat| self.car(seat, &order)).collect(),
            grace_ms: (self.winner != 0)
                .then(|| Moment::at(grace.saturating_sub(self.tick)).millis()),
            over: self.over,
            order,
        }
    }

    /// Where every car is and where its nose points, in seat order.
    pub fn poses(&self) -> impl Iterator<Item = (Vec2, u16)> {
        self.cars.iter().map(|car| (car.pos, car.heading.0))
    }

    fn lights(&self) -> Lights {
        let done = self.tick.saturating_sub(1);
        if done >= tune::GO_TICK {
            return if done < tune::GO_TICK + TICK_HZ { Lights::Go } else { Lights::Off };
        }
        match tune::LIGHTS.iter().filter(|at| done >= **at).count() {
            0 => Lights::Dark,
            shown => Lights::Count(4 - shown as u8),
        }
    }

    /// The seats as they are placed: those at home by their time, the others by their way.
    pub(super) fn order(&self) -> Vec<Seat> {
        let rank = |seat: &Seat| {
            let car = &self.cars[seat.index()];
            // Whoever is home stays where they came in, wherever the AI drives the car from there.
            match car.finish {
                0 => (u64::MAX, -car.progress(&self.track), seat.0),
                home => (home, 0, seat.0),
            }
        };
        // One after the other into their places: for eight cars a sort would be 2 kB of the page.
        let mut order = Vec::with_capacity(self.cars.len());
        for seat in (0..self.cars.len() as u16).map(Seat) {
            let before = |other: &&Seat| rank(other) < rank(&seat);
            order.insert(order.iter().take_while(before).count(), seat);
        }
        order
    }

    fn car(&self, seat: usize, order: &[Seat]) -> CarView {
        let car = &self.cars[seat];
        let at = order.iter().position(|other| other.index() == seat).unwrap_or(0);
        let laps = self.setup.rules.laps;
        let lap_ms = |span: u64| (span != 0).then(|| Moment(span).millis());
        let now = if car.finish == 0 { Moment::at(self.tick) } else { Moment(car.lap_began) };
        let next_tier = tune::DRIFT_TIERS.get(usize::from(car.drift_tier()));
        let per = |value: u32, full: u32| (value * 255 / full.max(1)).min(255) as u8;
        CarView {
            seat: Seat(seat as u16),
            pos: car.pos,
            heading: car.heading.0,
            vel: car.vel,
            speed_cms: car.speed().scale(100, 1).whole().clamp(0, 65_535) as u16,
            steer: car.steer.scale(127, 1).whole() as i8,
            drift: car.drift,
            drift_tier: car.drift_tier(),
            drift_charge: next_tier.map_or(255, |next| per(car.drift_ticks.into(), *next)),
            boost: per(car.boost.0.unsigned_abs(), tune::BOOST_MOST.0.unsigned_abs()),
            draft: per(car.draft.into(), tune::DRAFT_TICKS.into()),
            ghost: car.is_ghost(),
            off_road: car.off_road,
            skid_front: car.skid_front,
            skid_rear: car.skid_rear,
            wheel_spin: car.spin > 0,
            ai: car.ai,
            lap: car.lap.min(laps),
            gate: car.gate,
            place: at as u8 + 1,
            gap_ahead_ms: at.checked_sub(1).and_then(|other| self.gap(order[other], order[at])),
            gap_behind_ms: order.get(at + 1).and_then(|other| self.gap(order[at], *other)),
            last_lap_ms: lap_ms(car.last_lap),
            best_lap_ms: lap_ms(car.best_lap),
            lap_ms: now.since(Moment(car.lap_began)).millis(),
            wrong_way: car.wrong_way >= tune::WRONG_WAY_TICKS,
            missed_gate: car.missed.then_some(car.gate),
            reset: per(car.reset_held.into(), tune::RESET_TICKS.into()),
            finish_ms: lap_ms(car.finish).map(|_| race_ms(car)),
            retired: car.retired,
            progress: (i64::from(car.along.0) * 65_536 / i64::from(self.track.length.0))
                .clamp(0, 65_535) as u16,
            minimap: self.track.on_minimap(car.pos),
        }
    }

    /// The time between two cars: what the one behind needs at its speed, or what the clock says
    /// when both are home.
    fn gap(&self, ahead: Seat, behind: Seat) -> Option<u32> {
        let (ahead, behind) = (&self.cars[ahead.index()], &self.cars[behind.index()]);
        if ahead.is_done() || behind.is_done() {
            let both = ahead.finish != 0 && behind.finish != 0;
            return both.then(|| Moment(behind.finish).since(Moment(ahead.finish)).millis());
        }
        let metres = ahead.progress(&self.track) - behind.progress(&self.track);
        let speed = i64::from(behind.speed().max(Fix::int(12)).0);
        u32::try_from(metres.max(0) * 1000 / speed).ok()
    }
}

/// The time since the start at which a car came home.
pub(super) fn race_ms(car: &Car) -> u32 {
    Moment(car.finish).since(Moment::at(tune::GO_TICK)).millis()
}
