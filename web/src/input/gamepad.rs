//! The gamepad by its standard mapping, plugged in at any time.

use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::{Gamepad, GamepadMappingType};

/// Below this the stick is at rest; the rest of the way is stretched to the whole.
const DEAD_ZONE: f64 = 0.18;

/// What a pad says now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PadSample {
    /// -1 left to 1 right, the dead zone taken out.
    pub steer: f64,
    /// Right trigger or the lower face button.
    pub throttle: bool,
    /// Left trigger or the right face button.
    pub brake: bool,
    /// A shoulder button or the left face button.
    pub drift: bool,
    /// The upper face button.
    pub reset: bool,
    /// The menu button.
    pub menu: bool,
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
    let buttons = pad.buttons();
    let down = |at: u32| {
        let button = buttons.get(at);
        button.dyn_ref::<web_sys::GamepadButton>().is_some_and(|button| button.value() > 0.35)
    };
    let cross = f64::from(u8::from(down(15))) - f64::from(u8::from(down(14)));
    PadSample {
        steer: (stick(axis(0), axis(1)) + cross).clamp(-1.0, 1.0),
        throttle: down(7) || down(0),
        brake: down(6) || down(1),
        drift: down(5) || down(4) || down(2),
        reset: down(3),
        menu: down(9),
    }
}

/// The stick's sideways part outside a round dead zone.
#[must_use]
pub fn stick(x: f64, y: f64) -> f64 {
    let length = x.hypot(y);
    if length <= DEAD_ZONE || !length.is_finite() {
        return 0.0;
    }
    let stretched = ((length - DEAD_ZONE) / (1.0 - DEAD_ZONE)).min(1.0);
    (x / length * stretched).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_zone_is_round_and_the_rest_is_whole() {
        assert_eq!(stick(0.1, 0.1), 0.0);
        assert_eq!(stick(0.17, 0.0), 0.0);
        assert!((stick(1.0, 0.0) - 1.0).abs() < 1e-9);
        assert!((stick(-1.0, 0.0) + 1.0).abs() < 1e-9);
        assert!(stick(0.19, 0.0) < 0.02);
        assert_eq!(stick(f64::NAN, 0.0), 0.0);
    }
}
