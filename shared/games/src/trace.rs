//! The trace: games that every target must play to the same hashes.
//!
//! The same functions run in the native tests, as compiled wasm in a real browser, and in two
//! browsers through a relay. What is played is a pure function of seed, seat and frame: people whose
//! pads say something wild, and the AI in a third of the seats, another third each time.

use crate::golf::{Golf, GolfRules, GolfSetup, Hole, Mode, Stroke, Wish};
use crate::hunt::{self, Arena, Hunt, HuntRules, HuntSetup};
use crate::racing::{self, Race, RaceRules, RaceSetup, Track};
use crate::setup::{GameId, GameSetup};
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
/// A hole is played so often in a row: its trace is longer than it.
const HOLE_TIMES: usize = 18;

/// The hash after every 30th of `frames` frames of the race of `seed`.
#[must_use]
pub fn racing(seed: u64, frames: u32, track: &Arc<Track>) -> Vec<StateHash> {
    let race = Race::new(race_setup(seed), track.clone());
    race.map(|race| played(GameId::Racing, race, seats(seed), seed, frames)).unwrap_or_default()
}

/// The same of a round of golf, on one hole again and again.
#[must_use]
pub fn golf(seed: u64, frames: u32, hole: &Arc<Hole>) -> Vec<StateHash> {
    let golf = Golf::new(golf_setup(seed), alloc::vec![hole.clone(); HOLE_TIMES]);
    golf.map(|golf| played(GameId::Golf, golf, seats(seed), seed, frames)).unwrap_or_default()
}

/// The same of a hunt.
#[must_use]
pub fn hunt(seed: u64, frames: u32, arena: &Arc<Arena>) -> Vec<StateHash> {
    let hunt = Hunt::new(hunt_setup(seed), arena.clone());
    hunt.map(|hunt| played(GameId::Hunt, hunt, seats(seed), seed, frames)).unwrap_or_default()
}

fn played<G: Simulation<Input = PadWord>>(
    id: GameId,
    mut game: G,
    seats: u8,
    seed: u64,
    frames: u32,
) -> Vec<StateHash> {
    let mut hashes = Vec::with_capacity((frames / CHECKPOINT_INTERVAL_FRAMES) as usize);
    let mut words = alloc::vec![PadWord(0); seats.into()];
    for frame in 0..frames {
        for (seat, now) in (0..).zip(&mut words) {
            if frame % HANDS_FRAMES == 0 {
                game.set_seat_controller(Seat(seat), controller(Seat(seat), frame));
            }
            if frame % PAD_FRAMES == 0 {
                *now = word(id, seed, seat, frame);
            }
        }
        game.tick(&words);
        if (frame + 1) % CHECKPOINT_INTERVAL_FRAMES == 0 {
            hashes.push(game.state_hash());
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

/// Every number of seats has its turn.
const fn seats(seed: u64) -> u8 {
    8 - (seed % 7) as u8
}

/// The race of a seed: every option has its turn, and it lasts.
#[must_use]
pub fn race_setup(seed: u64) -> RaceSetup {
    let rules = RaceRules {
        laps: 20,
        contact: seed % 5 != 4,
        slipstream: seed.is_multiple_of(2),
        catch_up: seed.is_multiple_of(3),
        cap_seconds: 1800,
        ..RaceRules::default()
    };
    RaceSetup { seed, seats: seats(seed), rules }
}

/// The round of golf of a seed.
#[must_use]
pub fn golf_setup(seed: u64) -> GolfSetup {
    let rules = GolfRules {
        holes: HOLE_TIMES as u8,
        mode: Mode::ALL[seed as usize % 4],
        collisions: seed % 3 != 2,
        turns: seed % 5 == 4,
        water_drop: seed.is_multiple_of(2),
        hole_seconds: 30,
        ..GolfRules::default()
    };
    GolfSetup { seed, seats: seats(seed), rules }
}

/// The hunt of a seed.
#[must_use]
pub fn hunt_setup(seed: u64) -> HuntSetup {
    let rules = HuntRules {
        seekers_per: 2 + (seed % 3) as u8,
        hide_s: 10,
        seek_s: 45,
        taunt_forced_s: 10,
        taunt_cooldown_s: 3,
        reveal_pulse: seed.is_multiple_of(2),
        infection: seed % 3 != 2,
        ..HuntRules::default()
    };
    HuntSetup { seed, seats: seats(seed), rules }
}

/// What is chosen for the game of a seed, when it is played on the pack's own maps.
#[must_use]
pub fn setup(game: GameId, seed: u64) -> GameSetup {
    match game {
        GameId::Racing => GameSetup::Racing(race_setup(seed).rules),
        GameId::Golf => GameSetup::Golf(golf_setup(seed).rules),
        GameId::Hunt => GameSetup::Hunt(hunt_setup(seed).rules),
    }
}

/// What a seat's pad says in a frame: mostly something that gets it on, sometimes anything.
#[must_use]
pub fn word(game: GameId, seed: u64, seat: u16, frame: u32) -> PadWord {
    let block = u64::from(frame / PAD_FRAMES);
    let mut rng = SimRng::new(seed ^ (block << 20), u64::from(seat));
    if rng.below(8) == 0 {
        return PadWord(rng.next_u32() as u16);
    }
    match game {
        GameId::Racing => {
            let mut bits = racing::pad::THROTTLE;
            if rng.below(4) == 0 {
                bits |= racing::pad::DRIFT;
            }
            if rng.below(12) == 0 {
                bits ^= racing::pad::THROTTLE | racing::pad::BRAKE;
            }
            racing::pad::with_stick(bits, (rng.below(200) as i32 - 100) as i8)
        }
        GameId::Golf => {
            let stroke = Stroke { angle: rng.below(1024) as u16, power: rng.below(32) as u8 };
            let wish = match rng.below(8) {
                0..4 => Wish::Strike(stroke),
                4 => Wish::Aim(stroke),
                5 => Wish::Ready,
                _ => Wish::Idle,
            };
            wish.word()
        }
        GameId::Hunt => {
            use hunt::pad::{ACT, DECOY, LOCK, ROTATE, SLOW, TAUNT};
            let buttons = [ACT, ACT, LOCK, ROTATE, TAUNT, DECOY, SLOW, 0, 0, 0];
            let held = buttons[rng.below(buttons.len() as u32) as usize];
            let heading = (rng.below(4) != 0).then(|| rng.next_u32() as u16);
            hunt::pad::with_stick(held, heading)
        }
    }
}

/// Who has a seat from a frame on: a third of the seats is the AI's, another one each time.
#[must_use]
pub fn controller(seat: Seat, frame: u32) -> Controller {
    if (frame / HANDS_FRAMES + u32::from(seat.0)).is_multiple_of(3) {
        Controller::Ai
    } else {
        Controller::Human { player: PlayerId(u32::from(seat.0) + 1) }
    }
}
