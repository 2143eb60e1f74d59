//! A track as text: one thing a line, decimals in metres, `#` begins a comment.

use super::{Scenery, SceneryKind, Zone, ZoneKind};
use crate::fix::{Angle, Fix, Vec2};
use crate::pack::{Fault, Words};
use alloc::string::String;
use alloc::vec::Vec;

/// Points of a centre line: enough for any shape, few enough to load in a blink.
const POINTS: usize = 128;
/// Gates, trees and zones each.
const EXTRAS: usize = 256;
/// Pads, and patches of ice: every car asks for all of them in every tick.
const PATCHES: usize = 32;

/// A name, in bytes.
const TEXT: usize = 32;
/// The longest way along a lap.
const LAP: Fix = Fix::int(3000);
/// No other number is farther from zero.
const FAR: Fix = Fix::int(1000);

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
        let mut words = Words::new(text);
        words.low = Vec2::new(-FAR, -FAR);
        words.high = Vec2::new(FAR, FAR);
        while words.next_line() {
            plan.line(&mut words);
        }
        words.cure(usage(words.word));
        words.finish()?;
        Ok(plan)
    }

    fn line(&mut self, words: &mut Words<'_>) {
        match words.word {
            "name" => self.name = words.title(TEXT),
            "theme" => self.theme = words.title(TEXT),
            "point" => {
                let [x, y, half, left, right] = numbers(words, 5);
                words.room(self.points.len(), POINTS);
                self.points.push(ControlPoint { pos: Vec2::new(x, y), half, left, right });
            }
            "gate" => {
                words.room(self.gates.len(), EXTRAS);
                self.gates.push(words.number(-FAR, LAP));
            }
            "pad" | "ice" => {
                let along = words.number(-FAR, LAP);
                let [side, length, width, ..] = numbers(words, 3);
                let list = if words.word == "pad" { &mut self.pads } else { &mut self.ice };
                words.room(list.len(), PATCHES);
                list.push(PatchPlan { along, side, length, width });
            }
            "tree" => {
                let [x, y, size, ..] = numbers(words, 3);
                self.stands(words, SceneryKind::Tree, Vec2::new(x, y), size, Fix::ZERO);
            }
            "stand" => {
                let [x, y, degrees, size, _] = numbers(words, 4);
                self.stands(words, SceneryKind::Grandstand, Vec2::new(x, y), size, degrees);
            }
            "zone" => {
                let kind = match words.next() {
                    "water" => ZoneKind::Water,
                    "sand" => ZoneKind::Sand,
                    "meadow" => ZoneKind::Meadow,
                    "block" => ZoneKind::Block,
                    other => {
                        words.refuse("“@” is not water, sand, meadow or block", other, "");
                        ZoneKind::Block
                    }
                };
                words.room(self.zones.len(), EXTRAS);
                self.zones.push(Zone { kind, outline: outline(words) });
            }
            _ => words.unknown(""),
        }
    }

    fn stands(
        &mut self,
        words: &mut Words<'_>,
        kind: SceneryKind,
        pos: Vec2,
        size: Fix,
        degrees: Fix,
    ) {
        let heading = Angle((degrees.0 / 360) as u16);
        words.room(self.scenery.len(), EXTRAS);
        self.scenery.push(Scenery { kind, pos, size, heading });
    }
}

/// How a line is written that begins with this word.
fn usage(word: &str) -> &'static str {
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
    for usage in USAGES {
        if usage.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')) {
            return usage;
        }
    }
    "a line begins with name, theme, point, gate, pad, ice, tree, stand or zone, or with #"
}

/// So many decimals, each at most 1000 either way.
#[inline(never)]
fn numbers(words: &mut Words<'_>, count: usize) -> [Fix; 5] {
    let mut found = [Fix::ZERO; 5];
    for slot in found.iter_mut().take(count) {
        *slot = words.number(-FAR, FAR);
    }
    found
}

fn outline(words: &mut Words<'_>) -> Vec<Vec2> {
    let mut corners = Vec::new();
    while !words.is_done() {
        corners.push(words.point());
    }
    if corners.len() < 3 || corners.len() > EXTRAS {
        words.refuse("an outline has at least three corners, each x and y", "", "");
    }
    corners
}
