//! The instruments: place, laps, times, gaps, speed, the map.

use super::minimap::Minimap;
use super::picture::{Car, Chased, Picture};
use crate::draw::kit::palette as ink;
use crate::draw::kit::{Camera, Frame, Kit, Pen};
use crate::words;
use netplay::ids::Seat;
use std::f64::consts::PI;

/// Where there is less, the lower corners are left free.
const NARROW: f64 = 600.0;

pub(super) fn draw(kit: &Kit, picture: &Picture<'_>, map: &Minimap, frame: &Frame) {
    let pen = &kit.pen;
    place(pen, picture, frame);
    let below = times(pen, picture, frame);
    gaps(kit, picture, frame, below);
    let unit = frame.unit;
    let size = (frame.width * 0.30).min(190.0 * unit).max(92.0 * unit);
    let margin = 14.0 * unit;
    let map_height = map.draw(kit, picture, frame.width - margin, margin, size);
    let narrow = frame.width < NARROW * frame.dpr;
    let speed_at = if frame.touching || narrow {
        (frame.width - margin - 52.0 * unit, margin + map_height + 62.0 * unit, 0.62)
    } else {
        (frame.width - 92.0 * unit, frame.height - 66.0 * unit, 1.0)
    };
    speed(pen, picture.own(), unit, speed_at);
}

/// `1st` of `8`, as large as it matters.
fn place(pen: &Pen, picture: &Picture<'_>, frame: &Frame) {
    let unit = frame.unit;
    let car = &picture.own().view;
    let word = words::ordinal(car.place.into());
    let (number, ending) = word.split_at_checked(word.len() - 2).unwrap_or((&word, ""));
    let (x, y) = (18.0 * unit, 70.0 * unit);
    let colour = if car.place == 1 { ink::SUN } else { ink::CREAM };
    pen.align("left", "alphabetic");
    pen.font(900, 76.0 * unit);
    pen.outlined(number, x, y, colour, 10.0 * unit);
    let after = x + pen.width(number) + 3.0 * unit;
    pen.font(900, 28.0 * unit);
    pen.outlined(ending, after, y - 30.0 * unit, colour, 7.0 * unit);
    pen.font(800, 19.0 * unit);
    pen.outlined(&format!("/ {}", picture.cars.len()), after, y, ink::CREAM, 6.0 * unit);
}

/// The lap and its clock. Returns where the panel ends.
fn times(pen: &Pen, picture: &Picture<'_>, frame: &Frame) -> f64 {
    let unit = frame.unit;
    let car = &picture.own().view;
    let (x, y) = (14.0 * unit, 84.0 * unit);
    let best = car.best_lap_ms.into_iter().chain(picture.best_ms).min();
    let rows: [(&str, String); 3] = [
        ("Time", clock(if picture.is_waiting() { 0 } else { car.lap_ms })),
        ("Last", car.last_lap_ms.map_or_else(|| "–".into(), words::time)),
        ("Best", best.map_or_else(|| "–".into(), words::time)),
    ];
    let (wide, high) = (158.0 * unit, 96.0 * unit);
    pen.fill_style(ink::PANEL);
    pen.round_rect(x, y, wide, high, 12.0 * unit);
    pen.align("left", "middle");
    pen.font(900, 19.0 * unit);
    let last = car.lap == picture.race.laps && car.lap > 0;
    let lap = format!("Lap {}/{}", car.lap.max(1), picture.race.laps);
    pen.text(&lap, x + 12.0 * unit, y + 17.0 * unit, if last { ink::SUN } else { ink::CREAM });
    for (row, (label, value)) in rows.iter().enumerate() {
        let at = y + (39.0 + 20.0 * row as f64) * unit;
        pen.align("left", "middle");
        pen.font(700, 13.0 * unit);
        pen.text(label, x + 12.0 * unit, at, "#dccbbf");
        pen.align("right", "middle");
        pen.font(800, 15.0 * unit);
        pen.text(value, x + wide - 12.0 * unit, at, ink::CREAM);
    }
    y + high
}

/// A clock that runs shows tenths: more cannot be read.
fn clock(ms: u32) -> String {
    format!("{}:{:02}.{}", ms / 60_000, ms / 1000 % 60, ms / 100 % 10)
}

/// By how much the own car is behind the best lap, over its ghost.
pub(super) fn chased(pen: &Pen, camera: &Camera, chased: &Chased, frame: &Frame) {
    if !camera.sees(chased.at, 0.0) {
        return;
    }
    let (x, y) = camera.pixel(chased.at);
    let ms = chased.behind_ms.unsigned_abs();
    let sign = if chased.behind_ms > 0 { "+" } else { "−" };
    let text = format!("Best {sign}{}.{:02}", ms / 1000, ms / 10 % 100);
    pen.align("center", "middle");
    pen.font(800, 13.0 * frame.unit);
    pen.outlined(&text, x, y - 2.6 * camera.scale, "#cfe6ff", 4.0 * frame.unit);
}

/// Who is before and behind, and by how much.
fn gaps(kit: &Kit, picture: &Picture<'_>, frame: &Frame, top: f64) {
    let pen = &kit.pen;
    let unit = frame.unit;
    let own = &picture.own().view;
    let neighbour = |steps: i32| -> Option<&Car> {
        let at = usize::try_from(i32::from(own.place) - 1 + steps).ok()?;
        picture.race.order.get(at).and_then(|seat: &Seat| picture.cars.get(seat.index()))
    };
    let rows = [(neighbour(-1), own.gap_ahead_ms, "▲ "), (neighbour(1), own.gap_behind_ms, "▼ ")];
    let mut y = top + 8.0 * unit;
    for (car, gap, sign) in rows {
        let (Some(car), Some(gap)) = (car, gap) else {
            continue;
        };
        if picture.is_waiting() {
            continue;
        }
        let (x, wide, high) = (14.0 * unit, 158.0 * unit, 28.0 * unit);
        pen.fill_style(ink::PANEL);
        pen.round_rect(x, y, wide, high, 12.0 * unit);
        let at = (x + 18.0 * unit, y + high / 2.0);
        kit.shapes.spot(pen, car.colour, at, 7.5 * unit, false);
        pen.align("left", "middle");
        pen.font(700, 13.0 * unit);
        pen.text(&words::short(&car.name), x + 32.0 * unit, y + high / 2.0, ink::CREAM);
        pen.align("right", "middle");
        pen.font(800, 13.0 * unit);
        let text = format!("{sign}{}.{} s", gap / 1000, gap / 100 % 10);
        pen.text(&text, x + wide - 10.0 * unit, y + high / 2.0, ink::CREAM);
        y += high + 5.0 * unit;
    }
}

/// A gauge that fills, warm when boosted, with the number in it.
fn speed(pen: &Pen, car: &Car, unit: f64, (x, y, size): (f64, f64, f64)) {
    let kmh = (car.speed * 3.6 * 1.6).round() as u32;
    let part = (f64::from(kmh) / 200.0).clamp(0.0, 1.0);
    let radius = 58.0 * unit * size;
    let (from, span) = (PI * 0.85, PI * 1.3);
    pen.fill_style(ink::PANEL);
    pen.disc(x, y - 6.0 * unit * size, radius * 1.28);
    pen.ctx.set_line_cap("round");
    pen.stroke_style("rgba(255,246,233,0.22)", 11.0 * unit * size);
    pen.ring(x, y, radius, from, from + span);
    let colour = if car.view.boost > 16 { ink::EMBER } else { ink::SUN };
    pen.stroke_style(colour, 11.0 * unit * size);
    if part > 0.01 {
        pen.ring(x, y, radius, from, from + span * part);
    }
    pen.ctx.set_line_cap("butt");
    pen.align("center", "middle");
    pen.font(900, 38.0 * unit * size);
    pen.text(&kmh.to_string(), x, y - 2.0 * unit * size, ink::CREAM);
    pen.font(700, 13.0 * unit * size.max(0.8));
    pen.text("km/h", x, y + 26.0 * unit * size, "#dccbbf");
}
