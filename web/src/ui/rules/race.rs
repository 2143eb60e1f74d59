//! What can be chosen for a race.

use super::{Field, SKILLS, number, skill};
use games::pack::Pack;
use games::racing::RaceRules;

const LAPS: [u16; 4] = [1, 3, 5, 9];

pub(super) fn place(rules: RaceRules, pack: &Pack) -> String {
    pack.track(rules.track).map(|track| track.name.clone()).unwrap_or_default()
}

/// `3 laps, keen AI drivers, cars bump.`
pub(super) fn in_words(rules: RaceRules) -> String {
    let laps = if rules.laps == 1 { "1 lap".into() } else { format!("{} laps", rules.laps) };
    let skill = SKILLS[rules.skill as usize].to_lowercase();
    let bumps = if rules.contact { "cars bump" } else { "cars pass through each other" };
    let catch_up = if rules.catch_up { ", those behind are a little faster" } else { "" };
    format!("{laps}, {skill} AI drivers, {bumps}{catch_up}.")
}

pub(super) fn fields(rules: RaceRules, pack: &Pack) -> Vec<Field> {
    let tracks = pack.tracks.iter().map(|track| track.name.clone()).collect();
    vec![
        Field::pick("track", "Track", tracks, rules.track.into()),
        Field::number("laps", "Laps", &LAPS, rules.laps.into()),
        Field::skill(rules.skill),
        Field::flag("contact", "Cars bump", rules.contact),
        Field::flag("catch-up", "Those behind are a little faster", rules.catch_up),
    ]
}

pub(super) fn chosen(rules: RaceRules, id: &str, at: usize) -> RaceRules {
    match id {
        "track" => RaceRules { track: at as u8, ..rules },
        "laps" => RaceRules { laps: number(&LAPS, at, rules.laps), ..rules },
        "skill" => RaceRules { skill: skill(at), ..rules },
        "contact" => RaceRules { contact: at == 1, ..rules },
        _ => RaceRules { catch_up: at == 1, ..rules },
    }
}
