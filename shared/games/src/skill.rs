//! How good the AI is, in every game.

/// How well the AI plays the seats that nobody has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skill {
    /// Beaten by anybody who has understood the game.
    Easy,
    /// A good match for most.
    #[default]
    Normal,
    /// Uses all that the rules allow, and makes few mistakes.
    Hard,
}

impl Skill {
    /// Every level, the gentlest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// The level of a byte of the rules: its place in [`ALL`](Self::ALL).
    #[must_use]
    pub const fn of_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Easy),
            1 => Some(Self::Normal),
            2 => Some(Self::Hard),
            _ => None,
        }
    }
}
