//! From corners, some of them rounded, to hard edges and to lines for the eye.

use super::Wall;
use super::solid::Solid;
use crate::fix::{Fix, Vec2};
use crate::golf::tune;
use crate::pack::Words;
use alloc::vec::Vec;

/// A corner, and the radius it is rounded with; 0 for a sharp one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    pub(super) round: Fix,
}

/// What the lines of a file have been made into so far: corners come after edges.
#[derive(Debug, Default)]
pub(super) struct Edges {
    edges: Vec<Solid>,
    points: Vec<Solid>,
    /// Of the line that is made: half its thickness, and whether a ball comes off it faster.
    half: Fix,
    bumper: bool,
    /// Whether it cannot be made.
    fails: bool,
}

impl Edges {
    pub(super) fn count(&self) -> usize {
        self.edges.len() + self.points.len()
    }

    pub(super) fn into_solids(mut self) -> Vec<Solid> {
        self.edges.append(&mut self.points);
        self.edges
    }

    /// The rest of a line of a file as a closed line, with its curves in small steps.
    #[inline(never)]
    pub(super) fn closed(&mut self, words: &mut Words<'_>) -> Vec<Vec2> {
        (self.half, self.bumper) = (Fix::ZERO, false);
        let corners = words.corners(3);
        self.line(words, &corners, true)
    }

    /// The rest of a line of a file as a wall.
    #[inline(never)]
    pub(super) fn wall(&mut self, words: &mut Words<'_>, bumper: bool) -> Wall {
        (self.half, self.bumper) = (tune::WALL_HALF, bumper);
        let corners = words.corners(2);
        Wall { points: self.line(words, &corners, false), half: self.half, bumper }
    }

    /// A free-standing arc, clockwise from one direction to another, in pieces of less than half a
    /// turn.
    pub(super) fn curve(&mut self, words: &mut Words<'_>) -> Wall {
        (self.half, self.bumper) = (tune::WALL_HALF, false);
        let centre = words.point();
        let radius = words.length(Fix::ratio(1, 2));
        let (from, to) = (words.direction(), words.direction());
        let turn = i32::from(to.0.wrapping_sub(from.0));
        let at = |step: i32, steps: i32| centre + from.turned(turn * step / steps).unit() * radius;
        let (steps, pieces) = (turn / 0x0800 + 2, turn / 0x5000 + 1);
        let mut first = at(0, pieces);
        for piece in 1..=pieces {
            let last = at(piece, pieces);
            self.keep(Solid::arc(centre, first, last, self.half, false));
            self.point(first);
            first = last;
        }
        self.point(first);
        let mut points = Vec::new();
        for step in 0..=steps {
            points.push(at(step, steps));
        }
        self.ask(words);
        Wall { points, half: self.half, bumper: false }
    }

    /// Adds a line of corners and returns it with its curves in small steps.
    #[inline(never)]
    fn line(&mut self, words: &mut Words<'_>, corners: &[Corner], closed: bool) -> Vec<Vec2> {
        let (count, mut drawn) = (corners.len(), Vec::new());
        let mut ends: Option<(Vec2, Vec2)> = None;
        for (index, corner) in corners.iter().enumerate() {
            let (before, after) =
                (corners[(index + count - 1) % count].at, corners[(index + 1) % count].at);
            let inner = closed || (index > 0 && index + 1 < count);
            let mut arc = None;
            if inner && corner.round > Fix::ZERO {
                arc = self.round(*corner, before, after, &mut drawn);
            }
            if arc.is_none() {
                drawn.push(corner.at);
            }
            let (first, last) = arc.unwrap_or((corner.at, corner.at));
            self.point(first);
            if first != last {
                self.point(last);
            }
            let begin = match ends {
                Some((begin, end)) => {
                    self.edge(end, first);
                    begin
                }
                None => first,
            };
            ends = Some((begin, last));
        }
        if closed && let Some((begin, end)) = ends {
            self.edge(end, begin);
        }
        self.ask(words);
        drawn
    }

    /// Rounds a corner; returns where the arc begins and ends, none where it goes straight on.
    fn round(
        &mut self,
        corner: Corner,
        before: Vec2,
        after: Vec2,
        drawn: &mut Vec<Vec2>,
    ) -> Option<(Vec2, Vec2)> {
        let (before, after) = (before - corner.at, after - corner.at);
        let (to_before, to_after) = (unit(before), unit(after));
        // tan of half the angle between the two, and sin.
        let (across, along) = (to_before.cross(to_after).abs(), to_before.dot(to_after));
        if across < Fix::ratio(1, 100) && along < Fix::ZERO {
            return None;
        }
        let tan = across / (Fix::ONE + along);
        let middle = unit(to_before + to_after);
        let sin = to_before.cross(middle).abs();
        let is_flat = tan <= Fix::ratio(1, 50) || sin <= Fix::ratio(1, 50);
        let away = if is_flat { Fix::int(100) } else { corner.round / tan };
        if away > before.length() || away > after.length() {
            self.fails = true;
            return None;
        }
        let centre = corner.at + middle * (corner.round / sin);
        let (first, last) = (corner.at + to_before * away, corner.at + to_after * away);
        self.keep(Solid::arc(centre, first, last, self.half, self.bumper));
        let from = (first - centre).angle();
        let turn = from.to((last - centre).angle());
        let steps = turn.abs() / 0x0800 + 2;
        drawn.push(first);
        for step in 1..steps {
            drawn.push(centre + from.turned(turn * step / steps).unit() * corner.round);
        }
        drawn.push(last);
        Some((first, last))
    }

    fn edge(&mut self, from: Vec2, to: Vec2) {
        self.keep(Solid::edge(from, to, self.half, self.bumper));
    }

    #[inline(never)]
    fn point(&mut self, at: Vec2) {
        self.points.push(Solid::point(at, self.half, self.bumper));
    }

    #[inline(never)]
    fn keep(&mut self, edge: Option<Solid>) {
        match edge {
            Some(edge) => self.edges.push(edge),
            None => self.fails = true,
        }
    }

    fn ask(&self, words: &mut Words<'_>) {
        if self.fails {
            let what = "a corner is too sharp to be rounded so, or two points are the same";
            words.refuse(what, "", "make the radius behind ~ smaller, or the sides longer");
        }
    }
}

/// The direction of a way, which is flat and refused where there is none.
fn unit(way: Vec2) -> Vec2 {
    way.unit().unwrap_or_default()
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
