//! What snapshots and inputs cost.

use netplay::ids::ConnId;
use netplay::rng::SimRng;
use netplay::session::server::{
    ClientMessage, GameServer, IdleBots, InputPacket, SERVER_VERSION, ServerConfig, ServerLane,
    ServerOutput, SnapshotReader,
};
use netplay::sim::{InputFrame, Replicated, identity_of};
use netplay::time::Instant;
use netplay::wire::Text;
use std::collections::{BTreeMap, VecDeque};
use testkit::toy_space::ToySpace;

struct Line {
    reader: SnapshotReader,
    sent: u32,
    frames: VecDeque<InputFrame>,
    /// On their way to the server, by tick.
    up: VecDeque<(u32, Vec<u8>)>,
    down: VecDeque<(u32, Vec<u8>)>,
}

/// Bytes a snapshot and bytes an input packet, of a world with `players` people, over a line of
/// `delay` ticks each way that loses one packet in fifty.
fn measure(sim: ToySpace, ticks: u32, delay: u32) -> (f64, f64) {
    let schema = sim.schema().clone();
    let identity = identity_of(&sim);
    let players = sim.slots() as u64;
    let config = ServerConfig { min_players: players as usize, ..ServerConfig::default() };
    let mut server = GameServer::new(sim, IdleBots, config, Instant::ZERO).unwrap();
    let mut lines = BTreeMap::new();
    for id in 0..players {
        let conn = ConnId(id);
        server.connected(conn, None, Instant::ZERO);
        let name = Text::new("ann").unwrap();
        let hello =
            ClientMessage::Hello { version: SERVER_VERSION, name, identity: Some(identity) };
        for message in [hello, ClientMessage::Ready { ready: true }] {
            server.handle(conn, ServerLane::Control, &message.encode(), Instant::ZERO);
        }
        let line = Line {
            reader: SnapshotReader::new(schema.clone(), 0),
            sent: 0,
            frames: VecDeque::from([InputFrame::default(); 4]),
            up: VecDeque::new(),
            down: VecDeque::new(),
        };
        lines.insert(conn, line);
    }
    let mut rng = SimRng::new(4, 4);
    let (mut down, mut up, mut snapshots, mut packets) = (0, 0, 0, 0);
    for tick in 1..=ticks {
        let now = Instant::from_millis(u64::from(tick) * 1_000 / 30 + 1);
        for (&conn, line) in &mut lines {
            let mut frame = *line.frames.back().unwrap();
            if rng.below(20) == 0 {
                let stick = |rng: &mut SimRng| [-127, 0, 0, 127][rng.below(4) as usize];
                (0..3).for_each(|input| frame.set(input, stick(&mut rng)));
            }
            line.frames.pop_front();
            line.frames.push_back(frame);
            line.sent += 1;
            let acked = line.reader.newest().map_or(0, |(newest, _)| newest.tick);
            let packet = InputPacket {
                newest: line.sent,
                acked,
                frames: line.frames.iter().copied().collect(),
            };
            let packet = packet.encode(schema.inputs.len());
            up += packet.len();
            packets += 1;
            if rng.below(50) > 0 {
                line.up.push_back((tick + delay, packet.to_vec()));
            }
            while line.up.front().is_some_and(|(due, _)| *due <= tick) {
                let (_, packet) = line.up.pop_front().unwrap();
                server.handle(conn, ServerLane::Input, &packet, now);
            }
        }
        server.update(now);
        while let Some(output) = server.poll_output() {
            let ServerOutput::Send { to, lane: ServerLane::State, packet } = output else {
                continue;
            };
            if tick > ticks / 10 {
                down += packet.len();
                snapshots += 1;
            }
            if rng.below(50) > 0 {
                lines.get_mut(&to).unwrap().down.push_back((tick + delay, packet.to_vec()));
            }
        }
        for line in lines.values_mut() {
            while line.down.front().is_some_and(|(due, _)| *due <= tick) {
                let (_, packet) = line.down.pop_front().unwrap();
                let arrived =
                    line.reader.read(&packet).unwrap().expect("in order, against what is known");
                let hash = line.reader.newest().unwrap().1.hash();
                let told = server.hashes().find(|(tick, _)| *tick == arrived.tick).unwrap();
                assert_eq!(told.1, hash, "the client reads what the server is");
            }
        }
    }
    (f64::from(down as u32) / f64::from(snapshots), f64::from(up as u32) / f64::from(packets))
}

#[test]
fn twenty_bodies_of_thirteen_numbers_that_all_move_take_ninety_bytes_at_most() {
    let (down, up) = measure(ToySpace::default(), 1_800, 2);
    eprintln!("{down:.1} B a snapshot, {up:.1} B an input packet");
    assert!(down < 90.0 && up < 9.0, "{down} down, {up} up");
}
