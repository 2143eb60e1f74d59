//! A race, shown: its picture, its motor, its log, the best lap of this browser.

use super::chase::Chase;
use super::commentary::Commentary;
use crate::draw::kit::gaze::Gaze;
use crate::draw::race::Picture;
use crate::driver::watch::Sight;
use crate::shell::bests;
use crate::sound::Sound;
use crate::sound::race::Motor;
use crate::store::Msg;
use games::racing::{Race, RaceEvent};
use netplay::ids::Seat;
use party::{SeatView, Shown};

/// What one picture of a race leaves for the next.
#[derive(Default)]
pub(super) struct RaceShow {
    commentary: Commentary,
    chase: Chase,
    best: Option<(String, Option<u32>)>,
}

impl RaceShow {
    /// Another race begins.
    pub(super) fn start_over(&mut self) {
        self.commentary = Commentary::default();
        self.chase.start_over();
    }

    /// The race between two steps; none before it has cars.
    pub(super) fn picture<'a>(
        &mut self,
        shown: Shown<'a, Race>,
        cast: &[SeatView],
        gaze: Gaze,
        ghost: bool,
    ) -> Option<Picture<'a>> {
        let mut picture = Picture::between(shown, cast, gaze);
        picture.best_ms = self.best(&picture.track.name);
        if picture.cars.is_empty() {
            return None;
        }
        let is_me = |seat: &SeatView| seat.is_me;
        if cast.get(picture.eye).is_some_and(is_me) {
            picture.chased = self.chase.see(&picture).filter(|_| ghost);
        }
        Some(picture)
    }

    /// Something happened in the race.
    pub(super) fn hear(
        &mut self,
        picture: &Picture<'_>,
        event: &RaceEvent,
        cast: &[SeatView],
        news: &mut Vec<Msg>,
    ) {
        let me = picture.driving.then(|| picture.own().view.seat);
        news.extend(Commentary::line(event, me, cast, picture.race.laps).map(Msg::Log));
        if let RaceEvent::Lap { seat, took, done, .. } = *event
            && me == Some(seat)
            && !picture.own().view.ai
            // A recorded lap is nobody's best of today.
            && cast.get(seat.index()).is_some_and(|driver| driver.is_me)
        {
            bests::keep(&picture.track.name, took.millis());
            self.chase.lap(done, took.millis());
            self.best = None;
        }
    }

    /// What goes on: the motor, and a place that has been held.
    pub(super) fn tell(&mut self, picture: &Picture<'_>, sound: &mut Sound, news: &mut Vec<Msg>) {
        let own = picture.own();
        if picture.driving {
            news.extend(self.commentary.place(&picture.race, own.view.seat).map(Msg::Log));
        }
        if !picture.driving || own.view.finish_ms.is_some() {
            sound.rest();
            return;
        }
        let motor = Motor {
            speed: own.speed,
            boost: own.view.boost,
            skids: own.view.skid_rear || own.view.drift != 0,
            off_road: own.view.off_road,
        };
        sound.lie(motor.bed());
    }

    /// Everybody may be followed, once the own race is over.
    pub(super) fn sight(&self, picture: &Picture<'_>, me: Option<Seat>) -> Option<Sight> {
        let own = me.and_then(|me| picture.cars.get(me.index()));
        if own.is_some_and(|own| own.view.finish_ms.is_none()) {
            return None;
        }
        let seats = picture.cars.iter().fold(0, |seats, car| seats | 1 << car.view.seat.0);
        Some(Sight { seats, bounds: picture.bounds() })
    }

    /// The best lap of this browser on a track; read once and kept.
    fn best(&mut self, track: &str) -> Option<u32> {
        match &self.best {
            Some((name, best)) if name == track => *best,
            _ => {
                let best = bests::of(track);
                self.best = Some((track.into(), best));
                best
            }
        }
    }
}
