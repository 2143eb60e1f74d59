//! Where to listen, to whom, and what to write down: the same for rooms and for an arena.

use clap::{Args, ValueEnum};
use relay::{DEFAULT_PORT, Log, LogFormat, Network, ServerConfig};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The sockets' part of a command line.
#[derive(Debug, Args)]
pub(crate) struct Listening {
    /// Listen on this address, or address and port [default: 127.0.0.1, this computer only]
    #[arg(long, env = "PARTYLINE_BIND", value_name = "ADDR", conflicts_with = "lan", value_parser = bind)]
    bind: Option<(IpAddr, Option<u16>)>,

    /// Listen on this port; 0 takes any free one [default: 7462]
    #[arg(long, env = "PARTYLINE_PORT")]
    port: Option<u16>,

    /// Let everybody in your network in
    #[arg(long, env = "PARTYLINE_LAN")]
    lan: bool,

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

impl Listening {
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

    /// What all sockets need to know.
    pub(crate) fn server_config(&self) -> ServerConfig {
        ServerConfig {
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
        }
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
