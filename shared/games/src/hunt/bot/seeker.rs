//! A seeker: chases what moves, goes where a taunt came from, and looks at one thing after another.

use super::{Bot, DONE, SIGHT, Seen};
use crate::Skill;
use crate::fix::{Fix, Vec2};
use crate::hunt::view::square_of;
use crate::hunt::{BODY, pad};

/// Goes from thing to thing.
const PATROL: u8 = 0;
/// Goes through the square that a taunt came from.
const FOLLOW: u8 = 1;
/// Is after something that moved, or was hit.
const CHASE: u8 = 2;
/// Thoughts that it spends on one goal.
const PATIENCE: u8 = 40;

/// How a skill seeks, in percent.
struct Style {
    /// Sees what moves, at each thought.
    notices: u32,
    /// Goes where a taunt came from.
    follows: u32,
    /// Tags a thing in the square of a taunt.
    suspects: u32,
    /// Tags a thing on its way.
    guesses: u32,
}

const fn style(skill: Skill) -> Style {
    match skill {
        Skill::Easy => Style { notices: 35, follows: 54, suspects: 50, guesses: 12 },
        Skill::Normal => Style { notices: 60, follows: 62, suspects: 55, guesses: 12 },
        Skill::Hard => Style { notices: 80, follows: 70, suspects: 50, guesses: 11 },
    }
}

pub(super) fn decide(
    bot: &mut Bot,
    seen: &Seen,
    ripple: Option<Vec2>,
    hit: Option<Vec2>,
    ready: bool,
) -> u16 {
    let style = style(seen.skill);
    let moving = seen.moving.filter(|_| bot.percent(style.notices));
    let hit = hit.filter(|at| seen.far(*at) < SIGHT);
    if let Some(at) = seen.figure.or(moving).or(hit) {
        (bot.mood, bot.goal, bot.patience) = (CHASE, at, PATIENCE / 2);
    } else if let Some(at) = ripple
        && bot.mood == PATROL
        && bot.percent(style.follows)
    {
        (bot.mood, bot.note, bot.patience) = (FOLLOW, packed(at), 0);
    }
    let act = match bot.mood {
        CHASE => chase(bot, seen),
        _ => look(bot, seen, &style, ready),
    };
    seen.towards(bot, if act && ready { pad::ACT } else { 0 })
}

/// Tags whatever it catches up with; gives up where there is nothing any more.
fn chase(bot: &mut Bot, seen: &Seen) -> bool {
    let near = |at: Vec2| (at - bot.goal).length() < Fix::int(1);
    let reached = seen.target.is_some_and(near);
    if bot.patience == 0 || !reached && seen.far(bot.goal) < BODY * Fix::int(2) {
        bot.mood = PATROL;
        bot.patience = 0;
    }
    reached
}

/// Goes from thing to thing, within a square while it follows a taunt.
fn look(bot: &mut Bot, seen: &Seen, style: &Style, ready: bool) -> bool {
    let here = seen.target == Some(bot.goal) && bot.patience > 0;
    if here && ready {
        let dares = if bot.mood == FOLLOW { style.suspects } else { style.guesses };
        remember(bot, bot.goal);
        bot.patience = 0;
        return bot.percent(dares);
    }
    if here || bot.patience > 0 {
        return false;
    }
    if bot.goal != Vec2::ZERO {
        // Given up, or done with.
        remember(bot, bot.goal);
    }
    next(bot, seen);
    false
}

/// Chooses what to look at.
fn next(bot: &mut Bot, seen: &Seen) {
    let places = seen.things.iter().map(|thing| thing.prop.pos);
    let open = |at: &Vec2| !bot.done.contains(&packed(*at));
    if bot.mood == FOLLOW {
        let inside = places.clone().filter(|at| packed(square_of(*at)) == bot.note).filter(open);
        if let Some(at) = super::nearest(seen.pos, inside) {
            (bot.goal, bot.patience) = (at, PATIENCE);
            return;
        }
        bot.mood = PATROL;
    }
    // Of three by chance the nearest.
    let count = seen.things.len() as u32;
    let drawn: [u32; 3] = core::array::from_fn(|_| bot.rng.below(count));
    let open = |at: &Vec2| !bot.done.contains(&packed(*at));
    let places = drawn.iter().filter_map(|at| seen.things.get(*at as usize));
    let places = places.map(|thing| thing.prop.pos).filter(open);
    if let Some(at) = super::nearest(seen.pos, places) {
        (bot.goal, bot.patience) = (at, PATIENCE);
    }
}

fn remember(bot: &mut Bot, at: Vec2) {
    let next = usize::from(bot.done_next);
    bot.done[next] = packed(at);
    bot.done_next = ((next + 1) % DONE) as u8;
}

/// A place to a quarter of a metre: never 0 within walls.
fn packed(at: Vec2) -> u16 {
    let quarter = |at: Fix| (at.0 >> 14).clamp(0, 255) as u16;
    quarter(at.x) << 8 | quarter(at.y)
}
