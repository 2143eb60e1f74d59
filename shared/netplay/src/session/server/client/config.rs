//! How a client plays.

use crate::limits::NAME_BYTES;
use crate::wire::Text;
use core::fmt;

/// How a client plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientConfig {
    /// What the others shall call this player.
    pub name: Text<NAME_BYTES>,
    /// Whether the own entity is shown where the own inputs take it, instead of where the server
    /// last had it.
    pub predict: bool,
    /// Whether a right prediction, too, starts out again from what the server said: the others are
    /// then where they really were a moment ago, and what the own entity will run into is
    /// foreseen. It costs some ticks for each snapshot.
    pub refresh: bool,
    /// How far behind the newest snapshot the others are shown, in ticks.
    pub interp_delay_ticks: u8,
    /// How long a correction of the own entity takes to fade, 0 to 1000. 0 jumps.
    pub smooth_ms: u16,
    /// A server that says nothing for this long is gone.
    pub silence_ms: u32,
}

impl ClientConfig {
    /// The usual client of a player with this name.
    #[must_use]
    pub fn new(name: Text<NAME_BYTES>) -> Self {
        Self {
            name,
            predict: true,
            refresh: true,
            interp_delay_ticks: 3,
            smooth_ms: 100,
            silence_ms: 5_000,
        }
    }

    /// Whether a client can be made of this.
    ///
    /// # Errors
    /// Names the first field that is out of its range.
    pub fn check(&self) -> Result<(), BadClientConfig> {
        let in_range = [
            ("interp_delay_ticks", self.interp_delay_ticks <= 30),
            ("smooth_ms", self.smooth_ms <= 1_000),
            ("silence_ms", (500..=600_000).contains(&self.silence_ms)),
        ];
        match in_range.iter().find(|(_, fine)| !fine) {
            Some((field, _)) => Err(BadClientConfig(field)),
            None => Ok(()),
        }
    }
}

/// The field of a [`ClientConfig`] that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadClientConfig(pub &'static str);

impl fmt::Display for BadClientConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is out of its range", self.0)
    }
}

impl core::error::Error for BadClientConfig {}
