//! Whether an arena is fair: a walk through it with every spot taken.

use super::super::tune::BODY;
use super::layout::{KIND_LEAST, Layout};
use super::{Arena, MANY, Spot};
use crate::fix::{Fix, Vec2};
use crate::hunt::{Hunt, HuntRules, HuntSetup};
use crate::pack::Fault;
use crate::state::is_taken_up;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::limits::TICK_HZ;
use netplay::sim::Simulation;

/// With two players there are at least so many spots in reach.
const SPOTS_LEAST: usize = 30;
/// Seekers and hiders begin at least so many metres apart.
const APART: Fix = Fix::int(5);

impl Arena {
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.check_starts()?;
        self.check_spots()?;
        for seats in [2, MANY] {
            self.check_ways(seats)?;
        }
        (2..=MANY).try_for_each(|seats| self.check_layouts(seats))
    }

    fn check_starts(&self) -> Result<(), Fault> {
        if self.seekers.is_empty() || self.hiders.is_empty() {
            let cure = "add lines `seekers X Y` and `hiders X Y`";
            return Err(Fault::whole("there is nowhere to begin", cure));
        }
        let near = |pos: &Vec2| self.hiders.iter().any(|other| (*pos - *other).length() < APART);
        if self.seekers.iter().any(near) {
            let cure = "keep seekers and hiders 5 metres apart at the start";
            return Err(Fault::whole("seekers begin next to hiders", cure));
        }
        Ok(())
    }

    fn check_spots(&self) -> Result<(), Fault> {
        let fault = |spot: &Spot, what, cure| Err(Fault { line: spot.line, what, cure });
        for (at, spot) in self.spots.iter().enumerate() {
            let radius = self.spot_radius(spot);
            if !self.is_free(spot.pos, radius, 2) || !self.is_free(spot.pos, radius, MANY) {
                let cure = "move the spot, or let only smaller props stand there";
                return fault(
                    spot,
                    format!("a prop at {} stands in a wall", place(spot.pos)),
                    cure,
                );
            }
            for other in &self.spots[..at] {
                let apart = (other.pos - spot.pos).length();
                if apart < radius + self.spot_radius(other) {
                    let what = format!(
                        "a prop at {} overlaps one at {}",
                        place(spot.pos),
                        place(other.pos)
                    );
                    let cure = "move one of the two spots, or let only smaller props stand there";
                    return fault(spot, what, cure);
                }
            }
        }
        Ok(())
    }

    /// From any start everything else is in reach, however the props fall.
    fn check_ways(&self, seats: u8) -> Result<(), Fault> {
        let nav = self.nav(seats);
        for start in self.seekers.iter().chain(&self.hiders) {
            let free = self.is_free(*start, BODY, seats);
            if !free || nav.cell(self, *start, seats).is_none() {
                let what = format!("who begins at {} cannot walk to the others", place(*start));
                let cure = "open a way of at least a metre between walls and spots";
                return Err(Fault::whole(&what, cure));
            }
        }
        let reachable = self.reachable_spots(seats);
        if reachable.len() < SPOTS_LEAST {
            let what = format!("only {} spots are in reach of {seats} players", reachable.len());
            return Err(Fault::whole(
                &what,
                "have 30 spots in reach of the hiders' start, or more",
            ));
        }
        // With all walls open every spot is worth its line.
        let lost = self.spots.iter().find(|spot| {
            seats == MANY && !reachable.iter().any(|other| core::ptr::eq(*other, *spot))
        });
        lost.map_or(Ok(()), |spot| {
            let cure = "open a way of at least a metre to it";
            let place = place(spot.pos);
            Err(Fault {
                line: spot.line,
                what: format!("nobody can walk to the spot at {place}"),
                cure,
            })
        })
    }

    /// However the props fall, there are enough, and none of a kind stands alone.
    fn check_layouts(&self, seats: u8) -> Result<(), Fault> {
        for seed in 0..4 {
            let layout = Layout::new(self, seed, 0, seats);
            let mut counts = [0; 32];
            layout.props.iter().for_each(|prop| counts[usize::from(prop.kind)] += 1);
            let kinds: Vec<usize> = counts.into_iter().filter(|count| *count > 0).collect();
            let few = kinds.iter().any(|count| *count < KIND_LEAST);
            if few || kinds.len() < 3 || layout.props.len() < 18 {
                let what =
                    format!("{} props of {} kinds stand there", layout.props.len(), kinds.len());
                let cure = "let more kinds stand at more spots: 3 kinds and 18 props are least";
                return Err(Fault::whole(&what, cure));
            }
        }
        Ok(())
    }
}

/// The AI hides and seeks for a while, and every second another machine could take the hunt up.
pub(super) fn play(arena: Arena) -> Result<Arena, Fault> {
    let arena = Arc::new(arena);
    let rules = HuntRules { hide_s: 10, ..HuntRules::default() };
    let setup = HuntSetup { seed: 0, seats: MANY, rules };
    if let Ok(mut hunt) = Hunt::new(setup, arena.clone()) {
        for _ in 0..15 {
            (0..TICK_HZ).for_each(|_| hunt.tick(&[]));
            if !is_taken_up(&mut hunt) {
                let cure = "keep everything well inside of the arena's size";
                return Err(Fault::whole("somebody comes to where no hunt can go on from", cure));
            }
        }
    }
    // The hunt was the only other who had it.
    Arc::into_inner(arena).ok_or_else(|| Fault::whole("the arena is in use", "read it again"))
}

/// A place as an author writes it.
fn place(pos: Vec2) -> String {
    let decimal = |at: Fix| format!("{}.{:02}", at.whole(), ((at.0 & 0xFFFF) * 100) >> 16);
    format!("{} {}", decimal(pos.x), decimal(pos.y))
}
