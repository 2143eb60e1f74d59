//! What the room chooses before a race, and its encoding in the start order.

use super::tune::GO_TICK;
use crate::{SetupError, Skill};
use alloc::vec::Vec;
use netplay::limits::{ROOM_SEATS, TICK_HZ};

/// The first byte of the encoding.
const VERSION: u8 = 2;
/// More would be an evening.
pub const LAPS_MOST: u8 = 20;
/// The longest race, in seconds.
pub const CAP_MOST_SECONDS: u16 = 1800;

/// The rules of one race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceRules {
    /// Once around, so many times: 1 to 20.
    pub laps: u8,
    /// Whether cars touch.
    pub contact: bool,
    /// Whether driving close behind somebody pulls.
    pub slipstream: bool,
    /// Whether those behind are a little faster. Off unless children ask for it.
    pub catch_up: bool,
    /// How good the AI drivers are.
    pub skill: Skill,
    /// After this many seconds the race ends, whoever is still driving.
    pub cap_seconds: u16,
    /// Which of the pack's tracks, from 0.
    pub track: u8,
}

impl Default for RaceRules {
    fn default() -> Self {
        Self {
            laps: 3,
            contact: true,
            slipstream: true,
            catch_up: false,
            skill: Skill::Normal,
            cap_seconds: 300,
            track: 0,
        }
    }
}

impl RaceRules {
    /// The rules of a round of a party night: one lap, and an end that can be counted on.
    #[must_use]
    pub fn party() -> Self {
        Self { laps: 1, cap_seconds: 120, ..Self::default() }
    }

    /// The rules, if they make a race.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub const fn check(self) -> Result<Self, SetupError> {
        if self.laps == 0 || self.laps > LAPS_MOST {
            return Err(SetupError::Range("a race has 1 to 20 laps"));
        }
        if self.cap_seconds < 60 || self.cap_seconds > CAP_MOST_SECONDS {
            return Err(SetupError::Range("a race is capped at 60 to 1800 seconds"));
        }
        Ok(self)
    }

    /// The bytes of the start order's configuration.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let flags =
            u8::from(self.contact) | u8::from(self.slipstream) << 1 | u8::from(self.catch_up) << 2;
        let [low, high] = self.cap_seconds.to_le_bytes();
        [VERSION, self.laps, flags, self.skill as u8, low, high, self.track].into()
    }

    /// Reads what [`encode`](Self::encode) wrote; the bytes come from a peer.
    ///
    /// # Errors
    /// When they are anything else.
    pub fn decode(bytes: &[u8]) -> Result<Self, SetupError> {
        let &[VERSION, laps, flags @ 0..=7, skill, low, high, track] = bytes else {
            return Err(SetupError::Malformed);
        };
        let skill = Skill::of_byte(skill).ok_or(SetupError::Malformed)?;
        let rules = Self {
            laps,
            contact: flags & 1 != 0,
            slipstream: flags & 2 != 0,
            catch_up: flags & 4 != 0,
            skill,
            cap_seconds: u16::from_le_bytes([low, high]),
            track,
        };
        rules.check()
    }

    /// The tick at which the race ends by itself.
    pub(crate) const fn cap_tick(self) -> u32 {
        GO_TICK + self.cap_seconds as u32 * TICK_HZ
    }
}

/// Everything that decides how a race begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceSetup {
    /// Feeds the AI drivers.
    pub seed: u64,
    /// How many cars: 2 to 8.
    pub seats: u8,
    /// What the room chose.
    pub rules: RaceRules,
}

impl RaceSetup {
    /// The setup, if it makes a race.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub fn check(self) -> Result<Self, SetupError> {
        if !(2..=ROOM_SEATS).contains(&usize::from(self.seats)) {
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
        for rules in [RaceRules::default(), RaceRules::party()] {
            let bytes = rules.encode();
            assert_eq!(RaceRules::decode(&bytes), Ok(rules));
            assert_eq!(RaceRules::decode(&bytes[1..]), Err(SetupError::Malformed));
            assert!(RaceRules::decode(&[&bytes[..], &[0]].concat()).is_err());
            for at in 0..bytes.len() {
                for value in 0..=255 {
                    let mut wild = bytes.clone();
                    wild[at] = value;
                    if let Ok(read) = RaceRules::decode(&wild) {
                        assert_eq!(read.encode(), wild);
                    }
                }
            }
        }
    }
}
