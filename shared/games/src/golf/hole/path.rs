//! From corners, some of them rounded, to hard edges and to lines for the eye.

use super::solid::Solid;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;

/// A corner, and the radius it is rounded with; 0 for a sharp one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    pub(super) round: Fix,
}

/// What the lines of a file have been made into so far: corners come after edges.
#[derive(Clone, Debug, Default)]
pub(super) struct Edges {
    pub(super) edges: Vec<Solid>,
    pub(super) points: Vec<Solid>,
}

impl Edges {
    pub(super) fn count(&self) -> usize {
        self.edges.len() + self.points.len()
    }

    pub(super) fn into_solids(mut self) -> Vec<Solid> {
        self.edges.append(&mut self.points);
        self.edges
    }

    /// Adds a line of corners and returns it with its curves in small steps.
    pub(super) fn line(
        &mut self,
        corners: &[Corner],
        closed: bool,
        half: Fix,
        bumper: bool,
    ) -> Option<Vec<Vec2>> {
        let (count, mut drawn) = (corners.len(), Vec::new());
        let mut last: Option<Vec2> = None;
        let mut begin = None;
        for (index, corner) in corners.iter().enumerate() {
            let inner = closed || (index > 0 && index + 1 < count);
            let (before, after) =
                (corners[(index + count - 1) % count].at, corners[(index + 1) % count].at);
            let (first, end) = if inner && corner.round > Fix::ZERO {
                self.round(*corner, before, after, (half, bumper), &mut drawn)?
            } else {
                drawn.push(corner.at);
                (corner.at, corner.at)
            };
            for at in [first, end] {
                self.points.push(Solid::point(at, half, bumper));
            }
            if first == end {
                self.points.pop();
            }
            if let Some(last) = last {
                self.edges.push(Solid::edge(last, first, half, bumper)?);
            }
            begin = begin.or(Some(first));
            last = Some(end);
        }
        if closed {
            self.edges.push(Solid::edge(last?, begin?, half, bumper)?);
        }
        Some(drawn)
    }

    /// Rounds a corner; returns where the arc begins and ends.
    fn round(
        &mut self,
        corner: Corner,
        before: Vec2,
        after: Vec2,
        (half, bumper): (Fix, bool),
        drawn: &mut Vec<Vec2>,
    ) -> Option<(Vec2, Vec2)> {
        let (to_before, to_after) = ((before - corner.at).unit()?, (after - corner.at).unit()?);
        // tan of half the angle between the two, and sin.
        let across = to_before.cross(to_after).abs();
        if across < Fix::ratio(1, 100) && to_before.dot(to_after) < Fix::ZERO {
            // Straight on: there is nothing to round.
            drawn.push(corner.at);
            return Some((corner.at, corner.at));
        }
        let tan = across / (Fix::ONE + to_before.dot(to_after));
        let middle = (to_before + to_after).unit()?;
        let sin = to_before.cross(middle).abs();
        if tan <= Fix::ratio(1, 50) || sin <= Fix::ratio(1, 50) {
            return None;
        }
        let along = corner.round / tan;
        if along > (before - corner.at).length() || along > (after - corner.at).length() {
            return None;
        }
        let centre = corner.at + middle * (corner.round / sin);
        let (first, last) = (corner.at + to_before * along, corner.at + to_after * along);
        self.edges.push(Solid::arc(centre, first, last, half, bumper)?);
        let (from, turn) = ((first - centre).angle(), {
            let to = (last - centre).angle();
            (first - centre).angle().to(to)
        });
        let steps = turn.abs() / 0x0800 + 2;
        drawn.push(first);
        for step in 1..steps {
            drawn.push(centre + from.turned(turn * step / steps).unit() * corner.round);
        }
        drawn.push(last);
        Some((first, last))
    }

    /// Adds a free-standing arc, clockwise from one direction by a turn, in pieces of less than
    /// half a turn; returns it in small steps.
    pub(super) fn arc(
        &mut self,
        centre: Vec2,
        radius: Fix,
        from: crate::fix::Angle,
        turn: i32,
        (half, bumper): (Fix, bool),
    ) -> Option<Vec<Vec2>> {
        let steps = turn / 0x0800 + 2;
        let at = |step: i32| centre + from.turned(turn * step / steps).unit() * radius;
        let pieces = turn / 0x5000 + 1;
        for piece in 0..pieces {
            let point = |index: i32| centre + from.turned(turn * index / pieces).unit() * radius;
            let (first, last) = (point(piece), point(piece + 1));
            self.edges.push(Solid::arc(centre, first, last, half, bumper)?);
            self.points.push(Solid::point(first, half, bumper));
            if piece + 1 == pieces {
                self.points.push(Solid::point(last, half, bumper));
            }
        }
        Some((0..=steps).map(at).collect())
    }
}

/// Whether a point lies in a closed line: even-odd, without a division.
pub(in crate::golf) fn is_within(line: &[Vec2], pos: Vec2) -> bool {
    let mut within = false;
    let mut before = line.last().copied().unwrap_or_default();
    for &at in line {
        if (at.y > pos.y) != (before.y > pos.y) {
            let side = (at - before).cross_wide(pos - before);
            within ^= (side > 0) == (at.y > before.y);
        }
        before = at;
    }
    within
}
