//! A room's members at the door of a server that one of them runs.

use crate::fixture::{ASK, Backwards, Field};
use netplay::ids::{ConnId, Frame, PlayerId, Seat};
use netplay::limits::PAYLOAD_BYTES;
use netplay::session::server::{
    ClientMessage, GameServer, NetError, RoomDoor, SERVER_VERSION, ServerConfig, ServerLane,
    ServerMessage,
};
use netplay::sim::{EntityState, NetId, Replicated, WorldState, identity_of};
use netplay::time::Instant;
use netplay::wire::{Blob, Controller, SeatController, Text};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

struct Room {
    server: GameServer<Field, Backwards>,
    door: RoomDoor,
    now: Instant,
    said: Vec<(PlayerId, ServerLane, netplay::wire::Packet)>,
}

impl Room {
    fn new(seats: &[Option<PlayerId>]) -> Self {
        let config = ServerConfig::in_room();
        let server = GameServer::new(Field::new(), Backwards, config, Instant::ZERO).unwrap();
        let (door, now) = (RoomDoor::new(seats.into()), Instant::ZERO);
        Self { server, door, now, said: Vec::new() }
    }

    fn say(&mut self, player: PlayerId, message: &ClientMessage) {
        let (lane, bytes) = (message.lane(), message.encode());
        self.door.handle(&mut self.server, player, lane, &bytes, self.now);
    }

    fn hello(&mut self, player: PlayerId) {
        let (version, identity) = (SERVER_VERSION, Some(identity_of(&Field::new())));
        self.say(player, &ClientMessage::Hello { version, name: Text::default(), identity });
    }

    fn run(&mut self, ms: u64) {
        self.now = Instant::from_millis(self.now.as_millis() + ms);
        self.door.greet(&mut self.server, self.now);
        self.server.update(self.now);
        while let Some(said) = self.door.poll_said(&mut self.server) {
            self.said.push(said);
        }
    }

    fn told(&self, player: PlayerId) -> Vec<ServerMessage> {
        let to_them = self.said.iter().filter(|(to, ..)| *to == player);
        to_them.filter_map(|(_, lane, it)| ServerMessage::decode(*lane, it).ok()).collect()
    }

    fn slot(&self, player: PlayerId) -> Option<u8> {
        self.server.slot_of(ConnId(player.0.into()))
    }
}

#[test]
fn fault_52_a_flood_of_hellos_is_answered_once_a_second_and_costs_the_others_as_little() {
    let mut room = Room::new(&[Some(ANN), Some(BEN)]);
    room.hello(BEN);
    let payload = Blob::new([9]).unwrap();
    let ask = ClientMessage::Action { view_tick_256: 0, kind: ASK, payload };
    for _ in 0..100 {
        for _ in 0..8 {
            room.hello(ANN);
            room.say(ANN, &ask);
        }
        room.run(33);
    }
    let count = |player, is: fn(&ServerMessage) -> bool| {
        room.told(player).iter().filter(|message| is(message)).count()
    };
    assert_eq!(count(ANN, |it| matches!(it, ServerMessage::Welcome { .. })), 4, "3.3 seconds");
    let lobbies = count(BEN, |it| matches!(it, ServerMessage::Lobby { .. }));
    assert!(lobbies <= 5, "{lobbies}");
    assert_eq!(room.slot(BEN), Some(1), "who floods disturbs nobody");
}

#[test]
fn a_hello_that_comes_too_soon_waits_and_the_seat_is_the_one_of_then() {
    let mut room = Room::new(&[Some(ANN), None, None]);
    room.hello(ANN);
    room.run(100);
    assert_eq!(room.slot(ANN), Some(0));
    let change = |seat, controller| SeatController { seat: Seat(seat), controller, from: Frame(0) };
    room.door.changed_hands(&mut room.server, &change(0, Controller::Ai));
    assert_eq!(room.slot(ANN), None, "who had it drives no more");
    room.hello(ANN);
    room.run(100);
    room.door.changed_hands(&mut room.server, &change(2, Controller::Human { player: ANN }));
    room.run(900);
    assert_eq!(room.slot(ANN), Some(2));
}

#[test]
fn nobody_gets_new_requests_by_saying_hello_anew() {
    let mut room = Room::new(&[Some(ANN), Some(BEN)]);
    room.hello(BEN);
    let payload = Blob::new([9]).unwrap();
    let ask = ClientMessage::Action { view_tick_256: 0, kind: ASK, payload };
    room.run(34);
    for _ in 0..3 {
        room.hello(ANN);
        (0..200).for_each(|_| room.say(ANN, &ask));
        room.run(1_000);
    }
    let is_answer = |it: &ServerMessage| matches!(it, ServerMessage::Game { .. });
    let answers = room.told(BEN).into_iter().filter(is_answer).count();
    assert!((110..=122).contains(&answers), "a burst, and thirty a second: {answers}");
}

#[test]
fn a_world_that_is_longer_than_a_room_carries_is_said_to_be() {
    assert_eq!(ServerConfig::in_room().snapshot_bytes_cap, PAYLOAD_BYTES - 1);
    let mut room = Room::new(&[Some(ANN)]);
    let (mut world, mut number) = (WorldState::default(), 1_u32);
    Field::new().read(&mut world);
    for id in 3..4_000 {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let values = vec![-((number >> 1) as i32)];
        world.entities.push(EntityState { id: NetId(id), kind: 1, owner: None, values });
    }
    room.server.resume(&world, 5).unwrap();
    room.hello(ANN);
    room.run(100);
    let closed = ServerMessage::Closed { code: Some(NetError::MessageTooLarge) };
    assert_eq!(room.told(ANN).last(), Some(&closed));
    let said = core::mem::take(&mut room.said);
    for (to, lane, packet) in said {
        assert!(room.door.blob(to, lane, &packet).is_some(), "everything goes through");
    }
}

#[test]
fn who_speaks_without_hello_is_told_that_nobody_knows_them() {
    let mut room = Room::new(&[Some(ANN)]);
    for _ in 0..6 {
        room.say(ANN, &ClientMessage::Start);
        room.run(200);
    }
    assert_eq!(room.told(ANN), [ServerMessage::Closed { code: Some(NetError::Timeout) }]);
    room.hello(ANN);
    room.run(34);
    assert_eq!((room.slot(ANN), room.door.all_in()), (Some(0), true));
    room.door.left(&mut room.server, ANN);
    assert_eq!(room.slot(ANN), None);
}
