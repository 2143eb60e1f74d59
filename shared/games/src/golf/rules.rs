//! What the room chooses before a round of golf, and its encoding in the start order.

use crate::SetupError;
use crate::Skill;
use alloc::vec::Vec;
use netplay::limits::{ROOM_SEATS, TICK_HZ};

/// The first byte of the encoding.
const VERSION: u8 = 1;
/// The holes of a whole round.
pub const HOLES_MOST: u8 = 18;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Every stroke; the lowest total wins.
    #[default]
    Stroke,
    /// Holes won; a hole that two share is nobody's.
    Match,
    /// The first home has the most points of the hole; strokes do not count.
    Race,
    /// Nothing: no limits, strokes can be taken back, holes played again.
    Practice,
}

impl Mode {
    /// Every mode, in the order of their bytes.
    pub const ALL: [Self; 4] = [Self::Stroke, Self::Match, Self::Race, Self::Practice];
}

/// The rules of one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GolfRules {
    /// The first hole, counted from 0 in the pack's order.
    pub first_hole: u8,
    /// How many holes from there: 1 to 18.
    pub holes: u8,
    /// What is counted.
    pub mode: Mode,
    /// Whether balls touch each other.
    pub collisions: bool,
    /// Whether they play one after the other, the farthest from the cup first.
    pub turns: bool,
    /// After so many strokes a ball is picked up: 3 to 20.
    pub stroke_limit: u8,
    /// What is added to the limit when that happens: 0 or 2.
    pub penalty_over_limit: u8,
    /// After so many seconds every ball is picked up: 20 to 300.
    pub hole_seconds: u16,
    /// A ball in the water is dropped at the edge where it went in, not at its previous lie.
    pub water_drop: bool,
    /// Whether a flight over the hole comes first.
    pub preview: bool,
    /// How good the AI is.
    pub skill: Skill,
}

impl Default for GolfRules {
    fn default() -> Self {
        Self {
            first_hole: 0,
            holes: 9,
            mode: Mode::Stroke,
            collisions: false,
            turns: false,
            stroke_limit: 10,
            penalty_over_limit: 0,
            hole_seconds: 90,
            water_drop: false,
            preview: true,
            skill: Skill::Normal,
        }
    }
}

impl GolfRules {
    /// The rules of a round of a party night: two holes, and an end that can be counted on.
    #[must_use]
    pub fn party() -> Self {
        Self { holes: 2, hole_seconds: 60, stroke_limit: 8, ..Self::default() }
    }

    /// The rules, if they make a round.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub const fn check(self) -> Result<Self, SetupError> {
        if self.holes == 0 || self.holes > HOLES_MOST {
            return Err(SetupError::Range("a round has 1 to 18 holes of the pack"));
        }
        if self.stroke_limit < 3
            || self.stroke_limit > 20
            || (self.penalty_over_limit != 0 && self.penalty_over_limit != 2)
            || self.hole_seconds < 20
            || self.hole_seconds > 300
        {
            return Err(SetupError::Range("a hole has 3 to 20 strokes and 20 to 300 seconds"));
        }
        Ok(self)
    }

    /// The bytes of the start order's configuration.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let flags = u8::from(self.collisions)
            | u8::from(self.turns) << 1
            | u8::from(self.water_drop) << 2
            | u8::from(self.preview) << 3
            | (self.mode as u8) << 4;
        let [low, high] = self.hole_seconds.to_le_bytes();
        let limits = [self.stroke_limit, self.penalty_over_limit, low, high];
        let [strokes, penalty, low, high] = limits;
        let (first, holes, skill) = (self.first_hole, self.holes, self.skill as u8);
        [VERSION, first, holes, flags, strokes, penalty, low, high, skill].into()
    }

    /// Reads what [`encode`](Self::encode) wrote; the bytes come from a peer.
    ///
    /// # Errors
    /// When they are anything else.
    pub fn decode(bytes: &[u8]) -> Result<Self, SetupError> {
        let &[VERSION, first_hole, holes, flags @ 0..=63, strokes, penalty, low, high, skill] =
            bytes
        else {
            return Err(SetupError::Malformed);
        };
        let rules = Self {
            first_hole,
            holes,
            mode: Mode::ALL[usize::from(flags >> 4)],
            collisions: flags & 1 != 0,
            turns: flags & 2 != 0,
            water_drop: flags & 4 != 0,
            preview: flags & 8 != 0,
            stroke_limit: strokes,
            penalty_over_limit: penalty,
            hole_seconds: u16::from_le_bytes([low, high]),
            skill: Skill::of_byte(skill).ok_or(SetupError::Malformed)?,
        };
        rules.check()
    }

    /// The ticks after which every ball of a hole is picked up. Turns take turns: there is more.
    pub(crate) const fn hole_ticks(self, seats: usize) -> u32 {
        let ticks = self.hole_seconds as u32 * TICK_HZ;
        if self.turns { ticks * (1 + seats as u32) / 2 } else { ticks }
    }

    /// Whether strokes and time are limited at all.
    pub(crate) const fn is_limited(self) -> bool {
        !matches!(self.mode, Mode::Practice)
    }
}

/// Everything that decides how a round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GolfSetup {
    /// Feeds the AI, and draws who tees off first.
    pub seed: u64,
    /// How many balls: 1 (alone, to practise) to 8.
    pub seats: u8,
    /// What the room chose.
    pub rules: GolfRules,
}

impl GolfSetup {
    /// The setup, if it makes a round.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub fn check(self) -> Result<Self, SetupError> {
        if !(1..=ROOM_SEATS).contains(&usize::from(self.seats)) {
            return Err(SetupError::Seats);
        }
        self.rules.check().map(|_| self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_the_start_order_and_nothing_else_is_taken_for_rules() {
        let wild = GolfRules {
            mode: Mode::Race,
            turns: true,
            water_drop: true,
            skill: Skill::Hard,
            penalty_over_limit: 2,
            ..GolfRules::default()
        };
        for rules in [GolfRules::default(), GolfRules::party(), wild] {
            let bytes = rules.encode();
            assert!(bytes.len() <= 10);
            assert_eq!(GolfRules::decode(&bytes), Ok(rules));
            assert_eq!(GolfRules::decode(&bytes[1..]), Err(SetupError::Malformed));
            assert!(GolfRules::decode(&[&bytes[..], &[0]].concat()).is_err());
            for at in 0..bytes.len() {
                for value in 0..=255 {
                    let mut wild = bytes.clone();
                    wild[at] = value;
                    if let Ok(read) = GolfRules::decode(&wild) {
                        assert_eq!(read.encode(), wild);
                    }
                }
            }
        }
    }
}
