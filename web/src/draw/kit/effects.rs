//! Everything that moves or shines for the eye alone, and what it does on a calm screen.
//!
//! A thing of the game moves because the game moves it. Whatever else is seen to move is one of
//! these, and asks here first: reduced motion is this table and nothing besides.

/// Something that is shown beyond what the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The view trembles at a knock.
    Shake,
    /// The view steps back at speed.
    SpeedZoom,
    /// The view flies somewhere instead of being there.
    Flight,
    /// Coloured paper after a win.
    Confetti,
    /// Dust, smoke, chips and flames.
    Particles,
    /// The sparks of a drift. They mean something, so a still one stays.
    Sparks,
    /// Arrows that run the way they push.
    Arrows,
    /// Light on water, flags in the wind.
    Breeze,
    /// A mark that nods so that it is found.
    Nod,
    /// Rings that spread from where something happened.
    Ripple,
    /// A light that comes and goes, at most twice a second.
    Pulse,
    /// Big words that fly in.
    Banner,
}

/// What becomes of an effect on a calm screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calm {
    /// It is not shown.
    Off,
    /// It is shown as it is at its first moment, and does not move.
    Still,
}

impl Effect {
    /// All of them.
    #[cfg(test)]
    pub const ALL: [Self; 12] = [
        Self::Shake,
        Self::SpeedZoom,
        Self::Flight,
        Self::Confetti,
        Self::Particles,
        Self::Sparks,
        Self::Arrows,
        Self::Breeze,
        Self::Nod,
        Self::Ripple,
        Self::Pulse,
        Self::Banner,
    ];

    /// What is left of it where motion is reduced.
    pub const fn calm(self) -> Calm {
        match self {
            Self::Shake | Self::SpeedZoom | Self::Flight | Self::Confetti | Self::Particles => {
                Calm::Off
            }
            Self::Sparks
            | Self::Arrows
            | Self::Breeze
            | Self::Nod
            | Self::Ripple
            | Self::Pulse
            | Self::Banner => Calm::Still,
        }
    }
}

/// The effects of a screen: all of them, or what is left when it is calm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    is_calm: bool,
}

impl Effects {
    pub const fn new(is_calm: bool) -> Self {
        Self { is_calm }
    }

    /// Whether this may move.
    pub const fn allows(self, _effect: Effect) -> bool {
        !self.is_calm
    }

    /// Whether this is shown at all, moving or still.
    pub const fn shows(self, effect: Effect) -> bool {
        !self.is_calm || matches!(effect.calm(), Calm::Still)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_calm_screen_every_effect_is_off_or_still() {
        let (calm, lively) = (Effects::new(true), Effects::new(false));
        for effect in Effect::ALL {
            assert!(!calm.allows(effect) && lively.allows(effect), "{effect:?}");
            assert_eq!(calm.shows(effect), effect.calm() == Calm::Still, "{effect:?}");
            assert!(lively.shows(effect), "{effect:?}");
        }
    }
}
