//! What a round of golf sounds like. Every surface has a sound of its own.

use super::{Bed, Note, Sound, Wave};
use games::golf::{GolfEvent, Hard, ScoreName, Surface};
use netplay::ids::Seat;

/// The others are softer.
const OTHERS: f32 = 0.4;

/// A ball that rolls on this, so many metres a second.
#[must_use]
pub fn rolling(on: Surface, speed: f64) -> Bed {
    let (pitch, loud) = match on {
        Surface::Sand => (500.0, 0.2),
        Surface::Ice => (2_600.0, 0.03),
        Surface::Conveyor => (180.0, 0.14),
        _ => (900.0, 0.05),
    };
    let part = (speed as f32 / 8.0).min(1.0);
    Bed { rub: (pitch + part * 400.0, loud * part), ..Bed::default() }
}

/// An event of the round, as the player of `me` hears it.
pub fn hear(sound: &mut Sound, event: &GolfEvent, me: Option<Seat>) {
    let own = event.seats().iter().flatten().any(|seat| me == Some(*seat));
    let part = if own { 1.0 } else { OTHERS };
    match *event {
        GolfEvent::Play { .. } => sound.tune(&[523.0, 784.0], 0.1, 0.2),
        GolfEvent::TimeLow(_) => sound.play(&[Note::new(880.0, 0.08, 0.16)]),
        GolfEvent::Turn(_) if own => sound.tune(&[587.0, 740.0], 0.09, 0.2),
        // The click of the putter: higher and louder when it is harder.
        GolfEvent::Stroke { power, .. } => {
            let hard = f32::from(power) / 31.0;
            sound.play(&[
                Note::new(900.0 + hard * 500.0, 0.05, (0.14 + hard * 0.2) * part).to(420.0),
                Note::new(3_200.0, 0.03, (0.08 + hard * 0.14) * part).on(Wave::Breath),
            ]);
        }
        GolfEvent::Bounce { off, force, .. } => {
            let loud = (f32::from(force) / 110.0).clamp(0.04, 0.4) * part;
            let [from, to, long] = match off {
                // Wood, rubber, a hollow blade, tin.
                Hard::Wall => [320.0, 180.0, 0.07],
                Hard::Bumper => [240.0, 720.0, 0.2],
                Hard::Mover => [190.0, 120.0, 0.12],
                Hard::Gate => [1_250.0, 1_180.0, 0.16],
            };
            sound.play(&[Note::new(from, long, loud).to(to)]);
        }
        GolfEvent::Knock { force, .. } => {
            let loud = (f32::from(force) / 110.0).clamp(0.06, 0.4) * part;
            sound.play(&[Note::new(1_700.0, 0.05, loud).to(1_300.0)]);
        }
        GolfEvent::Onto { surface, .. } => {
            let (pitch, long, loud) = match surface {
                Surface::Sand => (900.0, 0.26, 0.2),
                Surface::Ice => (5_200.0, 0.3, 0.07),
                Surface::Conveyor => (260.0, 0.3, 0.16),
                Surface::Slope => (1_500.0, 0.2, 0.05),
                _ => return,
            };
            sound.play(&[Note::new(pitch, long, loud * part).on(Wave::Breath)]);
        }
        GolfEvent::Lost { water: true, .. } => sound.play(&[
            Note::new(620.0, 0.3, 0.26 * part).to(140.0),
            Note::new(1_200.0, 0.4, 0.3 * part).on(Wave::Breath),
        ]),
        GolfEvent::Lost { .. } => sound.play(&[Note::new(300.0, 0.35, 0.2 * part).to(150.0)]),
        GolfEvent::TunnelIn { .. } => sound.play(&[Note::new(420.0, 0.3, 0.2 * part).to(110.0)]),
        GolfEvent::TunnelOut { .. } => sound.play(&[Note::new(110.0, 0.3, 0.2 * part).to(420.0)]),
        GolfEvent::LipOut(_) => sound.play(&[
            Note::new(700.0, 0.09, 0.2 * part).to(900.0),
            Note::new(640.0, 0.2, 0.16 * part).to(330.0).after(0.09),
        ]),
        GolfEvent::Holed { name, .. } => {
            // The ball rattles into the cup, then what it was worth.
            for (at, hertz) in [520.0, 410.0, 330.0].into_iter().enumerate() {
                let after = at as f32 * 0.06;
                sound.play(&[Note::new(hertz, 0.06, 0.24 * part).to(hertz * 0.8).after(after)]);
            }
            let notes = [523.0, 659.0, 784.0, 1047.0, 784.0, 1047.0];
            let count = match name {
                ScoreName::Ace => 6,
                ScoreName::Albatross | ScoreName::Eagle => 4,
                ScoreName::Birdie => 3,
                ScoreName::Par => 2,
                _ => 0,
            };
            if own || name == ScoreName::Ace {
                sound.tune(&notes[..count], 0.1, 0.26);
            }
        }
        GolfEvent::PickedUp { .. } if own => sound.tune(&[392.0, 330.0, 262.0], 0.12, 0.2),
        GolfEvent::Undone(_) | GolfEvent::Retried(_) if own => {
            sound.play(&[Note::new(300.0, 0.15, 0.16).to(500.0)]);
        }
        _ => {}
    }
}
