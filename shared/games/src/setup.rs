//! Why something is no setup of a game.

/// Why rules, seats or content make no game. Most come from a peer's start order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The start order names a game that this build does not have.
    UnknownGame,
    /// The bytes are not rules of this game.
    Malformed,
    /// Two to eight play.
    Seats,
    /// The pack has no such track, hole or arena.
    Content,
    /// A value is out of its range, which is said in words.
    Range(&'static str),
}

impl core::fmt::Display for SetupError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::UnknownGame => "this build does not have that game",
            Self::Malformed => "the rules cannot be read",
            Self::Seats => "2 to 8 play",
            Self::Content => "the pack does not have what is to be played on",
            Self::Range(what) => what,
        })
    }
}

impl core::error::Error for SetupError {}
