//! Races the AI drivers on the track, prints their laps, and draws the track with one of them as
//! an SVG: `cargo run -p games --example lap -- [FILE.track | NUMBER] [skill 0-2] [seed] > lap.svg`
//! (laps on stderr). A number is that of a track in the built-in pack.

#![allow(clippy::print_stdout)]

use games::Skill;
use games::fix::{Fix, Vec2};
use games::pack::Pack;
use games::racing::{Race, RaceEvent, RaceRules, RaceSetup, SceneryKind, Track, ZoneKind};
use netplay::ids::PadWord;
use netplay::sim::Simulation;
use std::fmt::Write as _;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_default();
    let track = match wanted.strip_suffix(".track") {
        Some(_) => Arc::new(Track::parse(&std::fs::read_to_string(&wanted)?)?),
        None => {
            let number = wanted.parse().unwrap_or(0);
            Pack::built_in().track(number).ok_or("the pack has no such track")?.clone()
        }
    };
    let skill = match arguments.next().as_deref() {
        Some("0") => Skill::Easy,
        Some("2") => Skill::Hard,
        _ => Skill::Normal,
    };
    let seed = arguments.next().map_or(Ok(1), |seed| seed.parse())?;
    eprintln!(
        "{}: {} m, ideal {} ms",
        track.name,
        track.length.whole(),
        track.ideal_lap_ticks() * 1000 / 60
    );
    let rules = RaceRules { skill, ..RaceRules::default() };
    let mut race = Race::new(RaceSetup { seed, seats: 8, rules }, track.clone())?;
    let mut paths = vec![String::new(); 8];
    while !race.is_over() {
        race.tick(&[PadWord(0); 8]);
        for event in race.events() {
            match event {
                RaceEvent::Lap { seat, done, took, .. } => {
                    eprintln!("seat {} lap {done}: {} ms", seat.0, took.millis());
                }
                RaceEvent::Bump { .. } | RaceEvent::Gate { .. } | RaceEvent::DriftStart(_) => {}
                other => eprintln!("{:5} {other:?}", race.tick_count()),
            }
        }
        for (car, path) in race.view().cars.iter().zip(&mut paths) {
            if car.lap == 2 {
                let colour = if car.off_road { 3 } else { i32::from(car.drift != 0) };
                let _ = write!(
                    path,
                    "<circle cx='{}' cy='{}' r='.35' class='p{colour}'/>",
                    mm(car.pos.x),
                    mm(car.pos.y)
                );
            }
        }
    }
    for row in race.results().into_iter().flatten() {
        eprintln!("{row:?}");
    }
    svg(&track, &paths[usize::from(seed % 8 == 0)]);
    Ok(())
}

/// A coordinate as a decimal.
fn mm(value: Fix) -> String {
    let thousandths = i64::from(value.0) * 1000 / 65_536;
    let sign = if thousandths < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", thousandths.abs() / 1000, thousandths.abs() % 1000)
}

fn points(points: impl Iterator<Item = Vec2>) -> String {
    points.map(|point| format!("{},{} ", mm(point.x), mm(point.y))).collect()
}

fn svg(track: &Track, path: &str) {
    let (low, high) = track.bounds;
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='1500' viewBox='{} {} {} {}'><style>.p0{{fill:#fff}}.p1{{fill:#fa0}}.p3{{fill:#f00}}</style><rect x='-50' y='-50' width='400' height='300' fill='#6b5'/>",
        mm(low.x),
        mm(low.y),
        mm(high.x - low.x),
        mm(high.y - low.y)
    );
    for zone in &track.zones {
        let colour = match zone.kind {
            ZoneKind::Water => "#48c",
            ZoneKind::Sand => "#dc8",
            ZoneKind::Meadow => "#7c6",
            ZoneKind::Block => "#877",
        };
        let _ = write!(
            out,
            "<polygon points='{}' fill='{colour}'/>",
            points(zone.outline.iter().copied())
        );
    }
    let edge = |pick: &dyn Fn(&games::racing::Sample) -> Fix| {
        points(track.samples.iter().map(|sample| sample.pos + sample.ahead.right() * pick(sample)))
    };
    for side in [edge(&|s| -s.half), edge(&|s| s.half)] {
        let _ =
            write!(out, "<polygon points='{side}' fill='none' stroke='#444' stroke-width='.6'/>");
    }
    for wall in &track.walls {
        let shape = if wall.closed { "polygon" } else { "polyline" };
        let corners = points(wall.points.iter().copied());
        let _ = write!(
            out,
            "<{shape} points='{corners}' fill='none' stroke='#353' stroke-width='.6'/>"
        );
    }
    for kerb in &track.kerbs {
        let run = kerb.first..kerb.first + kerb.count;
        let samples = run.map(|i| &track.samples[i % track.samples.len()]);
        let side = |s: &games::racing::Sample| if kerb.right { s.half } else { -s.half };
        let corners = points(samples.map(|s| s.pos + s.ahead.right() * side(s)));
        let _ = write!(
            out,
            "<polyline points='{corners}' fill='none' stroke='#e33' stroke-width='1'/>"
        );
    }
    for gate in &track.gates {
        let _ = write!(
            out,
            "<line x1='{}' y1='{}' x2='{}' y2='{}' stroke='#fff' stroke-width='.3'/>",
            mm(gate.left.x),
            mm(gate.left.y),
            mm(gate.right.x),
            mm(gate.right.y)
        );
    }
    for (pad, colour) in
        track.pads.iter().map(|p| (p, "#fd0")).chain(track.ice.iter().map(|p| (p, "#bef")))
    {
        let ahead = pad.heading.unit();
        let (long, wide) = (ahead * pad.half_length, ahead.right() * pad.half_width);
        let c = pad.centre;
        let _ = write!(
            out,
            "<polygon points='{}' fill='{colour}'/>",
            points(
                [c + long + wide, c + long - wide, c - long - wide, c - long + wide].into_iter()
            )
        );
    }
    for thing in &track.scenery {
        let colour = if thing.kind == SceneryKind::Tree { "#273" } else { "#a55" };
        let _ = write!(
            out,
            "<circle cx='{}' cy='{}' r='{}' fill='{colour}'/>",
            mm(thing.pos.x),
            mm(thing.pos.y),
            mm(if thing.kind == SceneryKind::Tree { thing.size } else { Fix::int(3) })
        );
    }
    let line = track.line.iter().zip(&track.samples);
    let _ = write!(
        out,
        "<polygon points='{}' fill='none' stroke='#08f' stroke-width='.3'/>",
        points(line.map(|(line, s)| s.pos + s.ahead.right() * line.side))
    );
    for slot in &track.grid {
        let _ = write!(
            out,
            "<circle cx='{}' cy='{}' r='1' fill='#0ff'/>",
            mm(slot.pos.x),
            mm(slot.pos.y)
        );
    }
    for (index, sample) in track.samples.iter().enumerate().step_by(10) {
        let _ = write!(
            out,
            "<text x='{}' y='{}' font-size='3'>{}</text>",
            mm(sample.pos.x),
            mm(sample.pos.y),
            (track.spacing * Fix::int(index as i32)).whole()
        );
    }
    out += path;
    out += "</svg>";
    print!("{out}");
}
