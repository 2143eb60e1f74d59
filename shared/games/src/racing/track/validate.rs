//! What a fair track owes its drivers, held when it is read.

use super::parse::Plan;
use super::{Gate, Sample, Track, ZoneKind};
use crate::fix::Fix;
use crate::pack::Fault;
use crate::racing::{Race, RaceRules, RaceSetup, tune};
use crate::state::is_taken_up;
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use netplay::limits::TICK_HZ;
use netplay::sim::Simulation;

/// A lap cannot be counted with fewer gates than this, the line included.
const LEAST_GATES: usize = 6;

pub(super) fn plan(plan: &Plan) -> Result<(), Fault> {
    require(!plan.name.is_empty() && plan.name.len() <= 32, || "a track has a name".into())?;
    require(!plan.theme.is_empty() && plan.theme.len() <= 32, || "a track has a theme".into())?;
    require(plan.points.len() >= 8, || "a road needs at least eight points".into())?;
    for (index, point) in plan.points.iter().enumerate() {
        let next = plan.points[(index + 1) % plan.points.len()].pos - point.pos;
        let far = next.length();
        require(far >= Fix::int(6) && far <= Fix::int(80), || {
            format!("point {index} is {} m from the next; 6 to 80 m are good", far.whole())
        })?;
        require(point.half >= Fix::int(3) && point.half <= Fix::int(20), || {
            format!("the road at point {index} is not 3 to 20 m to either side")
        })?;
        let runoff = point.left.min(point.right);
        require(runoff >= Fix::ONE && point.left.max(point.right) <= Fix::int(30), || {
            format!("the run-off at point {index} is not 1 to 30 m")
        })?;
    }
    Ok(())
}

/// Whether it is a lap at all: checked before anything is built on it.
pub(super) fn length(samples: &[Sample], spacing: Fix) -> Result<(), Fault> {
    let metres = (i64::from(spacing.0) * samples.len() as i64) >> 16;
    require((200..=3000).contains(&metres), || {
        format!("the lap is {metres} m; 200 to 3000 m are good")
    })?;
    for (index, sample) in samples.iter().enumerate() {
        let tight = sample.bend.abs() * (sample.half + Fix::ONE);
        require(tight <= Fix::ONE, || format!("the road at {index} bends more than it is wide"))?;
    }
    Ok(())
}

pub(super) fn track(track: &Track) -> Result<(), Fault> {
    gates(track)?;
    for (what, patches) in [("boost pad", &track.pads), ("ice", &track.ice)] {
        for (index, patch) in patches.iter().enumerate() {
            let place = track.locate(patch.centre);
            require(place.side.abs() + patch.half_width <= place.half, || {
                format!("{what} {index} is not on the road")
            })?;
        }
    }
    for (index, slot) in track.grid.iter().enumerate() {
        let place = track.locate(slot.pos);
        require(place.side.abs() + tune::RADIUS <= place.half, || {
            format!("grid place {index} is not on the road")
        })?;
    }
    let solid_zone = |kind| matches!(kind, ZoneKind::Water | ZoneKind::Block);
    let water = track.zones.iter().filter(|zone| solid_zone(zone.kind));
    let solid = track.scenery.iter().map(|thing| thing.pos);
    for pos in solid.chain(water.flat_map(|zone| zone.outline.iter().copied())) {
        let place = track.locate(pos);
        require(place.side.abs() >= place.wall, || {
            format!("what stands at {} {} is in the way", pos.x.whole(), pos.y.whole())
        })?;
    }
    Ok(())
}

fn gates(track: &Track) -> Result<(), Fault> {
    require(track.gates.len() >= LEAST_GATES, || {
        format!("there are {} gates with the line; at least {LEAST_GATES}", track.gates.len())
    })?;
    let ends = track.gates.iter().skip(1).map(|gate| gate.along).chain([track.length]);
    for (index, (gate, next)) in track.gates.iter().zip(ends).enumerate() {
        let gap = next - gate.along;
        require(gap >= Fix::int(15) && gap <= track.length.scale(1, 5), || {
            format!("gate {index} is {} m before the next", gap.whole())
        })?;
        require(reaches_the_walls(track, gate), || {
            format!("gate {index} does not span the road between the walls")
        })?;
    }
    Ok(())
}

fn reaches_the_walls(track: &Track, gate: &Gate) -> bool {
    let sample = &track.samples[track.sample_at(gate.along)];
    (gate.left - gate.centre).length() >= sample.left
        && (gate.right - gate.centre).length() >= sample.right
}

/// The AI drives off, and every second another machine could take the race up.
pub(super) fn drive(track: Track) -> Result<Track, Fault> {
    let track = Arc::new(track);
    let setup = RaceSetup { seed: 0, seats: 8, rules: RaceRules::default() };
    if let Ok(mut race) = Race::new(setup, track.clone()) {
        for _ in 0..15 {
            (0..TICK_HZ).for_each(|_| race.tick(&[]));
            let what = || "a car comes to where no race can go on from".into();
            require(is_taken_up(&mut race), what)?;
        }
    }
    let cure = "read it again";
    let what = "the track is in use";
    // The race was the only other who had it.
    Arc::into_inner(track).ok_or_else(|| Fault { line: 0, what: what.into(), cure })
}

fn require(holds: bool, what: impl Fn() -> String) -> Result<(), Fault> {
    if holds {
        Ok(())
    } else {
        Err(Fault { line: 0, what: what(), cure: "see docs/making-a-track.md" })
    }
}
