//! What the room chooses before a hunt, and its encoding in the start order.

use super::tune;
use crate::{SetupError, Skill};
use alloc::vec::Vec;
use netplay::limits::ROOM_SEATS;
use netplay::rng::SimRng;

/// The first byte of the encoding.
const VERSION: u8 = 1;
/// As [`HuntRules::arena`]: the seed draws one.
pub const ANY_ARENA: u8 = 255;
/// The stream of the seed that draws the arena.
const ARENA_STREAM: u64 = 2000;
/// More rounds would be an evening.
pub const ROUNDS_MOST: u8 = 16;

/// The rules of one hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntRules {
    /// Which arena of the pack, or [`ANY_ARENA`].
    pub arena: u8,
    /// One seeker for so many players, rounded up: 2 to 8.
    pub seekers_per: u8,
    /// Seconds to hide: 10 to 60.
    pub hide_s: u8,
    /// Seconds to seek: 45 to 180.
    pub seek_s: u8,
    /// Seconds after which a hider taunts by itself, 10 to 60; 0 for never. Half of it in the last
    /// half minute.
    pub taunt_forced_s: u8,
    /// Seconds between two taunts of one's own: 2 to 30.
    pub taunt_cooldown_s: u8,
    /// What a wrong guess costs a seeker, of a health of 100: 0 to 50.
    pub penalty: u8,
    /// Whether all hiders are heard at once, at half time and half a minute before the end.
    pub reveal_pulse: bool,
    /// Whether who is caught goes on as a seeker; else they watch.
    pub infection: bool,
    /// How many rounds, at most 16; 0 until each has sought once.
    pub rounds: u8,
    /// How good the AI is.
    pub skill: Skill,
}

impl Default for HuntRules {
    fn default() -> Self {
        Self {
            arena: ANY_ARENA,
            seekers_per: 4,
            hide_s: 25,
            seek_s: 150,
            taunt_forced_s: 25,
            taunt_cooldown_s: 8,
            penalty: 5,
            reveal_pulse: false,
            infection: true,
            rounds: 0,
            skill: Skill::Normal,
        }
    }
}

impl HuntRules {
    /// The rules of a round of a party night: half of the players seek, then the other half, and
    /// it is over in less than four minutes.
    #[must_use]
    pub fn party() -> Self {
        Self { seekers_per: 2, hide_s: 20, seek_s: 75, taunt_forced_s: 20, ..Self::default() }
    }

    /// The rules, if they make a hunt.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub const fn check(self) -> Result<Self, SetupError> {
        const fn within(value: u8, least: u8, most: u8) -> bool {
            least <= value && value <= most
        }
        let wrong = if !within(self.seekers_per, 2, 8) {
            "one seeker for 2 to 8 players"
        } else if !within(self.hide_s, 10, 60) {
            "hiding takes 10 to 60 seconds"
        } else if !within(self.seek_s, 45, 180) {
            "seeking takes 45 to 180 seconds"
        } else if self.taunt_forced_s != 0 && !within(self.taunt_forced_s, 10, 60) {
            "a forced taunt comes every 10 to 60 seconds, or never"
        } else if !within(self.taunt_cooldown_s, 2, 30) {
            "there are 2 to 30 seconds between taunts"
        } else if self.penalty > 50 {
            "a wrong guess costs at most 50"
        } else if self.rounds > ROUNDS_MOST {
            "a hunt has at most 16 rounds"
        } else {
            return Ok(self);
        };
        Err(SetupError::Range(wrong))
    }

    /// The bytes of the start order's configuration.
    #[must_use]
    pub fn encode(self) -> Vec<u8> {
        let flags =
            u8::from(self.reveal_pulse) | u8::from(self.infection) << 1 | (self.skill as u8) << 2;
        let Self { arena, seekers_per, hide_s, seek_s, .. } = self;
        let Self { taunt_forced_s, taunt_cooldown_s, penalty, rounds, .. } = self;
        let times = [hide_s, seek_s, taunt_forced_s, taunt_cooldown_s];
        [&[VERSION, arena, seekers_per][..], &times, &[penalty, rounds, flags]].concat()
    }

    /// Reads what [`encode`](Self::encode) wrote; the bytes come from a peer.
    ///
    /// # Errors
    /// When they are anything else.
    pub fn decode(bytes: &[u8]) -> Result<Self, SetupError> {
        let &[VERSION, arena, seekers_per, ref times @ .., penalty, rounds, flags @ 0..=15] = bytes
        else {
            return Err(SetupError::Malformed);
        };
        let &[hide_s, seek_s, taunt_forced_s, taunt_cooldown_s] = times else {
            return Err(SetupError::Malformed);
        };
        let rules = Self {
            arena,
            seekers_per,
            hide_s,
            seek_s,
            taunt_forced_s,
            taunt_cooldown_s,
            penalty,
            reveal_pulse: flags & 1 != 0,
            infection: flags & 2 != 0,
            rounds,
            skill: Skill::of_byte(flags >> 2).ok_or(SetupError::Malformed)?,
        };
        rules.check()
    }

    /// Which of `arenas` arenas is hunted in.
    #[must_use]
    pub fn arena_of(self, seed: u64, arenas: usize) -> usize {
        if self.arena == ANY_ARENA {
            SimRng::new(seed, ARENA_STREAM).below(arenas as u32) as usize
        } else {
            usize::from(self.arena)
        }
    }
}

/// Everything that decides how a hunt begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HuntSetup {
    /// Draws who seeks when, the layouts, and what the AI thinks.
    pub seed: u64,
    /// How many people: 2 to 8.
    pub seats: u8,
    /// What the room chose.
    pub rules: HuntRules,
}

impl HuntSetup {
    /// The setup, if it makes a hunt.
    ///
    /// # Errors
    /// Names the value that is out of its range.
    pub fn check(self) -> Result<Self, SetupError> {
        if !(2..=ROOM_SEATS).contains(&usize::from(self.seats)) {
            return Err(SetupError::Seats);
        }
        self.rules.check().map(|_| self)
    }

    /// How many seek at a time, except perhaps in the last round.
    #[must_use]
    pub const fn seekers(self) -> u8 {
        self.seats.div_ceil(self.rules.seekers_per)
    }

    /// How many rounds there are.
    #[must_use]
    pub const fn rounds(self) -> u8 {
        match self.rules.rounds {
            0 => self.seats.div_ceil(self.seekers()),
            rounds => rounds,
        }
    }

    /// The longest that the whole hunt can take, in seconds: it never takes longer.
    #[must_use]
    pub const fn cap_seconds(self) -> u32 {
        let round = self.rules.hide_s as u32 + self.rules.seek_s as u32 + tune::REVEAL_S;
        self.rounds() as u32 * round
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_the_start_order_and_nothing_else_is_taken_for_rules() {
        for rules in [HuntRules::default(), HuntRules::party()] {
            let bytes = rules.encode();
            assert!(bytes.len() <= 10);
            assert_eq!(HuntRules::decode(&bytes), Ok(rules));
            assert_eq!(HuntRules::decode(&bytes[1..]), Err(SetupError::Malformed));
            assert!(HuntRules::decode(&[&bytes[..], &[0]].concat()).is_err());
            for at in 0..bytes.len() {
                for value in 0..=255 {
                    let mut wild = bytes.clone();
                    wild[at] = value;
                    if let Ok(read) = HuntRules::decode(&wild) {
                        assert_eq!(read.encode(), wild);
                    }
                }
            }
        }
    }

    #[test]
    fn a_round_takes_less_than_four_minutes_and_a_partys_hunt_too() {
        for seats in 2..=8 {
            let hunt = |rules| HuntSetup { seed: 1, seats, rules };
            let usual = hunt(HuntRules::default());
            assert!(usual.cap_seconds() / u32::from(usual.rounds()) < 240);
            let party = hunt(HuntRules::party());
            assert!(party.rounds() == 2 && party.cap_seconds() < 240, "{seats} seats");
        }
    }
}
