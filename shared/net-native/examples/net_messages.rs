//! A host and a guest say hello over UDP on this machine:
//! `cargo run -p net-native --example net_messages`.
#![allow(clippy::print_stdout, reason = "it shows what happens")]

use net_native::udp::{Reach, UdpMessages};
use netplay::channel::messages::{Lane, MessageEvent, MessagesConfig, PeerId};
use std::error::Error;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let config = MessagesConfig::default();
    let mut host = UdpMessages::host("127.0.0.1:0", Reach::ThisMachine, &config, 8)?;
    let mut guest = UdpMessages::join(host.local_addr(), &config)?;
    println!("the host listens on {} (UDP)", host.local_addr());

    let deadline = Instant::now() + Duration::from_secs(5);
    while Instant::now() < deadline {
        // In a game this is a frame: poll, read everything, say something.
        host.poll()?;
        for event in host.events() {
            match event {
                MessageEvent::Connected(peer) => println!("host:  {peer:?} is in"),
                MessageEvent::Message { peer, bytes, .. } => {
                    println!("host:  {peer:?} says {:?}", String::from_utf8_lossy(&bytes));
                    host.send(peer, Lane::ReliableUnordered, b"hello yourself")?;
                }
                MessageEvent::Disconnected(peer, reason) => println!("host:  {peer:?}: {reason}"),
            }
        }
        guest.poll()?;
        for event in guest.events() {
            match event {
                MessageEvent::Connected(peer) => guest.send(peer, Lane::Reliable, b"hello")?,
                MessageEvent::Message { bytes, .. } => {
                    println!("guest: the host says {:?}", String::from_utf8_lossy(&bytes));
                    println!("guest: {:?}", guest.stats());
                    guest.disconnect(PeerId::HOST);
                }
                MessageEvent::Disconnected(_, reason) => {
                    println!("guest: {reason}");
                    guest.poll()?; // the notice leaves
                    host.poll()?;
                    host.events().iter().for_each(|event| println!("host:  {event:?}"));
                    return Ok(());
                }
            }
        }
        std::thread::park_timeout(Duration::from_millis(1)); // until the next frame
    }
    Err("nobody answered within 5 s".into())
}
