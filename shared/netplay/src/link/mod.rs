//! Moving packets: the transport's face, and a pretend one with a seeded, faulty wire.
//!
//! ```
//! use netplay::link::{Lane, LinkProfile, Loopback, Transport};
//! use netplay::time::Instant;
//!
//! let slow = LinkProfile { latency_ms: 40, jitter_ms: 20, ..LinkProfile::PERFECT };
//! let (mut here, mut there) = Loopback::pair(slow, slow, 7);
//! here.send(&[1, 2, 3].into(), Lane::Ordered, Instant::ZERO).unwrap();
//! assert!(there.poll(Instant::from_millis(39)).is_none());
//! assert_eq!(there.poll(Instant::from_millis(60)).as_deref(), Some(&[1, 2, 3][..]));
//! ```

mod conditioned;
mod conditioner;
mod lanes;
mod loopback;
mod profile;

pub use conditioned::Conditioned;
pub use conditioner::Conditioner;
pub use lanes::lane_of;
pub use loopback::Loopback;
pub use profile::LinkProfile;

use crate::time::Instant;
use crate::wire::{CloseReason, Packet};

/// How a packet may travel. A transport that knows only one way takes all lanes on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Every packet arrives, once, in order.
    Ordered,
    /// A packet arrives once, late, twice or never.
    Unreliable,
}

/// What a transport's life has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkState {
    /// Not yet connected; packets sent now wait.
    Connecting,
    /// Connected.
    Open,
    /// Over. What arrived before the end can still be polled.
    Closed(CloseReason),
}

/// A packet could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The link is closed.
    Closed,
    /// The link's bounded queue is full; the link closes with [`CloseReason::TooSlow`].
    Full,
}

/// One end of a link that carries whole packets. Nothing blocks.
///
/// A handful of transports is known (loopback, TCP, WebSocket natively and in the browser);
/// whatever drives them calls [`poll`](Self::poll) until it is drained, once a frame.
pub trait Transport {
    /// Connecting, open or closed.
    fn state(&self) -> LinkState;

    /// Takes a packet to the other end.
    ///
    /// # Errors
    /// When the link is closed or its queue is full.
    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError>;

    /// The next packet that has arrived; `None` when there is none now.
    fn poll(&mut self, now: Instant) -> Option<Packet>;

    /// Closes the link after what was sent.
    fn close(&mut self);

    /// Whether the transport is a stream, on which every lane is ordered: then nothing has to be
    /// said twice.
    fn is_stream(&self) -> bool {
        true
    }
}
