//! A served race, and drivers for it.

use games::racing::{RaceRules, RaceSetup, Track, pad};
use games::served::{Empty, RaceBots, ServedRace, input_of_pad};
use netplay::ids::{PadWord, StateHash};
use netplay::rng::SimRng;
use netplay::session::server::Bots;
use netplay::sim::{InputFrame, Replicated, WorldState};
use std::sync::{Arc, LazyLock};

pub(crate) static TRACK: LazyLock<Arc<Track>> = LazyLock::new(|| Arc::new(Track::heron_lake()));

pub(crate) fn served(seed: u64, seats: u8, rules: RaceRules) -> ServedRace {
    with(seed, seats, rules, Empty::Driven)
}

pub(crate) fn with(seed: u64, seats: u8, rules: RaceRules, empty: Empty) -> ServedRace {
    let setup = RaceSetup { seed, seats, rules };
    ServedRace::new(setup, Arc::clone(&TRACK), empty).expect("a fair setup")
}

/// Drivers for every slot: bots, but for those who press wild buttons.
pub(crate) struct Drivers {
    bots: RaceBots,
    rng: SimRng,
    wild: usize,
    held: Vec<InputFrame>,
}

impl Drivers {
    /// The first slots of the race are taken by people who press wild buttons.
    pub(crate) fn new(seed: u64, wild: usize, race: &mut ServedRace) -> Self {
        (0..wild).for_each(|slot| race.player_joined(slot));
        let held = vec![InputFrame::default(); wild];
        Self { bots: RaceBots::new(), rng: SimRng::new(seed, 77), wild, held }
    }

    pub(crate) fn inputs(&mut self, race: &ServedRace) -> Vec<Option<InputFrame>> {
        for held in &mut self.held {
            if self.rng.below(12) == 0 {
                // Mostly on the throttle, so that they get somewhere.
                let bits = self.rng.below(1 << 6) as u16 | pad::THROTTLE;
                let brake = if self.rng.below(4) == 0 { 0 } else { pad::BRAKE | pad::RESET };
                let stick = self.rng.below(255) as i32 - 127;
                *held = input_of_pad(pad::with_stick(bits & !brake, stick as i8));
            }
        }
        let thought = (0..race.slots()).map(|slot| self.bots.think(race, slot, 0));
        thought
            .enumerate()
            .map(|(slot, bot)| Some(if slot < self.wild { self.held[slot] } else { bot }))
            .collect()
    }
}

pub(crate) fn state(race: &ServedRace) -> WorldState {
    let mut state = WorldState::default();
    race.read(&mut state);
    state
}

pub(crate) fn hash(race: &ServedRace) -> StateHash {
    state(race).hash()
}

pub(crate) fn idle() -> InputFrame {
    input_of_pad(PadWord(0))
}
