//! Who drives which seat from which frame.

use crate::ids::{Frame, PlayerId, Seat, SeatSet};
use crate::limits::SEAT_CHANGES_AHEAD;
use crate::wire::Controller;
use alloc::vec::Vec;

/// Every seat's driver now, and the announced changes that lie ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    seats: Vec<Hands>,
    humans: SeatSet,
    humans_at_last: SeatSet,
    /// The earliest change ahead.
    next_change: Option<Frame>,
}

/// One seat's driver.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hands {
    now: Controller,
    since: Frame,
    /// From when on somebody else drove before that.
    before: Frame,
    /// In order of their frames, which are all different.
    ahead: Vec<(Frame, Controller)>,
    /// The newest announcement, whatever it came to.
    said: Option<(Frame, Controller)>,
}

impl Hands {
    fn at(&self, frame: Frame) -> Controller {
        self.ahead.iter().rev().find(|at| at.0 <= frame).map_or(self.now, |at| at.1)
    }
}

/// What an announced change comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    /// It will take place, or takes back one that was to.
    Ahead,
    /// It says what is already known.
    Known,
    /// It contradicts what is final.
    Overtaken,
    /// The seat changes hands too often.
    TooMany,
}

impl Timeline {
    /// The drivers at frame 0, one a seat.
    #[must_use]
    pub fn new(controllers: &[Controller]) -> Self {
        Self::starting_at(Frame(0), controllers)
    }

    /// The drivers at a frame, one a seat.
    #[must_use]
    pub(crate) fn starting_at(since: Frame, controllers: &[Controller]) -> Self {
        let (before, ahead, said) = (since, Vec::new(), None);
        let hands =
            |now: &Controller| Hands { now: *now, since, before, ahead: ahead.clone(), said };
        let mut timeline = Self {
            seats: controllers.iter().map(hands).collect(),
            humans: SeatSet::EMPTY,
            humans_at_last: SeatSet::EMPTY,
            next_change: None,
        };
        timeline.refresh();
        timeline
    }

    /// The seats that people drive now.
    #[must_use]
    pub fn humans(&self) -> SeatSet {
        self.humans
    }

    /// Who drives the seat now.
    #[must_use]
    pub fn now(&self, seat: Seat) -> Option<Controller> {
        self.seats.get(seat.index()).map(|hands| hands.now)
    }

    /// The seats that people drive in a frame from now on.
    #[must_use]
    pub fn humans_at(&self, frame: Frame) -> SeatSet {
        if self.next_change.is_none_or(|change| change > frame) {
            return self.humans;
        }
        self.human_seats(|hands| matches!(hands.at(frame), Controller::Human { .. }))
    }

    /// Who drives the seat in a frame from now on.
    #[must_use]
    pub fn driver_at(&self, seat: Seat, frame: Frame) -> Option<Controller> {
        self.seats.get(seat.index()).map(|hands| hands.at(frame))
    }

    /// The changes ahead that are due at exactly this frame.
    pub fn changes_at(&self, frame: Frame) -> impl Iterator<Item = (Seat, Controller)> {
        let any = self.next_change.is_some_and(|change| change <= frame);
        let seats =
            (0_u16..).map(Seat).zip(&self.seats).take(if any { self.seats.len() } else { 0 });
        seats.flat_map(move |(seat, hands)| {
            let due = hands.ahead.iter().filter(move |(from, _)| *from == frame);
            due.map(move |(_, controller)| (seat, *controller))
        })
    }

    /// Who drives the seat now and from which frame on somebody else does.
    pub(crate) fn hands(&self) -> impl Iterator<Item = (Controller, &[(Frame, Controller)])> {
        self.seats.iter().map(|hands| (hands.now, hands.ahead.as_slice()))
    }

    /// The newest announcement about the seat.
    pub(crate) fn said(&self, seat: Seat) -> Option<(Frame, Controller)> {
        self.seats.get(seat.index())?.said
    }

    /// What the timeline was told last, where it was not told all of it.
    pub(crate) fn set_said(&mut self, seat: Seat, said: Option<(Frame, Controller)>) {
        if let Some(hands) = self.seats.get_mut(seat.index()) {
            hands.said = said;
        }
    }

    /// The seats that people drive once every change has taken place.
    #[must_use]
    pub fn humans_at_last(&self) -> SeatSet {
        self.humans_at_last
    }

    /// The first frame from `from` on in which `player` drives the seat.
    #[must_use]
    pub fn next_turn(&self, seat: Seat, player: PlayerId, from: Frame) -> Option<Frame> {
        let hands = self.seats.get(seat.index())?;
        let spans = core::iter::once((hands.since, hands.now)).chain(hands.ahead.iter().copied());
        let ends = hands.ahead.iter().map(|(frame, _)| *frame).chain([Frame(u32::MAX)]);
        spans
            .zip(ends)
            .find(|((_, who), end)| *who == Controller::Human { player } && from < *end)
            .map(|((start, _), _)| start.max(from))
    }

    /// The people who drive a seat in a frame from now on, in the order of their seats.
    pub fn players_at(&self, frame: Frame) -> impl Iterator<Item = PlayerId> {
        self.seats.iter().filter_map(move |hands| match hands.at(frame) {
            Controller::Human { player } => Some(player),
            Controller::Ai => None,
        })
    }

    /// Whether the player drives a seat now or will.
    #[must_use]
    pub fn plays(&self, player: PlayerId) -> bool {
        let me = Controller::Human { player };
        self.seats.iter().any(|hands| hands.now == me || hands.ahead.iter().any(|at| at.1 == me))
    }

    /// A change is announced while every frame before `next` is final. It replaces every earlier
    /// word about the seat from `from` on.
    pub fn announce(
        &mut self,
        seat: Seat,
        controller: Controller,
        from: Frame,
        next: Frame,
    ) -> Announced {
        let Some(hands) = self.seats.get_mut(seat.index()) else { return Announced::Known };
        let told = hands.ahead.iter().take_while(|at| at.0 < next).count();
        let since = told.checked_sub(1).map_or(hands.since, |last| hands.ahead[last].0);
        if from < since {
            // The AI was to drive from a frame on that a person has driven here since.
            let before = match told {
                0 => hands.before,
                1 => hands.since,
                _ => hands.ahead[told - 2].0,
            };
            let is_ai = controller == Controller::Ai && hands.at(since) == Controller::Ai;
            let overtaken = is_ai && from >= before;
            return if overtaken { Announced::Overtaken } else { Announced::Known };
        }
        if hands.said.replace((from, controller)) == Some((from, controller)) {
            return Announced::Known;
        }
        let kept = told.max(hands.ahead.iter().filter(|at| at.0 < from).count());
        let before = kept.checked_sub(1).map_or(hands.now, |last| hands.ahead[last].1);
        let changes = controller != before;
        if from < next && changes {
            return Announced::Overtaken;
        }
        if kept >= SEAT_CHANGES_AHEAD {
            return Announced::TooMany;
        }
        if kept == hands.ahead.len() && !changes {
            return Announced::Known;
        }
        hands.ahead.truncate(kept);
        if changes {
            hands.ahead.push((from, controller));
        }
        self.refresh();
        Announced::Ahead
    }

    /// Lets the next change take place that is due at `frame`; `None` when there is none left.
    pub fn change_at(&mut self, frame: Frame) -> Option<(Seat, Controller)> {
        if self.next_change.is_none_or(|change| change > frame) {
            return None;
        }
        let due = |hands: &Hands| hands.ahead.first().is_some_and(|(from, _)| *from <= frame);
        let index = self.seats.iter().position(due)?;
        let hands = &mut self.seats[index];
        let (since, now) = hands.ahead.remove(0);
        (hands.before, hands.since, hands.now) = (hands.since, since, now);
        self.refresh();
        Some((Seat(u16::try_from(index).ok()?), now))
    }

    fn refresh(&mut self) {
        self.humans = self.human_seats(|hands| matches!(hands.now, Controller::Human { .. }));
        let last = |hands: &Hands| hands.ahead.last().map_or(hands.now, |(_, who)| *who);
        self.humans_at_last =
            self.human_seats(|hands| matches!(last(hands), Controller::Human { .. }));
        let first = |hands: &Hands| hands.ahead.first().map(|(frame, _)| *frame);
        self.next_change = self.seats.iter().filter_map(first).min();
    }

    fn human_seats(&self, human: impl Fn(&Hands) -> bool) -> SeatSet {
        (0_u16..)
            .map(Seat)
            .zip(&self.seats)
            .filter(|(_, h)| human(h))
            .map(|(seat, _)| seat)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat(0);
    const ANN: PlayerId = PlayerId(1);
    const HUMAN: Controller = Controller::Human { player: ANN };

    #[test]
    fn a_seat_goes_to_the_ai_and_comes_back() {
        let mut seats = Timeline::new(&[HUMAN]);
        assert_eq!(seats.announce(SEAT, Controller::Ai, Frame(100), Frame(90)), Announced::Ahead);
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(150), Frame(90)), Announced::Ahead);
        assert_eq!(seats.next_turn(SEAT, ANN, Frame(95)), Some(Frame(95)));
        assert_eq!(seats.next_turn(SEAT, ANN, Frame(100)), Some(Frame(150)));
        assert_eq!(seats.change_at(Frame(99)), None);
        assert_eq!(seats.change_at(Frame(100)), Some((SEAT, Controller::Ai)));
        assert!(seats.humans().is_empty());
        assert_eq!(seats.change_at(Frame(100)), None);
        assert_eq!(seats.change_at(Frame(150)), Some((SEAT, HUMAN)));
        assert!(seats.humans().contains(SEAT));
    }

    #[test]
    fn the_newest_word_about_a_frame_counts() {
        let mut seats = Timeline::new(&[HUMAN]);
        seats.announce(SEAT, Controller::Ai, Frame(100), Frame(0));
        seats.announce(SEAT, HUMAN, Frame(150), Frame(0));
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(80), Frame(0)), Announced::Ahead);
        assert_eq!(seats.change_at(Frame(200)), None);
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(90), Frame(0)), Announced::Known);
    }

    #[test]
    fn what_was_said_last_may_be_said_again() {
        let mut seats = Timeline::new(&[HUMAN]);
        seats.announce(SEAT, Controller::Ai, Frame(100), Frame(90));
        let before = seats.clone();
        let again = seats.announce(SEAT, Controller::Ai, Frame(100), Frame(90));
        assert_eq!((again, seats), (Announced::Known, before));
    }

    #[test]
    fn what_lies_ahead_can_be_asked_for_frame_by_frame() {
        let mut seats = Timeline::new(&[HUMAN, HUMAN]);
        seats.announce(SEAT, Controller::Ai, Frame(100), Frame(90));
        seats.announce(SEAT, HUMAN, Frame(150), Frame(90));
        let humans = |frame| seats.humans_at(Frame(frame)).len();
        assert_eq!([99, 100, 149, 150].map(humans), [2, 1, 1, 2]);
        assert_eq!(seats.driver_at(SEAT, Frame(120)), Some(Controller::Ai));
        let changes = |frame| seats.changes_at(Frame(frame)).collect::<Vec<_>>();
        assert_eq!(changes(100), [(SEAT, Controller::Ai)]);
        assert_eq!(changes(101), []);
        assert_eq!(changes(150), [(SEAT, HUMAN)]);
    }

    #[test]
    fn what_is_simulated_cannot_change() {
        let mut seats = Timeline::new(&[HUMAN]);
        let late = seats.announce(SEAT, Controller::Ai, Frame(100), Frame(101));
        assert_eq!(late, Announced::Overtaken);
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(100), Frame(101)), Announced::Known);
    }

    #[test]
    fn who_is_told_too_late_that_the_ai_drove_earlier_is_overtaken() {
        let mut seats = Timeline::new(&[HUMAN]);
        seats.announce(SEAT, Controller::Ai, Frame(10), Frame(0));
        seats.announce(SEAT, HUMAN, Frame(30), Frame(0));
        seats.announce(SEAT, Controller::Ai, Frame(102), Frame(90));
        // Final, and still ahead of the state that is kept.
        let mut kept = seats.clone();
        let earlier =
            |seats: &mut Timeline| seats.announce(SEAT, Controller::Ai, Frame(88), Frame(103));
        assert_eq!(earlier(&mut kept), Announced::Overtaken);
        while seats.change_at(Frame(102)).is_some() {}
        assert_eq!(earlier(&mut seats.clone()), Announced::Overtaken);
        // What is said again of long ago is known.
        let old = seats.announce(SEAT, Controller::Ai, Frame(10), Frame(103));
        assert_eq!(old, Announced::Known);
    }

    #[test]
    fn what_is_final_cannot_change_even_while_it_lies_ahead() {
        let mut seats = Timeline::new(&[HUMAN]);
        seats.announce(SEAT, Controller::Ai, Frame(100), Frame(90));
        seats.announce(SEAT, HUMAN, Frame(150), Frame(90));
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(99), Frame(101)), Announced::Known);
        assert_eq!(seats.announce(SEAT, HUMAN, Frame(100), Frame(101)), Announced::Overtaken);
        assert_eq!(seats.announce(SEAT, Controller::Ai, Frame(120), Frame(101)), Announced::Ahead);
        assert_eq!(seats.hands().next(), Some((HUMAN, &[(Frame(100), Controller::Ai)][..])));
    }

    #[test]
    fn nobody_comes_and_goes_without_end() {
        let mut seats = Timeline::new(&[HUMAN]);
        let mut last = Announced::Known;
        for turn in 0..=SEAT_CHANGES_AHEAD as u32 {
            let controller = if turn % 2 == 0 { Controller::Ai } else { HUMAN };
            last = seats.announce(SEAT, controller, Frame(100 + turn), Frame(0));
        }
        assert_eq!(last, Announced::TooMany);
    }
}
