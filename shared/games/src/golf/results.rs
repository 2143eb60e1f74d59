//! How a round ended, and why.

use super::golf::Golf;
use super::rules::Mode;
use super::score::{Ending, HoleScore};
use super::view::Total;
use alloc::vec::Vec;
use netplay::ids::Seat;

/// One row of the results, the first place first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Whose.
    pub seat: Seat,
    /// 1 for the winner; equals share a place.
    pub place: u8,
    /// What decides.
    pub total: Total,
    /// The card, hole by hole, with how each ended.
    pub holes: Vec<HoleScore>,
    /// Why here.
    pub why: Why,
    /// Whether the AI played at the end.
    pub ai: bool,
}

/// What made a round what it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// Strokes (or points) behind the first.
    pub behind: u16,
    /// Equal with somebody and placed by strokes: in match and race play.
    pub by_strokes: bool,
    /// The hole, from 0, that went best against its par.
    pub best: u8,
    /// The hole that cost most.
    pub worst: u8,
    /// Holes in one.
    pub aces: u8,
    /// Holes that did not end in the cup.
    pub not_holed: u8,
}

impl Golf {
    /// The results, once the round is over.
    #[must_use]
    pub fn results(&self) -> Option<Vec<Placing>> {
        if !self.is_over() {
            return None;
        }
        let order = self.order();
        let first = self.total(order.first()?.index());
        let mut rows: Vec<Placing> = Vec::new();
        for (index, seat) in (1..).zip(&order) {
            let total = self.total(seat.index());
            let place = match rows.last() {
                Some(last) if self.rank(last.total) == self.rank(total) => last.place,
                _ => index,
            };
            let mut why = self.why(seat.index());
            why.behind = match self.setup.rules.mode {
                Mode::Stroke | Mode::Practice => total.strokes.saturating_sub(first.strokes),
                Mode::Match | Mode::Race => first.points.saturating_sub(total.points),
            };
            let rival = |row: &Placing| row.total.points == total.points && row.place != place;
            why.by_strokes =
                matches!(self.setup.rules.mode, Mode::Match | Mode::Race) && rows.iter().any(rival);
            let (holes, ai) = (self.squares(seat.index()), self.balls[seat.index()].ai);
            rows.push(Placing { seat: *seat, place, total, holes, why, ai });
        }
        Some(rows)
    }

    fn why(&self, seat: usize) -> Why {
        let mut why = Why::default();
        let (mut best, mut worst) = (i16::MAX, i16::MIN);
        for (hole, square) in (0..).zip(self.squares(seat)) {
            let over = i16::from(square.strokes) - i16::from(self.course[usize::from(hole)].par);
            if over < best {
                (best, why.best) = (over, hole);
            }
            if over > worst {
                (worst, why.worst) = (over, hole);
            }
            let holed = square.ending == Ending::Holed;
            why.aces += u8::from(holed && square.strokes == 1);
            why.not_holed += u8::from(!holed);
        }
        why
    }

    /// A seat's squares of the card, hole by hole.
    pub(super) fn squares(&self, seat: usize) -> Vec<HoleScore> {
        self.card.iter().skip(seat).step_by(self.balls.len()).map(|square| square.shown()).collect()
    }

    /// What a seat has of the holes that are done.
    pub(super) fn total(&self, seat: usize) -> Total {
        let mut total = Total::default();
        for (hole, square) in self.course.iter().zip(self.squares(seat)) {
            if square.ending != Ending::Open {
                total.strokes += u16::from(square.strokes);
                total.to_par += i16::from(square.strokes) - i16::from(hole.par);
                total.points += u16::from(square.points);
            }
        }
        total
    }

    /// Less is better.
    fn rank(&self, total: Total) -> (i32, u16) {
        match self.setup.rules.mode {
            Mode::Stroke | Mode::Practice => (0, total.strokes),
            Mode::Match | Mode::Race => (-i32::from(total.points), total.strokes),
        }
    }

    /// The seats from the first place to the last; equals as they were drawn.
    pub(super) fn order(&self) -> Vec<Seat> {
        let rank = |seat: Seat| self.rank(self.total(seat.index()));
        let mut order: Vec<Seat> = Vec::with_capacity(self.balls.len());
        for seat in self.lot.iter().map(|seat| Seat((*seat).into())) {
            let before = |other: &&Seat| rank(**other) <= rank(seat);
            order.insert(order.iter().take_while(before).count(), seat);
        }
        order
    }
}
