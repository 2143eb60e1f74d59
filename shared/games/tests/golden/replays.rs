//! Recorded races that every target must drive to their checkpoints.
//!
//! Their header names the rules they were recorded by. It is not asked here: a change of the
//! sources that leads to the same states keeps them, and one that does not is what they are for.

use games::pack::Pack;
use games::{Game, GameSetup};
use netplay::limits::REPLAY_BYTES;
use netplay::session::replay::{Replay, Verdict, verify};

/// The files by name, and what they tell.
pub(crate) const FILES: [(&str, &[u8]); 3] = [
    ("race", include_bytes!("race.plrp")),
    ("drop", include_bytes!("drop.plrp")),
    ("late", include_bytes!("late.plrp")),
];

/// Runs a file through and says what came out: frames, checkpoints, and the state at its end.
pub(crate) fn driven(name: &str, file: &[u8]) -> Game {
    let replay =
        Replay::decode(file.into(), REPLAY_BYTES).unwrap_or_else(|it| panic!("{name}: {it}"));
    let start = &replay.header().start;
    assert!(GameSetup::decode(&start.mode, &start.config).is_ok(), "{name}");
    let game = Game::from_start(start, &Pack::built_in()).expect("a game");
    let (verdict, game) = verify(&replay, game).unwrap_or_else(|it| panic!("{name}: {it}"));
    let (frames, checkpoints) = (replay.frames(), replay.checkpoints());
    assert_eq!(verdict, Verdict::Verified { frames, checkpoints }, "{name}");
    assert!(checkpoints >= frames / 30, "{name}: {checkpoints} checkpoints");
    game
}
