//! The ghost of the best lap: recorded while somebody drives, shown beside the next lap.
//!
//! It is this browser's own and for the eye alone: the simulation knows nothing of it.

use crate::draw::kit::space::Point;
use crate::draw::race::Picture;
use crate::draw::race::picture::Chased;
use crate::shell::ghosts::{self, Ghost, HZ, Place};
use std::f64::consts::TAU;

/// Places from one moment to the next within which the own car is looked for on the ghost's way.
const LOOK: usize = 45;

/// What one picture of a chase leaves for the next.
#[derive(Default)]
pub(super) struct Chase {
    /// The track, and what its road is known by.
    track: String,
    road: String,
    best: Option<Ghost>,
    /// The lap that is being recorded, and the one before it, which may be news yet.
    lap: u8,
    drive: Ghost,
    done: Ghost,
    /// Where on the ghost's way the own car is.
    at: usize,
}

impl Chase {
    /// Notes where the own car is, and says where the ghost is. It is not shown before the car has
    /// crossed the line, and not after the end of its own lap.
    pub(super) fn see(&mut self, picture: &Picture<'_>) -> Option<Chased> {
        if self.track != picture.track.name {
            let road = ghosts::road(picture.track);
            let best = ghosts::of(&road);
            *self = Self { track: picture.track.name.clone(), road, best, ..Self::default() };
        }
        let own = &picture.own().view;
        if !picture.driving || own.finish_ms.is_some() || own.ai {
            return None;
        }
        if own.lap != self.lap {
            (self.lap, self.at) = (own.lap, 0);
            self.done = std::mem::take(&mut self.drive);
        }
        if self.lap == 0 {
            return None;
        }
        self.drive.note(own.lap_ms, Place::of(own.pos.x.0, own.pos.y.0, own.heading));
        let places = &self.best.as_ref()?.places;
        let moment = own.lap_ms * HZ;
        let index = (moment / 1000) as usize;
        let (from, to) = (places.get(index)?, places.get(index + 1)?);
        let part = f64::from(moment % 1000) / 1000.0;
        let turn = f64::from(to.turn.wrapping_sub(from.turn).cast_signed()) * part;
        let at = point(*from).towards(point(*to), part);
        let heading = (f64::from(from.turn) + turn) / 256.0 * TAU;

        let here = Point::of(own.pos);
        let far = |at: &usize| point(places[*at]).distance(here);
        let end = (self.at + LOOK).min(places.len());
        self.at = (self.at..end).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(self.at);
        let behind_ms = own.lap_ms as i32 - (self.at as u32 * 1000 / HZ) as i32;
        Some(Chased { at, heading, behind_ms })
    }

    /// The own car's lap is done: if none was faster on this road, it is the next ghost.
    pub(super) fn lap(&mut self, done: u8, took_ms: u32) {
        let drive = if self.lap > done { &self.done } else { &self.drive };
        // A lap that was not seen from its beginning to its end is none.
        let whole = (drive.places.len() as u32 / HZ).abs_diff(took_ms / 1000) <= 1;
        if whole && self.best.as_ref().is_none_or(|best| took_ms < best.lap_ms) {
            let ghost = Ghost { lap_ms: took_ms, places: drive.places.clone() };
            ghosts::keep(&self.road, &ghost);
            self.best = Some(ghost);
        }
    }

    /// Another race begins.
    pub(super) fn start_over(&mut self) {
        (self.lap, self.at) = (0, 0);
        self.drive = Ghost::default();
    }
}

fn point(place: Place) -> Point {
    let (x, y) = place.metres();
    Point { x, y }
}
