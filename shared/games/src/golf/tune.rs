//! The numbers of the game. Metres, seconds, and ticks of a 60th of a second.

use crate::fix::Fix;

/// A ball.
pub const BALL_RADIUS: Fix = Fix::ratio(2, 10);
/// The cup.
pub const CUP_RADIUS: Fix = Fix::ratio(34, 100);
/// Half the thickness of a wall on the green, of a moving one and of a gate.
pub const WALL_HALF: Fix = Fix::ratio(12, 100);
/// The way into a tunnel.
pub const TUNNEL_RADIUS: Fix = Fix::ratio(36, 100);

/// The weakest stroke.
pub(crate) const TOUCH: Fix = Fix::ratio(8, 10);
/// The strongest: it runs on for 36 metres of green.
pub(crate) const FULL: Fix = Fix::int(14);
/// No ball is faster.
pub(crate) const FASTEST: Fix = Fix::int(18);
/// No ball is faster for longer than a step; what a saved state is held to.
pub(crate) const UNHEARD_OF: Fix = Fix::int(120);
/// What green takes off the speed.
pub(crate) const DRAG: Fix = Fix::ratio(27, 10);
/// A ball faster than this runs over the cup.
pub(crate) const CAPTURE: Fix = Fix::ratio(42, 10);
/// What a wall gives back.
pub(crate) const WALL_BOUNCE: Fix = Fix::ratio(3, 4);

/// What a bumper gives back, and what it adds.
pub(crate) const BUMPER_BOUNCE: Fix = Fix::ratio(11, 10);
/// See [`BUMPER_BOUNCE`]: metres a second.
pub(crate) const BUMPER_KICK: Fix = Fix::ratio(3, 2);
/// What two balls keep of the speed between them.
pub(crate) const BALL_BOUNCE: Fix = Fix::ratio(9, 10);
/// A softer touch makes no sound.
pub(crate) const HEARD: Fix = Fix::ratio(3, 10);
/// What draws a fast ball towards the cup at its edge, in metres a second squared.
pub(crate) const LIP_PULL: Fix = Fix::int(34);
/// And slows it.
pub(crate) const LIP_DRAG: Fix = Fix::int(8);
/// No ball leaves a tunnel slower.
pub(crate) const TUNNEL_SPEED: Fix = Fix::ratio(5, 2);
/// In a tunnel.
pub(crate) const TUNNEL_TICKS: u8 = 30;
/// Under water, or out.
pub(crate) const LOST_TICKS: u8 = 50;

/// A ball slower than this is calm, and after so many calm ticks at rest.
pub(crate) const CALM: Fix = Fix::ratio(1, 20);
/// See [`CALM`].
pub(crate) const CALM_TICKS: u8 = 12;
/// A ball that rolls for longer is stopped.
pub(crate) const ROLL_TICKS: u16 = 12 * 60;

/// The flight over a hole.
pub(crate) const FLY_TICKS: u32 = 5 * 60;
/// From the last ball in the cup to the card.
pub(crate) const CHEER_TICKS: u32 = 100;
/// The card.
pub(crate) const CARD_TICKS: u32 = 6 * 60;
/// In a race, what the others have after the first.
pub(crate) const GRACE_TICKS: u32 = 20 * 60;
/// A turn.
pub(crate) const TURN_TICKS: u16 = 20 * 60;
