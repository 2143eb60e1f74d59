//! Why a socket came no further than the door: what it is told, and what the operator is.

use crate::http::{forbidden, refuse};
use crate::log::Log;
use crate::shard::SocketCounters;

/// Why a socket came no further than the door.
#[derive(Debug)]
pub(crate) enum Turned {
    Garbage,
    Tls,
    /// Programs are not let in.
    NativeTcp,
    NativeWebSocket,
    /// A `Host` that is none of this relay's names.
    ForeignHost(String),
    /// An `Origin` whose pages may not connect.
    ForeignOrigin(String),
    BadRequest(&'static str),
    Ended,
}

impl Turned {
    /// What the socket is told; none when it is closed without a word.
    pub(crate) fn answer(&self) -> Option<Vec<u8>> {
        match self {
            Self::Garbage | Self::Tls | Self::NativeTcp => None,
            Self::NativeWebSocket | Self::ForeignHost(_) | Self::ForeignOrigin(_) => {
                Some(forbidden())
            }
            Self::BadRequest(status) => Some(refuse(status)),
            Self::Ended => Some(Vec::new()),
        }
    }

    /// Counts it, and writes the lines that an operator may need.
    pub(crate) fn note(&self, counters: &mut SocketCounters, log: &Log) {
        match self {
            Self::Garbage => counters.garbage += 1,
            Self::Tls => {
                counters.tls_on_plain_port += 1;
                log.line(
                    "sockets",
                    &"refuse reason=tls-on-plain-port (the address begins with http:// or ws://)",
                );
            }
            Self::NativeTcp | Self::NativeWebSocket => {
                counters.forbidden += 1;
                log.line("sockets", &"refuse reason=browsers-only");
            }
            Self::ForeignHost(name) => {
                counters.forbidden += 1;
                let name = printable(name);
                log.line(
                    "sockets",
                    &format_args!(
                        "refuse reason=foreign-host name={name} (--host-name lets it in)"
                    ),
                );
            }
            Self::ForeignOrigin(origin) => {
                counters.forbidden += 1;
                let origin = printable(origin);
                log.line(
                    "sockets",
                    &format_args!(
                        "refuse reason=foreign-origin origin={origin} (--allow-origin lets it in)"
                    ),
                );
            }
            Self::BadRequest(_) => counters.bad_requests += 1,
            Self::Ended => {}
        }
    }
}

/// A stranger's text in a log: short, and nothing a terminal would obey.
fn printable(text: &str) -> String {
    text.chars().filter(char::is_ascii_graphic).take(64).collect()
}
