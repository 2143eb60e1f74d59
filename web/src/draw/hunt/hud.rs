//! The instruments of a hunt: role, time, health, what the buttons would do.

use super::picture::Picture;
use crate::draw::kit::{Effect, Frame, Kit, Pen, palette as ink};
use games::hunt::{HEALTH, OwnView, Phase, Role};
use netplay::ids::Seat;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Soft lettering on a panel.
const SOFT: &str = "#dccbbf";
/// What the page's buttons take of the upper edge, in points.
const BUTTONS: f64 = 112.0;
/// What a taunt's pause is measured by, in milliseconds, until the rules say it.
const PAUSE_MS: f64 = 8_000.0;

pub(super) fn draw(kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
    clock(kit, picture, frame);
    if let Some(own) = &picture.view.own {
        role(&kit.pen, picture, own, frame);
        if !picture.view.phase.is_shown() {
            chips(&kit.pen, picture, own, frame);
        }
    }
}

/// The unit of the corners: the page's buttons lie between them, on narrow screens close by.
fn corner(frame: &Frame) -> f64 {
    frame.unit.min((frame.width - BUTTONS * frame.dpr) / 2.0 / 212.0)
}

/// The time, the phase, who still hides.
fn clock(kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
    let (pen, unit, view) = (&kit.pen, corner(frame), &picture.view);
    let (wide, high) = (176.0 * unit, 116.0 * unit);
    let (x, y) = (frame.width - wide - 14.0 * unit, 14.0 * unit);
    panel(pen, x, y, wide, high, unit);
    let middle = x + wide / 2.0;
    let left = view.ms_left.div_ceil(1000);
    let late = view.phase == Phase::Seek && view.last_stretch;
    pen.align("center", "middle");
    pen.font(900, 42.0 * unit);
    let time = format!("{}:{:02}", left / 60, left % 60);
    pen.text(&time, middle, y + 28.0 * unit, if late { ink::EMBER } else { ink::SUN });
    pen.font(800, 16.0 * unit);
    let phase = match view.phase {
        Phase::Hide => "until the light goes on",
        Phase::Seek if late => "taunts come faster",
        Phase::Seek => "left to find them",
        Phase::Reveal | Phase::Over => "there they were",
    };
    shrunk(pen, phase, (middle, y + 58.0 * unit), wide - 16.0 * unit, (700, 15.0 * unit), SOFT);
    let hiders = picture.count(Role::Hider);
    let rest = format!(
        "{} hiding · round {}/{}",
        hiders,
        view.round.saturating_add(1).min(view.rounds),
        view.rounds
    );
    shrunk(
        pen,
        &rest,
        (middle, y + 78.0 * unit),
        wide - 16.0 * unit,
        (800, 15.0 * unit),
        ink::CREAM,
    );
    // Everybody's mark; those who hide no more are faint.
    let step = ((wide - 20.0 * unit) / view.seats.len().max(1) as f64).min(22.0 * unit);
    let from = middle - step * (view.seats.len() as f64 - 1.0) / 2.0;
    for (at, seat) in view.seats.iter().enumerate() {
        let place = (from + step * at as f64, y + 100.0 * unit);
        let whose = Seat(at as u16);
        pen.alpha(if seat.role == Role::Hider { 1.0 } else { 0.3 });
        let own = view.own.is_some_and(|own| own.seat == whose);
        kit.shapes.spot(pen, picture.colour(whose), place, 7.0 * unit, own);
    }
    pen.alpha(1.0);
}

/// What one is, and how one fares.
fn role(pen: &Pen, picture: &Picture<'_>, own: &OwnView, frame: &Frame) {
    let unit = corner(frame);
    let (x, y, wide, high) = (14.0 * unit, 14.0 * unit, 196.0 * unit, 84.0 * unit);
    panel(pen, x, y, wide, high, unit);
    let left = x + 12.0 * unit;
    let title = match own.role {
        Role::Seeker => "You seek",
        Role::Hider => "You hide",
        Role::Out => "Caught",
    };
    pen.align("left", "middle");
    pen.font(900, 24.0 * unit);
    pen.text(title, left, y + 21.0 * unit, ink::SUN);
    pen.align("right", "middle");
    pen.font(800, 18.0 * unit);
    let points = format!("{}{}", if own.points < 0 { "" } else { "+" }, own.points);
    pen.text(&points, x + wide - 12.0 * unit, y + 21.0 * unit, ink::CREAM);
    pen.align("left", "middle");
    match own.role {
        Role::Seeker => {
            let part = f64::from(own.health) / f64::from(HEALTH);
            let weak = own.health <= HEALTH / 4;
            let colour = if weak { ink::EMBER } else { "#9bd45a" };
            bar(pen, (left, y + 42.0 * unit, wide - 24.0 * unit, 12.0 * unit), part, colour);
            let line = if own.stunned_ms > 0 {
                // Who was caught as a hider comes in good health; a wrong guess too many leaves half.
                let dizzy = own.health < HEALTH;
                let what = if dizzy { "You see stars" } else { "You join in" };
                format!("{what}: {} s", own.stunned_ms.div_ceil(1000))
            } else if own.tag_ms > 0 {
                format!("Health {} · wait …", own.health)
            } else {
                format!("Health {}", own.health)
            };
            pen.font(700, 15.0 * unit);
            pen.text(&line, left, y + 69.0 * unit, ink::CREAM);
        }
        Role::Hider => {
            let hearts = "♥".repeat(usize::from(own.hits_left));
            pen.font(900, 18.0 * unit);
            pen.text(&hearts, left, y + 45.0 * unit, "#ff8a76");
            let after = left + pen.width(&hearts) + 8.0 * unit;
            let what = match (own.disguise, own.locked) {
                (None, _) => "as yourself!",
                (Some(_), true) => "standing still",
                (Some(_), false) => "free to walk",
            };
            pen.font(700, 15.0 * unit);
            pen.text(what, after, y + 45.0 * unit, SOFT);
            let name = own.disguise.map_or("nobody's prop", |prop| picture.title(prop.kind));
            let place = (left, y + 68.0 * unit);
            pen.font(800, 16.0 * unit);
            let room = wide - 24.0 * unit;
            let size = 16.0 * unit * (room / pen.width(name).max(1.0)).min(1.0);
            pen.font(800, size);
            pen.text(name, place.0, place.1, ink::CREAM);
        }
        Role::Out => {
            pen.font(700, 15.0 * unit);
            pen.text("You watch until the round ends.", left, y + 52.0 * unit, ink::CREAM);
        }
    }
}

/// A button's key, what it does, and how much of its pause is over.
struct Chip<'a> {
    key: &'a str,
    does: String,
    ready: f64,
}

fn chips(pen: &Pen, picture: &Picture<'_>, own: &OwnView, frame: &Frame) {
    let [act, lock, turn, taunt, decoy] = &*picture.prompts;
    let mut chips: Vec<Chip<'_>> = Vec::new();
    let mut chip = |key, does: String, ready| chips.push(Chip { key, does, ready });
    let title = |kind: u8| picture.title(kind);
    match own.role {
        Role::Seeker => {
            let (does, near) = match own.target {
                Some(target) => (format!("Tag {}", target.kind.map_or("them!", title)), 1.0),
                None => ("Go close to a thing to tag it".into(), 0.0),
            };
            chip(act, does, if own.tag_ms > 0 || own.stunned_ms > 0 { 0.0 } else { near });
        }
        Role::Hider => {
            let left = own.disguises_left;
            match (own.target.and_then(|target| target.kind), left) {
                (Some(kind), 1..) => chip(act, format!("Become {}", title(kind)), 1.0),
                (_, 0) => chip(act, "No change left".into(), 0.0),
                _ => chip(act, "Become what is near".into(), 0.0),
            }
            if own.disguise.is_some() {
                chip(lock, if own.locked { "Walk again" } else { "Stand still" }.into(), 1.0);
                chip(turn, "Turn".into(), 1.0);
            }
            if picture.view.phase == Phase::Seek {
                let ready = 1.0 - f64::from(own.taunt_ms) / PAUSE_MS;
                let soon = own.forced_ms.div_ceil(1000);
                let does = if (1..=5).contains(&soon) {
                    format!("You squeak in {soon}!")
                } else {
                    "Taunt for points".into()
                };
                chip(taunt, does, ready);
                if own.decoy {
                    chip(decoy, "Throw squeaker".into(), 1.0);
                }
            }
        }
        Role::Out => {}
    }
    if frame.touching {
        // The buttons say it already: what is left is the one thing that changes.
        chips.truncate(1);
        chips.iter_mut().for_each(|chip| chip.key = "");
    }
    row(pen, frame, &chips);
}

/// The chips in the middle of the lower edge, in as many rows as they need.
fn row(pen: &Pen, frame: &Frame, chips: &[Chip<'_>]) {
    let unit = frame.unit;
    let (high, gap) = (34.0 * unit, 8.0 * unit);
    let font = |pen: &Pen| pen.font(800, 17.0 * unit);
    font(pen);
    let key_wide = |chip: &Chip<'_>| {
        if chip.key.is_empty() { 0.0 } else { pen.width(chip.key).max(12.0 * unit) + 24.0 * unit }
    };
    let wide = |chip: &Chip<'_>| key_wide(chip) + pen.width(&chip.does) + 24.0 * unit;
    let mut rows: Vec<(f64, Vec<&Chip<'_>>)> = Vec::new();
    for chip in chips {
        let needs = wide(chip) + gap;
        match rows.last_mut() {
            Some((taken, row)) if *taken + needs < frame.width - 20.0 * unit => {
                *taken += needs;
                row.push(chip);
            }
            _ => rows.push((needs, vec![chip])),
        }
    }
    // Above the thumbs, or between them where the screen is wide.
    let above = frame.touching && frame.height > frame.width;
    let foot = if above { 0.40 * frame.height } else { 40.0 * frame.dpr };
    let mut y = frame.height - foot - (high + gap) * rows.len() as f64;
    for (taken, row) in rows {
        let mut x = (frame.width - taken + gap) / 2.0;
        for chip in row {
            let (whole, key) = (wide(chip), key_wide(chip));
            let is_ready = chip.ready >= 1.0;
            pen.fill_style(ink::PANEL);
            pen.round_rect(x, y, whole, high, high / 2.0);
            let middle = y + high / 2.0 + unit;
            pen.align("center", "middle");
            if key > 0.0 {
                pen.fill_style(if is_ready { ink::SUN } else { "#8d7f86" });
                pen.round_rect(
                    x + 4.0 * unit,
                    y + 4.0 * unit,
                    key - 8.0 * unit,
                    high - 8.0 * unit,
                    9.0 * unit,
                );
                pen.text(chip.key, x + key / 2.0, middle, ink::INK);
            }
            let text = if is_ready { ink::CREAM } else { "#b9aab0" };
            pen.text(
                &chip.does,
                x + key + (whole - key) / 2.0 - 4.0 * unit * f64::from(u8::from(key > 0.0)),
                middle,
                text,
            );
            if !is_ready && chip.ready > 0.0 {
                pen.stroke_style(ink::SUN, 3.0 * unit);
                let end = -FRAC_PI_2 + TAU * chip.ready;
                pen.ring(x + key / 2.0, y + high / 2.0, high / 2.0 - 2.0 * unit, -FRAC_PI_2, end);
            }
            x += whole + gap;
        }
        y += high + gap;
    }
}

/// Warm edges in the last half minute: a slow pulse, or a steady glow on a calm screen.
pub(super) fn tension(pen: &Pen, frame: &Frame) {
    let beat = frame.clock(Effect::Pulse);
    let strength = 0.5 + 0.5 * crate::draw::kit::ease::sin(beat * TAU * 0.9);
    let (x, y) = (frame.width / 2.0, frame.height / 2.0);
    let far = (x * x + y * y).sqrt();
    if let Ok(glow) = pen.ctx.create_radial_gradient(x, y, far * 0.62, x, y, far) {
        // Both are colours, and both places lie between 0 and 1.
        let _ = glow.add_color_stop(0.0, "rgba(228,81,43,0)");
        let _ = glow.add_color_stop(1.0, "rgba(228,81,43,0.55)");
        pen.alpha(0.4 + 0.6 * strength);
        pen.ctx.set_fill_style_canvas_gradient(&glow);
        pen.rect(0.0, 0.0, frame.width, frame.height);
        pen.alpha(1.0);
    }
}

fn panel(pen: &Pen, x: f64, y: f64, wide: f64, high: f64, unit: f64) {
    pen.fill_style(ink::PANEL);
    pen.round_rect(x, y, wide, high, 14.0 * unit);
}

fn bar(pen: &Pen, (x, y, wide, high): (f64, f64, f64, f64), part: f64, colour: &str) {
    pen.fill_style("rgba(255,246,233,0.22)");
    pen.round_rect(x, y, wide, high, high / 2.0);
    if part > 0.0 {
        pen.fill_style(colour);
        pen.round_rect(x, y, (wide * part).max(high), high, high / 2.0);
    }
}

/// One line, made smaller when it is too long.
pub(super) fn shrunk(
    pen: &Pen,
    text: &str,
    (x, y): (f64, f64),
    room: f64,
    (weight, size): (u16, f64),
    colour: &str,
) {
    pen.font(weight, size);
    let fits = (room / pen.width(text).max(1.0)).min(1.0);
    pen.font(weight, size * fits);
    pen.text(text, x, y, colour);
}

/// A sentence in as many lines as it needs, upwards from its last one's middle.
pub(super) fn lines(pen: &Pen, text: &str, (x, y): (f64, f64), room: f64, step: f64) {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { return };
        let longer = if line.is_empty() { word.into() } else { [line, " ", word].concat() };
        if line.is_empty() || pen.width(&longer) <= room {
            *line = longer;
        } else {
            lines.push(word.into());
        }
    }
    for (up, line) in lines.iter().rev().enumerate() {
        pen.text(line, x, y - step * up as f64, ink::CREAM);
    }
}
