//! Any transport, made worse.

use super::{Conditioner, Lane, LinkProfile, LinkState, SendError, Transport};
use crate::limits::{OUTBOUND_BYTES, OUTBOUND_MESSAGES};
use crate::time::Instant;
use crate::wire::Packet;

/// A transport behind a pretend wire: a real socket on this machine becomes a train's.
///
/// Packets leave and arrive when they are due and the transport is used; whoever drives it does
/// so every frame. A way that is [perfect](LinkProfile::PERFECT) costs nothing: packets go straight
/// through, once what was sent before has arrived.
#[derive(Debug)]
pub struct Conditioned<T> {
    inner: T,
    up: Conditioner,
    down: Conditioner,
}

impl<T: Transport> Conditioned<T> {
    /// `inner`, whose sent packets suffer `up` and whose received ones suffer `down`. What is
    /// received counts as ordered: nobody can tell any more how it was sent.
    #[must_use]
    pub fn new(inner: T, up: LinkProfile, down: LinkProfile, seed: u64) -> Self {
        Self { inner, up: Conditioner::new(up, seed), down: Conditioner::new(down, !seed) }
    }

    /// What the two ways do to packets from now on. What is under way arrives as it would have.
    pub fn set_profiles(&mut self, up: LinkProfile, down: LinkProfile) {
        self.up.set_profile(up);
        self.down.set_profile(down);
    }

    /// The transport inside.
    #[must_use]
    pub fn inner(&self) -> &T {
        &self.inner
    }

    fn release(&mut self, now: Instant) -> Result<(), SendError> {
        while let Some(packet) = self.up.pop(now) {
            // Its delays and losses are over: what is left of the way keeps the order they gave.
            self.inner.send(&packet, Lane::Ordered, now)?;
        }
        Ok(())
    }
}

impl<T: Transport> Transport for Conditioned<T> {
    fn state(&self) -> LinkState {
        match self.inner.state() {
            LinkState::Closed(_) if self.down.packets() > 0 => LinkState::Open,
            state => state,
        }
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        if let LinkState::Closed(_) = self.inner.state() {
            return Err(SendError::Closed);
        }
        self.release(now)?;
        if self.up.is_clear() {
            return self.inner.send(packet, lane, now);
        }
        let bytes = self.up.bytes() + packet.len();
        if self.up.packets() >= OUTBOUND_MESSAGES || bytes > OUTBOUND_BYTES {
            self.inner.close();
            return Err(SendError::Full);
        }
        // On a stream a loss is a delay, and everything behind it waits.
        let lane = if self.inner.is_stream() { Lane::Ordered } else { lane };
        self.up.push(packet, lane, now);
        self.release(now)
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        // A link that breaks here says so at the next `send` or `state`.
        let _ = self.release(now);
        if self.down.is_clear() {
            return self.inner.poll(now);
        }
        while self.down.packets() < OUTBOUND_MESSAGES {
            let Some(packet) = self.inner.poll(now) else { break };
            self.down.push(&packet, Lane::Ordered, now);
        }
        self.down.pop(now)
    }

    /// Closes the link; what is still under way here is lost with it.
    fn close(&mut self) {
        self.up.clear();
        self.inner.close();
    }

    fn is_stream(&self) -> bool {
        self.inner.is_stream()
    }
}
