//! A track: the road, its gates and pads, and where on it a point is.

mod cells;
mod line;
mod outline;
mod parse;
mod road;
mod validate;

use crate::fix::{Angle, Fix, Vec2};
use crate::pack::Fault;
use alloc::string::String;
use alloc::vec::Vec;
use cells::Cells;
use parse::Plan;

pub use line::LinePoint;

/// How far a gate reaches beyond the wall on either side.
const GATE_MARGIN: Fix = Fix::int(2);

/// One track, ready to race on. Shared by all copies of a race; never changes.
#[derive(Debug)]
pub struct Track {
    /// Its name, for people.
    pub name: String,
    /// The key of its colours.
    pub theme: String,
    /// The centre line, closed, in even steps.
    pub samples: Vec<Sample>,
    /// Metres along the centre line from one sample to the next.
    pub spacing: Fix,
    /// Metres once around.
    pub length: Fix,
    /// The gates in driving order; the first is the start and finish line.
    pub gates: Vec<Gate>,
    /// The boost pads.
    pub pads: Vec<Patch>,
    /// Where the road is icy: half the grip.
    pub ice: Vec<Patch>,
    /// Where the edge of the road is painted and a little raised, for the eye only.
    pub kerbs: Vec<Kerb>,
    /// The walls as lines, each closed or open, for the eye only: the rule is [`Place::wall`].
    pub walls: Vec<Wall>,
    /// Trees and stands, for the eye only.
    pub scenery: Vec<Scenery>,
    /// Water, sand and meadow, for the eye only.
    pub zones: Vec<Zone>,
    /// Eight places before the line, the first one in front.
    pub grid: Vec<GridSlot>,
    /// The corners of a rectangle around everything a car can reach.
    pub bounds: (Vec2, Vec2),
    /// The line that the drivers follow, one point a sample.
    pub line: Vec<LinePoint>,
    cells: Cells,
}

/// A point of the centre line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// Where.
    pub pos: Vec2,
    /// The direction to the next sample.
    pub ahead: Vec2,
    /// The same as an angle.
    pub heading: Angle,
    /// Metres to the next sample as the crow flies.
    pub reach: Fix,
    /// From the centre to the edge of the asphalt.
    pub half: Fix,
    /// From the centre to the wall on the left.
    pub left: Fix,
    /// From the centre to the wall on the right.
    pub right: Fix,
    /// One over the radius; positive bends to the right. Kerbs belong where this is large.
    pub bend: Fix,
}

/// A line that must be crossed forward. Gate 0 is the finish line.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// Metres along the centre line.
    pub along: Fix,
    /// Its middle, where a reset puts a car.
    pub centre: Vec2,
    /// Its left end, beyond the wall.
    pub left: Vec2,
    /// Its right end, beyond the wall.
    pub right: Vec2,
    /// The driving direction.
    pub heading: Angle,
}

/// A rectangle on the road: a boost pad, or ice.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Its middle.
    pub centre: Vec2,
    /// The driving direction.
    pub heading: Angle,
    /// Half its length, in the driving direction.
    pub half_length: Fix,
    /// Half its width.
    pub half_width: Fix,
}

impl Patch {
    /// Whether a point lies on it.
    #[must_use]
    pub fn holds(&self, pos: Vec2) -> bool {
        let offset = pos - self.centre;
        let far = self.half_length + self.half_width;
        if offset.x.abs() > far || offset.y.abs() > far {
            return false;
        }
        let ahead = self.heading.unit();
        offset.dot(ahead).abs() <= self.half_length
            && offset.dot(ahead.right()).abs() <= self.half_width
    }
}

/// A run of samples along which one edge of the road has a kerb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kerb {
    /// The first sample.
    pub first: usize,
    /// How many samples from there, around the end of the list if need be.
    pub count: usize,
    /// Whether it is the right edge.
    pub right: bool,
}

/// One line of the wall around what can be driven on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its corners.
    pub points: Vec<Vec2>,
    /// Whether the last is joined to the first.
    pub closed: bool,
}

/// A place to start from.
#[derive(Clone, Copy, Debug)]
pub struct GridSlot {
    /// Where.
    pub pos: Vec2,
    /// Which way.
    pub heading: Angle,
}

/// Something to look at.
#[derive(Clone, Copy, Debug)]
pub struct Scenery {
    /// What.
    pub kind: SceneryKind,
    /// Where.
    pub pos: Vec2,
    /// A tree's radius, a stand's length.
    pub size: Fix,
    /// Which way a stand looks along its length.
    pub heading: Angle,
}

/// What a piece of scenery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SceneryKind {
    /// A tree seen from above.
    Tree,
    /// A grandstand.
    Grandstand,
}

/// An area of the ground.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Of what.
    pub kind: ZoneKind,
    /// Its corners.
    pub outline: Vec<Vec2>,
}

/// What an area is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneKind {
    /// A pond, a sea.
    Water,
    /// Sand.
    Sand,
    /// Taller grass.
    Meadow,
    /// Something solid and high: a house, a table mountain, a glacier.
    Block,
}

/// Where a point is, told by the road.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The sample before it.
    pub sample: usize,
    /// Metres along the centre line, 0 up to the track's length.
    pub along: Fix,
    /// Metres from the centre line, to the right positive.
    pub side: Fix,
    /// The nearest point of the centre line.
    pub nearest: Vec2,
    /// The driving direction there.
    pub ahead: Vec2,
    /// From the centre to the edge of the asphalt.
    pub half: Fix,
    /// From the centre to the wall on the point's side.
    pub wall: Fix,
}

impl Track {
    /// The track that every race is held on.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn heron_lake() -> Self {
        match Self::parse_trusted(Self::HERON_LAKE) {
            Ok(track) => track,
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Reads a file that a test holds to the rules of a fair track: a page need not once more.
    pub(crate) fn parse_trusted(text: &str) -> Result<Self, Fault> {
        let plan = Plan::parse(text)?;
        let (samples, spacing) = road::lay(&plan.points);
        Ok(Self::along(plan, samples, spacing))
    }

    /// Its file.
    pub const HERON_LAKE: &str = include_str!("../../../assets/tracks/heron_lake.track");

    /// Reads a track file and holds it to the rules of a fair track.
    ///
    /// # Errors
    /// The line and what is wrong with it, or what is wrong with the whole.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let plan = Plan::parse(text)?;
        validate::plan(&plan)?;
        let (samples, spacing) = road::lay(&plan.points);
        validate::length(&samples, spacing)?;
        let track = Self::along(plan, samples, spacing);
        validate::track(&track)?;
        validate::drive(track)
    }

    /// All that a road has along it.
    fn along(plan: Plan, samples: Vec<Sample>, spacing: Fix) -> Self {
        let length = Fix(spacing.0 * samples.len() as i32);
        let bounds = bounds(&samples);
        let cells = Cells::new(&samples, bounds);
        let mut track = Self {
            name: plan.name,
            theme: plan.theme,
            samples,
            spacing,
            length,
            gates: Vec::new(),
            pads: Vec::new(),
            ice: Vec::new(),
            kerbs: Vec::new(),
            walls: Vec::new(),
            scenery: plan.scenery,
            zones: plan.zones,
            grid: Vec::new(),
            bounds,
            line: Vec::new(),
            cells,
        };
        let gates = core::iter::once(Fix::ZERO).chain(plan.gates);
        track.gates = gates.map(|along| track.gate(along)).collect();
        track.pads = plan.pads.iter().map(|pad| track.patch(pad)).collect();
        track.ice = plan.ice.iter().map(|ice| track.patch(ice)).collect();
        track.grid = (0..8).map(|slot| track.slot(slot)).collect();
        track.kerbs = outline::kerbs(&track);
        track.walls = outline::walls(&track);
        track.line = line::racing_line(&track);
        track
    }

    /// The metres `along` brought back into one lap.
    #[must_use]
    pub fn wrap(&self, along: Fix) -> Fix {
        Fix(along.0.rem_euclid(self.length.0))
    }

    /// How far ahead of `from` the point `to` is, the short way around; negative behind.
    #[must_use]
    pub fn ahead(&self, from: Fix, to: Fix) -> Fix {
        let forward = self.wrap(to - from);
        if forward > self.length.scale(1, 2) { forward - self.length } else { forward }
    }

    /// More than this of a lap's way is not counted: somebody goes around without the gates.
    pub(crate) fn driven_most(&self) -> Fix {
        self.length.scale(2, 1)
    }

    /// The sample at or before `along`.
    #[must_use]
    pub fn sample_at(&self, along: Fix) -> usize {
        ((self.wrap(along).0 / self.spacing.0) as usize).min(self.samples.len() - 1)
    }

    /// The point `side` metres to the right of the centre line at `along`.
    #[must_use]
    pub fn point(&self, along: Fix, side: Fix) -> Vec2 {
        let index = self.sample_at(along);
        let sample = &self.samples[index];
        let next = &self.samples[(index + 1) % self.samples.len()];
        let part = Fix(self.wrap(along).0 - self.spacing.0 * index as i32) / self.spacing;
        let centre = sample.pos + (next.pos - sample.pos) * part;
        let ahead = sample.ahead + (next.ahead - sample.ahead) * part;
        centre + ahead.right() * side
    }

    /// Whether the road is icy at a point.
    #[must_use]
    pub fn is_icy(&self, pos: Vec2) -> bool {
        self.ice.iter().any(|ice| ice.holds(pos))
    }

    /// Where `pos` is, told by the road.
    #[must_use]
    pub fn locate(&self, pos: Vec2) -> Place {
        let count = self.samples.len();
        let mut index = self.downhill(self.cells.nearest(pos), pos);
        if (pos - self.samples[index].pos).dot(self.samples[index].ahead) < Fix::ZERO {
            index = (index + count - 1) % count;
        }
        let sample = &self.samples[index];
        let next = &self.samples[(index + 1) % count];
        let part = (pos - sample.pos).dot(sample.ahead) / sample.reach;
        let part = part.clamp(Fix::ZERO, Fix::ONE);
        let nearest = sample.pos + (next.pos - sample.pos) * part;
        let offset = pos - nearest;
        let right = sample.ahead.cross_wide(offset) >= 0;
        let size = offset.length();
        let blend = |a: Fix, b: Fix| a + (b - a) * part;
        Place {
            sample: index,
            along: self.wrap(Fix(self.spacing.0 * index as i32) + self.spacing * part),
            side: if right { size } else { -size },
            nearest,
            ahead: sample.ahead,
            half: blend(sample.half, next.half),
            wall: if right {
                blend(sample.right, next.right)
            } else {
                blend(sample.left, next.left)
            },
        }
    }

    /// The least time of a lap on the racing line, in ticks, with a flying start and no boosts.
    #[must_use]
    pub fn ideal_lap_ticks(&self) -> u32 {
        line::ideal_lap_ticks(self)
    }

    /// Points of the whole centre line scaled into a square of 65535, for a map in a corner.
    #[must_use]
    pub fn minimap(&self) -> Vec<(u16, u16)> {
        self.samples.iter().step_by(2).map(|sample| self.on_minimap(sample.pos)).collect()
    }

    /// A point in the coordinates of [`minimap`](Self::minimap). Both axes have one scale.
    #[must_use]
    pub fn on_minimap(&self, pos: Vec2) -> (u16, u16) {
        let (low, high) = self.bounds;
        let extent = (high.x - low.x).max(high.y - low.y);
        let scaled = |value: Fix| {
            (i64::from(value.0) * 65_535 / i64::from(extent.0)).clamp(0, 65_535) as u16
        };
        (scaled(pos.x - low.x), scaled(pos.y - low.y))
    }

    fn downhill(&self, mut index: usize, pos: Vec2) -> usize {
        let count = self.samples.len();
        let far = |index: usize| (pos - self.samples[index].pos).square();
        let mut here = far(index);
        for _ in 0..16 {
            let (up, down) = ((index + 1) % count, (index + count - 1) % count);
            let (far_up, far_down) = (far(up), far(down));
            if far_up < here {
                (index, here) = (up, far_up);
            } else if far_down < here {
                (index, here) = (down, far_down);
            } else {
                break;
            }
        }
        index
    }

    fn gate(&self, along: Fix) -> Gate {
        let sample = self.samples[self.sample_at(along)];
        Gate {
            along,
            centre: self.point(along, Fix::ZERO),
            left: self.point(along, -(sample.left + GATE_MARGIN)),
            right: self.point(along, sample.right + GATE_MARGIN),
            heading: sample.heading,
        }
    }

    fn patch(&self, pad: &parse::PatchPlan) -> Patch {
        Patch {
            centre: self.point(pad.along, pad.side),
            heading: self.samples[self.sample_at(pad.along)].heading,
            half_length: pad.length.scale(1, 2),
            half_width: pad.width.scale(1, 2),
        }
    }

    fn slot(&self, slot: i32) -> GridSlot {
        let along = self.wrap(-(Fix::int(4) + Fix::ratio(9, 2) * Fix::int(slot)));
        let side = if slot % 2 == 0 { Fix::ratio(-5, 2) } else { Fix::ratio(5, 2) };
        GridSlot {
            pos: self.point(along, side),
            heading: self.samples[self.sample_at(along)].heading,
        }
    }
}

fn bounds(samples: &[Sample]) -> (Vec2, Vec2) {
    let mut low = samples[0].pos;
    let mut high = low;
    for sample in samples {
        let reach = sample.left.max(sample.right);
        low = Vec2::new(low.x.min(sample.pos.x - reach), low.y.min(sample.pos.y - reach));
        high = Vec2::new(high.x.max(sample.pos.x + reach), high.y.max(sample.pos.y + reach));
    }
    (low, high)
}
