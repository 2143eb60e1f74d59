//! How a car feels: every number of the handling and of the rules, its unit or its use beside it.

use crate::fix::Fix;
use netplay::limits::TICK_HZ;

/// Ticks in this many milliseconds.
pub(crate) const fn ticks_of_ms(ms: u32) -> u32 {
    ms * TICK_HZ / 1000
}

// --- the engine -------------------------------------------------------------------------------

/// Metres a second on asphalt, without any help.
pub(crate) const TOP_SPEED: Fix = Fix::int(27);
/// Metres a second squared from rest: half a metre a second within 40 ms.
pub(crate) const ENGINE: Fix = Fix::int(14);
/// Slowing down without throttle.
pub(crate) const COAST: Fix = Fix::int(5);
/// Slowing down on the brake.
pub(crate) const BRAKE: Fix = Fix::int(28);
/// What a driver plans with: braking also unsettles.
pub(crate) const PLAN_BRAKE: Fix = Fix::int(17);
/// Slowing down from above the top speed, once a boost is used up.
pub(crate) const OVERSPEED: Fix = Fix::int(8);
/// Reverse: metres a second, and squared.
pub(crate) const REVERSE_SPEED: Fix = Fix::int(7);
/// See [`REVERSE_SPEED`].
pub(crate) const REVERSE: Fix = Fix::int(10);
/// What off-road leaves of the top speed.
pub(crate) const OFF_ROAD: Fix = Fix::ratio(45, 100);
/// Slowing down to it.
pub(crate) const OFF_ROAD_DRAG: Fix = Fix::int(18);

// --- steering and grip ------------------------------------------------------------------------

/// Of the full lock, in one tick: 83 ms to the stop.
pub(crate) const STEER_IN: Fix = Fix::ratio(1, 5);
/// Back to the middle.
pub(crate) const STEER_OUT: Fix = Fix::ratio(1, 3);
/// The tightest circle, in metres.
pub(crate) const LOCK_RADIUS: Fix = Fix::int(6);
/// Metres a second squared across, at full lock: what a planner may count on.
pub(crate) const GRIP: Fix = Fix::int(17);
/// What full lock asks for: a little more, which is the slide one feels.
pub(crate) const TURN: Fix = Fix::int(20);
/// How much of the sideways speed the tyres eat in a tick.
pub(crate) const TYRES: Fix = Fix::ratio(1, 4);
/// The most they can, in metres a second and tick.
pub(crate) const TYRES_MOST: Fix = Fix::ratio(3, 4);
/// What ice leaves of both.
pub(crate) const ICE_GRIP: Fix = Fix::ratio(2, 5);
/// The same while drifting: the tail hangs out.
pub(crate) const DRIFT_TYRES: Fix = Fix::ratio(7, 100);
/// Metres a second squared across in a drift with the wheel straight, and what the wheel adds.
pub(crate) const DRIFT_TURN: Fix = Fix::int(19);
/// See [`DRIFT_TURN`].
pub(crate) const DRIFT_WHEEL: Fix = Fix::int(12);
/// What a slide keeps of the speed that it turns away from.
pub(crate) const SLIDE_KEEPS: Fix = Fix::ratio(1, 2);
/// The same while drifting.
pub(crate) const DRIFT_KEEPS: Fix = Fix::ratio(19, 20);
/// Sideways metres a second from which a tyre leaves a mark.
pub(crate) const SKID: Fix = Fix::ratio(5, 2);

// --- drifting and boosts ----------------------------------------------------------------------

/// Metres a second from which a drift begins.
pub(crate) const DRIFT_FROM: Fix = Fix::int(12);
/// Below this it ends.
pub(crate) const DRIFT_UNTIL: Fix = Fix::int(8);
/// How far the wheel must be turned for it.
pub(crate) const DRIFT_STEER: Fix = Fix::ratio(3, 10);
/// How far the tail steps out at once, in 65536ths of a turn: the answer to the key.
pub(crate) const DRIFT_KICK: i32 = 650;
/// Ticks of drifting to the first and to the second tier.
pub(crate) const DRIFT_TIERS: [u32; 2] = [ticks_of_ms(650), ticks_of_ms(1450)];
/// A drift is not counted on beyond this.
pub(crate) const DRIFT_TICKS_MOST: u16 = ticks_of_ms(10_000) as u16;
/// Metres a second that each tier gives on release.
pub(crate) const DRIFT_BOOSTS: [Fix; 2] = [Fix::int(6), Fix::int(10)];
/// Ticks of counter-steering that turn a drift around in a chicane.
pub(crate) const DRIFT_FLIP: u32 = ticks_of_ms(170);
/// Metres a second of a boost pad.
pub(crate) const PAD_BOOST: Fix = Fix::int(9);
/// No boost is stronger.
pub(crate) const BOOST_MOST: Fix = DRIFT_BOOSTS[1];
/// Metres a second of a perfect start.
pub(crate) const START_BOOST: Fix = Fix::int(7);
/// Metres a second squared for every metre a second of boost left.
pub(crate) const BOOST_PUSH: Fix = Fix::int(3);
/// What a boost loses in a tick: this part of it,
pub(crate) const BOOST_FADE: Fix = Fix::ratio(1, 54);
/// and this, so that it ends.
pub(crate) const BOOST_LOSS: Fix = Fix::ratio(1, 50);
/// Off-road it is soon gone.
pub(crate) const BOOST_FADE_OFF_ROAD: Fix = Fix::ratio(1, 8);

// --- help from others -------------------------------------------------------------------------

/// Slipstream: how near behind, how far behind, how wide, in metres; from which speed.
pub(crate) const DRAFT_NEAR: Fix = Fix::int(2);
/// See [`DRAFT_NEAR`].
pub(crate) const DRAFT_FAR: Fix = Fix::int(12);
/// See [`DRAFT_NEAR`].
pub(crate) const DRAFT_WIDE: Fix = Fix::ratio(3, 2);
/// See [`DRAFT_NEAR`].
pub(crate) const DRAFT_FROM: Fix = Fix::int(16);
/// Ticks until it pulls fully.
pub(crate) const DRAFT_TICKS: u16 = ticks_of_ms(800) as u16;
/// Metres a second that it adds.
pub(crate) const DRAFT_GAIN: Fix = Fix::int(2);
/// Catch-up: metres behind the leader from which it helps, and where it helps most.
pub(crate) const CATCH_UP_FROM: i64 = 25;
/// See [`CATCH_UP_FROM`].
pub(crate) const CATCH_UP_FULL: i64 = 150;
/// Metres a second that it adds then.
pub(crate) const CATCH_UP_GAIN: Fix = Fix::ratio(5, 2);

// --- contact ----------------------------------------------------------------------------------

/// A car is a soft circle of this radius.
pub(crate) const RADIUS: Fix = Fix::ratio(21, 20);
/// What a bump between two cars gives back.
pub(crate) const BOUNCE: Fix = Fix::ratio(2, 5);
/// What of an overlap is pushed apart in a tick.
pub(crate) const SOFTNESS: Fix = Fix::ratio(3, 10);
/// What a wall gives back.
pub(crate) const WALL_BOUNCE: Fix = Fix::ratio(1, 5);
/// What a wall takes of the speed along it, in a tick.
pub(crate) const WALL_DRAG: Fix = Fix::ratio(1, 100);
/// How far a wall turns a car along itself in a tick, in 65536ths of a turn.
pub(crate) const WALL_TURN: i32 = 260;
/// Metres a second from which a bump is worth a sound.
pub(crate) const BUMP_HEARD: Fix = Fix::int(2);

// --- the start --------------------------------------------------------------------------------

/// The lights show 3, 2 and 1 at these ticks.
pub(crate) const LIGHTS: [u32; 3] = [TICK_HZ, 2 * TICK_HZ, 3 * TICK_HZ];
/// And go at this one.
pub const GO_TICK: u32 = 4 * TICK_HZ;
/// A throttle pressed this short before the start, or shortly after it, is perfect.
pub(crate) const PERFECT_BEFORE: u32 = ticks_of_ms(300);
/// See [`PERFECT_BEFORE`].
pub(crate) const PERFECT_AFTER: u32 = ticks_of_ms(70);
/// Pressed earlier, the wheels spin for this long,
pub(crate) const SPIN_TICKS: u16 = ticks_of_ms(900) as u16;
/// with this much of the engine.
pub(crate) const SPIN_ENGINE: Fix = Fix::ratio(3, 10);

// --- the rules --------------------------------------------------------------------------------

/// Negative progress for this long is the wrong way.
pub(crate) const WRONG_WAY_TICKS: u16 = ticks_of_ms(700) as u16;
/// Metres behind a gate that was not crossed at which it counts as missed.
pub(crate) const MISSED_AFTER: Fix = Fix::int(6);
/// The reset key is held this long.
pub(crate) const RESET_TICKS: u16 = ticks_of_ms(1500) as u16;
/// And the car put back is a ghost for this long.
pub(crate) const GHOST_TICKS: u16 = ticks_of_ms(2000) as u16;
/// Asking to move without moving for this long resets by itself.
pub(crate) const STUCK_TICKS: u16 = ticks_of_ms(4000) as u16;
/// What is not moving, in metres a second.
pub(crate) const STUCK_SPEED: Fix = Fix::ratio(6, 5);
/// Metres that count of one tick's way along the centre line: what is more is a jump.
pub(crate) const STEP_COUNTED: Fix = Fix::int(3);
/// After the winner the others have this long.
pub const GRACE_TICKS: u32 = 30 * TICK_HZ;
/// Closer than this at the line is a photo finish: 0.05 s in 65536ths of a tick.
pub(crate) const PHOTO_FINISH: u64 = (TICK_HZ as u64 * 65_536) / 20;

const _: () = {
    assert!(DRIFT_TIERS[0] < DRIFT_TIERS[1]);
    assert!(DRIFT_TIERS[1] < DRIFT_TICKS_MOST as u32);
    assert!(PAD_BOOST.0 <= BOOST_MOST.0 && START_BOOST.0 <= BOOST_MOST.0);
    assert!(LIGHTS[2] < GO_TICK && PERFECT_BEFORE < GO_TICK - LIGHTS[2]);
    assert!(GRIP.0 < TURN.0 && DRIFT_UNTIL.0 < DRIFT_FROM.0);
};
