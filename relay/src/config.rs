//! What the operator of a relay's sockets may set.

use crate::http::WebRoot;
use crate::log::Log;
use crate::network::Network;
use netplay::limits;
use netplay::relay::{ArenaConfig, RelayConfig};
use std::io;
use std::net::SocketAddr;

/// The port friends know.
pub const DEFAULT_PORT: u16 = 7462;

/// From the connection to the end of its handshake, all reads together.
const HANDSHAKE_MS: u64 = 5_000;
/// From our last word to the end of the socket, whether the peer answers or not.
const CLOSING_MS: u64 = 2_000;
/// For one answer of the page's files: 1 MB over a bad radio link.
const ANSWER_MS: u64 = 30_000;
/// Sockets that are no connection yet: handshakes and readers of the page.
const VISITORS: usize = 128;
/// The same of one address: a browser opens six to a page, a household shares an address.
const VISITORS_PER_ADDRESS: usize = 32;

/// A relay's sockets, bounds and habits. Start from the default and change what you must.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where to listen; port 0 takes any free one.
    pub bind: SocketAddr,
    /// Where to answer `/healthz` and `/metrics`; nowhere by default. Keep it on loopback.
    pub admin: Option<SocketAddr>,
    /// Bounds and times of the relay itself.
    pub relay: RelayConfig,
    /// A standing session instead of rooms: then the relay's own bounds are not looked at.
    pub arena: Option<ArenaConfig>,
    /// How long what a member is owed may wait for more, in microseconds, so that it leaves
    /// together; the timer rounds up to whole milliseconds. 0 sends at the end of the turn of the
    /// loop in which it arrived.
    pub flush_window_us: u64,
    /// Messages that may wait for one connection.
    pub outbound_messages: usize,
    /// Bytes that may wait for one connection.
    pub outbound_bytes: usize,
    /// From the connection to the end of its handshake.
    pub handshake_ms: u64,
    /// From the relay's last word on a connection to the end of its socket.
    pub closing_ms: u64,
    /// For one answer of the page's files.
    pub answer_ms: u64,
    /// Sockets that are no connection yet.
    pub visitors: usize,
    /// Sockets of one address that are no connection yet.
    pub visitors_per_address: usize,
    /// The page. Without one every GET that is no upgrade gets 400.
    pub web: Option<WebRoot>,
    /// Names this relay is reached by, besides addresses and `localhost`.
    pub host_names: Vec<String>,
    /// Origins of pages served elsewhere that may connect.
    pub allowed_origins: Vec<String>,
    /// Whether clients that are no browser may connect: raw TCP, and WebSocket without `Origin`.
    pub native_clients: bool,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<Network>,
    /// Where the lines go.
    pub log: Log,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            bind: ([127, 0, 0, 1], DEFAULT_PORT).into(),
            admin: None,
            relay: RelayConfig::default(),
            arena: None,
            flush_window_us: 1_000,
            outbound_messages: limits::OUTBOUND_MESSAGES,
            outbound_bytes: limits::OUTBOUND_BYTES,
            handshake_ms: HANDSHAKE_MS,
            closing_ms: CLOSING_MS,
            answer_ms: ANSWER_MS,
            visitors: VISITORS,
            visitors_per_address: VISITORS_PER_ADDRESS,
            web: None,
            host_names: Vec::new(),
            allowed_origins: Vec::new(),
            native_clients: true,
            trusted_proxies: Vec::new(),
            log: Log::off(),
        }
    }
}

impl ServerConfig {
    /// This configuration, if a relay can work with it.
    ///
    /// # Errors
    /// Names the setting that is wrong.
    pub fn checked(self) -> io::Result<Self> {
        let wrong = |what: String| Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        let carried = match &self.arena {
            Some(arena) => arena.clone().checked().map(drop),
            None => self.relay.clone().checked().map(drop),
        };
        if let Err(error) = carried {
            return wrong(error.to_string());
        }
        let bounds = [
            ("outbound_messages", self.outbound_messages as u64),
            ("handshake_ms", self.handshake_ms),
            ("closing_ms", self.closing_ms),
            ("answer_ms", self.answer_ms),
            ("visitors", self.visitors as u64),
            ("visitors_per_address", self.visitors_per_address as u64),
        ];
        if let Some((name, _)) = bounds.iter().find(|(_, value)| *value == 0) {
            return wrong(format!("{name} must not be 0"));
        }
        if self.outbound_bytes < 2 * limits::MESSAGE_BYTES {
            return wrong("outbound_bytes must hold at least two messages".to_owned());
        }
        if self.flush_window_us > 100_000 {
            return wrong("a flush window of more than 100 ms is felt as lag".to_owned());
        }
        Ok(self)
    }
}
