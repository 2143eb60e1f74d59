//! Several members in one process, wherever they are: whole players in a room, and in an arena
//! ones who simulate nothing.

use crate::cli::PlaceOptions;
use crate::crowd::Crowd;
use crate::ending::Ending;
use crate::fleet::Fleet;
use games::GameId;
use netplay::code::RoomCode;
use netplay::ids::{Frame, PadWord, Seat};
use netplay::time::Instant;

pub(crate) enum Company {
    Fleet(Fleet),
    Crowd(Crowd),
}

impl Company {
    /// So many members on their way.
    pub(crate) fn new(place: &PlaceOptions, name: &str, count: u16) -> Self {
        match place.code() {
            RoomCode::ARENA => Self::Crowd(Crowd::new(&place.way(), name, count)),
            code => Self::Fleet(Fleet::new(&place.way(), code, name, count, Instant::ZERO)),
        }
    }

    /// Everybody's turn, with the pad of the seat each one has in the game that is played.
    ///
    /// # Errors
    /// When the relay is gone, or the last of them.
    pub(crate) fn turn(
        &mut self,
        pad: impl Fn(GameId, Seat, Frame) -> PadWord,
        now: Instant,
    ) -> Result<(), Ending> {
        match self {
            Self::Fleet(fleet) => fleet.turn(pad, now),
            // An arena has no game: whoever walks there steers as a car does.
            Self::Crowd(crowd) => crowd.turn(|seat, frame| pad(GameId::Racing, seat, frame), now),
        }
    }

    pub(crate) fn leave(&mut self, now: Instant) {
        match self {
            Self::Fleet(fleet) => fleet.leave(now),
            Self::Crowd(crowd) => crowd.leave(now),
        }
    }

    pub(crate) fn has_left(&self, now: Instant) -> bool {
        match self {
            Self::Fleet(fleet) => fleet.has_left(),
            Self::Crowd(crowd) => crowd.has_left(now),
        }
    }

    /// Whether everybody knows where to sit, and none of them sits there.
    pub(crate) fn is_without(&self, seat: Seat) -> bool {
        match self {
            Self::Fleet(fleet) => fleet.is_placed() && !fleet.seats().any(|it| it == seat),
            Self::Crowd(crowd) => crowd.is_placed() && !crowd.seats().any(|it| it == seat),
        }
    }
}
