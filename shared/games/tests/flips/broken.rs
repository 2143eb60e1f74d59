//! A race on a machine in which one bit turns over.

use crate::table::Table;
use games::racing::{Race, RaceRules, RaceSetup, Track};
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::rng::SimRng;
use netplay::sim::{self, BadState, Inspect, Rewind, Simulation, Visitor};
use netplay::wire::Controller;
use std::sync::Arc;

/// Which bit of the saved state, at the end of which of the session's frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flip {
    pub(crate) frame: u32,
    bit: usize,
}

impl Flip {
    /// A random bit of the field, in the first frame from `frame` on after which a race can go on
    /// from there: there are values of which every other bit makes nonsense.
    pub(crate) fn in_field(table: &Table<'_>, field: &Field, frame: u32, rng: &mut SimRng) -> Self {
        let mut race = table.clean();
        for at in 0..1_000 {
            race.tick(&table.inputs(at));
            let first = rng.below(8 * field.bytes as u32) as usize;
            let bits = (0..8 * field.bytes).map(|bit| (first + bit) % (8 * field.bytes));
            let flips = bits.map(|bit| Self { frame: at, bit: field.at * 8 + bit });
            let mut possible =
                flips.filter(|flip| at >= frame && flip.turn(&mut race.race.clone()));
            if let Some(flip) = possible.next() {
                return flip;
            }
        }
        panic!("{field:?} cannot be turned over");
    }

    fn turn(self, race: &mut Race) -> bool {
        let mut state = saved(race);
        state[self.bit / 8] ^= 1 << (self.bit % 8);
        race.force(&state).is_ok()
    }
}

/// Where a field lies in the saved state.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) path: String,
    at: usize,
    bytes: usize,
}

/// A race that breaks once, whenever that frame is simulated.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    race: Race,
    first_tick: u32,
    flip: Option<Flip>,
}

impl Broken {
    pub(crate) fn new(race: Race, flip: Option<Flip>) -> Self {
        Self { first_tick: race.tick_count(), race, flip }
    }

    pub(crate) fn seats(&self) -> usize {
        self.race.setup().seats.into()
    }
}

impl Simulation for Broken {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        let frame = self.race.tick_count().wrapping_sub(self.first_tick);
        self.race.tick(inputs);
        if let Some(flip) = self.flip.filter(|flip| flip.frame == frame) {
            // Of a wrong guess it may make nonsense, and of what is played again it does not.
            let _ = flip.turn(&mut self.race);
        }
    }

    fn state_hash(&self) -> StateHash {
        self.race.state_hash()
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        self.race.set_seat_controller(seat, controller);
    }
}

impl Rewind for Broken {
    fn save(&self, out: &mut Vec<u8>) {
        self.race.save(out);
    }

    /// A broken machine does not doubt what it holds.
    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        self.race.force(bytes)
    }
}

impl Inspect for Broken {
    fn inspect(&self, to: &mut dyn Visitor) {
        self.race.inspect(to);
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        self.race.inspect_saved(saved, to)
    }
}

/// The same race at several moments, from the lights to the finish.
pub(crate) fn mid_race(seats: u16, seed: u64, moments: u32) -> Vec<Race> {
    let rules = RaceRules { laps: 1, ..RaceRules::default() };
    let setup = RaceSetup { seed, seats: seats as u8, rules };
    let mut race = Race::new(setup, Arc::new(Track::heron_lake())).expect("a fair setup");
    let mut rng = SimRng::new(seed, 9);
    let mut races = Vec::new();
    for _ in 0..moments {
        for _ in 0..100 + rng.below(250) {
            race.tick(&vec![PadWord(0); usize::from(seats)]);
        }
        races.push(race.clone());
    }
    races
}

/// Every field, told by turning the bytes over one by one.
pub(crate) fn fields(race: &Race) -> Vec<Field> {
    let state = saved(race);
    let mut fields: Vec<Field> = Vec::new();
    for at in 0..state.len() {
        let mut turned = state.clone();
        turned[at] ^= 1;
        let found = sim::saved_difference(race, &state, &turned).expect("a byte says something");
        match fields.last_mut() {
            Some(field) if field.path == found.path => field.bytes += 1,
            _ => fields.push(Field { path: found.path, at, bytes: 1 }),
        }
    }
    fields
}

pub(crate) fn saved(race: &Race) -> Vec<u8> {
    let mut state = Vec::new();
    race.save(&mut state);
    state
}
