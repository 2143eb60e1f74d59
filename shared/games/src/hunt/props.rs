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

use crate::fix::Fix;
use crate::pack::{Fault, Words};
use alloc::string::String;
use alloc::vec::Vec;

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

/// Words for people, in bytes.
pub(super) const TITLE_BYTES: usize = 48;
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
        let mut words = Words::new(text);
        let mut begun = 0;
        while words.next_line() {
            match words.word {
                "name" => set.name = words.title(TITLE_BYTES),
                "prop" => {
                    set.check_last(&mut words, begun);
                    begun = words.line;
                    set.begin(&mut words);
                }
                _ => match set.props.last_mut() {
                    Some(prop) => prop.line(&mut words),
                    None => {
                        let cure = "begin with the lines `name NAME` and `prop ID`";
                        words.refuse("a line before the first prop", "", cure);
                    }
                },
            }
        }
        set.check_last(&mut words, begun);
        if set.name.is_empty() {
            words.refuse("the set has no name", "", "begin it with `name NAME`");
        }
        if set.props.len() < KINDS.0 {
            let cure = "add some: who hides needs a choice";
            words.refuse("a set has at least 4 props", "", cure);
        }
        words.finish()?;
        Ok(set)
    }

    /// The next prop.
    fn begin(&mut self, words: &mut Words<'_>) {
        let id = words.next();
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.len() > 24 || !id.bytes().all(plain) {
            let cure = "use up to 24 small letters, digits and -";
            words.refuse("“@” cannot be a name", id, cure);
        }
        if self.kind_of(id).is_some() {
            words.refuse("this prop is there already", "", "give each prop a name of its own");
        }
        words.room(self.props.len(), KINDS.1);
        self.props.push(Prop::begun(id.into()));
    }

    /// The prop that began in this line is whole.
    fn check_last(&self, words: &mut Words<'_>, begun: u32) {
        let Some(prop) = self.props.last() else { return };
        if prop.layers.is_empty() {
            let cure = "give it a line `fill COLOUR PATH`";
            words.refuse_line(begun, "this prop has no picture", "", cure);
        }
        if prop.title.is_empty() {
            let cure = "add `title a red ball` for those who listen";
            words.refuse_line(begun, "this prop has no title", "", cure);
        }
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

    fn line(&mut self, words: &mut Words<'_>) {
        match words.word {
            "title" => self.title = words.title(TITLE_BYTES),
            "radius" => self.radius = words.number(Fix::ratio(1, 5), Fix::ONE),
            "hits" => self.hits = words.count(1, 3) as u8,
            "turns" => {
                self.turns = words.count(1, 16) as u8;
                if !self.turns.is_power_of_two() {
                    let what = "a prop stands in 1, 2, 4, 8 or 16 directions";
                    words.refuse(what, "", "say 1, 2, 4, 8 or 16");
                }
            }
            "fill" => self.layer(words, Paint::Fill),
            "flat" => self.layer(words, Paint::Flat),
            "line" => self.layer(words, Paint::Line(0)),
            _ => {
                let cure = "begin it with title, radius, hits, turns, fill, flat, line or prop";
                words.refuse("this line says nothing about a prop", "", cure);
            }
        }
    }

    #[inline(never)]
    fn layer(&mut self, words: &mut Words<'_>, mut paint: Paint) {
        words.room(self.layers.len(), LAYERS);
        let name = words.next();
        let mut colour = 0;
        while COLOURS.get(colour).is_some_and(|(known, _)| *known != name) {
            colour += 1;
        }
        if colour == COLOURS.len() {
            words.refuse("there is no colour “@”", name, COLOUR_CURE);
        }
        if paint == Paint::Line(0) {
            paint = Paint::Line(words.count(1, 20) as u8);
        }
        let path = path_of(words, self.radius);
        self.layers.push(Layer { paint, colour: colour as u8, path });
    }
}

const COLOUR_CURE: &str = "ink char stone fog cream white red brick rose orange amber yellow lime \
    green pine teal sky blue navy plum tan wood brown and bark are there";

/// The path of a layer, with its circles drawn out. It has to stay about where its prop stands:
/// what is drawn is what is bumped into.
fn path_of(words: &mut Words<'_>, radius: Fix) -> String {
    let mut out = String::new();
    if words.left().len() > PATH_BYTES {
        words.refuse("a path is longer than 400 letters", "", "make two layers of it");
    }
    let most = radius.scale(100, 1).whole() + 30;
    while !words.is_done() {
        let command = words.next();
        let count = match command {
            "M" | "L" => 2,
            "O" => 3,
            "Q" => 4,
            "C" => 6,
            "Z" => 0,
            _ => {
                words.refuse("“@” is none of M, L, Q, C, O and Z", command, "");
                0
            }
        };
        let mut numbers = [0; 6];
        for number in numbers.iter_mut().take(count) {
            *number = words.count(-200, 200);
        }
        if !words.is_fair() {
            words.cure(PATH_CURE);
            break;
        }
        if out.is_empty() && !matches!(command, "M" | "O") {
            words.refuse("a path begins nowhere", "", "begin it with M or O");
        }
        let wide = if command == "O" { numbers[2].max(0) } else { 0 };
        let room = (most - wide).max(0);
        for at in (1..count).step_by(2) {
            if numbers[at - 1].pow(2) + numbers[at].pow(2) > room * room {
                let cure = "stay within the radius and 30 more, or make the radius larger";
                words.refuse("the picture is larger than its prop", "", cure);
            }
        }
        if command == "O" {
            circle(&mut out, numbers[0], numbers[1], wide);
        } else {
            out.push_str(command);
            for number in numbers.iter().take(count) {
                push(&mut out, *number);
            }
        }
        out.push(' ');
    }
    if out.is_empty() {
        words.refuse("there is no path", "", PATH_CURE);
    }
    out
}

/// A number of at most three digits: of no path more.
#[inline(never)]
fn push(out: &mut String, number: i32) {
    out.push(' ');
    if number < 0 {
        out.push('-');
    }
    let mut place = 100;
    while place > 0 {
        let digit = number.abs() / place;
        if digit > 0 || place == 1 {
            out.push(char::from(b'0' + (digit % 10) as u8));
        }
        place /= 10;
    }
}

/// A circle as four curves, which no eye tells from one.
fn circle(out: &mut String, x: i32, y: i32, r: i32) {
    let bent = (r * 5523 + 5000) / 10_000;
    out.push('M');
    push(out, x + r);
    push(out, y);
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
    "M and L have x y, Q two points, C three, O x y radius, Z none: whole numbers up to 200";
