//! The best lap of this browser on each road, as it was driven: 15 places a second, as text.
//!
//! Anything may stand in a browser's storage. What is read is checked as if a stranger had sent
//! it, and what cannot be read is no ghost.

use super::storage::{self, Store, key};
use games::racing::Track;

/// Places a second.
pub const HZ: u32 = 15;
/// A lap of 98 seconds; a slower one is nobody's pride.
const PLACES: usize = 1_470;
/// Roads that are remembered, the latest first: 72 kB at most.
const ROADS: usize = 12;
/// The encoding. Another one is not read.
const VERSION: u8 = 1;
/// Parts of a metre, and of a turn.
const PER_METRE: i32 = 16;
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// A place on the way: sixteenths of a metre, and 256ths of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    pub x: i32,
    pub y: i32,
    pub turn: u8,
}

impl Place {
    /// The nearest place to a point in 65536ths of a metre and of a turn.
    #[must_use]
    pub fn of(x: i32, y: i32, heading: u16) -> Self {
        let near = |fixed: i32| fixed.wrapping_add(1 << 11) >> 12;
        Self { x: near(x), y: near(y), turn: (heading.wrapping_add(128) >> 8) as u8 }
    }

    /// The point in metres.
    #[must_use]
    pub fn metres(self) -> (f64, f64) {
        (f64::from(self.x) / f64::from(PER_METRE), f64::from(self.y) / f64::from(PER_METRE))
    }
}

/// A lap as it was driven.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ghost {
    /// How long it took.
    pub lap_ms: u32,
    /// Where it was, [`HZ`] times a second.
    pub places: Vec<Place>,
}

/// What a road is known by: its name, and where it runs.
#[must_use]
pub fn road(track: &Track) -> String {
    let mixed = track.samples.iter().fold(0x811c_9dc5_u32, |mixed, sample| {
        let sum = sample.pos.x.0.wrapping_mul(31) ^ sample.pos.y.0 ^ sample.half.0 << 8;
        (mixed ^ sum.cast_unsigned()).wrapping_mul(0x0100_0193)
    });
    // Names have spaces; a space ends the first word of a line.
    format!("{mixed}.{}", track.name.replace(' ', "_"))
}

/// The ghost of a road, if this browser has one.
#[must_use]
pub fn of(road: &str) -> Option<Ghost> {
    let text = storage::load(Store::Browser, key::GHOSTS)?;
    let line = text.lines().take(ROADS).find_map(|line| line.strip_prefix(road)?.strip_prefix(' '));
    Ghost::parse(line?)
}

/// Keeps a lap as the road's ghost, and forgets the road that was driven longest ago.
pub fn keep(road: &str, ghost: &Ghost) {
    if ghost.places.len() > PLACES {
        return;
    }
    let old = storage::load(Store::Browser, key::GHOSTS).unwrap_or_default();
    let others = old.lines().filter(|line| line.split(' ').next() != Some(road)).take(ROADS - 1);
    let own = format!("{road} {}", ghost.to_text());
    let lines: Vec<&str> = std::iter::once(own.as_str()).chain(others).collect();
    storage::save(Store::Browser, key::GHOSTS, &lines.join("\n"));
}

impl Ghost {
    /// Notes where the car is, so long after the line. What was not seen in between is a straight.
    pub fn note(&mut self, lap_ms: u32, place: Place) {
        let wanted = (lap_ms * HZ / 1000) as usize;
        let last = self.places.last().copied().unwrap_or(place);
        let missing = wanted.min(PLACES).saturating_sub(self.places.len()) as i32;
        for step in 1..=missing {
            let between = |from: i32, to: i32| from + (to - from) * step / (missing + 1);
            let (x, y) = (between(last.x, place.x), between(last.y, place.y));
            self.places.push(Place { x, y, turn: place.turn });
        }
        if self.places.len() == wanted {
            self.places.push(place);
        }
    }

    fn to_text(&self) -> String {
        let mut bytes = vec![VERSION];
        bytes.extend(self.lap_ms.to_le_bytes());
        let mut at = self.places.first().copied().unwrap_or_default();
        bytes.extend((at.x as i16).to_le_bytes());
        bytes.extend((at.y as i16).to_le_bytes());
        for place in &self.places {
            // Whoever was put back at a gate is caught up with in a few steps.
            let step = |from: &mut i32, to: i32| {
                let step = (to - *from).clamp(-127, 127);
                *from += step;
                step as i8 as u8
            };
            bytes.extend([step(&mut at.x, place.x), step(&mut at.y, place.y), place.turn]);
        }
        to_digits(&bytes)
    }

    fn parse(text: &str) -> Option<Self> {
        let bytes = of_digits(text)?;
        let (&[VERSION, a, b, c, d, x, high_x, y, high_y], steps) = bytes.split_first_chunk()?
        else {
            return None;
        };
        let lap_ms = u32::from_le_bytes([a, b, c, d]);
        let mut at = (i16::from_le_bytes([x, high_x]), i16::from_le_bytes([y, high_y]));
        let count = steps.len() / 3;
        let lasts = (lap_ms / 1000).abs_diff(count as u32 / HZ) <= 1;
        if !lasts || steps.len() % 3 != 0 || count == 0 || count > PLACES {
            return None;
        }
        let mut places = Vec::with_capacity(count);
        for step in steps.chunks_exact(3) {
            let on = |from: i16, step: u8| from.checked_add((step as i8).into());
            at = (on(at.0, step[0])?, on(at.1, step[1])?);
            places.push(Place { x: at.0.into(), y: at.1.into(), turn: step[2] });
        }
        Some(Self { lap_ms, places })
    }
}

/// Three bytes as four digits.
fn to_digits(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for three in bytes.chunks(3) {
        let all = three.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
        let all = all << (8 * (3 - three.len()));
        for digit in 0..=three.len() {
            text.push(char::from(DIGITS[(all >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

fn of_digits(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for four in text.as_bytes().chunks(4) {
        let mut all = 0_u32;
        for digit in four {
            all = all << 6 | DIGITS.iter().position(|known| known == digit)? as u32;
        }
        all <<= 6 * (4 - four.len());
        bytes.extend(all.to_be_bytes()[1..four.len()].iter());
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use netplay::rng::SimRng;

    fn lap(seconds: u32) -> Ghost {
        let mut ghost = Ghost { lap_ms: seconds * 1000, places: Vec::new() };
        for tick in 0..seconds * 60 {
            // Out and back again, at 28 metres a second.
            let out = (tick as i32 % 1200 - 600).abs() * (28 * 65_536 / 60);
            ghost.note(tick * 1000 / 60, Place::of(out, out / 3, tick as u16));
        }
        ghost
    }

    #[test]
    fn a_lap_survives_the_storage_and_is_small() {
        let ghost = lap(40);
        assert_eq!(ghost.places.len(), 600);
        let text = ghost.to_text();
        assert_eq!(Ghost::parse(&text), Some(ghost));
        assert!(text.len() < 2_500, "{} bytes", text.len());
        assert!(lap(98).to_text().len() <= 6_000);
    }

    #[test]
    fn pictures_that_were_left_out_are_a_straight() {
        let mut ghost = Ghost::default();
        ghost.note(0, Place::default());
        ghost.note(400, Place { x: 60, y: 12, turn: 3 });
        assert_eq!(ghost.places.len(), 7);
        assert_eq!(ghost.places[3], Place { x: 30, y: 6, turn: 3 });
        ghost.note(401, Place { x: 999, y: 0, turn: 0 });
        ghost.note(u32::MAX / HZ, Place::default());
        assert!(ghost.places.len() <= PLACES + 1);
    }

    #[test]
    fn anything_else_in_the_storage_is_no_ghost() {
        let text = lap(30).to_text();
        for end in 0..text.len() {
            if let Some(shorter) = Ghost::parse(&text[..end]) {
                assert!(shorter.places.len() > 29 * 15 - 15);
            }
        }
        let mut rng = SimRng::new(1, 1);
        for _ in 0..2_000 {
            let mut wild = text.clone().into_bytes();
            for _ in 0..=rng.below(6) {
                let at = rng.below(wild.len() as u32) as usize;
                wild[at] = b' ' + rng.below(94) as u8;
            }
            // A ghost or none: never a panic, never more places than a lap has.
            let read = Ghost::parse(&String::from_utf8(wild).unwrap());
            assert!(read.is_none_or(|ghost| ghost.places.len() <= PLACES));
        }
        assert_eq!(Ghost::parse("ä"), None);
        assert_eq!(Ghost::parse(""), None);
    }
}
