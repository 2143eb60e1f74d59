//! Members that send 60 packets a second each and note when those of the others arrive.

use crate::script;
use crate::setup::Peer;
use net_native::framing::{self, FrameReader};
use netplay::ids::Seat;
use netplay::wire::Packet;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

const TICK: Duration = Duration::from_micros(16_667);
/// Words a packet: with tag, seat, frame and count that makes 24 bytes.
const WORDS: usize = 10;
const INPUT_TAG: u8 = 0x21;
const PING_TAG: u8 = 0x04;
const PONG_TAG: u8 = 0x05;

/// When the members of a room send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rhythm {
    /// At the same time, as peers do that wait for each other's words.
    Together,
    /// Each at its own time: the worst for a relay that bundles.
    Spread,
}

impl fmt::Display for Rhythm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Together => "members of a room in step",
            Self::Spread => "every member at its own time",
        })
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    pub(crate) received: u64,
    pub(crate) cpu_ns: u64,
    pub(crate) writes: u64,
    latencies_us: Vec<u32>,
}

impl Measured {
    pub(crate) fn add(&mut self, other: Self) {
        self.received += other.received;
        self.cpu_ns += other.cpu_ns;
        self.writes += other.writes;
        self.latencies_us.extend(other.latencies_us);
    }

    pub(crate) fn cpu_per_packet_us(&self) -> f64 {
        self.cpu_ns as f64 / 1_000.0 / self.received.max(1) as f64
    }

    pub(crate) fn latency_ms(&mut self, part: f64) -> f64 {
        self.latencies_us.sort_unstable();
        let last = self.latencies_us.len().saturating_sub(1);
        let at = (last as f64 * part) as usize;
        self.latencies_us.get(at).map_or(0.0, |us| f64::from(*us) / 1_000.0)
    }
}

/// Lets everybody play for a while.
pub(crate) fn run(peers: Vec<Peer>, rhythm: Rhythm, span: Duration) -> Measured {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.expect("an event loop");
    let tasks = tokio::task::LocalSet::new();
    tasks.block_on(&runtime, async {
        let begin = Instant::now();
        let measured = Rc::new(RefCell::new(Measured::default()));
        for (index, peer) in peers.into_iter().enumerate() {
            peer.stream.set_nonblocking(true).expect("a socket");
            let stream = tokio::net::TcpStream::from_std(peer.stream).expect("a socket");
            let (reader, writer) = stream.into_split();
            let (pongs, asked) = tokio::sync::mpsc::unbounded_channel();
            tokio::task::spawn_local(receive(reader, measured.clone(), begin, pongs));
            // A golden ratio's steps spread any number of phases evenly.
            let phase = match rhythm {
                Rhythm::Together => peer.room as f64 * 0.618,
                Rhythm::Spread => index as f64 * 0.618,
            };
            let first = begin + TICK.mul_f64(1.0 + phase.fract());
            tokio::task::spawn_local(send(writer, peer.seat, first, begin, asked));
        }
        tokio::time::sleep(span).await;
        measured.take()
    })
}

async fn send(
    mut writer: OwnedWriteHalf,
    seat: Option<Seat>,
    first: Instant,
    begin: Instant,
    mut pongs: tokio::sync::mpsc::UnboundedReceiver<Packet>,
) {
    let mut ticks = tokio::time::interval_at(first.into(), TICK);
    let mut frame = 3;
    loop {
        let packet = tokio::select! {
            _ = ticks.tick() => {
                let Some(seat) = seat else { continue };
                frame += 1;
                let count = WORDS.min(frame as usize - 3).max(4);
                let mut words = vec![0; count * 2];
                let stamp = begin.elapsed().as_micros() as u64;
                let at = words.len() - 8;
                words[at..].copy_from_slice(&stamp.to_le_bytes());
                script::input(seat, frame, &words).encode()
            }
            pong = pongs.recv() => match pong {
                Some(pong) => pong,
                None => return,
            },
        };
        let mut bytes = Vec::with_capacity(packet.len() + 4);
        framing::append(&packet, &mut bytes);
        writer.write_all(&bytes).await.expect("the server reads");
    }
}

async fn receive(
    mut reader: OwnedReadHalf,
    measured: Rc<RefCell<Measured>>,
    begin: Instant,
    pongs: tokio::sync::mpsc::UnboundedSender<Packet>,
) {
    let mut frames = FrameReader::default();
    let mut bytes = vec![0; 4096];
    loop {
        let count = reader.read(&mut bytes).await.expect("the server lives");
        assert!(count > 0, "the server closed a member");
        let now = begin.elapsed().as_micros() as u64;
        frames.push(&bytes[..count]);
        while let Some(packet) = frames.next_packet().expect("whole packets") {
            match packet.first() {
                Some(&INPUT_TAG) => {
                    let stamp = packet.last_chunk().map_or(0, |word| u64::from_le_bytes(*word));
                    let mut measured = measured.borrow_mut();
                    measured.received += 1;
                    measured.latencies_us.push(now.saturating_sub(stamp) as u32);
                }
                Some(&PING_TAG) => {
                    let pong = [&[PONG_TAG], &packet[1..]].concat();
                    let _ = pongs.send(pong.into());
                }
                _ => {}
            }
        }
    }
}
