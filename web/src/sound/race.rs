//! What a race sounds like.

use super::voices::Voices;
use games::racing::RaceEvent;
use netplay::ids::Seat;

pub(super) fn hear(voices: &Voices, event: &RaceEvent, me: Option<Seat>) {
    let mine = |seat: Seat| me == Some(seat);
    match *event {
        RaceEvent::Light(_) => voices.tone(392.0, 0.22, 0.34),
        RaceEvent::Go => voices.tone(784.0, 0.55, 0.36),
        RaceEvent::PerfectStart(seat) if mine(seat) => {
            voices.tune(&[523.0, 659.0, 784.0], 0.06, 0.26)
        }
        RaceEvent::WheelSpin(seat) if mine(seat) => voices.hiss(0.7, 0.30),
        RaceEvent::Boost { seat, .. } if mine(seat) => voices.slide(180.0, 720.0, 0.38, 0.26),
        RaceEvent::DriftTier { seat, tier } if mine(seat) => {
            voices.tone(if tier >= 2 { 988.0 } else { 740.0 }, 0.09, 0.18);
        }
        RaceEvent::Bump { seat, other, force, .. } if mine(seat) || mine(other) => {
            thud(voices, force)
        }
        RaceEvent::Wall { seat, force, .. } if mine(seat) => thud(voices, force),
        RaceEvent::Lap { seat, best, .. } if mine(seat) => {
            if best {
                voices.tune(&[587.0, 740.0, 880.0], 0.08, 0.24);
            } else {
                voices.tune(&[587.0, 740.0], 0.08, 0.22);
            }
        }
        RaceEvent::GateMissed { seat, .. } | RaceEvent::WrongWay(seat) if mine(seat) => {
            voices.tune(&[330.0, 247.0], 0.14, 0.26);
        }
        RaceEvent::Finish { seat, place } if mine(seat) => {
            if place == 1 {
                voices.tune(&[523.0, 659.0, 784.0, 1047.0, 784.0, 1047.0], 0.11, 0.30);
            } else {
                voices.tune(&[523.0, 659.0, 784.0], 0.12, 0.28);
            }
        }
        _ => {}
    }
}

fn thud(voices: &Voices, force: u16) {
    let loud = (f32::from(force) / 90.0).clamp(0.12, 0.5);
    voices.slide(140.0, 50.0, 0.16, loud);
    voices.hiss(0.08, loud * 0.6);
}
