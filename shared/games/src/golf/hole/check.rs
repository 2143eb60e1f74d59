//! What a fair hole owes its players, held when it is read.

use super::parse::Reading;
use super::{Hole, Mover};
use crate::Skill;
use crate::fix::{Fix, Vec2};
use crate::golf::{Ending, Golf, GolfRules, GolfSetup, tune};
use crate::pack::Fault;
use crate::state::is_taken_up;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use netplay::sim::Simulation;

/// The holes that a player must finish to call a hole fair: whatever the seed.
const SEEDS: u64 = 3;

pub(super) fn hole(reading: &Reading) -> Result<(), Fault> {
    let (hole, [tee, cup, outline]) = (&reading.hole, reading.lines);
    let within = |at: &Vec2| {
        Fix::ZERO <= at.x && at.x <= hole.size.x && Fix::ZERO <= at.y && at.y <= hole.size.y
    };
    require(hole.outline.iter().all(within), outline, || {
        ("the outline leaves the hole's size".into(), "make the line “size” larger")
    })?;
    for (line, at, room, what) in [
        (tee, hole.tee, Fix::ratio(1, 10), "the tee"),
        (cup, hole.cup, tune::CUP_RADIUS - tune::BALL_RADIUS, "the cup"),
    ] {
        place(hole, line, at, room, what)?;
    }
    require((hole.tee - hole.cup).length() >= Fix::int(2), cup, || {
        ("the cup is right beside the tee".into(), "put two metres between them")
    })?;
    for at in &hole.outline {
        require((*at - hole.tee).length() + Fix::ONE <= Hole::full_reach(), outline, || {
            let what = format!("{} {} is out of reach of the tee", at.x.whole(), at.y.whole());
            (what, "the strongest stroke runs 36 metres: make the hole smaller")
        })?;
    }
    for tunnel in &hole.tunnels {
        place(hole, 0, tunnel.from, Fix::ratio(1, 10), "the way into a tunnel")?;
        place(hole, 0, tunnel.to, Fix::ratio(1, 20), "the way out of a tunnel")?;
        for other in &hole.tunnels {
            require((other.from - tunnel.to).length() > Fix::ONE, 0, || {
                let what = "a tunnel ends where one begins".into();
                (what, "put more than a metre between them")
            })?;
        }
    }
    for mover in &hole.movers {
        let ends = match *mover {
            Mover::Slider { wall: (from, to), by, .. } => vec![from, to, from + by, to + by],
            Mover::Spinner { centre, .. } => vec![centre],
        };
        require(ends.iter().all(within), 0, || {
            ("something moves out of the hole".into(), "make its way behind “by” shorter")
        })?;
    }
    require(hole.way.from(hole.tee).is_some(), cup, || {
        let what = "no way leads from the tee to the cup".into();
        (what, "a ball needs half a metre between walls, and dry ground")
    })?;
    play(hole)
}

fn place(hole: &Hole, line: u32, at: Vec2, room: Fix, what: &str) -> Result<(), Fault> {
    require(hole.is_inside(at) && hole.solids.is_clear(at, room), line, || {
        (format!("{what} is in a wall or too near to one"), "move it away from the walls")
    })?;
    require(hole.is_lie(at), line, || {
        let what = format!("{what} is in water, out of bounds, or where no ball can lie");
        (what, "move it, or the patch under it")
    })
}

/// An AI player gets home within the limit, and every state on the way there can be taken up by
/// another machine.
fn play(hole: &Hole) -> Result<(), Fault> {
    let hole = Arc::new(hole.clone());
    for seed in 0..SEEDS {
        let rules = GolfRules { preview: false, skill: Skill::Normal, ..GolfRules::default() };
        let setup = GolfSetup { seed, seats: 1, rules };
        let Ok(mut round) = Golf::new(setup, vec![hole.clone()]) else { continue };
        for _ in 0..rules.hole_ticks(1) {
            round.tick(&[]);
            require(is_taken_up(&mut round), 0, || {
                let what = "a ball comes to where no round can go on from".into();
                (what, "keep everything well inside of the hole's size")
            })?;
            if round.balls[0].is_done() {
                break;
            }
        }
        let home = round.balls[0].ending == Ending::Holed as u8;
        require(home, 0, || {
            let what = "the AI does not get home in ten strokes and ninety seconds".into();
            (what, "make the way wider, slower or shorter")
        })?;
    }
    Ok(())
}

fn require(
    holds: bool,
    line: u32,
    says: impl FnOnce() -> (String, &'static str),
) -> Result<(), Fault> {
    if holds {
        return Ok(());
    }
    let (what, cure) = says();
    Err(Fault { line, what, cure })
}
