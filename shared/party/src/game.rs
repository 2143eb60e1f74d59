//! The one place that knows which games there are.

use crate::cast::Cast;
use crate::results::{ResultRow, time};
use crate::scene::Scene;
use games::racing::{Ending, NotFinished, Placing, RaceEvent, RaceSetup, Track};
use games::served::{Empty, ServedRace};
use games::{Game, GameSetup};
use netplay::ids::Seat;
use netplay::present::{Pose, Shift};
use netplay::wire::{Identity, Pack, Start, Text, WordSize};
use std::sync::Arc;

/// What this build plays, as every hello says it.
#[must_use]
pub fn identity() -> Identity {
    Identity {
        simulation: games::simulation_digest(),
        // The tracks are a part of the rules' digest; a pack of one's own comes with packs.
        pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
        build: Text::truncated(env!("CARGO_PKG_VERSION")),
        word_size: WordSize::PAD,
    }
}

/// The race of a start order that a server decides, on its grid; `None` when this build does not
/// have it.
pub(crate) fn served(start: &Start) -> Option<ServedRace> {
    let GameSetup::Racing(rules) = GameSetup::decode(&start.mode, &start.config).ok()?;
    let seats = u8::try_from(start.seats.len()).ok()?;
    let setup = RaceSetup { seed: start.seed, seats, rules };
    ServedRace::new(setup, Arc::new(Track::heron_lake()), Empty::Driven).ok()
}

/// The picture between two states of one game.
pub(crate) fn scene<'a>(
    before: &'a Game,
    after: &'a Game,
    alpha_256: u16,
    me: Option<Seat>,
    shifts: &'a [Shift],
    others: Option<(&'a Game, &'a Game)>,
) -> Scene<'a> {
    match (before, after) {
        (Game::Race(before), Game::Race(after)) => {
            let others = others.map(|(Game::Race(before), Game::Race(after))| (before, after));
            Scene::Race { before, after, alpha_256, me, shifts, others }
        }
    }
}

/// What has happened in the last step.
pub(crate) fn events(game: &Game) -> impl Iterator<Item = RaceEvent> {
    match game {
        Game::Race(race) => race.events().iter().copied(),
    }
}

/// How sure one must be of an event before it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sure {
    /// The player feels it: better wrong than late.
    AtOnce,
    /// It is somebody else's.
    Soon,
    /// It is news, and news is not taken back.
    Certain,
}

/// How sure one must be of this event on the seat `me`.
pub(crate) fn sure(event: &RaceEvent, me: Option<Seat>) -> Sure {
    use RaceEvent as E;
    match *event {
        E::Light(_) | E::Go => Sure::AtOnce, // the clock's doing, which nobody can guess wrongly
        E::Lap { .. } | E::LapTooShort(_) | E::Finish { .. } | E::PhotoFinish(_) | E::Over => {
            Sure::Certain
        }
        _ if me.is_some_and(|me| seats(event).contains(&Some(me))) => Sure::AtOnce,
        _ => Sure::Soon,
    }
}

/// What makes two events the same, wherever and however hard they were.
pub(crate) fn key(event: &RaceEvent) -> impl PartialEq + use<> {
    use RaceEvent as E;
    let detail = match *event {
        E::Light(detail)
        | E::Gate { gate: detail, .. }
        | E::GateMissed { gate: detail, .. }
        | E::Lap { done: detail, .. }
        | E::DriftTier { tier: detail, .. } => detail,
        E::Boost { from, .. } => from as u8,
        _ => 0,
    };
    (std::mem::discriminant(event), seats(event), detail)
}

/// Whom it happens to.
fn seats(event: &RaceEvent) -> [Option<Seat>; 2] {
    use RaceEvent as E;
    match *event {
        E::Light(_) | E::Go | E::Over => [None; 2],
        E::Bump { seat, other, .. } => [Some(seat), Some(other)],
        E::PerfectStart(seat)
        | E::WheelSpin(seat)
        | E::Gate { seat, .. }
        | E::GateMissed { seat, .. }
        | E::Lap { seat, .. }
        | E::LapTooShort(seat)
        | E::WrongWay(seat)
        | E::Wall { seat, .. }
        | E::DriftStart(seat)
        | E::DriftTier { seat, .. }
        | E::Boost { seat, .. }
        | E::Respawn(seat)
        | E::Finish { seat, .. }
        | E::PhotoFinish(seat) => [Some(seat), None],
    }
}

/// Where everybody is, in seat order.
pub(crate) fn poses(game: &Game) -> Vec<Pose> {
    let Game::Race(race) = game;
    let poses = race.poses().map(|(pos, heading)| Pose { x: pos.x.0, y: pos.y.0, heading });
    poses.collect()
}

/// The results, once the game is over.
pub(crate) fn results(game: &Game, cast: &Cast) -> Option<Vec<ResultRow>> {
    match game {
        Game::Race(race) => Some(rows(&race.results()?, cast)),
    }
}

/// The results of a race.
pub(crate) fn rows(placings: &[Placing], cast: &Cast) -> Vec<ResultRow> {
    placings.iter().map(|placing| race_row(placing, cast)).collect()
}

fn race_row(placing: &Placing, cast: &Cast) -> ResultRow {
    let seat = cast.seat(placing.seat);
    let time_ms = match placing.ending {
        Ending::Finished { time_ms, .. } => Some(time_ms),
        Ending::DidNotFinish { .. } => None,
    };
    ResultRow {
        place: placing.place.into(),
        seat: placing.seat,
        player: seat.and_then(|seat| seat.player),
        name: seat.map(|seat| seat.name.clone()).unwrap_or_default(),
        colour: seat.map_or(0, |seat| seat.colour),
        is_me: seat.is_some_and(|seat| seat.is_me),
        ai: placing.ai,
        time_ms,
        best_lap_ms: placing.best_lap_ms,
        why: race_reason(placing),
    }
}

fn race_reason(placing: &Placing) -> String {
    match placing.ending {
        Ending::Finished { time_ms, behind_ms: 0, .. } => {
            format!("First over the line, in {}.", time(time_ms))
        }
        Ending::Finished { behind_ms, photo: true, .. } => {
            format!("A photo finish: {} behind the winner.", time(behind_ms))
        }
        Ending::Finished { behind_ms, .. } => format!("{} behind the winner.", time(behind_ms)),
        Ending::DidNotFinish { reason, lap, metres, .. } => {
            let up = match reason {
                NotFinished::GraceOver => "the winner had been home for half a minute",
                NotFinished::TimeCap => "the time was up",
            };
            match lap {
                0 => format!("Still before the line when {up}."),
                lap => format!("In lap {lap}, after {metres} m, when {up}."),
            }
        }
    }
}
