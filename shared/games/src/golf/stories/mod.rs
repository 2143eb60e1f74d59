//! The rules of golf, one by one.

mod course;
mod format;
mod ground;
mod points;
mod roll;
mod rules;
mod symmetry;

use super::score::Ending;
use super::*;
use crate::fix::{Fix, Vec2};
use crate::pack::{Pack, split};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;

/// A hole of 12 by 16 metres, with more lines.
pub(super) fn hole(more: &str) -> Arc<Hole> {
    let plain = "name Test\ntheme meadow\npar 2\nsize 12 16\ntee 6 13\ncup 6 3\noutline 1 1 11 1 11 15 1 15\n";
    Arc::new(Hole::parse_trusted(&format!("{plain}{more}")).expect("a hole"))
}

pub(super) fn plain() -> GolfRules {
    GolfRules { preview: false, ..GolfRules::default() }
}

/// A round on one hole, people in all seats.
pub(super) fn round(seats: u8, rules: GolfRules, hole: &Arc<Hole>) -> Golf {
    rounds(seats, rules, vec![hole.clone()])
}

pub(super) fn rounds(seats: u8, rules: GolfRules, course: Vec<Arc<Hole>>) -> Golf {
    let mut golf = Golf::new(GolfSetup { seed: 5, seats, rules }, course).expect("a round");
    for seat in (0..seats.into()).map(Seat) {
        golf.set_seat_controller(seat, Controller::Human { player: PlayerId(1) });
    }
    golf
}

pub(super) fn at(x: i32, y: i32) -> Vec2 {
    Vec2::new(Fix::int(x), Fix::int(y))
}

/// In hundredths of a metre.
pub(super) fn spot(x: i32, y: i32) -> Vec2 {
    Vec2::new(Fix::ratio(x, 100), Fix::ratio(y, 100))
}

pub(super) fn strike(angle: u16, power: u8) -> Wish {
    Wish::Strike(Stroke { angle, power })
}

/// Up, as a stroke's angle.
pub(super) const UP: u16 = 768;

impl Golf {
    /// One tick in which seats wish something; all events of it.
    pub(super) fn wish(&mut self, wishes: &[(u16, Wish)]) -> Vec<GolfEvent> {
        let mut words = vec![PadWord(0); self.balls.len()];
        for (seat, wish) in wishes {
            words[usize::from(*seat)] = wish.word();
        }
        self.tick(&words);
        self.events().to_vec()
    }

    /// Ticks with idle pads until nothing rolls; all events.
    pub(super) fn settle(&mut self) -> Vec<GolfEvent> {
        let mut events = Vec::new();
        for _ in 0..1200 {
            events.append(&mut self.wish(&[]));
            if !self.balls.iter().any(|ball| ball.moving) {
                return events;
            }
        }
        panic!("something rolls for twenty seconds");
    }

    /// A stroke of seat 0, until all is still again.
    pub(super) fn putt(&mut self, angle: u16, power: u8) -> Vec<GolfEvent> {
        let mut events = self.wish(&[(0, strike(angle, power))]);
        events.append(&mut self.settle());
        events
    }

    /// Puts a ball somewhere, at rest.
    pub(super) fn place(&mut self, seat: usize, pos: Vec2) {
        self.balls[seat].pos = pos;
        self.balls[seat].lie = pos;
        self.balls[seat].dry = pos;
    }

    pub(super) fn ending(&self, seat: usize) -> Ending {
        Ending::of_byte(self.balls[seat].ending)
    }

    /// Ticks with idle pads until the phase is another one.
    pub(super) fn wait_for(&mut self, phase: Phase) {
        for _ in 0..60_000 {
            if self.phase() == phase {
                return;
            }
            self.wish(&[]);
        }
        panic!("{phase:?} does not come");
    }
}

/// The holes that every build brings along, with their texts.
pub(super) fn built_in() -> Vec<(String, String)> {
    let pack = Pack::built_in();
    let (_, files) = split(pack.text());
    let holes = files.filter(|(name, _)| name.starts_with("holes/"));
    holes.map(|(name, text)| (String::from(name), String::from(text))).collect()
}
