//! Many peers on one socket.

use super::socket::{DatagramBuffer, DatagramSocket, entropy};
use super::{Reach, UdpError};
use netplay::channel::{ChannelConfig, Host};
use netplay::limits::DATAGRAMS_A_POLL;
use netplay::link::LinkProfile;
use netplay::time::Instant;
use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::{Deref, DerefMut};

/// A [`channel::Host`](Host) on a socket of its own. What it does between two calls of
/// [`poll`](Self::poll) leaves with the next one.
pub struct UdpHost {
    socket: DatagramSocket,
    host: Host<SocketAddr>,
    buffer: DatagramBuffer,
}

impl UdpHost {
    /// Listens for up to `max_peers` peers.
    ///
    /// # Errors
    /// When the address cannot be had, or is not of this machine alone and nobody asked for more.
    pub fn bind(
        address: impl ToSocketAddrs,
        reach: Reach,
        config: ChannelConfig,
        max_peers: usize,
    ) -> Result<Self, UdpError> {
        let socket = DatagramSocket::bind(address, reach)?;
        let host = Host::new(config, entropy()?, max_peers)?;
        Ok(Self { socket, host, buffer: DatagramBuffer::default() })
    }

    /// Takes in what has arrived, lets time pass and sends what is due. To be called every few
    /// milliseconds; it never blocks.
    pub fn poll(&mut self, now: Instant) {
        for _ in 0..DATAGRAMS_A_POLL {
            let Some((from, datagram)) = self.socket.receive(&mut self.buffer) else { break };
            self.host.handle(from, datagram, now);
        }
        self.host.update(now);
        self.flush(now);
    }

    /// Sends what is due, without looking for what has arrived.
    pub fn flush(&mut self, now: Instant) {
        while let Some((to, datagram)) = self.host.poll_datagram(now) {
            self.socket.send(to, &datagram, now);
        }
        self.socket.flush(now);
    }

    /// The address it listens on.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.socket.local_addr()
    }

    /// Puts a pretend wire before everything that is sent from now on.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.socket.set_profile(profile, seed);
    }

    /// When [`poll`](Self::poll) has something to do, whatever arrives.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let departure = self.socket.next_departure();
        self.host.poll_timeout().into_iter().chain(departure).min()
    }
}

impl Deref for UdpHost {
    type Target = Host<SocketAddr>;

    fn deref(&self) -> &Self::Target {
        &self.host
    }
}

impl DerefMut for UdpHost {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.host
    }
}
