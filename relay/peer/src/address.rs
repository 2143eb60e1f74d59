//! Where the relay is, and the socket to it.

use net_native::{TcpTransport, WebSocketTransport};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::Packet;
use std::fmt;
use std::io;
use std::str::FromStr;
use std::time::Duration;

/// A relay on the same machine, or in the same network, answers at once.
const PATIENCE: Duration = Duration::from_secs(3);
const DEFAULT_PORT: u16 = 7462;

/// `ws://host:port`, `tcp://host:port`, or `host:port`, which is reached as a page reaches it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RelayAddress {
    way: Way,
    /// `host:port`.
    authority: String,
    path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Tcp,
    WebSocket,
}

impl RelayAddress {
    /// Opens a socket to the relay.
    ///
    /// # Errors
    /// A sentence for the person at the terminal.
    pub(crate) fn connect(&self) -> Result<Wire, String> {
        let wire = match self.way {
            Way::Tcp => TcpTransport::connect(&*self.authority, PATIENCE).map(Wire::Tcp),
            Way::WebSocket => {
                WebSocketTransport::connect(&self.to_string(), PATIENCE).map(Wire::WebSocket)
            }
        };
        wire.map_err(|error| self.no_answer(&error))
    }

    fn no_answer(&self, error: &io::Error) -> String {
        format!("No relay answers at {self}: {error}.")
    }
}

impl FromStr for RelayAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (way, rest) = match text.split_once("://") {
            Some(("tcp", rest)) => (Way::Tcp, rest),
            Some(("ws" | "http", rest)) => (Way::WebSocket, rest),
            Some(("wss" | "https", _)) => {
                return Err("encrypted relays are for browsers; use ws:// or tcp://".to_owned());
            }
            Some((scheme, _)) => return Err(format!("{scheme}:// is neither ws:// nor tcp://")),
            None => (Way::WebSocket, text),
        };
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let path = match (way, path) {
            (Way::Tcp, "") => String::new(),
            (Way::Tcp, _) => return Err("tcp://host:port has no path".to_owned()),
            (Way::WebSocket, "") => "/ws".to_owned(),
            (Way::WebSocket, path) => format!("/{path}"),
        };
        if authority.is_empty() {
            return Err("expected an address like 192.168.1.20:7462".to_owned());
        }
        let has_port = authority.rsplit_once(':').is_some_and(|(_, port)| {
            !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
        });
        let authority =
            if has_port { authority.to_owned() } else { format!("{authority}:{DEFAULT_PORT}") };
        Ok(Self { way, authority, path })
    }
}

impl fmt::Display for RelayAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.way {
            Way::Tcp => "tcp",
            Way::WebSocket => "ws",
        };
        write!(f, "{scheme}://{}{}", self.authority, self.path)
    }
}

/// A socket of either kind.
#[derive(Debug)]
pub(crate) enum Wire {
    Tcp(TcpTransport),
    WebSocket(WebSocketTransport),
}

impl Transport for Wire {
    fn state(&self) -> LinkState {
        match self {
            Self::Tcp(link) => link.state(),
            Self::WebSocket(link) => link.state(),
        }
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        match self {
            Self::Tcp(link) => link.send(packet, lane, now),
            Self::WebSocket(link) => link.send(packet, lane, now),
        }
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        match self {
            Self::Tcp(link) => link.poll(now),
            Self::WebSocket(link) => link.poll(now),
        }
    }

    fn close(&mut self) {
        match self {
            Self::Tcp(link) => link.close(),
            Self::WebSocket(link) => link.close(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_people_write_it() {
        let read = |text: &str| text.parse::<RelayAddress>().map(|address| address.to_string());
        for (text, means) in [
            ("192.168.1.20:99", "ws://192.168.1.20:99/ws"),
            ("localhost", "ws://localhost:7462/ws"),
            ("[::1]", "ws://[::1]:7462/ws"),
            ("http://localhost:7462/", "ws://localhost:7462/ws"),
            ("ws://party.example:80/some/ws", "ws://party.example:80/some/ws"),
            ("tcp://localhost:1", "tcp://localhost:1"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(means), "{text}");
        }
        for wrong in ["", "ws://", "wss://party.example", "ftp://x:1", "tcp://x:1/path"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
