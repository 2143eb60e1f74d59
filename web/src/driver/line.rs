//! A worse line than the real one, for whoever wants to feel it.

use netplay::link::LinkProfile;

/// The most that the sliders offer.
pub const LATENCY_MOST_MS: u32 = 300;
/// As above.
pub const JITTER_MOST_MS: u32 = 200;
/// As above, in thousandths.
pub const LOSS_MOST_PERMILLE: u16 = 300;

/// What is done to packets between this page and the relay, each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// From the page.
    pub up: LinkProfile,
    /// To the page.
    pub down: LinkProfile,
}

impl Line {
    /// A round trip of 150 ms, and one packet in twenty lost in each direction.
    pub const FAR: Self = {
        let way = LinkProfile { latency_ms: 75, loss_permille: 50, ..LinkProfile::PERFECT };
        Self { up: way, down: way }
    };
}
