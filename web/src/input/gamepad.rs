//! The gamepad by its standard mapping, plugged in at any time.

use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::{Gamepad, GamepadMappingType};

/// Below this the stick is at rest; the rest of the way is stretched to the whole.
const DEAD_ZONE: f64 = 0.18;

/// Face buttons, shoulders, triggers and the menu button by their standard numbers.
pub const A: u8 = 0;
pub const B: u8 = 1;
pub const X: u8 = 2;
pub const Y: u8 = 3;
pub const LEFT_SHOULDER: u8 = 4;
pub const RIGHT_SHOULDER: u8 = 5;
pub const LEFT_TRIGGER: u8 = 6;
pub const RIGHT_TRIGGER: u8 = 7;
pub const MENU: u8 = 9;
/// The cross: up, down, left, right.
const CROSS: [u8; 4] = [12, 13, 14, 15];

/// What a pad says now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadSample {
    /// -1 left to 1 right, by stick or cross, the dead zone taken out.
    pub x: f64,
    /// -1 up to 1 down, in the same way.
    pub y: f64,
    /// A bit for every button that is down.
    pub buttons: u32,
}

impl PadSample {
    /// Whether one of these buttons is down.
    #[must_use]
    pub fn any(self, buttons: &[u8]) -> bool {
        buttons.iter().any(|&button| self.buttons & 1 << button != 0)
    }
}

/// Whether there is one.
#[must_use]
pub fn is_there() -> bool {
    let pads = web_sys::window().and_then(|window| window.navigator().get_gamepads().ok());
    pads.is_some_and(|pads| pads.iter().any(|pad| pad.is_instance_of::<Gamepad>()))
}

/// The first connected pad that says anything, or rest.
#[must_use]
pub fn sample() -> PadSample {
    let Some(window) = web_sys::window() else {
        return PadSample::default();
    };
    let pads = window.navigator().get_gamepads().unwrap_or_else(|_| Array::new());
    pads.iter()
        .filter_map(|pad| pad.dyn_into::<Gamepad>().ok())
        .filter(|pad| pad.connected() && pad.mapping() == GamepadMappingType::Standard)
        .map(|pad| read(&pad))
        .find(|sample| *sample != PadSample::default())
        .unwrap_or_default()
}

fn read(pad: &Gamepad) -> PadSample {
    let axes = pad.axes();
    let axis = |at: u32| axes.get(at).as_f64().unwrap_or(0.0);
    let mut sample = PadSample::default();
    for (at, button) in pad.buttons().iter().enumerate().take(32) {
        let down =
            button.dyn_ref::<web_sys::GamepadButton>().is_some_and(|button| button.value() > 0.35);
        sample.buttons |= u32::from(down) << at;
    }
    let cross = |button: u8| f64::from(u8::from(sample.any(&[button])));
    let (x, y) = stick(axis(0), axis(1));
    let [up, down, left, right] = CROSS.map(cross);
    sample.x = (x + right - left).clamp(-1.0, 1.0);
    sample.y = (y + down - up).clamp(-1.0, 1.0);
    sample
}

/// The stick outside a round dead zone.
#[must_use]
pub fn stick(x: f64, y: f64) -> (f64, f64) {
    let length = x.hypot(y);
    if length <= DEAD_ZONE || !length.is_finite() {
        return (0.0, 0.0);
    }
    let stretched = ((length - DEAD_ZONE) / (1.0 - DEAD_ZONE)).min(1.0) / length;
    ((x * stretched).clamp(-1.0, 1.0), (y * stretched).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_zone_is_round_and_the_rest_is_whole() {
        assert_eq!(stick(0.1, 0.1), (0.0, 0.0));
        assert_eq!(stick(0.17, 0.0), (0.0, 0.0));
        assert!((stick(1.0, 0.0).0 - 1.0).abs() < 1e-9);
        assert!((stick(-1.0, 0.0).0 + 1.0).abs() < 1e-9);
        assert!((stick(0.0, -1.0).1 + 1.0).abs() < 1e-9);
        assert!(stick(0.19, 0.0).0 < 0.02);
        assert_eq!(stick(f64::NAN, 0.0), (0.0, 0.0));
    }
}
