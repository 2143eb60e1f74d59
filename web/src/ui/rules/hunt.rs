//! What can be chosen for a hunt.

use super::{Field, SKILLS, number, skill};
use games::hunt::{ANY_ARENA, HuntRules};
use games::pack::Pack;

const SEEKERS: [u16; 4] = [2, 3, 4, 8];
const HIDE_S: [u16; 5] = [10, 20, 25, 40, 60];
const SEEK_S: [u16; 6] = [45, 60, 75, 120, 150, 180];
const TAUNT_S: [u16; 5] = [0, 10, 20, 25, 40];
const PAUSE_S: [u16; 5] = [4, 8, 12, 20, 30];
const PENALTIES: [u16; 4] = [0, 5, 10, 25];
const ROUNDS: [u16; 5] = [0, 1, 2, 4, 8];

pub(super) fn place(rules: HuntRules, pack: &Pack) -> String {
    let arena = pack.arenas.get(usize::from(rules.arena));
    arena.map_or_else(|| "any place".into(), |arena| arena.name.clone())
}

/// `1 seeker for 4 players, 25 s to hide, 150 s to seek, who is caught seeks on, keen AI players.`
pub(super) fn in_words(rules: HuntRules) -> String {
    let caught = if rules.infection { "seeks on" } else { "watches" };
    let skill = SKILLS[rules.skill as usize].to_lowercase();
    format!(
        "1 seeker for {} players, {} s to hide, {} s to seek, who is caught {caught}, {skill} AI players.",
        rules.seekers_per, rules.hide_s, rules.seek_s
    )
}

pub(super) fn fields(rules: HuntRules, pack: &Pack) -> Vec<Field> {
    let mut arenas = vec!["Any".to_owned()];
    arenas.extend(pack.arenas.iter().map(|arena| arena.name.clone()));
    let mut rounds = Field::number("rounds", "Rounds", &ROUNDS, rules.rounds.into());
    // The first of them is none.
    rounds.options[0] = "Until all have sought".into();
    vec![
        // The one that is drawn comes first.
        Field::pick("arena", "Where", arenas, rules.arena.wrapping_add(1).into()),
        rounds,
        Field::number("seekers", "Players for one seeker", &SEEKERS, rules.seekers_per.into()),
        Field::number("hide", "Seconds to hide", &HIDE_S, rules.hide_s.into()),
        Field::number("seek", "Seconds to seek", &SEEK_S, rules.seek_s.into()),
        Field::number(
            "taunt",
            "Forced taunt every s (0: never)",
            &TAUNT_S,
            rules.taunt_forced_s.into(),
        ),
        Field::number("pause", "Seconds between taunts", &PAUSE_S, rules.taunt_cooldown_s.into()),
        Field::number("penalty", "A wrong guess costs", &PENALTIES, rules.penalty.into()),
        Field::skill(rules.skill),
        Field::flag("infection", "Who is caught seeks on", rules.infection),
        Field::flag("pulse", "All hiders are heard twice", rules.reveal_pulse),
    ]
}

pub(super) fn chosen(rules: HuntRules, id: &str, at: usize) -> HuntRules {
    let of = |numbers: &[u16], now| number(numbers, at, now);
    match id {
        "arena" => HuntRules { arena: at.checked_sub(1).map_or(ANY_ARENA, |at| at as u8), ..rules },
        "rounds" => HuntRules { rounds: of(&ROUNDS, rules.rounds), ..rules },
        "seekers" => HuntRules { seekers_per: of(&SEEKERS, rules.seekers_per), ..rules },
        "hide" => HuntRules { hide_s: of(&HIDE_S, rules.hide_s), ..rules },
        "seek" => HuntRules { seek_s: of(&SEEK_S, rules.seek_s), ..rules },
        "taunt" => HuntRules { taunt_forced_s: of(&TAUNT_S, rules.taunt_forced_s), ..rules },
        "pause" => HuntRules { taunt_cooldown_s: of(&PAUSE_S, rules.taunt_cooldown_s), ..rules },
        "penalty" => HuntRules { penalty: of(&PENALTIES, rules.penalty), ..rules },
        "skill" => HuntRules { skill: skill(at), ..rules },
        "infection" => HuntRules { infection: at == 1, ..rules },
        _ => HuntRules { reveal_pulse: at == 1, ..rules },
    }
}
