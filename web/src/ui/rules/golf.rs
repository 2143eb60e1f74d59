//! What can be chosen for a round of golf.

use super::{Field, SKILLS, skill};
use games::golf::{GolfRules, HOLES_MOST, Mode};
use games::pack::Pack;

const HOLES: [u8; 5] = [1, 3, 6, 9, HOLES_MOST];
const MODES: [&str; 4] = ["Fewest strokes", "Holes won", "First home", "Practice, with undo"];

pub(super) fn place(rules: GolfRules, pack: &Pack) -> String {
    let holes = |at: u8| pack.holes.get(usize::from(at)).map(|hole| hole.name.clone());
    match rules.holes {
        1 => holes(rules.first_hole).unwrap_or_default(),
        many => format!("holes {} to {}", rules.first_hole + 1, rules.first_hole + many),
    }
}

/// `Fewest strokes, at most 10 a hole in 90 s, keen AI players, balls pass through each other.`
pub(super) fn in_words(rules: GolfRules) -> String {
    let limits = match rules.mode {
        Mode::Practice => String::new(),
        _ => format!(", at most {} a hole in {} s", rules.stroke_limit, rules.hole_seconds),
    };
    let skill = SKILLS[rules.skill as usize].to_lowercase();
    let balls = if rules.collisions { "balls bump" } else { "balls pass through each other" };
    let turns = if rules.turns { ", one after the other" } else { "" };
    let mode = MODES[rules.mode as usize];
    format!("{mode}{limits}, {skill} AI players, {balls}{turns}.")
}

/// How many holes there are from one on, of the numbers that can be chosen.
fn counts(rules: GolfRules, holes: usize) -> Vec<u8> {
    let left = holes.saturating_sub(rules.first_hole.into());
    HOLES.into_iter().filter(|count| usize::from(*count) <= left || *count == 1).collect()
}

pub(super) fn fields(rules: GolfRules, pack: &Pack) -> Vec<Field> {
    let named = (1..).zip(&pack.holes).map(|(number, hole)| format!("{number} {}", hole.name));
    vec![
        Field::pick("first-hole", "From hole", named.collect(), rules.first_hole.into()),
        Field::number("holes", "Holes", &counts(rules, pack.holes.len()), rules.holes),
        Field::pick("mode", "What counts", MODES.map(String::from).into(), rules.mode as usize),
        Field::skill(rules.skill),
        Field::flag("collisions", "Balls bump", rules.collisions),
        Field::flag("turns", "One after the other", rules.turns),
        Field::flag("water-drop", "Drop where it went into the water", rules.water_drop),
        Field::flag("penalty", "Two strokes more over the limit", rules.penalty_over_limit > 0),
    ]
}

pub(super) fn chosen(rules: GolfRules, id: &str, at: usize) -> GolfRules {
    match id {
        // From the tenth hole on there are nine at most.
        "first-hole" => {
            let first_hole = at as u8;
            let left = HOLES_MOST.saturating_sub(first_hole).max(1);
            let holes = HOLES.into_iter().rev().find(|count| *count <= rules.holes.min(left));
            GolfRules { first_hole, holes: holes.unwrap_or(1), ..rules }
        }
        "holes" => GolfRules { holes: HOLES.get(at).copied().unwrap_or(1), ..rules },
        "mode" => GolfRules { mode: Mode::ALL.get(at).copied().unwrap_or_default(), ..rules },
        "skill" => GolfRules { skill: skill(at), ..rules },
        "collisions" => GolfRules { collisions: at == 1, ..rules },
        "turns" => GolfRules { turns: at == 1, ..rules },
        "water-drop" => GolfRules { water_drop: at == 1, ..rules },
        _ => GolfRules { penalty_over_limit: (at * 2) as u8, ..rules },
    }
}
