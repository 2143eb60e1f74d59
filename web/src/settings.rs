//! What a person prefers, as text in the browser's storage.

use crate::input::keys::Bindings;
use crate::shell::storage::{self, Store, key};
use party::Profile;

/// A preference that may follow the system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    #[default]
    Auto,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// How much may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// As the system has it.
    #[default]
    Auto,
    /// As little as the game needs.
    Reduced,
    /// Everything.
    Full,
}

/// Whether the car accelerates by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AutoAccelerate {
    /// On a touch screen, where thumbs have enough to do.
    #[default]
    Touch,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The settings card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// 0 to 100.
    pub volume: u8,
    /// No sound at all.
    pub muted: bool,
    /// How much may move.
    pub motion: Motion,
    /// Dark or light.
    pub theme: Theme,
    /// The steering thumb is the right one.
    pub left_handed: bool,
    /// Whether the car accelerates by itself.
    pub auto_accelerate: AutoAccelerate,
    /// Whoever does not steer is kept on the road.
    pub smart_steering: bool,
    /// The best lap of this browser drives along.
    pub ghost: bool,
    /// Two presses for the power of a putt, instead of holding a key.
    pub two_presses: bool,
    /// Code and relay are masked, for those who show their screen to an audience.
    pub streaming: bool,
    /// Which keys do what.
    pub keys: Bindings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            volume: 60,
            muted: false,
            motion: Motion::Auto,
            theme: Theme::Auto,
            left_handed: false,
            auto_accelerate: AutoAccelerate::Touch,
            smart_steering: false,
            ghost: true,
            two_presses: false,
            streaming: false,
            keys: Bindings::default(),
        }
    }
}

impl Settings {
    /// What this browser remembers, or the defaults.
    #[must_use]
    pub fn load() -> Self {
        storage::load(Store::Browser, key::SETTINGS).map_or_else(Self::default, |t| Self::parse(&t))
    }

    /// Lets the browser remember them, if it will.
    pub fn save(&self) {
        storage::save(Store::Browser, key::SETTINGS, &self.to_text());
    }

    /// One `name=value` a line.
    #[must_use]
    pub fn to_text(&self) -> String {
        let flag = u8::from;
        format!(
            "volume={}\nmuted={}\nmotion={}\ntheme={}\nleft={}\nauto={}\nsmart={}\nghost={}\npresses={}\nstreaming={}\nkeys={}",
            self.volume,
            flag(self.muted),
            self.motion as u8,
            self.theme as u8,
            flag(self.left_handed),
            self.auto_accelerate as u8,
            flag(self.smart_steering),
            flag(self.ghost),
            flag(self.two_presses),
            flag(self.streaming),
            self.keys.to_text(),
        )
    }

    /// Reads what is sound and keeps the defaults for the rest.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let mut read = Self::default();
        for (name, value) in text.lines().filter_map(|line| line.split_once('=')) {
            match name {
                "volume" => read.volume = value.parse().map_or(read.volume, |v: u8| v.min(100)),
                "muted" => read.muted = value == "1",
                "motion" => read.motion = Motion::from_digit(value),
                "theme" => read.theme = Theme::from_digit(value),
                "left" => read.left_handed = value == "1",
                "auto" => read.auto_accelerate = AutoAccelerate::from_digit(value),
                "smart" => read.smart_steering = value == "1",
                "ghost" => read.ghost = value != "0",
                "presses" => read.two_presses = value == "1",
                "streaming" => read.streaming = value == "1",
                "keys" => read.keys = Bindings::parse(value).unwrap_or_default(),
                _ => {}
            }
        }
        read
    }
}

impl Theme {
    /// The choice as its digit; anything else is the default.
    #[must_use]
    pub fn from_digit(digit: &str) -> Self {
        match digit {
            "1" => Self::Light,
            "2" => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// What the styles call it; none follows the system.
    #[must_use]
    pub const fn mark(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }
}

impl Motion {
    /// The choice as its digit; anything else is the default.
    #[must_use]
    pub fn from_digit(digit: &str) -> Self {
        match digit {
            "1" => Self::Reduced,
            "2" => Self::Full,
            _ => Self::Auto,
        }
    }

    /// Whether little may move, where the system says `system_reduces`.
    #[must_use]
    pub const fn is_reduced(self, system_reduces: bool) -> bool {
        match self {
            Self::Auto => system_reduces,
            Self::Reduced => true,
            Self::Full => false,
        }
    }
}

impl AutoAccelerate {
    /// The choice as its digit; anything else is the default.
    #[must_use]
    pub fn from_digit(digit: &str) -> Self {
        match digit {
            "1" => Self::Always,
            "2" => Self::Never,
            _ => Self::Touch,
        }
    }

    /// Whether it does, on a touch screen or not.
    #[must_use]
    pub const fn is_on(self, touching: bool) -> bool {
        match self {
            Self::Touch => touching,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// The name and colour this browser remembers.
#[must_use]
pub fn load_profile() -> Option<Profile> {
    parse_profile(&storage::load(Store::Browser, key::PROFILE)?)
}

/// Lets the browser remember name and colour, if it will.
pub fn save_profile(profile: &Profile) {
    storage::save(Store::Browser, key::PROFILE, &format!("{} {}", profile.colour, profile.name));
}

/// `3 Ann`; none when it is anything else.
#[must_use]
pub fn parse_profile(text: &str) -> Option<Profile> {
    let (colour, name) = text.split_once(' ')?;
    let colour = colour.parse().ok().filter(|&c: &u8| c < netplay::limits::COLOURS)?;
    let name = netplay::wire::clean_name(name)?.to_string();
    Some(Profile { name, colour })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_the_storage() {
        let changed = Settings {
            volume: 7,
            muted: true,
            motion: Motion::Full,
            theme: Theme::Dark,
            left_handed: true,
            auto_accelerate: AutoAccelerate::Never,
            smart_steering: true,
            ghost: false,
            two_presses: true,
            streaming: true,
            keys: Bindings::default(),
        };
        assert_eq!(Settings::parse(&changed.to_text()), changed);
    }

    #[test]
    fn damaged_settings_are_the_defaults() {
        for text in ["", "volume=loud\nkeys=;;\ntheme=9", "\u{0}\u{1}", "{\"volume\":3}"] {
            assert_eq!(Settings::parse(text), Settings::default(), "{text:?}");
        }
        assert_eq!(Settings::parse("volume=255").volume, 100);
    }

    #[test]
    fn a_damaged_profile_is_none() {
        for text in ["", "Ann", "9 Ann", "1 ", "1 \u{200b}"] {
            assert_eq!(parse_profile(text), None, "{text:?}");
        }
        let ann = Profile { name: "Ann Lee".into(), colour: 3 };
        assert_eq!(parse_profile("3 Ann Lee"), Some(ann));
    }
}
