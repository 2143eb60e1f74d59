//! The buttons of a race.

use super::Button;
use crate::settings::{AutoAccelerate, Settings};

static DRIFT: Button = Button { class: "drift", label: "Drift", held: |thumbs| &mut thumbs.drift };
static BRAKE: Button = Button { class: "brake", label: "Brake", held: |thumbs| &mut thumbs.brake };
static GAS: Button = Button { class: "gas", label: "Go", held: |thumbs| &mut thumbs.throttle };
static RESET: Button = Button { class: "reset", label: "Reset", held: |thumbs| &mut thumbs.reset };

/// The stick steers; who has the car accelerate by itself needs no button for it.
pub(super) fn buttons(settings: &Settings) -> Vec<&'static Button> {
    let mut buttons = vec![&DRIFT, &BRAKE, &RESET];
    if settings.auto_accelerate == AutoAccelerate::Never {
        buttons.push(&GAS);
    }
    buttons
}
