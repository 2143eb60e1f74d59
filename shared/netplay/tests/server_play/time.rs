//! The server's clock, and going on elsewhere.

use crate::fixture::{Desk, Field, config};
use netplay::ids::ConnId;
use netplay::session::server::{
    BadServerConfig, GameServer, IdleBots, Phase, ServerConfig, StartMode,
};
use netplay::sim::WorldState;
use netplay::time::Instant;

#[test]
fn ticks_come_thirty_a_second_whenever_the_server_is_asked() {
    let config = config(StartMode::Now);
    let mut server = GameServer::new(Field::new(), IdleBots, config, Instant::ZERO).unwrap();
    let mut now = Instant::ZERO;
    while let Some(due) = server.poll_timeout().filter(|due| *due <= Instant::from_millis(10_000)) {
        assert!(due > now, "something is due later, or nothing is");
        now = due;
        server.update(now);
    }
    assert_eq!((server.tick(), server.stats().late_ticks_skipped), (300, 0));
    server.update(now);
    assert_eq!(server.tick(), 300, "asked again, nothing is due");
}

#[test]
fn a_server_that_was_held_up_makes_up_for_five_ticks_and_skips_the_rest() {
    let config = config(StartMode::Now);
    let mut server = GameServer::new(Field::new(), IdleBots, config, Instant::ZERO).unwrap();
    server.update(Instant::from_millis(1_001));
    assert_eq!((server.tick(), server.stats().late_ticks_skipped), (5, 25));
    server.update(Instant::from_millis(1_034));
    assert_eq!(server.tick(), 6, "and goes on from there");
}

#[test]
fn the_world_that_stands_is_told_three_times_a_second() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    desk.ticks(30);
    let ticks: Vec<_> = desk.told[&1].hashes.iter().map(|(tick, _)| *tick).collect();
    assert_eq!(ticks, [10, 20, 30]);
    desk.assert_converged();
}

#[test]
fn another_machine_goes_on_from_where_the_server_was() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    desk.say(1, &netplay::session::server::ClientMessage::Ready { ready: true });
    desk.push(1, 10);
    desk.push(1, 10);
    desk.ticks(20);
    let (arrived, world) = desk.told[&1].snapshots.newest().unwrap();
    let (tick, world) = (arrived.tick, world.clone());
    let mut next = Desk::new(config(StartMode::Auto));
    assert!(next.server.resume(&WorldState::default(), 5).is_err(), "that is no state of it");
    assert_eq!((next.server.tick(), next.server.phase()), (0, Phase::Lobby), "nothing has changed");
    next.server.resume(&world, tick).unwrap();
    assert_eq!((next.server.world(), next.server.tick()), (&world, tick));
    next.join(1);
    next.push(1, 1);
    next.push(1, 1);
    next.ticks(3);
    assert_eq!(next.server.phase(), Phase::Playing);
    assert_eq!(next.place(0), world.entities[0].values[0] + 3);
    assert!(next.server.client_stats(ConnId(1)).unwrap().snapshots >= 1);
    next.assert_converged();
}

#[test]
fn a_configuration_that_makes_no_sense_is_refused() {
    let spoil: [fn(&mut ServerConfig); 7] = [
        |config| config.max_players = 0,
        |config| config.min_players = 4,
        |config| config.input_buffer_target = 0,
        |config| config.input_queue_cap = 1,
        |config| config.input_queue_cap = 65,
        |config| config.max_connections = 0,
        |config| config.name = "n".repeat(25),
    ];
    for spoil in spoil {
        let mut config = config(StartMode::Auto);
        spoil(&mut config);
        let refused = GameServer::new(Field::new(), IdleBots, config, Instant::ZERO).err();
        assert!(matches!(refused, Some(BadServerConfig(_))));
    }
}
