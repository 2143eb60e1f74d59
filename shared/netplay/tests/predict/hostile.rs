//! A server that sends nonsense.

use netplay::ids::ConnId;
use netplay::rng::SimRng;
use netplay::session::server::{
    ClientEvent, GameClient, GameServer, IdleBots, NetError, Phase, ServerConfig, ServerLane,
    ServerMessage, ServerOutput, StartMode,
};
use netplay::time::Instant;
use netplay::wire::Packet;
use testkit::harness::player;
use testkit::toy_world::ToyWorld;

/// What a server says to a client within two seconds of play, and when.
fn said() -> Vec<(Instant, ServerLane, Packet)> {
    let mut log = Vec::new();
    let config = ServerConfig { start: StartMode::Now, ..ServerConfig::default() };
    let mut server = GameServer::new(ToyWorld::default(), IdleBots, config, Instant::ZERO).unwrap();
    let mut client = ann();
    server.connected(ConnId(1), None, Instant::ZERO);
    for now in (0..2_000).map(Instant::from_millis) {
        while let Some((lane, packet)) = client.poll_output() {
            server.handle(ConnId(1), lane, &packet, now);
        }
        server.update(now);
        while let Some(output) = server.poll_output() {
            if let ServerOutput::Send { lane, packet, .. } = output {
                client.handle(lane, &packet, now).unwrap();
                log.push((now, lane, packet));
            }
        }
        client.update(now);
    }
    assert!(client.stats().checked > 20);
    log
}

fn ann() -> GameClient<ToyWorld> {
    GameClient::new(Some(ToyWorld::default()), player("ann"), Instant::ZERO).unwrap()
}

/// Goes on as a page would, whatever was said.
fn go_on(client: &mut GameClient<ToyWorld>, now: Instant) {
    client.update(now);
    client.view(now);
    let (mut outputs, mut events) = (0, 0);
    while client.poll_output().is_some() {
        outputs += 1;
    }
    while client.poll_event().is_some() {
        events += 1;
    }
    assert!(outputs <= 256 && events <= 512, "{outputs} packets, {events} events");
}

#[test]
fn fault_95_what_is_said_with_a_bit_turned_over_does_no_harm() {
    let log = said();
    let mut rng = SimRng::new(41, 1);
    for _ in 0..300 {
        let (mut client, mut twin) =
            (ann(), GameClient::<ToyWorld>::new(None, player("eve"), Instant::ZERO).unwrap());
        let wrong_from = rng.below(log.len() as u32) as usize;
        for (at, (now, lane, packet)) in log.iter().enumerate() {
            let mut bytes = packet.to_vec();
            if at >= wrong_from && rng.below(3) == 0 {
                for _ in 0..=rng.below(4) {
                    let place = rng.below(bytes.len() as u32) as usize;
                    bytes[place] ^= 1 << rng.below(8);
                }
                if rng.below(4) == 0 {
                    bytes.truncate(rng.below(bytes.len() as u32) as usize);
                }
            }
            // Either it is understood, or the client is over.
            let heard = client.handle(*lane, &bytes, *now);
            assert!(heard.is_ok() || !client.is_in());
            let _ = twin.handle(*lane, &bytes, *now);
            if at % 8 == 0 {
                go_on(&mut client, *now);
                go_on(&mut twin, *now);
            }
        }
    }
}

#[test]
fn fault_95_nonsense_on_every_lane_is_refused_and_nothing_piles_up() {
    let mut rng = SimRng::new(42, 1);
    let log = said();
    for round in 0..200 {
        let mut client = ann();
        if round % 2 == 0 {
            for (now, lane, packet) in &log[..4] {
                client.handle(*lane, packet, *now).unwrap();
            }
        }
        for step in 0..60 {
            let lane = ServerLane::ALL[rng.below(4) as usize];
            let bytes: Vec<u8> = (0..rng.below(80)).map(|_| rng.next_u32() as u8).collect();
            let _ = client.handle(lane, &bytes, Instant::from_millis(step * 16));
            go_on(&mut client, Instant::from_millis(step * 16));
        }
        let _ = client.set_ready(true);
    }
}

#[test]
fn a_caller_who_fetches_nothing_loses_the_oldest_and_no_memory() {
    let log = said();
    let mut client = ann();
    for (now, lane, packet) in &log {
        client.handle(*lane, packet, *now).unwrap();
    }
    let game = log.iter().find(|(_, lane, _)| *lane == ServerLane::Control).unwrap();
    for step in 0..5_000 {
        client.update(Instant::from_millis(2_000 + step * 4));
        // The lobby again and again: each an event.
        let lobby = log.iter().rfind(|(_, lane, _)| *lane == ServerLane::Control).unwrap();
        assert_ne!(lobby.2, game.2, "the welcome and the lobby");
        client.handle(lobby.1, &lobby.2, Instant::from_millis(2_000 + step * 4)).unwrap();
    }
    go_on(&mut client, Instant::from_millis(22_000));
}

#[test]
fn a_server_that_falls_silent_is_gone_after_five_seconds() {
    let log = said();
    let mut client = ann();
    for (now, lane, packet) in &log {
        client.handle(*lane, packet, *now).unwrap();
        client.update(*now);
    }
    client.update(Instant::from_millis(6_900));
    assert!(client.is_in());
    client.update(Instant::from_millis(7_100));
    let closed = ClientEvent::Closed { code: Some(NetError::Timeout), version: None };
    let mut events = std::iter::from_fn(|| client.poll_event());
    assert!(events.any(|event| event == closed));
    // Two seconds ahead of the last word, the own player stood still.
    assert!(client.stats().predicted < 130, "{:?}", client.stats());
}

/// A server says this to Ann, as herself.
fn said_by(server: &mut GameServer<ToyWorld, IdleBots>) -> Vec<(ServerLane, Packet)> {
    let outputs = std::iter::from_fn(|| server.poll_output());
    let said = outputs.filter_map(|output| match output {
        ServerOutput::Send { lane, packet, .. } => Some((lane, packet)),
        ServerOutput::Close { .. } => None,
    });
    said.collect()
}

#[test]
fn fault_95_counts_at_the_end_of_numbers_and_hours_of_silence_are_no_trouble() {
    let log = said();
    let (_, lane, welcome) = log.iter().find(|(_, lane, _)| *lane == ServerLane::Control).unwrap();
    let ServerMessage::Welcome { slot, identity, name, schema, .. } =
        ServerMessage::decode(*lane, welcome).unwrap()
    else {
        panic!("the first word is the welcome");
    };
    let mut predicted = 0;
    let hours = [0, 1, 3_600_000, 3_600_004, 86_400_000_000];
    for tick in [0, 1, 32_767, 65_535, u32::MAX - 40_000, u32::MAX - 2, u32::MAX] {
        for slot in [slot, Some(u8::MAX), None] {
            let mut client = ann();
            let (name, schema) = (name.clone(), schema.clone());
            let word = ServerMessage::Welcome { slot, tick, identity, name, schema };
            let _ = client.handle(word.lane(), &word.encode(), Instant::ZERO);
            let players = Vec::new();
            let word = ServerMessage::Lobby {
                phase: Phase::Playing,
                since_tick: tick,
                host: slot,
                players,
            };
            let _ = client.handle(word.lane(), &word.encode(), Instant::ZERO);
            for (turn, (_, lane, packet)) in log.iter().enumerate() {
                if *lane == ServerLane::State {
                    let mut packet = packet.to_vec();
                    let low = (tick as u16).wrapping_add(turn as u16 * 31).to_le_bytes();
                    packet[..2].copy_from_slice(&low);
                    let _ = client.handle(*lane, &packet, Instant::from_millis(33 * turn as u64));
                    go_on(&mut client, Instant::from_millis(33 * turn as u64));
                }
            }
            for ms in hours {
                // Heard at once after the stall, or not at all.
                let _ = client.handle(word.lane(), &word.encode(), Instant::from_millis(ms));
                go_on(&mut client, Instant::from_millis(ms));
                go_on(&mut client, Instant::from_millis(ms + 33));
            }
            predicted += client.stats().predicted;
        }
    }
    assert!(predicted > 100, "some of it was believed: {predicted} ticks");
}

#[test]
fn fault_95_a_server_of_another_world_is_no_server_of_this_one() {
    let config = ServerConfig { start: StartMode::Now, ..ServerConfig::default() };
    for (props, slots) in [(0, 1), (1, 4), (9, 4), (4, 9)] {
        let other = ToyWorld::new(slots, props);
        let mut server = GameServer::new(other, IdleBots, config.clone(), Instant::ZERO).unwrap();
        // It lets her in although her world is another: it lies about what it is.
        let mut eve: GameClient<ToyWorld> =
            GameClient::new(Some(ToyWorld::new(slots, props)), player("eve"), Instant::ZERO)
                .unwrap();
        server.connected(ConnId(1), None, Instant::ZERO);
        while let Some((lane, packet)) = eve.poll_output() {
            server.handle(ConnId(1), lane, &packet, Instant::ZERO);
        }
        let mut client = ann();
        for now in (0..900).map(Instant::from_millis) {
            server.update(now);
            for (lane, packet) in said_by(&mut server) {
                let heard = client.handle(lane, &packet, now);
                assert!(heard.is_ok() || !client.is_in());
            }
            while let Some((lane, packet)) = client.poll_output() {
                if lane != ServerLane::Control {
                    server.handle(ConnId(1), lane, &packet, now);
                }
            }
            go_on(&mut client, now);
        }
    }
}
