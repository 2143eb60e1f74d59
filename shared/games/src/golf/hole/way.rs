//! The way to the cup: how far it is from every half metre of the green, around walls, dry.

use super::{Gate, GateKind, Hole, Surface};
use crate::fix::{Fix, Vec2};
use crate::golf::tune;
use alloc::vec::Vec;

/// No way leads from here.
const NONE: u16 = u16::MAX;
/// Cells to a metre.
const PER_METRE: i32 = 2;
/// Straight and diagonal neighbours, and what the step to them costs.
const STEPS: [(i32, i32, u16); 8] = [
    (1, 0, 10),
    (-1, 0, 10),
    (0, 1, 10),
    (0, -1, 10),
    (1, 1, 14),
    (1, -1, 14),
    (-1, 1, 14),
    (-1, -1, 14),
];

/// Ways out of a cell: its neighbours, and tunnels, of which a hole has three at most.
const EXITS: usize = STEPS.len() + 3;

/// A field over the hole.
#[derive(Clone, Debug, Default)]
pub(in crate::golf) struct Way {
    columns: i32,
    rows: i32,
    /// How far the cup is, or [`NONE`].
    far: Vec<u16>,
    /// What a step into the cell costs in tenths; 0 where no ball fits or it would be lost.
    cost: Vec<u8>,
}

impl Way {
    pub(super) fn new(hole: &Hole) -> Self {
        let cells = |size: Fix| size.scale(PER_METRE, 1).whole() + 1;
        let (columns, rows) = (cells(hole.size.x), cells(hole.size.y));
        let count = (columns * rows) as usize;
        let mut way = Self { columns, rows, far: Vec::new(), cost: Vec::with_capacity(count) };
        way.far.resize(count, NONE);
        for index in 0..count as i32 {
            let cost = cost(hole, way.middle(index));
            way.cost.push(cost);
        }
        let cup = way.cell(hole.cup);
        way.far[cup as usize] = 0;
        way.cost[cup as usize] = way.cost[cup as usize].max(10);
        // Forwards and back again until nothing gets nearer any more.
        for pass in 0..64 {
            let mut better = false;
            for step in 0..count as i32 {
                let index = if pass % 2 == 0 { step } else { count as i32 - 1 - step };
                better |= way.relax(index, hole);
            }
            if !better {
                break;
            }
        }
        way
    }

    fn relax(&mut self, index: i32, hole: &Hole) -> bool {
        if self.cost[index as usize] == 0 {
            return false;
        }
        let mut best = self.far[index as usize];
        let (exits, count) = self.neighbours(index, hole);
        for exit in &exits[..count] {
            best = best.min(self.through(*exit));
        }
        let better = best < self.far[index as usize];
        self.far[index as usize] = best;
        better
    }

    /// Where a ball can go from a cell, and what that costs; so many of them.
    fn neighbours(&self, index: i32, hole: &Hole) -> ([(i32, u16); EXITS], usize) {
        let (column, row) = (index % self.columns, index / self.columns);
        let here = self.middle(index);
        let (mut exits, mut count) = ([(0, 0); EXITS], 0);
        for (dx, dy, price) in STEPS {
            // No ball squeezes past a corner.
            if let (Some(to), Some(_), Some(_)) = (
                self.at(column + dx, row + dy),
                self.at(column + dx, row),
                self.at(column, row + dy),
            ) && !hole.gates.iter().any(|gate| is_against(gate, here, self.middle(to)))
            {
                exits[count] = (to, price);
                count += 1;
            }
        }
        for tunnel in &hole.tunnels {
            let near = (tunnel.from - here).square() < tune::TUNNEL_RADIUS.square_wide();
            if near && count < EXITS {
                exits[count] = (self.cell(tunnel.to), 10);
                count += 1;
            }
        }
        (exits, count)
    }

    /// How far the cup is, through a neighbour.
    fn through(&self, (to, price): (i32, u16)) -> u16 {
        let cost = price * u16::from(self.cost[to as usize]) / 10;
        self.far[to as usize].saturating_add(cost)
    }

    /// A cell where a ball can be.
    fn at(&self, column: i32, row: i32) -> Option<i32> {
        let index = row * self.columns + column;
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        (inside && self.cost[index as usize] != 0).then_some(index)
    }

    fn cell(&self, pos: Vec2) -> i32 {
        let at = |value: Fix, most: i32| value.scale(PER_METRE, 1).whole().clamp(0, most - 1);
        at(pos.y, self.rows) * self.columns + at(pos.x, self.columns)
    }

    fn middle(&self, index: i32) -> Vec2 {
        let at = |cell: i32| Fix::ratio(2 * cell + 1, 2 * PER_METRE);
        Vec2::new(at(index % self.columns), at(index / self.columns))
    }

    /// How far it is to the cup from a place, in tenths of a cell; none when no way leads there.
    pub(in crate::golf) fn from(&self, pos: Vec2) -> Option<u16> {
        Some(self.far[self.start(pos)? as usize])
    }

    /// The cell of a place, or one beside it: a ball that leans on a wall is in no cell of the way.
    fn start(&self, pos: Vec2) -> Option<i32> {
        let here = self.cell(pos);
        let (column, row) = (here % self.columns, here / self.columns);
        let (mut best, mut least) = (None, i64::MAX);
        for (dx, dy) in [(0, 0)].into_iter().chain(STEPS.map(|(dx, dy, _)| (dx, dy))) {
            if let Some(cell) = self.at(column + dx, row + dy)
                && self.far[cell as usize] != NONE
                && (self.middle(cell) - pos).square() < least
            {
                (best, least) = (Some(cell), (self.middle(cell) - pos).square());
            }
        }
        best
    }

    /// Whether a ball can be in the cell of this place.
    pub(in crate::golf) fn is_open(&self, pos: Vec2) -> bool {
        self.cost[self.cell(pos) as usize] != 0
    }

    /// The way from a place to the cup, a point a cell; it ends where it leads into a tunnel.
    pub(in crate::golf) fn path(&self, pos: Vec2, hole: &Hole) -> (Vec<Vec2>, Option<u8>) {
        let mut path = Vec::new();
        let Some(mut here) = self.start(pos) else { return (path, None) };
        while self.far[here as usize] != 0 && path.len() < 400 {
            let (exits, count) = self.neighbours(here, hole);
            let Some(mut best) = exits[..count].first() else { break };
            for exit in &exits[..count] {
                if self.through(*exit) < self.through(*best) {
                    best = exit;
                }
            }
            let next = best.0;
            if (self.middle(next) - self.middle(here)).square() > Fix::ONE.square_wide() {
                let at = |tunnel: &super::Tunnel| self.cell(tunnel.to) == next;
                return (path, hole.tunnels.iter().position(at).map(|at| at as u8));
            }
            here = next;
            path.push(self.middle(here));
        }
        (path, None)
    }
}

impl Fix {
    /// The square in Q32.32.
    pub(in crate::golf) const fn square_wide(self) -> i64 {
        self.0 as i64 * self.0 as i64
    }
}

/// Whether a step goes through a one-way gate the wrong way.
pub(in crate::golf) fn is_against(gate: &Gate, from: Vec2, to: Vec2) -> bool {
    if !matches!(gate.kind, GateKind::OneWay) {
        return false;
    }
    let (a, b) = gate.wall;
    let side = |at: Vec2| (b - a).cross_wide(at - a);
    let along = |at: Vec2| (b - a).dot_wide(at - a);
    let length = (b - a).square();
    let beside = along(to) < 0 || along(to) > length;
    side(from) > 0 && side(to) <= 0 && !beside
}

/// What a step to a place costs, in tenths; 0 when no ball can be there.
fn cost(hole: &Hole, pos: Vec2) -> u8 {
    let near = hole.solids.near(pos);
    let gap = |index: &u8| hole.solids.all[usize::from(*index)].gap(pos);
    if !hole.is_inside(pos) || near.iter().any(|index| gap(index) < Fix::ZERO) {
        return 0;
    }
    // Along the middle of a lane one sees farther than along its inner wall.
    let tight = near.iter().any(|index| gap(index) < Fix::ratio(4, 10));
    let around = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)];
    let hazard = |reach: i32| {
        around.iter().any(|&(dx, dy)| {
            let off = Vec2::new(Fix::ratio(dx * reach, 100), Fix::ratio(dy * reach, 100));
            hole.surface(pos + off).is_hazard()
        })
    };
    if hazard(10) {
        return 0;
    }
    let ground: u8 = match hole.surface(pos) {
        Surface::Sand => 25,
        Surface::Slope | Surface::Conveyor => 14,
        _ => 10,
    };
    ground + if hazard(60) { 14 } else { 0 } + if tight { 10 } else { 0 }
}
