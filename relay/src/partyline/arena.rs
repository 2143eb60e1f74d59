//! `partyline arena`: a standing session of sealed ticks, for a crowd and without a lobby.

use crate::carry;
use crate::greeting::own_url;
use crate::listening::Listening;
use clap::Parser;
use netplay::limits::{CONFIG_BYTES, SEALED_GRACE_TICKS, SEALED_SEATS, TICK_HZ, TICK_HZ_CAP};
use netplay::relay::ArenaConfig;
use netplay::wire::{Blob, Text};
use relay::{RelayHandle, ServerConfig};
use std::fmt::Write;
use std::path::PathBuf;

/// The first word of the command line.
pub(crate) const WORD: &str = "arena";

/// Below this many ticks a second a press is felt to wait for its tick.
const SLOW_HZ: u8 = 15;

/// A standing session for a crowd: whoever comes takes a seat and plays, and the relay closes every
/// tick with the words that have come by then.
#[derive(Debug, Parser)]
#[command(
    bin_name = "partyline arena",
    version,
    after_help = "Programs join by the code ARENAS: `partyline join`, `bot`, `observe`, `bridge` and \
`state-stream` take it as any room's. Whoever can reach the port can play."
)]
pub(crate) struct ArenaOptions {
    /// Seats
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=SEALED_SEATS as i64))]
    seats: u16,

    /// Ticks a second
    #[arg(long, value_name = "HZ", default_value_t = TICK_HZ as u8, value_parser = clap::value_parser!(u8).range(1..=TICK_HZ_CAP as i64))]
    tick_rate: u8,

    /// Ticks that a word may be late before its tick goes without it
    #[arg(long, value_name = "TICKS", default_value_t = SEALED_GRACE_TICKS)]
    grace: u8,

    /// Start this many seconds after the first player, whatever seats are free; else when all are taken
    #[arg(long, value_name = "SECONDS")]
    start_after: Option<u32>,

    /// Members without a seat
    #[arg(long, value_name = "N", default_value_t = netplay::limits::ARENA_OBSERVERS)]
    observers: usize,

    /// The game, as the players' programs call it
    #[arg(long, value_name = "NAME", default_value = "")]
    mode: String,

    /// A file with the game's rules, in the game's own encoding
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,

    /// Feeds every generator of the session [default: another one at every start]
    #[arg(long)]
    seed: Option<u64>,

    #[command(flatten)]
    listening: Listening,
}

/// Carries an arena until a signal comes.
pub(crate) fn run(options: &ArenaOptions) -> Result<(), String> {
    let config = options.server_config()?;
    if let Some(warning) = options.warning() {
        eprintln!("{warning}");
    }
    carry(config, |relay| options.greeting(relay))
}

impl ArenaOptions {
    fn server_config(&self) -> Result<ServerConfig, String> {
        let mut arena = ArenaConfig {
            observers: self.observers,
            tick_hz: self.tick_rate,
            grace_ticks: self.grace,
            start_after_ms: self.start_after.map(|seconds| u64::from(seconds) * 1_000),
            seed: match self.seed {
                Some(seed) => seed,
                None => any_seed()?,
            },
            mode: Text::new(&self.mode).map_err(|_| "The game's name is too long.".to_owned())?,
            ..ArenaConfig::new(self.seats)
        };
        arena.connections_per_address = arena.connections();
        if let Some(file) = &self.rules {
            let rules = std::fs::read(file);
            let rules =
                rules.map_err(|error| format!("No rules in {}: {error}.", file.display()))?;
            arena.config = Blob::new(rules)
                .map_err(|_| format!("The rules are longer than {CONFIG_BYTES} bytes."))?;
        }
        let mut config = self.listening.server_config();
        config.visitors = config.visitors.max(arena.connections());
        config.visitors_per_address = config.visitors;
        config.arena = Some(arena);
        config.checked().map_err(|error| format!("These options do not work: {error}."))
    }

    fn warning(&self) -> Option<String> {
        (self.tick_rate < SLOW_HZ).then(|| {
            format!(
                "{} ticks a second are few: below {SLOW_HZ} a press is felt to wait for its tick.",
                self.tick_rate
            )
        })
    }

    fn greeting(&self, relay: &RelayHandle) -> String {
        let lan = if self.listening.is_lan() { " (LAN)" } else { "" };
        let start = match self.start_after {
            Some(seconds) => format!("{seconds} s after the first player"),
            None => "when every seat is taken".to_owned(),
        };
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "Partyline arena {}{lan}  -  {} seats  -  {} ticks a second, {} of grace\n",
            env!("CARGO_PKG_VERSION"),
            self.seats,
            self.tick_rate,
            self.grace,
        );
        let _ = writeln!(out, "  Programs connect to     {}", own_url("ws", relay.local_addr()));
        let _ = writeln!(out, "  with the code           ARENAS");
        let _ = writeln!(out, "  It starts               {start}");
        if let Some(admin) = relay.admin_addr() {
            let _ = writeln!(out, "  Its numbers             http://{admin}/metrics");
        }
        let _ = writeln!(out, "\n  Whoever can reach the port can play.  Press Ctrl+C to stop.");
        out
    }
}

fn any_seed() -> Result<u64, String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| format!("No entropy: {error}."))?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(words: &[&str]) -> Result<ArenaOptions, clap::Error> {
        ArenaOptions::try_parse_from([&["arena"], words].concat())
    }

    #[test]
    fn seats_and_rates_are_within_the_wires_bounds() {
        let arena =
            |words: &[&str]| options(words).unwrap().server_config().unwrap().arena.unwrap();
        let plain = arena(&["--seats", "110"]);
        assert_eq!((plain.seats, plain.tick_hz, plain.grace_ticks), (110, 60, 3));
        assert_eq!(plain.start_after_ms, None);
        let timed =
            arena(&["--seats", "2", "--start-after", "5", "--tick-rate", "30", "--seed", "7"]);
        assert_eq!((timed.start_after_ms, timed.tick_hz, timed.seed), (Some(5_000), 30, 7));
        for words in [&["--seats", "0"][..], &["--seats", "1025"], &[]] {
            assert!(options(words).is_err());
        }
        assert!(options(&["--seats", "2", "--tick-rate", "241"]).is_err());
    }

    #[test]
    fn a_slow_clock_is_warned_of() {
        let warning = |rate| options(&["--seats", "2", "--tick-rate", rate]).unwrap().warning();
        assert_eq!(warning("15"), None);
        assert!(warning("14").unwrap().contains("few"));
    }
}
