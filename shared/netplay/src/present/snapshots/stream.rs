//! Snapshots as they come from a network.

use super::{Interpolate, Pushed, Shown, SnapshotBuffer, SnapshotConfig, SnapshotConfigError};
use crate::present::clock_sync::{ClockNews, ClockSync};

/// One thing of somebody else's: its snapshots, and the clock that they were made by.
///
/// ```
/// use netplay::present::latest::{LatestWins, UpdateStamp};
/// use netplay::present::snapshots::{Pose, ShownState, SnapshotStream};
///
/// let mut car = SnapshotStream::<Pose>::default(); // shown 100 ms in the past
/// let mut newest = LatestWins::new();
/// for n in 0..20_u16 {
///     // In a game, this is a packet: whose it is, its stamp, its sender's time, the pose.
///     let (entity, stamp) = (7, UpdateStamp { epoch: 0, seq: n });
///     let sent_us = 5_000_000 + i64::from(n) * 50_000; // on the sender's clock
///     let arrived_us = i64::from(n) * 50_000 + 30_000; // on ours
///     let pose = Pose::at([i32::from(n), 0, 0]).moving([20, 0, 0]);
///     if newest.accept(entity, stamp) {
///         car.push(sent_us, arrived_us, pose);
///     }
/// }
/// // Every frame:
/// let shown = car.sample(1_000_000).unwrap();
/// assert_eq!((shown.state, shown.value.position[0]), (ShownState::Interpolated, 17));
/// ```
#[derive(Clone, Debug)]
pub struct SnapshotStream<T> {
    clock: ClockSync,
    buffer: SnapshotBuffer<T>,
}

impl<T> Default for SnapshotStream<T> {
    fn default() -> Self {
        Self { clock: ClockSync::new(), buffer: SnapshotBuffer::default() }
    }
}

impl<T: Interpolate> SnapshotStream<T> {
    /// Nothing received yet.
    ///
    /// # Errors
    /// When a time is longer than ten seconds, or the capacity is not 2 to 256.
    pub fn new(config: SnapshotConfig) -> Result<Self, SnapshotConfigError> {
        Ok(Self { clock: ClockSync::new(), buffer: SnapshotBuffer::new(config)? })
    }

    /// A snapshot that was made at `sender_us` and came at `now_us`, each on its own clock.
    ///
    /// Of a time that the sender's clock cannot have said it takes none. When the clock has jumped, because the
    /// sender began anew, so does the picture.
    pub fn push(&mut self, sender_us: i64, now_us: i64, value: T) -> Pushed {
        match self.clock.push(sender_us, now_us) {
            ClockNews::Suspect => return Pushed::Suspect,
            ClockNews::Restarted => self.buffer.reset(),
            ClockNews::Steady => {}
        }
        self.buffer.push(sender_us, value)
    }

    /// What to draw at `now_us` of our clock; nothing before the first snapshot.
    #[must_use]
    pub fn sample(&self, now_us: i64) -> Option<Shown<T>> {
        self.buffer.sample(self.clock.sender_us(now_us)?)
    }

    /// It was put somewhere else, as after a teleport: it does not slide there.
    pub fn clear(&mut self) {
        self.buffer.clear();
    }

    /// Another connection: another clock, too.
    pub fn reset(&mut self) {
        self.clock.reset();
        self.buffer.reset();
    }

    /// The sender's clock as it is known.
    #[must_use]
    pub const fn clock(&self) -> &ClockSync {
        &self.clock
    }

    /// What was received.
    #[must_use]
    pub const fn buffer(&self) -> &SnapshotBuffer<T> {
        &self.buffer
    }
}
