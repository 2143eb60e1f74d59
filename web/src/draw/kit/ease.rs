//! Sines for the eye, to a ten-thousandth: those of the standard library weigh more than all
//! that is drawn with them.

use std::f64::consts::{FRAC_PI_2, TAU};

/// The sine of an angle in radians.
pub fn sin(angle: f64) -> f64 {
    let turned = angle - (angle / TAU).round() * TAU;
    // Into the quarter turn on either side, where the sine is the same.
    let folded =
        if turned.abs() > FRAC_PI_2 { turned.signum() * (TAU / 2.0) - turned } else { turned };
    let square = folded * folded;
    folded
        * (1.0
            - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0))))
}

/// The cosine of an angle in radians.
pub fn cos(angle: f64) -> f64 {
    sin(angle + FRAC_PI_2)
}

/// The length of a vector.
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// e to the power of `-x`, for `x` of 0 and more.
pub fn fade(x: f64) -> f64 {
    let step = 1.0 + x / 8.0 * (1.0 + x / 16.0 * (1.0 + x / 24.0));
    let square = step * step;
    let fourth = square * square;
    1.0 / (fourth * fourth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_are_those_of_the_library_for_the_eye() {
        for step in -2_000..2_000 {
            let angle = f64::from(step) * 0.0137;
            assert!((sin(angle) - angle.sin()).abs() < 1e-5, "{angle}");
            assert!((cos(angle) - angle.cos()).abs() < 1e-5, "{angle}");
        }
    }

    #[test]
    fn fading_is_the_exponential_for_the_eye() {
        for step in 0..400 {
            let x = f64::from(step) * 0.01;
            assert!((fade(x) - (-x).exp()).abs() < 2e-3, "{x}");
        }
    }
}
