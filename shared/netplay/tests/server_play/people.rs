//! Who comes, who goes, and what begins and ends with them.

use crate::fixture::{Desk, Field, GOAL, config};
use netplay::ids::StateHash;
use netplay::session::server::{
    ClientMessage, NetError, Phase, SERVER_VERSION, ServerConfig, ServerEvent, ServerMessage,
    StartMode,
};
use netplay::sim::{Replicated, WorldState, identity_of};
use netplay::wire::Text;

const READY: ClientMessage = ClientMessage::Ready { ready: true };

fn as_new() -> WorldState {
    let mut world = WorldState::default();
    Field::new().read(&mut world);
    world
}

#[test]
fn a_game_begins_by_itself_when_enough_people_are_here_and_all_are_ready() {
    let mut desk = Desk::new(ServerConfig { min_players: 2, ..config(StartMode::Auto) });
    desk.join(1);
    desk.say(1, &READY);
    desk.ticks(3);
    assert_eq!(desk.server.phase(), Phase::Lobby, "one is not enough");
    desk.join(2);
    desk.ticks(3);
    assert_eq!(desk.server.phase(), Phase::Lobby, "the second is not ready");
    desk.say(2, &READY);
    desk.ticks(3);
    let (phase, host, rows) = desk.lobby(2);
    assert_eq!((phase, host), (Phase::Playing, Some(0)));
    let bots: Vec<_> = rows.iter().map(|row| (row.slot, row.bot)).collect();
    assert_eq!(bots, [(0, false), (1, false), (2, true)]);
    assert!(desk.place(2) < 0, "the bot plays");
    desk.assert_converged();
}

#[test]
fn in_the_lobby_the_host_begins_and_nobody_else() {
    let mut desk = Desk::new(config(StartMode::Lobby));
    desk.join(1);
    desk.join(2);
    desk.say(1, &READY);
    desk.say(2, &READY);
    desk.ticks(5);
    assert_eq!(desk.server.phase(), Phase::Lobby);
    desk.say(2, &ClientMessage::Start);
    assert_eq!(desk.notices(2), [NetError::NotHost]);
    desk.say(1, &ClientMessage::End);
    assert_eq!(desk.notices(1), [NetError::Phase], "nothing runs yet");
    desk.say(1, &ClientMessage::Start);
    desk.ticks(1);
    assert_eq!(desk.server.phase(), Phase::Playing);
    desk.say(1, &ClientMessage::Start);
    desk.say(1, &READY);
    assert_eq!(desk.notices(1), [NetError::Phase; 3]);
    desk.say(1, &ClientMessage::End);
    desk.ticks(1);
    assert_eq!((desk.server.phase(), desk.lobby(2).0), (Phase::Lobby, Phase::Lobby));
    assert_eq!(desk.server.world(), &as_new());
}

#[test]
fn the_next_who_came_hosts_when_the_host_goes() {
    let mut desk = Desk::new(config(StartMode::Lobby));
    (1..=3).for_each(|conn| desk.join(conn));
    desk.say(1, &ClientMessage::Leave);
    assert_eq!(desk.told[&1].closed, Some(None), "left in good order");
    desk.ticks(1);
    assert_eq!(desk.lobby(2).1, Some(1));
    desk.join(4);
    assert_eq!(desk.slot(4), Some(0), "the lowest free slot");
    desk.ticks(1);
    assert_eq!(desk.lobby(4).1, Some(1), "who came before still hosts");
}

#[test]
fn a_newcomer_takes_over_from_a_bot_and_a_bot_from_a_leaver() {
    let mut desk = Desk::new(config(StartMode::Now));
    desk.ticks(10);
    assert_eq!(desk.server.phase(), Phase::Playing, "bots play alone");
    let before = desk.place(0);
    assert!(before < 0);
    desk.join(1);
    for _ in 0..10 {
        desk.push(1, 5);
        desk.ticks(1);
    }
    assert_eq!(desk.place(0), before + 9 * 5, "from the second frame on it is the person's");
    assert!(desk.server.sim().people[0]);
    desk.say(1, &ClientMessage::Leave);
    let left = desk.place(0);
    desk.ticks(4);
    assert_eq!(desk.place(0), left - 4, "the bot goes on");
    assert!(!desk.server.sim().people[0]);
    assert_eq!(desk.server.phase(), Phase::Playing, "for ever");
    desk.assert_converged();
}

#[test]
fn when_the_last_person_leaves_the_world_is_as_new_and_stands() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    desk.join(2);
    desk.say(1, &READY);
    desk.say(2, &READY);
    for _ in 0..20 {
        desk.push(1, 7);
        desk.push(2, 3);
        desk.ticks(1);
    }
    assert_ne!(desk.server.world(), &as_new());
    desk.say(1, &ClientMessage::Leave);
    desk.ticks(1);
    assert_eq!(desk.server.phase(), Phase::Playing, "somebody is still here");
    desk.say(2, &ClientMessage::Leave);
    desk.ticks(20);
    assert_eq!(desk.server.phase(), Phase::Lobby);
    assert_eq!(desk.server.world().hash(), as_new().hash());
    assert_eq!(desk.server.sim(), &Field::new(), "bit for bit, what is not replicated too");
    // And the next game is like the first.
    desk.join(3);
    desk.say(3, &READY);
    desk.ticks(3);
    assert_eq!(desk.server.phase(), Phase::Playing);
    desk.assert_converged();
}

#[test]
fn a_game_that_is_over_goes_back_to_its_lobby() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    desk.say(1, &READY);
    for _ in 0..GOAL / 100 + 3 {
        desk.push(1, 100);
        desk.ticks(1);
    }
    let phases = desk.events.iter().filter_map(|event| match event {
        ServerEvent::Phase(phase) => Some(*phase),
        _ => None,
    });
    assert_eq!(phases.collect::<Vec<_>>(), [Phase::Playing, Phase::Lobby]);
    assert!(desk.server.sim().people[0], "who is still here has joined the next one");
    assert!(!desk.lobby(1).2[0].ready, "and is asked again");
}

#[test]
fn without_bots_free_slots_stand_still() {
    let mut desk = Desk::new(ServerConfig { fill_bots: false, ..config(StartMode::Now) });
    desk.ticks(10);
    assert_eq!(desk.server.world(), &as_new());
    assert_eq!(desk.server.phase(), Phase::Playing);
}

#[test]
fn a_full_server_says_so_and_an_observer_needs_no_slot() {
    let mut desk = Desk::new(ServerConfig { max_players: 2, ..config(StartMode::Auto) });
    (1..=3).for_each(|conn| desk.join(conn));
    let refused = ServerMessage::Refused { code: NetError::Full, version: SERVER_VERSION };
    assert_eq!(desk.told[&3].messages, [refused]);
    assert_eq!(desk.told[&3].closed, Some(Some(NetError::Full)));
    desk.connect(4, None);
    desk.hello(4, SERVER_VERSION, None);
    assert!(matches!(desk.told[&4].messages[0], ServerMessage::Welcome { slot: None, .. }));
    desk.say(1, &READY);
    desk.say(2, &READY);
    desk.ticks(10);
    assert!(desk.told[&4].hashes.len() > 1, "it is told what is");
    desk.say(4, &READY);
    desk.say(4, &ClientMessage::End);
    desk.act(4, 0, 1);
    let wrong = [NetError::PlayerUnknown, NetError::NotHost, NetError::PlayerUnknown];
    assert_eq!(desk.notices(4), wrong);
    desk.assert_converged();
}

#[test]
fn other_rules_and_other_versions_are_refused() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.connect(1, None);
    desk.hello(1, SERVER_VERSION, Some(StateHash(3)));
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::SceneMismatch)));
    desk.connect(2, None);
    desk.hello(2, SERVER_VERSION + 1, Some(identity_of(&Field::new())));
    let refused = ServerMessage::Refused { code: NetError::Version, version: SERVER_VERSION };
    assert_eq!(desk.told[&2].messages, [refused], "with the version that is spoken here");
    let codes = desk.events.iter().filter_map(|event| match event {
        ServerEvent::Refused { code, .. } => Some(*code),
        _ => None,
    });
    assert_eq!(codes.collect::<Vec<_>>(), [NetError::SceneMismatch, NetError::Version]);
    assert_eq!(desk.server.stats().refused, 2);
}

#[test]
fn no_two_players_of_a_server_look_alike() {
    let mut desk = Desk::new(config(StartMode::Auto));
    let identity = Some(identity_of(&Field::new()));
    for (conn, name) in [(1, "Noa"), (2, "NOA"), (3, "N\u{43e}a")] {
        desk.connect(conn, None);
        let name = Text::new(name).unwrap();
        desk.say(conn, &ClientMessage::Hello { version: SERVER_VERSION, name, identity });
    }
    desk.ticks(1);
    let names: Vec<_> = desk.lobby(1).2.iter().map(|row| row.name.to_string()).collect();
    assert_eq!(names, ["Noa", "NOA (2)", "N\u{43e}a (3)"]);
}

#[test]
fn a_rooms_seat_is_the_slot_and_its_newest_connection_is_the_right_one() {
    let mut desk = Desk::new(config(StartMode::Auto));
    let identity = Some(identity_of(&Field::new()));
    for conn in [1, 2] {
        desk.connect(conn, Some(2));
        desk.hello(conn, SERVER_VERSION, identity);
    }
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::Timeout)));
    assert_eq!(desk.slot(2), Some(2));
    desk.connect(3, Some(9));
    desk.hello(3, SERVER_VERSION, identity);
    assert_eq!(desk.told[&3].closed, Some(Some(NetError::Full)), "no such slot");
}

#[test]
fn who_is_removed_is_told_why() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.join(1);
    assert_eq!(desk.server.kick(2), Err(NetError::PlayerUnknown));
    assert_eq!(desk.server.kick(0), Ok(()));
    desk.ticks(1);
    let closed = ServerMessage::Closed { code: Some(NetError::Kicked) };
    assert_eq!(desk.told[&1].messages.last(), Some(&closed));
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::Kicked)));
}

#[test]
fn a_server_that_stops_tells_everybody_and_lets_nobody_in() {
    let mut desk = Desk::new(config(StartMode::Now));
    desk.join(1);
    desk.join(2);
    desk.server.shutdown();
    desk.ticks(1);
    for conn in [1, 2] {
        assert_eq!(desk.told[&conn].messages.last(), Some(&ServerMessage::Closed { code: None }));
        assert_eq!(desk.told[&conn].closed, Some(None), "that is no error");
    }
    assert_eq!(desk.server.poll_timeout(), None);
    desk.connect(3, None);
    desk.ticks(1);
    assert_eq!(desk.told[&3].closed, Some(None));
}
