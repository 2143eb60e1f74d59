//! A set of props: what stands in an arena and what a hider becomes, with their pictures, as text.
//!
//! ```text
//! name Toys
//! prop ball                 # begins a prop; the lines below belong to it
//! title a red ball          # in words, for those who listen
//! radius 0.35               # metres: what it takes up on the floor
//! hits 1                    # so many tags catch a hider in it: 1, 2 or 3
//! turns 16                  # stands in so many directions: 1, 2, 4, 8 or 16
//! fill red M -35 0 Q ...    # filled, with an outline; 100 is a metre, 0 0 its middle
//! flat white M ...          # filled, without one
//! line ink 4 M ...          # a line, so thick
//! ```
//!
//! A picture points to the right; paths are SVG's, with the absolute commands M, L, Q, C and Z, and
//! with `O x y r` for a circle.

use super::line::Line;
use crate::fix::Fix;
use crate::pack::Fault;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// The colours of content: what they are called, and what they are (`0xRRGGBB`).
pub const COLOURS: [(&str, u32); 24] = [
    ("ink", 0x2B_2523),
    ("char", 0x4A_403C),
    ("stone", 0x8C_857D),
    ("fog", 0xC9_C2B6),
    ("cream", 0xF4_E9D2),
    ("white", 0xFF_FBF2),
    ("red", 0xD2_4B3E),
    ("brick", 0xA8_4A3A),
    ("rose", 0xE8_9A9A),
    ("orange", 0xE8_8B3A),
    ("amber", 0xF2_B84B),
    ("yellow", 0xF6_D860),
    ("lime", 0xB5_C95A),
    ("green", 0x6F_A05A),
    ("pine", 0x3F_6B4F),
    ("teal", 0x4F_A3A0),
    ("sky", 0x8F_C7DE),
    ("blue", 0x4A_7FB5),
    ("navy", 0x33_4C74),
    ("plum", 0x8A_5A83),
    ("tan", 0xD9_B588),
    ("wood", 0xB8_8450),
    ("brown", 0x86_5A3A),
    ("bark", 0x5E_4030),
];

/// A set has at least and at most so many props.
const KINDS: (usize, usize) = (4, 32);
/// A picture has at most so many layers, each of so many bytes.
const LAYERS: usize = 24;
const PATH_BYTES: usize = 400;

/// How a layer of a picture is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Filled, with an outline.
    Fill,
    /// Filled, without one.
    Flat,
    /// A line of so many hundredths of a metre.
    Line(u8),
}

/// A layer of a picture, painted over those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// How.
    pub paint: Paint,
    /// With which of the [`COLOURS`].
    pub colour: u8,
    /// An SVG path in hundredths of a metre around the middle: M, L, Q, C and Z.
    pub path: String,
}

/// A kind of prop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prop {
    /// What arenas call it.
    pub id: String,
    /// What people call it: "a red ball".
    pub title: String,
    /// What it takes up on the floor.
    pub radius: Fix,
    /// So many tags catch a hider in it: 1 to 3.
    pub hits: u8,
    /// It stands in so many directions: 1, 2, 4, 8 or 16.
    pub turns: u8,
    /// Its picture, from the bottom up.
    pub layers: Vec<Layer>,
}

/// A set of props that stand in one arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropSet {
    /// What arenas call it.
    pub name: String,
    /// The kinds, in the order of the text: [`PropView::kind`](super::PropView::kind) counts them.
    pub props: Vec<Prop>,
}

impl PropSet {
    /// Reads a set that anybody may have written.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let mut set = Self { name: String::new(), props: Vec::new() };
        let mut begun = 0;
        for mut line in Line::all(text) {
            let word = line.word;
            match (word, set.props.last_mut()) {
                ("name", _) => set.name = line.title()?,
                ("prop", last) => {
                    if let Some(last) = last {
                        last.check(begun)?;
                    }
                    begun = line.number;
                    let id = line.id()?;
                    if set.props.len() == KINDS.1 {
                        return Err(line.fault("there are more than 32 props", "take some out"));
                    }
                    if set.kind_of(&id).is_some() {
                        let cure = "give each prop a name of its own";
                        return Err(line.fault("this prop is there already", cure));
                    }
                    set.props.push(Prop::begun(id));
                }
                (_, Some(prop)) => prop.line(&mut line)?,
                (_, None) => {
                    let cure = "begin with the lines `name NAME` and `prop ID`";
                    return Err(line.fault("a line before the first prop", cure));
                }
            }
            line.end()?;
        }
        if let Some(last) = set.props.last() {
            last.check(begun)?;
        }
        if set.name.is_empty() {
            return Err(Line::whole("the set has no name", "begin it with `name NAME`"));
        }
        if set.props.len() < KINDS.0 {
            return Err(Line::whole(
                "a set has at least 4 props",
                "add some: who hides needs a choice",
            ));
        }
        Ok(set)
    }

    /// Which kind an arena means.
    #[must_use]
    pub fn kind_of(&self, id: &str) -> Option<u8> {
        self.props.iter().position(|prop| prop.id == id).map(|at| at as u8)
    }
}

impl Prop {
    const fn begun(id: String) -> Self {
        let radius = Fix::ratio(2, 5);
        Self { id, title: String::new(), radius, hits: 1, turns: 16, layers: Vec::new() }
    }

    fn line(&mut self, line: &mut Line<'_>) -> Result<(), Fault> {
        match line.word {
            "title" => self.title = line.title()?,
            "radius" => self.radius = line.between(Fix::ratio(1, 5), Fix::int(1))?,
            "hits" => self.hits = line.whole_between(1, 3)?,
            "turns" => {
                self.turns = line.whole_between(1, 16)?;
                if !self.turns.is_power_of_two() {
                    let cure = "say 1, 2, 4, 8 or 16";
                    return Err(line.fault("a prop stands in 1, 2, 4, 8 or 16 directions", cure));
                }
            }
            "fill" => self.layer(line, Paint::Fill)?,
            "flat" => self.layer(line, Paint::Flat)?,
            "line" => self.layer(line, Paint::Line(0))?,
            _ => {
                let cure = "begin it with title, radius, hits, turns, fill, flat, line or prop";
                return Err(line.fault("this line says nothing about a prop", cure));
            }
        }
        Ok(())
    }

    fn layer(&mut self, line: &mut Line<'_>, paint: Paint) -> Result<(), Fault> {
        if self.layers.len() == LAYERS {
            return Err(line.fault("a picture has at most 24 layers", "join some of them"));
        }
        let name = line.next()?;
        let Some(colour) = COLOURS.iter().position(|(known, _)| *known == name) else {
            return Err(line.fault_at("there is no colour", name, COLOUR_CURE));
        };
        let paint = match paint {
            Paint::Line(_) => Paint::Line(line.whole_between(1, 20)?),
            other => other,
        };
        let path = path_of(line.rest(), self.radius);
        let path = path.map_err(|(what, cure)| line.fault(what, cure))?;
        self.layers.push(Layer { paint, colour: colour as u8, path });
        Ok(())
    }

    fn check(&self, begun: u32) -> Result<(), Fault> {
        let fault = |what: &str, cure| Err(Fault { line: begun, what: what.into(), cure });
        if self.layers.is_empty() {
            return fault("this prop has no picture", "give it a line `fill COLOUR PATH`");
        }
        if self.title.is_empty() {
            return fault("this prop has no title", "add `title a red ball` for those who listen");
        }
        Ok(())
    }
}

const COLOUR_CURE: &str = "ink char stone fog cream white red brick rose orange amber yellow lime \
    green pine teal sky blue navy plum tan wood brown and bark are there";

/// The path of a layer, with its circles drawn out. It has to stay about where its prop stands:
/// what is drawn is what is bumped into.
fn path_of(path: &str, radius: Fix) -> Result<String, (&'static str, &'static str)> {
    if path.len() > PATH_BYTES {
        return Err(("a path is longer than 400 letters", "make two layers of it"));
    }
    let most = radius.scale(100, 1).whole() + 30;
    let mut out = String::new();
    let mut words = path.split_whitespace();
    while let Some(command) = words.next() {
        let count = match command {
            "M" | "L" => 2,
            "O" => 3,
            "Q" => 4,
            "C" => 6,
            "Z" => 0,
            _ => return Err(("a command is none of M, L, Q, C, O and Z", PATH_CURE)),
        };
        if out.is_empty() && !matches!(command, "M" | "O") {
            return Err(("a path begins nowhere", "begin it with M or O"));
        }
        let mut numbers = [0; 6];
        for number in &mut numbers[..count] {
            let read = words.next().and_then(|word| word.parse::<i32>().ok());
            *number = read.ok_or(("a command has the wrong count of numbers", PATH_CURE))?;
            if number.abs() > 200 {
                return Err(("a number is more than 200", "200 is two metres from the middle"));
            }
        }
        let wide = if command == "O" { numbers[2].max(0) } else { 0 };
        let far = |point: &[i32]| point[0].pow(2) + point[1].pow(2) > (most - wide).max(0).pow(2);
        if numbers[..count].chunks_exact(2).any(far) {
            let cure = "stay within the radius and 30 more, or make the radius larger";
            return Err(("the picture is larger than its prop", cure));
        }
        if command == "O" {
            circle(&mut out, numbers[0], numbers[1], wide);
        } else {
            out.push_str(command);
            numbers[..count].iter().for_each(|number| push(&mut out, *number));
        }
        out.push(' ');
    }
    if out.is_empty() {
        return Err(("there is no path", PATH_CURE));
    }
    Ok(out)
}

fn push(out: &mut String, number: i32) {
    // Writing to a string does not fail.
    let _ = write!(out, " {number}");
}

/// A circle as four curves, which no eye tells from one.
fn circle(out: &mut String, x: i32, y: i32, r: i32) {
    let bent = (r * 5523 + 5000) / 10_000;
    out.push('M');
    [x + r, y].into_iter().for_each(|number| push(out, number));
    let (mut from, mut to) = ((r, 0), (0, r));
    for _ in 0..4 {
        let curve = |part: i32| part.signum() * bent;
        out.push_str(" C");
        let first = (from.0 + curve(to.0), from.1 + curve(to.1));
        let second = (to.0 + curve(from.0), to.1 + curve(from.1));
        for point in [first, second, to] {
            push(out, x + point.0);
            push(out, y + point.1);
        }
        (from, to) = (to, (-to.1, to.0));
    }
    out.push_str(" Z");
}

const PATH_CURE: &str =
    "M and L have x y, Q two points, C three, O x y radius, Z none: all with spaces between";
