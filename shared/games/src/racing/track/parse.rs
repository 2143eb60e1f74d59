//! A track as text: one thing a line, decimals in metres, `#` begins a comment.

use super::{Scenery, SceneryKind, Zone, ZoneKind};
use crate::fix::{Angle, Fix, Vec2};
use crate::pack::Fault;
use alloc::string::String;
use alloc::vec::Vec;

/// Points of a centre line: enough for any shape, few enough to load in a blink.
const POINTS: usize = 128;
/// Gates, trees and zones each.
const EXTRAS: usize = 256;
/// Pads, and patches of ice: every car asks for all of them in every tick.
const PATCHES: usize = 32;

/// What a track file says, before it is bent into a road.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) name: String,
    pub(super) theme: String,
    pub(super) points: Vec<ControlPoint>,
    pub(super) gates: Vec<Fix>,
    pub(super) pads: Vec<PatchPlan>,
    pub(super) ice: Vec<PatchPlan>,
    pub(super) scenery: Vec<Scenery>,
    pub(super) zones: Vec<Zone>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ControlPoint {
    pub(super) pos: Vec2,
    pub(super) half: Fix,
    pub(super) left: Fix,
    pub(super) right: Fix,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PatchPlan {
    pub(super) along: Fix,
    pub(super) side: Fix,
    pub(super) length: Fix,
    pub(super) width: Fix,
}

impl Plan {
    pub(super) fn parse(text: &str) -> Result<Self, Fault> {
        let mut plan = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                plan.line(line).map_err(|what| Fault {
                    line: index as u32 + 1,
                    what: what.into(),
                    cure: usage(line),
                })?;
            }
        }
        Ok(plan)
    }

    fn line(&mut self, line: &str) -> Result<(), &'static str> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "name" => self.name = rest.trim().into(),
            "theme" => self.theme = rest.trim().into(),
            "point" => {
                let [x, y, half, left, right] = numbers(rest)?;
                let pos = Vec2::new(x, y);
                push(&mut self.points, POINTS, ControlPoint { pos, half, left, right })?;
            }
            "gate" => {
                let [along] = numbers(rest)?;
                push(&mut self.gates, EXTRAS, along)?;
            }
            "pad" | "ice" => {
                let [along, side, length, width] = numbers(rest)?;
                let list = if word == "pad" { &mut self.pads } else { &mut self.ice };
                push(list, PATCHES, PatchPlan { along, side, length, width })?;
            }
            "tree" => {
                let [x, y, size] = numbers(rest)?;
                let (kind, pos) = (SceneryKind::Tree, Vec2::new(x, y));
                push(&mut self.scenery, EXTRAS, Scenery { kind, pos, size, heading: Angle(0) })?;
            }
            "stand" => {
                let [x, y, degrees, size] = numbers(rest)?;
                let heading = Angle((degrees.0 / 360) as u16);
                let (kind, pos) = (SceneryKind::Grandstand, Vec2::new(x, y));
                push(&mut self.scenery, EXTRAS, Scenery { kind, pos, size, heading })?;
            }
            "zone" => {
                let (kind, rest) = rest.trim().split_once(' ').ok_or("a zone has a kind")?;
                let kind = match kind {
                    "water" => ZoneKind::Water,
                    "sand" => ZoneKind::Sand,
                    "meadow" => ZoneKind::Meadow,
                    "block" => ZoneKind::Block,
                    _ => return Err("a zone is water, sand, meadow or block"),
                };
                push(&mut self.zones, EXTRAS, Zone { kind, outline: outline(rest)? })?;
            }
            _ => {
                return Err(
                    "a line begins with name, theme, point, gate, pad, ice, tree, stand or zone",
                );
            }
        }
        Ok(())
    }
}

/// How a line is written that begins like this one.
fn usage(line: &str) -> &'static str {
    const USAGES: [&str; 9] = [
        "name NAME",
        "theme lakeside|city|desert|snow|coast",
        "point X Y HALF-WIDTH RUN-OFF-LEFT RUN-OFF-RIGHT, in metres, at most 128 of them",
        "gate METRES-ALONG, at most 256 of them",
        "pad METRES-ALONG SIDE LENGTH WIDTH, in metres, at most 32 of them",
        "ice METRES-ALONG SIDE LENGTH WIDTH, in metres, at most 32 of them",
        "tree X Y RADIUS, in metres",
        "stand X Y DEGREES LENGTH",
        "zone water|sand|meadow|block X Y X Y X Y ..., three corners or more",
    ];
    let word = line.split_whitespace().next().unwrap_or_default();
    let fits = |usage: &&str| usage.split(' ').next() == Some(word);
    USAGES.into_iter().find(fits).unwrap_or("begin with one of these words, or with # for a remark")
}

fn push<T>(list: &mut Vec<T>, cap: usize, item: T) -> Result<(), &'static str> {
    if list.len() == cap {
        return Err("there are too many of these");
    }
    list.push(item);
    Ok(())
}

/// Exactly `N` decimals, each at most 1000 either way.
fn numbers<const N: usize>(text: &str) -> Result<[Fix; N], &'static str> {
    let mut words = text.split_whitespace();
    let mut found = [Fix::ZERO; N];
    for slot in &mut found {
        *slot = number(words.next().ok_or("a number is missing")?)?;
    }
    if words.next().is_some() { Err("there is a number too many") } else { Ok(found) }
}

fn number(word: &str) -> Result<Fix, &'static str> {
    let value = Fix::parse(word).ok_or("a number is a decimal with up to four places")?;
    if value.abs() <= Fix::int(1000) { Ok(value) } else { Err("a number is at most 1000") }
}

fn outline(text: &str) -> Result<Vec<Vec2>, &'static str> {
    let flat = text.split_whitespace().map(number).collect::<Result<Vec<_>, _>>()?;
    if flat.len() < 6 || flat.len() % 2 == 1 || flat.len() > 2 * EXTRAS {
        return Err("an outline has at least three corners, each x and y");
    }
    Ok(flat.chunks_exact(2).map(|corner| Vec2::new(corner[0], corner[1])).collect())
}
