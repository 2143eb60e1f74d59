//! A socket of datagrams that never blocks, behind a pretend wire for what it sends.

use super::{Reach, UdpError};
use netplay::limits::DATAGRAM_BYTES;
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::time::Instant;
use netplay::wire::Packet;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs, UdpSocket};

/// On the pretend wire at most; beyond it a datagram is lost, as in a router's full queue.
const UNDER_WAY: usize = 16 * 1024;

/// Errors in a row that one read passes over: answers of the network to datagrams that found nobody.
const ERRORS_A_READ: usize = 16;

/// One more than a datagram may have, so that one that is longer is known by its length.
const BUFFER_BYTES: usize = DATAGRAM_BYTES + 1;

/// A nonblocking UDP socket. What the network refuses is lost, as if on the way: who needs an
/// answer has a timeout.
#[derive(Debug)]
pub struct DatagramSocket {
    socket: UdpSocket,
    address: SocketAddr,
    wire: Conditioner<(SocketAddr, Packet)>,
    refused: u64,
}

impl DatagramSocket {
    /// Listens on the first of `address`' addresses that can be had; port 0 is any free one.
    ///
    /// # Errors
    /// When the address cannot be had, or is not of this machine alone and nobody asked for more.
    pub fn bind(address: impl ToSocketAddrs, reach: Reach) -> Result<Self, UdpError> {
        let candidates = resolve(address)?;
        let mut last = UdpError::Nameless;
        for candidate in candidates {
            if reach == Reach::ThisMachine && !candidate.ip().is_loopback() {
                last = UdpError::NotAskedFor(candidate);
                continue;
            }
            match open(candidate) {
                Ok(socket) => return Ok(socket),
                Err(error) => last = UdpError::Bind(candidate, error),
            }
        }
        Err(last)
    }

    /// Any free port from which the first of `server`'s addresses can be reached: from this machine
    /// alone if the server is here.
    ///
    /// # Errors
    /// When the name is not known or no port can be had.
    pub fn towards(server: impl ToSocketAddrs) -> Result<(SocketAddr, Self), UdpError> {
        let mut last = UdpError::Nameless;
        for server in resolve(server)? {
            let is_here = server.ip().is_loopback();
            let ip: IpAddr = match (server.is_ipv4(), is_here) {
                (true, true) => Ipv4Addr::LOCALHOST.into(),
                (true, false) => Ipv4Addr::UNSPECIFIED.into(),
                (false, true) => Ipv6Addr::LOCALHOST.into(),
                (false, false) => Ipv6Addr::UNSPECIFIED.into(),
            };
            let local = SocketAddr::new(ip, 0);
            match open(local) {
                Ok(socket) => return Ok((server, socket)),
                Err(error) => last = UdpError::Bind(local, error),
            }
        }
        Err(last)
    }

    /// The address it listens on.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.address
    }

    /// Puts a pretend wire before everything that is sent from now on, with dice of its own. What is under way on
    /// another one is lost.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.wire = Conditioner::new(profile, seed);
    }

    /// Sends, or has the pretend wire carry it until [`flush`](Self::flush).
    pub fn send(&mut self, to: SocketAddr, datagram: &[u8], now: Instant) {
        if self.wire.is_clear() {
            self.send_now(to, datagram);
        } else if self.wire.packets() < UNDER_WAY {
            let bytes = datagram.len();
            self.wire.carry(&(to, Packet::from(datagram)), bytes, Lane::Unreliable, now);
        }
    }

    /// Sends what the pretend wire has carried to its end.
    pub fn flush(&mut self, now: Instant) {
        while let Some((to, datagram)) = self.wire.pop(now) {
            self.send_now(to, &datagram);
        }
    }

    /// When [`flush`](Self::flush) has something to send.
    #[must_use]
    pub fn next_departure(&self) -> Option<Instant> {
        self.wire.next_arrival()
    }

    /// The next datagram that has arrived, in the caller's buffer. What is longer than a datagram
    /// may be is passed over.
    pub fn receive<'a>(
        &mut self,
        buffer: &'a mut DatagramBuffer,
    ) -> Option<(SocketAddr, &'a [u8])> {
        let mut errors = 0;
        loop {
            match self.socket.recv_from(&mut buffer.0) {
                Ok((length, from)) if length <= DATAGRAM_BYTES => {
                    return Some((from, &buffer.0[..length]));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
                // Too long; or nobody was there for something that was sent.
                Ok(_) | Err(_) => errors += 1,
            }
            if errors == ERRORS_A_READ {
                return None;
            }
        }
    }

    /// Datagrams that the network did not take.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }

    fn send_now(&mut self, to: SocketAddr, datagram: &[u8]) {
        if self.socket.send_to(datagram, to).is_err() {
            self.refused += 1;
        }
    }
}

/// Room for one datagram.
#[derive(Debug)]
pub struct DatagramBuffer([u8; BUFFER_BYTES]);

impl Default for DatagramBuffer {
    fn default() -> Self {
        Self([0; BUFFER_BYTES])
    }
}

/// Dice that nobody can foretell, for handshakes.
pub(super) fn entropy() -> Result<[u8; 32], UdpError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| UdpError::Entropy)?;
    Ok(bytes)
}

/// The addresses of a name.
fn resolve(address: impl ToSocketAddrs) -> Result<Vec<SocketAddr>, UdpError> {
    let found: Vec<SocketAddr> = address.to_socket_addrs().map_err(UdpError::Name)?.collect();
    if found.is_empty() { Err(UdpError::Nameless) } else { Ok(found) }
}

fn open(address: SocketAddr) -> std::io::Result<DatagramSocket> {
    let socket = UdpSocket::bind(address)?;
    socket.set_nonblocking(true)?;
    let address = socket.local_addr()?;
    let wire = Conditioner::new(LinkProfile::PERFECT, 0);
    Ok(DatagramSocket { socket, address, wire, refused: 0 })
}
