//! A client with other rules: opens a room that nobody of this build can play in, tells its
//! code, and stays until it is ended.
//!
//! ```text
//! stranger HOST:PORT
//! ```
#![allow(clippy::print_stdout)]

use net_native::{NativeClock, TcpTransport};
use netplay::ids::StateHash;
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::{Lane, LinkState, Transport};
use netplay::wire::{Entry, Hello, Identity, Message, Pack, Ping, Text, WordSize};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    let Some(address) = std::env::args().nth(1) else {
        eprintln!("usage: stranger HOST:PORT");
        return ExitCode::FAILURE;
    };
    match stay(&address) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stranger: {error}");
            ExitCode::FAILURE
        }
    }
}

fn stay(address: &str) -> std::io::Result<()> {
    let clock = NativeClock::start();
    let mut link = TcpTransport::connect(address, Duration::from_secs(5))?;
    let say = |link: &mut TcpTransport, message: Message| {
        // A link that takes nothing more is closed, and the loop ends.
        let _ = link.send(&message.encode(), Lane::Ordered, clock.now());
    };
    say(&mut link, hello().into());
    while !matches!(link.state(), LinkState::Closed(_)) {
        while let Some(packet) = link.poll(clock.now()) {
            match Message::decode(&packet, WordSize::PAD) {
                Ok(Message::Welcome(welcome)) => println!(r#"{{"code":"{}"}}"#, welcome.code),
                Ok(Message::Ping(Ping { nonce })) => {
                    say(&mut link, netplay::wire::Pong { nonce }.into());
                }
                _ => {}
            }
        }
        std::thread::park_timeout(Duration::from_millis(20));
    }
    Ok(())
}

fn hello() -> Hello {
    Hello {
        version: PROTOCOL_VERSION,
        identity: Identity {
            simulation: StateHash(0x0dd),
            pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
            build: Text::truncated("0.0.9"),
            word_size: WordSize::PAD,
        },
        name: Text::truncated("Old"),
        colour: 1,
        entry: Entry::Create { seats: 4 },
    }
}
