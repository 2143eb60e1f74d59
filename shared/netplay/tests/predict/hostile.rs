//! A server that sends nonsense.

use netplay::ids::ConnId;
use netplay::rng::SimRng;
use netplay::session::server::{
    ClientEvent, GameClient, GameServer, IdleBots, NetError, ServerConfig, ServerLane,
    ServerOutput, StartMode,
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
