//! The closed set of games, as the rest of the project sees it.

use crate::event::Event;
use crate::fix::Vec2;
use crate::golf::{Golf, GolfSetup};
use crate::hunt::{Hunt, HuntSetup};
use crate::pack::Pack;
use crate::racing::{Race, RaceSetup};
use crate::setup::{GameId, GameSetup, SetupError};
use alloc::vec::Vec;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::present::Pose;
use netplay::sim::{BadState, Inspect, Rewind, Simulation, Visitor};
use netplay::wire::{Controller, Start};

/// A running game.
#[derive(Clone, Debug)]
pub enum Game {
    /// A race.
    Race(Race),
    /// A round of golf.
    Golf(Golf),
    /// A hunt.
    Hunt(Hunt),
}

/// The same call on whichever game it is.
macro_rules! on {
    ($game:expr, $it:ident => $call:expr) => {
        match $game {
            Self::Race($it) => $call,
            Self::Golf($it) => $call,
            Self::Hunt($it) => $call,
        }
    };
}

impl Game {
    /// A game about to begin. The AI drives every seat until told otherwise.
    ///
    /// # Errors
    /// When the rules or the number of seats are none of that game, or the pack lacks what it is
    /// played on.
    pub fn new(setup: GameSetup, seed: u64, seats: usize, pack: &Pack) -> Result<Self, SetupError> {
        let seats = u8::try_from(seats).map_err(|_| SetupError::Seats)?;
        match setup {
            GameSetup::Racing(rules) => {
                let track = pack.track(rules.track).ok_or(SetupError::Content)?;
                let setup = RaceSetup { seed, seats, rules };
                Race::new(setup, track.clone()).map(Self::Race)
            }
            GameSetup::Golf(rules) => {
                let course = pack.course(rules.first_hole, rules.holes);
                let setup = GolfSetup { seed, seats, rules };
                Golf::new(setup, course.ok_or(SetupError::Content)?).map(Self::Golf)
            }
            GameSetup::Hunt(rules) => {
                let arena = pack.arenas.get(rules.arena_of(seed, pack.arenas.len()));
                let arena = arena.ok_or(SetupError::Content)?;
                Hunt::new(HuntSetup { seed, seats, rules }, arena.clone()).map(Self::Hunt)
            }
        }
    }

    /// The game that a start order begins, with its seats in the right hands.
    ///
    /// # Errors
    /// When this build does not have the game, the order's rules or seats are none of it, or the
    /// pack lacks what it is played on.
    pub fn from_start(start: &Start, pack: &Pack) -> Result<Self, SetupError> {
        let setup = GameSetup::decode(&start.mode, &start.config)?;
        let mut game = Self::new(setup, start.seed, start.seats.len(), pack)?;
        for (seat, player) in start.seats.iter().enumerate() {
            if let Some(player) = *player {
                game.set_seat_controller(Seat(seat as u16), Controller::Human { player });
            }
        }
        Ok(game)
    }

    /// Which game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        match self {
            Self::Race(_) => GameId::Racing,
            Self::Golf(_) => GameId::Golf,
            Self::Hunt(_) => GameId::Hunt,
        }
    }

    /// Whether there are results.
    #[must_use]
    pub fn is_over(&self) -> bool {
        on!(self, it => it.is_over())
    }

    /// What has happened in the last tick.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        match self {
            Self::Race(race) => race.events().iter().copied().map(Event::Race).collect(),
            Self::Golf(golf) => golf.events().iter().copied().map(Event::Golf).collect(),
            Self::Hunt(hunt) => hunt.events().iter().copied().map(Event::Hunt).collect(),
        }
    }

    /// Where everybody is, in seat order.
    #[must_use]
    pub fn poses(&self) -> Vec<Pose> {
        on!(self, it => it.poses().map(pose).collect())
    }

    /// Takes a saved state that no game can have come to, as long as a tick can go on from there:
    /// what a broken machine may hold. For tests of those who are to notice.
    ///
    /// # Errors
    /// When a tick cannot; nothing has changed then.
    pub fn force(&mut self, saved: &[u8]) -> Result<(), BadState> {
        on!(self, it => it.force(saved))
    }
}

fn pose((pos, heading): (Vec2, u16)) -> Pose {
    Pose { x: pos.x.0, y: pos.y.0, heading }
}

impl Simulation for Game {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        on!(self, it => it.tick(inputs));
    }

    fn state_hash(&self) -> StateHash {
        on!(self, it => it.state_hash())
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        on!(self, it => it.set_seat_controller(seat, controller));
    }

    fn distance(&self, one: Seat, other: Seat) -> u64 {
        on!(self, it => it.distance(one, other))
    }
}

impl Rewind for Game {
    fn save(&self, out: &mut Vec<u8>) {
        on!(self, it => it.save(out));
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        on!(self, it => it.load(bytes))
    }
}

impl Inspect for Game {
    fn inspect(&self, to: &mut dyn Visitor) {
        on!(self, it => it.inspect(to));
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        on!(self, it => it.inspect_saved(saved, to))
    }
}
