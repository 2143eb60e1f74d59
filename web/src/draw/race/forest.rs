//! The wood around the track: where nobody drives, chance plants trees.

use super::scenery::{Prop, PropKind, chance, dice};
use super::theme::{Plant, Theme};
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::space::{Point, metres};
use games::fix::{Fix, Vec2};
use games::racing::{Track, ZoneKind};

/// Side of a planting cell, and how far beyond the road's bounds is planted, in metres.
const CELL: i32 = 6;
const BEYOND: i32 = 66;
/// Room that stays free beyond the walls.
const CLEAR_METRES: f64 = 4.5;

/// Everything that stands beside the road: what the track names, then the wood from top to
/// bottom.
pub(super) fn plant(track: &Track, theme: &Theme) -> Vec<Prop> {
    let own = track.scenery.iter().map(|piece| Prop::of(piece, theme.plants[0]));
    let mut props: Vec<Prop> = own.collect();
    let (low, high) = (Point::of(track.bounds.0), Point::of(track.bounds.1));
    let cells = |from: f64, to: f64| (from as i32 - BEYOND) / CELL..=(to as i32 + BEYOND) / CELL;
    for y in cells(low.y, high.y) {
        for x in cells(low.x, high.x) {
            props.extend(sapling(track, theme, x, y).filter(|prop| has_room(track, &props, prop)));
        }
    }
    props
}

fn sapling(track: &Track, theme: &Theme, x: i32, y: i32) -> Option<Prop> {
    let at = Point {
        x: (f64::from(x) + chance(x, y)) * f64::from(CELL),
        y: (f64::from(y) + chance(y, x + 900)) * f64::from(CELL),
    };
    let seed = dice(x * 3 + 1, y * 5 + 2);
    // Groves: trees are dense where a slow wave is high.
    let wave = sin(at.x * 0.045) + cos(at.y * 0.06 + 1.3) + sin(at.x * 0.02 - at.y * 0.03);
    let outside = outside(track, at);
    let density = if outside > 8.0 { 0.46 + 0.26 * wave } else { 0.14 + 0.15 * wave };
    let density = density * theme.wood;
    let size = chance(x + 31, y + 17);
    let plant = theme.plants[1];
    if plant == Plant::House {
        let size = 3.2 + size * 2.4;
        return (density > 0.12).then_some(Prop { at, size, kind: PropKind::Plant(plant), seed });
    }
    match chance(x + 7, y + 13) {
        roll if roll < density => {
            Some(Prop { at, size: 1.9 + size * 1.9, kind: PropKind::Plant(plant), seed })
        }
        roll if roll < density + 0.09 => {
            Some(Prop { at, size: 0.8 + size * 0.5, kind: PropKind::Bush, seed })
        }
        roll if roll < density + 0.13 => {
            Some(Prop { at, size: 0.6 + size * 0.6, kind: PropKind::Rock, seed })
        }
        _ => None,
    }
}

/// How far a point lies outside of the rectangle of the road; negative inside.
fn outside(track: &Track, at: Point) -> f64 {
    let (low, high) = (Point::of(track.bounds.0), Point::of(track.bounds.1));
    (low.x - at.x).max(at.x - high.x).max(low.y - at.y).max(at.y - high.y)
}

fn has_room(track: &Track, props: &[Prop], prop: &Prop) -> bool {
    let fixed = |value: f64| Fix((value * 65_536.0) as i32);
    let place = track.locate(Vec2::new(fixed(prop.at.x), fixed(prop.at.y)));
    let off_road = metres(place.side).abs() - metres(place.wall) > CLEAR_METRES + prop.size;
    let apart = |other: &Prop| other.at.distance(prop.at) / (other.size + prop.size);
    let off_stands = props.iter().all(|other| match other.kind {
        PropKind::Stand { .. } => other.at.distance(prop.at) > other.size * 0.6 + 4.0,
        // Houses stand in rows, crowns grow into each other.
        PropKind::Plant(Plant::House) => apart(other) > 0.95,
        _ => apart(other) > 0.62,
    });
    let dry = track.zones.iter().filter(|zone| zone.kind != ZoneKind::Meadow).all(|zone| {
        let corners: Vec<Point> = zone.outline.iter().map(|&corner| Point::of(corner)).collect();
        !is_inside(&corners, prop.at) && distance(&corners, prop.at) > prop.size + 3.0
    });
    off_road && off_stands && dry
}

/// Whether a point lies inside an outline.
pub(super) fn is_inside(corners: &[Point], at: Point) -> bool {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).fold(false, |inside, (a, b)| {
        let crosses =
            (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x;
        inside != crosses
    })
}

/// How far a point lies from an outline.
fn distance(corners: &[Point], at: Point) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let to_side = |(a, b): (&Point, &Point)| {
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let part = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy).max(1e-9);
        a.towards(*b, part.clamp(0.0, 1.0)).distance(at)
    };
    corners.iter().zip(next).map(to_side).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tree_stands_on_the_road_or_in_the_lake() {
        let track = Track::heron_lake();
        let props = plant(&track, Theme::of(&track.theme));
        assert!(props.len() > 200, "{} props make no wood", props.len());
        for prop in &props {
            let fixed = |value: f64| Fix((value * 65_536.0) as i32);
            let place = track.locate(Vec2::new(fixed(prop.at.x), fixed(prop.at.y)));
            assert!(metres(place.side).abs() > metres(place.wall), "{prop:?} stands on the road");
        }
    }
}
