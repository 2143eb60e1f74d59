//! The closed set of games, as the rest of the project sees it.

use crate::SetupError;
use crate::event::Event;
use crate::fix::Vec2;
use crate::pack::Pack;
use crate::racing::{Race, RaceRules, RaceSetup};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use netplay::ids::{PadWord, PlayerId, Round, Seat, StateHash};
use netplay::present::Pose;
use netplay::sim::{BadState, Inspect, Rewind, Simulation, Visitor};
use netplay::wire::{Blob, Controller, SessionModel, Start, Terms, Text};

/// Which game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameId {
    /// Top-down racing.
    #[default]
    Racing,
}

impl GameId {
    /// Every game there is.
    pub const ALL: [Self; 1] = [Self::Racing];

    /// Its name on the wire.
    #[must_use]
    pub const fn mode(self) -> &'static str {
        match self {
            Self::Racing => "racing",
        }
    }

    /// The game of a name on the wire.
    #[must_use]
    pub fn of_mode(mode: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.mode() == mode)
    }
}

/// A game and what the room chose for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameSetup {
    /// A race by these rules.
    Racing(RaceRules),
}

impl Default for GameSetup {
    fn default() -> Self {
        Self::of(GameId::default())
    }
}

impl GameSetup {
    /// A game with its default rules.
    #[must_use]
    pub fn of(game: GameId) -> Self {
        match game {
            GameId::Racing => Self::Racing(RaceRules::default()),
        }
    }

    /// Which game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        match self {
            Self::Racing(_) => GameId::Racing,
        }
    }

    /// The rules as they travel in a start order.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Racing(rules) => rules.encode(),
        }
    }

    /// Reads a game's name and rules, which come from a peer.
    ///
    /// # Errors
    /// When this build does not have the game, or the bytes are not its rules.
    pub fn decode(mode: &str, config: &[u8]) -> Result<Self, SetupError> {
        match GameId::of_mode(mode).ok_or(SetupError::UnknownGame)? {
            GameId::Racing => RaceRules::decode(config).map(Self::Racing),
        }
    }

    /// The game and its rules as a room shows them to everybody before the start: the name, and
    /// the rules' bytes in hexadecimal.
    #[must_use]
    pub fn label(&self) -> String {
        let mut label = String::from(self.id().mode());
        label.push(':');
        for byte in self.encode() {
            // Writing to a string does not fail.
            let _ = write!(label, "{byte:02x}");
        }
        label
    }

    /// Reads a [`label`](Self::label), which comes from a peer. A name alone has the default rules.
    #[must_use]
    pub fn of_label(label: &str) -> Option<Self> {
        let Some((mode, rules)) = label.split_once(':') else {
            return GameId::of_mode(label).map(Self::of);
        };
        let digit = |at: &u8| char::from(*at).to_digit(16).map(|digit| digit as u8);
        let byte = |pair: &[u8]| match pair {
            [high, low] => Some(digit(high)? << 4 | digit(low)?),
            _ => None,
        };
        let rules: Option<Vec<u8>> = rules.as_bytes().chunks(2).map(byte).collect();
        Self::decode(mode, &rules?).ok()
    }

    /// The start order that a host sends; the relay fills in the round, the seats and the delay.
    #[must_use]
    pub fn start(&self, seed: u64, seats: Vec<Option<PlayerId>>) -> Start {
        Start {
            round: Round(0),
            seed,
            mode: Text::truncated(self.id().mode()),
            config: Blob::new(self.encode()).unwrap_or_default(),
            model: SessionModel::Lockstep,
            input_delay: 0,
            seats,
            terms: Terms::default(),
        }
    }
}

/// A running game.
#[derive(Clone, Debug)]
pub enum Game {
    /// A race.
    Race(Race),
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
        }
    }

    /// Whether there are results.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        match self {
            Self::Race(race) => race.is_over(),
        }
    }

    /// What has happened in the last tick.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<'_> {
        match self {
            Self::Race(race) => race.events().iter().copied().map(Event::Race),
        }
    }

    /// Where everybody is, in seat order.
    #[must_use]
    pub fn poses(&self) -> Vec<Pose> {
        match self {
            Self::Race(race) => race.poses().map(pose).collect(),
        }
    }

    /// Takes a saved state that no game can have come to, as long as a tick can go on from there:
    /// what a broken machine may hold. For tests of those who are to notice.
    ///
    /// # Errors
    /// When a tick cannot; nothing has changed then.
    pub fn force(&mut self, saved: &[u8]) -> Result<(), BadState> {
        match self {
            Self::Race(race) => race.force(saved),
        }
    }
}

fn pose((pos, heading): (Vec2, u16)) -> Pose {
    Pose { x: pos.x.0, y: pos.y.0, heading }
}

impl Simulation for Game {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        match self {
            Self::Race(race) => race.tick(inputs),
        }
    }

    fn state_hash(&self) -> StateHash {
        match self {
            Self::Race(race) => race.state_hash(),
        }
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        match self {
            Self::Race(race) => race.set_seat_controller(seat, controller),
        }
    }

    fn distance(&self, one: Seat, other: Seat) -> u64 {
        match self {
            Self::Race(race) => race.distance(one, other),
        }
    }
}

impl Rewind for Game {
    fn save(&self, out: &mut Vec<u8>) {
        match self {
            Self::Race(race) => race.save(out),
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        match self {
            Self::Race(race) => race.load(bytes),
        }
    }
}

impl Inspect for Game {
    fn inspect(&self, to: &mut dyn Visitor) {
        match self {
            Self::Race(race) => race.inspect(to),
        }
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        match self {
            Self::Race(race) => race.inspect_saved(saved, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Skill;
    use netplay::limits::LABEL_BYTES;

    #[test]
    fn a_label_tells_every_rule_and_nonsense_tells_none() {
        let rules =
            RaceRules { laps: 9, catch_up: true, skill: Skill::Hard, ..RaceRules::default() };
        let setup = GameSetup::Racing(rules);
        assert_eq!(GameSetup::of_label(&setup.label()), Some(setup));
        assert!(setup.label().len() <= LABEL_BYTES);
        assert_eq!(GameSetup::of_label("racing"), Some(GameSetup::default()));
        for wrong in ["", "chess", "racing:", "racing:0", "racing:zz", "racing:00", "racing:ä"] {
            assert_eq!(GameSetup::of_label(wrong), None, "{wrong}");
        }
    }
}
