//! A well-behaved member over either transport.

use crate::script;
use crate::support::until;
use net_native::{NativeClock, TcpTransport, WebSocketTransport};
use netplay::client::{ClientEvent, RoomClient};
use netplay::code::RoomCode;
use netplay::link::{LinkState, Transport};
use netplay::wire::{Entry, Hello, Lobby, Message, SetReady};
use std::net::SocketAddr;
use std::time::Duration;

const CONNECT: Duration = Duration::from_secs(10);

/// How a friend reaches the relay.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Tcp,
    WebSocket,
}

pub(crate) struct Friend {
    pub(crate) client: RoomClient,
    pub(crate) events: Vec<ClientEvent>,
    link: Box<dyn Transport>,
    clock: NativeClock,
}

impl Friend {
    /// Connects and says hello.
    pub(crate) fn connect(way: Way, address: SocketAddr, hello: Message) -> Self {
        let Message::Hello(hello) = hello else { panic!("{hello:?} is no hello") };
        let link: Box<dyn Transport> = match way {
            Way::Tcp => Box::new(TcpTransport::connect(address, CONNECT).expect("a relay")),
            Way::WebSocket => {
                let url = format!("ws://{address}/");
                Box::new(WebSocketTransport::connect(&url, CONNECT).expect("a relay"))
            }
        };
        let clock = NativeClock::start();
        let mut client = RoomClient::new(Hello { ..hello });
        client.link_opened(clock.now());
        let mut friend = Self { client, events: Vec::new(), link, clock };
        friend.pump();
        friend
    }

    /// The host of a new room.
    pub(crate) fn create(way: Way, address: SocketAddr) -> Self {
        let mut host = Self::connect(way, address, script::create("host"));
        host.until("the host's welcome", |host| host.client.in_room().then_some(()));
        host
    }

    /// A guest of the room.
    pub(crate) fn join(way: Way, address: SocketAddr, code: RoomCode) -> Self {
        let mut guest = Self::connect(way, address, script::join("guest", code));
        guest.until("the guest's welcome", |guest| guest.client.in_room().then_some(()));
        guest
    }

    pub(crate) fn code(&self) -> RoomCode {
        self.client.code().expect("welcomed")
    }

    /// Moves what has arrived and what is to be said.
    pub(crate) fn pump(&mut self) {
        let now = self.clock.now();
        while let Some(packet) = self.link.poll(now) {
            self.client.handle(&packet, now);
        }
        self.send_all();
        while let Some(event) = self.client.poll_event() {
            self.events.push(event);
        }
    }

    fn send_all(&mut self) {
        while let Some((packet, lane)) = self.client.poll_packet() {
            // A closed link says so in its state.
            let _ = self.link.send(&packet, lane, self.clock.now());
        }
    }

    /// Says something without listening.
    pub(crate) fn say(&mut self, message: impl Into<Message>) {
        assert!(self.client.say(message), "in a room");
        self.send_all();
    }

    pub(crate) fn ready(&mut self) {
        self.say(SetReady { ready: true });
    }

    /// Tries to come in again after a refusal.
    pub(crate) fn enter(&mut self, entry: Entry) {
        self.client.enter(entry);
        self.send_all();
    }

    pub(crate) fn until<T>(&mut self, what: &str, mut ready: impl FnMut(&Self) -> Option<T>) -> T {
        until(what, || {
            self.pump();
            ready(self)
        })
    }

    pub(crate) fn until_event<T>(
        &mut self,
        what: &str,
        wanted: impl Fn(&ClientEvent) -> Option<T>,
    ) -> T {
        self.until(what, |friend| friend.events.iter().find_map(&wanted))
    }

    pub(crate) fn until_lobby(&mut self, what: &str, wanted: impl Fn(&Lobby) -> bool) {
        self.until(what, |friend| friend.client.lobby().filter(|lobby| wanted(lobby)).map(|_| ()));
    }

    /// Whether the other end has ended the link.
    pub(crate) fn link_is_over(&self) -> bool {
        matches!(self.link.state(), LinkState::Closed(_))
    }
}
