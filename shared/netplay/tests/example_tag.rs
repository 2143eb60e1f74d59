//! The example is a whole game, and the game in it is short.

#[path = "../examples/tag.rs"]
mod tag;

#[test]
fn a_networked_game_is_at_most_fifty_lines() {
    let source = include_str!("../examples/tag.rs");
    let (_, after) = source.split_once("// ---- the game ----\n").expect("it begins");
    let (game, _) = after.split_once("// ---- the end of the game ----").expect("it ends");
    let lines = game.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 50, "{lines} lines");
}

#[test]
fn four_friends_end_with_one_state() {
    let notes = tag::play();
    assert_eq!(notes.len(), 4);
    let (first, tags) = notes[0];
    let (frame, _) = first.expect("there are checkpoints");
    assert!(frame.0 >= 479, "ten seconds were played, but for the last few frames: {frame:?}");
    assert!(tags > 0, "somebody was caught");
    assert!(notes.iter().all(|(checkpoint, _)| *checkpoint == first), "{notes:?}");
}
