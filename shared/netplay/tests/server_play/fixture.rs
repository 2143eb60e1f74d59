//! A server of a small world, and people who say what they are told to say.

use netplay::hash::StateHasher;
use netplay::ids::{ConnId, StateHash};
use netplay::session::server::{
    Bots, ClientMessage, GameServer, InputPacket, NetError, Phase, PlayerRow, SERVER_VERSION,
    ServerConfig, ServerEvent, ServerLane, ServerMessage, ServerOutput, SnapshotReader, StartMode,
};
use netplay::sim::{
    BadState, ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, GameEvent, InputDef,
    InputFrame, NetId, Replicated, Schema, WorldState, identity_of,
};
use netplay::time::Instant;
use netplay::wire::{Blob, Text};
use std::collections::BTreeMap;

pub(crate) const SLOTS: usize = 3;
/// The action that asks where slot 0 was.
pub(crate) const ASK: u16 = 1;
/// The action that puts something into the world.
pub(crate) const DROP: u16 = 2;
/// Everybody's number is this: the game is over.
pub(crate) const GOAL: i32 = 9_000;

/// A number a slot, moved by one input; what was dropped moves by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    schema: Schema,
    pub(crate) places: Vec<i32>,
    pub(crate) people: Vec<bool>,
    pub(crate) dropped: Vec<i32>,
    events: Vec<GameEvent>,
}

impl Field {
    pub(crate) fn new() -> Self {
        let x = FieldDef::new("x", FieldKind::Linear);
        let schema = Schema {
            tick_hz: 30,
            steps_per_tick: 1,
            components: vec![ComponentDef { name: "place".into(), fields: vec![x] }],
            kinds: vec![EntityKind::new("piece", [0]), EntityKind::new("thing", [0])],
            inputs: vec![InputDef { name: "move".into(), scale: 100 }],
        };
        let places = vec![0; SLOTS];
        Self { schema, places, people: vec![false; SLOTS], dropped: Vec::new(), events: Vec::new() }
    }
}

impl Replicated for Field {
    fn schema(&self) -> &Schema {
        &self.schema
    }
    fn slots(&self) -> usize {
        SLOTS
    }
    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        (slot < SLOTS).then_some(NetId(slot as u32))
    }
    fn read(&self, out: &mut WorldState) {
        out.entities.clear();
        let values = self.places.iter().chain(&self.dropped);
        for (id, &value) in (0_u32..).zip(values) {
            let owner = (id < SLOTS as u32).then_some(id as u8);
            let kind = u8::from(owner.is_none());
            out.entities.push(EntityState { id: NetId(id), kind, owner, values: vec![value] });
        }
    }
    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let values: Vec<_> = state.entities.iter().map(|entity| entity.values[0]).collect();
        let (places, dropped) = values.split_at_checked(SLOTS).ok_or(BadState)?;
        (self.places, self.dropped) = (places.into(), dropped.into());
        Ok(())
    }
    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        for (place, input) in self.places.iter_mut().zip(inputs) {
            *place += i32::from(input.expect("a server has a frame for everybody").get(0));
        }
        self.dropped.iter_mut().for_each(|thing| *thing += 10);
        self.dropped.retain(|thing| *thing < 50);
    }
    fn reset(&mut self) {
        *self = Self::new();
    }
    fn identity(&self) -> StateHash {
        StateHasher::new().u32(7).finish()
    }
    fn on_action(
        &mut self,
        slot: usize,
        kind: u16,
        payload: &[u8],
        rewound: Option<&WorldState>,
    ) -> Vec<GameEvent> {
        match kind {
            ASK => {
                let seen = rewound.map_or(i32::MIN, |world| world.entities[0].values[0]);
                vec![GameEvent { kind, payload: seen.to_le_bytes().into() }]
            }
            DROP => {
                self.dropped.push(slot as i32);
                self.events.push(GameEvent { kind, payload: payload.into() });
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
    fn player_joined(&mut self, slot: usize) {
        self.people[slot] = true;
    }
    fn player_left(&mut self, slot: usize) {
        self.people[slot] = false;
    }
    fn take_events(&mut self) -> Vec<GameEvent> {
        std::mem::take(&mut self.events)
    }
    fn is_over(&self) -> bool {
        self.places.iter().any(|&place| place >= GOAL)
    }
}

/// Bots that go back a little in every tick.
#[derive(Debug)]
pub(crate) struct Backwards;

impl Bots<Field> for Backwards {
    fn think(&mut self, _sim: &Field, _slot: usize, _tick: u32) -> InputFrame {
        frame(-1)
    }
}

pub(crate) fn frame(value: i16) -> InputFrame {
    let mut frame = InputFrame::default();
    frame.set(0, value);
    frame
}

/// What one connection was told.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) messages: Vec<ServerMessage>,
    pub(crate) snapshots: SnapshotReader,
    /// Every snapshot's tick and digest.
    pub(crate) hashes: Vec<(u32, StateHash)>,
    pub(crate) applied: Vec<u32>,
    pub(crate) closed: Option<Option<NetError>>,
    pub(crate) acks: bool,
    sent: u32,
}

/// A server, and everybody who is connected to it.
pub(crate) struct Desk {
    pub(crate) server: GameServer<Field, Backwards>,
    pub(crate) told: BTreeMap<u64, Told>,
    pub(crate) events: Vec<ServerEvent>,
    pub(crate) now: Instant,
    /// The thirtieths of a second that have passed.
    frames: u64,
}

pub(crate) fn config(start: StartMode) -> ServerConfig {
    ServerConfig { name: "field".into(), start, ..ServerConfig::default() }
}

impl Desk {
    pub(crate) fn new(config: ServerConfig) -> Self {
        let server = GameServer::new(Field::new(), Backwards, config, Instant::ZERO).unwrap();
        let (told, events) = (BTreeMap::new(), Vec::new());
        Self { server, told, events, now: Instant::ZERO, frames: 0 }
    }

    pub(crate) fn connect(&mut self, conn: u64, wish: Option<u8>) {
        self.server.connected(ConnId(conn), wish, self.now);
        let told = Told {
            messages: Vec::new(),
            snapshots: SnapshotReader::new(Field::new().schema, self.server.tick()),
            hashes: Vec::new(),
            applied: Vec::new(),
            closed: None,
            acks: true,
            sent: 0,
        };
        self.told.insert(conn, told);
    }

    pub(crate) fn join(&mut self, conn: u64) {
        self.connect(conn, None);
        self.hello(conn, SERVER_VERSION, Some(identity_of(&Field::new())));
        self.flush();
    }

    pub(crate) fn hello(&mut self, conn: u64, version: u16, identity: Option<StateHash>) {
        let name = Text::new(format!("p{conn}")).unwrap();
        self.say(conn, &ClientMessage::Hello { version, name, identity });
    }

    pub(crate) fn say(&mut self, conn: u64, message: &ClientMessage) {
        self.server.handle(ConnId(conn), message.lane(), &message.encode(), self.now);
        self.flush();
    }

    pub(crate) fn act(&mut self, conn: u64, view_tick_256: u64, kind: u16) {
        let payload = Blob::new([9]).unwrap();
        self.say(conn, &ClientMessage::Action { view_tick_256, kind, payload });
    }

    pub(crate) fn bytes(&mut self, conn: u64, lane: ServerLane, bytes: &[u8]) {
        self.server.handle(ConnId(conn), lane, bytes, self.now);
        self.flush();
    }

    /// The next frame of a client, with no others before it.
    pub(crate) fn push(&mut self, conn: u64, value: i16) {
        let told = self.told.get_mut(&conn).unwrap();
        told.sent += 1;
        let newest = told.sent;
        self.packet(conn, newest, vec![frame(value)]);
    }

    pub(crate) fn packet(&mut self, conn: u64, newest: u32, frames: Vec<InputFrame>) {
        let told = &self.told[&conn];
        let acked = told.snapshots.newest().map_or(0, |(newest, _)| newest.tick);
        let packet = InputPacket { newest, acked: if told.acks { acked } else { 0 }, frames };
        self.bytes(conn, ServerLane::Input, &packet.encode(1));
    }

    /// Time for so many ticks passes; everybody says that they are there.
    pub(crate) fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            for conn in self.told.keys().copied().collect::<Vec<_>>() {
                if self.told[&conn].closed.is_none() && self.slot(conn).is_some() {
                    let newest = self.told[&conn].sent;
                    self.packet(conn, newest, Vec::new());
                }
            }
            self.silent_ticks(1);
        }
    }

    /// Time for so many ticks passes; nobody says anything.
    pub(crate) fn silent_ticks(&mut self, count: u64) {
        for _ in 0..count {
            self.frames += 1;
            self.now = Instant::from_micros((self.frames * 1_000_000).div_ceil(30));
            self.server.update(self.now);
            self.flush();
        }
    }

    fn flush(&mut self) {
        while let Some(output) = self.server.poll_output() {
            match output {
                ServerOutput::Send { to, lane: ServerLane::State, packet } => {
                    let told = self.told.get_mut(&to.0).unwrap();
                    let arrived = told.snapshots.read(&packet).unwrap().unwrap();
                    let hash = told.snapshots.newest().unwrap().1.hash();
                    told.hashes.push((arrived.tick, hash));
                    told.applied.push(arrived.applied);
                }
                ServerOutput::Send { to, lane, packet } => {
                    let message = ServerMessage::decode(lane, &packet).unwrap();
                    self.told.get_mut(&to.0).unwrap().messages.push(message);
                }
                ServerOutput::Close { conn, code } => {
                    self.told.get_mut(&conn.0).unwrap().closed = Some(code);
                }
            }
        }
        self.events.extend(std::iter::from_fn(|| self.server.poll_event()));
    }

    pub(crate) fn slot(&self, conn: u64) -> Option<u8> {
        self.server.slot_of(ConnId(conn))
    }

    pub(crate) fn place(&self, slot: usize) -> i32 {
        self.server.sim().places[slot]
    }

    /// The lobby as a connection was told last.
    pub(crate) fn lobby(&self, conn: u64) -> (Phase, Option<u8>, Vec<PlayerRow>) {
        let lobbies = self.told[&conn].messages.iter().rev().filter_map(|message| match message {
            ServerMessage::Lobby { phase, host, players, .. } => {
                Some((*phase, *host, players.clone()))
            }
            _ => None,
        });
        lobbies.into_iter().next().unwrap()
    }

    pub(crate) fn notices(&self, conn: u64) -> Vec<NetError> {
        let notice = |message: &ServerMessage| match message {
            ServerMessage::Notice { code } => Some(*code),
            _ => None,
        };
        self.told[&conn].messages.iter().filter_map(notice).collect()
    }

    /// The payloads of a kind of the game's events that a connection was told.
    pub(crate) fn heard(&self, conn: u64, of: u16) -> Vec<Vec<u8>> {
        let game = |message: &ServerMessage| match message {
            ServerMessage::Game { kind, payload, .. } if *kind == of => Some(payload.to_vec()),
            _ => None,
        };
        self.told[&conn].messages.iter().filter_map(game).collect()
    }

    /// Everything that anybody was told is what the server was.
    pub(crate) fn assert_converged(&self) {
        let truth: BTreeMap<_, _> = self.server.hashes().collect();
        for (conn, told) in &self.told {
            for (tick, hash) in &told.hashes {
                assert_eq!(truth.get(tick), Some(hash), "connection {conn}, tick {tick}");
            }
        }
    }
}
