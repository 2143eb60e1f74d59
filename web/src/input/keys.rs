//! The keyboard: what can be done, and which physical keys do it.

/// What a key can do in a game. Each game says what the words mean in it: accelerating is walking
/// up in a hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Faster.
    Throttle,
    /// Slower, and backwards.
    Brake,
    /// Steer left.
    Left,
    /// Steer right.
    Right,
    /// Slide.
    Drift,
    /// Back onto the track.
    Reset,
    /// Stand still, in a hunt.
    Lock,
    /// Make a sound, in a hunt.
    Taunt,
    /// The trick of a round, in a hunt.
    Decoy,
}

impl Action {
    /// All of them, in the order the settings list them.
    pub const ALL: [Self; 9] = [
        Self::Throttle,
        Self::Brake,
        Self::Left,
        Self::Right,
        Self::Drift,
        Self::Reset,
        Self::Lock,
        Self::Taunt,
        Self::Decoy,
    ];

    /// What the settings call it.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Throttle => "Accelerate",
            Self::Brake => "Brake and reverse",
            Self::Left => "Steer left",
            Self::Right => "Steer right",
            Self::Drift => "Drift",
            Self::Reset => "Back to the track",
            Self::Lock => "Stand still (hunt)",
            Self::Taunt => "Taunt (hunt)",
            Self::Decoy => "Squeaker (hunt)",
        }
    }
}

/// Keys that the page needs itself and that cannot be bound.
const RESERVED: [&str; 10] =
    ["Escape", "Enter", "Tab", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "F5", "MetaLeft"];

/// The actions that every text of bindings has: the first page knew these.
const FIRST_ACTIONS: usize = 6;

/// Which physical keys (`KeyboardEvent.code`) do what: up to two an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    codes: [Vec<String>; Action::ALL.len()],
}

/// Why a key cannot be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindError {
    /// The page needs the key itself.
    Reserved,
    /// The key does this already.
    Taken(Action),
}

impl Default for Bindings {
    fn default() -> Self {
        let keys = |codes: &[&str]| codes.iter().map(ToString::to_string).collect();
        Self {
            codes: [
                keys(&["ArrowUp", "KeyW"]),
                keys(&["ArrowDown", "KeyS"]),
                keys(&["ArrowLeft", "KeyA"]),
                keys(&["ArrowRight", "KeyD"]),
                keys(&["Space", "ShiftLeft"]),
                keys(&["KeyR"]),
                keys(&["KeyE"]),
                keys(&["KeyQ"]),
                keys(&["KeyF"]),
            ],
        }
    }
}

impl Bindings {
    /// The keys of an action.
    #[must_use]
    pub fn codes(&self, action: Action) -> &[String] {
        &self.codes[action as usize]
    }

    /// What a key does.
    #[must_use]
    pub fn action(&self, code: &str) -> Option<Action> {
        Action::ALL.into_iter().find(|&action| self.codes(action).iter().any(|own| own == code))
    }

    /// Makes `code` the key of `action` in this place (0 or 1).
    ///
    /// # Errors
    /// When the page needs the key or another action has it; nothing changes then.
    pub fn bind(&mut self, action: Action, place: usize, code: &str) -> Result<(), BindError> {
        if RESERVED.contains(&code) {
            return Err(BindError::Reserved);
        }
        if let Some(owner) = self.action(code) {
            let same =
                owner == action && self.codes(action).iter().position(|c| c == code) == Some(place);
            return if same { Ok(()) } else { Err(BindError::Taken(owner)) };
        }
        let codes = &mut self.codes[action as usize];
        match codes.get_mut(place) {
            Some(slot) => *slot = code.into(),
            None => codes.push(code.into()),
        }
        Ok(())
    }

    /// As text: actions by `;`, keys by `,`.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.codes.iter().map(|codes| codes.join(",")).collect::<Vec<_>>().join(";")
    }

    /// What [`to_text`](Self::to_text) wrote; `None` when it is anything else or two actions
    /// share a key. A text that is older than an action leaves it its own key, if that is free.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut seen: Vec<&str> = Vec::new();
        let mut keys = Self::default();
        let mut parts = text.split(';');
        for (at, slot) in keys.codes.iter_mut().enumerate() {
            let Some(part) = parts.next() else {
                if at < FIRST_ACTIONS {
                    return None;
                }
                slot.retain(|code| !seen.contains(&code.as_str()));
                continue;
            };
            slot.clear();
            for code in part.split(',').filter(|code| !code.is_empty()) {
                let sound = code.len() <= 24 && code.bytes().all(|b| b.is_ascii_alphanumeric());
                if !sound || RESERVED.contains(&code) || seen.contains(&code) || slot.len() == 2 {
                    return None;
                }
                seen.push(code);
                slot.push(code.into());
            }
            if slot.is_empty() && at < FIRST_ACTIONS {
                return None;
            }
        }
        parts.next().is_none().then_some(keys)
    }
}

/// A key as it is called where the browser cannot tell what is printed on it.
#[must_use]
pub fn plain_label(code: &str) -> String {
    match code {
        "ArrowUp" => "↑".into(),
        "ArrowDown" => "↓".into(),
        "ArrowLeft" => "←".into(),
        "ArrowRight" => "→".into(),
        "ShiftLeft" => "Left Shift".into(),
        "ShiftRight" => "Right Shift".into(),
        "ControlLeft" => "Left Ctrl".into(),
        "ControlRight" => "Right Ctrl".into(),
        _ => code.strip_prefix("Key").or(code.strip_prefix("Digit")).unwrap_or(code).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_one_thing() {
        let mut keys = Bindings::default();
        assert_eq!(keys.bind(Action::Drift, 0, "KeyW"), Err(BindError::Taken(Action::Throttle)));
        assert_eq!(keys.bind(Action::Drift, 0, "Enter"), Err(BindError::Reserved));
        assert_eq!(keys, Bindings::default());
        assert_eq!(keys.bind(Action::Drift, 1, "KeyX"), Ok(()));
        assert_eq!(keys.action("KeyX"), Some(Action::Drift));
        assert_eq!(keys.action("ShiftLeft"), None);
    }

    #[test]
    fn bindings_survive_the_storage_and_damage_gives_none() {
        let mut keys = Bindings::default();
        keys.bind(Action::Reset, 1, "Backspace").unwrap();
        assert_eq!(Bindings::parse(&keys.to_text()), Some(keys));
        for damaged in [
            "",
            ";;;;;",
            "KeyA;KeyB;KeyC;KeyD;KeyE",
            "A;A;B;C;D;E",
            "A,B,C;D;E;F;G;H",
            "A;B;C;D;E;Enter",
            "A;B;C;D;E;F;G;H;I;J",
        ] {
            assert_eq!(Bindings::parse(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn bindings_of_an_older_page_keep_their_keys_and_new_actions_take_free_ones() {
        let keys = Bindings::parse("KeyZ;KeyB;KeyC;KeyD;KeyF;KeyR").unwrap();
        assert_eq!(keys.action("KeyZ"), Some(Action::Throttle));
        assert_eq!(keys.action("KeyF"), Some(Action::Drift));
        assert_eq!(keys.action("KeyE"), Some(Action::Lock));
        assert!(keys.codes(Action::Decoy).is_empty());
        assert_eq!(Bindings::parse(&keys.to_text()), Some(keys));
    }
}
