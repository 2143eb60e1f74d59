//! Whatever anybody says in whatever order: the relay neither panics nor spins, never speaks to a
//! closed connection, and keeps nothing.
#![cfg(not(target_arch = "wasm32"))]

use netplay::code::RoomCode;
use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, Seq, StateHash, Token};
use netplay::limits;
use netplay::relay::{ClientAddress, Load};
use netplay::wire::*;
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::model::{Gathering, hello, name, pads, start_order};

/// Something that somebody does; the numbers mean what the kind makes of them.
#[derive(Clone, Copy, Debug)]
struct Deed {
    who: usize,
    kind: u8,
    a: u32,
    b: u32,
}

fn deed() -> impl Strategy<Value = Deed> {
    (0_usize..10, 0_u8..70, 0_u32..12, 0_u32..40).prop_map(|(who, kind, a, b)| Deed {
        who,
        kind,
        a,
        b,
    })
}

/// Ten places for connections, and every code and token ever heard.
struct Crowd {
    g: Gathering,
    conns: Vec<Option<ConnId>>,
    places: Vec<(RoomCode, Token)>,
}

impl Crowd {
    fn act(&mut self, deed: Deed) {
        let Deed { who, kind, a, b } = deed;
        let conn = self.conns[who].filter(|conn| self.g.closed(*conn).is_none());
        match (kind, conn) {
            (0..=3, _) => self.g.pass_ms(u64::from(a) * u64::from(a) * u64::from(b) * 10),
            (4..=5, Some(conn)) => self.g.lose(conn),
            (6, Some(conn)) => self.g.mute(conn),
            (7, Some(conn)) => {
                let bytes: Vec<u8> = (0..b).map(|n| (n * a) as u8).collect();
                self.g.send(conn, &bytes.into());
            }
            (8..=20, None) | (8..=9, Some(_)) => self.enter(who, a, b),
            (_, Some(conn)) => self.g.say(conn, message(kind, a, b)),
            (_, None) => {}
        }
    }

    fn enter(&mut self, who: usize, a: u32, b: u32) {
        let unknown = (RoomCode::from_digits([a as u8; 6]), Token([b as u8; 16]));
        let known = self.places.get(b as usize % self.places.len().max(1)).copied();
        let (code, token) = known.unwrap_or(unknown);
        let entry = match a {
            0..=2 => Entry::Create { seats: 1 + (b % 8) as u8 },
            3..=8 => Entry::Join { code, watch: a == 3 },
            9..=10 => Entry::Resume { code, token },
            _ => Entry::Join { code: unknown.0, watch: false },
        };
        let address = ClientAddress::V4([10, 0, 0, (b % 3) as u8]);
        let Ok(conn) = self.g.try_open(address) else { return };
        let mut hello = hello(["Noa", "noa", "Vahn"][b as usize % 3], entry);
        hello.identity.pack.sha256[0] = u8::from(b % 7 == 6); // whose pack is another
        self.g.say(conn, hello);
        if self.g.is_welcome(conn) {
            self.places.push((self.g.code(conn), self.g.token(conn)));
        }
        if let Some(older) = self.conns[who].replace(conn) {
            self.g.lose(older);
        }
    }
}

fn message(kind: u8, a: u32, b: u32) -> Message {
    let player = PlayerId(a);
    let peer = player;
    let text = |text: &str| Text::<{ limits::LABEL_BYTES }>::truncated(text);
    let flag = b.is_multiple_of(2);
    let model = match a {
        0..=3 => SessionModel::Lockstep,
        4..=6 => SessionModel::Rollback,
        7 | 8 => SessionModel::Sealed,
        9 => SessionModel::Server,
        _ => SessionModel::HostAuthority,
    };
    let terms = Terms {
        watch_delay_ticks: [0, 1, 600][b as usize % 3],
        desync: [DesyncPolicy::Halt, DesyncPolicy::Void, DesyncPolicy::Repair][a as usize % 3],
        ..Terms::default()
    };
    let round = Round(b % 4);
    match kind {
        10..=15 => SetReady { ready: a > 0 }.into(),
        16..=19 => Start { terms, ..start_order(model) }.into(),
        20..=24 => Loaded { player, round }.into(),
        25..=32 => pads((a % 4) as u16, b, b + 1 + a).into(),
        33 => AssignSeat { player, seat: (b < 9).then_some(Seat(b as u16)) }.into(),
        34 => SetRoom { locked: b == 7, game: text("golf"), starting: flag }.into(),
        35 => HandHost { player }.into(),
        36 => {
            Moderate { player, act: if flag { Moderation::Ban } else { Moderation::Kick } }.into()
        }
        37..=38 => {
            let presence = [Presence::Active, Presence::Hidden, Presence::Away][a as usize % 3];
            PresenceNotice { player, presence }.into()
        }
        39 => Profile { name: name(["", "Noa", "Gala"][a as usize % 3]), colour: (b % 8) as u8 }
            .into(),
        40 => Vote { game: flag.then(|| text("racing")) }.into(),
        41 => Rescue { wanted: flag }.into(),
        42 => Chat { player, kind: ChatKind::Line, text: Text::truncated("hi") }.into(),
        43 => Leave {}.into(),
        44 => EndSession { player, round }.into(),
        45 => Pause { player }.into(),
        46 => Resume { player }.into(),
        47 => {
            let hash = StateHash(u64::from(a % 3));
            Checkpoint { player, frame: Frame(b), hash }.into()
        }
        48 => Action { player, payload: Blob::default() }.into(),
        49 => Event { seq: Seq(b), hash_after: StateHash(1), payload: Blob::default() }.into(),
        50 => StateRequest { player }.into(),
        51 => StateBlob { player, seq: Seq(b), payload: Blob::default() }.into(),
        52 => Snapshot { frame: Frame(b), payload: Blob::default() }.into(),
        53 => {
            let (frame, hash) = (Frame(b), StateHash(1));
            TransferBegin { peer, id: b, frame, total_bytes: 4, hash }.into()
        }
        54 => TransferChunk { peer, id: b, offset: 0, bytes: Blob::default() }.into(),
        55 => TransferAck { peer, id: b, received_bytes: 1 }.into(),
        56 => TransferAbort { peer, id: b }.into(),
        59..=62 => TakeSeat { seat: (b < 9).then_some(Seat(b as u16)) }.into(),
        63 => Digests { peer, first: Frame(b), hashes: vec![StateHash(1)] }.into(),
        64 => {
            let (part, parts, bytes) = (0, 1, Blob::default());
            Exhibit { peer, frame: Frame(b), part, parts, bytes }.into()
        }
        66 => PackAsk { peer, attempt: a as u8, offset: b * 8_192 / 16 }.into(),
        67..=68 => PackPart { peer, offset: 0, total_bytes: b, bytes: Blob::default() }.into(),
        65 => Deposit { seq: Seq(b), payload: Blob::default() }.into(),
        57 => Offer { peer, sdp: Text::default() }.into(),
        58 => Ping { nonce: b }.into(),
        _ => Pong { nonce: b }.into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn nothing_anybody_does_breaks_the_relay(deeds in vec(deed(), 1..250)) {
        let g = Gathering::default();
        let mut crowd = Crowd { g, conns: vec![None; 10], places: Vec::new() };
        for deed in &deeds {
            crowd.act(*deed);
        }
        let load = crowd.g.core.load();
        prop_assert!(load.rooms <= limits::ROOMS && load.connections <= limits::CONNECTIONS);
        for conn in crowd.conns.clone().into_iter().flatten() {
            if crowd.g.closed(conn).is_none() {
                crowd.g.lose(conn);
            }
        }
        crowd.g.pass_ms(600_000);
        prop_assert_eq!(crowd.g.core.load(), Load::default());
        prop_assert_eq!(crowd.g.until_timeout_ms(), None);
    }
}
