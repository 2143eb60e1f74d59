//! Draws a hole for its author, with the strokes of three AI players on it, and says on stderr
//! what is wrong with it, or how many strokes each level needs:
//! `cargo run -p games --example hole -- my.hole > hole.svg`.

#![allow(clippy::print_stdout)]

use games::Skill;
use games::fix::{Fix, Vec2};
use games::golf::{
    BALL_RADIUS, CUP_RADIUS, Golf, GolfRules, GolfSetup, Hole, Mover, Shape, Surface,
    TUNNEL_RADIUS, WALL_HALF,
};
use netplay::sim::Simulation;
use std::fmt::Write as _;
use std::sync::Arc;

/// Rounds a level for the average.
const ROUNDS: u64 = 40;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(file) = std::env::args().nth(1) else {
        return Err("name a file: cargo run -p games --example hole -- my.hole > hole.svg".into());
    };
    let text = std::fs::read_to_string(&file)?;
    let hole = match Hole::parse(&text) {
        Ok(hole) => hole,
        Err(fault) => {
            eprintln!("{file}: {fault}");
            // What can be read is drawn all the same: most faults are seen at once.
            Hole::parse_trusted(&text)?
        }
    };
    let hole = Arc::new(hole);
    eprintln!("{}, par {}, {}", hole.name, hole.par, hole.theme);
    let mut paths = String::new();
    for (skill, colour) in Skill::ALL.into_iter().zip(["#f5d547", "#ffffff", "#ff6b9d"]) {
        let rounds: Vec<Round> = (0..ROUNDS).map(|seed| play(&hole, skill, seed)).collect();
        let sum: u64 = rounds.iter().map(|round| u64::from(round.strokes)).sum();
        let most = rounds.iter().map(|round| round.strokes).max().unwrap_or(0);
        let aces = rounds.iter().filter(|round| round.strokes == 1).count();
        let home = rounds.iter().filter(|round| round.holed).count();
        let tenths = sum * 10 / ROUNDS;
        eprintln!(
            "{skill:?}: {}.{} strokes, at most {most}, {aces} aces, {home} of {ROUNDS} home",
            tenths / 10,
            tenths % 10
        );
        let path = &rounds[7].path;
        let _ = write!(
            paths,
            "<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='.07'/>"
        );
    }
    println!("{}", svg(&hole, &paths));
    Ok(())
}

struct Round {
    strokes: u8,
    holed: bool,
    path: String,
}

fn play(hole: &Arc<Hole>, skill: Skill, seed: u64) -> Round {
    let rules = GolfRules { preview: false, skill, ..GolfRules::default() };
    let setup = GolfSetup { seed, seats: 1, rules };
    let Ok(mut round) = Golf::new(setup, vec![hole.clone()]) else { unreachable!("one hole") };
    let mut path = String::new();
    while round.view().phase == games::golf::Phase::Play {
        round.tick(&[]);
        let ball = round.view().balls[0];
        if !ball.hidden {
            let _ = write!(path, "{} ", pair(ball.pos));
        }
    }
    let ball = round.view().balls[0];
    Round { strokes: ball.strokes, holed: ball.holed, path }
}

fn svg(hole: &Hole, paths: &str) -> String {
    let (wide, high) = (mm(hole.size.x), mm(hole.size.y));
    let scale = |size: Fix| size.scale(40, 1).whole();
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}' width='{1}' height='{2}'>\
         <rect width='{wide}' height='{high}' fill='#2f6b46'/>\
         <polygon points='{0}' fill='#57b36b' stroke='#7a5230' stroke-width='.24'/>\
         <clipPath id='green'><polygon points='{0}'/></clipPath><g clip-path='url(#green)'>",
        points(&hole.outline),
        scale(hole.size.x),
        scale(hole.size.y),
    );
    for patch in &hole.patches {
        let fill = match patch.kind {
            Surface::Sand => "#e3c47a",
            Surface::Ice => "#cfeaf5",
            Surface::Water => "#3d86c6",
            Surface::Out => "#20343a",
            Surface::Slope => "#3f9a58",
            Surface::Conveyor => "#6f6f7a",
            Surface::Green => "#57b36b",
        };
        let middle = match &patch.shape {
            Shape::Polygon(corners) => {
                let _ = write!(out, "<polygon points='{}' fill='{fill}'/>", points(corners));
                let count = Fix::int(corners.len() as i32);
                let sum = corners.iter().fold(Vec2::ZERO, |sum, at| sum + *at);
                Vec2::new(sum.x / count, sum.y / count)
            }
            Shape::Circle { centre, radius } => {
                circle(&mut out, *centre, *radius, fill);
                *centre
            }
        };
        if patch.flow != Vec2::ZERO {
            let tip = middle + patch.flow.unit().unwrap_or_default();
            line(&mut out, middle, tip, "#ffffffaa", Fix::ratio(1, 10));
            circle(&mut out, tip, Fix::ratio(1, 5), "#ffffffaa");
        }
    }
    out.push_str("</g>");
    for block in &hole.blocks {
        let _ = write!(out, "<polygon points='{}' fill='#7a5230'/>", points(block));
    }
    for wall in &hole.walls {
        let (colour, wide) =
            (if wall.bumper { "#e5484d" } else { "#7a5230" }, mm(wall.half + wall.half));
        let _ = write!(
            out,
            "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='{wide}' stroke-linecap='round'/>",
            points(&wall.points)
        );
    }
    for post in &hole.posts {
        circle(&mut out, post.centre, post.radius, if post.bumper { "#e5484d" } else { "#7a5230" });
    }
    for decor in &hole.decor {
        circle(&mut out, decor.pos, decor.size, "#1f4d33");
    }
    for tunnel in &hole.tunnels {
        circle(&mut out, tunnel.from, TUNNEL_RADIUS, "#222");
        circle(&mut out, tunnel.to, BALL_RADIUS, "#222");
        let tip = tunnel.to + tunnel.heading.unit();
        line(&mut out, tunnel.to, tip, "#222", Fix::ratio(1, 10));
    }
    for gate in &hole.gates {
        line(&mut out, gate.wall.0, gate.wall.1, "#b04ad8", WALL_HALF + WALL_HALF);
    }
    movers(&mut out, hole);
    circle(&mut out, hole.cup, CUP_RADIUS, "#111");
    circle(&mut out, hole.tee, BALL_RADIUS, "#fff");
    out + paths + "</svg>"
}

/// Where everything that moves is at the start, and faintly on its way.
fn movers(out: &mut String, hole: &Hole) {
    let thick = WALL_HALF + WALL_HALF;
    for mover in &hole.movers {
        if let Mover::Slider { wall: (from, to), by, .. } = *mover {
            line(out, from + by, to + by, "#e8843c66", thick);
        }
    }
    let rules = GolfRules { preview: false, ..GolfRules::default() };
    let setup = GolfSetup { seed: 0, seats: 1, rules };
    let Ok(round) = Golf::new(setup, vec![Arc::new(hole.clone())]) else { return };
    for (from, to) in round.view().movers.iter().flat_map(|mover| &mover.walls) {
        line(out, *from, *to, "#e8843c", thick);
    }
}

fn circle(out: &mut String, at: Vec2, radius: Fix, fill: &str) {
    let (x, y, r) = (mm(at.x), mm(at.y), mm(radius));
    let _ = write!(out, "<circle cx='{x}' cy='{y}' r='{r}' fill='{fill}'/>");
}

fn line(out: &mut String, from: Vec2, to: Vec2, colour: &str, wide: Fix) {
    let _ = write!(
        out,
        "<polyline points='{} {}' stroke='{colour}' stroke-width='{}' stroke-linecap='round'/>",
        pair(from),
        pair(to),
        mm(wide)
    );
}

fn points(line: &[Vec2]) -> String {
    line.iter().map(|at| pair(*at) + " ").collect()
}

fn pair(at: Vec2) -> String {
    format!("{},{}", mm(at.x), mm(at.y))
}

/// Metres with three digits behind the point.
fn mm(value: Fix) -> String {
    let thousandths = (i64::from(value.0) * 1000) >> 16;
    let sign = if thousandths < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", thousandths.abs() / 1000, thousandths.abs() % 1000)
}
