//! What stands still and is hard, and where a rolling ball first touches it.
//!
//! A ball is a point and a solid is thicker by the ball's radius. Solids have an order: straight
//! edges and arcs as the file names them, then their corners, then posts. Of all that is touched
//! within a step the earliest counts, and of equally early ones the first in this order: an edge
//! before its corner. An outside corner is a point like any other.

use crate::fix::{Fix, Vec2};
use crate::golf::tune::BALL_RADIUS;
use alloc::vec::Vec;

/// One hard thing.
#[derive(Clone, Copy, Debug)]
pub(in crate::golf) struct Solid {
    form: Form,
    /// How near the middle of a ball can come.
    reach: Fix,
    pub(in crate::golf) bumper: bool,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    Edge {
        from: Vec2,
        way: Vec2,
        length: Fix,
    },
    Point {
        at: Vec2,
    },
    /// Clockwise between two directions, less than half a turn.
    Arc {
        centre: Vec2,
        radius: Fix,
        first: Vec2,
        last: Vec2,
    },
}

/// A touch: after which part of the step, on what, and the way off it.
#[derive(Clone, Copy, Debug)]
pub(in crate::golf) struct Touch {
    pub(in crate::golf) part: Fix,
    pub(in crate::golf) off: Vec2,
    /// How far it is too near already.
    pub(in crate::golf) inside: Fix,
    pub(in crate::golf) bumper: bool,
}

impl Solid {
    pub(super) fn edge(from: Vec2, to: Vec2, half: Fix, bumper: bool) -> Option<Self> {
        let (way, length) = ((to - from).unit()?, (to - from).length());
        Some(Self { form: Form::Edge { from, way, length }, reach: BALL_RADIUS + half, bumper })
    }

    pub(super) fn point(at: Vec2, half: Fix, bumper: bool) -> Self {
        Self { form: Form::Point { at }, reach: BALL_RADIUS + half, bumper }
    }

    /// The arc around `centre` from one point to another, the shorter way.
    pub(super) fn arc(centre: Vec2, from: Vec2, to: Vec2, half: Fix, bumper: bool) -> Option<Self> {
        let radius = (from - centre).length();
        let (mut first, mut last) = ((from - centre).unit()?, (to - centre).unit()?);
        if first.cross(last) < Fix::ZERO {
            (first, last) = (last, first);
        }
        let form = Form::Arc { centre, radius, first, last };
        Some(Self { form, reach: BALL_RADIUS + half, bumper })
    }

    /// The corners of a box around every place where a ball touches it.
    pub(super) fn bounds(&self) -> (Vec2, Vec2) {
        let (a, b, more) = match self.form {
            Form::Edge { from, way, length } => (from, from + way * length, Fix::ZERO),
            Form::Point { at } => (at, at, Fix::ZERO),
            Form::Arc { centre, radius, .. } => (centre, centre, radius),
        };
        let more = self.reach + more;
        let more = Vec2::new(more, more);
        let low = Vec2::new(a.x.min(b.x), a.y.min(b.y));
        (low - more, Vec2::new(a.x.max(b.x), a.y.max(b.y)) + more)
    }

    /// How far a point is from where it would touch; negative when it is too near.
    pub(super) fn gap(&self, pos: Vec2) -> Fix {
        let far = match self.form {
            Form::Edge { from, way, length } => {
                let along = (pos - from).dot(way).max(Fix::ZERO).min(length);
                (pos - from - way * along).length()
            }
            Form::Point { at } => (pos - at).length(),
            Form::Arc { centre, radius, first, last } => {
                let off = pos - centre;
                if is_between(first, off, last) {
                    (off.length() - radius).abs()
                } else {
                    let end = |way: Vec2| (off - way * radius).length();
                    end(first).min(end(last))
                }
            }
        };
        far - self.reach
    }

    /// Where a ball that moves by `step` from `pos` first touches this.
    pub(in crate::golf) fn touch(&self, pos: Vec2, step: Vec2) -> Option<Touch> {
        let (part, off, inside) = match self.form {
            Form::Edge { from, way, length } => {
                let (offset, right) = (pos - from, way.right());
                let (side, pace) = (offset.dot(right), step.dot(right));
                let off = if side > Fix::ZERO || (side == Fix::ZERO && pace < Fix::ZERO) {
                    right
                } else {
                    -right
                };
                let (closing, gap) = (-step.dot(off), side.abs() - self.reach);
                if closing <= Fix::ZERO || gap >= closing {
                    return None;
                }
                let part = gap.max(Fix::ZERO) / closing;
                let along = offset.dot(way) + step.dot(way) * part;
                if along < Fix::ZERO || along > length {
                    return None;
                }
                (part, off, -gap)
            }
            Form::Point { at } => touch_point(pos - at, step, self.reach)?,
            Form::Arc { centre, radius, first, last } => {
                let offset = pos - centre;
                let (before, after) = (offset.length(), (offset + step).length());
                let way = if before < radius { Fix::ONE } else { -Fix::ONE };
                // Both from the wall on: how far it is, and how much nearer it comes.
                let (gap, closing) = ((radius - before) * way - self.reach, (after - before) * way);
                if closing <= Fix::ZERO || gap >= closing {
                    return None;
                }
                let part = gap.max(Fix::ZERO) / closing;
                let there = offset + step * part;
                if !is_between(first, there, last) {
                    return None;
                }
                (part, -there.unit()? * way, -gap)
            }
        };
        Some(Touch { part, off, inside: inside.max(Fix::ZERO), bumper: self.bumper })
    }
}

fn is_between(first: Vec2, way: Vec2, last: Vec2) -> bool {
    first.cross_wide(way) >= 0 && way.cross_wide(last) >= 0
}

/// When a point that moves by `step` from `offset` comes as near as `reach` to the origin.
fn touch_point(offset: Vec2, step: Vec2, reach: Fix) -> Option<(Fix, Vec2, Fix)> {
    let towards = offset.dot_wide(step);
    let gap = offset.square() - i64::from(reach.0) * i64::from(reach.0);
    if towards >= 0 {
        return None;
    }
    if gap <= 0 {
        return Some((Fix::ZERO, offset.unit()?, reach - offset.length()));
    }
    // Steps are shorter than a ball and posts not huge: the squares fit.
    let square = step.square();
    let root = towards.checked_mul(towards)?.checked_sub(square.checked_mul(gap)?)?;
    let root = root.max(0).unsigned_abs().isqrt() as i64;
    if root == 0 && square.checked_mul(gap)? > towards.checked_mul(towards)? {
        return None;
    }
    let part = ((-towards - root) << 16) / square.max(1);
    if part > i64::from(Fix::ONE.0) {
        return None;
    }
    let part = Fix(part as i32);
    Some((part, (offset + step * part).unit()?, Fix::ZERO))
}

/// Which solids are near a place: a square metre knows what can be touched from it in a tick.
#[derive(Clone, Debug, Default)]
pub(in crate::golf) struct Solids {
    pub(super) all: Vec<Solid>,
    columns: i32,
    rows: i32,
    cells: Vec<Vec<u8>>,
}

/// More than a ball moves in a tick.
const MARGIN: Fix = Fix::ratio(6, 10);

impl Solids {
    pub(super) fn new(all: Vec<Solid>, size: Vec2) -> Self {
        let (columns, rows) = (size.x.whole() + 1, size.y.whole() + 1);
        let mut cells = Vec::new();
        cells.resize((columns * rows) as usize, Vec::new());
        for (index, solid) in all.iter().enumerate() {
            let (low, high) = solid.bounds();
            let clip = |at: Fix, most: i32| at.whole().clamp(0, most - 1);
            for row in clip(low.y - MARGIN, rows)..=clip(high.y + MARGIN, rows) {
                for column in clip(low.x - MARGIN, columns)..=clip(high.x + MARGIN, columns) {
                    cells[(row * columns + column) as usize].push(index as u8);
                }
            }
        }
        Self { all, columns, rows, cells }
    }

    /// What a ball here can touch within a tick, in the order of the tie rule.
    pub(in crate::golf) fn near(&self, pos: Vec2) -> &[u8] {
        let column = pos.x.whole().clamp(0, self.columns - 1);
        let row = pos.y.whole().clamp(0, self.rows - 1);
        self.cells.get((row * self.columns + column) as usize).map_or(&[], |cell| cell)
    }

    /// The first touch of a step.
    pub(in crate::golf) fn touch(&self, near: &[u8], pos: Vec2, step: Vec2) -> Option<Touch> {
        let mut first: Option<Touch> = None;
        for index in near {
            if let Some(touch) = self.all[usize::from(*index)].touch(pos, step)
                && first.is_none_or(|first| touch.part < first.part)
            {
                first = Some(touch);
            }
        }
        first
    }

    /// How far a ball is inside of a solid, as a negative number; positive outside of all.
    #[cfg(test)]
    pub(in crate::golf) fn deepest(&self, pos: Vec2) -> Fix {
        self.all.iter().map(|solid| solid.gap(pos)).min().unwrap_or(Fix::ONE)
    }

    /// Whether a ball at a place has this much room around it.
    pub(super) fn is_clear(&self, pos: Vec2, room: Fix) -> bool {
        self.all.iter().all(|solid| solid.gap(pos) >= room)
    }
}
