//! The nearest sample to any point, looked up in a grid worked out once.

use super::Sample;
use crate::fix::{Fix, Vec2};
use alloc::vec;
use alloc::vec::Vec;

/// The side of a cell, in metres.
const CELL: i32 = 4;
/// Cells beyond the outermost wall, in metres.
const MARGIN: i32 = 24;

/// For every square of the world the sample nearest to its middle.
#[derive(Debug)]
pub(super) struct Cells {
    origin: Vec2,
    columns: i32,
    rows: i32,
    nearest: Vec<u16>,
}

impl Cells {
    pub(super) fn new(samples: &[Sample], (low, high): (Vec2, Vec2)) -> Self {
        let origin = Vec2::new(low.x - Fix::int(MARGIN), low.y - Fix::int(MARGIN));
        let cells = |from: Fix, to: Fix| ((to - from).whole() + 2 * MARGIN) / CELL + 1;
        let (columns, rows) = (cells(low.x, high.x), cells(low.y, high.y));
        let mut nearest = vec![0; (columns * rows) as usize];
        for (index, slot) in nearest.iter_mut().enumerate() {
            let (column, row) = (index as i32 % columns, index as i32 / columns);
            let middle = |cell: i32| Fix::int(cell * CELL + CELL / 2);
            let pos = origin + Vec2::new(middle(column), middle(row));
            let closest = samples.iter().enumerate().min_by_key(|(_, s)| (pos - s.pos).square());
            *slot = closest.map_or(0, |(sample, _)| sample as u16);
        }
        Self { origin, columns, rows, nearest }
    }

    pub(super) fn nearest(&self, pos: Vec2) -> usize {
        let offset = pos - self.origin;
        let column = (offset.x.whole() / CELL).clamp(0, self.columns - 1);
        let row = (offset.y.whole() / CELL).clamp(0, self.rows - 1);
        usize::from(self.nearest[(row * self.columns + column) as usize])
    }
}
