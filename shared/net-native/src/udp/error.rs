//! Why there is no socket, and what to do about it.

use netplay::channel::BadChannelConfig;
use std::fmt;
use std::io::ErrorKind;
use std::net::SocketAddr;

/// Who may reach a socket that listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Programs of this machine: only loopback addresses are listened on.
    ThisMachine,
    /// Whoever can reach the address. Never without somebody's explicit request.
    Network,
}

/// No socket could be had.
#[derive(Debug)]
pub enum UdpError {
    /// The address is not `HOST:PORT`, or the name is not known.
    Name(std::io::Error),
    /// The name is known and has no address.
    Nameless,
    /// The address can be reached from other machines, and nobody asked for that.
    NotAskedFor(SocketAddr),
    /// The operating system does not give the address.
    Bind(SocketAddr, std::io::Error),
    /// The operating system has no randomness to give.
    Entropy,
    /// The channel's configuration is out of range.
    Config(BadChannelConfig),
}

impl From<BadChannelConfig> for UdpError {
    fn from(error: BadChannelConfig) -> Self {
        Self::Config(error)
    }
}

impl fmt::Display for UdpError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(error) => {
                write!(out, "{error}: an address is HOST:PORT, such as 127.0.0.1:7777")
            }
            Self::Nameless => write!(out, "the name has no address: try a number like 127.0.0.1"),
            Self::NotAskedFor(address) => write!(
                out,
                "{address} can be reached from other machines: listen on 127.0.0.1:{port}, or ask \
                 for the network explicitly",
                port = address.port()
            ),
            Self::Config(error) => write!(out, "the channel's configuration: {error}"),
            Self::Entropy => out.write_str("the operating system gives no random numbers"),
            Self::Bind(address, error) => {
                let advice = match error.kind() {
                    ErrorKind::AddrInUse => {
                        "another program listens there: stop it, or choose another port \
                         (0 is any free one)"
                    }
                    ErrorKind::PermissionDenied => {
                        "this user may not listen there: choose a port from 1024 on"
                    }
                    ErrorKind::AddrNotAvailable => "this machine does not have that address",
                    _ => return write!(out, "cannot listen on {address} (UDP): {error}"),
                };
                write!(out, "cannot listen on {address} (UDP): {advice}")
            }
        }
    }
}

impl std::error::Error for UdpError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Name(error) | Self::Bind(_, error) => Some(error),
            Self::Config(error) => Some(error),
            Self::Nameless | Self::NotAskedFor(_) | Self::Entropy => None,
        }
    }
}
