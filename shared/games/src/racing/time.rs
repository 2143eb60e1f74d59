//! Race time: ticks and the part of a tick in which a line was crossed.

use netplay::limits::TICK_HZ;

/// A moment or a span in 65536ths of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub u64);

impl Moment {
    /// The start of a tick.
    #[must_use]
    pub const fn at(tick: u32) -> Self {
        Self((tick as u64) << 16)
    }

    /// The whole ticks.
    #[must_use]
    pub const fn ticks(self) -> u32 {
        (self.0 >> 16) as u32
    }

    /// The same in milliseconds, rounded; after the longest time that there is, seven weeks, that.
    #[must_use]
    pub const fn millis(self) -> u32 {
        let millis = (self.0 * 1000 / TICK_HZ as u64 + (1 << 15)) >> 16;
        if millis > u32::MAX as u64 { u32::MAX } else { millis as u32 }
    }

    /// The span since an earlier moment.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}
