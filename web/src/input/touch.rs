//! Thumbs on glass: a stick and buttons, as plain state that the touch controls write.

/// How far a thumb moves sideways for full steering, in CSS pixels.
const FULL_STEER_PX: f64 = 46.0;
/// A thumb that rests moves this much.
const REST_PX: f64 = 5.0;

/// What the thumbs say now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Thumbs {
    /// Whether the controls are on the screen at all.
    pub shown: bool,
    /// -1 left to 1 right.
    pub x: f64,
    /// -1 up to 1 down.
    pub y: f64,
    /// The accelerator.
    pub throttle: bool,
    /// The brake.
    pub brake: bool,
    /// The drift button.
    pub drift: bool,
    /// The reset button.
    pub reset: bool,
    /// The button to stand still.
    pub lock: bool,
    /// The taunt button.
    pub taunt: bool,
    /// The button of the round's trick.
    pub decoy: bool,
}

impl Thumbs {
    /// Nothing is touched; the controls stay where they are.
    pub fn release(&mut self) {
        *self = Self { shown: self.shown, ..Self::default() };
    }
}

/// The steering of a thumb that has moved this far sideways from where it came down.
#[must_use]
pub fn steer(moved_px: f64) -> f64 {
    let beyond = moved_px.abs() - REST_PX;
    if beyond <= 0.0 || !moved_px.is_finite() {
        return 0.0;
    }
    (beyond / (FULL_STEER_PX - REST_PX)).min(1.0).copysign(moved_px)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resting_thumb_steers_nowhere_and_a_far_one_fully() {
        assert_eq!(steer(4.0), 0.0);
        assert_eq!(steer(-200.0), -1.0);
        assert!(steer(20.0) > 0.2 && steer(20.0) < 0.6);
        assert_eq!(steer(f64::NAN), 0.0);
    }
}
