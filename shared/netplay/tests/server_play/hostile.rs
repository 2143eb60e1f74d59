//! Who lies, floods or says nothing harms nobody else.

use crate::fixture::{ASK, Desk, config};
use netplay::ids::ConnId;
use netplay::limits::RESUME_COUNT;
use netplay::session::server::{
    ClientMessage, NetError, Phase, SERVER_VERSION, ServerConfig, ServerLane, ServerMessage,
    StartMode,
};
use netplay::wire::DecodeError;

#[test]
fn bytes_that_are_no_message_end_that_connection_alone() {
    let mut desk = Desk::new(ServerConfig { fill_bots: false, ..config(StartMode::Now) });
    desk.ticks(1);
    (1..=2).for_each(|conn| desk.join(conn));
    desk.push(2, 1);
    desk.push(2, 1);
    desk.bytes(1, ServerLane::Control, &[0xff, 1, 2]);
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::Protocol)));
    desk.ticks(5);
    assert_eq!((desk.told[&2].closed, desk.place(1)), (None, 5));
    for lane in ServerLane::ALL {
        let conn = 10 + u64::from(lane.number());
        desk.connect(conn, None);
        desk.bytes(conn, lane, &[]);
        assert_eq!(desk.told[&conn].closed, Some(Some(NetError::Protocol)), "{lane:?}");
    }
    desk.bytes(1, ServerLane::Control, &[1]);
    desk.assert_converged();
}

#[test]
fn a_name_as_long_as_a_book_is_no_hello() {
    let mut hello = vec![1, 1, 250, 1];
    hello.extend([b'a'; 250]);
    hello.push(0);
    let read = ClientMessage::decode(ServerLane::Control, &hello);
    assert_eq!(read, Err(DecodeError::TooLong("ClientMessage::Hello.name")));
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.connect(1, None);
    desk.bytes(1, ServerLane::Control, &hello);
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::Protocol)));
}

#[test]
fn fault_46_who_floods_with_actions_and_requests_is_not_listened_to() {
    let mut desk = Desk::new(config(StartMode::Now));
    (1..=2).for_each(|conn| desk.join(conn));
    desk.ticks(10);
    (0..1_000).for_each(|_| desk.act(1, 0, ASK));
    assert_eq!(desk.heard(2, ASK).len(), 60, "a burst, and no more");
    desk.ticks(30);
    (0..1_000).for_each(|_| desk.act(1, 0, ASK));
    let second = desk.heard(2, ASK).len() - 60;
    assert!((29..=31).contains(&second), "thirty a second: {second}");
    desk.ticks(60);
    (0..1_000).for_each(|number| desk.say(2, &ClientMessage::Ready { ready: number % 2 == 0 }));
    assert!(desk.notices(2).len() <= 60, "nor are its complaints answered one by one");
    let refused = desk.server.client_stats(ConnId(1)).unwrap().refused_requests;
    assert!(refused > 1_800, "{refused}");
}

#[test]
fn who_turns_ready_on_and_off_makes_the_server_say_no_more_than_a_lobby_a_tick() {
    let mut desk = Desk::new(ServerConfig { min_players: 2, ..config(StartMode::Auto) });
    (1..=2).for_each(|conn| desk.join(conn));
    desk.ticks(1);
    let lobbies = |desk: &Desk| {
        let is_lobby = |message: &&ServerMessage| matches!(message, ServerMessage::Lobby { .. });
        desk.told[&2].messages.iter().filter(is_lobby).count()
    };
    let before = lobbies(&desk);
    (0..50).for_each(|number| desk.say(1, &ClientMessage::Ready { ready: number % 2 == 0 }));
    desk.ticks(1);
    assert!(lobbies(&desk) <= before + 1);
}

#[test]
fn a_stranger_who_says_nothing_or_says_it_first_thing_wrong_is_let_go() {
    let mut desk = Desk::new(config(StartMode::Auto));
    desk.connect(1, None);
    desk.silent_ticks(149);
    assert_eq!(desk.told[&1].closed, None);
    desk.silent_ticks(2);
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::Timeout)), "five seconds without a hello");
    desk.connect(2, None);
    desk.say(2, &ClientMessage::Start);
    assert_eq!(desk.told[&2].closed, Some(Some(NetError::Protocol)));
    desk.join(3);
    desk.hello(3, SERVER_VERSION, None);
    assert_eq!(desk.told[&3].closed, Some(Some(NetError::Protocol)), "one hello is enough");
}

#[test]
fn who_falls_silent_is_let_go_and_everybody_is_told() {
    let mut desk = Desk::new(config(StartMode::Now));
    (1..=2).for_each(|conn| desk.join(conn));
    // The second one's machine is switched off.
    desk.told.get_mut(&2).unwrap().closed = Some(None);
    desk.ticks(149);
    assert_eq!(desk.slot(2), Some(1));
    desk.ticks(2);
    assert_eq!(desk.slot(2), None);
    assert!(desk.lobby(1).2[1].bot, "a bot has the slot");
    assert_eq!(desk.told[&2].closed, Some(Some(NetError::Timeout)));
}

#[test]
fn connections_beyond_the_cap_are_refused() {
    let mut desk = Desk::new(ServerConfig { max_connections: 3, ..config(StartMode::Auto) });
    (1..=3).for_each(|conn| desk.connect(conn, None));
    desk.connect(4, None);
    desk.ticks(1);
    assert_eq!(desk.told[&4].closed, Some(Some(NetError::Full)));
}

#[test]
fn a_world_that_is_too_large_for_its_link_is_said_to_be() {
    let mut desk = Desk::new(ServerConfig { snapshot_bytes_cap: 8, ..config(StartMode::Now) });
    desk.ticks(1);
    desk.join(1);
    desk.ticks(3);
    assert_eq!(desk.told[&1].closed, Some(Some(NetError::MessageTooLarge)));
    assert_eq!(desk.server.tick(), 4, "and the server goes on");
}

#[test]
fn who_acknowledges_nothing_costs_a_fifth_of_the_snapshots() {
    let mut desk = Desk::new(config(StartMode::Now));
    (1..=2).for_each(|conn| desk.join(conn));
    desk.told.get_mut(&2).unwrap().acks = false;
    desk.ticks(100);
    let [one, two] = [1, 2].map(|conn| desk.server.client_stats(ConnId(conn)).unwrap());
    assert!(one.snapshots >= 99 && one.whole_snapshots <= 2, "{one:?}");
    assert!(two.whole_snapshots == two.snapshots && two.snapshots <= 20, "{two:?}");
    desk.assert_converged();
}

#[test]
fn an_acknowledgement_of_what_was_never_sent_is_no_news() {
    let mut desk = Desk::new(config(StartMode::Now));
    desk.join(1);
    desk.ticks(5);
    for acked in [0, 1, 9_999, 40_000, 65_535_u16] {
        let [low, high] = acked.to_le_bytes();
        // The packet's frames: none, as the coder writes it.
        let mut packet = netplay::session::server::InputPacket::default().encode(1).to_vec();
        packet[2..4].copy_from_slice(&[low, high]);
        desk.bytes(1, ServerLane::Input, &packet);
        desk.ticks(2);
    }
    assert_eq!((desk.told[&1].closed, desk.server.phase()), (None, Phase::Playing));
    desk.assert_converged();
}

#[test]
fn fault_98_nobody_goes_on_from_a_count_that_is_almost_over() {
    let mut desk = Desk::new(config(StartMode::Now));
    desk.ticks(2);
    desk.join(1);
    desk.ticks(2);
    let (state, tick) = (desk.server.world().clone(), desk.server.tick());
    for lie in [u32::MAX, u32::MAX - 1, RESUME_COUNT + 1] {
        assert!(desk.server.resume(&state, lie).is_err());
        assert_eq!(desk.server.tick(), tick, "nothing has changed");
    }
    let mut next = Desk::new(config(StartMode::Now));
    next.server.resume(&state, RESUME_COUNT).unwrap();
    next.join(1);
    next.ticks(50);
    assert!(next.told[&1].snapshots.newest().unwrap().0.tick > RESUME_COUNT + 40);
    next.assert_converged();
}
