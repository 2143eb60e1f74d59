//! What a race sounds like.

use super::{Bed, Note, Sound, Wave};
use games::racing::RaceEvent;
use netplay::ids::Seat;

/// What the own car sounds like just now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motor {
    /// Metres a second.
    pub speed: f64,
    /// What is left of a boost, 0 to 255.
    pub boost: u8,
    /// The tyres slide.
    pub skids: bool,
    /// On grass or gravel.
    pub off_road: bool,
}

impl Motor {
    /// The motor and the tyres.
    #[must_use]
    pub fn bed(self) -> Bed {
        let speed = self.speed as f32;
        // A gearbox for the ear: the note falls a little at every gear.
        let gear = (speed / 9.0).floor().min(3.0);
        let boost = f32::from(self.boost) / 255.0;
        let pitch = 46.0 + speed * 3.4 - gear * 14.0 + boost * 16.0;
        let rub = match (self.skids, self.off_road) {
            (true, false) => (1_300.0, 0.16),
            (_, true) if speed > 2.0 => (300.0, 0.14),
            _ => (900.0, 0.0),
        };
        Bed {
            hum: (pitch, 260.0 + speed * 26.0 + boost * 500.0, 0.10 + speed * 0.0022),
            rub,
            beats: 0,
        }
    }
}

/// An event of the race, as the driver of `me` hears it.
pub fn hear(sound: &mut Sound, event: &RaceEvent, me: Option<Seat>) {
    let mine = |seat: Seat| me == Some(seat);
    match *event {
        RaceEvent::Light(_) => sound.play(&[Note::new(392.0, 0.22, 0.34)]),
        RaceEvent::Go => sound.play(&[Note::new(784.0, 0.55, 0.36)]),
        RaceEvent::PerfectStart(seat) if mine(seat) => {
            sound.tune(&[523.0, 659.0, 784.0], 0.06, 0.26);
        }
        RaceEvent::WheelSpin(seat) if mine(seat) => {
            sound.play(&[Note::new(1_800.0, 0.7, 0.30).on(Wave::Breath)]);
        }
        RaceEvent::Boost { seat, .. } if mine(seat) => {
            sound.play(&[Note::new(180.0, 0.38, 0.26).to(720.0)]);
        }
        RaceEvent::DriftTier { seat, tier } if mine(seat) => {
            sound.play(&[Note::new(if tier >= 2 { 988.0 } else { 740.0 }, 0.09, 0.18)]);
        }
        RaceEvent::Bump { seat, other, force, .. } if mine(seat) || mine(other) => {
            thud(sound, force);
        }
        RaceEvent::Wall { seat, force, .. } if mine(seat) => thud(sound, force),
        RaceEvent::Lap { seat, best, .. } if mine(seat) => {
            let notes = [587.0, 740.0, 880.0];
            sound.tune(if best { &notes } else { &notes[..2] }, 0.08, 0.23);
        }
        RaceEvent::GateMissed { seat, .. } | RaceEvent::WrongWay(seat) if mine(seat) => {
            sound.tune(&[330.0, 247.0], 0.14, 0.26);
        }
        RaceEvent::Finish { seat, place } if mine(seat) => {
            let notes = [523.0, 659.0, 784.0, 1047.0, 784.0, 1047.0];
            sound.tune(if place == 1 { &notes } else { &notes[..3] }, 0.11, 0.30);
        }
        _ => {}
    }
}

fn thud(sound: &mut Sound, force: u16) {
    let loud = (f32::from(force) / 90.0).clamp(0.12, 0.5);
    sound.play(&[
        Note::new(140.0, 0.16, loud).to(50.0),
        Note::new(1_800.0, 0.08, loud * 0.6).on(Wave::Breath),
    ]);
}
