//! A player's mark: colour and shape, with the letter of the seat.

use netplay::ids::Seat;
use yew::prelude::*;

/// The colours, and the shape and letter that go with each.
pub(super) const NAMES: [&str; 8] =
    ["blue", "vermillion", "green", "yellow", "purple", "sky", "orange", "grey"];
const SHAPES: [&str; 8] =
    ["circle", "triangle", "square", "diamond", "star", "hexagon", "cross", "crescent"];

/// The shapes' outlines in a box of 40, the same as the cars wear on their roofs.
const PATHS: [&str; 8] = [
    "M20 3a17 17 0 1 1 0 34 17 17 0 0 1 0-34z",
    "M20 3 38 36H2z",
    "M5 5h30v30H5z",
    "M20 1 39 20 20 39 1 20z",
    "M20 1l5.600 12.300 13.400 1.500-10 9.100 2.800 13.200L20 30.400 8.200 37.100 11 23.900 1 14.800l13.400-1.500z",
    "M11 4h18l10 16-10 16H11L1 20z",
    "M13 2h14v11h11v14H27v11H13V27H2V13h11z",
    "M27 2a19 19 0 1 0 0 36A19.500 19.500 0 0 1 27 2z",
];
/// Where the letter sits so that it lies on the shape.
const LETTER_AT: [(&str, &str); 8] = [
    ("20", "25.500"),
    ("20", "31"),
    ("20", "25.500"),
    ("20", "25.500"),
    ("20", "26"),
    ("20", "25.500"),
    ("20", "25.500"),
    ("14", "25.500"),
];

/// How large a mark is, and whether anybody has it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Full,
    Small,
    Empty,
}

impl Size {
    const fn class(self) -> Option<&'static str> {
        match self {
            Self::Full => None,
            Self::Small => Some("small"),
            Self::Empty => Some("empty"),
        }
    }
}

/// The mark of a colour, with the letter of the seat: two players may like the same colour. It says nothing to a screen reader: a name stands beside it.
pub(super) fn seat_mark(colour: u8, seat: Option<Seat>, size: Size) -> Html {
    let at = usize::from(colour % 8);
    let (x, y) = LETTER_AT[at];
    html! {
        <svg
            class={classes!("seat", size.class())}
            data-colour={at.to_string()} viewBox="0 0 40 40" aria-hidden="true"
        >
            <path class="shape" d={PATHS[at]} />
            if let Some(seat) = seat {
                <text class="letter" {x} {y}>{ letter(seat) }</text>
            }
        </svg>
    }
}

/// The letter of a seat: A is the first.
pub(super) fn letter(seat: Seat) -> char {
    char::from(b'A' + (seat.0 % 8) as u8)
}

/// The colour in words, with its shape: `blue circle`.
pub(super) fn spoken(colour: u8) -> String {
    let at = usize::from(colour % 8);
    format!("{} {}", NAMES[at], SHAPES[at])
}
