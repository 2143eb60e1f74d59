//! All input devices together: what is held just now. Each game makes its word of it.

use super::gamepad::PadSample;
use super::golf::Aim;
use super::keys::{Action, Bindings};
use super::touch::Thumbs;

/// Everything that is held down just now.
#[derive(Debug, Default)]
pub struct Pads {
    bindings: Bindings,
    held: Vec<String>,
    /// What the touch controls say.
    pub thumbs: Thumbs,
    /// How a putt is being aimed.
    pub aim: Aim,
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
        // Shift is every game's: it turns by hairs.
        let ours = self.bindings.action(code).is_some() || code.starts_with("Shift");
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
        self.aim.release();
    }

    /// Whether this key is held.
    pub(super) fn holds(&self, code: &str) -> bool {
        self.held.iter().any(|held| held == code)
    }

    /// Whether a key of this action is held, those of this name apart.
    pub(super) fn holds_but(&self, action: Action, name: &str) -> bool {
        let mut codes = self.bindings.codes(action).iter();
        codes.any(|code| !code.starts_with(name) && self.held.contains(code))
    }

    /// Where all devices together push: each way -1 to 1, downwards is positive.
    #[must_use]
    pub fn way(&self, gamepad: PadSample) -> (f64, f64) {
        let key = |action| f64::from(u8::from(self.key(action)));
        let x = key(Action::Right) - key(Action::Left) + self.thumbs.x + gamepad.x;
        let y = key(Action::Brake) - key(Action::Throttle) + self.thumbs.y + gamepad.y;
        (x.clamp(-1.0, 1.0), y.clamp(-1.0, 1.0))
    }

    /// Whether a key of this action is held.
    pub(super) fn key(&self, action: Action) -> bool {
        self.bindings.codes(action).iter().any(|code| self.held.contains(code))
    }
}
