//! `diff` and `rerun`: what two peers remember of the frame in which they parted.

use crate::content;
use crate::ending::Ending;
use crate::report;
use games::Game;
use netplay::ids::{PlayerId, Seat};
use netplay::limits::BUNDLE_BYTES;
use netplay::session::bundle::{Bundle, BundleError, Finding, Retrial};
use netplay::sim::Difference;
use serde::Serialize;
use std::fs::File;
use std::io::Read;
use std::path::Path;

#[derive(Serialize)]
struct Found {
    frame: u32,
    /// Whether the two are known to have been equal before it.
    first: bool,
    players: [u32; 2],
    field: Option<Field>,
    /// Where the two heard other inputs before: then no machine is to blame.
    inputs_differ: Option<Heard>,
    inputs: Vec<Inputs>,
}

#[derive(Serialize)]
struct Field {
    path: String,
    ours: String,
    theirs: String,
}

#[derive(Serialize)]
struct Heard {
    frame: u32,
    seat: u16,
}

#[derive(Serialize)]
struct Inputs {
    frame: u32,
    pads: Vec<u16>,
}

#[derive(Serialize)]
struct Run {
    frame: u32,
    ours: Side,
    theirs: Side,
}

#[derive(Serialize)]
struct Side {
    player: u32,
    claimed: String,
    here: String,
    agrees: bool,
    /// Here, and with the player.
    field: Option<Field>,
}

/// Compares what two peers kept themselves.
pub(crate) fn diff(ours: &Path, theirs: &Path) -> Result<(), Ending> {
    let (bundle, game) = read(ours)?;
    let (other, _) = read(theirs)?;
    if bundle.start != other.start {
        let (ours, theirs) = (ours.display(), theirs.display());
        return Err(Ending::Hindered(format!("{ours} and {theirs} are of two games.")));
    }
    let case = bundle.against(&other);
    let players = [case.ours.player, case.theirs.player];
    let Some(finding) = case.finding(&game) else {
        eprintln!("Of the frames that both kept, none differs.");
        return Ok(());
    };
    report::line(&found(&finding, players));
    let [one, two] = players.map(name);
    let what = match (&finding.difference, finding.heard_otherwise) {
        (_, Some((frame, Seat(seat)))) => {
            format!("They heard other inputs of seat {seat} in frame {}", frame.0)
        }
        (Some(Difference { path, ours, theirs }), None) => {
            format!("{path} is {ours} with {one} and {theirs} with {two}")
        }
        (None, None) => "The states differ".to_owned(),
    };
    Err(Ending::Failed(format!("{what}; they part in frame {}.", finding.frame.0)))
}

/// Simulates the frame again, on either side's inputs.
pub(crate) fn rerun(file: &Path) -> Result<(), Ending> {
    let (bundle, game) = read(file)?;
    let rerun = bundle.rerun(&game).map_err(|error| unusable(file, &error))?;
    let (ours, theirs) = (side(&rerun.ours), side(&rerun.theirs));
    let odd: Vec<String> = [&rerun.ours, &rerun.theirs]
        .into_iter()
        .filter(|side| !side.agrees())
        .map(|side| name(side.player))
        .collect();
    report::line(&Run { frame: rerun.frame.0, ours, theirs });
    if odd.is_empty() {
        eprintln!("This machine comes to both states: the inputs differed, and no machine did.");
        return Ok(());
    }
    Err(Ending::Failed(format!(
        "Frame {} leads elsewhere here than with {}.",
        rerun.frame.0,
        odd.join(" and ")
    )))
}

fn found(finding: &Finding, players: [PlayerId; 2]) -> Found {
    let inputs = finding.inputs_before.iter().map(|(frame, words)| Inputs {
        frame: frame.0,
        pads: words.chunks_exact(2).map(|word| u16::from_le_bytes([word[0], word[1]])).collect(),
    });
    Found {
        frame: finding.frame.0,
        first: finding.is_first,
        players: players.map(|player| player.0),
        field: finding.difference.as_ref().map(field),
        inputs_differ: finding
            .heard_otherwise
            .map(|(frame, seat)| Heard { frame: frame.0, seat: seat.0 }),
        inputs: inputs.collect(),
    }
}

fn field(difference: &Difference) -> Field {
    Field {
        path: difference.path.clone(),
        ours: difference.ours.to_string(),
        theirs: difference.theirs.to_string(),
    }
}

fn side(retrial: &Retrial) -> Side {
    Side {
        player: retrial.player.0,
        claimed: report::hex(retrial.claimed),
        here: report::hex(retrial.digest),
        agrees: retrial.agrees(),
        field: retrial.difference.as_ref().map(field),
    }
}

fn name(player: PlayerId) -> String {
    format!("player {}", player.0)
}

/// Reads a bundle of this program's own rules, and the game that it is of.
fn read(file: &Path) -> Result<(Bundle, Game), Ending> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(BUNDLE_BYTES as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| {
            Ending::Hindered(format!("{} cannot be read: {error}.", file.display()))
        })?;
    let bundle = Bundle::decode(&bytes).map_err(|error| unusable(file, &error))?;
    let ours = games::simulation_digest();
    if bundle.simulation != ours {
        return Err(Ending::Hindered(format!(
            "{} was made by the rules {}, and these are {ours}.",
            file.display(),
            bundle.simulation
        )));
    }
    let game = Game::from_start(&bundle.start, &content::pack())
        .map_err(|error| Ending::Hindered(format!("{}: {error}.", file.display())))?;
    Ok((bundle, game))
}

fn unusable(file: &Path, error: &BundleError) -> Ending {
    Ending::Hindered(format!("{}: {error}.", file.display()))
}
