//! Rounds among AI players of all levels, without anybody watching: how the levels fare.

use super::golf::Golf;
use super::hole::Hole;
use super::rules::{GolfRules, GolfSetup};
use super::score::Ending;
use crate::Skill;
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::limits::ROOM_SEATS;
use netplay::sim::Simulation;

/// How one level fared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Which.
    pub skill: Skill,
    /// Holes that its balls played.
    pub holes: u32,
    /// Strokes on them.
    pub strokes: u32,
    /// The same, against their par.
    pub to_par: i32,
    /// Those that ended in the cup.
    pub holed: u32,
    /// In one.
    pub aces: u32,
    /// Rounds that it won or shared.
    pub wins: u32,
}

impl Standing {
    /// Strokes over par a hole, in hundredths.
    #[must_use]
    pub fn over_par_in_hundredths(&self) -> i32 {
        self.to_par * 100 / self.holes.max(1) as i32
    }
}

/// Plays so many rounds of a course, eight balls each, the levels in turn; none when the course is
/// no round. The seats of the levels change from round to round.
#[must_use]
pub fn tournament(course: &[Arc<Hole>], rounds: u64, seed: u64) -> Option<[Standing; 3]> {
    let mut standings = Skill::ALL.map(|skill| Standing {
        skill,
        holes: 0,
        strokes: 0,
        to_par: 0,
        holed: 0,
        aces: 0,
        wins: 0,
    });
    for round in 0..rounds {
        let level = |seat: u64| (seat + round) as usize % Skill::ALL.len();
        let skills: Vec<Skill> = (0..ROOM_SEATS as u64).map(|s| Skill::ALL[level(s)]).collect();
        let rules = GolfRules { preview: false, ..GolfRules::default() };
        let seed = seed.wrapping_add(round);
        let setup = GolfSetup { seed, seats: ROOM_SEATS as u8, rules };
        let mut golf = Golf::with_skills(setup, course.to_vec(), &skills).ok()?;
        while !golf.is_over() {
            golf.tick(&[]);
        }
        for row in golf.results()? {
            let standing = &mut standings[level(row.seat.0.into())];
            standing.wins += u32::from(row.place == 1);
            standing.strokes += u32::from(row.total.strokes);
            standing.to_par += i32::from(row.total.to_par);
            for hole in row.holes {
                standing.holes += 1;
                standing.holed += u32::from(hole.ending == Ending::Holed);
                standing.aces += u32::from(hole.ending == Ending::Holed && hole.strokes == 1);
            }
        }
    }
    Some(standings)
}
