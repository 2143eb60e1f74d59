//! The AI.

use super::hunt::Hunt;
use super::pad;
use crate::fix::{Fix, Vec2};
use crate::state::state_struct;
use netplay::ids::PadWord;
use netplay::rng::SimRng;

state_struct! {
    /// What it keeps in mind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Bot {
        pub(crate) rng: SimRng,
        pub(crate) goal: Vec2,
        pub(crate) word: u16,
    }
}

impl Bot {
    pub(crate) fn new(seed: u64, seat: u8) -> Self {
        Self { rng: SimRng::new(seed, seat.into()), goal: Vec2::ZERO, word: 0 }
    }
    pub(crate) fn rested(&self) -> Self {
        Self { rng: self.rng.clone(), goal: Vec2::ZERO, word: 0 }
    }
    pub(crate) fn is_possible(&self, _size: Vec2) -> bool {
        true
    }
}

pub(super) fn think(hunt: &mut Hunt, seat: usize) -> PadWord {
    let (tick, seats) = (hunt.tick + seat as u32, hunt.setup.seats);
    if !hunt.plays(seat) || tick % 20 != 0 {
        return PadWord(hunt.people[seat].bot.word);
    }
    let arena = hunt.arena.clone();
    let pos = hunt.people[seat].pos;
    let bot = &mut hunt.people[seat].bot;
    let way = arena.way(pos, bot.goal, seats).filter(|_| bot.rng.below(16) > 0);
    let way = way.unwrap_or_else(|| {
        let at = |size: Fix, rng: &mut SimRng| Fix(rng.below(size.0 as u32) as i32);
        bot.goal = Vec2::new(at(arena.size.x, &mut bot.rng), at(arena.size.y, &mut bot.rng));
        bot.goal
    });
    let buttons = [pad::ACT, pad::LOCK, pad::TAUNT, 0][bot.rng.below(4) as usize];
    bot.word = pad::with_stick(buttons, Some((way - pos).angle().0)).0;
    PadWord(bot.word)
}
