//! What a tournament comes to: who beats whom, how often, and at what cost.

use games::Skill;
use netplay::limits::TICK_HZ;
use netplay::rng::SimRng;
use netplay::sim::Rewind;
use std::fmt::{self, Write as _};
use std::time::{Duration, Instant};

/// How one seat fared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fared {
    pub(crate) skill: Skill,
    /// 1 is the winner.
    pub(crate) place: u32,
    /// In thousandths.
    pub(crate) score: i64,
}

/// One round, played.
#[derive(Clone, Debug, Default)]
pub(crate) struct Round {
    pub(crate) fared: Vec<Fared>,
    /// What no bot may do: moves against the rules, and states that no game can come to.
    pub(crate) illegal: u32,
    pub(crate) ticks: u32,
    pub(crate) took: Duration,
    /// A share that the game itself wants in a band: what it is, hits, and tries.
    pub(crate) share: Option<(&'static str, u32, u32)>,
}

/// The levels of the seats of a round: as many of each as fit, in an order drawn by lot.
pub(crate) fn levels(seed: u64, seats: usize) -> Vec<Skill> {
    let mut levels: Vec<Skill> =
        (0..seats).map(|seat| Skill::ALL[(seat + seed as usize) % Skill::ALL.len()]).collect();
    let mut rng = SimRng::new(seed, 4711);
    for last in (1..seats).rev() {
        levels.swap(last, rng.below(last as u32 + 1) as usize);
    }
    levels
}

/// Runs a game to its end: `tick` says whether it goes on. The ticks, and what they took.
pub(crate) fn run(most: u32, mut tick: impl FnMut() -> bool) -> (u32, Duration) {
    let begin = Instant::now();
    let ticks = (1..=most).find(|_| !tick()).unwrap_or(most);
    (ticks, begin.elapsed())
}

/// Looks at a game's state every second: whatever the AI did, it must be one that a stranger's
/// machine would take for possible.
pub(crate) struct Looks<G> {
    copy: G,
    state: Vec<u8>,
    ticks: u32,
    pub(crate) illegal: u32,
}

impl<G: Rewind + Clone> Looks<G> {
    pub(crate) fn new(game: &G) -> Self {
        Self { copy: game.clone(), state: Vec::new(), ticks: 0, illegal: 0 }
    }

    pub(crate) fn look(&mut self, game: &G) {
        self.ticks += 1;
        if self.ticks.is_multiple_of(TICK_HZ) {
            self.state.clear();
            game.save(&mut self.state);
            self.illegal += u32::from(self.copy.load(&self.state).is_err());
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    seats: u64,
    wins: u64,
    score: i64,
    /// Against each level: duels, and those won; a shared place is half of each.
    duels: [u64; 3],
    ahead: [u64; 3],
}

/// The sums of a tournament.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    rounds: u64,
    levels: [Level; 3],
    illegal: u64,
    ticks: u64,
    took: Duration,
    share: Option<(&'static str, u64, u64)>,
}

impl Table {
    pub(crate) fn add(&mut self, round: &Round) {
        self.rounds += 1;
        self.illegal += u64::from(round.illegal);
        self.ticks += u64::from(round.ticks);
        self.took += round.took;
        if let Some((what, hits, tries)) = round.share {
            let share = self.share.get_or_insert((what, 0, 0));
            share.1 += u64::from(hits);
            share.2 += u64::from(tries);
        }
        for one in &round.fared {
            let level = &mut self.levels[one.skill as usize];
            level.seats += 1;
            level.wins += u64::from(one.place == 1);
            level.score += one.score;
            for other in round.fared.iter().filter(|other| other.skill != one.skill) {
                let against = other.skill as usize;
                level.duels[against] += 2;
                level.ahead[against] += match one.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
            }
        }
    }

    /// The table as Markdown.
    pub(crate) fn text(&self, game: &str, score: &str) -> String {
        let mut text = format!("### {game}\n\n");
        let percent = |part: u64, whole: u64| Tenths((part * 1000 / whole.max(1)) as i64);
        let _ = writeln!(
            text,
            "| level | beats Easy | beats Normal | beats Hard | comes first | mean score |\n|---|---|---|---|---|---|"
        );
        for (skill, level) in Skill::ALL.into_iter().zip(&self.levels) {
            let _ = write!(text, "| {skill:?} ");
            for (ahead, duels) in level.ahead.iter().zip(level.duels) {
                let _ = match duels {
                    0 => write!(text, "| – "),
                    _ => write!(text, "| {} % ", percent(*ahead, duels)),
                };
            }
            let mean = Tenths(level.score / level.seats.max(1) as i64 / 100);
            let _ = writeln!(text, "| {} % | {mean} |", percent(level.wins, level.seats));
        }
        let per_second = u128::from(self.ticks) * 1000 / self.took.as_millis().max(1);
        let _ = writeln!(
            text,
            "\nScore: {score}. {} rounds, {} illegal moves, {per_second} ticks a second on one core.",
            self.rounds, self.illegal,
        );
        if let Some((what, hits, tries)) = self.share {
            let _ = writeln!(text, "{what}: {} %.", percent(hits, tries));
        }
        text
    }
}

/// A number with one decimal.
struct Tenths(i64);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.abs() / 10, self.0.abs() % 10)
    }
}
