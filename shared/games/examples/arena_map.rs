//! Draws an arena for its author: `cargo run -p games --example arena_map > arena.svg`, or with
//! files of one's own, `... --example arena_map my.props my.arena [players] [seed]`.

#![allow(clippy::print_stdout)]

use games::fix::{Fix, Vec2};
use games::hunt::{Arena, COLOURS, FLOORS, Hunt, HuntRules, HuntSetup, Paint, PropSet};
use netplay::sim::Simulation;
use std::error::Error;
use std::sync::Arc;

fn cm(at: Fix) -> i32 {
    ((i64::from(at.0) * 100) >> 16) as i32
}

fn rgb(colour: u8) -> String {
    format!("#{:06x}", COLOURS[usize::from(colour)].1)
}

fn floor(look: u8) -> &'static str {
    let colours = [
        "#d8b283", "#c79b69", "#e6dfd2", "#b98a86", "#c98a5b", "#b9b3a8", "#a8a196", "#9bb36b",
        "#e5d3a1", "#7fb3c8", "#dcc37a", "#bdb8b0",
    ];
    debug_assert_eq!(colours.len(), FLOORS.len());
    colours[usize::from(look)]
}

fn rect(low: Vec2, high: Vec2, style: &str) {
    let (x, y) = (cm(low.x), cm(low.y));
    println!(
        r#"<rect x="{x}" y="{y}" width="{}" height="{}" {style}/>"#,
        cm(high.x) - x,
        cm(high.y) - y
    );
}

fn draw(arena: &Arena, hunt: &Hunt) {
    let (wide, high) = (cm(arena.size.x), cm(arena.size.y));
    println!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{}">"#,
        wide * 3 / 4
    );
    println!("<title>{}</title>", arena.name);
    for piece in &arena.floors {
        rect(piece.low, piece.high, &format!(r#"fill="{}""#, floor(piece.look)));
    }
    let seats = hunt.setup().seats;
    for wall in arena.walls.iter().filter(|wall| wall.stands(seats)) {
        let corners: Vec<String> =
            wall.corners.iter().map(|at| format!("{},{}", cm(at.x), cm(at.y))).collect();
        let colours = [
            "#4a403c", "#8a5f3d", "#4f7a4a", "#9a7148", "#5f9fbc", "#b5533f", "#7d766d", "#a9c9cf",
        ];
        let colour = if wall.below > 0 { "#b0603f" } else { colours[usize::from(wall.look)] };
        println!(r#"<polygon points="{}" fill="{colour}"/>"#, corners.join(" "));
    }
    let seeker = hunt.view(None);
    for prop in &seeker.props {
        let kind = &arena.props.props[usize::from(prop.kind)];
        println!(
            r#"<g transform="translate({} {}) rotate({}.{})"><title>{}</title>"#,
            cm(prop.pos.x),
            cm(prop.pos.y),
            u32::from(prop.heading) * 45 / 2,
            u32::from(prop.heading) % 2 * 5,
            kind.title
        );
        println!(r##"<circle cx="3" cy="5" r="{}" fill="#0003"/>"##, cm(kind.radius));
        for layer in &kind.layers {
            let colour = rgb(layer.colour);
            let style = match layer.paint {
                Paint::Fill => format!(
                    r##"fill="{colour}" stroke="#2b2523" stroke-width="3" stroke-linejoin="round""##
                ),
                Paint::Flat => format!(r#"fill="{colour}""#),
                Paint::Line(wide) => format!(
                    r#"fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round" stroke-linejoin="round""#
                ),
            };
            println!(r#"<path d="{}" {style}/>"#, layer.path);
        }
        println!("</g>");
    }
    for figure in &seeker.figures {
        println!(
            r##"<circle cx="{}" cy="{}" r="30" fill="#0072b2" stroke="#2b2523" stroke-width="4"/>"##,
            cm(figure.pos.x),
            cm(figure.pos.y)
        );
    }
    println!("</svg>");
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (props, arena) = match &arguments[..] {
        [props, arena, ..] => (std::fs::read_to_string(props)?, std::fs::read_to_string(arena)?),
        _ => (
            include_str!("../assets/props/toys.props").into(),
            include_str!("../assets/arenas/1-toy-shop.arena").into(),
        ),
    };
    let number = |at: usize, other| arguments.get(at).map_or(Ok(other), |word| word.parse::<u64>());
    let sets = [Arc::new(PropSet::parse(&props)?)];
    let arena = Arc::new(Arena::parse(&arena, &sets)?);
    let rules = HuntRules { hide_s: 10, ..HuntRules::default() };
    let setup = HuntSetup { seed: number(3, 1)?, seats: number(2, 8)? as u8, rules };
    let mut hunt = Hunt::new(setup, arena.clone())?;
    // As the seekers set out.
    (0..600).for_each(|_| hunt.tick(&[]));
    draw(&arena, &hunt);
    Ok(())
}
