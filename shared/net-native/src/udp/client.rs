//! One peer of a host, on a socket of its own.

use super::UdpError;
use super::socket::{DatagramBuffer, DatagramSocket, entropy};
use netplay::channel::{ChannelConfig, Client};
use netplay::limits::DATAGRAMS_A_POLL;
use netplay::link::LinkProfile;
use netplay::time::Instant;
use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::{Deref, DerefMut};

/// A [`channel::Client`](Client) on a socket of its own. What it does between two calls of
/// [`poll`](Self::poll) leaves with the next one.
pub struct UdpClient {
    server: SocketAddr,
    socket: DatagramSocket,
    client: Client,
    buffer: DatagramBuffer,
}

impl UdpClient {
    /// Begins to knock at a host.
    ///
    /// # Errors
    /// When the name is not known, no port can be had, or the configuration is out of range.
    pub fn connect(
        server: impl ToSocketAddrs,
        config: ChannelConfig,
        now: Instant,
    ) -> Result<Self, UdpError> {
        let (server, socket) = DatagramSocket::towards(server)?;
        let client = Client::new(config, entropy()?, now)?;
        Ok(Self { server, socket, client, buffer: DatagramBuffer::default() })
    }

    /// Takes in what has arrived, lets time pass and sends what is due. To be called every few
    /// milliseconds; it never blocks.
    pub fn poll(&mut self, now: Instant) {
        for _ in 0..DATAGRAMS_A_POLL {
            let Some((from, datagram)) = self.socket.receive(&mut self.buffer) else { break };
            if from == self.server {
                self.client.handle(datagram, now);
            }
        }
        self.client.update(now);
        self.flush(now);
    }

    /// Sends what is due, without looking for what has arrived.
    pub fn flush(&mut self, now: Instant) {
        while let Some(datagram) = self.client.poll_datagram(now) {
            self.socket.send(self.server, &datagram, now);
        }
        self.socket.flush(now);
    }

    /// Puts a pretend wire before everything that is sent from now on.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.socket.set_profile(profile, seed);
    }
}

impl Deref for UdpClient {
    type Target = Client;

    fn deref(&self) -> &Self::Target {
        &self.client
    }
}

impl DerefMut for UdpClient {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.client
    }
}
