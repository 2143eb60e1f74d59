//! What a fuzzer feeds to the relay: strangers who say anything, in any order, at any time.
#![allow(unreachable_pub)]

use netplay::code::RoomCode;
use netplay::ids::ConnId;
use netplay::relay::{ClientAddress, Output, RelayConfig, RelayCore};
use netplay::time::Instant;
use netplay::wire::{Entry, Message, Packet, WordSize};
use std::time::Duration;
use testkit::model::hello;

/// Connections that the strangers use at once.
const STRANGERS: usize = 6;

/// A relay and who is connected to it.
struct World {
    core: RelayCore,
    now: Instant,
    conns: Vec<ConnId>,
    /// The newest room.
    code: Option<RoomCode>,
}

/// A whole evening: a kind, a connection, a length, that many bytes, and so on. Every output is
/// for a connection that lives, every packet is a message, and nothing is left at the end.
pub fn relay(mut bytes: &[u8]) {
    let mut world = World {
        core: RelayCore::new(RelayConfig::default(), [7; 32]),
        now: Instant::from_millis(1_000),
        conns: Vec::new(),
        code: None,
    };
    while let [kind, who, low, high, rest @ ..] = bytes {
        let number = u16::from_le_bytes([*low, *high]);
        let conn = world.conns.get(usize::from(*who) % STRANGERS).copied();
        match (kind % 8, conn) {
            (0, _) => world.open(*who),
            (1, _) => world.pass(Duration::from_millis(number.into())),
            (2, Some(conn)) => world.lose(conn),
            (3, Some(conn)) => world.say_hello(conn, *low),
            (_, Some(conn)) => {
                let (body, tail) = rest.split_at(usize::from(number).min(rest.len()));
                world.core.handle(conn, &Packet::from(body), world.now);
                world.carry_out();
                bytes = tail;
                continue;
            }
            _ => {}
        }
        bytes = rest;
    }
    world.close();
}

impl World {
    fn open(&mut self, address: u8) {
        if self.conns.len() < STRANGERS {
            let address = match address % 3 {
                0 => ClientAddress::Local,
                1 => ClientAddress::V4([192, 0, 2, 1]),
                _ => ClientAddress::V6([address; 16]),
            };
            self.conns.extend(self.core.open(address, self.now));
        }
    }

    fn lose(&mut self, conn: ConnId) {
        self.conns.retain(|other| *other != conn);
        self.core.link_lost(conn, netplay::wire::CloseReason::LinkLost, self.now);
        self.carry_out();
    }

    fn say_hello(&mut self, conn: ConnId, how: u8) {
        let entry = match self.code.filter(|_| !how.is_multiple_of(4)) {
            Some(code) => Entry::Join { code, watch: how % 4 == 1 },
            None => Entry::Create { seats: 1 + how % 8 },
        };
        let packet = Message::from(hello("Noa", entry)).encode();
        self.core.handle(conn, &packet, self.now);
        self.carry_out();
    }

    fn pass(&mut self, span: Duration) {
        self.now = self.now + span;
        self.core.handle_timeout(self.now);
        self.carry_out();
        let next = self.core.poll_timeout();
        assert!(next.is_none_or(|next| next > self.now), "a timeout that is due is carried out");
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.core.poll_output() {
            match output {
                Output::Send { to, packet, .. } => {
                    assert!(self.conns.contains(&to), "{to:?} is gone");
                    // Only the words of an input have a size that the room has chosen.
                    let message = Message::decode(&packet, WordSize::PAD);
                    assert!(message.is_ok() || packet[0] == 0x21, "{message:?}");
                    if let Ok(Message::Welcome(welcome)) = message {
                        self.code = Some(welcome.code);
                    }
                }
                Output::Close { conn, .. } => {
                    assert!(self.conns.contains(&conn), "{conn:?} is gone");
                    self.conns.retain(|other| *other != conn);
                }
            }
        }
        assert_eq!(self.core.load().connections, self.conns.len());
    }

    fn close(mut self) {
        self.core.shutdown(self.now);
        self.carry_out();
        let load = self.core.load();
        assert_eq!((load.rooms, load.members, load.connections), (0, 0, 0));
        assert!(self.conns.is_empty(), "everybody is told");
    }
}
