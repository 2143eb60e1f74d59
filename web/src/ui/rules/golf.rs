//! What can be chosen for a round of golf.

use super::{Field, SKILLS, number, skill};
use games::golf::{GolfRules, HOLES_MOST, Mode};
use games::pack::Pack;

const HOLES: [u16; 6] = [1, 2, 3, 6, 9, HOLES_MOST as u16];
const STROKES: [u16; 6] = [4, 6, 8, 10, 15, 20];
const SECONDS: [u16; 6] = [30, 60, 90, 120, 180, 300];
const MODES: [&str; 4] = ["Fewest strokes", "Holes won", "First home", "Practice, with undo"];

pub(super) fn place(rules: GolfRules, pack: &Pack) -> String {
    // The numbers come from another page, and the pack may be shorter.
    let first = usize::from(rules.first_hole);
    match (pack.holes.get(first), played(rules, pack)) {
        (None, _) => String::new(),
        (Some(hole), 1) => hole.name.clone(),
        (_, many) => format!("holes {} to {}", first + 1, first + usize::from(many)),
    }
}

/// How many holes a round can have from its first one on.
fn left(rules: GolfRules, pack: &Pack) -> u16 {
    let left = pack.holes.len().saturating_sub(rules.first_hole.into());
    left.clamp(1, HOLES_MOST.into()) as u16
}

/// How many holes a round has: a pack may be shorter than was asked for.
fn played(rules: GolfRules, pack: &Pack) -> u16 {
    left(rules, pack).min(rules.holes.into())
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

pub(super) fn fields(rules: GolfRules, pack: &Pack) -> Vec<Field> {
    let left = left(rules, pack);
    // The first ones of them: a choice is known by its place.
    let counts = HOLES.iter().take_while(|count| **count <= left).count();
    let named = (1..).zip(&pack.holes).map(|(number, hole)| format!("{number} {}", hole.name));
    vec![
        Field::pick("first-hole", "From hole", named.collect(), rules.first_hole.into()),
        Field::number("holes", "Holes", &HOLES[..counts], played(rules, pack)),
        Field::pick("mode", "What counts", MODES.map(String::from).into(), rules.mode as usize),
        Field::number("strokes", "Strokes at most", &STROKES, rules.stroke_limit.into()),
        Field::number("seconds", "Seconds for a hole", &SECONDS, rules.hole_seconds),
        Field::skill(rules.skill),
        Field::flag("collisions", "Balls bump", rules.collisions),
        Field::flag("turns", "One after the other", rules.turns),
        Field::flag("preview", "A flight over the hole first", rules.preview),
        Field::flag("water-drop", "Drop where it went into the water", rules.water_drop),
        Field::flag("penalty", "Two strokes more over the limit", rules.penalty_over_limit > 0),
    ]
}

pub(super) fn chosen(rules: GolfRules, id: &str, at: usize) -> GolfRules {
    match id {
        // From there to the pack's end, as far as was asked for: see `played`.
        "first-hole" => GolfRules { first_hole: at as u8, ..rules },
        "holes" => GolfRules { holes: number(&HOLES, at, rules.holes), ..rules },
        "strokes" => GolfRules { stroke_limit: number(&STROKES, at, rules.stroke_limit), ..rules },
        "seconds" => {
            let hole_seconds = SECONDS.get(at).copied().unwrap_or(rules.hole_seconds);
            GolfRules { hole_seconds, ..rules }
        }
        "mode" => GolfRules { mode: Mode::ALL.get(at).copied().unwrap_or_default(), ..rules },
        "skill" => GolfRules { skill: skill(at), ..rules },
        "collisions" => GolfRules { collisions: at == 1, ..rules },
        "turns" => GolfRules { turns: at == 1, ..rules },
        "preview" => GolfRules { preview: at == 1, ..rules },
        "water-drop" => GolfRules { water_drop: at == 1, ..rules },
        _ => GolfRules { penalty_over_limit: (at * 2) as u8, ..rules },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holes(rules: GolfRules) -> (Vec<String>, usize) {
        let field = fields(rules, &Pack::built_in()).swap_remove(1);
        (field.options, field.at)
    }

    #[test]
    fn a_form_shows_the_number_that_is_played() {
        let (options, at) = holes(GolfRules::party());
        assert_eq!(options[at], "2");
        let odd = GolfRules { holes: 4, ..GolfRules::default() };
        let (options, at) = holes(odd);
        assert_eq!(options[at], "4");
        assert_eq!(chosen(odd, "holes", at).holes, 4, "and to choose it again changes nothing");
        assert_eq!(chosen(odd, "holes", 2).holes, 3);
    }

    #[test]
    fn a_round_ends_with_its_pack_and_anybodys_numbers_are_put_up_with() {
        let pack = Pack::built_in();
        let last = (pack.holes.len() - 2) as u8;
        let rules = chosen(GolfRules::default(), "first-hole", last.into());
        let (options, at) = holes(rules);
        assert_eq!((options.len(), &*options[at]), (2, "2"));
        assert_eq!(place(rules, &pack), format!("holes {} to {}", last + 1, last + 2));
        assert_eq!(place(GolfRules { first_hole: 255, holes: 18, ..rules }, &pack), "");
    }
}
