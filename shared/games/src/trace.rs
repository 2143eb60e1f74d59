//! The trace: one race that every target must drive to the same hashes.
//!
//! The same function runs in the native tests, as compiled wasm in a real browser, and in two
//! browsers through a relay. What it drives is a pure function of seed, seat and frame.

use crate::racing::{Race, RaceRules, RaceSetup, Track, pad};
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
use netplay::limits::CHECKPOINT_INTERVAL_FRAMES;
use netplay::rng::SimRng;
use netplay::sim::Simulation;
use netplay::wire::Controller;

/// Frames for which a scripted pad stays as it is, and seats stay in the same hands.
const PAD_FRAMES: u32 = 20;
const HANDS_FRAMES: u32 = 900;

/// The hash after every 30th of `frames` frames of the race of `seed`.
#[must_use]
pub fn racing(seed: u64, frames: u32, track: &Arc<Track>) -> Vec<StateHash> {
    let Ok(mut race) = Race::new(setup(seed), track.clone()) else { return Vec::new() };
    let seats = race.setup().seats;
    let mut hashes = Vec::with_capacity((frames / CHECKPOINT_INTERVAL_FRAMES) as usize);
    for frame in 0..frames {
        if frame % HANDS_FRAMES == 0 {
            (0..seats.into()).map(Seat).for_each(|seat| {
                race.set_seat_controller(seat, controller(seat, frame));
            });
        }
        let words: Vec<PadWord> = (0..seats.into()).map(|seat| word(seed, seat, frame)).collect();
        race.tick(&words);
        if (frame + 1) % CHECKPOINT_INTERVAL_FRAMES == 0 {
            hashes.push(race.state_hash());
        }
    }
    hashes
}

/// One hash over a list of them.
#[must_use]
pub fn digest(hashes: &[StateHash]) -> StateHash {
    let mut hasher = StateHasher::new();
    for hash in hashes {
        hasher.u64(hash.0);
    }
    hasher.finish()
}

/// The race of a seed: every number of cars and every option has its turn, and it lasts.
#[must_use]
pub fn setup(seed: u64) -> RaceSetup {
    let rules = RaceRules {
        laps: 20,
        contact: seed % 5 != 4,
        slipstream: seed.is_multiple_of(2),
        catch_up: seed.is_multiple_of(3),
        cap_seconds: 1800,
        ..RaceRules::default()
    };
    RaceSetup { seed, seats: 8 - (seed % 7) as u8, rules }
}

/// What a seat's pad says in a frame: mostly throttle, wild steering, sometimes anything.
#[must_use]
pub fn word(seed: u64, seat: u16, frame: u32) -> PadWord {
    let block = u64::from(frame / PAD_FRAMES);
    let mut rng = SimRng::new(seed ^ (block << 20), u64::from(seat));
    if rng.below(8) == 0 {
        return PadWord(rng.next_u32() as u16);
    }
    let mut bits = pad::THROTTLE;
    if rng.below(4) == 0 {
        bits |= pad::DRIFT;
    }
    if rng.below(12) == 0 {
        bits ^= pad::THROTTLE | pad::BRAKE;
    }
    pad::with_stick(bits, (rng.below(200) as i32 - 100) as i8)
}

/// Who drives a seat from a frame on: a third of the seats is the AI's, another one each time.
#[must_use]
pub fn controller(seat: Seat, frame: u32) -> Controller {
    if (frame / HANDS_FRAMES + u32::from(seat.0)).is_multiple_of(3) {
        Controller::Ai
    } else {
        Controller::Human { player: PlayerId(u32::from(seat.0) + 1) }
    }
}
