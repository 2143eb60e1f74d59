//! `replay`: what a recorded game says of itself, and whether it still leads where it led.

use crate::cli::ReplayCommand;
use crate::content;
use crate::ending::Ending;
use crate::report;
use crate::world::World;
use netplay::limits::REPLAY_BYTES;
use netplay::session::replay::{Differs, Misfit, Replay, ReplayError, Verdict, verify};
use netplay::sim::Simulation;
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

pub(crate) fn run(command: &ReplayCommand) -> Result<(), Ending> {
    match command {
        ReplayCommand::Info { file } => info(file),
        ReplayCommand::Verify { file } => verify_file(file),
    }
}

#[derive(Serialize)]
struct Info<'a> {
    game: &'a str,
    round: u32,
    seed: String,
    seats: Vec<SeatInfo<'a>>,
    /// The first recorded frame: 0 but for who came late.
    first: u32,
    frames: u32,
    seconds: u32,
    checkpoints: u32,
    /// The digest of the rules it was recorded by, and whether these are this program's.
    simulation: String,
    build: &'a str,
    fits: bool,
    /// Its end is missing.
    cut: bool,
}

#[derive(Serialize)]
struct SeatInfo<'a> {
    name: Option<&'a str>,
    player: Option<u32>,
}

#[derive(Serialize)]
struct Verified {
    frames: u32,
    checkpoints: u32,
    digest: String,
}

fn info(file: &Path) -> Result<(), Ending> {
    let replay = match Replay::salvage(read(file)?, REPLAY_BYTES) {
        Ok(replay) => replay,
        Err(error) => return Err(unreadable(file, &error)),
    };
    let header = replay.header();
    let names = header.looks.iter().map(|look| Some(&*look.name)).chain(std::iter::repeat(None));
    let seats = header.start.seats.iter().zip(names);
    report::line(&Info {
        game: &header.start.mode,
        round: header.start.round.0,
        seed: format!("{:016x}", header.start.seed),
        seats: seats
            .map(|(player, name)| SeatInfo { name, player: player.map(|player| player.0) })
            .collect(),
        first: replay.first().0,
        frames: replay.frames(),
        seconds: replay.frames() / u32::from(header.start.terms.tick_hz),
        checkpoints: replay.checkpoints(),
        simulation: report::hex(header.simulation),
        build: &header.build,
        fits: fits(&replay).is_ok(),
        cut: replay.is_cut(),
    });
    Ok(())
}

/// Whether it can be run here.
fn fits(replay: &Replay) -> Result<(), Misfit> {
    let ours = party::identity(&content::pack());
    replay.fits(&replay.header().start.mode, ours.simulation, &ours.pack)
}

fn verify_file(file: &Path) -> Result<(), Ending> {
    let replay =
        Replay::decode(read(file)?, REPLAY_BYTES).map_err(|error| unreadable(file, &error))?;
    let cannot =
        |why: String| Ending::Hindered(format!("{} cannot be run here: {why}.", file.display()));
    let start = &replay.header().start;
    fits(&replay).map_err(|misfit| cannot(misfit.to_string()))?;
    let game = World::of_start(start).map_err(cannot)?;
    match verify(&replay, game).map_err(|misfit| cannot(misfit.to_string()))? {
        (Verdict::Verified { frames, checkpoints }, game) => {
            let digest = report::hex(game.state_hash());
            report::line(&Verified { frames, checkpoints, digest });
            Ok(())
        }
        (Verdict::Differs(Differs { frame, recorded, ours }), _) => Err(Ending::Failed(format!(
            "{} leads elsewhere: after frame {} it was {recorded}, and here it is {ours}.",
            file.display(),
            frame.0
        ))),
    }
}

/// The file's bytes; one byte more than a replay may have tells that it has too many.
fn read(file: &Path) -> Result<Vec<u8>, Ending> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(REPLAY_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| {
            Ending::Hindered(format!("{} cannot be read: {error}.", file.display()))
        })?;
    Ok(bytes)
}

/// A damaged replay fails its check; another file was the wrong one to name.
fn unreadable(file: &Path, error: &ReplayError) -> Ending {
    let sentence = format!("{}: {error}.", file.display());
    match error {
        ReplayError::Cut { .. } | ReplayError::Changed | ReplayError::Malformed(_) => {
            Ending::Failed(sentence)
        }
        ReplayError::TooLarge { .. } | ReplayError::NotAReplay | ReplayError::Version(_) => {
            Ending::Hindered(sentence)
        }
    }
}
