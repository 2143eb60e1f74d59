//! How a client plays.

use crate::limits::NAME_BYTES;
use crate::wire::Text;
use core::fmt;

/// Who is taken from a snapshot that found nothing wrong with the own entity. All but the first
/// cost some ticks for each snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// Nobody: the others roll on as they were when the last prediction was wrong.
    Nobody,
    /// The others: they are where they really were a moment ago, and so is what the own entity
    /// will run into. It goes on as it was predicted itself.
    #[default]
    Others,
    /// Everybody: the own entity is predicted anew, too, from what is now known of the others.
    Everybody,
}

/// How a client plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientConfig {
    /// What the others shall call this player.
    pub name: Text<NAME_BYTES>,
    /// Whether the own entity is shown where the own inputs take it, instead of where the server
    /// last had it.
    pub predict: bool,
    /// Who is taken from a snapshot that found nothing wrong with the own entity.
    pub refresh: Refresh,
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
            refresh: Refresh::Others,
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
