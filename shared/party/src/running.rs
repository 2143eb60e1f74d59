//! The game on show, whoever decides it.

use crate::active::Active;
use crate::cast::Cast;
use crate::hosted::Hosted;
use crate::net::NetView;
use crate::plan::Netcode;
use crate::results::ResultsView;
use crate::scene::Scene;
use netplay::ids::{Frame, PlayerId, Round, Seat, StateHash};
use netplay::time::Instant;
use netplay::wire::MemberRow;
use std::time::Duration;

/// A game that runs on its peers, or on its host: what both can be asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Running<'a> {
    Peers(&'a Active),
    Hosted(&'a Hosted),
}

/// The same question to whichever it is.
macro_rules! ask {
    ($running:expr, $game:ident => $call:expr) => {
        match $running {
            Running::Peers($game) => $call,
            Running::Hosted($game) => $call,
        }
    };
}

impl<'a> Running<'a> {
    pub(crate) fn round(self) -> Round {
        ask!(self, game => game.round())
    }

    pub(crate) fn cast(self) -> &'a Cast {
        ask!(self, game => game.cast())
    }

    pub(crate) fn results(self) -> Option<&'a ResultsView> {
        ask!(self, game => game.results())
    }

    pub(crate) fn results_shown_for(self, now: Instant) -> Option<Duration> {
        ask!(self, game => game.results_shown_for(now))
    }

    pub(crate) fn scene(self) -> Scene<'a> {
        ask!(self, game => game.scene())
    }

    pub(crate) fn net(self) -> NetView {
        ask!(self, game => game.net())
    }

    pub(crate) fn progress(self) -> (Frame, Option<(Frame, StateHash)>) {
        ask!(self, game => game.progress())
    }

    /// The seats that this member, who only watches, may take.
    pub(crate) fn open_seats(self, rows: &[MemberRow]) -> Vec<Seat> {
        ask!(self, game => game.open_seats(rows))
    }

    /// How far the state has come, in bytes and of how many, while it is on its way.
    pub(crate) fn loading(self) -> Option<(u32, u32)> {
        match self {
            Self::Peers(active) => active.loading(),
            Self::Hosted(hosted) => hosted.is_loading().then_some((0, 0)),
        }
    }

    pub(crate) fn netcode(self) -> Netcode {
        match self {
            Self::Peers(active) => active.net().netcode,
            Self::Hosted(hosted) => hosted.net().netcode,
        }
    }

    pub(crate) fn frames_behind(self) -> u32 {
        match self {
            Self::Peers(active) => active.frames_behind(),
            Self::Hosted(_) => 0,
        }
    }

    pub(crate) fn input_delay(self) -> u8 {
        match self {
            Self::Peers(active) => active.input_delay(),
            Self::Hosted(_) => 0, // none is added
        }
    }

    /// Nobody pauses what lives on another machine.
    pub(crate) fn paused_by(self) -> Option<PlayerId> {
        match self {
            Self::Peers(active) => active.paused_by(),
            Self::Hosted(_) => None,
        }
    }
}
