//! The command line, and the environment behind it.

use crate::beside;
use clap::{Parser, ValueEnum};
use netplay::limits;
use relay::{DEFAULT_PORT, Log, LogFormat, Network, ServerConfig, WebRoot};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Host a Partyline relay: friends open the printed address and play by room code.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = format!("{}\n\nA room's code is its only lock: anyone who has it can join.", beside::HELP)
)]
pub(crate) struct Options {
    /// Listen on this address, or address and port [default: 127.0.0.1, this computer only]
    #[arg(long, env = "PARTYLINE_BIND", value_name = "ADDR", conflicts_with = "lan", value_parser = bind)]
    bind: Option<(IpAddr, Option<u16>)>,

    /// Listen on this port; 0 takes any free one [default: 7462]
    #[arg(long, env = "PARTYLINE_PORT")]
    port: Option<u16>,

    /// Let everybody in your network in
    #[arg(long, env = "PARTYLINE_LAN")]
    lan: bool,

    /// Serve the built page from this folder, read once at the start
    #[arg(long, env = "PARTYLINE_WEB", value_name = "DIR")]
    web: Option<PathBuf>,

    /// Serve no page: whatever is not a game's connection is refused
    #[arg(long, env = "PARTYLINE_NO_WEB", conflicts_with = "web")]
    no_web: bool,

    /// One line a join, leave and refusal, on the standard error stream
    #[arg(long, env = "PARTYLINE_LOG", value_enum, default_value_t = LogChoice::Human)]
    log: LogChoice,

    /// Also let pages of this origin (scheme and name, as a browser shows them) connect; may be repeated
    #[arg(long, env = "PARTYLINE_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<String>,

    /// Also answer to this name (party.example); may be repeated
    #[arg(long, env = "PARTYLINE_HOST_NAME", value_name = "NAME", value_delimiter = ',')]
    host_name: Vec<String>,

    /// Let browsers in only: no raw TCP, no WebSocket without an Origin
    #[arg(long, env = "PARTYLINE_BROWSERS_ONLY")]
    browsers_only: bool,

    /// Believe what this proxy's network (127.0.0.1, 10.0.0.0/8) says of a client's address; may be repeated
    #[arg(long, env = "PARTYLINE_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,

    /// Answer /healthz and /metrics at this address (127.0.0.1:7463); keep it away from strangers
    #[arg(long, env = "PARTYLINE_ADMIN", value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,

    /// What is owed to members may wait this long for more, to leave together; 0 sends at once
    #[arg(long, env = "PARTYLINE_FLUSH_MS", value_name = "MS", default_value_t = 1)]
    flush_ms: u16,

    /// Rooms that may exist at once
    #[arg(long, env = "PARTYLINE_MAX_ROOMS", value_name = "N", default_value_t = limits::ROOMS)]
    pub(crate) max_rooms: usize,

    /// Connections of everybody together
    #[arg(long, env = "PARTYLINE_MAX_CONNECTIONS", value_name = "N", default_value_t = limits::CONNECTIONS)]
    max_connections: usize,

    /// Connections of one address; a proxy that is not trusted is one address
    #[arg(long, env = "PARTYLINE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "N", default_value_t = limits::CONNECTIONS_PER_ADDRESS)]
    max_connections_per_address: usize,

    /// Messages a second that one connection may keep up; twice as many at once
    #[arg(long, env = "PARTYLINE_MAX_MESSAGE_RATE", value_name = "N", default_value_t = limits::MESSAGES_PER_SECOND)]
    max_message_rate: u32,

    /// Whether to draw a QR code; auto draws one with --lan, on a terminal
    #[arg(long, env = "PARTYLINE_QR", value_enum, default_value_t = Qr::Auto)]
    pub(crate) qr: Qr,

    /// The network interface whose address comes first and into the QR code
    #[arg(long, env = "PARTYLINE_INTERFACE", value_name = "NAME")]
    pub(crate) interface: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Qr {
    Never,
    Auto,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogChoice {
    /// For people
    Human,
    /// One JSON object a line
    Json,
    /// None
    Off,
}

impl Options {
    pub(crate) fn bind_address(&self) -> SocketAddr {
        let (address, with_port) = self.bind.unwrap_or_else(|| {
            let address = if self.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
            (address.into(), None)
        });
        SocketAddr::new(address, self.port.or(with_port).unwrap_or(DEFAULT_PORT))
    }

    /// Whether others than this computer are let in.
    pub(crate) fn is_lan(&self) -> bool {
        !self.bind_address().ip().is_loopback()
    }

    /// Everything the sockets need to know.
    ///
    /// # Errors
    /// A sentence for the person at the terminal.
    pub(crate) fn server_config(&self) -> Result<ServerConfig, String> {
        let mut config = ServerConfig {
            bind: self.bind_address(),
            admin: self.admin,
            flush_window_us: u64::from(self.flush_ms) * 1_000,
            host_names: self.host_name.clone(),
            allowed_origins: self.allow_origin.clone(),
            native_clients: !self.browsers_only,
            trusted_proxies: self.trusted_proxy.clone(),
            log: match self.log {
                LogChoice::Human => Log::stderr(LogFormat::Human),
                LogChoice::Json => Log::stderr(LogFormat::Json),
                LogChoice::Off => Log::off(),
            },
            ..ServerConfig::default()
        };
        config.relay.rooms = self.max_rooms;
        config.relay.connections = self.max_connections;
        config.relay.connections_per_address = self.max_connections_per_address;
        config.relay.messages_per_second = self.max_message_rate;
        config.relay.messages_burst = self.max_message_rate.saturating_mul(2);
        if let Some(folder) = &self.web {
            let page = WebRoot::read(folder);
            config.web = Some(page.map_err(|error| format!("No page to serve: {error}."))?);
        }
        config.checked().map_err(|error| format!("These options do not work: {error}."))
    }
}

fn bind(text: &str) -> Result<(IpAddr, Option<u16>), String> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Ok((address, None));
    }
    let whole = text.parse::<SocketAddr>().map_err(|_| {
        "expected an address like 0.0.0.0, 192.168.1.20:7462 or [::]:7462".to_owned()
    })?;
    Ok((whole.ip(), Some(whole.port())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Options {
        Options::parse_from([&["partyline"], words].concat())
    }

    #[test]
    fn the_default_is_this_computer_only_and_lan_is_asked_for() {
        let alone = options(&[]);
        assert_eq!(alone.bind_address(), "127.0.0.1:7462".parse().unwrap());
        assert!(!alone.is_lan());
        let lan = options(&["--lan", "--port", "0"]);
        assert_eq!(lan.bind_address(), "0.0.0.0:0".parse().unwrap());
        assert!(lan.is_lan());
        let bound = options(&["--bind", "[::1]:99"]);
        assert_eq!(bound.bind_address(), "[::1]:99".parse().unwrap());
        assert!(Options::try_parse_from(["partyline", "--lan", "--bind", "::"]).is_err());
        assert!(Options::try_parse_from(["partyline", "--bind", "here"]).is_err());
    }

    #[test]
    fn limits_reach_the_relay_and_senseless_ones_get_a_sentence() {
        let config = options(&["--max-rooms", "3", "--flush-ms", "0"]).server_config().unwrap();
        assert_eq!((config.relay.rooms, config.flush_window_us), (3, 0));
        let sentence = options(&["--max-rooms", "0"]).server_config().unwrap_err();
        assert!(sentence.contains("rooms must not be 0"), "{sentence}");
        let sentence = options(&["--web", "/nowhere"]).server_config().unwrap_err();
        assert!(sentence.contains("/nowhere"), "{sentence}");
    }
}
