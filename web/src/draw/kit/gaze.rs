//! Where somebody who only watches looks.

use super::space::Point;
use netplay::ids::Seat;

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Gaze {
    /// As the game shows it by itself.
    #[default]
    Own,
    /// From beside somebody who plays.
    At(Seat),
    /// From anywhere.
    Free(Flight),
}

/// A view that flies by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Its middle, in metres.
    pub at: Point,
    /// Points of the screen a metre.
    pub scale: f64,
}

impl Gaze {
    /// Who is followed in place of `own`.
    #[must_use]
    pub fn seat(self, own: Option<Seat>) -> Option<Seat> {
        match self {
            Self::At(seat) => Some(seat),
            Self::Own | Self::Free(_) => own,
        }
    }
}
