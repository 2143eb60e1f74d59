//! What a fuzzer feeds to the two ends of a session that a server decides: its messages, its
//! schema, its snapshots. The fuzzer's own crate exports these.
#![allow(unreachable_pub)]

use netplay::ids::ConnId;
use netplay::session::server::{
    ClientConfig, ClientMessage, GameClient, GameServer, IdleBots, InputPacket, ServerConfig,
    ServerLane, ServerMessage, ServerOutput, SnapshotReader, StartMode,
};
use netplay::sim::{InputFrame, Replicated, Schema};
use netplay::time::Instant;
use netplay::wire::{Packet, Text};
use testkit::toy_world::ToyWorld;

/// The world that all of this is about.
pub fn world() -> ToyWorld {
    ToyWorld::new(3, 4)
}

/// The frame and the snapshot that an input packet is near to.
const NEAR: (u32, u32) = (70_000, 70_000);

/// The first byte is the lane: a message that is one has no other encoding, and a schema neither;
/// inputs mean what they say.
pub fn server_message(bytes: &[u8]) {
    let Some((lane, packet)) = bytes.split_first() else { return };
    let lane = ServerLane::ALL[usize::from(*lane) % ServerLane::ALL.len()];
    if let Ok(message) = ClientMessage::decode(lane, packet) {
        assert_eq!(&message.encode()[..], packet, "{message:?}");
    }
    if let Ok(message) = ServerMessage::decode(lane, packet) {
        assert_eq!(&message.encode()[..], packet, "{message:?}");
    }
    if let Ok(input) = InputPacket::decode(packet, 1, NEAR) {
        let again = InputPacket::decode(&input.encode(1), 1, NEAR);
        assert_eq!(again.as_ref(), Ok(&input), "what was read is what is said");
    }
    if let Ok(schema) = Schema::decode(packet) {
        assert_eq!(schema.check(), Ok(()));
        assert_eq!(schema.encode().as_deref(), Ok(packet));
    }
}

/// A length, that many bytes of the state lane, and so on: refused, or a world of the schema that
/// is newer than the one before. What is kept has a bound.
pub fn snapshot(mut bytes: &[u8]) {
    let schema = world().schema().clone();
    let mut reader = SnapshotReader::new(schema.clone(), 0);
    while let [low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let (packet, rest) = rest.split_at(length.min(rest.len()));
        bytes = rest;
        let before = reader.newest().map(|(newest, _)| newest.tick);
        if let Ok(Some(arrived)) = reader.read(packet) {
            let (newest, world) = reader.newest().expect("it was kept");
            assert_eq!(newest, arrived);
            assert!(before.is_none_or(|before| before < newest.tick), "never an older one");
            world.check(&schema).expect("a world of the schema");
        }
        assert!(reader.kept().count() <= 512, "what is kept has a bound");
    }
}

/// A server with one honest client, and connections that say anything.
pub struct Evening {
    pub server: GameServer<ToyWorld, IdleBots>,
    pub client: GameClient<ToyWorld>,
    pub now: Instant,
    /// What the server said to the honest client on the state lane.
    pub snapshots: Vec<Packet>,
}

const HONEST: ConnId = ConnId(1);

impl Evening {
    pub fn new() -> Self {
        let now = Instant::from_millis(1);
        let config = ServerConfig { start: StartMode::Now, ..ServerConfig::default() };
        let mut server = GameServer::new(world(), IdleBots, config, now).expect("a server");
        let config = ClientConfig::new(Text::truncated("Ann"));
        let client = GameClient::new(Some(world()), config, now).expect("a client");
        server.connected(HONEST, None, now);
        Self { server, client, now, snapshots: Vec::new() }
    }

    /// Time passes, and the honest say what they say.
    pub fn turn(&mut self, ms: u64) {
        self.now = Instant::from_millis(self.now.as_millis() + ms);
        let mut push = InputFrame::default();
        push.set(0, (self.now.as_millis() % 100) as i16);
        self.client.set_input(push);
        self.client.update(self.now);
        while let Some((lane, packet)) = self.client.poll_output() {
            self.server.handle(HONEST, lane, &packet, self.now);
        }
        self.server.update(self.now);
        while let Some(output) = self.server.poll_output() {
            if let ServerOutput::Send { to: HONEST, lane, packet } = output {
                if lane == ServerLane::State {
                    self.snapshots.push(packet.clone());
                }
                let _ = self.client.handle(lane, &packet, self.now);
            }
        }
        while self.client.poll_event().is_some() {}
        while self.server.poll_event().is_some() {}
    }
}

/// A kind, a number, a length and that many bytes, and so on: strangers and the honest client's
/// own connection say anything to the server, and the server's says anything to the client.
pub fn server(mut script: &[u8]) {
    let mut evening = Evening::new();
    while let [kind, who, low, high, rest @ ..] = script {
        let length = usize::from(u16::from_le_bytes([*low, *high]));
        let (body, rest) = rest.split_at(length.min(rest.len()));
        script = rest;
        let lane = ServerLane::ALL[usize::from(*who) % ServerLane::ALL.len()];
        let stranger = ConnId(1 + u64::from(who / 4) % 4);
        let now = evening.now;
        match kind % 8 {
            0 => evening.turn(u64::from(*who)),
            1 => evening.server.connected(stranger, None, now),
            2 => evening.server.disconnected(stranger, None),
            3 | 4 => {
                let _ = evening.client.handle(lane, body, now);
            }
            _ => evening.server.handle(stranger, lane, body, now),
        }
    }
    evening.turn(100);
}
