//! Big words for a moment: the last lap, a perfect start, the finish.

use super::hud::Screen;
use super::palette as ink;
use super::pen::Pen;
use super::picture::Picture;
use crate::words;
use games::racing::{BoostSource, RaceEvent};

/// Seconds a banner stays.
const STAYS: f64 = 2.2;

/// The banner that is up, and for how long it has been.
#[derive(Default)]
pub(super) struct Banner {
    up: Option<(String, String, f64)>,
}

impl Banner {
    /// What an event of the race is worth saying to the driver.
    pub(super) fn hear(&mut self, picture: &Picture<'_>, event: &RaceEvent) {
        let own = picture.own().view.seat;
        let mine = |seat| seat == own && picture.driving;
        let said = match *event {
            RaceEvent::PerfectStart(seat) if mine(seat) => ("Perfect start!".into(), String::new()),
            RaceEvent::WheelSpin(seat) if mine(seat) => {
                ("Too early!".into(), "Press just before the lights go out".into())
            }
            RaceEvent::Boost { seat, from: BoostSource::BigDrift } if mine(seat) => {
                ("Super drift!".into(), String::new())
            }
            RaceEvent::Lap { seat, done, took, best } if mine(seat) => {
                let laps = picture.race.laps;
                if done >= laps {
                    return;
                }
                let title = if done + 1 == laps {
                    "Final lap!".into()
                } else {
                    format!("Lap {}", done + 1)
                };
                let best = if best && done > 1 { "  best lap" } else { "" };
                (title, format!("{}{best}", words::time(took.millis())))
            }
            RaceEvent::LapTooShort(seat) if mine(seat) => {
                ("That lap was cut short".into(), "It goes on until all of it is driven".into())
            }
            RaceEvent::Finish { seat, place } if mine(seat) => {
                let title = if place == 1 {
                    "You win!".into()
                } else {
                    format!("You came {}", words::ordinal(place.into()))
                };
                (title, picture.own().view.finish_ms.map(words::time).unwrap_or_default())
            }
            RaceEvent::PhotoFinish(seat) if mine(seat) => {
                ("Photo finish!".into(), "Less than 0.05 s".into())
            }
            _ => return,
        };
        self.up = Some((said.0, said.1, 0.0));
    }

    /// Draws what is up. Calm screens let it stand instead of flying in.
    pub(super) fn draw(&mut self, pen: &Pen, screen: Screen, dt: f64, calm: bool) {
        let Some((title, detail, age)) = &mut self.up else {
            return;
        };
        *age += dt;
        if *age > STAYS {
            self.up = None;
            return;
        }
        let unit = screen.unit;
        let come = if calm { 1.0 } else { (*age / 0.22).min(1.0) };
        let ease = 1.0 - (1.0 - come) * (1.0 - come) * (1.0 - come);
        let go = ((STAYS - *age) / 0.35).clamp(0.0, 1.0);
        let (x, y) = (screen.width / 2.0, screen.height * 0.24 - (1.0 - ease) * 40.0 * unit);
        pen.alpha(ease.min(go));
        pen.align("center", "middle");
        pen.font(900, 54.0 * unit);
        let shrink = (screen.width * 0.9 / pen.width(title).max(1.0)).min(1.0);
        pen.font(900, 54.0 * unit * shrink);
        pen.outlined(title, x, y, ink::SUN, 12.0 * unit * shrink);
        if !detail.is_empty() {
            pen.font(800, 22.0 * unit * shrink.max(0.7));
            pen.outlined(detail, x, y + 46.0 * unit, ink::CREAM, 7.0 * unit);
        }
        pen.alpha(1.0);
    }
}
