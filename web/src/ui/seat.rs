//! A player's mark: colour and shape, with the letter of the seat.

use crate::seats::{letter, mark};
use netplay::ids::Seat;
use yew::prelude::*;

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
    let mark = mark(colour);
    let (x, y) = mark.letter_at;
    html! {
        <svg
            class={classes!("seat", size.class())}
            data-colour={(colour % 8).to_string()} viewBox="0 0 40 40" aria-hidden="true"
        >
            <path class="shape" d={mark.outline} />
            if let Some(seat) = seat {
                <text class="letter" x={x.to_string()} y={y.to_string()} dy=".36em">{ letter(seat) }</text>
            }
        </svg>
    }
}
