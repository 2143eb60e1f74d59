//! What the ground is at a place.

use super::path::is_within;
use super::{Hole, Patch, Shape, Surface};
use crate::fix::{Fix, Vec2};
use crate::golf::tune;

impl Surface {
    const ALL: [Self; 7] =
        [Self::Green, Self::Slope, Self::Sand, Self::Ice, Self::Conveyor, Self::Water, Self::Out];

    pub(in crate::golf) fn of_byte(byte: u8) -> Self {
        Self::ALL.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Whether a ball is lost on it.
    #[must_use]
    pub const fn is_hazard(self) -> bool {
        matches!(self, Self::Water | Self::Out)
    }
}

impl Shape {
    /// Whether a point lies in it.
    #[must_use]
    pub fn holds(&self, pos: Vec2) -> bool {
        match self {
            Self::Polygon(points) => is_within(points, pos),
            Self::Circle { centre, radius } => (pos - *centre).length() < *radius,
        }
    }

    /// The corners of a box around it.
    pub(super) fn bounds(&self) -> (Vec2, Vec2) {
        match self {
            Self::Polygon(points) => bounds(points),
            Self::Circle { centre, radius } => {
                let more = Vec2::new(*radius, *radius);
                (*centre - more, *centre + more)
            }
        }
    }
}

/// The corners of a box around points.
pub(super) fn bounds(points: &[Vec2]) -> (Vec2, Vec2) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(low, high), at| {
        let low = Vec2::new(low.x.min(at.x), low.y.min(at.y));
        (low, Vec2::new(high.x.max(at.x), high.y.max(at.y)))
    })
}

impl Patch {
    /// What green takes off the speed of a ball, times this over 12.
    pub(in crate::golf) const fn drag_in_twelfths(&self) -> i32 {
        match self.kind {
            Surface::Sand => 48,
            Surface::Ice => 2,
            Surface::Conveyor => 30,
            _ => 12,
        }
    }

    /// Whether a ball cannot lie still on it.
    pub(in crate::golf) fn is_restless(&self) -> bool {
        match self.kind {
            Surface::Conveyor => true,
            Surface::Slope => self.flow.length() >= tune::DRAG,
            _ => false,
        }
    }
}

impl Hole {
    /// What lies on the green at a place; none where it is only green. Off the outline is out.
    pub(in crate::golf) fn patch(&self, pos: Vec2) -> Option<&Patch> {
        let over = |(low, high): &(Vec2, Vec2)| {
            low.x <= pos.x && pos.x <= high.x && low.y <= pos.y && pos.y <= high.y
        };
        let mut under = self.patch_bounds.iter().zip(&self.patches).rev();
        under.find(|(bounds, patch)| over(bounds) && patch.shape.holds(pos)).map(|(_, patch)| patch)
    }

    /// What the ground is at a place.
    #[must_use]
    pub fn surface(&self, pos: Vec2) -> Surface {
        self.patch(pos).map_or(Surface::Green, |patch| patch.kind)
    }

    /// Whether a ball can lie here: on dry ground all around, and still.
    pub(in crate::golf) fn is_lie(&self, pos: Vec2) -> bool {
        let fair = |dx: i32, dy: i32| {
            let off = Vec2::new(tune::BALL_RADIUS.scale(dx, 4), tune::BALL_RADIUS.scale(dy, 4));
            self.patch(pos + off).is_none_or(|patch| !patch.kind.is_hazard())
        };
        fair(5, 0)
            && fair(-5, 0)
            && fair(0, 5)
            && fair(0, -5)
            && self.patch(pos).is_none_or(|patch| !patch.kind.is_hazard() && !patch.is_restless())
    }

    /// Whether a ball rolls through here and touches nothing, and is not lost.
    pub(in crate::golf) fn has_room(&self, pos: Vec2) -> bool {
        let near = self.solids.near(pos);
        near.iter().all(|index| self.solids.all[usize::from(*index)].gap(pos) >= Fix::ZERO)
            && !self.surface(pos).is_hazard()
    }

    /// Whether a place is inside the outer wall.
    pub(in crate::golf) fn is_within_outline(&self, pos: Vec2) -> bool {
        is_within(&self.outline, pos)
    }

    /// Whether a place is on the course at all: inside the outline and no block.
    pub(in crate::golf) fn is_inside(&self, pos: Vec2) -> bool {
        is_within(&self.outline, pos) && !self.blocks.iter().any(|block| is_within(block, pos))
    }

    /// The strongest stroke runs so far on green.
    #[must_use]
    pub fn full_reach() -> Fix {
        tune::FULL * tune::FULL / (tune::DRAG + tune::DRAG)
    }
}
