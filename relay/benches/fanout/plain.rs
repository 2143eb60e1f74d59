//! The least program that does a relay's work: read, and write each packet to each other member
//! of the room at once. No rooms to join, no checks, no limits.

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};
use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;

/// A member's first four bytes are its room.
struct Member {
    stream: TcpStream,
    room: Option<u32>,
    waiting: Vec<u8>,
}

pub(crate) fn spawn() -> SocketAddr {
    let listener = TcpListener::bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let address = listener.local_addr().expect("bound");
    std::thread::spawn(move || serve(listener));
    address
}

fn serve(mut listener: TcpListener) {
    let mut poll = Poll::new().expect("an event loop");
    let mut events = Events::with_capacity(256);
    poll.registry().register(&mut listener, Token(0), Interest::READABLE).expect("registered");
    let mut members: Vec<Member> = Vec::new();
    let mut bytes = vec![0; 16 * 1024];
    loop {
        poll.poll(&mut events, None).expect("events");
        for event in &events {
            if event.token() == Token(0) {
                while let Ok((mut stream, _)) = listener.accept() {
                    stream.set_nodelay(true).expect("a socket");
                    let token = Token(members.len() + 1);
                    poll.registry()
                        .register(&mut stream, token, Interest::READABLE)
                        .expect("registered");
                    members.push(Member { stream, room: None, waiting: Vec::new() });
                }
            } else {
                read(&mut members, event.token().0 - 1, &mut bytes);
            }
        }
    }
}

fn read(members: &mut [Member], from: usize, bytes: &mut [u8]) {
    loop {
        match members[from].stream.read(bytes) {
            Ok(0) => return,
            Ok(count) => {
                members[from].waiting.extend_from_slice(&bytes[..count]);
                forward(members, from);
                if count < bytes.len() {
                    return;
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Err(_) => return,
        }
    }
}

fn forward(members: &mut [Member], from: usize) {
    let mut waiting = std::mem::take(&mut members[from].waiting);
    let mut rest = &waiting[..];
    while let Some((head, tail)) = rest.split_first_chunk::<4>() {
        let word = u32::from_le_bytes(*head);
        let Some(room) = members[from].room else {
            members[from].room = Some(word);
            rest = tail;
            continue;
        };
        let Some(packet) = rest.get(..4 + word as usize) else { break };
        for (to, member) in members.iter_mut().enumerate() {
            if to != from && member.room == Some(room) {
                let _ = member.stream.write(packet);
            }
        }
        rest = &rest[packet.len()..];
    }
    let used = waiting.len() - rest.len();
    waiting.drain(..used);
    members[from].waiting = waiting;
}
