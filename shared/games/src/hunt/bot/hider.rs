//! A hider: becomes what stands about, goes where such things stand, and keeps still.

use super::{Bot, Seen};
use crate::Skill;
use crate::fix::{Angle, Fix, Vec2};
use crate::hunt::hunt::Hunt;
use crate::hunt::pad;
use crate::hunt::person::{NO_KIND, Phase};

/// Has nothing in mind.
const FRESH: u8 = 0;
/// Goes to what it will be.
const COPY: u8 = 1;
/// Goes where it will stand.
const PLACE: u8 = 2;
/// Stands.
const STILL: u8 = 3;
/// Runs away.
const FLEE: u8 = 4;
/// Thoughts that it spends on one goal.
const PATIENCE: u8 = 60;

/// How a skill hides.
struct Style {
    /// Places that it compares.
    choices: u32,
    /// A thought in so many is a taunt, when it is safe.
    taunts: u32,
    /// So many metres from a seeker are safe.
    safe: i32,
    /// After a taunt it moves on, in percent.
    moves_on: u32,
}

const fn style(skill: Skill) -> Style {
    match skill {
        Skill::Easy => Style { choices: 1, taunts: 60, safe: 5, moves_on: 0 },
        Skill::Normal => Style { choices: 4, taunts: 90, safe: 8, moves_on: 15 },
        Skill::Hard => Style { choices: 10, taunts: 110, safe: 10, moves_on: 30 },
    }
}

pub(super) fn decide(bot: &mut Bot, seen: &Seen, hunt: &Hunt) -> u16 {
    let style = style(seen.skill);
    let own = &hunt.people[seen.me];
    let danger = hunt.phase == Phase::Seek && seen.figure.is_some();
    if u16::from(own.hits) > bot.note {
        bot.note = own.hits.into();
        flee(bot, seen);
    }
    match bot.mood {
        FRESH => {
            choose_model(bot, seen, &style);
            seen.towards(bot, 0)
        }
        COPY => {
            let near = seen.target.is_some_and(|at| at == bot.goal || bot.patience == 0);
            if near {
                bot.mood = PLACE;
                bot.patience = 0;
                return pad::ACT;
            }
            if bot.patience == 0 {
                bot.mood = FRESH;
            }
            seen.towards(bot, 0)
        }
        PLACE if own.kind == NO_KIND => {
            bot.mood = FRESH;
            0
        }
        PLACE if own.locked => {
            bot.mood = STILL;
            0
        }
        PLACE => place(bot, seen, hunt, &style, danger),
        STILL => still(bot, seen, hunt, &style),
        _ => run(bot, seen, hunt),
    }
}

/// Chooses a thing to become: one of many of its kind near by.
fn choose_model(bot: &mut Bot, seen: &Seen, style: &Style) {
    let mut best = -1;
    for _ in 0..=style.choices {
        let drawn = bot.rng.below(seen.things.len() as u32) as usize;
        let Some(thing) = seen.things.get(drawn) else { continue };
        // A long way takes time, and many of a kind are company.
        let far = seen.far(thing.prop.pos).whole();
        let value = 3 * company(seen, thing.prop.kind, thing.prop.pos) + 12 - far.min(12);
        if value > best {
            best = value;
            (bot.mood, bot.goal, bot.patience) = (COPY, thing.prop.pos, PATIENCE);
        }
    }
}

/// How many of a kind stand within a few metres.
fn company(seen: &Seen, kind: u8, at: Vec2) -> i32 {
    let same = seen.things.iter().filter(|thing| thing.prop.kind == kind);
    same.filter(|thing| (thing.prop.pos - at).length() < Fix::ratio(7, 2)).count() as i32
}

/// Goes where things of its kind stand, and locks there.
fn place(bot: &mut Bot, seen: &Seen, hunt: &Hunt, style: &Style, danger: bool) -> u16 {
    let arrived = seen.far(bot.goal) < Fix::ratio(1, 4);
    if bot.patience == 0 {
        choose_place(bot, seen, hunt, style);
    } else if arrived || danger {
        // No room here? Another place, then.
        bot.patience = 1;
        return pad::LOCK;
    }
    seen.towards(bot, 0)
}

fn choose_place(bot: &mut Bot, seen: &Seen, hunt: &Hunt, style: &Style) {
    let own = &hunt.people[seen.me];
    let Some(prop) = own.prop() else { return };
    let radius = hunt.stand(prop).radius;
    bot.patience = PATIENCE / 2;
    bot.goal = seen.pos;
    let mut best = -1;
    for _ in 0..3 * style.choices + 3 {
        let drawn = bot.rng.below(seen.things.len() as u32) as usize;
        let Some(other) = seen.things.get(drawn) else { continue };
        let gap = Fix::ratio(bot.rng.below(60) as i32 + 10, 100);
        let side = Angle(bot.rng.next_u32() as u16 & 0xE000).unit();
        let at = other.prop.pos + side * (other.radius + radius + gap);
        if seen.far(at) > Fix::int(9) || !hunt.has_room(seen.me, at, radius) {
            continue;
        }
        let alike = if other.prop.kind == prop.kind { 4 } else { 0 };
        let value = company(seen, prop.kind, at) * 2 + alike;
        if value > best {
            best = value;
            bot.goal = at;
        }
    }
}

/// Keeps still, taunts while it is safe, and throws its squeaker when it is not.
fn still(bot: &mut Bot, seen: &Seen, hunt: &Hunt, style: &Style) -> u16 {
    let own = &hunt.people[seen.me];
    if !own.locked {
        bot.mood = FRESH;
        return 0;
    }
    if hunt.phase != Phase::Seek {
        return 0;
    }
    let far = seen.seeker.map_or(Fix::int(99), |at| seen.far(at));
    if far > Fix::int(style.safe) && own.taunt_cool == 0 && bot.dares(style.taunts) {
        return pad::TAUNT;
    }
    if far < Fix::int(6) && own.decoy && bot.dares(40) {
        return pad::DECOY;
    }
    let heard = u32::from(own.forced) + 12 > hunt.period();
    if heard && far > Fix::int(style.safe) && bot.percent(style.moves_on) {
        (bot.mood, bot.patience) = (PLACE, 0);
        return pad::LOCK;
    }
    0
}

/// Begins to run: away from whoever hit it.
fn flee(bot: &mut Bot, seen: &Seen) {
    bot.mood = FLEE;
    bot.patience = PATIENCE / 3;
    let threat = seen.seeker.unwrap_or(seen.pos);
    let mut best = Fix::ZERO;
    for _ in 0..6 {
        let drawn = bot.rng.below(seen.things.len() as u32) as usize;
        let Some(thing) = seen.things.get(drawn) else { continue };
        let apart = (thing.prop.pos - threat).length() - seen.far(thing.prop.pos).scale(1, 2);
        if apart > best {
            best = apart;
            bot.goal = thing.prop.pos;
        }
    }
}

fn run(bot: &mut Bot, seen: &Seen, hunt: &Hunt) -> u16 {
    let own = &hunt.people[seen.me];
    if own.locked {
        return pad::LOCK;
    }
    if seen.far(bot.goal) < Fix::ratio(6, 5) || bot.patience == 0 {
        // What is here will do, if there is a change left.
        (bot.mood, bot.patience) = (PLACE, 0);
        return if own.disguises > 0 { pad::ACT } else { 0 };
    }
    seen.towards(bot, 0)
}
