//! The command line.

use crate::address::RelayAddress;
use crate::condition;
use crate::game::GameChoice;
use crate::guest::Way;
use crate::pack::PackCommand;
use crate::script::Script;
use crate::served::{JoinGameOptions, ServeGameOptions};
use clap::{Args, Parser, Subcommand, ValueEnum};
use netplay::code::RoomCode;
use netplay::limits::{ROOM_SEATS, SEALED_SEATS};
use netplay::link::LinkProfile;
use party::Netcode;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Members of a room without a page: company, load, and checks.
#[derive(Debug, Parser)]
#[command(
    name = "partyline",
    bin_name = "partyline",
    version,
    about,
    after_help = "Exit code: 0 all is well, 1 what was checked does not hold, \
                  2 wrongly asked, not let in, or cut off, 5 no socket to be had. \
                  Ctrl-C leaves the room and ends well."
)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Play on this content instead of the built-in: a .partypack, or a folder
    #[arg(long = "play-on", global = true, env = "PARTYLINE_PACK", value_name = "PACK")]
    pub(crate) pack: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Members who take seats, get ready and drive by a script
    Bot(BotOptions),
    /// Lines on the standard input, like {"seat": 0, "pad": 1}, become a seat's input
    Bridge(BridgeOptions),
    /// Where the desync bundles of two players differ first
    Diff {
        /// One player's bundle
        ours: PathBuf,
        /// The other's
        theirs: PathBuf,
    },
    /// A player who drives by a script until so many seconds are confirmed, then prints one line of JSON
    Join(JoinOptions),
    /// Play at a server of `serve-game`, without a page
    JoinGame(JoinGameOptions),
    /// Watch a game of a room, check it, and record it; one line of JSON at its end
    Observe(ObserveOptions),
    /// Check, bundle and try content of one's own: holes, tracks, arenas, props
    #[command(subcommand)]
    Pack(PackCommand),
    /// Verify or describe a recorded game
    #[command(subcommand)]
    Replay(ReplayCommand),
    /// Decide a game for everybody who comes: over UDP, or as the host of a relay's room
    ServeGame(ServeGameOptions),
    /// Simulate the frame of a desync bundle again: whose machine is it?
    Rerun {
        /// The bundle
        bundle: PathBuf,
    },
    /// Each confirmed tick's cars as a line of JSON, over WebSocket
    StateStream(StreamOptions),
}

/// How the relay is reached.
#[derive(Debug, Args)]
pub(crate) struct LineOptions {
    /// The relay: ws://HOST:PORT, tcp://HOST:PORT, or HOST:PORT
    #[arg(
        long,
        env = "PARTYLINE_RELAY",
        value_name = "ADDR",
        default_value = "ws://127.0.0.1:7462"
    )]
    relay: RelayAddress,

    /// A worse line than there is, in both directions: latency=150,jitter=20,loss=5%
    #[arg(long, value_name = "SETTINGS", default_value = "latency=0", value_parser = condition::profile)]
    link: LinkProfile,
}

impl LineOptions {
    pub(crate) fn way(&self) -> Way {
        Way { relay: self.relay.clone(), profile: self.link }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NetcodeChoice {
    Lockstep,
    Rollback,
    Sealed,
}

impl From<NetcodeChoice> for Netcode {
    fn from(choice: NetcodeChoice) -> Self {
        match choice {
            NetcodeChoice::Lockstep => Self::Lockstep,
            NetcodeChoice::Rollback => Self::Rollback,
            NetcodeChoice::Sealed => Self::Sealed,
        }
    }
}

/// A room at a relay, or an arena.
#[derive(Debug, Args)]
pub(crate) struct PlaceOptions {
    #[command(flatten)]
    line: LineOptions,

    /// The room's code, or its invitation link
    #[arg(long, value_name = "CODE", value_parser = RoomCode::parse, required_unless_present = "arena")]
    room: Option<RoomCode>,

    /// The arena of a relay that is one, instead of a room
    #[arg(long, conflicts_with = "room")]
    arena: bool,
}

impl PlaceOptions {
    pub(crate) fn code(&self) -> RoomCode {
        self.room.unwrap_or(RoomCode::ARENA)
    }

    pub(crate) fn way(&self) -> Way {
        self.line.way()
    }
}

#[derive(Debug, Args)]
pub(crate) struct BotOptions {
    #[command(flatten)]
    pub(crate) place: PlaceOptions,

    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count())]
    pub(crate) count: u16,

    /// What they are called
    #[arg(long, value_name = "NAME", default_value = "Bot")]
    pub(crate) name: String,

    /// What they do with their pads
    #[arg(long, value_enum, default_value_t = Script::Still)]
    pub(crate) script: Script,

    /// Leave after this many seconds [default: stay]
    #[arg(long, value_name = "S")]
    pub(crate) seconds: Option<u32>,
}

#[derive(Debug, Args)]
pub(crate) struct BridgeOptions {
    #[command(flatten)]
    pub(crate) place: PlaceOptions,

    /// How many seats to take
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count())]
    pub(crate) count: u16,

    /// What their members are called
    #[arg(long, value_name = "NAME", default_value = "Bridge")]
    pub(crate) name: String,
}

#[derive(Debug, Args)]
pub(crate) struct JoinOptions {
    #[command(flatten)]
    pub(crate) line: LineOptions,

    /// The room's code, or its invitation link
    #[arg(long, value_name = "CODE", value_parser = RoomCode::parse, required_unless_present_any = ["create", "arena"])]
    room: Option<RoomCode>,

    /// The arena of a relay that is one, instead of a room
    #[arg(long, conflicts_with_all = ["room", "create"])]
    arena: bool,

    /// Open a room, print its code, and start the game once enough players are ready
    #[arg(long, conflicts_with = "room")]
    create: bool,

    /// With --create: how many seats the room has
    #[arg(long, value_name = "N", default_value_t = ROOM_SEATS as u8, conflicts_with = "room", value_parser = clap::value_parser!(u8).range(2..=ROOM_SEATS as i64))]
    pub(crate) seats: u8,

    /// With --create: how many players to wait for, this one included
    #[arg(long, value_name = "N", default_value_t = 2, conflicts_with = "room")]
    pub(crate) players: u8,

    /// With --create: how everybody's inputs come together
    #[arg(long, value_enum, default_value_t = NetcodeChoice::Lockstep, conflicts_with = "room")]
    pub(crate) netcode: NetcodeChoice,

    /// With --create: which game
    #[arg(long, value_enum, default_value_t = GameChoice::Racing, conflicts_with = "room")]
    pub(crate) game: GameChoice,

    /// The seat to take over in a running game or an arena, from 0 [default: any that is open]
    #[arg(long, value_name = "N", conflicts_with = "create")]
    pub(crate) seat: Option<u16>,

    /// In an arena: correct at once only what was guessed wrong about this many seats nearest to
    /// our own, and the rest with it or a few ticks later [default: all at once]
    #[arg(long, value_name = "N", conflicts_with_all = ["room", "create"])]
    pub(crate) nearest: Option<u16>,

    /// For how many seconds of confirmed ticks, from the start of the game
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) seconds: u32,

    /// Where to write the bundle of a difference to the others, if there is one
    #[arg(long, value_name = "FILE")]
    pub(crate) bundle: Option<PathBuf>,

    /// What the player is called
    #[arg(long, value_name = "NAME", default_value = "Walker")]
    pub(crate) name: String,

    /// What the player does with the pad
    #[arg(long, value_enum, default_value_t = Script::Walk)]
    pub(crate) script: Script,
}

#[derive(Debug, Args)]
pub(crate) struct ObserveOptions {
    #[command(flatten)]
    pub(crate) place: PlaceOptions,

    /// Write a replay to this file, or into this folder
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) record: Option<PathBuf>,

    /// Stop after this many seconds of the game [default: at its end]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub(crate) seconds: Option<u32>,

    /// One line of JSON at every checkpoint, too
    #[arg(long)]
    pub(crate) verbose: bool,

    /// What the watcher is called
    #[arg(long, value_name = "NAME", default_value = "Observer")]
    pub(crate) name: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ReplayCommand {
    /// What it says of itself, as a line of JSON
    Info {
        /// The replay
        file: PathBuf,
    },
    /// Play it through and compare every checkpoint
    Verify {
        /// The replay
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct StreamOptions {
    #[command(flatten)]
    pub(crate) place: PlaceOptions,

    /// Where clients connect; port 0 takes a free one, and the first line tells which
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:47912")]
    pub(crate) listen: SocketAddr,

    /// Also let pages of this origin listen, beside those of this computer; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    /// What the watcher is called
    #[arg(long, value_name = "NAME", default_value = "Stream")]
    pub(crate) name: String,
}

impl JoinOptions {
    /// Where to; nowhere for who opens a room.
    pub(crate) fn code(&self) -> Option<RoomCode> {
        if self.arena { Some(RoomCode::ARENA) } else { self.room }
    }
}

fn count() -> clap::builder::RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=SEALED_SEATS as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        Options::command().debug_assert();
    }

    #[test]
    fn a_room_is_joined_or_created_and_not_both() {
        let parses = |words: &[&str]| {
            Options::try_parse_from([&["partyline", "join"], words].concat()).is_ok()
        };
        assert!(parses(&["--room", "k7q-f2m"]) && parses(&["--create", "--players", "3"]));
        assert!(!parses(&[]) && !parses(&["--room", "K7QF2M", "--create"]));
        assert!(parses(&["--arena", "--nearest", "3"]));
        assert!(!parses(&["--room", "K7QF2M", "--nearest", "3"]));
        assert!(!parses(&["--room", "K7QF2M", "--players", "3"]) && !parses(&["--room", "0"]));
    }
}
