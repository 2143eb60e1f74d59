//! What a relay costs for each packet that it forwards, beside the least program that moves the
//! same bytes: an event loop that writes each packet to each member at once.
//!
//! Every server is a process of its own, so that the load's work is not counted as its. All are
//! measured in one run, in turns, because a busy machine is busy for all of them.

#![allow(clippy::print_stdout)] // A bench prints what it measured.

#[path = "../../tests/sockets/script.rs"]
mod script;

mod child;
mod load;
mod memory;
mod plain;
mod setup;

use child::{Child, Kind};
use load::{Measured, Rhythm};
use std::time::Duration;

/// One measurement. Long enough for thousands of packets, short enough for all in a minute.
const MEASURE: Duration = Duration::from_secs(3);
/// Every server is measured so often; the sums count.
const ROUNDS: usize = 2;

const SERVERS: [(&str, Kind); 3] = [
    ("plain fan-out", Kind::Plain),
    ("relay, window 0", Kind::Relay { window_us: 0 }),
    ("relay, window 1 ms", Kind::Relay { window_us: 1_000 }),
];

fn main() {
    let words: Vec<String> = std::env::args().collect();
    if let Some(at) = words.iter().position(|word| word == "--serve") {
        return child::serve(words.get(at + 1).map_or("", String::as_str));
    }
    // `cargo test --benches` wants to know that it runs, not what it costs.
    let is_test = !words.iter().any(|word| word == "--bench");
    let (measure, rounds) =
        if is_test { (Duration::from_millis(200), 1) } else { (MEASURE, ROUNDS) };
    for (rooms, members) in [(8, 8), (4, 16)] {
        for rhythm in [Rhythm::Together, Rhythm::Spread] {
            compare(rooms, members, rhythm, measure, rounds);
        }
    }
    if !is_test {
        memory::report();
    }
}

fn compare(rooms: usize, members: usize, rhythm: Rhythm, measure: Duration, rounds: usize) {
    println!("\n{rooms} rooms × {members} members, 60 messages/s of 24 bytes, {rhythm}");
    println!(
        "  {:<20} {:>12} {:>8} {:>12} {:>9} {:>9}",
        "", "CPU/packet", "ratio", "writes/packet", "p50", "p99"
    );
    let mut totals = SERVERS.map(|_| Measured::default());
    for _ in 0..rounds {
        for ((_, kind), total) in SERVERS.iter().zip(&mut totals) {
            let server = Child::start(*kind);
            let peers = setup::peers(&server, rooms, members);
            let (cpu, writes) = (server.cpu_ns(), server.writes());
            let mut measured = load::run(peers, rhythm, measure);
            measured.cpu_ns = server.cpu_ns() - cpu;
            measured.writes = server.writes() - writes;
            total.add(measured);
        }
    }
    let plain = totals[0].cpu_per_packet_us();
    for ((name, _), total) in SERVERS.iter().zip(&mut totals) {
        let cpu = total.cpu_per_packet_us();
        println!(
            "  {name:<20} {cpu:>9.2} µs {:>8.2} {:>12} {:>6.2} ms {:>6.2} ms",
            cpu / plain,
            match total.writes {
                0 => "1.00".to_owned(),
                writes => format!("{:.2}", writes as f64 / total.received as f64),
            },
            total.latency_ms(0.50),
            total.latency_ms(0.99),
        );
    }
}
