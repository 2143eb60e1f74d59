//! The accepting side of links over UDP.

use super::{LAST_WORDS, Reach, UdpError, UdpHost, close_reason, link_config, number};
use netplay::channel::{Ended, HostEvent, Unsent};
use netplay::ids::ConnId;
use netplay::limits::{OUTBOUND_BYTES, OUTBOUND_MESSAGES};
use netplay::link::{Lane, LinkProfile, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::net::{SocketAddr, ToSocketAddrs};
use std::rc::Rc;

/// Peers of one listener at most.
const PEERS: usize = 1024;

/// Takes links on one socket. All of them share it: whoever of them is polled first in a turn
/// looks after all.
pub struct UdpListener {
    shared: Rc<RefCell<Shared>>,
}

/// The listener's end of a link.
pub struct UdpLink {
    shared: Rc<RefCell<Shared>>,
    conn: ConnId,
    address: SocketAddr,
}

struct Shared {
    host: UdpHost,
    lines: BTreeMap<ConnId, Line>,
    /// Connected, and nobody has taken their link yet.
    fresh: VecDeque<(ConnId, SocketAddr)>,
    /// Closed here; gone once what was sent is acknowledged, or then.
    parting: Vec<(ConnId, Instant)>,
    /// The last turn.
    now: Instant,
    polled: bool,
}

/// What a link has that its owner has not asked for yet.
#[derive(Debug, Default)]
struct Line {
    arrived: VecDeque<Packet>,
    bytes: usize,
    closed: Option<CloseReason>,
}

impl UdpListener {
    /// Listens.
    ///
    /// # Errors
    /// When the address cannot be had, or is not of this machine alone and nobody asked for more.
    pub fn bind(address: impl ToSocketAddrs, reach: Reach) -> Result<Self, UdpError> {
        let shared = Shared {
            host: UdpHost::bind(address, reach, link_config(), PEERS)?,
            lines: BTreeMap::new(),
            fresh: VecDeque::new(),
            parting: Vec::new(),
            now: Instant::ZERO,
            polled: false,
        };
        Ok(Self { shared: Rc::new(RefCell::new(shared)) })
    }

    /// The address it listens on.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.shared.borrow().host.local_addr()
    }

    /// Puts a pretend wire before everything that is sent from now on.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.shared.borrow_mut().host.set_profile(profile, seed);
    }

    /// The next link of a peer that has connected. To be asked every turn, links or none.
    pub fn accept(&mut self, now: Instant) -> Option<UdpLink> {
        let mut shared = self.shared.borrow_mut();
        shared.turn(now);
        let (conn, address) = shared.fresh.pop_front()?;
        Some(UdpLink { shared: Rc::clone(&self.shared), conn, address })
    }
}

impl UdpLink {
    /// Where the peer is: it has proved to be there.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Shared {
    /// Once a turn, whoever asks first.
    fn turn(&mut self, now: Instant) {
        if self.polled && now <= self.now {
            return;
        }
        (self.now, self.polled) = (now, true);
        self.host.poll(now);
        while let Some(event) = self.host.poll_event() {
            self.hear(event);
        }
        let host = &mut self.host;
        self.parting.retain(|&(conn, last)| {
            let waiting = host.stats(conn).is_some_and(|stats| stats.waiting_frames > 0);
            if !waiting || now >= last {
                host.disconnect(conn, Ended::Left, now);
            }
            waiting && now < last
        });
        self.host.flush(now);
    }

    fn hear(&mut self, event: HostEvent<SocketAddr>) {
        match event {
            HostEvent::Connected { peer, address } => {
                self.lines.insert(peer, Line::default());
                self.fresh.push_back((peer, address));
            }
            HostEvent::Message { peer, bytes, .. } => {
                let Some(line) = self.lines.get_mut(&peer) else { return };
                line.bytes += bytes.len();
                line.arrived.push_back(bytes);
                if line.arrived.len() > OUTBOUND_MESSAGES || line.bytes > OUTBOUND_BYTES {
                    // More than any turn may bring: it is not read, or it floods.
                    *line = Line { closed: Some(CloseReason::RateLimited), ..Line::default() };
                    self.host.disconnect(peer, Ended::Protocol, self.now);
                }
            }
            HostEvent::Disconnected { peer, reason } => {
                let reason = match reason {
                    Ended::Left | Ended::Replaced => CloseReason::LinkLost,
                    other => close_reason(other),
                };
                if let Some(line) = self.lines.get_mut(&peer) {
                    line.closed.get_or_insert(reason);
                }
            }
        }
    }

    /// Lets a peer hear what was sent, and then that it is over.
    fn part(&mut self, conn: ConnId) {
        let is_open = self.lines.remove(&conn).is_some_and(|line| line.closed.is_none());
        if is_open {
            self.parting.push((conn, self.now + LAST_WORDS));
        }
    }
}

impl Transport for UdpLink {
    /// Open until what arrived before the end is polled.
    fn state(&self) -> LinkState {
        let shared = self.shared.borrow();
        match shared.lines.get(&self.conn) {
            Some(Line { closed: Some(reason), arrived, .. }) if arrived.is_empty() => {
                LinkState::Closed(*reason)
            }
            Some(_) => LinkState::Open,
            None => LinkState::Closed(CloseReason::Left),
        }
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        let mut shared = self.shared.borrow_mut();
        if shared.lines.get(&self.conn).is_none_or(|line| line.closed.is_some()) {
            return Err(SendError::Closed);
        }
        match shared.host.send(self.conn, number(lane), packet, now) {
            Ok(()) => {
                shared.host.flush(now);
                Ok(())
            }
            Err(Unsent::Closed) => Err(SendError::Closed),
            // What may be lost is lost; what may not, waits for nobody.
            Err(_) if lane == Lane::Unreliable => Ok(()),
            Err(_) => Err(SendError::Full),
        }
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        let mut shared = self.shared.borrow_mut();
        shared.turn(now);
        let line = shared.lines.get_mut(&self.conn)?;
        let packet = line.arrived.pop_front()?;
        line.bytes -= packet.len();
        Some(packet)
    }

    /// Closes the link after what was sent, for which the listener and the other links go on being polled.
    fn close(&mut self) {
        self.shared.borrow_mut().part(self.conn);
    }

    fn is_stream(&self) -> bool {
        false
    }
}

/// A link that is dropped is closed.
impl Drop for UdpLink {
    fn drop(&mut self) {
        self.close();
    }
}
