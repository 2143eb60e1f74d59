//! The messages of `vectors.json`: each variant in its ordinary life and at its edges.

use netplay::code::RoomCode;
use netplay::ids::{Frame, PlayerId, Round, Seat, Seq, StateHash, Token};
use netplay::limits::{
    CHAT_BYTES, CONFIG_BYTES, DIGESTS, INPUT_WORDS, LABEL_BYTES, NAME_BYTES, PATH_BYTES,
    PAYLOAD_BYTES, PROTOCOL_VERSION, ROOM_MEMBERS, ROOM_SEATS, SEALED_SEATS, TICK_HZ_CAP,
    TRANSFER_BYTES, WATCH_DELAY_TICKS,
};
use netplay::wire::*;

/// What a vector shows, and the message.
pub(crate) fn messages() -> Vec<(&'static str, Message)> {
    let mut all = Vec::new();
    coming_in(&mut all);
    lobby(&mut all);
    session(&mut all);
    authority(&mut all);
    between_members(&mut all);
    all
}

type Named = Vec<(&'static str, Message)>;

const LAST: PlayerId = PlayerId(u32::MAX);
const HASH: StateHash = StateHash(0x0123_4567_89AB_CDEF);

fn text<const CAP: usize>(text: &str) -> Text<CAP> {
    Text::new(text).unwrap()
}

fn full<const CAP: usize>() -> Text<CAP> {
    text(&"x".repeat(CAP))
}

fn blob<const CAP: usize>(bytes: &[u8]) -> Blob<CAP> {
    Blob::new(bytes).unwrap()
}

fn code() -> RoomCode {
    RoomCode::parse("K7QF2M").unwrap()
}

fn pack(id: &str, byte: u8) -> Pack {
    Pack { id: text(id), sha256: [byte; 32] }
}

fn identity() -> Identity {
    Identity {
        simulation: HASH,
        pack: pack("base", 0xA5),
        build: text("0.1.0+3f2a"),
        word_size: WordSize::PAD,
    }
}

fn hello(entry: Entry) -> Hello {
    Hello { version: PROTOCOL_VERSION, identity: identity(), name: text("Zoë"), colour: 3, entry }
}

fn coming_in(all: &mut Named) {
    let token = Token([0x5C; 16]);
    all.extend([
        ("creates a room", hello(Entry::Create { seats: 8 }).into()),
        ("joins a room", hello(Entry::Join { code: code(), watch: false }).into()),
        ("joins to watch", hello(Entry::Join { code: code(), watch: true }).into()),
        ("resumes", hello(Entry::Resume { code: code(), token }).into()),
        ("at its edges", {
            let identity = Identity {
                simulation: StateHash(u64::MAX),
                pack: Pack { id: full::<LABEL_BYTES>(), sha256: [0xFF; 32] },
                build: full::<LABEL_BYTES>(),
                word_size: WordSize::new(1024).unwrap(),
            };
            let entry = Entry::Create { seats: 1 };
            let name = full::<NAME_BYTES>();
            Hello { version: u32::MAX, identity, name, colour: 7, entry }.into()
        }),
        ("admits", {
            let player = PlayerId(1);
            Welcome { code: code(), player, token, resumed: false, grace_ms: 60_000 }.into()
        }),
        ("gives a place back", {
            Welcome { code: code(), player: LAST, token, resumed: true, grace_ms: u32::MAX }.into()
        }),
    ]);
    let refusals = [
        Refusal::VersionMismatch { relay: 1, client: 2 },
        Refusal::SimulationMismatch { room: HASH, client: StateHash(1) },
        Refusal::PackMismatch { room: pack("base", 0xA5), client: pack("mine", 0x5A) },
        Refusal::NoSuchRoom,
        Refusal::RoomFull,
        Refusal::RoomLocked,
        Refusal::Banned,
        Refusal::TooManyRooms,
        Refusal::BadToken,
        Refusal::BadName,
        Refusal::TooManyCodes { retry_ms: 60_000 },
        Refusal::AlreadyStarted,
        Refusal::PackBusy,
        Refusal::NotHost,
        Refusal::NotReady,
        Refusal::NotStarted,
        Refusal::NoSuchSeat,
        Refusal::SeatTaken,
        Refusal::NoSuchPlayer,
        Refusal::HostNotIdle,
        Refusal::ChatTooFast { retry_ms: 1_200 },
        Refusal::WrongPhase,
        Refusal::NobodySeated,
    ];
    all.extend(refusals.map(|refusal| ("refuses", Reject { refusal }.into())));
    all.extend([
        ("probes", Ping { nonce: 0 }.into()),
        ("a nonce of five bytes", Ping { nonce: u32::MAX }.into()),
        ("answers", Pong { nonce: 127 }.into()),
        ("a nonce of two bytes", Pong { nonce: 128 }.into()),
    ]);
    let reasons = [
        CloseReason::Left,
        CloseReason::Replaced,
        CloseReason::Kicked,
        CloseReason::Banned,
        CloseReason::HostLeft,
        CloseReason::ServerShutdown,
        CloseReason::Malformed,
        CloseReason::VersionMismatch,
        CloseReason::RateLimited,
        CloseReason::TooSlow,
        CloseReason::TooManyCodes,
        CloseReason::HelloTimeout,
        CloseReason::Silent,
        CloseReason::ServerFull,
        CloseReason::AddressFull,
        CloseReason::RoomEmpty,
        CloseReason::LinkLost,
        CloseReason::GraceOver,
    ];
    all.extend(reasons.map(|reason| ("ends a connection", Bye { reason }.into())));
}

fn row(player: u32, seat: Option<u16>) -> MemberRow {
    MemberRow {
        player: PlayerId(player),
        name: text("Ada"),
        colour: 0,
        seat: seat.map(Seat),
        ready: true,
        presence: Presence::Active,
        connected: true,
        rtt_ms: 23,
        vote: None,
        rescue: false,
    }
}

fn lobby(all: &mut Named) {
    let host = PlayerId(1);
    let two = Lobby {
        host,
        seats: 4,
        locked: false,
        starting: false,
        session: None,
        game: text("racing"),
        members: vec![row(1, Some(0)), MemberRow { vote: Some(text("golf")), ..row(2, None) }],
    };
    let full = Lobby {
        host: LAST,
        seats: ROOM_SEATS as u8,
        locked: true,
        starting: true,
        session: Some(Round(u32::MAX)),
        game: full::<LABEL_BYTES>(),
        members: (0..ROOM_MEMBERS as u16)
            .map(|at| MemberRow {
                name: full::<NAME_BYTES>(),
                colour: 7,
                ready: false,
                presence: [Presence::Hidden, Presence::Away, Presence::Typing][at as usize % 3],
                connected: false,
                rtt_ms: u16::MAX,
                vote: Some(full::<LABEL_BYTES>()),
                rescue: true,
                ..row(u32::MAX - u32::from(at), (at < 8).then_some(at))
            })
            .collect(),
    };
    let empty = Lobby { members: vec![], game: text(""), seats: 1, ..two.clone() };
    all.extend([
        ("two members", two.into()),
        ("as full as can be", full.into()),
        ("nobody", empty.into()),
        ("ready", SetReady { ready: true }.into()),
        ("not ready", SetReady { ready: false }.into()),
        ("to a seat", AssignSeat { player: PlayerId(2), seat: Some(Seat(3)) }.into()),
        ("to the spectators", AssignSeat { player: PlayerId(2), seat: None }.into()),
        ("the last seat there is", AssignSeat { player: LAST, seat: Some(Seat(u16::MAX)) }.into()),
        ("a line", {
            Chat { player: PlayerId(2), kind: ChatKind::Line, text: text("good race! 🏁") }.into()
        }),
        ("an emote", {
            Chat { player: PlayerId(2), kind: ChatKind::Emote, text: text("wave") }.into()
        }),
        ("a quick line, as long as can be", {
            Chat { player: LAST, kind: ChatKind::Quick, text: self::full::<CHAT_BYTES>() }.into()
        }),
        ("leaves", Leave {}.into()),
        ("left", PlayerLeft { player: PlayerId(2), reason: CloseReason::Left }.into()),
        ("did not come back", PlayerLeft { player: LAST, reason: CloseReason::GraceOver }.into()),
        ("a new host", HostChanged { player: PlayerId(2) }.into()),
        ("the relay stops", RoomClosed { reason: CloseReason::ServerShutdown }.into()),
        ("kicks", Moderate { player: PlayerId(2), act: Moderation::Kick }.into()),
        ("bans", Moderate { player: PlayerId(2), act: Moderation::Ban }.into()),
        ("locks", SetRoom { locked: true, game: text("racing"), starting: false }.into()),
        ("counts down", SetRoom { locked: false, game: text("racing"), starting: true }.into()),
        ("hands over", HandHost { player: PlayerId(2) }.into()),
        ("hidden", { PresenceNotice { player: PlayerId(2), presence: Presence::Hidden }.into() }),
        ("renames", Profile { name: text("Ångström"), colour: 7 }.into()),
        ("an empty name, which the relay refuses", Profile { name: text(""), colour: 0 }.into()),
        ("votes", Vote { game: Some(text("golf")) }.into()),
        ("votes for nothing", Vote { game: None }.into()),
        ("rescues", Rescue { wanted: true }.into()),
        ("nobody measured", Latencies { rows: vec![] }.into()),
        ("everybody", {
            let rows = (1..=ROOM_MEMBERS as u32)
                .map(|player| Latency { player: PlayerId(player), rtt_ms: player as u16 * 16 });
            Latencies { rows: rows.collect() }.into()
        }),
    ]);
}

fn words(size: usize, bytes: Vec<u8>) -> Words {
    Words::new(WordSize::new(size).unwrap(), bytes).unwrap()
}

fn changes(size: usize, words: &[(Seat, &[u8])]) -> Changes {
    let mut changes = Changes::new(WordSize::new(size).unwrap());
    words.iter().for_each(|(seat, word)| assert!(changes.push(*seat, word)));
    changes
}

fn session(all: &mut Named) {
    let (player, seat) = (PlayerId(2), Seat(1));
    let start = Start {
        round: Round(1),
        seed: 0x0123_4567_89AB_CDEF,
        mode: text("racing"),
        config: blob(&[3, 1, 0]),
        model: SessionModel::Lockstep,
        input_delay: 3,
        seats: vec![Some(PlayerId(1)), Some(player), None, None],
        terms: Terms::default(),
    };
    let edge = Start {
        round: Round(u32::MAX),
        seed: u64::MAX,
        mode: full(),
        config: blob(&[0xC7; CONFIG_BYTES]),
        model: SessionModel::HostAuthority,
        input_delay: u8::MAX,
        seats: vec![Some(LAST); ROOM_SEATS],
        terms: Terms {
            window_frames: u8::MAX,
            tick_hz: TICK_HZ_CAP,
            grace_ticks: u8::MAX,
            watch_delay_ticks: WATCH_DELAY_TICKS,
            desync: DesyncPolicy::Repair,
        },
    };
    let rollback = Start {
        model: SessionModel::Rollback,
        input_delay: 2,
        terms: Terms {
            window_frames: 8,
            watch_delay_ticks: 600,
            desync: DesyncPolicy::Void,
            ..Terms::default()
        },
        ..start.clone()
    };
    let sealed = Start {
        model: SessionModel::Sealed,
        seats: vec![Some(player); SEALED_SEATS],
        terms: Terms { tick_hz: 30, ..Terms::default() },
        ..start.clone()
    };
    let served = Start { model: SessionModel::Server, ..start.clone() };
    let viewed = Start { model: SessionModel::Views, ..start.clone() };
    let asked = Start { round: Round(0), input_delay: 0, seats: vec![], ..start.clone() };
    let pads = (0..INPUT_WORDS as u16).flat_map(|word| (word * 0x0801).to_le_bytes()).collect();
    all.extend([
        ("as the relay sends it", start.into()),
        ("as the host asks for it", asked.into()),
        ("at its edges", edge.into()),
        ("with guesses, watched 10 s later", rollback.into()),
        ("served by its host", served.into()),
        ("known to its host alone", viewed.into()),
        ("sealed, with as many seats as can be", sealed.into()),
        ("one pad word", {
            Input { seat: Seat(0), first: Frame(2), words: words(2, vec![0x05, 0x80]) }.into()
        }),
        ("as many pad words as can be", {
            Input { seat, first: Frame(u32::MAX), words: words(2, pads) }.into()
        }),
        ("words of three bytes", {
            Input { seat, first: Frame(300), words: words(3, vec![1, 2, 3, 4, 5, 6]) }.into()
        }),
        ("a digest", Checkpoint { player, frame: Frame(29), hash: HASH }.into()),
        ("to the AI", {
            SeatController { seat, controller: Controller::Ai, from: Frame(421) }.into()
        }),
        ("back to a human", {
            let controller = Controller::Human { player };
            SeatController { seat, controller, from: Frame(1_000) }.into()
        }),
        ("pauses", Pause { player }.into()),
        ("goes on", Resume { player }.into()),
        ("ends", EndSession { player, round: Round(1) }.into()),
        ("loaded", Loaded { player, round: Round(1) }.into()),
        ("loading", Stall { seat, cause: StallCause::Loading, waited_ms: 250 }.into()),
        ("lost", Stall { seat, cause: StallCause::Lost, waited_ms: 1_200 }.into()),
        ("silent", Stall { seat, cause: StallCause::Silent, waited_ms: 4_999 }.into()),
        ("hidden", Stall { seat, cause: StallCause::Hidden, waited_ms: 1_999 }.into()),
        ("slow", Stall { seat, cause: StallCause::Slow, waited_ms: u32::MAX }.into()),
        ("a tick without a change", {
            Seal { tick: Frame(7), last: true, changes: changes(2, &[]) }.into()
        }),
        ("two words change", {
            let changes = changes(2, &[(Seat(0), &[0x05, 0x80]), (Seat(3), &[1, 0])]);
            Seal { tick: Frame(421), last: true, changes }.into()
        }),
        ("the last seat there is, in words of three bytes; more of the tick follows", {
            let changes = changes(3, &[(Seat(SEALED_SEATS as u16 - 1), &[1, 2, 3])]);
            Seal { tick: Frame(u32::MAX), last: false, changes }.into()
        }),
        ("one differs from the others", {
            Diverged { frame: Frame(389), majority: HASH, players: vec![player] }.into()
        }),
        ("nobody can say whose is right", {
            Diverged { frame: Frame(29), majority: StateHash(0), players: vec![] }.into()
        }),
        ("wants this seat", TakeSeat { seat: Some(seat) }.into()),
        ("wants any seat", TakeSeat { seat: None }.into()),
    ]);
}

fn authority(all: &mut Named) {
    let player = PlayerId(2);
    all.extend([
        ("an intention", Action { player, payload: blob(&[1, 2, 3]) }.into()),
        ("an event", {
            Event { seq: Seq(128), hash_after: HASH, payload: blob(&[0xEE; 4]) }.into()
        }),
        ("asks for the state", StateRequest { player }.into()),
        ("a state", StateBlob { player, seq: Seq(u32::MAX), payload: blob(&[0x77; 9]) }.into()),
        ("positions", Snapshot { frame: Frame(900), payload: blob(&[0x11; 6]) }.into()),
        ("nothing in it", Snapshot { frame: Frame(0), payload: blob(&[]) }.into()),
        ("as long as can be", {
            Snapshot { frame: Frame(1), payload: blob(&[0x22; PAYLOAD_BYTES]) }.into()
        }),
        ("from where to go on", Deposit { seq: Seq(12), payload: blob(&[0x33; 5]) }.into()),
    ]);
}

fn between_members(all: &mut Named) {
    let (peer, id) = (PlayerId(3), 7);
    let begin =
        |total_bytes| TransferBegin { peer, id, frame: Frame(600), total_bytes, hash: HASH };
    all.extend([
        ("a state follows", begin(10_000).into()),
        ("as much as can be", begin(TRANSFER_BYTES as u32).into()),
        ("a part", TransferChunk { peer, id, offset: 8_192, bytes: blob(&[9; 16]) }.into()),
        ("held so far", TransferAck { peer, id, received_bytes: 8_208 }.into()),
        ("given up", TransferAbort { peer, id: u32::MAX }.into()),
        ("a field differs", {
            DesyncReport {
                player: PlayerId(2),
                other: peer,
                frame: Frame(389),
                ours: HASH,
                theirs: StateHash(u64::MAX),
                path: text("cars[2].speed"),
                our_value: text("1048576"),
                their_value: text("1048577"),
            }
            .into()
        }),
        ("the field is unknown", {
            DesyncReport {
                player: LAST,
                other: PlayerId(0),
                frame: Frame(u32::MAX),
                ours: StateHash(0),
                theirs: StateHash(1),
                path: text(""),
                our_value: text(""),
                their_value: text(""),
            }
            .into()
        }),
        ("a path as long as can be", {
            DesyncReport {
                player: PlayerId(2),
                other: peer,
                frame: Frame(29),
                ours: HASH,
                theirs: StateHash(0),
                path: full::<PATH_BYTES>(),
                our_value: full::<LABEL_BYTES>(),
                their_value: full::<LABEL_BYTES>(),
            }
            .into()
        }),
        ("digests of three frames", {
            let hashes = vec![HASH, StateHash(0), StateHash(u64::MAX)];
            Digests { peer, first: Frame(360), hashes }.into()
        }),
        ("as many digests as can be", {
            Digests { peer, first: Frame(0), hashes: vec![HASH; DIGESTS] }.into()
        }),
        ("a state to compare", {
            Exhibit { peer, frame: Frame(389), part: 0, parts: 2, bytes: blob(&[4; 16]) }.into()
        }),
        ("a part of a pack, please", {
            PackAsk { peer: PlayerId(0), attempt: 1, offset: 8_192 }.into()
        }),
        ("a part of a pack", {
            PackPart { peer, offset: 8_192, total_bytes: 8_195, bytes: blob(b"ok\n") }.into()
        }),
        ("invites", Offer { peer, sdp: text("v=0\r\n") }.into()),
        ("accepts", Answer { peer, sdp: text("v=0\r\n") }.into()),
        (
            "a way",
            Candidate { peer, candidate: text("candidate:1 1 udp 1 10.0.0.7 9 typ host") }.into(),
        ),
        ("an address", PublicAddress { peer, address: text("203.0.113.5:40000") }.into()),
    ]);
}
