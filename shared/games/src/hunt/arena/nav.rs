//! Where one can walk to when every spot is taken, on a grid of half a metre: for the AI to find its
//! way, and for the validator.

use super::super::tune::BODY;
use super::Arena;
use crate::fix::{Fix, Vec2};
use alloc::vec;
use alloc::vec::Vec;

/// Cells a metre.
const CELLS: i32 = 2;
/// So many cells ahead a way is straightened.
const AHEAD: usize = 14;
/// The neighbours: those across sides first.
const AROUND: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

#[derive(Clone, Debug, Default)]
pub(crate) struct Nav {
    wide: i32,
    high: i32,
    free: Vec<bool>,
}

impl Nav {
    pub(super) fn new(arena: &Arena, seats: u8) -> Self {
        let (wide, high) = (arena.size.x.whole() * CELLS, arena.size.y.whole() * CELLS);
        let radius = BODY + Fix::ratio(1, 20);
        let mut nav = Self { wide, high, free: Vec::new() };
        nav.free =
            (0..wide * high).map(|cell| arena.is_free(nav.middle(cell), radius, seats)).collect();
        for spot in &arena.spots {
            // Only the cells around can be taken.
            let reach = arena.spot_radius(spot) + radius;
            let cells = (reach.whole() + 1) * CELLS;
            let (x, y) = nav.place(spot.pos);
            for y in (y - cells).max(0)..(y + cells + 1).min(high) {
                for x in (x - cells).max(0)..(x + cells + 1).min(wide) {
                    let cell = y * wide + x;
                    if (nav.middle(cell) - spot.pos).length() < reach {
                        nav.free[cell as usize] = false;
                    }
                }
            }
        }
        // What nobody can walk to is no place to walk.
        let start = arena.hiders.first().and_then(|start| nav.cell(arena, *start, seats));
        nav.free = match start {
            Some(start) => nav.field(start, None).into_iter().map(|way| way != 8).collect(),
            None => vec![false; nav.free.len()],
        };
        nav
    }

    fn place(&self, pos: Vec2) -> (i32, i32) {
        let cell = |at: Fix, most: i32| (at.0 >> 15).clamp(0, most - 1);
        (cell(pos.x, self.wide), cell(pos.y, self.high))
    }

    fn middle(&self, cell: i32) -> Vec2 {
        let at = |cell: i32| Fix((cell << 15) + (1 << 14));
        Vec2::new(at(cell % self.wide), at(cell / self.wide))
    }

    /// The free cell nearest to a place, within a metre or so, and on the same side of all walls.
    pub(crate) fn cell(&self, arena: &Arena, pos: Vec2, seats: u8) -> Option<i32> {
        let (x, y) = self.place(pos);
        if self.free[(y * self.wide + x) as usize] {
            return Some(y * self.wide + x);
        }
        let (mut best, mut found) = (i64::MAX, None);
        for y in (y - 3).max(0)..(y + 4).min(self.high) {
            for x in (x - 3).max(0)..(x + 4).min(self.wide) {
                let cell = y * self.wide + x;
                let middle = self.middle(cell);
                let far = (middle - pos).square();
                if self.free[cell as usize]
                    && far < best
                    && arena.is_clear(pos, middle, Fix::ratio(1, 20), seats)
                {
                    (best, found) = (far, Some(cell));
                }
            }
        }
        found
    }

    fn neighbour(&self, cell: i32, (dx, dy): (i32, i32)) -> Option<i32> {
        let (x, y) = (cell % self.wide, cell / self.wide);
        let free = |x: i32, y: i32| {
            (0..self.wide).contains(&x)
                && (0..self.high).contains(&y)
                && self.free[(y * self.wide + x) as usize]
        };
        // Never across a corner.
        (free(x + dx, y + dy) && free(x + dx, y) && free(x, y + dy))
            .then_some((y + dy) * self.wide + x + dx)
    }

    /// For every cell the way towards `goal`: an index into [`AROUND`], 8 where there is none.
    /// Ends as soon as `until` has one.
    fn field(&self, goal: i32, until: Option<i32>) -> Vec<u8> {
        let mut ways = vec![8; self.free.len()];
        let mut open = Vec::with_capacity(self.free.len());
        open.push(goal);
        ways[goal as usize] = 0;
        let mut next = 0;
        while let Some(&cell) = open.get(next) {
            next += 1;
            if Some(cell) == until {
                break;
            }
            for (way, &(dx, dy)) in AROUND.iter().enumerate() {
                if let Some(to) = self.neighbour(cell, (-dx, -dy))
                    && ways[to as usize] == 8
                {
                    ways[to as usize] = way as u8;
                    open.push(to);
                }
            }
        }
        ways
    }

    /// The furthest place on the way that is in a straight line from `from`.
    pub(crate) fn next(&self, arena: &Arena, from: Vec2, to: Vec2, seats: u8) -> Option<Vec2> {
        let start = self.cell(arena, from, seats)?;
        let goal = self.cell(arena, to, seats)?;
        let ways = self.field(goal, Some(start));
        let (mut cell, mut best) = (start, self.middle(start));
        for _ in 0..AHEAD {
            if cell == goal {
                break;
            }
            let (dx, dy) = AROUND[usize::from(ways[cell as usize])];
            cell += dy * self.wide + dx;
            if !self.is_line(from, self.middle(cell)) {
                break;
            }
            best = self.middle(cell);
        }
        let _ = (arena, seats);
        Some(best)
    }

    /// Whether only free cells lie between two places.
    pub(crate) fn is_line(&self, from: Vec2, to: Vec2) -> bool {
        let way = to - from;
        let steps = way.length().scale(4, 1).whole() + 1;
        (1..=steps).all(|step| {
            let at = from + Vec2::new(way.x.scale(step, steps), way.y.scale(step, steps));
            let (x, y) = self.place(at);
            self.free[(y * self.wide + x) as usize]
        })
    }
}
