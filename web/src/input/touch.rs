//! Thumbs on glass: a stick and buttons, as plain state that the touch controls write.

/// How far a thumb moves for a full push, in CSS pixels.
const FULL_PX: f64 = 46.0;
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

/// The push of a thumb that has moved so far from where it came down: each way -1 to 1.
#[must_use]
pub fn stick(x: f64, y: f64) -> (f64, f64) {
    let moved = (x * x + y * y).sqrt();
    let beyond = moved - REST_PX;
    if beyond <= 0.0 || !beyond.is_finite() {
        return (0.0, 0.0);
    }
    let push = (beyond / (FULL_PX - REST_PX)).min(1.0) / moved;
    (x * push, y * push)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resting_thumb_pushes_nowhere_and_a_far_one_fully() {
        assert_eq!(stick(4.0, 0.0), (0.0, 0.0));
        assert_eq!(stick(-200.0, 0.0), (-1.0, 0.0));
        assert!(stick(20.0, 0.0).0 > 0.2 && stick(20.0, 0.0).0 < 0.6);
        assert_eq!(stick(f64::NAN, 0.0), (0.0, 0.0));
        let (x, y) = stick(300.0, -400.0);
        assert!((x - 0.6).abs() < 1e-9 && (y + 0.8).abs() < 1e-9);
    }
}
