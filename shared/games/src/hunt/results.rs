//! How a hunt ended, and why.

use super::hunt::Hunt;
use super::person::Deeds;
use super::tune;
use crate::order;
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::TICK_HZ;

/// One row of the results, the first place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Whose.
    pub seat: Seat,
    /// 1 for the winner; equal points share a place.
    pub place: u8,
    /// All points.
    pub points: i16,
    /// What for.
    pub tally: Tally,
    /// Whether the AI played at the end.
    pub ai: bool,
}

/// What points were for: the reasons add up to the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Seconds survived, a point each.
    pub survived_s: u16,
    /// Points for taunts.
    pub bravery: u16,
    /// How many were caught.
    pub catches: u16,
    /// Points for that.
    pub catch_points: i16,
    /// How many guesses were wrong.
    pub wrong: u16,
    /// Points that they cost: 0 or less.
    pub wrong_points: i16,
}

impl Hunt {
    pub(super) fn tally(&self, deeds: &Deeds) -> Tally {
        let catch = i16::from(self.setup.rules.seek_s / tune::CATCH_PART);
        Tally {
            survived_s: (deeds.survived / TICK_HZ) as u16,
            bravery: deeds.brave,
            catches: deeds.catches,
            catch_points: deeds.catches as i16 * catch,
            wrong: deeds.wrong,
            wrong_points: -(deeds.wrong as i16) * tune::WRONG_POINTS as i16,
        }
    }

    /// What the round that is just over gave each seat; none while it would tell who still hides.
    #[must_use]
    pub fn round_tally(&self) -> Option<Vec<Tally>> {
        let shown = self.phase.is_shown();
        shown.then(|| self.people.iter().map(|person| self.tally(&person.round)).collect())
    }

    /// The results, once the hunt is over.
    #[must_use]
    pub fn results(&self) -> Option<Vec<Placing>> {
        if !self.is_over() {
            return None;
        }
        let mut rows: Vec<Placing> = self
            .seats()
            .map(|seat| {
                let person = &self.people[seat.index()];
                // Seconds are counted round by round, as they were shown.
                let points = (self.gained(&person.before) + self.gained(&person.round)) as i16;
                let all = person.before.and(person.round);
                Placing { seat, place: 0, points, tally: self.tally(&all), ai: person.ai }
            })
            .collect();
        order::by_key(&mut rows, |row| (-row.points, row.seat));
        for at in 0..rows.len() {
            let same = at > 0 && rows[at].points == rows[at - 1].points;
            rows[at].place = if same { rows[at - 1].place } else { at as u8 + 1 };
        }
        Some(rows)
    }
}
