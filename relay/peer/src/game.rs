//! Which game a member who opens a room lets be played there.

use clap::ValueEnum;
use games::GameSetup;
use games::golf::{GolfRules, HOLES_MOST};
use games::hunt::{HuntRules, ROUNDS_MOST};
use games::racing::{CAP_MOST_SECONDS, LAPS_MOST, RaceRules};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameChoice {
    /// Top-down racing
    #[default]
    Racing,
    /// Mini golf
    Golf,
    /// Prop hunt
    Hunt,
}

impl GameChoice {
    /// The longest that can be played of it: who joins says for how long they stay.
    pub(crate) fn lasting(self) -> GameSetup {
        match self {
            Self::Racing => GameSetup::Racing(RaceRules {
                laps: LAPS_MOST,
                cap_seconds: CAP_MOST_SECONDS,
                ..RaceRules::default()
            }),
            Self::Golf => GameSetup::Golf(GolfRules {
                holes: HOLES_MOST,
                hole_seconds: 300,
                ..GolfRules::default()
            }),
            Self::Hunt => {
                GameSetup::Hunt(HuntRules { rounds: ROUNDS_MOST, ..HuntRules::default() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_that_lasts_is_one() {
        for game in GameChoice::value_variants() {
            let setup = game.lasting();
            assert_eq!(GameSetup::of_label(&setup.label()), Some(setup), "{game:?}");
        }
    }
}
