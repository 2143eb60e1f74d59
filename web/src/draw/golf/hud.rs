//! The instruments: the hole, strokes and time, who has how many, the power.

use super::look::Room;
use super::picture::{Ball, Picture};
use crate::draw::kit::{Frame, Kit, Pen, palette as ink};
use crate::input::golf::FULL;
use crate::words;
use games::golf::Phase;

/// A screen narrower than this has its instruments in two lines above the hole, in CSS pixels.
const NARROW: f64 = 620.0;
/// The last seconds of a hole are said louder.
const HURRY_MS: u32 = 15_000;
/// Soft lettering on a panel.
const SOFT: &str = "#dccbbf";

/// One unit of lettering: small screens are held nearer.
fn unit(frame: &Frame) -> f64 {
    frame.unit.max(0.82 * frame.dpr)
}

fn is_narrow(frame: &Frame) -> bool {
    frame.width < NARROW * frame.dpr
}

/// What of the screen is left for the hole.
pub(super) fn room(frame: &Frame, card: bool) -> Room {
    let (unit, dpr) = (unit(frame), frame.dpr);
    let (left, top, right) = if is_narrow(frame) {
        (6.0 * dpr, frame.top + 78.0 * unit, 6.0 * dpr)
    } else {
        (176.0 * unit, 58.0 * dpr, 176.0 * unit)
    };
    let room =
        Room { size: (frame.width, frame.height), left, top, right, bottom: 66.0 * dpr, dpr };
    // The card lies over the lower or the right half: see the styles of `.golf-card`.
    match (card, frame.height > frame.width) {
        (false, _) => room,
        (true, true) => Room { top: frame.top, bottom: frame.height * 0.56, ..room },
        (true, false) => Room { left: 8.0 * dpr, right: frame.width * 0.44, ..room },
    }
}

pub(super) fn draw(kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
    let (pen, unit) = (&kit.pen, unit(frame));
    if picture.view.phase == Phase::Card {
        return;
    }
    if is_narrow(frame) {
        let y = frame.top;
        strip(pen, picture, unit, (6.0 * frame.dpr, y, frame.width - 12.0 * frame.dpr));
        chips(kit, picture, unit, (y + 40.0 * unit, frame.width));
    } else {
        panel(pen, picture, unit);
        list(kit, picture, unit, frame.width);
    }
    match advice(picture, frame) {
        Some(text) => note(pen, &text, picture, frame, unit),
        None if picture.aim.ready => power(pen, picture, frame, unit),
        None => {}
    }
}

/// Hole, par, strokes and time, one below the other.
fn panel(pen: &Pen, picture: &Picture<'_>, unit: f64) {
    let (x, y, wide) = (12.0 * unit, 12.0 * unit, 156.0 * unit);
    pen.fill_style(ink::PANEL);
    pen.round_rect(x, y, wide, 132.0 * unit, 14.0 * unit);
    let left = x + 13.0 * unit;
    pen.align("left", "middle");
    pen.font(900, 19.0 * unit);
    pen.text(&number(picture), left, y + 20.0 * unit, ink::CREAM);
    pen.font(700, 14.0 * unit);
    pen.text(&picture.hole.name, left, y + 42.0 * unit, SOFT);
    let strokes = picture.own().view.strokes.to_string();
    pen.font(900, 46.0 * unit);
    pen.text(&strokes, left, y + 80.0 * unit, ink::SUN);
    let after = left + pen.width(&strokes) + 8.0 * unit;
    pen.font(800, 14.0 * unit);
    pen.text(strokes_word(picture), after, y + 72.0 * unit, ink::CREAM);
    pen.text(&par(picture), after, y + 90.0 * unit, SOFT);
    let (clock, colour) = clock(picture);
    pen.font(900, 17.0 * unit);
    pen.text(&clock, left, y + 116.0 * unit, colour);
}

/// The same in one line.
fn strip(pen: &Pen, picture: &Picture<'_>, unit: f64, (x, y, wide): (f64, f64, f64)) {
    let high = 34.0 * unit;
    pen.fill_style(ink::PANEL);
    pen.round_rect(x, y, wide, high, 12.0 * unit);
    let (middle, edge) = (y + high / 2.0, 12.0 * unit);
    let strokes = format!("{} {}", picture.own().view.strokes, strokes_word(picture));
    let (clock, clock_colour) = clock(picture);
    pen.font(900, 16.0 * unit);
    for (text, part, align, colour) in [
        (number(picture), 0.0, "left", ink::CREAM),
        (par(picture), 0.36, "center", SOFT),
        (strokes, 0.64, "center", ink::SUN),
        (clock, 1.0, "right", clock_colour),
    ] {
        pen.align(align, "middle");
        pen.text(&text, x + edge + (wide - edge * 2.0) * part, middle, colour);
    }
}

fn number(picture: &Picture<'_>) -> String {
    format!("Hole {}/{}", picture.view.hole + 1, picture.view.holes)
}

fn par(picture: &Picture<'_>) -> String {
    format!("par {}", picture.view.par)
}

fn strokes_word(picture: &Picture<'_>) -> &'static str {
    if picture.own().view.strokes == 1 { "stroke" } else { "strokes" }
}

fn clock(picture: &Picture<'_>) -> (String, &'static str) {
    let Some(ms) = picture.view.ms_left.filter(|_| picture.view.phase == Phase::Play) else {
        return (String::new(), ink::CREAM);
    };
    let left = ms.div_ceil(1_000);
    let text = format!("{}:{:02}", left / 60, left % 60);
    (text, if ms < HURRY_MS { ink::EMBER } else { ink::CREAM })
}

/// What is written beside a ball: its strokes, or how it came home.
fn tally(ball: &Ball) -> String {
    if ball.view.holed {
        format!("{} ✓", ball.view.strokes)
    } else if ball.view.picked_up {
        "–".into()
    } else {
        ball.view.strokes.to_string()
    }
}

/// Every player's mark and strokes in one row.
fn chips(kit: &Kit, picture: &Picture<'_>, unit: f64, (y, wide): (f64, f64)) {
    let pen = &kit.pen;
    let each = (wide - 12.0 * unit) / picture.balls.len().max(4) as f64;
    let high = 28.0 * unit;
    pen.font(800, 13.0 * unit);
    pen.align("left", "middle");
    for (at, ball) in picture.balls.iter().enumerate() {
        let (x, middle) = (6.0 * unit + each * at as f64, y + high / 2.0);
        pen.fill_style(ink::PANEL);
        pen.round_rect(x + unit, y, each - 2.0 * unit, high, 10.0 * unit);
        kit.shapes.spot(pen, ball.colour, (x + 13.0 * unit, middle), 6.5 * unit, at == picture.eye);
        pen.text(&tally(ball), x + 23.0 * unit, middle, ink::CREAM);
    }
}

/// Names, strokes of this hole and totals, the leader first.
fn list(kit: &Kit, picture: &Picture<'_>, unit: f64, screen: f64) {
    let pen = &kit.pen;
    let (wide, high) = (156.0 * unit, 26.0 * unit);
    let (x, mut y) = (screen - wide - 12.0 * unit, 12.0 * unit);
    for seat in &picture.view.order {
        let Some(ball) = picture.balls.get(seat.index()) else { continue };
        let own = seat.index() == picture.eye && picture.playing;
        let middle = y + high / 2.0;
        pen.fill_style(ink::PANEL);
        pen.round_rect(x, y, wide, high, 11.0 * unit);
        kit.shapes.spot(pen, ball.colour, (x + 16.0 * unit, middle), 7.5 * unit, own);
        pen.align("left", "middle");
        pen.font(if own { 900 } else { 700 }, 13.0 * unit);
        pen.text(&words::short(&ball.name), x + 30.0 * unit, middle, ink::CREAM);
        pen.align("right", "middle");
        pen.text(
            &tally(ball),
            x + wide - 40.0 * unit,
            middle,
            if own { ink::SUN } else { ink::CREAM },
        );
        pen.text(&words::to_par(picture.total(ball).to_par), x + wide - 11.0 * unit, middle, SOFT);
        y += high + 4.0 * unit;
    }
}

/// Where the bar of the power is: beside the page's buttons on a narrow screen.
fn bar(frame: &Frame, unit: f64) -> (f64, f64) {
    if is_narrow(frame) {
        return (16.0 * frame.dpr, frame.width - 140.0 * frame.dpr);
    }
    let wide = 330.0 * unit;
    ((frame.width - wide) / 2.0, wide)
}

/// The power as a bar and a number, with the last stroke's as a ghost.
fn power(pen: &Pen, picture: &Picture<'_>, frame: &Frame, unit: f64) {
    let aim = picture.aim;
    let full = f64::from(FULL);
    let high = 20.0 * unit;
    let (x, wide) = bar(frame, unit);
    let y = frame.height - 46.0 * frame.dpr;
    pen.fill_style(ink::PANEL);
    pen.round_rect(
        x - 7.0 * unit,
        y - 7.0 * unit,
        wide + 14.0 * unit,
        high + 14.0 * unit,
        12.0 * unit,
    );
    let step = wide / full;
    for at in 0..FULL {
        let lit = at < aim.power;
        pen.fill_style(if lit { heat(at) } else { "rgba(255,246,233,0.16)" });
        pen.rect(x + step * f64::from(at), y, step - unit, high);
    }
    if let Some(ghost) = aim.ghost {
        let at = x + step * f64::from(ghost);
        pen.fill_style(ink::CREAM);
        pen.rect(at - unit * 2.0, y - 4.0 * unit, 3.0 * unit, high + 8.0 * unit);
        pen.align("center", "bottom");
        pen.font(800, 11.0 * unit);
        pen.outlined("last", at, y - 6.0 * unit, ink::CREAM, 4.0 * unit);
    }
    if aim.power > 0 {
        pen.align("center", "middle");
        pen.font(900, 19.0 * unit);
        pen.outlined(
            &aim.power.to_string(),
            x + wide / 2.0,
            y + high / 2.0 + unit,
            ink::CREAM,
            6.0 * unit,
        );
    }
}

/// A third of the way is soft, two thirds warm, then hot.
pub(super) fn heat(power: u8) -> &'static str {
    match power {
        0..=11 => "#9fd356",
        12..=22 => ink::SUN,
        _ => ink::EMBER,
    }
}

/// What to do, or whom one waits for, in one line where the power is else.
fn note(pen: &Pen, text: &str, picture: &Picture<'_>, frame: &Frame, unit: f64) {
    pen.font(800, 15.0 * unit);
    pen.align("center", "middle");
    // Whoever waits may watch: the buttons for it lie below.
    let ((left, wide), y) = if picture.aim.ready || picture.view.phase != Phase::Play {
        (bar(frame, unit), frame.height - 36.0 * frame.dpr)
    } else {
        ((0.0, frame.width), frame.top + if is_narrow(frame) { 88.0 * unit } else { 14.0 * unit })
    };
    let x = left + wide / 2.0;
    let half = pen.width(text) / 2.0 + 14.0 * unit;
    pen.fill_style(ink::PANEL);
    pen.round_rect(x - half, y - 14.0 * unit, half * 2.0, 28.0 * unit, 14.0 * unit);
    pen.text(text, x, y + unit, ink::CREAM);
}

fn advice(picture: &Picture<'_>, frame: &Frame) -> Option<String> {
    let (view, own) = (&picture.view, &picture.own().view);
    let name = |at: usize| picture.balls.get(at).map(|ball| words::short(&ball.name));
    match view.phase {
        Phase::FlyOver if picture.playing && !own.ready => {
            Some(if frame.touching { "Tap to play" } else { "Space or click to play" }.into())
        }
        Phase::Play if picture.aim.ready => {
            let first = picture.aim.ghost.is_none() && picture.aim.power == 0;
            let how = if frame.touching || is_narrow(frame) {
                "Pull back and let go"
            } else {
                "Pull back and let go, or ← → and hold Space"
            };
            first.then(|| how.into())
        }
        Phase::Play => {
            if let Some((seat, _)) = view.turn.filter(|(seat, _)| !picture.is_own(*seat)) {
                return Some(format!("{} plays", name(seat.index())?));
            }
            if !picture.playing || !(own.holed || own.picked_up) {
                return None;
            }
            let open = |ball: &&Ball| !ball.view.holed && !ball.view.picked_up;
            let mut waiting = picture.balls.iter().filter(open);
            let first = waiting.next()?;
            let more = match waiting.count() {
                0 => String::new(),
                1 => " and 1 more".into(),
                more => format!(" and {more} more"),
            };
            Some(format!("Waiting for {}{more}", words::short(&first.name)))
        }
        _ => None,
    }
}
