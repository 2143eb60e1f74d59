//! Every byte that a server and its clients exchange: what is written is read, nothing else is.

use netplay::ids::{ConnId, StateHash};
use netplay::rng::SimRng;
use netplay::session::server::{
    ClientMessage, ERROR_CODES, GameServer, IdleBots, InputPacket, NetError, Phase, PlayerRow,
    SERVER_VERSION, ServerConfig, ServerLane, ServerMessage, ServerOutput, SnapshotReader,
    StartMode,
};
use netplay::sim::{
    BadState, ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, InputDef, InputFrame,
    NetId, Replicated, Schema, WorldState, identity_of,
};
use netplay::time::Instant;
use netplay::wire::{Blob, Packet, Text};
use proptest::prelude::*;

const SERVER_MD: &str = include_str!("../SERVER.md");

fn schema() -> Schema {
    let field = |name: &str, kind| FieldDef::new(name, kind).within(3);
    let component = |name: &str, fields: Vec<FieldDef>| ComponentDef { name: name.into(), fields };
    let corners = ["x", "y", "z", "w"].map(|name| field(name, FieldKind::Quaternion));
    Schema {
        tick_hz: 30,
        steps_per_tick: 2,
        components: vec![
            component("place", vec![field("x", FieldKind::Linear), field("y", FieldKind::Linear)]),
            component("speed", vec![field("vx", FieldKind::Linear).hidden()]),
            component(
                "angles",
                vec![
                    field("heading", FieldKind::Angle { turn: 4_096 }),
                    field("wrapping", FieldKind::Angle { turn: 0 }),
                ],
            ),
            component("attitude", corners.into()),
            component("flag", vec![field("on", FieldKind::Step)]),
        ],
        kinds: vec![
            EntityKind::new("flat", [0, 1, 2]).with_rate(0, 2, 40_000),
            EntityKind::new("solid", [0, 3, 4, 3]),
            EntityKind::new("switch", [4]),
        ],
        inputs: vec![
            InputDef { name: "throttle".into(), scale: 127 },
            InputDef { name: "steer".into(), scale: i16::MAX },
        ],
    }
}

/// A world that is whatever it is told next, so that a server sends any states one likes.
struct Script {
    schema: Schema,
    worlds: Vec<WorldState>,
    at: usize,
}

impl Replicated for Script {
    fn schema(&self) -> &Schema {
        &self.schema
    }
    fn slots(&self) -> usize {
        1
    }
    fn entity_of_slot(&self, _slot: usize) -> Option<NetId> {
        None
    }
    fn read(&self, out: &mut WorldState) {
        out.clone_from(&self.worlds[self.at]);
    }
    fn write(&mut self, _state: &WorldState) -> Result<(), BadState> {
        Err(BadState)
    }
    fn tick(&mut self, _inputs: &[Option<InputFrame>]) {
        self.at = (self.at + 1).min(self.worlds.len() - 1);
    }
    fn reset(&mut self) {
        self.at = 0;
    }
    fn identity(&self) -> StateHash {
        StateHash(1)
    }
}

/// Worlds one after the other: values go their ways, jump, turn round; entities come and go.
fn worlds(rng: &mut SimRng, count: usize) -> Vec<WorldState> {
    let schema = schema();
    let mut world = WorldState::default();
    (0..count)
        .map(|_| {
            change(&mut world, &schema, rng);
            world.clone()
        })
        .collect()
}

fn change(world: &mut WorldState, schema: &Schema, rng: &mut SimRng) {
    world.entities.retain(|_| rng.below(30) > 0);
    while world.entities.len() < 3 || rng.below(6) == 0 {
        let kind = rng.below(3) as u8;
        let id = NetId(if rng.below(9) == 0 { rng.next_u32() } else { rng.below(40) });
        let count = schema.values_of(kind).unwrap();
        let values = (0..count).map(|_| (rng.next_u32() as i32) >> rng.below(32)).collect();
        let owner = (rng.below(3) == 0).then(|| rng.next_u32() as u8);
        let entity = EntityState { id, kind, owner, values };
        match world.entities.binary_search_by_key(&id, |entity| entity.id) {
            Ok(at) => world.entities[at] = entity,
            Err(at) => world.entities.insert(at, entity),
        }
    }
    for entity in &mut world.entities {
        let step = entity.id.0 as i32 % 50;
        for value in &mut entity.values {
            *value = match rng.below(40) {
                0 => rng.next_u32() as i32,
                1 => [i32::MIN, i32::MAX, 0, -1][rng.below(4) as usize],
                2..=12 => *value,
                _ => value.wrapping_add(step + rng.below(3) as i32),
            };
        }
    }
}

/// Everything a server that plays these worlds sends on its state lane, with each acknowledged
/// after `delay` ticks unless `lose` says otherwise.
fn play(worlds: Vec<WorldState>, mut hear: impl FnMut(u32, &Packet) -> Option<u32>) {
    let ticks = worlds.len() as u32;
    let sim = Script { schema: schema(), worlds, at: 0 };
    let identity = identity_of(&sim);
    let config = ServerConfig { start: StartMode::Now, ..ServerConfig::default() };
    let mut server = GameServer::new(sim, IdleBots, config, Instant::ZERO).unwrap();
    let conn = ConnId(1);
    server.connected(conn, None, Instant::ZERO);
    let name = Text::new("ann").unwrap();
    let hello = ClientMessage::Hello { version: SERVER_VERSION, name, identity: Some(identity) };
    server.handle(conn, ServerLane::Control, &hello.encode(), Instant::ZERO);
    for tick in 1..ticks {
        let now = Instant::from_millis(u64::from(tick) * 1_000 / 30 + 1);
        server.update(now);
        while let Some(output) = server.poll_output() {
            let ServerOutput::Send { lane: ServerLane::State, packet, .. } = output else {
                continue;
            };
            let acked = hear(server.tick(), &packet).unwrap_or(0);
            let packet = InputPacket { newest: tick, acked, frames: Vec::new() };
            server.handle(conn, ServerLane::Input, &packet.encode(2), now);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_client_reads_exactly_what_the_server_says_whatever_is_lost(seed: u64, loss in 0_u32..60) {
        let mut rng = SimRng::new(seed, 1);
        let worlds = worlds(&mut rng, 80);
        let expected = worlds.clone();
        let mut reader = SnapshotReader::new(schema(), 0);
        let mut read = 0;
        play(worlds, |tick, packet| {
            if rng.below(100) < loss {
                return None;
            }
            let arrived = reader.read(packet).unwrap().expect("nothing is told against the unknown");
            assert_eq!(arrived.tick, tick);
            assert_eq!(reader.newest().unwrap().1, &expected[tick as usize]);
            read += 1;
            Some(if rng.below(4) == 0 { 0 } else { tick })
        });
        prop_assert!(read > 5, "{read}");
    }

    #[test]
    fn a_packet_that_is_cut_or_continued_is_no_packet(seed: u64) {
        let mut rng = SimRng::new(seed, 2);
        let mut reader = SnapshotReader::new(schema(), 0);
        play(worlds(&mut rng, 12), |tick, packet| {
            for cut in 0..packet.len() {
                assert!(reader.clone().read(&packet[..cut]).is_err(), "cut at {cut} of {}", packet.len());
            }
            let longer = [packet.as_ref(), &[0]].concat();
            assert!(reader.clone().read(&longer).is_err());
            reader.read(packet).unwrap().unwrap();
            Some(tick)
        });
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), seed: u64) {
        let mut reader = SnapshotReader::new(schema(), 0);
        let mut rng = SimRng::new(seed, 3);
        play(worlds(&mut rng, 3), |tick, packet| reader.read(packet).ok().flatten().map(|_| tick));
        let known = reader.newest().unwrap().0.tick;
        let _ = reader.clone().read(&bytes);
        let near: Vec<_> = (known as u16 + 1).to_le_bytes().into_iter().chain(bytes.clone()).collect();
        let _ = reader.read(&near);
        let _ = InputPacket::decode(&bytes, 2, (7, 7));
        let _ = Schema::decode(&bytes);
        for lane in ServerLane::ALL {
            let _ = (ClientMessage::decode(lane, &bytes), ServerMessage::decode(lane, &bytes));
        }
    }

    #[test]
    fn input_packets_are_read_as_they_were_written(
        newest in 1_u32..1_000_000,
        acked in 0_u32..1_000_000,
        frames in prop::collection::vec((any::<i16>(), -127_i16..=127), 0..=4),
        drift in -20_000_i32..20_000,
    ) {
        let frames = frames.into_iter().map(|(one, two)| {
            let mut frame = InputFrame::default();
            frame.set(0, one);
            frame.set(1, two);
            frame
        });
        let packet = InputPacket { newest, acked, frames: frames.collect() };
        let bytes = packet.encode(2);
        let near = (newest.saturating_add_signed(drift), acked.saturating_add_signed(-drift));
        prop_assert_eq!(InputPacket::decode(&bytes, 2, near), Ok(packet));
        for cut in 0..bytes.len() {
            prop_assert!(InputPacket::decode(&bytes[..cut], 2, near).is_err());
        }
    }
}

#[test]
fn a_held_input_costs_less_than_a_byte_a_frame() {
    let mut frame = InputFrame::default();
    frame.set(0, 127);
    frame.set(1, -12);
    let packet = InputPacket { newest: 9, acked: 8, frames: vec![frame; 4] };
    assert!(packet.encode(2).len() - 4 <= 4, "{}", packet.encode(2).len());
    let idle = InputPacket { frames: vec![InputFrame::default(); 4], ..packet };
    assert!(idle.encode(2).len() - 4 <= 1);
}

#[test]
fn a_schema_is_read_as_it_was_written_and_no_beginning_of_it_is() {
    let schema = schema();
    let bytes = schema.encode().unwrap();
    assert_eq!(Schema::decode(&bytes), Ok(schema.clone()));
    for cut in 0..bytes.len() {
        assert!(Schema::decode(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut other = bytes.clone();
        other[bit / 8] ^= 1 << (bit % 8);
        if let Ok(other) = Schema::decode(&other) {
            assert_ne!(other.identity(), schema.identity(), "bit {bit}");
        }
    }
}

#[test]
fn a_schema_that_makes_no_sense_is_refused() {
    let spoil: [fn(&mut Schema); 12] = [
        |schema| schema.tick_hz = 0,
        |schema| schema.steps_per_tick = 0,
        |schema| schema.components.clear(),
        |schema| schema.kinds.clear(),
        |schema| schema.kinds[0].components.push(5),
        |schema| schema.kinds[0].components.clear(),
        |schema| schema.kinds[0].rates[0].by = 0,
        |schema| schema.kinds[0].rates[0].of = 9,
        |schema| schema.inputs[0].scale = 0,
        |schema| schema.inputs = vec![schema.inputs[0].clone(); 9],
        |schema| schema.components[3].fields.truncate(3),
        |schema| schema.components[0].name = "n".repeat(33),
    ];
    for (number, spoil) in spoil.into_iter().enumerate() {
        let mut schema = schema();
        spoil(&mut schema);
        assert!(schema.encode().is_err(), "number {number}");
    }
    let mut long = schema();
    let field = |number: u32| FieldDef::new(format!("{number:032}"), FieldKind::Step);
    long.components
        .push(ComponentDef { name: "long".into(), fields: (0..250).map(field).collect() });
    assert!(long.encode().is_err(), "more than 7 KiB");
}

#[test]
fn every_message_is_read_as_it_was_written_on_its_own_lane() {
    let payload = || Blob::new([1, 2, 3]).unwrap();
    let name = || Text::new("ann").unwrap();
    let clients = [
        ClientMessage::Hello { version: 1, name: name(), identity: Some(StateHash(5)) },
        ClientMessage::Hello { version: 9, name: name(), identity: None },
        ClientMessage::Ready { ready: true },
        ClientMessage::Start,
        ClientMessage::End,
        ClientMessage::Leave,
        ClientMessage::Action { view_tick_256: u64::MAX, kind: 7, payload: payload() },
    ];
    let row = |slot, bot| PlayerRow { slot, bot, ready: true, name: name() };
    let servers = [
        ServerMessage::Welcome {
            slot: Some(3),
            tick: 77,
            identity: StateHash(8),
            name: name(),
            schema: Blob::new(schema().encode().unwrap()).unwrap(),
        },
        ServerMessage::Refused { code: NetError::Full, version: 1 },
        ServerMessage::Lobby {
            phase: Phase::Playing,
            since_tick: 5,
            host: Some(0),
            players: vec![row(0, false), row(4, true)],
        },
        ServerMessage::Notice { code: NetError::NotHost },
        ServerMessage::Closed { code: None },
        ServerMessage::Closed { code: Some(NetError::Kicked) },
        ServerMessage::Game { tick: 4, kind: 2, payload: payload() },
    ];
    for lane in ServerLane::ALL {
        for message in &clients {
            let read = ClientMessage::decode(lane, &message.encode());
            assert_eq!(read.is_ok(), lane == message.lane(), "{message:?} on {lane:?}");
            assert!(read.is_err() || read.as_ref() == Ok(message));
        }
        for message in &servers {
            let read = ServerMessage::decode(lane, &message.encode());
            assert_eq!(read.is_ok(), lane == message.lane(), "{message:?} on {lane:?}");
            assert!(read.is_err() || read.as_ref() == Ok(message));
        }
    }
    for packet in clients.iter().map(ClientMessage::encode) {
        assert!((0..packet.len()).all(|cut| {
            ServerLane::ALL.iter().all(|&lane| ClientMessage::decode(lane, &packet[..cut]).is_err())
        }));
    }
    for packet in servers.iter().map(ServerMessage::encode) {
        assert!((0..packet.len()).all(|cut| {
            ServerLane::ALL.iter().all(|&lane| ServerMessage::decode(lane, &packet[..cut]).is_err())
        }));
    }
}

#[test]
fn the_table_of_errors_is_the_codes() {
    let rows: Vec<_> = SERVER_MD
        .lines()
        .filter_map(|line| line.strip_prefix("| `E_NET_")?.strip_suffix(" |")?.split_once("` | "))
        .map(|(code, meaning)| (format!("E_NET_{code}"), meaning.to_owned()))
        .collect();
    let listed: Vec<_> = ERROR_CODES
        .iter()
        .map(|(code, meaning)| ((*code).to_owned(), (*meaning).to_owned()))
        .collect();
    assert_eq!(rows, listed);
    for (&error, &(code, meaning)) in NetError::ALL.iter().zip(ERROR_CODES) {
        assert_eq!((error.code(), error.meaning()), (code, meaning));
        assert_eq!(NetError::from_number(error.number()), Some(error));
    }
    assert_eq!(NetError::ALL.len(), ERROR_CODES.len());
    assert_eq!((NetError::from_number(0), NetError::from_number(21)), (None, None));
}

#[test]
fn the_document_names_every_message() {
    for (tag, name) in ClientMessage::TAGS.iter().chain(ServerMessage::TAGS) {
        let row = format!("| `{tag:#04x}` | {name} |");
        assert!(SERVER_MD.contains(&row), "SERVER.md lacks {row}");
    }
}
