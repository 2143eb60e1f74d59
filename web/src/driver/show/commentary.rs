//! The race in words, for those who do not see it.

use crate::words;
use games::racing::{RaceEvent, RaceView};
use netplay::ids::Seat;
use party::SeatView;

/// A place is told once it has been held this long, in ticks: nobody wants every swap.
const HELD_TICKS: u32 = 75;

/// What has been told of the own place.
#[derive(Debug, Default)]
pub(super) struct Commentary {
    told: Option<u8>,
    held: Option<(u8, u32)>,
}

impl Commentary {
    /// The line for an event, if it is worth one.
    pub(super) fn line(
        event: &RaceEvent,
        me: Option<Seat>,
        cast: &[SeatView],
        laps: u8,
    ) -> Option<String> {
        let mine = |seat: Seat| me == Some(seat);
        let name = |seat: Seat| {
            cast.get(seat.index()).map_or_else(|| "A car".into(), |seat| seat.name.clone())
        };
        Some(match *event {
            RaceEvent::Light(count) => count.to_string(),
            RaceEvent::Go => "Go!".into(),
            RaceEvent::PerfectStart(seat) if mine(seat) => "Perfect start.".into(),
            RaceEvent::WheelSpin(seat) if mine(seat) => "Too early: the wheels spin.".into(),
            RaceEvent::Lap { seat, done, took, .. } if mine(seat) && done < laps => {
                format!(
                    "Lap {} of {laps}. The last one took {}.",
                    done + 1,
                    words::time(took.millis())
                )
            }
            RaceEvent::GateMissed { seat, gate } if mine(seat) => {
                format!("You missed gate {gate}: turn back.")
            }
            RaceEvent::LapTooShort(seat) if mine(seat) => {
                "That lap was cut short and goes on.".into()
            }
            RaceEvent::WrongWay(seat) if mine(seat) => "Wrong way: turn around.".into(),
            RaceEvent::Respawn(seat) if mine(seat) => "You are back on the track.".into(),
            RaceEvent::Finish { seat, place } if mine(seat) => {
                format!("You finish {}.", words::ordinal(place.into()))
            }
            RaceEvent::Finish { seat, place } => {
                format!("{} finishes {}.", name(seat), words::ordinal(place.into()))
            }
            RaceEvent::Over => "The race is over.".into(),
            _ => return None,
        })
    }

    /// The line for the own place, once a new one has been held for a moment.
    pub(super) fn place(&mut self, race: &RaceView, me: Seat) -> Option<String> {
        let car = race.cars.get(me.index())?;
        if car.finish_ms.is_some() || race.race_ms == 0 {
            return None;
        }
        let since = match self.held {
            Some((place, since)) if place == car.place => since,
            _ => {
                self.held = Some((car.place, race.tick));
                return None;
            }
        };
        let settled = race.tick.saturating_sub(since) >= HELD_TICKS;
        if !settled || self.told == Some(car.place) {
            return None;
        }
        self.told = Some(car.place);
        Some(format!("You are {} of {}.", words::ordinal(car.place.into()), race.cars.len()))
    }
}
