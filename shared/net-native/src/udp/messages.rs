//! Application messages on sockets.

use super::socket::{DatagramBuffer, DatagramSocket, entropy};
use super::{Reach, UdpError};
use crate::NativeClock;
use netplay::channel::messages::{MessageEvent, Messages, MessagesConfig, WouldBlock};
use netplay::limits::DATAGRAMS_A_POLL;
use netplay::link::LinkProfile;
use std::net::{SocketAddr, ToSocketAddrs};
use std::ops::{Deref, DerefMut};

/// An endpoint of [`Messages`] on a socket, by the machine's clock. What it sends, and whom it knows, is what `Messages` does.
///
/// ```
/// use net_native::udp::{Reach, UdpMessages};
/// use netplay::channel::messages::{Lane, MessageEvent, MessagesConfig};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let config = MessagesConfig::default();
/// let mut host = UdpMessages::host("127.0.0.1:0", Reach::ThisMachine, &config, 8)?;
/// let mut guest = UdpMessages::join(host.local_addr(), &config)?;
/// let mut heard = None;
/// while heard.is_none() {
///     guest.poll()?;
///     for event in guest.events() {
///         match event {
///             MessageEvent::Connected(peer) => guest.send(peer, Lane::Reliable, b"hello")?,
///             MessageEvent::Disconnected(_, reason) => return Err(reason.to_string().into()),
///             MessageEvent::Message { .. } => {}
///         }
///     }
///     host.poll()?;
///     for event in host.events() {
///         if let MessageEvent::Message { bytes, .. } = event {
///             heard = Some(bytes);
///         }
///     }
/// }
/// assert_eq!(heard.as_deref(), Some(&b"hello"[..]));
/// # Ok(())
/// # }
/// ```
pub struct UdpMessages {
    socket: DatagramSocket,
    messages: Messages<SocketAddr>,
    clock: NativeClock,
    buffer: DatagramBuffer,
}

impl UdpMessages {
    /// A host for up to `most` guests.
    ///
    /// # Errors
    /// When the address cannot be had, or is not of this machine alone and nobody asked for more.
    pub fn host(
        address: impl ToSocketAddrs,
        reach: Reach,
        config: &MessagesConfig,
        most: usize,
    ) -> Result<Self, UdpError> {
        let socket = DatagramSocket::bind(address, reach)?;
        let messages = Messages::host(config, entropy()?, most)?;
        Ok(Self::new(socket, messages, NativeClock::start()))
    }

    /// A guest of the host at the first of `server`'s addresses for which there is a socket.
    ///
    /// # Errors
    /// When the name is not known or this machine has no socket to spare. Whether a host answers is
    /// told by the events.
    pub fn join(server: impl ToSocketAddrs, config: &MessagesConfig) -> Result<Self, UdpError> {
        let (server, socket) = DatagramSocket::towards(server)?;
        let clock = NativeClock::start();
        let messages = Messages::join(server, config, entropy()?, clock.now())?;
        Ok(Self::new(socket, messages, clock))
    }

    fn new(socket: DatagramSocket, messages: Messages<SocketAddr>, clock: NativeClock) -> Self {
        Self { socket, messages, clock, buffer: DatagramBuffer::default() }
    }

    /// Takes in what has arrived, at most 256 datagrams of it, and sends what is due. To be called
    /// every frame; it never blocks.
    ///
    /// # Errors
    /// When what arrived before has to be read first.
    pub fn poll(&mut self) -> Result<(), WouldBlock> {
        let now = self.clock.now();
        for _ in 0..DATAGRAMS_A_POLL {
            if self.messages.is_blocked() {
                break; // what has arrived waits in the socket
            }
            let Some((from, datagram)) = self.socket.receive(&mut self.buffer) else { break };
            self.messages.handle(from, datagram, now)?;
        }
        let answer = self.messages.update(now);
        while let Some((to, datagram)) = self.messages.poll_datagram(now) {
            self.socket.send(to, &datagram, now);
        }
        self.socket.flush(now);
        answer
    }

    /// Everything that has happened since it was last asked.
    pub fn events(&mut self) -> Vec<MessageEvent> {
        std::iter::from_fn(|| self.messages.poll_event()).collect()
    }

    /// The address of this endpoint.
    #[must_use]
    pub fn local_addr(&self) -> SocketAddr {
        self.socket.local_addr()
    }

    /// Puts a pretend wire before everything that is sent from now on.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.socket.set_profile(profile, seed);
    }
}

impl Deref for UdpMessages {
    type Target = Messages<SocketAddr>;

    fn deref(&self) -> &Self::Target {
        &self.messages
    }
}

impl DerefMut for UdpMessages {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.messages
    }
}
