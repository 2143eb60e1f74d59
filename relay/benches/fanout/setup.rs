//! Rooms full of members, up to the moment when they play.

use crate::child::{Child, Kind};
use crate::script;
use net_native::framing::{self, MAGIC};
use netplay::code::RoomCode;
use netplay::ids::{Round, Seat};
use netplay::limits::ROOM_SEATS;
use netplay::wire::{Loaded, Message, SetReady, WordSize};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A member whose session has begun.
pub(crate) struct Peer {
    pub(crate) stream: TcpStream,
    pub(crate) room: usize,
    /// None watches.
    pub(crate) seat: Option<Seat>,
}

pub(crate) fn peers(server: &Child, rooms: usize, members: usize) -> Vec<Peer> {
    let room = |room| match server.kind {
        Kind::Plain => plain_room(server.address, room, members),
        Kind::Relay { .. } => relay_room(server.address, room, members),
    };
    (0..rooms).flat_map(room).collect()
}

fn plain_room(address: SocketAddr, room: usize, members: usize) -> Vec<Peer> {
    let enter = |place: usize| {
        let mut stream = connect(address);
        stream.write_all(&(room as u32).to_le_bytes()).expect("the server reads");
        let seat = (place < ROOM_SEATS).then_some(Seat(place as u16));
        Peer { stream, room, seat }
    };
    (0..members).map(enter).collect()
}

fn relay_room(address: SocketAddr, room: usize, members: usize) -> Vec<Peer> {
    let mut host = connect(address);
    host.write_all(&MAGIC).expect("the relay reads");
    say(&mut host, &script::create("host"));
    let code = welcomed(&mut host);
    let mut streams = vec![host];
    for _ in 1..members {
        let mut guest = connect(address);
        guest.write_all(&MAGIC).expect("the relay reads");
        say(&mut guest, &script::join("guest", code));
        welcomed(&mut guest);
        say(&mut guest, &SetReady { ready: true }.into());
        streams.push(guest);
    }
    let seated = members.min(ROOM_SEATS);
    hear(&mut streams[0], |message| match message {
        Message::Lobby(lobby) => {
            let ready = lobby.members.iter().filter(|row| row.ready && row.seat.is_some());
            (lobby.members.len() == members && ready.count() + 1 >= seated).then_some(())
        }
        _ => None,
    });
    say(&mut streams[0], &script::start(4));
    let mut peers: Vec<Peer> = streams
        .into_iter()
        .enumerate()
        .map(|(place, stream)| Peer {
            stream,
            room,
            seat: (place < ROOM_SEATS).then_some(Seat(place as u16)),
        })
        .collect();
    for peer in &mut peers {
        hear(&mut peer.stream, |message| matches!(message, Message::Start(_)).then_some(()));
        say(&mut peer.stream, &Loaded { player: Default::default(), round: Round(1) }.into());
    }
    peers
}

pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_nodelay(true).expect("a socket");
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("a socket");
    stream
}

pub(crate) fn say(stream: &mut TcpStream, message: &Message) {
    let mut bytes = Vec::new();
    framing::append(&message.encode(), &mut bytes);
    stream.write_all(&bytes).expect("the relay reads");
}

pub(crate) fn welcomed(stream: &mut TcpStream) -> RoomCode {
    hear(stream, |message| match message {
        Message::Welcome(welcome) => Some(welcome.code),
        Message::Reject(reject) => panic!("{reject:?}"),
        _ => None,
    })
}

/// Reads messages until one is what is wanted.
fn hear<T>(stream: &mut TcpStream, mut wanted: impl FnMut(Message) -> Option<T>) -> T {
    loop {
        let mut length = [0; 4];
        stream.read_exact(&mut length).expect("the relay speaks");
        let mut packet = vec![0; u32::from_le_bytes(length) as usize];
        stream.read_exact(&mut packet).expect("the relay speaks");
        if let Some(found) = wanted(Message::decode(&packet, WordSize::PAD).expect("a message")) {
            return found;
        }
    }
}
