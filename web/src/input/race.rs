//! What the devices say in a race.

use super::gamepad::{
    A, B, LEFT_SHOULDER, LEFT_TRIGGER, PadSample, RIGHT_SHOULDER, RIGHT_TRIGGER, X, Y,
};
use super::keys::Action;
use super::pads::Pads;
use games::racing::pad;
use netplay::ids::PadWord;

/// The word of this frame.
#[must_use]
pub fn word(pads: &Pads, gamepad: PadSample) -> PadWord {
    let thumbs = &pads.thumbs;
    let (left, right) = (pads.key(Action::Left), pads.key(Action::Right));
    let mut word = 0;
    let mut set = |bit: u16, action, buttons: &[u8], thumb: bool| {
        word |= if pads.key(action) || gamepad.any(buttons) || thumb { bit } else { 0 };
    };
    set(pad::THROTTLE, Action::Throttle, &[RIGHT_TRIGGER, A], thumbs.throttle);
    set(pad::BRAKE, Action::Brake, &[LEFT_TRIGGER, B], thumbs.brake);
    set(pad::LEFT, Action::Left, &[], false);
    set(pad::RIGHT, Action::Right, &[], false);
    set(pad::DRIFT, Action::Drift, &[RIGHT_SHOULDER, LEFT_SHOULDER, X], thumbs.drift);
    set(pad::RESET, Action::Reset, &[Y], thumbs.reset);
    if !left && !right {
        let analogue = (thumbs.x + gamepad.x).clamp(-1.0, 1.0);
        return pad::with_stick(word, (analogue * 127.0).round() as i8);
    }
    PadWord(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::touch::Thumbs;

    fn said(pads: &Pads) -> u16 {
        word(pads, PadSample::default()).0
    }

    #[test]
    fn keys_are_physical_so_other_layouts_drive_the_same() {
        // On a French keyboard these keys are labelled Z, Q, S and D.
        let mut pads = Pads::default();
        assert!(pads.key_down("KeyW") && pads.key_down("KeyA"));
        assert_eq!(said(&pads), pad::THROTTLE | pad::LEFT);
        pads.key_up("KeyW");
        assert_eq!(said(&pads), pad::LEFT);
    }

    #[test]
    fn two_keys_of_one_action_hold_it_until_both_are_up() {
        let mut pads = Pads::default();
        pads.key_down("KeyW");
        pads.key_down("ArrowUp");
        pads.key_up("KeyW");
        assert_eq!(said(&pads), pad::THROTTLE);
        pads.key_up("ArrowUp");
        assert_eq!(said(&pads), 0);
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_everything() {
        let mut pads = Pads::default();
        pads.key_down("KeyW");
        pads.thumbs = Thumbs { shown: true, x: 1.0, drift: true, ..Thumbs::default() };
        pads.release();
        assert_eq!(said(&pads), 0);
        assert!(pads.thumbs.shown);
    }

    #[test]
    fn keys_that_are_not_the_games_stay_the_pages() {
        let mut pads = Pads::default();
        assert!(!pads.key_down("KeyM") && !pads.key_down("Enter"));
        assert_eq!(said(&pads), 0);
    }

    #[test]
    fn thumbs_and_sticks_steer_by_degrees_and_keys_beat_them() {
        let mut pads = Pads::default();
        pads.thumbs.x = -0.5;
        assert_eq!((said(&pads) >> 8) as u8 as i8, -64);
        pads.key_down("ArrowRight");
        assert_eq!(said(&pads), pad::RIGHT);
    }
}
