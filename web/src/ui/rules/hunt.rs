//! What can be chosen for a hunt.

use super::{Field, SKILLS, skill};
use games::hunt::{ANY_ARENA, HuntRules};
use games::pack::Pack;

const SEEKERS: [u8; 4] = [2, 3, 4, 8];
const HIDE_S: [u8; 5] = [10, 20, 25, 40, 60];
const SEEK_S: [u8; 6] = [45, 60, 75, 120, 150, 180];
const TAUNT_S: [u8; 5] = [0, 10, 20, 25, 40];
const PENALTIES: [u8; 4] = [0, 5, 10, 25];
const ROUNDS: [u8; 5] = [0, 1, 2, 4, 8];

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
    let rounds = ROUNDS.map(|rounds| match rounds {
        0 => "Until all have sought".into(),
        rounds => rounds.to_string(),
    });
    let at = ROUNDS.iter().position(|rounds| *rounds == rules.rounds).unwrap_or(0);
    vec![
        // The one that is drawn comes first.
        Field::pick("arena", "Where", arenas, rules.arena.wrapping_add(1).into()),
        Field::pick("rounds", "Rounds", rounds.into(), at),
        Field::number("seekers", "Players for one seeker", &SEEKERS, rules.seekers_per),
        Field::number("hide", "Seconds to hide", &HIDE_S, rules.hide_s),
        Field::number("seek", "Seconds to seek", &SEEK_S, rules.seek_s),
        Field::number("taunt", "Forced taunt every s (0: never)", &TAUNT_S, rules.taunt_forced_s),
        Field::number("penalty", "A wrong guess costs", &PENALTIES, rules.penalty),
        Field::skill(rules.skill),
        Field::flag("infection", "Who is caught seeks on", rules.infection),
        Field::flag("pulse", "All hiders are heard twice", rules.reveal_pulse),
    ]
}

pub(super) fn chosen(rules: HuntRules, id: &str, at: usize) -> HuntRules {
    let of = |numbers: &[u8], now| numbers.get(at).copied().unwrap_or(now);
    match id {
        "arena" => HuntRules { arena: at.checked_sub(1).map_or(ANY_ARENA, |at| at as u8), ..rules },
        "rounds" => HuntRules { rounds: of(&ROUNDS, rules.rounds), ..rules },
        "seekers" => HuntRules { seekers_per: of(&SEEKERS, rules.seekers_per), ..rules },
        "hide" => HuntRules { hide_s: of(&HIDE_S, rules.hide_s), ..rules },
        "seek" => HuntRules { seek_s: of(&SEEK_S, rules.seek_s), ..rules },
        "taunt" => HuntRules { taunt_forced_s: of(&TAUNT_S, rules.taunt_forced_s), ..rules },
        "penalty" => HuntRules { penalty: of(&PENALTIES, rules.penalty), ..rules },
        "skill" => HuntRules { skill: skill(at), ..rules },
        "infection" => HuntRules { infection: at == 1, ..rules },
        _ => HuntRules { reveal_pulse: at == 1, ..rules },
    }
}
