//! The numbers of a hunt. Ticks are 60ths of a second, lengths metres.

use crate::fix::Fix;
use netplay::limits::TICK_HZ;

/// A person is round, and so wide from its middle.
pub const BODY: Fix = Fix::ratio(3, 10);
/// What everybody walks, metres a second.
pub(crate) const WALK: Fix = Fix::ratio(42, 10);
/// What a prop walks, by its hits: who can stand more is slower.
pub(crate) const WALK_AS_PROP: [Fix; 3] =
    [Fix::ratio(36, 10), Fix::ratio(30, 10), Fix::ratio(24, 10)];

/// Map props and locked hiders stand on a grid of this, in 65536ths of a metre.
pub(crate) const GRID: i32 = 1 << 13;
/// Positions in a view are multiples of this.
pub(crate) const VIEW_GRID: i32 = 1 << 6;
/// A lock looks for a free place so many grid steps around.
pub(crate) const LOCK_STEPS: i32 = 2;

/// From a hider's body to the prop that it becomes.
pub(crate) const DISGUISE_REACH: Fix = Fix::ratio(9, 10);
/// From a seeker's body to what it tags.
pub(crate) const TAG_REACH: Fix = Fix::ratio(7, 10);
/// How far a tag reaches to the sides: 65536 is a turn.
pub(crate) const TAG_ANGLE: i32 = 12_000;
/// Between two tags.
pub(crate) const TAG_TICKS: u16 = 36;
/// After a wrong guess.
pub(crate) const WRONG_TICKS: u16 = 96;
/// Changes of disguise after the first one.
pub const CHANGES: u8 = 2;

/// The health of a fresh seeker, and of one whose head has cleared.
pub const HEALTH: u8 = 100;
pub(crate) const HEALTH_AFTER_STUN: u8 = 50;
/// For so long a seeker without health sees stars.
pub(crate) const STUN_TICKS: u16 = 8 * TICK_HZ as u16;
/// For so long a caught hider stands before it seeks.
pub(crate) const CAUGHT_TICKS: u16 = 2 * TICK_HZ as u16;

/// A taunt tells the square of this side in which it was: no more, however often it is heard.
pub const SQUARE: Fix = Fix::int(6);
/// For so long a ripple is seen.
pub(crate) const RIPPLE_TICKS: u16 = 150;
/// For so long an effect is seen.
pub(crate) const EFFECT_TICKS: u16 = 60;
/// A squeaker flies so far.
pub(crate) const DECOY_FAR: Fix = Fix::int(8);
/// A taunt is braver with a seeker within this.
pub(crate) const BRAVE_NEAR: Fix = Fix::int(6);
/// The last seconds of seeking, in which taunts come faster.
pub const LAST_STRETCH_S: u32 = 30;
/// Every disguise is shown so long, with what the round gave.
pub const REVEAL_S: u32 = 6;
/// A held rotate turns again after so many ticks.
pub(crate) const ROTATE_TICKS: u8 = 9;

/// Points of a taunt, and of one with a seeker near by.
pub(crate) const BRAVE_POINTS: (u16, u16) = (5, 12);
/// Points that a wrong guess costs.
pub(crate) const WRONG_POINTS: i32 = 2;
/// A catch is worth this part of the seconds of a round.
pub(crate) const CATCH_PART: u8 = 3;
