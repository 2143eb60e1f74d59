//! A relay that says anything, in any order: the page's room never panics, never hangs and never
//! grows, and ends with a sentence or goes on.

use games::pack::Pack;
use games::{GameId, GameSetup};
use netplay::code::RoomCode;
use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat, StateHash, Token};
use netplay::limits::{HELD_MESSAGES, NAME_BYTES};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::rng::SimRng;
use netplay::time::Instant;
use netplay::wire::{
    Blob, Changes, Chat, ChatKind, Checkpoint, CloseReason, Controller, Digests, Diverged,
    EndSession, Exhibit, HostChanged, Input, Latencies, Latency, Loaded, Lobby, MemberRow, Message,
    Packet, Pause, Ping, PlayerLeft, Presence, PresenceNotice, Refusal, Reject, Resume, Seal,
    SeatController, SessionModel, Stall, StallCause, Start, StateRequest, Text, TransferAbort,
    TransferAck, TransferBegin, TransferChunk, Welcome, WordSize, Words,
};
use party::{Ask, EntryWish, Phase, Profile, Room};
use std::collections::VecDeque;

/// A link whose other end says what the dice say.
#[derive(Default)]
struct Mouth {
    inbox: VecDeque<Packet>,
    is_closed: bool,
    sent: usize,
    /// What the page donated, to be given back damaged.
    stolen: Vec<u8>,
}

impl Transport for Mouth {
    fn state(&self) -> LinkState {
        if self.is_closed { LinkState::Closed(CloseReason::LinkLost) } else { LinkState::Open }
    }

    fn send(&mut self, packet: &Packet, _: Lane, _: Instant) -> Result<(), SendError> {
        self.sent += 1;
        if let Ok(Message::TransferChunk(chunk)) = Message::decode(packet, WordSize::PAD) {
            self.stolen.truncate(chunk.offset as usize);
            self.stolen.extend_from_slice(&chunk.bytes);
        }
        Ok(())
    }

    fn poll(&mut self, _: Instant) -> Option<Packet> {
        self.inbox.pop_front()
    }

    fn close(&mut self) {
        self.is_closed = true;
    }
}

struct Liar {
    dice: SimRng,
    round: u32,
    stolen: Vec<u8>,
}

impl Liar {
    fn below(&mut self, end: u32) -> u32 {
        self.dice.below(end)
    }

    fn player(&mut self) -> PlayerId {
        PlayerId(self.below(5))
    }

    fn frame(&mut self) -> Frame {
        match self.below(8) {
            0 => Frame(u32::MAX - self.below(3)),
            1 => Frame(self.below(5_000)),
            _ => Frame(self.below(300)),
        }
    }

    fn seat(&mut self) -> Seat {
        // Now and then one that does not exist, which rightly ends it all.
        if self.below(200) == 0 { Seat(self.below(70) as u16) } else { Seat(self.below(4) as u16) }
    }

    fn round(&mut self) -> Round {
        if self.below(4) == 0 { Round(self.below(9)) } else { Round(self.round) }
    }

    fn welcome(&mut self) -> Welcome {
        let code = RoomCode::parse("K7QF2M").unwrap();
        let (token, resumed) = (Token([9; 16]), self.below(2) == 0);
        Welcome { code, player: PlayerId(1), token, resumed, grace_ms: self.below(u32::MAX) }
    }

    fn lobby(&mut self) -> Lobby {
        let mut members = Vec::new();
        for (player, seat) in (0..5).zip([Some(0), Some(1), None, Some(3), Some(2)]) {
            if self.below(4) == 0 {
                continue; // perhaps the page's own row
            }
            members.push(MemberRow {
                player: PlayerId(player),
                name: Text::<NAME_BYTES>::truncated("\u{202e}<b>Z\u{301}\u{301}a"),
                colour: self.below(8) as u8,
                seat: seat.map(Seat),
                ready: self.below(2) == 0,
                presence: Presence::Active,
                connected: self.below(2) == 0,
                rtt_ms: self.below(65_536) as u16,
                vote: None,
                rescue: false,
            });
        }
        Lobby {
            host: self.player(),
            seats: 4,
            locked: false,
            starting: self.below(2) == 0,
            session: (self.below(4) > 0).then(|| self.round()),
            game: Text::truncated(["racing", "chess", ""][self.below(3) as usize]),
            members,
        }
    }

    fn start(&mut self) -> Start {
        self.round = self.below(9);
        let mut start = GameSetup::of(GameId::default()).start(self.round.into(), Vec::new());
        start.round = Round(self.round);
        start.seats = (0..1 + self.below(8)).map(|_| None).collect();
        for player in 0..4 {
            let at = self.below(8) as usize;
            if let Some(seat) = start.seats.get_mut(at) {
                *seat = Some(PlayerId(player));
            }
        }
        start.input_delay = match self.below(6) {
            0 => self.below(256) as u8,
            _ => self.below(8) as u8,
        };
        start.model = match self.below(3) {
            0 => SessionModel::Lockstep,
            1 => SessionModel::Rollback,
            _ => SessionModel::Sealed,
        };
        start.terms.window_frames = self.below(256) as u8;
        start.terms.grace_ticks = self.below(256) as u8;
        start.terms.tick_hz = 1 + self.below(240) as u8;
        match self.below(12) {
            0 => start.mode = Text::truncated("chess"),
            1 => start.config = Blob::new([self.below(256) as u8; 9]).unwrap(),
            _ => {}
        }
        start
    }

    fn state(&mut self) -> Vec<u8> {
        let mut state = self.stolen.clone();
        if self.below(2) == 0 && !state.is_empty() {
            let at = self.below(state.len() as u32) as usize;
            state[at] = self.below(256) as u8;
        }
        if state.is_empty() {
            state = (0..self.below(600)).map(|_| self.dice.below(256) as u8).collect();
        }
        state
    }

    fn says(&mut self) -> Vec<Message> {
        let (player, seat, from) = (self.player(), self.seat(), self.frame());
        let one: Message = match self.below(38) {
            0 => self.welcome().into(),
            1..=3 => self.lobby().into(),
            4 | 5 => self.start().into(),
            6 => EndSession { player, round: self.round() }.into(),
            7..=9 => SeatController { seat, controller: Controller::Ai, from }.into(),
            10..=12 => {
                SeatController { seat, controller: Controller::Human { player }, from }.into()
            }
            13..=16 => {
                let words = vec![self.below(256) as u8; 2 * (1 + self.below(32) as usize)];
                let words = Words::new(WordSize::PAD, words).unwrap();
                Input { seat, first: from, words }.into()
            }
            17 => Checkpoint { player, frame: from, hash: StateHash(self.below(3).into()) }.into(),
            18 => Pause { player }.into(),
            19 => Resume { player }.into(),
            20 => Loaded { player, round: self.round() }.into(),
            21 => StateRequest { player }.into(),
            22 | 23 => return self.transfer(player),
            24 => Stall { seat, cause: StallCause::Slow, waited_ms: u32::MAX }.into(),
            25 => PlayerLeft { player, reason: CloseReason::Kicked }.into(),
            26 => HostChanged { player }.into(),
            27 => PresenceNotice { player, presence: Presence::Hidden }.into(),
            28 => Chat { player, kind: ChatKind::Emote, text: Text::truncated("<script>") }.into(),
            29 | 30 => {
                let mut changes = Changes::new(WordSize::PAD);
                for _ in 0..self.below(4) {
                    changes.push(self.seat(), &[self.below(256) as u8, 0]);
                }
                Seal { tick: from, last: self.below(4) > 0, changes }.into()
            }
            31 | 32 => {
                let players = (0..self.below(4)).map(|_| self.player()).collect();
                Diverged { frame: from, majority: StateHash(self.below(3).into()), players }.into()
            }
            33 => {
                let hashes = (0..self.below(257)).map(u64::from).map(StateHash).collect();
                Digests { peer: player, first: from, hashes }.into()
            }
            34 => {
                let (part, parts) = (self.below(4) as u16, self.below(4) as u16);
                let bytes = Blob::new(self.state()).unwrap_or_default();
                Exhibit { peer: player, frame: from, part, parts, bytes }.into()
            }
            _ => match self.below(4) {
                0 => Ping { nonce: 1 }.into(),
                1 => Latencies { rows: vec![Latency { player, rtt_ms: u16::MAX }] }.into(),
                2 => Reject { refusal: Refusal::AlreadyStarted }.into(),
                _ => Reject { refusal: Refusal::NotReady }.into(),
            },
        };
        vec![one]
    }

    fn transfer(&mut self, peer: PlayerId) -> Vec<Message> {
        let (id, frame) = (self.below(3), self.frame());
        let state = self.state();
        let total_bytes = if self.below(4) == 0 { 1 << 20 } else { state.len() as u32 };
        let hash = netplay::hash::digest(&state);
        let mut parts = vec![TransferBegin { peer, id, frame, total_bytes, hash }.into()];
        for (at, bytes) in state.chunks(8_192).enumerate() {
            let bytes = Blob::new(bytes).unwrap();
            parts.push(TransferChunk { peer, id, offset: at as u32 * 8_192, bytes }.into());
        }
        match self.below(6) {
            0 => parts.push(TransferAbort { peer, id }.into()),
            1 => parts.push(TransferAck { peer, id, received_bytes: u32::MAX }.into()),
            _ => {}
        }
        parts
    }
}

fn survive(seed: u64) {
    let mut liar = Liar { dice: SimRng::new(seed, 7), round: 1, stolen: Vec::new() };
    let me = Profile { name: "Ann".into(), colour: 0 };
    let mut now = Instant::from_millis(1_000);
    let code = RoomCode::parse("K7QF2M").unwrap();
    let mut room =
        Room::online(&me, EntryWish::Join { code, watch: false }, Pack::built_in(), seed, now);
    let mut link = Mouth::default();
    for turn in 0..600 {
        now = Instant::from_micros(now.as_micros() + 16_667);
        if room.wants_link(now) {
            link = Mouth::default();
            link.inbox.push_back(Message::from(liar.welcome()).encode());
            link.inbox.push_back(Message::from(liar.lobby()).encode());
        }
        for _ in 0..liar.below(4) {
            let said = liar.says();
            // A second welcome and an unknown seat end the link at once; that is another test's.
            let is_rude = matches!(said[0], Message::Welcome(_)) && liar.below(20) > 0;
            if !is_rude {
                link.inbox.extend(said.iter().map(Message::encode));
            }
        }
        room.receive(&mut link, now);
        room.frame(PadWord(1), now);
        room.transmit(&mut link, now);
        liar.stolen.clone_from(&link.stolen);
        let _ = (room.view_if_changed(), room.cues().count(), room.ticket());
        let _ = room.scene();
        if turn % 50 == 49 {
            let ask = match liar.below(5) {
                0 => Ask::Pause,
                1 => Ask::Unpause,
                2 => Ask::LeaveGame,
                3 => Ask::Presence(Presence::Hidden),
                _ => Ask::Presence(Presence::Active),
            };
            room.ask(ask, now);
            room.hurry(now);
        }
        assert!(link.sent < 100_000, "seed {seed}: the page talks without an end");
    }
}

#[test]
fn who_waits_too_long_for_a_state_asks_anew_and_is_not_thrown_out() {
    let mut liar = Liar { dice: SimRng::new(1, 7), round: 1, stolen: Vec::new() };
    let me = Profile { name: "Ann".into(), colour: 0 };
    let now = Instant::from_millis(1_000);
    let code = RoomCode::parse("K7QF2M").unwrap();
    let mut room =
        Room::online(&me, EntryWish::Join { code, watch: false }, Pack::built_in(), 1, now);
    assert!(room.wants_link(now));
    let players: Vec<PlayerId> = (1..4).map(PlayerId).collect();
    let mut start = GameSetup::of(GameId::default()).start(1, Vec::new());
    start.round = Round(1);
    start.seats = players.iter().copied().map(Some).collect();
    let lobby = Lobby { session: Some(Round(1)), ..liar.lobby() };
    let mut link = Mouth::default();
    let first: [Message; 3] = [liar.welcome().into(), lobby.into(), start.into()];
    link.inbox.extend(first.iter().map(Message::encode));
    for frame in 0..=HELD_MESSAGES as u32 {
        let words = Words::new(WordSize::PAD, vec![0; 2]).unwrap();
        let input = Input { seat: Seat(1), first: Frame(frame), words };
        link.inbox.push_back(Message::from(input).encode());
    }
    room.receive(&mut link, now);
    room.frame(PadWord(0), now);
    let phase = room.view_if_changed().unwrap().phase.clone();
    assert!(matches!(phase, Phase::Reconnecting { .. }), "{phase:?}");
    assert!(room.wants_link(now), "at once");
}

#[test]
fn two_hundred_relays_that_lie() {
    (0..200).for_each(survive);
}
