//! What `serve-game` and `join-game` are told.

use super::drive::{Drive, Held};
use crate::address::RelayAddress;
use crate::condition;
use crate::content;
use crate::ending::Ending;
use clap::{Args, ValueEnum};
use games::SetupError;
use games::racing::{LAPS_MOST, RaceRules, RaceSetup};
use games::served::{Empty, ServedRace};
use netplay::limits::ROOM_SEATS;
use netplay::link::LinkProfile;
use netplay::session::server::{NetError, ServerConfig, StartMode};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Where a server listens unless told otherwise.
const PORT: u16 = 7777;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ServedGame {
    /// The race, on Heron Lake
    Racing,
}

/// What both ends must have alike.
#[derive(Debug, Args)]
pub(crate) struct RuleOptions {
    /// Laps of the race: the same at the server and at all who join
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=LAPS_MOST as i64))]
    pub(crate) laps: u8,

    /// Cars of the race: the same at the server and at all who join
    #[arg(long, value_name = "N", default_value_t = ROOM_SEATS as u8, value_parser = clap::value_parser!(u8).range(2..=ROOM_SEATS as i64))]
    pub(crate) max_players: u8,
}

impl RuleOptions {
    /// The race, with this many cars.
    fn race(&self, cars: usize, seed: u64, empty: Empty) -> Result<ServedRace, Ending> {
        let rules = RaceRules { laps: self.laps, ..RaceRules::default() };
        let setup = RaceSetup { seed, seats: cars as u8, rules };
        let race = match content::pack().track(rules.track) {
            Some(track) => ServedRace::new(setup, track.clone(), empty),
            None => Err(SetupError::Content),
        };
        race.map_err(|error| Ending::Coded(NetError::Scene, format!("No such race: {error}.")))
    }

    /// A client's idea of the race: the server tells whatever a seed decides.
    pub(crate) fn idea(&self) -> Result<ServedRace, Ending> {
        self.race(self.max_players.into(), 0, Empty::Driven)
    }

    /// The words that make the same race, as far as they are not the usual ones.
    pub(crate) fn words(&self) -> String {
        let mut words = String::new();
        if self.laps != RaceRules::default().laps {
            words += &format!(" --laps {}", self.laps);
        }
        if usize::from(self.max_players) != ROOM_SEATS {
            words += &format!(" --max-players {}", self.max_players);
        }
        words
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartChoice {
    /// When the host says so
    Lobby,
    /// When enough people are here and all are ready
    #[default]
    Auto,
    /// At once; people take over from bots
    Now,
}

#[derive(Debug, Args)]
pub(crate) struct ServeGameOptions {
    /// Which game
    #[arg(value_enum)]
    pub(crate) game: ServedGame,

    #[command(flatten)]
    pub(crate) rules: RuleOptions,

    /// The UDP port; 0 takes a free one, and the first line tells which
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Listen on this address, which others may reach, instead of on this computer alone
    #[arg(long, value_name = "ADDR")]
    bind: Option<IpAddr>,

    /// Open a room at this relay and be its host, instead of listening
    #[arg(long, value_name = "RELAY", conflicts_with_all = ["port", "bind"])]
    pub(crate) room: Option<RelayAddress>,

    /// Write the room's code to this file
    #[arg(long, value_name = "FILE", requires = "room")]
    pub(crate) code_file: Option<PathBuf>,

    /// What decides the grid and the bots' tempers [default: different each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// What the server is called
    #[arg(long, value_name = "NAME", default_value = "Partyline")]
    pub(crate) name: String,

    /// People without whom no race begins
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_players: usize,

    /// When the race begins
    #[arg(long, value_enum, default_value_t = StartChoice::Auto)]
    start: StartChoice,

    /// Cars that nobody drives stand aside, instead of being driven by bots
    #[arg(long)]
    no_bots: bool,

    /// A worse line than there is, for what the server sends: rtt=80,jitter=4,loss=2%
    #[arg(long, value_name = "SETTINGS", default_value = "latency=0", value_parser = condition::profile)]
    pub(crate) link: LinkProfile,

    /// Stop after so many seconds [default: on ctrl-C, or `quit` on the standard input]
    #[arg(long, value_name = "SEC", value_parser = clap::value_parser!(u32).range(1..=604_800))]
    pub(crate) duration: Option<u32>,

    /// Stop after so many ticks, of which a second has 30
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ticks: Option<u32>,

    /// Write the final report to this file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}

impl ServeGameOptions {
    /// Where to listen. Only who asks for an address listens on another than this machine's own.
    pub(crate) fn address(&self) -> SocketAddr {
        SocketAddr::new(self.bind.unwrap_or(Ipv4Addr::LOCALHOST.into()), self.port)
    }

    pub(crate) const fn asks_for_the_network(&self) -> bool {
        self.bind.is_some()
    }

    /// The race, with this many cars.
    pub(crate) fn race(&self, cars: usize) -> Result<ServedRace, Ending> {
        let ServedGame::Racing = self.game;
        let empty = if self.no_bots { Empty::Parked } else { Empty::Driven };
        self.rules.race(cars, self.seed(), empty)
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(any_seed)
    }

    pub(crate) const fn min_players(&self) -> usize {
        self.min_players
    }

    pub(crate) fn config(&self) -> ServerConfig {
        ServerConfig {
            name: self.name.clone(),
            max_players: self.rules.max_players.into(),
            min_players: self.min_players,
            start: match self.start {
                StartChoice::Lobby => StartMode::Lobby,
                StartChoice::Auto => StartMode::Auto,
                StartChoice::Now => StartMode::Now,
            },
            fill_bots: !self.no_bots,
            ..ServerConfig::default()
        }
    }
}

/// Different each time: the hash map's keys of the standard library are drawn by the system.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

#[derive(Debug, Args)]
pub(crate) struct JoinGameOptions {
    /// The server: HOST:PORT
    #[arg(value_name = "HOST:PORT")]
    pub(crate) server: String,

    #[command(flatten)]
    pub(crate) rules: RuleOptions,

    /// What the player is called
    #[arg(long, value_name = "NAME", default_value = "Walker")]
    pub(crate) name: String,

    /// Be ready in every lobby
    #[arg(long)]
    pub(crate) ready: bool,

    /// As the host, begin as soon as that is possible
    #[arg(long)]
    pub(crate) start_game: bool,

    /// Hold an input: throttle=1, steer=-0.5; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = Held::parse)]
    pub(crate) input: Vec<Held>,

    /// How to drive, where no input is held
    #[arg(long, value_enum, default_value_t = Drive::None)]
    pub(crate) drive: Drive,

    /// Leave after so many seconds in the game [default: on ctrl-C, or when the server stops]
    #[arg(long, value_name = "SEC", value_parser = clap::value_parser!(u32).range(1..=604_800))]
    pub(crate) duration: Option<u32>,

    /// A worse line than there is, for what this player sends: rtt=80,jitter=4,loss=2%
    #[arg(long, value_name = "SETTINGS", default_value = "latency=0", value_parser = condition::profile)]
    pub(crate) link: LinkProfile,

    /// Show the own car where the server last had it, too
    #[arg(long)]
    pub(crate) no_predict: bool,

    /// Only watch
    #[arg(long, conflicts_with_all = ["ready", "start_game", "input", "drive"])]
    pub(crate) observe: bool,

    /// Write the report to this file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
}
