//! A whole game over real sockets.

use crate::friend::{Friend, Way};
use crate::script;
use crate::support::{hasty, spawn, until};
use netplay::client::ClientEvent;
use netplay::ids::Frame;
use netplay::session::LockstepConfig;
use netplay::wire::{CloseReason, Loaded, Start};
use std::net::TcpStream;
use std::time::Duration;
use testkit::{Peer, ToyGame, reference};

const FRAMES: u32 = 600;
const SEED: u64 = 11;

struct Player {
    friend: Friend,
    peer: Peer,
    heard: usize,
}

impl Player {
    fn begin(mut friend: Friend, start: &Start) -> Self {
        let me = friend.client.me().expect("welcomed");
        let config = LockstepConfig::from_start(start, me);
        let game = ToyGame::new(config.seats, start.seed);
        friend.say(Loaded { player: me, round: start.round });
        Self { friend, peer: Peer::new(config, game, SEED), heard: 0 }
    }

    /// One pass: what has arrived, a step if it is time, what is to be said.
    fn pass(&mut self) {
        self.friend.pump();
        for event in &self.friend.events[self.heard..] {
            if let ClientEvent::Play(message) = event {
                self.peer.session.handle(message).expect("a fair peer");
            }
        }
        self.heard = self.friend.events.len();
        if self.peer.session.frame() < Frame(FRAMES) {
            self.peer.step();
        }
        while let Some(message) = self.peer.session.poll_message() {
            self.friend.say(message);
        }
    }
}

#[test]
fn raw_tcp_and_websocket_play_one_game_and_the_port_is_closed_after() {
    let mut config = hasty();
    // Two sessions that run as fast as they can are no flood here.
    config.relay.messages_per_second = 1_000_000;
    config.relay.messages_burst = 1_000_000;
    config.flush_window_us = 0;
    let relay = spawn(config);
    let address = relay.local_addr();

    let mut host = Friend::create(Way::Tcp, address);
    let mut guest = Friend::join(Way::WebSocket, address, host.code());
    guest.ready();
    host.until_lobby("a ready guest", |lobby| lobby.members.iter().any(|row| row.ready));
    host.say(script::start(4));
    let started = |event: &ClientEvent| match event {
        ClientEvent::Started { start, .. } => Some(start.clone()),
        _ => None,
    };
    let orders = [&mut host, &mut guest].map(|friend| friend.until_event("the start", started));
    assert_eq!(orders[0], orders[1]);
    let start = &orders[0];

    let mut players = [Player::begin(host, start), Player::begin(guest, start)];
    until("the end of the game", || {
        players.iter_mut().for_each(Player::pass);
        players.iter().all(|player| player.peer.session.frame() == Frame(FRAMES)).then_some(())
    });
    let controllers = &players[0].peer.session.config().controllers.clone();
    let game = ToyGame::new(controllers.len() as u16, start.seed);
    let expected = reference(game, SEED, 4, controllers, &[], FRAMES);
    for player in &players {
        assert_eq!(player.peer.hashes, expected);
        assert_eq!(player.peer.desync(), None);
    }

    relay.shutdown();
    for player in &mut players {
        player.friend.until_event("the goodbye", |event| match event {
            ClientEvent::Closed(CloseReason::ServerShutdown) => Some(()),
            _ => None,
        });
    }
    assert!(TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_err());
}

#[test]
fn a_lost_socket_is_told_once_and_its_place_comes_back() {
    let relay = spawn(hasty());
    let address = relay.local_addr();
    let mut host = Friend::create(Way::WebSocket, address);
    for way in [Way::Tcp, Way::WebSocket] {
        let guest = Friend::join(way, address, host.code());
        let me = guest.client.me().expect("welcomed");
        let token = guest.client.token().expect("welcomed");
        let connected = |host: &Friend| host.client.member(me).map(|row| row.connected);
        host.until("the guest", |host| (connected(host) == Some(true)).then_some(()));
        drop(guest);
        host.until("the loss", |host| (connected(host) == Some(false)).then_some(()));
        let hello = script::resume("guest", host.code(), token);
        let mut back = Friend::connect(way, address, hello);
        back.until_event("the welcome back", |event| {
            (*event == ClientEvent::Welcomed { resumed: true }).then_some(())
        });
        assert_eq!(back.client.me(), Some(me));
        host.until("the return", |host| (connected(host) == Some(true)).then_some(()));
    }
}

#[test]
fn dropping_the_handle_stops_the_relay() {
    let relay = spawn(hasty());
    let address = relay.local_addr();
    let mut host = Friend::create(Way::WebSocket, address);
    drop(relay);
    host.until_event("the goodbye", |event| match event {
        ClientEvent::Closed(CloseReason::ServerShutdown) => Some(()),
        _ => None,
    });
    host.until("the end of the link", |host| host.link_is_over().then_some(()));
    assert!(TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_err());
}
