//! What an idle member holds in the relay's memory.

use crate::child::{Child, Kind};
use crate::script;
use crate::setup;
use net_native::framing::MAGIC;
use net_native::{NativeClock, WebSocketTransport};
use netplay::code::RoomCode;
use netplay::link::{Lane, Transport};
use netplay::wire::{Message, WordSize};
use std::io::Write;
use std::time::Duration;

const MEMBERS: usize = 192;
const A_ROOM: usize = 16;

pub(crate) fn report() {
    println!("\nmemory of an idle member ({MEMBERS} members in rooms of {A_ROOM})");
    let raw = per_member(|server, code| {
        let mut stream = setup::connect(server.address);
        stream.write_all(&MAGIC).expect("the relay reads");
        setup::say(&mut stream, &hello(code));
        let code = setup::welcomed(&mut stream);
        (stream, code)
    });
    println!("  raw TCP      {raw:>6} bytes");
    let clock = NativeClock::start();
    let web = per_member(|server, code| {
        let url = format!("ws://{}/", server.address);
        let mut link = WebSocketTransport::connect(&url, Duration::from_secs(5)).expect("a relay");
        link.send(&hello(code).encode(), Lane::Ordered, clock.now()).expect("a fresh link");
        let code = loop {
            let packet = link.poll(clock.now());
            let message = packet.and_then(|bytes| Message::decode(&bytes, WordSize::PAD).ok());
            if let Some(Message::Welcome(welcome)) = message {
                break welcome.code;
            }
        };
        (link, code)
    });
    println!("  WebSocket    {web:>6} bytes");
}

fn hello(code: Option<RoomCode>) -> Message {
    code.map_or_else(|| script::create("host"), |code| script::join("guest", code))
}

fn per_member<T>(mut enter: impl FnMut(&Child, Option<RoomCode>) -> (T, RoomCode)) -> usize {
    let server = Child::start(Kind::Relay { window_us: 1_000 });
    // One room first, so that what the relay allocates once is not counted.
    let mut links = Vec::new();
    let mut before = 0;
    for room in 0..=MEMBERS / A_ROOM {
        let mut code = None;
        for _ in 0..A_ROOM {
            let (link, entered) = enter(&server, code);
            code = Some(entered);
            links.push(link);
        }
        if room == 0 {
            before = server.resident_bytes();
        }
    }
    (server.resident_bytes() - before) / MEMBERS
}
