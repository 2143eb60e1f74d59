//! What the road looks like from above: kerbs and walls.

use super::{Kerb, Sample, Track, Wall};
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;

/// The road has kerbs where it bends more than this.
const KERB_BEND: Fix = Fix::ratio(1, 40);
/// Shorter kerbs are not worth the paint: samples.
const KERB_LEAST: usize = 3;
/// How far inside what can be driven on a wall's point may lie, in metres.
const WALL_SLACK: Fix = Fix::ratio(1, 4);
/// A wall goes straight over a gap of less than this, in metres.
const WALL_GAP: Fix = Fix::int(6);

/// On the inside of every bend.
pub(super) fn kerbs(track: &Track) -> Vec<Kerb> {
    let samples = &track.samples;
    let count = samples.len();
    let painted = |index: usize, right: bool| {
        let bend = samples[index % count].bend;
        (if right { bend } else { -bend }) > KERB_BEND
    };
    let mut kerbs = Vec::new();
    for right in [false, true] {
        for first in 0..count {
            if painted(first, right) && !painted(first + count - 1, right) {
                let run = (0..count).take_while(|step| painted(first + step, right)).count();
                if run >= KERB_LEAST {
                    kerbs.push(Kerb { first, count: run, right });
                }
            }
        }
    }
    kerbs
}

/// Each side's wall, without the parts that another piece of road runs over.
pub(super) fn walls(track: &Track) -> Vec<Wall> {
    let mut walls = Vec::new();
    for offset in [|s: &Sample| -s.left, |s: &Sample| s.right] {
        let points = track.samples.iter().map(|s| s.pos + s.ahead.right() * offset(s));
        walls.extend(join(points.filter(|point| is_outside(track, *point))));
    }
    walls
}

fn is_outside(track: &Track, point: Vec2) -> bool {
    let place = track.locate(point);
    place.side.abs() >= place.wall - WALL_SLACK
}

fn join(points: impl Iterator<Item = Vec2>) -> Vec<Wall> {
    let near = |a: Vec2, b: Vec2| (a - b).length() < WALL_GAP;
    let mut walls: Vec<Wall> = Vec::new();
    for point in points {
        match walls.last_mut() {
            Some(wall) if wall.points.last().is_some_and(|last| near(*last, point)) => {
                wall.points.push(point);
            }
            _ => walls.push(Wall { points: [point].into(), closed: false }),
        }
    }
    // Once around: the end of the last line may be the beginning of the first.
    let ends = walls.first().zip(walls.last());
    let around =
        ends.is_some_and(|(first, last)| near(first.points[0], last.points[last.points.len() - 1]));
    if around && walls.len() == 1 {
        walls[0].closed = true;
    } else if around && let Some(mut last) = walls.pop() {
        last.points.append(&mut walls[0].points);
        walls[0] = last;
    }
    walls
}
