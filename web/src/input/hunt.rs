//! What the devices say in a hunt.

use super::gamepad::{
    A, B, LEFT_SHOULDER, LEFT_TRIGGER, PadSample, RIGHT_SHOULDER, RIGHT_TRIGGER, X, Y,
};
use super::keys::Action;
use super::pads::Pads;
use games::hunt::pad;
use netplay::ids::PadWord;
use std::f64::consts::TAU;

/// A stick that is pushed less than this walks nowhere, and less than that slowly.
const WALKS: f64 = 0.15;
const RUNS: f64 = 0.6;

/// The word of this frame, in which somebody is pushed this way.
#[must_use]
pub fn word(pads: &Pads, gamepad: PadSample, (x, y): (f64, f64)) -> PadWord {
    let thumbs = &pads.thumbs;
    let mut word = 0;
    let mut set = |bit: u16, action, buttons: &[u8], thumb: bool| {
        word |= if pads.key(action) || gamepad.any(buttons) || thumb { bit } else { 0 };
    };
    set(pad::ACT, Action::Drift, &[A, RIGHT_TRIGGER], thumbs.drift);
    set(pad::LOCK, Action::Lock, &[B, LEFT_TRIGGER], thumbs.lock);
    set(pad::TAUNT, Action::Taunt, &[X], thumbs.taunt);
    set(pad::DECOY, Action::Decoy, &[Y], thumbs.decoy);
    set(pad::ROTATE, Action::Reset, &[RIGHT_SHOULDER], thumbs.reset);
    if gamepad.any(&[LEFT_SHOULDER]) {
        word |= pad::ROTATE_BACK;
    }
    let pushed = (x * x + y * y).sqrt();
    if (WALKS..RUNS).contains(&pushed) {
        word |= pad::SLOW;
    }
    // From -32768 to 32768: the angle wraps as the number does.
    let turn = js_sys::Math::atan2(y, x) / TAU * 65_536.0;
    pad::with_stick(word, (pushed >= WALKS).then_some(turn as i32 as u16))
}
