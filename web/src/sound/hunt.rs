//! What a hunt sounds like.

use super::{Bed, Ear, Note, Sound, Wave};
use games::hunt::{HuntEvent, OwnEvent, Phase};
use netplay::ids::Seat;

/// A taunt: a rubber toy.
const SQUEAK: [Note; 3] = [
    Note::new(620.0, 0.13, 0.34).to(1_250.0).on(Wave::Hollow),
    Note::new(1_250.0, 0.20, 0.34).to(540.0).on(Wave::Hollow).after(0.14),
    Note::new(2_400.0, 0.16, 0.08).on(Wave::Hiss),
];
/// An arm through the air, and what it hits.
const SWING: [Note; 1] = [Note::new(900.0, 0.12, 0.20).to(300.0).on(Wave::Breath)];
const WRONG: [Note; 2] = [
    Note::new(210.0, 0.16, 0.32).to(120.0).on(Wave::Hollow),
    Note::new(160.0, 0.22, 0.28).to(80.0).on(Wave::Hollow).after(0.14),
];
const HIT: [Note; 2] =
    [Note::new(160.0, 0.14, 0.36).to(70.0), Note::new(990.0, 0.22, 0.26).after(0.05)];
const CAUGHT: [Note; 3] = [
    Note::new(523.0, 0.14, 0.30),
    Note::new(784.0, 0.14, 0.30).after(0.11),
    Note::new(1_047.0, 0.34, 0.32).after(0.22),
];
const STARS: [Note; 3] = [
    Note::new(1_320.0, 0.3, 0.16).to(1_180.0).on(Wave::Pure),
    Note::new(1_180.0, 0.3, 0.16).to(1_320.0).on(Wave::Pure).after(0.25),
    Note::new(1_320.0, 0.4, 0.14).to(900.0).on(Wave::Pure).after(0.5),
];
/// Becoming a prop: a puff.
const BECOME: [Note; 2] =
    [Note::new(1_500.0, 0.22, 0.22).on(Wave::Breath), Note::new(420.0, 0.16, 0.20).to(840.0)];
const LIGHT: [Note; 2] =
    [Note::new(2_200.0, 0.05, 0.26).on(Wave::Hiss), Note::new(330.0, 0.5, 0.30).to(660.0)];

/// Metres at which a taunt is half as loud, and at which everything else is.
const TAUNT_REACH: f64 = 14.0;
const REACH: f64 = 7.0;

/// An event of the hunt, which this viewer may know; `lies` says how far to the right and below
/// of the viewer a place is.
pub fn hear(
    sound: &mut Sound,
    event: &HuntEvent,
    me: Option<Seat>,
    lies: impl Fn(games::fix::Vec2) -> (f64, f64),
) {
    let mine = |seat: Seat| me == Some(seat);
    let from = |at, reach| {
        let (right, below) = lies(at);
        Ear::at(right, below, reach)
    };
    match *event {
        HuntEvent::Phase(Phase::Hide) => sound.tune(&[523.0, 392.0, 330.0], 0.10, 0.22),
        HuntEvent::Phase(Phase::Seek) => sound.play(&LIGHT),
        HuntEvent::Count(left) => {
            sound.play(&[Note::new(if left > 1 { 440.0 } else { 660.0 }, 0.10, 0.22)]);
        }
        HuntEvent::LastStretch => sound.tune(&[392.0, 466.0, 554.0], 0.12, 0.26),
        HuntEvent::Taunt { at } => sound.play_at(&SQUEAK, from(at, TAUNT_REACH)),
        HuntEvent::Swing(seat) if mine(seat) => sound.play(&SWING),
        HuntEvent::Wrong { at, .. } => sound.play_at(&WRONG, from(at, REACH)),
        HuntEvent::Hit { at, .. } => sound.play_at(&HIT, from(at, REACH)),
        HuntEvent::Caught { at, .. } => sound.play_at(&CAUGHT, from(at, TAUNT_REACH)),
        HuntEvent::Stunned(seat) if mine(seat) => sound.play(&STARS),
        HuntEvent::Own { what, .. } => own(sound, what),
        HuntEvent::RoundOver { .. } => sound.tune(&[523.0, 659.0, 784.0], 0.12, 0.28),
        _ => {}
    }
}

fn own(sound: &mut Sound, what: OwnEvent) {
    match what {
        OwnEvent::Disguised => sound.play(&BECOME),
        OwnEvent::Locked => sound.play(&[Note::new(300.0, 0.07, 0.26).to(220.0)]),
        OwnEvent::Unlocked => sound.play(&[Note::new(220.0, 0.07, 0.24).to(300.0)]),
        OwnEvent::Rotated => sound.play(&[Note::new(700.0, 0.03, 0.10).on(Wave::Hiss)]),
        OwnEvent::NoDisguise | OwnEvent::NoRoom => sound.tune(&[220.0, 185.0], 0.08, 0.20),
        OwnEvent::Decoy => sound.play(&[Note::new(300.0, 0.3, 0.22).to(900.0).on(Wave::Breath)]),
        OwnEvent::WasHit => sound.play(&HIT),
        // What was heard is heard already.
        OwnEvent::ForcedTaunt | OwnEvent::Taunted => {}
    }
}

/// What goes on: a heart that beats faster towards the end of the seeking.
#[must_use]
pub fn bed(tense: bool, ms_left: u32) -> Bed {
    let beats = if !tense {
        0
    } else if ms_left < 10_000 {
        150
    } else {
        112
    };
    Bed { beats, ..Bed::default() }
}
