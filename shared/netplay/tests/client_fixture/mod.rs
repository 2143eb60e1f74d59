//! What the client's stories share: a hello, a welcome, a lobby, a start order.
#![allow(dead_code, reason = "each story uses its part")]

use netplay::code::RoomCode;
use netplay::ids::{PlayerId, Round, Seat, StateHash, Token};
use netplay::limits::PROTOCOL_VERSION;
use netplay::wire::{
    Blob, Entry, Hello, Identity, Lobby, MemberRow, Pack, Presence, SessionModel, Start, Terms,
    Text, Welcome, WordSize,
};

pub(crate) const ME: PlayerId = PlayerId(1);
pub(crate) const NOA: PlayerId = PlayerId(2);

pub(crate) fn hello() -> Hello {
    Hello {
        version: PROTOCOL_VERSION,
        identity: Identity {
            simulation: StateHash(7),
            pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
            build: Text::truncated("test"),
            word_size: WordSize::PAD,
        },
        name: Text::truncated("Ann"),
        colour: 3,
        entry: Entry::Create { seats: 4 },
    }
}

pub(crate) fn code() -> RoomCode {
    RoomCode::parse("K7QF2M").unwrap()
}

pub(crate) fn welcome(resumed: bool) -> Welcome {
    Welcome { code: code(), player: ME, token: Token([9; 16]), resumed, grace_ms: 60_000 }
}

pub(crate) fn row(player: PlayerId, name: &str, seat: u16) -> MemberRow {
    MemberRow {
        player,
        name: Text::truncated(name),
        colour: 0,
        seat: Some(Seat(seat)),
        ready: false,
        presence: Presence::Active,
        connected: true,
        rtt_ms: 0,
        vote: None,
        rescue: false,
    }
}

pub(crate) fn lobby(session: Option<u32>, members: Vec<MemberRow>) -> Lobby {
    Lobby {
        host: ME,
        seats: 4,
        locked: false,
        starting: false,
        session: session.map(Round),
        game: Text::truncated("racing"),
        members,
    }
}

pub(crate) fn start(round: u32, seats: Vec<Option<PlayerId>>) -> Start {
    Start {
        round: Round(round),
        seed: 5,
        mode: Text::truncated("racing"),
        config: Blob::default(),
        model: SessionModel::Lockstep,
        input_delay: 3,
        seats,
        terms: Terms::default(),
    }
}
