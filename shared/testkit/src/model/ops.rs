//! What may happen to a room, and what people may be told because of it.

use netplay::ids::PlayerId;
use netplay::wire::CloseReason;

/// How many people there are.
pub const PEOPLE: usize = 8;

/// Something that happens to a room. People are numbered from 0.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Op {
    Join {
        who: usize,
        watch: bool,
    },
    Resume {
        who: usize,
    },
    Leave {
        who: usize,
    },
    Lose {
        who: usize,
    },
    Ready {
        who: usize,
        ready: bool,
    },
    Rename {
        who: usize,
        name: &'static str,
        colour: u8,
    },
    Vote {
        who: usize,
        game: Option<&'static str>,
    },
    Rescue {
        who: usize,
        wanted: bool,
    },
    Presence {
        who: usize,
        hidden: bool,
    },
    Seat {
        who: usize,
        whom: usize,
        seat: Option<u16>,
    },
    Lock {
        who: usize,
        locked: bool,
        starting: bool,
    },
    Hand {
        who: usize,
        whom: usize,
    },
    Moderate {
        who: usize,
        whom: usize,
        ban: bool,
    },
    Take {
        who: usize,
        seat: Option<u16>,
    },
    Start {
        who: usize,
    },
    /// A session that lives on its host begins: one of turns, or one that the host serves.
    Host {
        who: usize,
        turns: bool,
    },
    Deposit {
        who: usize,
    },
    End {
        who: usize,
    },
    Wait {
        ms: u64,
    },
}

impl Op {
    /// Stands for whoever hosts when the time comes.
    pub const THE_HOST: usize = usize::MAX;

    /// What people are called; some look alike.
    pub const NAMES: [&'static str; 5] = ["Ann", "Bo", "ANN", "Cy", "bo"];

    /// Who does it.
    #[must_use]
    pub fn who(&self) -> usize {
        match *self {
            Self::Join { who, .. }
            | Self::Resume { who }
            | Self::Leave { who }
            | Self::Lose { who }
            | Self::Ready { who, .. }
            | Self::Rename { who, .. }
            | Self::Vote { who, .. }
            | Self::Rescue { who, .. }
            | Self::Presence { who, .. }
            | Self::Seat { who, .. }
            | Self::Lock { who, .. }
            | Self::Hand { who, .. }
            | Self::Moderate { who, .. }
            | Self::Take { who, .. }
            | Self::Start { who }
            | Self::Host { who, .. }
            | Self::Deposit { who }
            | Self::End { who } => who,
            Self::Wait { .. } => 0,
        }
    }
}

impl Op {
    /// The same, with `host` in the place of [`THE_HOST`](Self::THE_HOST).
    #[must_use]
    pub fn hosted_by(mut self, host: usize) -> Self {
        if let Self::Leave { who }
        | Self::Lose { who }
        | Self::Seat { who, .. }
        | Self::Lock { who, .. }
        | Self::Hand { who, .. }
        | Self::Moderate { who, .. }
        | Self::Start { who }
        | Self::Host { who, .. }
        | Self::Deposit { who } = &mut self
            && *who == Self::THE_HOST
        {
            *who = host;
        }
        self
    }
}

/// What one person is told. The lobby and the drivers are compared as a whole instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Welcome under this id, and whether back.
    Welcome(PlayerId, bool),
    /// A request was refused, by the refusal's name.
    Refused(&'static str),
    /// Somebody is gone for good.
    Left(PlayerId, CloseReason),
    /// Somebody else hosts.
    Host(PlayerId),
    /// From where to go on as the host.
    Deposit,
    /// The start order of a round.
    Started(u32),
    /// The end of a round, and who ended it.
    Ended(u32, PlayerId),
    /// The connection is closed.
    Closed(CloseReason),
}
