//! Walls that move, and gates: where they are follows from the tick alone.

use super::{Gate, GateKind, Mover};
use crate::fix::{Angle, Fix, Vec2};

/// Quarter ticks in a tick: balls roll in steps of a 240th of a second.
pub(in crate::golf) const QUARTERS: u32 = 4;

/// A wall somewhere on its way.
#[derive(Clone, Copy, Debug)]
pub(in crate::golf) struct Pose {
    pub(in crate::golf) from: Vec2,
    pub(in crate::golf) to: Vec2,
}

impl Mover {
    /// How many walls it has.
    #[must_use]
    pub const fn walls(&self) -> u8 {
        match self {
            Self::Slider { .. } => 1,
            Self::Spinner { blades, .. } => *blades,
        }
    }

    /// Where its wall of this number is at a quarter tick.
    pub(in crate::golf) fn pose(&self, wall: u8, quarter: u32) -> Pose {
        match *self {
            Self::Slider { wall: (from, to), by, period, start } => {
                let turn = phase(quarter, period, start, true);
                // A cosine: it slows down at the ends.
                let part = (Fix::ONE - turn.unit().x).scale(1, 2);
                Pose { from: from + by * part, to: to + by * part }
            }
            Self::Spinner { centre, arm, blades, period, start, clockwise } => {
                let turn = phase(quarter, period, start, clockwise);
                let share = 65_536 / i32::from(blades.max(1)) * i32::from(wall);
                Pose { from: centre, to: centre + turn.turned(share).unit() * arm }
            }
        }
    }
}

/// How far around a period is, as an angle.
fn phase(quarter: u32, period: u16, start: u16, forwards: bool) -> Angle {
    let period = u64::from(period.max(1)) * u64::from(QUARTERS);
    let at = (u64::from(quarter) + u64::from(start) * u64::from(QUARTERS)) % period;
    let turn = (at * 65_536 / period) as u16;
    Angle(if forwards { turn } else { turn.wrapping_neg() })
}

impl Gate {
    /// Whether it lets through at a tick; a one-way gate does, one way.
    #[must_use]
    pub fn is_open(&self, tick: u32) -> bool {
        match self.kind {
            GateKind::OneWay => true,
            GateKind::Timed { open, shut, start } => {
                let period = (u32::from(open) + u32::from(shut)).max(1);
                // The sum cannot overflow: a round's ticks do not come near.
                tick.wrapping_add(start.into()) % period < u32::from(open)
            }
        }
    }
}
