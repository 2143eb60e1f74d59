//! The example of a game that a server decides is short, and does what it says.

#[path = "../examples/served.rs"]
mod served;

/// Lines that say something: no blank ones, no comments, nothing but a bracket.
fn lines(source: &str) -> usize {
    let says = |line: &&str| line.chars().any(char::is_alphanumeric) && !line.starts_with("//");
    source.lines().map(str::trim).filter(says).count()
}

#[test]
fn a_served_game_is_about_a_hundred_lines_and_its_rules_half_of_them() {
    let source = include_str!("../examples/served.rs");
    let (before, after) = source.split_once("// ---- the game ----\n").expect("it begins");
    let (game, wires) = after.split_once("// ---- the end of the game ----").expect("it ends");
    let (game, all) = (lines(game), lines(before) + lines(game) + lines(wires));
    assert!(game <= 50 && all <= 130, "{game} of {all} lines");
}

#[test]
fn two_friends_see_what_the_server_decides_and_foresee_their_own() {
    let seen = served::play();
    assert_eq!(seen.len(), 2);
    for player in &seen {
        assert!(player.states[0] > 100 && player.states[1] == 0, "{player:?}");
        let [checked, wrong] = player.predictions;
        assert!(checked > 200 && wrong * 100 < checked, "all but what got lost: {player:?}");
    }
    assert!(seen[0].place > 10_000 && seen[1].place < 1_000, "both were pushed: {seen:?}");
}
