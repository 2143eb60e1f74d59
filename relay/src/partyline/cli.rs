//! The command line, and the environment behind it.

use crate::beside;
use crate::listening::Listening;
use clap::{Parser, ValueEnum};
use netplay::limits;
use relay::{ServerConfig, WebRoot};
use std::path::PathBuf;

/// Host a Partyline relay: friends open the printed address and play by room code.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    after_help = format!("{}\n\nA room's code is its only lock: anyone who has it can join.", beside::HELP)
)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) listening: Listening,

    /// Serve the built page from this folder, read once at the start
    #[arg(long, env = "PARTYLINE_WEB", value_name = "DIR")]
    web: Option<PathBuf>,

    /// Serve no page: whatever is not a game's connection is refused
    #[arg(long, env = "PARTYLINE_NO_WEB", conflicts_with = "web")]
    no_web: bool,

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

impl Options {
    /// Whether others than this computer are let in.
    pub(crate) fn is_lan(&self) -> bool {
        self.listening.is_lan()
    }

    /// Everything the sockets need to know.
    ///
    /// # Errors
    /// A sentence for the person at the terminal.
    pub(crate) fn server_config(&self) -> Result<ServerConfig, String> {
        let mut config = self.listening.server_config();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Options {
        Options::parse_from([&["partyline"], words].concat())
    }

    #[test]
    fn the_default_is_this_computer_only_and_lan_is_asked_for() {
        let alone = options(&[]);
        assert_eq!(alone.listening.bind_address(), "127.0.0.1:7462".parse().unwrap());
        assert!(!alone.is_lan());
        let lan = options(&["--lan", "--port", "0"]);
        assert_eq!(lan.listening.bind_address(), "0.0.0.0:0".parse().unwrap());
        assert!(lan.is_lan());
        let bound = options(&["--bind", "[::1]:99"]);
        assert_eq!(bound.listening.bind_address(), "[::1]:99".parse().unwrap());
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
