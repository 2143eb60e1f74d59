//! Which games there are, and what a room chooses for one before it begins.

use crate::golf::GolfRules;
use crate::hunt::HuntRules;
use crate::racing::RaceRules;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use netplay::ids::{PlayerId, Round};
use netplay::wire::{Blob, SessionModel, Start, Terms, Text};

/// Which game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameId {
    /// Top-down racing.
    #[default]
    Racing,
    /// Mini golf.
    Golf,
    /// Prop hunt.
    Hunt,
}

impl GameId {
    /// Every game there is.
    pub const ALL: [Self; 3] = [Self::Racing, Self::Golf, Self::Hunt];

    /// Its name on the wire.
    #[must_use]
    pub const fn mode(self) -> &'static str {
        match self {
            Self::Racing => "racing",
            Self::Golf => "golf",
            Self::Hunt => "hunt",
        }
    }

    /// Its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Racing => "Racing",
            Self::Golf => "Mini golf",
            Self::Hunt => "Prop hunt",
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
    /// A round of golf by these rules.
    Golf(GolfRules),
    /// A hunt by these rules.
    Hunt(HuntRules),
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
            GameId::Golf => Self::Golf(GolfRules::default()),
            GameId::Hunt => Self::Hunt(HuntRules::default()),
        }
    }

    /// A game with the rules of a round of a party night.
    #[must_use]
    pub fn party(game: GameId) -> Self {
        match game {
            GameId::Racing => Self::Racing(RaceRules::party()),
            GameId::Golf => Self::Golf(GolfRules::party()),
            GameId::Hunt => Self::Hunt(HuntRules::party()),
        }
    }

    /// Which game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        match self {
            Self::Racing(_) => GameId::Racing,
            Self::Golf(_) => GameId::Golf,
            Self::Hunt(_) => GameId::Hunt,
        }
    }

    /// The rules as they travel in a start order.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Racing(rules) => rules.encode(),
            Self::Golf(rules) => rules.encode(),
            Self::Hunt(rules) => rules.encode(),
        }
    }

    /// Reads a game's name and rules, which come from a peer.
    ///
    /// # Errors
    /// When this build does not have the game, or the bytes are not its rules.
    pub fn decode(mode: &str, config: &[u8]) -> Result<Self, SetupError> {
        match GameId::of_mode(mode).ok_or(SetupError::UnknownGame)? {
            GameId::Racing => RaceRules::decode(config).map(Self::Racing),
            GameId::Golf => GolfRules::decode(config).map(Self::Golf),
            GameId::Hunt => HuntRules::decode(config).map(Self::Hunt),
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
        let mut bytes = Vec::new();
        for (at, digit) in rules.chars().enumerate() {
            let digit = digit.to_digit(16)? as u8;
            match bytes.last_mut() {
                Some(byte) if at % 2 == 1 => *byte = *byte << 4 | digit,
                _ => bytes.push(digit),
            }
        }
        if rules.len() % 2 == 1 {
            return None;
        }
        Self::decode(mode, &bytes).ok()
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

/// Why rules, seats or content make no game. Most come from a peer's start order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The start order names a game that this build does not have.
    UnknownGame,
    /// The bytes are not rules of this game.
    Malformed,
    /// Two to eight play.
    Seats,
    /// The pack has no such track, hole or arena.
    Content,
    /// A value is out of its range, which is said in words.
    Range(&'static str),
}

impl core::fmt::Display for SetupError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::UnknownGame => "this build does not have that game",
            Self::Malformed => "the rules cannot be read",
            Self::Seats => "2 to 8 play",
            Self::Content => "the pack does not have what is to be played on",
            Self::Range(what) => what,
        })
    }
}

impl core::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Skill;
    use netplay::limits::LABEL_BYTES;

    #[test]
    fn a_label_tells_every_rule_and_nonsense_tells_none() {
        let rules =
            RaceRules { laps: 9, catch_up: true, skill: Skill::Hard, ..RaceRules::default() };
        let presets = GameId::ALL.map(|id| [GameSetup::of(id), GameSetup::party(id)]);
        for setup in presets.into_iter().flatten().chain([GameSetup::Racing(rules)]) {
            assert_eq!(GameSetup::of_label(&setup.label()), Some(setup));
            assert!(setup.label().len() <= LABEL_BYTES);
        }
        assert_eq!(GameSetup::of_label("racing"), Some(GameSetup::default()));
        for wrong in ["", "chess", "racing:", "racing:0", "racing:zz", "racing:00", "racing:ä"] {
            assert_eq!(GameSetup::of_label(wrong), None, "{wrong}");
        }
    }
}
