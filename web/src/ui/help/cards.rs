//! What each game's card says: a few sentences, and what hands do.

use crate::input::Action;

/// The card of a game.
pub(super) struct Card {
    /// The game's name on the wire.
    pub(super) mode: &'static str,
    /// How it is played, a sentence or two each.
    pub(super) lines: &'static [&'static str],
    /// What hands do.
    pub(super) prompts: &'static [Prompt],
}

/// One thing that can be done, and how with each device.
pub(super) struct Prompt {
    pub(super) what: &'static str,
    /// The keys are the player's own.
    pub(super) keys: &'static [Action],
    /// What is said after the keys, such as a mouse's part.
    pub(super) also: &'static str,
    /// With thumbs.
    pub(super) touch: &'static str,
    /// With a gamepad.
    pub(super) pad: &'static str,
}

const fn by(
    what: &'static str,
    keys: &'static [Action],
    also: &'static str,
    touch: &'static str,
    pad: &'static str,
) -> Prompt {
    Prompt { what, keys, also, touch, pad }
}

pub(super) static CARDS: [Card; 3] = [
    Card {
        mode: "racing",
        lines: &[
            "Drive through every arch, in order, lap after lap. Whoever is over the line first wins.",
            "Missed an arch? The lap waits for you, and an arrow shows the way back.",
            "Hold drift while you steer: blue sparks, then orange stars. Let go for a boost.",
            "Press accelerate just before the lights go out, not sooner: a flying start.",
            "Grass is slow, arrows on the road are fast, and the air behind a car is fast, too.",
        ],
        prompts: &[
            by("Steer", &[Action::Left, Action::Right], "", "left thumb", "stick"),
            by("Accelerate", &[Action::Throttle], "", "by itself", "right trigger"),
            by("Brake", &[Action::Brake], "", "Brake", "left trigger"),
            by("Drift", &[Action::Drift], "", "Drift", "a shoulder button"),
            by("Back to the track", &[Action::Reset], "held", "Reset", "Y"),
        ],
    },
    Card {
        mode: "golf",
        lines: &[
            "Into the cup with as few strokes as you can: the lowest total wins.",
            "Drag back from anywhere: the further, the harder. Let go to putt; come back to where you began to think again.",
            "Everybody putts at once. The other balls are ghosts, unless the room lets them knock.",
            "Sand brakes, ice does not, arrows push. Too fast, and the ball rolls over the cup.",
            "Water costs a stroke. After as many strokes as the rules say, or when time is up, you pick up and go on.",
        ],
        prompts: &[
            by("Aim", &[Action::Left, Action::Right], "or drag back", "drag back", "stick"),
            by(
                "Strength",
                &[Action::Drift],
                "held, or how far you drag",
                "how far you drag",
                "trigger, held",
            ),
            by("Putt", &[], "let go", "let go", "let go"),
            by("Never mind", &[], "Esc or the right button", "drag to where you began", "B"),
        ],
    },
    Card {
        mode: "hunt",
        lines: &[
            "Hide first: become a thing nearby, turn until you fit in, and stand still. Seekers see black meanwhile.",
            "Then they seek: walk up to what looks wrong and tag it. A wrong guess costs health; at none, a seeker is dizzy for a while.",
            "Every hider must make a sound now and then. Rings on the screen show where it came from.",
            "Taunting by yourself, and staying hidden, earn points. Big things take more tags than small ones.",
            "Whoever is caught seeks along, and is trusted to tell nobody where friends hide. Everybody seeks once; the most points win.",
        ],
        prompts: &[
            by(
                "Walk",
                &[Action::Throttle, Action::Left, Action::Brake, Action::Right],
                "",
                "left thumb",
                "stick",
            ),
            by("Become a thing, or tag one", &[Action::Drift], "", "the large button", "A"),
            by("Stand still", &[Action::Lock], "", "Lock", "B"),
            by("Turn", &[Action::Reset], "", "Turn", "shoulder button"),
            by("Make a sound", &[Action::Taunt], "", "Taunt", "X"),
            by("Throw the squeaker", &[Action::Decoy], "", "Squeaker", "Y"),
        ],
    },
];
