//! The words of a line, read one after the other.

use super::Shape;
use super::path::Corner;
use crate::fix::{Angle, Fix, Vec2};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::SplitWhitespace;

/// What is wrong with a line, and what to do about it.
pub(super) type Bad = (String, &'static str);

/// A closed line has at most so many corners.
const CORNERS: usize = 48;

/// The rest of a line.
pub(super) struct Words<'a> {
    rest: SplitWhitespace<'a>,
    size: Vec2,
}

impl<'a> Words<'a> {
    /// The words of a line of a hole of this size.
    pub(super) fn new(line: &'a str, size: Vec2) -> Self {
        Self { rest: line.split_whitespace(), size }
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.clone().next()
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.rest.next();
        }
        found
    }

    /// The next word is this one.
    pub(super) fn expect(&mut self, word: &'static str) -> Result<(), Bad> {
        if self.take(word) {
            return Ok(());
        }
        Err((format!("here the word “{word}” is missing"), "compare with the list of lines"))
    }

    /// The next word as a number between two.
    pub(super) fn number(&mut self, low: Fix, high: Fix) -> Result<Fix, Bad> {
        let word = self.rest.next().unwrap_or("");
        number(word, low, high)
    }

    /// The next word as a whole number between two.
    pub(super) fn count(&mut self, low: i32, high: i32) -> Result<i32, Bad> {
        Ok(self.number(Fix::int(low), Fix::int(high))?.whole())
    }

    /// The next word as a length.
    pub(super) fn length(&mut self, least: Fix) -> Result<Fix, Bad> {
        self.number(least, Fix::int(10))
    }

    /// The next two words as a place.
    pub(super) fn point(&mut self) -> Result<Vec2, Bad> {
        Ok(self.corner()?.at)
    }

    /// The next two words as a way that can go left and up.
    pub(super) fn offset(&mut self) -> Result<Vec2, Bad> {
        let (low, high) = (Fix::int(-40), Fix::int(40));
        Ok(Vec2::new(self.number(low, high)?, self.number(low, high)?))
    }

    /// The next two words as a wall.
    pub(super) fn wall(&mut self) -> Result<(Vec2, Vec2), Bad> {
        let (from, to) = (self.point()?, self.point()?);
        if (to - from).length() < Fix::ratio(1, 10) {
            return Err(("this wall has no length".into(), "give it two different ends"));
        }
        Ok((from, to))
    }

    /// A word for a direction, or degrees.
    pub(super) fn direction(&mut self) -> Result<Angle, Bad> {
        let degrees = match self.peek() {
            Some("right") => 0,
            Some("down") => 90,
            Some("left") => 180,
            Some("up") => 270,
            _ => {
                let degrees = self.number(Fix::int(-360), Fix::int(360))?;
                return Ok(Angle((i64::from(degrees.0) / 360) as u16));
            }
        };
        self.rest.next();
        Ok(Angle((degrees * 65_536 / 360) as u16))
    }

    /// Seconds, as ticks.
    pub(super) fn seconds(&mut self, least: Fix) -> Result<u16, Bad> {
        let seconds = self.number(least, Fix::int(60))?;
        Ok(seconds.scale(60, 1).whole() as u16)
    }

    /// `start SECONDS`, if that is there.
    pub(super) fn start(&mut self) -> Result<u16, Bad> {
        if self.take("start") { self.seconds(Fix::ZERO) } else { Ok(0) }
    }

    /// All that is left, as corners.
    pub(super) fn corners(&mut self, least: usize) -> Result<Vec<Corner>, Bad> {
        let mut corners = Vec::new();
        while self.peek().is_some() {
            let corner = self.corner()?;
            if corners
                .last()
                .is_some_and(|last: &Corner| (last.at - corner.at).length() < Fix::ratio(1, 100))
            {
                return Err(("two corners are at one place".into(), "leave one of them out"));
            }
            corners.push(corner);
        }
        if corners.len() < least || corners.len() > CORNERS {
            let what = format!("this has {} corners", corners.len());
            return Err((what, "a wall has 2 to 48 points, anything closed 3 to 48 corners"));
        }
        Ok(corners)
    }

    /// `circle X Y RADIUS`, or corners.
    pub(super) fn shape(&mut self) -> Result<Shape, Bad> {
        if self.take("circle") {
            let centre = self.point()?;
            return Ok(Shape::Circle { centre, radius: self.length(Fix::ratio(1, 5))? });
        }
        Ok(Shape::Polygon(self.corners(3)?.iter().map(|corner| corner.at).collect()))
    }

    /// Nothing more.
    pub(super) fn end(&mut self) -> Result<(), Bad> {
        match self.rest.next() {
            None => Ok(()),
            Some(word) => {
                let what = format!("“{}” is too much here", clip(word));
                Err((what, "leave it out, or begin a new line"))
            }
        }
    }

    /// A place; its second number may end in `~RADIUS`.
    fn corner(&mut self) -> Result<Corner, Bad> {
        let x = self.number(Fix::ZERO, self.size.x)?;
        let word = self.rest.next().unwrap_or("");
        let (y, round) = word.split_once('~').unwrap_or((word, "0"));
        let y = number(y, Fix::ZERO, self.size.y)?;
        Ok(Corner { at: Vec2::new(x, y), round: number(round, Fix::ZERO, Fix::int(10))? })
    }
}

fn number(word: &str, low: Fix, high: Fix) -> Result<Fix, Bad> {
    if word.is_empty() {
        return Err(("a number is missing".into(), "compare with the list of lines"));
    }
    let Some(value) = Fix::parse(word) else {
        let cure = "a number looks like 3, 3.25 or -1.5";
        return Err((format!("“{}” is no number", clip(word)), cure));
    };
    if value < low || value > high {
        let (low, high) = (low.whole(), high.whole());
        let what = format!("{} is not between {low} and {high}", clip(word));
        return Err((what, "a place lies inside of “size”, which comes before it"));
    }
    Ok(value)
}

/// A piece of somebody's text that fits into a sentence.
pub(super) fn clip(text: &str) -> String {
    text.chars().take(30).filter(|letter| !letter.is_control()).collect()
}
