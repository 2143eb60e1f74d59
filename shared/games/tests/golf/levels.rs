//! The AI's levels among themselves.

use games::golf::tournament;
use games::pack::Pack;

#[test]
fn the_better_level_needs_fewer_strokes_and_everybody_gets_home() {
    let course = Pack::built_in().course(0, 18).expect("eighteen holes");
    let [easy, normal, hard] = tournament(&course, 2, 1).expect("a round");
    let strokes = [easy, normal, hard].map(|level| level.over_par_in_hundredths());
    assert!(strokes[0] > strokes[1] && strokes[1] >= strokes[2], "{strokes:?}");
    assert!(strokes[2].abs() <= 50 && strokes[0] <= 200, "about par, and about two over");
    assert!(hard.holed == hard.holes && easy.holed * 100 >= easy.holes * 90);
}
