//! The relay's core with the outboxes of its connections: all state of the loop, no waiting.

use crate::config::ServerConfig;
use crate::log::Log;
use crate::outbox::{FrameStyle, Outbox};
use net_native::NativeClock;
use netplay::ids::ConnId;
use netplay::relay::{Arena, ClientAddress, Counters, Load, Output, RelayCore, RelayKind};
use netplay::room::sealer::SealerCounters;
use netplay::time::Instant;
use netplay::wire::{Bye, CloseReason, Message, Packet};
use std::collections::{HashMap, VecDeque};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::AsyncWrite;
use tokio::net::tcp::OwnedWriteHalf;

/// What happened at the sockets, beside the core's own counters. Never falls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SocketCounters {
    /// Sockets taken.
    pub accepted: u64,
    /// Sockets closed at once because too many were no connection yet.
    pub crowded_out: u64,
    /// First bytes that are no framing known here.
    pub garbage: u64,
    /// TLS spoken to this plain port: the operator wanted a proxy, or `http://`.
    pub tls_on_plain_port: u64,
    /// Handshakes that did not end in time.
    pub handshake_timeouts: u64,
    /// Requests that are none, or too long.
    pub bad_requests: u64,
    /// Foreign `Host` or `Origin`.
    pub forbidden: u64,
    /// Answers with a part of the page.
    pub pages: u64,
    /// Connections that broke their framing.
    pub broken_framing: u64,
    /// Connections dropped for reading too slowly.
    pub too_slow: u64,
    /// Writes to sockets. Far fewer than packets out: that is the point of the flush window.
    pub writes: u64,
}

/// What a relay can say about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// How full it is.
    pub load: Load,
    /// What the core counted.
    pub counters: Counters,
    /// What the sockets counted.
    pub sockets: SocketCounters,
    /// Sockets open now, those that are no connection yet included.
    pub open_sockets: usize,
    /// Bytes waiting in all outboxes.
    pub waiting_bytes: usize,
    /// What the clock of an arena counted; none where there are rooms.
    pub ticks: Option<SealerCounters>,
    /// Members of an arena whose state was not that of most.
    pub diverged: u64,
}

/// How a connection's life stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Open,
    /// The core has said its last word: send what waits, say goodbye, be gone in time.
    Closing(CloseReason),
    /// The socket is of no use any more; the core knows.
    Gone,
}

struct Link {
    outbox: Outbox,
    writer: OwnedWriteHalf,
    phase: Phase,
    /// Listed in `Shard::owing` or `Shard::blocked`.
    owing: bool,
    /// Shut the writing side down when the outbox is empty.
    ends: bool,
    /// Wakes the task that reads this socket.
    reader: Option<Waker>,
}

/// Everything one thread of the relay owns.
pub(crate) struct Shard {
    core: RelayKind,
    clock: NativeClock,
    links: HashMap<ConnId, Link>,
    /// Connections with something in their outbox, and when their flush window ends.
    owing: VecDeque<(ConnId, Instant)>,
    /// Connections whose socket takes no more for now; it wakes the turn when it does.
    blocked: Vec<ConnId>,
    flush_window: Duration,
    cap_messages: usize,
    cap_bytes: usize,
    /// Wakes the turn of the loop that lets time pass and writes.
    turn: Option<Waker>,
    /// The core's date that the turn knows of.
    sleeps_until: Option<Instant>,
    log: Log,
    pub(crate) counters: SocketCounters,
}

impl Shard {
    pub(crate) fn new(config: &ServerConfig, entropy: [u8; 32]) -> Self {
        Self {
            core: match &config.arena {
                Some(arena) => Arena::new(arena.clone(), entropy).into(),
                None => RelayCore::new(config.relay.clone(), entropy).into(),
            },
            clock: NativeClock::start(),
            links: HashMap::new(),
            owing: VecDeque::new(),
            blocked: Vec::new(),
            sleeps_until: None,
            flush_window: Duration::from_micros(config.flush_window_us),
            cap_messages: config.outbound_messages,
            cap_bytes: config.outbound_bytes,
            turn: None,
            log: config.log.clone(),
            counters: SocketCounters::default(),
        }
    }

    pub(crate) fn now(&self) -> Instant {
        self.clock.now()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The system's clock at `at`.
    pub(crate) fn to_system(&self, at: Instant) -> std::time::Instant {
        self.clock.to_system(at)
    }

    pub(crate) fn status(&self) -> Status {
        Status {
            load: self.core.load(),
            counters: self.core.counters().clone(),
            sockets: self.counters.clone(),
            open_sockets: 0,
            waiting_bytes: self.links.values().map(|link| link.outbox.waiting_bytes()).sum(),
            ticks: self.core.arena().map(Arena::ticks),
            diverged: self.core.arena().map_or(0, Arena::diverged),
        }
    }

    // --- a connection's life ------------------------------------------------------------------

    /// Takes a socket whose handshake is over. A connection beyond the bounds still gets a link,
    /// so that it can be told why before it is closed.
    pub(crate) fn open(
        &mut self,
        address: ClientAddress,
        style: FrameStyle,
        writer: OwnedWriteHalf,
    ) -> Result<ConnId, (CloseReason, OwnedWriteHalf)> {
        let now = self.now();
        match self.core.open(address, now) {
            Ok(conn) => {
                let outbox = Outbox::new(style);
                let (phase, reader) = (Phase::Open, None);
                let link = Link { outbox, writer, phase, owing: false, ends: false, reader };
                self.links.insert(conn, link);
                self.settle(now);
                Ok(conn)
            }
            Err(reason) => {
                self.log.line("sockets", &format_args!("refuse reason={}", reason.name()));
                Err((reason, writer))
            }
        }
    }

    /// A packet arrived.
    pub(crate) fn handle(&mut self, conn: ConnId, packet: &Packet, now: Instant) {
        self.core.handle(conn, packet, now);
        self.settle(now);
    }

    /// How the connection stands; `reader` is woken when that changes.
    pub(crate) fn phase(&mut self, conn: ConnId, reader: &Waker) -> Phase {
        let Some(link) = self.links.get_mut(&conn) else { return Phase::Gone };
        if !link.reader.as_ref().is_some_and(|known| known.will_wake(reader)) {
            link.reader = Some(reader.clone());
        }
        link.phase
    }

    pub(crate) fn phase_now(&self, conn: ConnId) -> Phase {
        self.links.get(&conn).map_or(Phase::Gone, |link| link.phase)
    }

    /// The socket's life ended without the core's doing.
    pub(crate) fn lost(&mut self, conn: ConnId, reason: CloseReason) {
        let now = self.now();
        if let Some(link) = self.links.get_mut(&conn)
            && link.phase == Phase::Open
        {
            link.phase = Phase::Gone;
            self.core.link_lost(conn, reason, now);
            self.settle(now);
        }
    }

    /// The peer broke the framing: it is told why, and the core that it is gone.
    pub(crate) fn broken(&mut self, conn: ConnId) {
        self.counters.broken_framing += 1;
        let bye = Message::from(Bye { reason: CloseReason::Malformed }).encode();
        if self.phase_now(conn) == Phase::Open {
            self.append(conn, &bye, self.now());
            self.lost(conn, CloseReason::Malformed);
        }
    }

    /// Appends what the framing itself answers.
    pub(crate) fn reply(&mut self, conn: ConnId, bytes: &[u8]) {
        let now = self.now();
        let Some(link) = self.links.get_mut(&conn) else { return };
        if link.outbox.waiting_bytes() + bytes.len() > 2 * self.cap_bytes {
            self.too_slow(conn, now);
            return self.settle(now);
        }
        link.outbox.push_framed(bytes);
        if link.owe(conn, now + self.flush_window, &mut self.owing) {
            self.wake_turn();
        }
    }

    /// After what waits, the peer shall read the end of the stream.
    pub(crate) fn end_stream(&mut self, conn: ConnId) {
        let now = self.now();
        if let Some(link) = self.links.get_mut(&conn) {
            link.ends = true;
            if link.owe(conn, now + self.flush_window, &mut self.owing) {
                self.wake_turn();
            }
        }
    }

    /// Forgets the connection and closes its socket.
    pub(crate) fn remove(&mut self, conn: ConnId) {
        self.lost(conn, CloseReason::LinkLost);
        self.links.remove(&conn);
    }

    /// Tells every room and connection that this is the end.
    pub(crate) fn shutdown(&mut self) {
        let now = self.now();
        self.core.shutdown(now);
        self.settle(now);
        self.wake_turn();
    }

    // --- time ---------------------------------------------------------------------------------

    /// Lets time pass and writes what is due. Returns when to come again.
    pub(crate) fn turn(&mut self, cx: &mut Context<'_>) -> Option<Instant> {
        if !self.turn.as_ref().is_some_and(|known| known.will_wake(cx.waker())) {
            self.turn = Some(cx.waker().clone());
        }
        let now = self.now();
        if self.core.poll_timeout().is_some_and(|due| due <= now) {
            self.core.handle_timeout(now);
            self.settle(now);
        }
        for conn in std::mem::take(&mut self.blocked) {
            self.flush(conn, cx);
        }
        // Every window is as long, so the dates stand in order.
        while let Some((conn, due)) = self.owing.front().copied()
            && due <= now
        {
            self.owing.pop_front();
            self.flush(conn, cx);
        }
        self.sleeps_until = self.core.poll_timeout();
        let flush = self.owing.front().map(|(_, due)| *due);
        self.sleeps_until.into_iter().chain(flush).min()
    }

    /// One write, all that the connection is owed.
    fn flush(&mut self, conn: ConnId, cx: &mut Context<'_>) {
        let Some(link) = self.links.get_mut(&conn) else { return };
        match link.write(cx, &mut self.counters.writes) {
            Poll::Ready(Ok(())) => link.owing = false,
            Poll::Ready(Err(_)) => {
                link.owing = false;
                link.outbox.clear();
                self.wake_reader(conn);
                self.lost(conn, CloseReason::LinkLost);
            }
            Poll::Pending => self.blocked.push(conn),
        }
    }

    // --- what the core wants done ---------------------------------------------------------------

    fn settle(&mut self, now: Instant) {
        while let Some(output) = self.core.poll_output() {
            match output {
                Output::Send { to, packet, .. } => self.append(to, &packet, now),
                Output::Close { conn, reason } => {
                    if let Some(link) = self.links.get_mut(&conn)
                        && link.phase == Phase::Open
                    {
                        link.phase = Phase::Closing(reason);
                        self.wake_reader(conn);
                    }
                }
            }
        }
        while let Some(event) = self.core.poll_event() {
            self.log.event(&event);
        }
        // The turn sleeps until the date it knew; an earlier one must be told to it.
        let earlier = match (self.core.poll_timeout(), self.sleeps_until) {
            (Some(due), Some(known)) => due < known,
            (due, known) => due.is_some() && known.is_none(),
        };
        if earlier {
            self.wake_turn();
        }
    }

    fn append(&mut self, conn: ConnId, packet: &Packet, now: Instant) {
        let Some(link) = self.links.get_mut(&conn) else { return };
        if link.phase != Phase::Open {
            return;
        }
        let mut pushed = link.outbox.push(packet, self.cap_messages, self.cap_bytes);
        if pushed.is_err() {
            // Much may arrive within one turn: only a socket that takes no more is too slow.
            let _ = link.write(&mut Context::from_waker(Waker::noop()), &mut self.counters.writes);
            pushed = link.outbox.push(packet, self.cap_messages, self.cap_bytes);
        }
        match pushed {
            Ok(()) => {
                if link.owe(conn, now + self.flush_window, &mut self.owing) {
                    self.wake_turn();
                }
            }
            Err(_) => self.too_slow(conn, now),
        }
    }

    fn too_slow(&mut self, conn: ConnId, now: Instant) {
        if let Some(link) = self.links.get_mut(&conn) {
            link.outbox.clear();
            if link.phase == Phase::Open {
                link.phase = Phase::Gone;
                self.counters.too_slow += 1;
                self.core.link_lost(conn, CloseReason::TooSlow, now);
            }
            self.wake_reader(conn);
        }
    }

    fn wake_turn(&self) {
        if let Some(turn) = &self.turn {
            turn.wake_by_ref();
        }
    }

    fn wake_reader(&mut self, conn: ConnId) {
        if let Some(reader) = self.links.get_mut(&conn).and_then(|link| link.reader.take()) {
            reader.wake();
        }
    }
}

impl Link {
    /// From the first thing owed, the window runs until `due`: what comes within it is written
    /// with it. Answers whether nobody else is owed anything, and so nobody woke the turn.
    fn owe(&mut self, conn: ConnId, due: Instant, owing: &mut VecDeque<(ConnId, Instant)>) -> bool {
        if self.owing {
            return false;
        }
        self.owing = true;
        owing.push_back((conn, due));
        owing.len() == 1
    }

    fn write(&mut self, cx: &mut Context<'_>, writes: &mut u64) -> Poll<io::Result<()>> {
        while !self.outbox.is_empty() {
            match Pin::new(&mut self.writer).poll_write(cx, self.outbox.waiting()) {
                Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                Poll::Ready(Ok(count)) => {
                    *writes += 1;
                    self.outbox.took(count);
                }
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => return Poll::Pending,
            }
        }
        if self.ends {
            self.ends = false;
            return Pin::new(&mut self.writer).poll_shutdown(cx);
        }
        Poll::Ready(Ok(()))
    }
}
