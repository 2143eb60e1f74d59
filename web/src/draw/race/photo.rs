//! The photo finish: a still of the line, made of where and when each car crossed it.

use super::car_paint::Garage;
use super::picture::{Car, Picture};
use crate::draw::kit::palette as ink;
use crate::draw::kit::{Effect, Frame, Kit, Point};
use crate::seats::letter;
use crate::words;
use games::racing::Track;
use netplay::ids::Seat;

/// How long it is shown, in ticks of the race, and how long it takes to come.
const SHOWN: u32 = 156;
const COMES: f64 = 10.0;
/// Cars that are further apart than this are not on it, in milliseconds.
const CLOSE_MS: u32 = 50;

/// A car as it crossed the line.
#[derive(Clone, Debug)]
struct Shot {
    car: Car,
    /// Metres to the right of the middle.
    side: f64,
    ms: u32,
}

/// What crossed the line, and the photo that is shown of it.
#[derive(Default)]
pub(super) struct Photo {
    shots: Vec<Shot>,
    /// The finish it is about, and the tick from which it is shown.
    shown: Option<(u32, u32)>,
}

impl Photo {
    /// Takes everybody who is home for the first time in this picture.
    pub(super) fn take(&mut self, picture: &Picture<'_>, track: &Track) {
        for car in &picture.cars {
            let seat = car.view.seat;
            let Some(ms) = car.view.finish_ms else { continue };
            if self.shots.iter().all(|shot| shot.car.view.seat != seat) {
                let side = f64::from(track.locate(car.view.pos).side.0) / 65_536.0;
                self.shots.push(Shot { car: car.clone(), side, ms });
            }
        }
    }

    /// It is certain that `seat` came home so shortly after another. Those who drive see it when
    /// they are on it.
    pub(super) fn hear(&mut self, picture: &Picture<'_>, seat: Seat) {
        let own = picture.own().view.finish_ms;
        let Some(ms) = picture.race.cars.get(seat.index()).and_then(|car| car.finish_ms) else {
            return;
        };
        if !picture.driving || own.is_some_and(|own| own.abs_diff(ms) <= CLOSE_MS) {
            self.shown = Some((ms, picture.race.tick));
        }
    }

    /// Draws it, for as long as it is shown.
    pub(super) fn draw(&self, kit: &Kit, garage: &Garage, frame: &Frame, tick: u32) {
        let Some((ms, since)) = self.shown else { return };
        let age = tick.saturating_sub(since);
        if age > SHOWN {
            return;
        }
        let on_it = |shot: &&Shot| shot.ms.abs_diff(ms) <= CLOSE_MS;
        let mut shots: Vec<&Shot> = self.shots.iter().filter(on_it).take(4).collect();
        let Some(first) = shots.iter().map(|shot| shot.ms).min() else { return };
        // The later lies under the earlier. They are four at most: the library's sort is for more.
        for next in 1..shots.len() {
            let mut at = next;
            while at > 0 && shots[at].ms > shots[at - 1].ms {
                shots.swap(at - 1, at);
                at -= 1;
            }
        }

        let (pen, unit) = (&kit.pen, frame.unit);
        // Where nothing may move it stays as long: it only does not fly in.
        let moves = frame.allows(Effect::Banner);
        let comes = if moves { (f64::from(age) / COMES).min(1.0) } else { 1.0 };
        let (wide, high) = ((460.0 * unit).min(frame.width * 0.9), 236.0 * unit);
        let (left, top) = ((frame.width - wide) / 2.0, frame.height * 0.5 - high * 0.5);
        pen.aside(|pen| {
            pen.alpha(comes);
            pen.translate(frame.width / 2.0, frame.height / 2.0);
            pen.scale(0.9 + 0.1 * comes, 0.9 + 0.1 * comes);
            pen.translate(-frame.width / 2.0, -frame.height / 2.0);
            pen.fill_style(ink::INK);
            pen.round_rect(left, top, wide, high, 16.0 * unit);
            let (inset, head) = (10.0 * unit, 34.0 * unit);
            pen.align("left", "middle");
            pen.font(900, 18.0 * unit);
            pen.text("Photo finish", left + inset * 1.6, top + head * 0.55, ink::SUN);
            let road = (left + inset, top + head, wide - inset * 2.0, 128.0 * unit);
            pen.aside(|pen| {
                pen.ctx.begin_path();
                pen.ctx.rect(road.0, road.1, road.2, road.3);
                pen.ctx.clip();
                pen.fill_style("#8a8494");
                pen.rect(road.0, road.1, road.2, road.3);
                // Metres on the photo: the line stands at the right, who is late is left of it.
                let scale = road.3 / 13.0;
                let line = road.0 + road.2 * 0.72;
                for row in 0..16_i32 {
                    for column in 0..2_i32 {
                        pen.fill_style(if (row + column) % 2 == 0 { ink::CREAM } else { ink::INK });
                        let cell = road.3 / 16.0;
                        let (x, y) = (f64::from(column) * cell, f64::from(row) * cell);
                        pen.rect(line + x, road.1 + y, cell, cell);
                    }
                }
                for shot in &shots {
                    let late = f64::from(shot.ms - first) / 1000.0 * shot.car.speed;
                    // The nose is at the line, two metres before the middle.
                    let at = (line - (2.0 + late) * scale, road.1 + road.3 / 2.0);
                    pen.aside(|pen| {
                        pen.translate(at.0, at.1 + shot.side.clamp(-5.4, 5.4) * scale);
                        pen.scale(scale, scale);
                        let car = Car { at: Point::default(), heading: 0.0, ..shot.car.clone() };
                        garage.still(kit, &car, frame);
                    });
                }
            });
            shots.reverse();
            let column = wide / shots.len() as f64;
            for (place, shot) in shots.iter().enumerate() {
                let x = left + column * (place as f64 + 0.5);
                let y = top + head + 128.0 * unit + 38.0 * unit;
                pen.aside(|pen| {
                    pen.translate(x - 54.0 * unit, y);
                    let seat = letter(shot.car.view.seat);
                    kit.shapes.mark(pen, shot.car.colour, seat, 15.0 * unit, ink::CREAM);
                });
                pen.align("left", "middle");
                pen.font(800, 14.0 * unit);
                let name = words::short(&shot.car.name);
                pen.text(&name, x - 32.0 * unit, y - 9.0 * unit, ink::CREAM);
                let time = if shot.ms == first {
                    words::time(shot.ms)
                } else {
                    format!("+{:03} ms", shot.ms - first)
                };
                pen.text(&time, x - 32.0 * unit, y + 9.0 * unit, ink::SUN);
            }
        });
    }
}
