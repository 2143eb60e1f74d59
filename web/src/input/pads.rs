//! All input devices together, and the word they make.

use super::gamepad::PadSample;
use super::keys::{Action, Bindings};
use super::touch::Thumbs;
use games::racing::pad;
use netplay::ids::PadWord;

/// Everything that is held down just now.
#[derive(Debug, Default)]
pub struct Pads {
    bindings: Bindings,
    held: Vec<String>,
    /// What the touch controls say.
    pub thumbs: Thumbs,
}

impl Pads {
    /// Other keys from now on; nothing is held any more.
    pub fn set_bindings(&mut self, bindings: Bindings) {
        if self.bindings != bindings {
            self.bindings = bindings;
            self.held.clear();
        }
    }

    /// A key went down while the game had the keyboard. Whether it is one of the game's, so that
    /// it must not scroll the page.
    pub fn key_down(&mut self, code: &str) -> bool {
        let ours = self.bindings.action(code).is_some();
        if ours {
            // A held key repeats.
            if !self.held.iter().any(|held| held == code) {
                self.held.push(code.into());
            }
        }
        ours
    }

    /// A key came up, wherever the focus was.
    pub fn key_up(&mut self, code: &str) {
        self.held.retain(|held| held != code);
    }

    /// The window lost the keyboard: what is down now will come up unseen.
    pub fn release(&mut self) {
        self.held.clear();
        self.thumbs.release();
    }

    fn key(&self, action: Action) -> bool {
        self.bindings.codes(action).iter().any(|code| self.held.contains(code))
    }

    /// The word of this frame.
    #[must_use]
    pub fn word(&self, gamepad: PadSample) -> PadWord {
        let brake = self.key(Action::Brake) || gamepad.brake || self.thumbs.brake;
        let throttle = self.key(Action::Throttle) || gamepad.throttle || self.thumbs.throttle;
        let (left, right) = (self.key(Action::Left), self.key(Action::Right));
        let mut word = 0;
        let mut set = |bit: u16, down: bool| word |= if down { bit } else { 0 };
        set(pad::THROTTLE, throttle);
        set(pad::BRAKE, brake);
        set(pad::LEFT, left);
        set(pad::RIGHT, right);
        set(pad::DRIFT, self.key(Action::Drift) || gamepad.drift || self.thumbs.drift);
        set(pad::RESET, self.key(Action::Reset) || gamepad.reset || self.thumbs.reset);
        if !left && !right {
            let analogue = (self.thumbs.steer + gamepad.steer).clamp(-1.0, 1.0);
            return pad::with_stick(word, (analogue * 127.0).round() as i8);
        }
        PadWord(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(pads: &Pads) -> u16 {
        pads.word(PadSample::default()).0
    }

    #[test]
    fn keys_are_physical_so_other_layouts_drive_the_same() {
        // On a French keyboard these keys are labelled Z, Q, S and D.
        let mut pads = Pads::default();
        assert!(pads.key_down("KeyW") && pads.key_down("KeyA"));
        assert_eq!(word(&pads), pad::THROTTLE | pad::LEFT);
        pads.key_up("KeyW");
        assert_eq!(word(&pads), pad::LEFT);
    }

    #[test]
    fn two_keys_of_one_action_hold_it_until_both_are_up() {
        let mut pads = Pads::default();
        pads.key_down("KeyW");
        pads.key_down("ArrowUp");
        pads.key_up("KeyW");
        assert_eq!(word(&pads), pad::THROTTLE);
        pads.key_up("ArrowUp");
        assert_eq!(word(&pads), 0);
    }

    #[test]
    fn losing_the_keyboard_lets_go_of_everything() {
        let mut pads = Pads::default();
        pads.key_down("KeyW");
        pads.thumbs = Thumbs { shown: true, steer: 1.0, drift: true, ..Thumbs::default() };
        pads.release();
        assert_eq!(word(&pads), 0);
        assert!(pads.thumbs.shown);
    }

    #[test]
    fn keys_that_are_not_the_games_stay_the_pages() {
        let mut pads = Pads::default();
        assert!(!pads.key_down("KeyM") && !pads.key_down("Enter"));
        assert_eq!(word(&pads), 0);
    }

    #[test]
    fn thumbs_and_sticks_steer_by_degrees_and_keys_beat_them() {
        let mut pads = Pads::default();
        pads.thumbs.steer = -0.5;
        assert_eq!((word(&pads) >> 8) as u8 as i8, -64);
        pads.key_down("ArrowRight");
        assert_eq!(word(&pads), pad::RIGHT);
    }
}
