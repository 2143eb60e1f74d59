//! The marks of the seats: colour, shape and letter, the same on every screen and on the cars.

use netplay::ids::Seat;

/// What goes with a colour: a player is told by more than the colour alone.
pub struct Mark {
    /// The colour, in a word.
    pub colour: &'static str,
    /// The shape, in a word.
    pub shape: &'static str,
    /// The shape's outline, in SVG's language, in a box of 40.
    pub outline: &'static str,
    /// The middle of the letter, so that it lies on the shape.
    pub letter_at: (u8, u8),
    /// The paint of a car: lit by the sky, in the shade, in the sun.
    pub paint: [&'static str; 3],
}

/// The side of the box that holds the outlines.
pub const BOX: f64 = 40.0;
/// The radius of the circle among them.
pub const RADIUS: f64 = 17.0;

const fn mark_of(
    (colour, shape): (&'static str, &'static str),
    paint: [&'static str; 3],
    letter_at: (u8, u8),
    outline: &'static str,
) -> Mark {
    Mark { colour, shape, outline, letter_at, paint }
}

/// One mark a colour.
pub static MARKS: [Mark; 8] = [
    mark_of(
        ("blue", "circle"),
        ["#2f93d6", "#1a6296", "#63b6ec"],
        (20, 20),
        "M20 3a17 17 0 1 1 0 34 17 17 0 0 1 0-34z",
    ),
    mark_of(
        ("vermillion", "triangle"),
        ["#d55e00", "#9a4200", "#f08436"],
        (20, 25),
        "M20 3 38 36H2z",
    ),
    mark_of(("green", "square"), ["#009e73", "#006f51", "#2cc79a"], (20, 20), "M5 5h30v30H5z"),
    mark_of(
        ("yellow", "diamond"),
        ["#f0e442", "#b5aa1e", "#fbf38d"],
        (20, 20),
        "M20 1 39 20 20 39 1 20z",
    ),
    mark_of(
        ("purple", "star"),
        ["#cc79a7", "#97517a", "#e3a3c6"],
        (20, 21),
        "M20 1l5.6 12.3 13.4 1.5-10 9.1 2.8 13.2L20 30.4 8.2 37.1 11 23.9 1 14.8l13.4-1.5z",
    ),
    mark_of(
        ("sky", "hexagon"),
        ["#56b4e9", "#3583b0", "#8fd0f7"],
        (20, 20),
        "M11 4h18l10 16-10 16H11L1 20z",
    ),
    mark_of(
        ("orange", "cross"),
        ["#e69f00", "#a97400", "#ffc24a"],
        (20, 20),
        "M13 2h14v11h11v14H27v11H13V27H2V13h11z",
    ),
    mark_of(
        ("grey", "crescent"),
        ["#bbbbbb", "#858585", "#dadada"],
        (10, 20),
        "M27 2a19 19 0 1 0 0 36A24 24 0 0 1 27 2z",
    ),
];

/// The mark of a colour.
#[must_use]
pub fn mark(colour: u8) -> &'static Mark {
    &MARKS[usize::from(colour) % MARKS.len()]
}

/// The letter of a seat: A is the first.
#[must_use]
pub fn letter(seat: Seat) -> char {
    char::from(b'A' + (seat.0 % 8) as u8)
}

/// The colour in words, with its shape: `blue circle`.
#[must_use]
pub fn spoken(colour: u8) -> String {
    let mark = mark(colour);
    format!("{} {}", mark.colour, mark.shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_marks_look_or_sound_alike() {
        for (at, one) in MARKS.iter().enumerate() {
            for other in &MARKS[..at] {
                assert_ne!(one.outline, other.outline);
                assert_ne!(one.paint, other.paint);
                assert_ne!((one.colour, one.shape), (other.colour, other.shape));
            }
        }
    }

    #[test]
    fn a_seat_has_a_letter_and_a_colour_has_words() {
        assert_eq!((letter(Seat(0)), letter(Seat(7))), ('A', 'H'));
        assert_eq!(spoken(6), "orange cross");
    }
}
