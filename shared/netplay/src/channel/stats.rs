//! What a channel measures of itself.

/// One channel's figures. Bytes count the 28 of IP and UDP before each datagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelStats {
    /// The smoothed round trip, in 1/256 ms; 0 before it was measured.
    pub rtt_ms_256: u32,
    /// Its mean deviation, in 1/256 ms.
    pub rtt_var_ms_256: u32,
    /// Our datagrams that did not arrive, smoothed, in thousandths.
    pub loss_permille: u16,
    /// Sent in the last second.
    pub sent_bytes_s: u32,
    /// Received in the last second.
    pub received_bytes_s: u32,
    /// Datagrams sent so far.
    pub datagrams_sent: u64,
    /// Datagrams received so far that were this channel's and new.
    pub datagrams_received: u64,
    /// Datagrams that came twice, too late, or were not this channel's.
    pub datagrams_dropped: u64,
    /// Bytes sent so far.
    pub bytes_sent: u64,
    /// Bytes received so far.
    pub bytes_received: u64,
    /// Frames of reliable lanes that were sent again.
    pub resent: u64,
    /// Messages in fragments of which one did not come.
    pub partial_dropped: u64,
    /// Frames of reliable lanes that are not acknowledged yet.
    pub waiting_frames: usize,
    /// And their bytes.
    pub waiting_bytes: usize,
}

impl ChannelStats {
    /// The round trip in whole milliseconds, rounded.
    #[must_use]
    pub const fn rtt_ms(&self) -> u32 {
        (self.rtt_ms_256 + 128) / 256
    }
}
