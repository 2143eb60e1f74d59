//! Watching: whom a spectator follows, or where the view flies.

use crate::draw::kit::gaze::{Flight, Gaze};
use crate::draw::kit::space::{Point, Rect};
use crate::input::gamepad::{A, LEFT_SHOULDER, PadSample, RIGHT_SHOULDER};
use netplay::ids::Seat;
use party::SeatView;

/// Points of the screen that the view flies in a second.
const FLY: f64 = 620.0;
/// How near and how far the view may be, in points a metre.
const SCALES: (f64, f64) = (1.5, 140.0);
/// What one step of the zoom does.
const STEP: f64 = 1.25;

/// What a spectator wants.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAsk {
    /// The next one, or the one before.
    Turn(i8),
    /// This one.
    At(Seat),
    /// Away from whom is followed, or back.
    Free,
    /// The picture is drawn by so many points.
    Drag(f64, f64),
    /// Nearer, or further away for numbers below 0.
    Near(i8),
}

/// What the page shows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Watching {
    /// Whoever may be followed.
    pub seats: Vec<SeatView>,
    /// Who is.
    pub at: Option<Seat>,
    /// Whether the view flies.
    pub free: bool,
}

/// What may be watched in this picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    /// A bit for every seat that may be followed.
    pub(super) seats: u16,
    /// Where the view may fly.
    pub(super) bounds: Rect,
}

/// The gaze of whoever watches.
#[derive(Default)]
pub(super) struct Watch {
    gaze: Gaze,
    sight: Option<Sight>,
    told: Option<Watching>,
    held: u32,
    /// Where the picture was taken from last.
    seen: Option<Flight>,
}

impl Watch {
    /// Where to look: as the game does, for whoever plays.
    pub(super) fn gaze(&self) -> Gaze {
        if self.sight.is_some() { self.gaze } else { Gaze::Own }
    }

    /// Whether the view flies, so that the pads move it.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.gaze(), Gaze::Free(_))
    }

    /// Another game begins, and nobody watches it yet; what the page was told is still on it.
    pub(super) fn start_over(&mut self) {
        *self = Self { told: self.told.take(), ..Self::default() };
    }

    /// What may be watched now; nothing for whoever plays.
    pub(super) fn see(&mut self, sight: Option<Sight>, seen: Option<Flight>) {
        (self.sight, self.seen) = (sight, seen);
        match (sight, self.gaze) {
            (Some(sight), Gaze::At(seat)) if !has(sight.seats, seat) => self.gaze = Gaze::Own,
            (None, _) => self.gaze = Gaze::Own,
            _ => {}
        }
    }

    pub(super) fn ask(&mut self, ask: WatchAsk) {
        let Some(sight) = self.sight else {
            return;
        };
        match (ask, &mut self.gaze) {
            (WatchAsk::At(seat), gaze) if has(sight.seats, seat) => *gaze = Gaze::At(seat),
            (WatchAsk::Turn(by), _) => self.turn(sight, by),
            (WatchAsk::Free, gaze) => {
                *gaze = match (*gaze, self.seen) {
                    (Gaze::Free(_), _) | (_, None) => Gaze::Own,
                    (_, Some(flight)) => Gaze::Free(flight),
                }
            }
            (WatchAsk::Drag(x, y), Gaze::Free(flight)) => {
                flight.at.x -= x / flight.scale;
                flight.at.y -= y / flight.scale;
                flight.at = within(flight.at, sight.bounds);
            }
            (WatchAsk::Near(steps), Gaze::Free(flight)) => {
                let times = if steps > 0 { STEP } else { 1.0 / STEP };
                flight.scale = (flight.scale * times).clamp(SCALES.0, SCALES.1);
            }
            _ => {}
        }
    }

    /// The next seat that may be followed, or the one before.
    fn turn(&mut self, sight: Sight, by: i8) {
        let seats = i32::from(u16::BITS as u16);
        let mut at = match self.gaze {
            Gaze::At(seat) => i32::from(seat.0),
            _ => self.told.as_ref().and_then(|told| told.at).map_or(-1, |seat| i32::from(seat.0)),
        };
        for _ in 0..seats {
            at = (at + i32::from(by.signum())).rem_euclid(seats);
            if has(sight.seats, Seat(at as u16)) {
                self.gaze = Gaze::At(Seat(at as u16));
                return;
            }
        }
    }

    /// What keys, stick and shoulders do to a view for `dt` seconds.
    pub(super) fn steer(&mut self, (x, y): (f64, f64), gamepad: PadSample, dt: f64) {
        let pressed = gamepad.buttons & !self.held;
        self.held = gamepad.buttons;
        let asks = [
            (LEFT_SHOULDER, WatchAsk::Turn(-1)),
            (RIGHT_SHOULDER, WatchAsk::Turn(1)),
            (A, WatchAsk::Free),
        ];
        for (button, ask) in asks {
            if pressed & 1 << button != 0 {
                self.ask(ask);
            }
        }
        self.ask(WatchAsk::Drag(-x * FLY * dt, -y * FLY * dt));
    }

    /// What the page should show, when it has changed; `at` is followed by the game itself.
    pub(super) fn news(&mut self, cast: &[SeatView], at: Option<Seat>) -> Option<Option<Watching>> {
        let now = self.sight.map(|sight| Watching {
            seats: cast.iter().filter(|seat| has(sight.seats, seat.seat)).cloned().collect(),
            at: self.gaze.seat(at),
            free: self.is_free(),
        });
        if now == self.told {
            return None;
        }
        self.told.clone_from(&now);
        Some(now)
    }
}

fn has(seats: u16, seat: Seat) -> bool {
    seat.0 < u16::BITS as u16 && seats & 1 << seat.0 != 0
}

fn within(at: Point, bounds: Rect) -> Point {
    Point {
        x: at.x.max(bounds.from.x).min(bounds.to.x),
        y: at.y.max(bounds.from.y).min(bounds.to.y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(seats: u16) -> Watch {
        let bounds = Rect { from: Point::default(), to: Point { x: 100.0, y: 50.0 } };
        let mut watch = Watch::default();
        let flight = Flight { at: Point { x: 10.0, y: 10.0 }, scale: 10.0 };
        watch.see(Some(Sight { seats, bounds }), Some(flight));
        watch
    }

    #[test]
    fn the_next_one_is_one_that_may_be_followed_and_the_last_leads_to_the_first() {
        let mut watch = watch(0b1011);
        let mut turn = |by| {
            watch.ask(WatchAsk::Turn(by));
            watch.gaze()
        };
        let seats = [0, 1, 3, 0].map(|seat| Gaze::At(Seat(seat)));
        assert_eq!([turn(1), turn(1), turn(1), turn(1)], seats);
        assert_eq!(turn(-1), Gaze::At(Seat(3)));
    }

    #[test]
    fn whoever_may_not_be_followed_is_not() {
        let mut watch = watch(0b10);
        watch.ask(WatchAsk::At(Seat(0)));
        assert_eq!(watch.gaze(), Gaze::Own);
        watch.ask(WatchAsk::At(Seat(1)));
        assert_eq!(watch.gaze(), Gaze::At(Seat(1)));
        // It hides: from now on it may not be followed.
        watch.see(Some(Sight { seats: 0, ..watch.sight.unwrap() }), None);
        assert_eq!(watch.gaze(), Gaze::Own);
    }

    #[test]
    fn a_view_flies_from_where_it_was_and_stays_over_the_ground() {
        let mut watch = watch(1);
        watch.ask(WatchAsk::Drag(50.0, 0.0));
        assert_eq!(watch.gaze(), Gaze::Own, "whoever follows is not dragged away");
        watch.ask(WatchAsk::Free);
        watch.ask(WatchAsk::Drag(-50.0, 9_000.0));
        let Gaze::Free(flight) = watch.gaze() else { panic!("it flies") };
        assert_eq!(flight.at, Point { x: 15.0, y: 0.0 });
        for _ in 0..99 {
            watch.ask(WatchAsk::Near(1));
        }
        assert!(matches!(watch.gaze(), Gaze::Free(flight) if flight.scale == SCALES.1));
        watch.ask(WatchAsk::Free);
        assert_eq!(watch.gaze(), Gaze::Own);
    }

    #[test]
    fn the_page_is_told_that_the_watching_ends_with_the_game() {
        let mut watch = watch(3);
        assert!(watch.news(&[], None).is_some_and(|told| told.is_some()));
        watch.start_over();
        watch.see(None, None);
        assert_eq!(watch.news(&[], None), Some(None));
    }

    #[test]
    fn whoever_plays_watches_nobody() {
        let mut watch = watch(3);
        watch.ask(WatchAsk::Turn(1));
        watch.see(None, None);
        watch.ask(WatchAsk::Turn(1));
        assert_eq!((watch.gaze(), watch.news(&[], None)), (Gaze::Own, None));
    }
}
