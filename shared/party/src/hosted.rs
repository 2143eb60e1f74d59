//! A game that lives on its host's machine: everybody is told it, and nobody else can compute it.

use crate::cast::Cast;
use crate::net::NetView;
use crate::results::ResultsView;
use crate::scene::Scene;
use crate::served::Served;
use crate::view::SeatView;
use crate::viewed::Viewed;
use netplay::ids::{Frame, PlayerId, Round, Seat, StateHash};
use netplay::time::Instant;
use netplay::wire::{MemberRow, Message, SeatController};
use std::time::Duration;

/// Which kind: a closed set, so an enum.
#[derive(Debug)]
pub(crate) enum Hosted {
    /// Everybody is told the whole state.
    Served(Box<Served>),
    /// Everybody is told what they may see.
    Viewed(Box<Viewed>),
}

/// The same call on whichever it is.
macro_rules! on {
    ($hosted:expr, $game:ident => $call:expr) => {
        match $hosted {
            $crate::hosted::Hosted::Served($game) => $call,
            $crate::hosted::Hosted::Viewed($game) => $call,
        }
    };
}

impl Hosted {
    /// The relay carries this member again.
    pub(crate) fn come_back(&mut self, am_host: bool, now: Instant) {
        match self {
            Self::Served(game) => game.come_back(now), // asks who hosts all the time
            Self::Viewed(game) => game.come_back(am_host, now),
        }
    }

    /// What the room carries between the host and its guests.
    pub(crate) fn handle(&mut self, message: &Message, rows: &[MemberRow], now: Instant) {
        match self {
            Self::Served(game) => game.handle(message, now),
            Self::Viewed(game) => game.handle(message, rows, now),
        }
    }

    /// Somebody has the game.
    pub(crate) fn loaded(&mut self, player: PlayerId) {
        if let Self::Viewed(game) = self {
            game.loaded(player); // a server is greeted
        }
    }

    /// The lobby has changed.
    pub(crate) fn seat_people(&mut self, rows: &[MemberRow]) {
        if let Self::Viewed(game) = self {
            game.seat_people(rows); // a server has no secrets
        }
    }

    /// The relay says who drives a seat. Returns how the seat was, if that is news.
    pub(crate) fn changed_hands(
        &mut self,
        change: &SeatController,
        rows: &[MemberRow],
        now: Instant,
    ) -> Option<SeatView> {
        match self {
            Self::Served(game) => game.changed_hands(change, rows, now),
            Self::Viewed(game) => game.changed_hands(change, rows),
        }
    }

    /// Somebody else is the room's host.
    pub(crate) fn host_changed(&mut self, host: PlayerId, now: Instant) {
        on!(self, game => game.host_changed(host, now));
    }

    /// Whether another host has to begin what is being played anew.
    pub(crate) fn begins_anew(&self) -> bool {
        matches!(self, Self::Viewed(game) if game.results().is_none())
    }

    /// A member is gone for good.
    pub(crate) fn left(&mut self, player: PlayerId) {
        on!(self, game => game.left(player));
    }

    /// The next message to the room.
    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        on!(self, game => game.poll_message())
    }

    /// The session is over for everybody.
    pub(crate) fn go_on_alone(&mut self, now: Instant) {
        match self {
            Self::Served(game) => game.go_on_alone(now),
            Self::Viewed(game) => game.go_on_alone(),
        }
    }

    pub(crate) fn round(&self) -> Round {
        on!(self, game => game.round())
    }

    pub(crate) fn cast(&self) -> &Cast {
        on!(self, game => game.cast())
    }

    pub(crate) fn results(&self) -> Option<&ResultsView> {
        on!(self, game => game.results())
    }

    pub(crate) fn results_shown_for(&self, now: Instant) -> Option<Duration> {
        on!(self, game => game.results_shown_for(now))
    }

    /// Whether there is nothing to be seen yet.
    pub(crate) fn is_loading(&self) -> bool {
        on!(self, game => game.is_loading())
    }

    /// For how long the host has said nothing new, once it is felt.
    pub(crate) fn quiet_for(&self, now: Instant) -> Option<Duration> {
        on!(self, game => game.quiet_for(now))
    }

    /// The seats that are nobody's, for who has none.
    pub(crate) fn open_seats(&self, rows: &[MemberRow]) -> Vec<Seat> {
        on!(self, game => game.open_seats(rows))
    }

    /// How far the game is, and the digest of a state where there is one to compare.
    pub(crate) fn progress(&self) -> (Frame, Option<(Frame, StateHash)>) {
        on!(self, game => game.progress())
    }

    pub(crate) fn scene(&self) -> Scene<'_> {
        on!(self, game => game.scene())
    }

    pub(crate) fn net(&self) -> NetView {
        on!(self, game => game.net())
    }
}
