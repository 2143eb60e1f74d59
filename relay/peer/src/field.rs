//! A field of walkers: a world for any number of seats, where no game has so many.

use games::fix::{Angle, Fix, Vec2};
use games::racing::pad::Controls;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::sim::{BadState, Rewind, Simulation};

/// Half a side, in metres.
const REACH: Fix = Fix::int(200);
/// The fastest walk, and what a tick adds to it or takes from it, in metres a tick.
const SPEED: Fix = Fix::ratio(10, 60);
const PUSH: Fix = Fix::ratio(1, 120);
/// The sharpest turn of a tick, in 65536ths of a full one.
const TURN: i32 = 600;
/// Two walkers nearer than this push each other apart.
const NEAR: Fix = Fix::int(1);
/// Walkers stand this far apart at first, in rows of so many.
const APART: i32 = 3;
const ROW: usize = 32;
/// Bytes of a walker in a saved state.
const WALKER_BYTES: usize = 14;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    walkers: Vec<Walker>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Walker {
    pub(crate) pos: Vec2,
    pub(crate) heading: Angle,
    /// In metres a tick.
    pub(crate) speed: Fix,
}

impl Field {
    pub(crate) fn new(seats: usize) -> Self {
        let place = |at: usize| Fix::int((at as i32 - ROW as i32 / 2) * APART);
        let walker = |seat: usize| Walker {
            pos: Vec2::new(place(seat % ROW), place(seat / ROW)),
            heading: Angle(0),
            speed: Fix::int(0),
        };
        Self { walkers: (0..seats).map(walker).collect() }
    }

    pub(crate) fn walkers(&self) -> &[Walker] {
        &self.walkers
    }
}

impl Walker {
    fn step(&mut self, word: PadWord) {
        let wish = Controls::read(word);
        self.heading = self.heading.turned(wish.steer.scale(TURN, 1).whole());
        let target = if wish.throttle { SPEED } else { Fix::int(0) };
        self.speed = self.speed.towards(target, PUSH);
        let ahead = self.heading.unit();
        self.pos += Vec2::new(ahead.x * self.speed, ahead.y * self.speed);
        self.keep_inside();
    }

    fn keep_inside(&mut self) {
        let inside = |value: Fix| value.clamp(-REACH, REACH);
        self.pos = Vec2::new(inside(self.pos.x), inside(self.pos.y));
    }
}

impl Simulation for Field {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        for (walker, word) in self.walkers.iter_mut().zip(inputs) {
            walker.step(*word);
        }
        // Whoever is near to the next seat's walker is pushed away from it: what one does is
        // felt by another.
        for at in 1..self.walkers.len() {
            let between = self.walkers[at].pos - self.walkers[at - 1].pos;
            if between.x.abs() < NEAR && between.y.abs() < NEAR {
                let push = |value: Fix| Fix::ratio(value.signum(), 64);
                let away = Vec2::new(push(between.x), push(between.y));
                self.walkers[at].pos += away;
                self.walkers[at].keep_inside();
            }
        }
    }

    fn state_hash(&self) -> StateHash {
        let mut bytes = Vec::with_capacity(self.walkers.len() * WALKER_BYTES);
        self.save(&mut bytes);
        StateHasher::new().bytes(&bytes).finish()
    }

    fn distance(&self, one: Seat, other: Seat) -> u64 {
        let at = |seat: Seat| self.walkers.get(seat.index()).map(|walker| walker.pos);
        let (Some(one), Some(other)) = (at(one), at(other)) else { return u64::MAX };
        (other - one).square().unsigned_abs()
    }
}

impl Rewind for Field {
    fn save(&self, out: &mut Vec<u8>) {
        for walker in &self.walkers {
            out.extend(walker.pos.x.0.to_le_bytes());
            out.extend(walker.pos.y.0.to_le_bytes());
            out.extend(walker.speed.0.to_le_bytes());
            out.extend(walker.heading.0.to_le_bytes());
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        if bytes.len() != self.walkers.len() * WALKER_BYTES {
            return Err(BadState);
        }
        let walkers: Option<Vec<Walker>> = bytes.chunks_exact(WALKER_BYTES).map(read).collect();
        self.walkers = walkers.ok_or(BadState)?;
        Ok(())
    }
}

/// A walker that there can be.
fn read(bytes: &[u8]) -> Option<Walker> {
    let number = |at: usize| Some(i32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let [x, y, speed] = [number(0)?, number(4)?, number(8)?].map(Fix);
    let heading = Angle(u16::from_le_bytes(*bytes.get(12..)?.first_chunk()?));
    let possible = x.abs() <= REACH && y.abs() <= REACH && (Fix(0)..=SPEED).contains(&speed);
    possible.then_some(Walker { pos: Vec2::new(x, y), heading, speed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Script;
    use netplay::ids::Frame;

    fn walked(ticks: u32) -> Field {
        let mut field = Field::new(110);
        (0..ticks).map(Frame).for_each(|frame| step(&mut field, frame));
        field
    }

    fn step(field: &mut Field, frame: Frame) {
        let pads: Vec<PadWord> = (0..110).map(|seat| Script::Walk.pad(Seat(seat), frame)).collect();
        field.tick(&pads);
    }

    #[test]
    fn a_saved_field_goes_on_as_the_one_it_was_saved_from() {
        let mut field = walked(300);
        let (mut saved, mut other) = (Vec::new(), Field::new(110));
        field.save(&mut saved);
        other.load(&saved).unwrap();
        for frame in (300..600).map(Frame) {
            step(&mut field, frame);
            step(&mut other, frame);
        }
        assert_eq!(field.state_hash(), other.state_hash());
        assert_ne!(field, walked(300), "they walk");
    }

    #[test]
    fn what_is_no_field_is_refused_and_changes_nothing() {
        let mut field = walked(10);
        let before = field.clone();
        let mut saved = Vec::new();
        field.save(&mut saved);
        for wrong in [&saved[1..], &[][..], &vec![0x7f; saved.len()][..]] {
            assert_eq!(field.load(wrong), Err(BadState));
            assert_eq!(field, before);
        }
    }
}
