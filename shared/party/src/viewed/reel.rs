//! The last looks at a game that somebody else runs, and which two of them are on the screen.

use netplay::limits::TICK_HZ;
use netplay::time::Instant;
use std::collections::VecDeque;

/// Looks that are kept: half a second of them.
const KEPT: usize = 8;
/// The screen is so many ticks behind the newest look, so that there nearly always are two to be between.
const BEHIND_TICKS: u64 = 6;
/// Beyond this the picture jumps; within it, it goes a little faster or slower.
const JUMP_TICKS: u64 = 40;
/// The part of the way to where it should be that the picture is steered in a second.
const STEER: u64 = 2;

/// Looks in the order of their ticks.
#[derive(Debug)]
pub(super) struct Reel<V> {
    looks: VecDeque<(u32, V)>,
    /// The tick on the screen, in 256ths.
    shown_256: u64,
    at: Option<Instant>,
}

impl<V> Default for Reel<V> {
    fn default() -> Self {
        Self { looks: VecDeque::new(), shown_256: 0, at: None }
    }
}

impl<V> Reel<V> {
    /// Another look has come.
    pub(super) fn push(&mut self, tick: u32, look: V) {
        if self.newest().is_some_and(|newest| newest >= tick) {
            return;
        }
        if self.looks.is_empty() {
            self.shown_256 = u64::from(tick).saturating_sub(BEHIND_TICKS) << 8;
        }
        if self.looks.len() == KEPT {
            self.looks.pop_front();
        }
        self.looks.push_back((tick, look));
    }

    /// Somebody else counts the ticks now.
    pub(super) fn cut(&mut self) {
        // What is on the screen stays there until the first look of the next one.
        let last = self.looks.pop_back();
        self.looks.clear();
        self.looks.extend(last.map(|(_, look)| (0, look)));
        self.shown_256 = 0;
    }

    pub(super) fn newest(&self) -> Option<u32> {
        self.looks.back().map(|(tick, _)| *tick)
    }

    /// Time passes: the picture moves on.
    pub(super) fn run(&mut self, now: Instant) {
        let passed_us = self.at.map_or(0, |at| now.since(at).as_micros() as u64).min(1_000_000);
        self.at = Some(now);
        let Some(newest) = self.newest() else { return };
        let wanted = u64::from(newest).saturating_sub(BEHIND_TICKS) << 8;
        let step = ((passed_us * u64::from(TICK_HZ)) << 8) / 1_000_000;
        let next = self.shown_256 + step;
        let off = wanted.abs_diff(next);
        let steered = off * passed_us * STEER / 1_000_000;
        self.shown_256 = if off > JUMP_TICKS << 8 {
            wanted.max(self.shown_256)
        } else if next > wanted {
            // It never runs backwards.
            (next - steered).max(self.shown_256)
        } else {
            next + steered
        };
        self.shown_256 = self.shown_256.min(u64::from(newest) << 8);
    }

    /// The tick on the screen.
    pub(super) fn shown(&self) -> u32 {
        (self.shown_256 >> 8) as u32
    }

    /// The look before the picture, the one after it, and how far it is from the one to the other.
    pub(super) fn between(&self) -> Option<(&V, &V, u16)> {
        let later = self.looks.iter().position(|(tick, _)| u64::from(*tick) << 8 >= self.shown_256);
        let later = later.unwrap_or(self.looks.len().checked_sub(1)?);
        let (to_tick, to) = self.looks.get(later)?;
        let Some((from_tick, from)) = later.checked_sub(1).and_then(|at| self.looks.get(at)) else {
            return Some((to, to, 256));
        };
        let way = u64::from(to_tick - from_tick) << 8;
        let gone = self.shown_256.saturating_sub(u64::from(*from_tick) << 8);
        Some((from, to, (gone * 256 / way.max(1)).min(256) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Instant {
        Instant::from_millis(ms)
    }

    #[test]
    fn the_picture_is_a_tenth_of_a_second_behind_and_moves_evenly() {
        let mut reel = Reel::default();
        let mut shown = Vec::new();
        for ms in 0..2_000_u64 {
            // A look each four ticks, up to 15 ms late.
            if ms % 67 == (ms / 67 * 7) % 15 {
                reel.push((ms / 67 * 4) as u32, ms / 67);
            }
            reel.run(at(ms));
            shown.push(reel.shown_256);
        }
        let steps: Vec<u64> = shown.windows(2).skip(500).map(|pair| pair[1] - pair[0]).collect();
        assert!(steps.iter().all(|step| (13..=18).contains(step)), "15.36 in a millisecond");
        let behind = u64::from(reel.newest().unwrap()) * 256 - reel.shown_256;
        assert!((2 * 256..=9 * 256).contains(&behind), "{behind}");
        let (from, to, alpha) = reel.between().unwrap();
        assert!(to - from == 1 && alpha <= 256);
    }

    #[test]
    fn a_picture_without_news_stands_still_and_never_goes_back() {
        let mut reel = Reel::default();
        reel.push(4, 'a');
        reel.push(8, 'b');
        let mut last = 0;
        for ms in 0..3_000 {
            reel.run(at(ms));
            assert!(reel.shown_256 >= last && reel.shown_256 <= 8 << 8);
            last = reel.shown_256;
        }
        assert_eq!(reel.between(), Some((&'a', &'b', 256)));
        reel.push(7, 'x');
        assert_eq!(reel.newest(), Some(8), "what comes late is of no use");
    }

    #[test]
    fn whoever_counts_anew_is_followed() {
        let mut reel = Reel::default();
        reel.push(9_000, 'a');
        reel.run(at(0));
        reel.cut();
        assert_eq!(reel.between().map(|(_, to, _)| *to), Some('a'));
        reel.push(4, 'b');
        (0..500).for_each(|ms| reel.run(at(ms)));
        assert_eq!(reel.between().map(|(_, to, _)| *to), Some('b'));
    }
}
