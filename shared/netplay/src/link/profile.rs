//! What a pretend wire does to packets, in one direction.

/// One direction of a link. Two of them make a link that is better one way than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkProfile {
    /// The shortest way from end to end.
    pub latency_ms: u32,
    /// What may come on top, evenly spread.
    pub jitter_ms: u32,
    /// Packets lost, in thousandths. On an ordered lane a lost packet comes a round trip later,
    /// and everything behind it waits.
    pub loss_permille: u16,
    /// Packets that arrive twice, in thousandths. Unreliable lane only.
    pub duplicate_permille: u16,
    /// Packets that let later ones pass, in thousandths. Unreliable lane only.
    pub reorder_permille: u16,
    /// What fits through in a second; 0 for no bound.
    pub bandwidth_bytes_per_s: u32,
}

impl LinkProfile {
    /// Everything arrives, at once.
    pub const PERFECT: Self = Self {
        latency_ms: 0,
        jitter_ms: 0,
        loss_permille: 0,
        duplicate_permille: 0,
        reorder_permille: 0,
        bandwidth_bytes_per_s: 0,
    };

    /// A home connection on a fair day: 40 ms, up to 20 ms more, one in twenty lost.
    pub const HOME: Self =
        Self { latency_ms: 40, jitter_ms: 20, loss_permille: 50, ..Self::PERFECT };

    /// A train: 60 to 260 ms, three in ten lost, two in ten twice, one in five out of order.
    pub const TRAIN: Self = Self {
        latency_ms: 60,
        jitter_ms: 200,
        loss_permille: 300,
        duplicate_permille: 200,
        reorder_permille: 200,
        bandwidth_bytes_per_s: 0,
    };
}

impl Default for LinkProfile {
    fn default() -> Self {
        Self::PERFECT
    }
}
