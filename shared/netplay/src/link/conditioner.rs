//! A queue of packets that arrives late, twice, out of order or never, from a seed.

use super::{Lane, LinkProfile};
use crate::rng::SimRng;
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::BinaryHeap;
use core::cmp::Ordering;
use core::time::Duration;

/// Losses in a row that an ordered lane suffers at most: then the network is taken to have healed.
const RETRIES: u32 = 6;

/// Packets under way in one direction, on the caller's clock. The same seed and the same calls
/// give the same arrivals. Datagrams with an address are [carried](Self::carry) as well as packets.
#[derive(Debug)]
pub struct Conditioner<T = Packet> {
    profile: LinkProfile,
    rng: SimRng,
    under_way: BinaryHeap<UnderWay<T>>,
    bytes: usize,
    count: u64,
    /// When the wire has taken what was sent so far; only with a bandwidth.
    busy_until: Instant,
    /// The last arrival of the ordered lane: nothing on it arrives earlier.
    ordered_until: Instant,
}

#[derive(Debug)]
struct UnderWay<T> {
    arrival: Instant,
    order: u64,
    bytes: usize,
    thing: T,
}

impl Conditioner {
    /// Takes a packet.
    pub fn push(&mut self, packet: &Packet, lane: Lane, now: Instant) {
        self.carry(packet, packet.len(), lane, now);
    }
}

impl<T: Clone> Conditioner<T> {
    /// An empty wire.
    #[must_use]
    pub fn new(profile: LinkProfile, seed: u64) -> Self {
        Self {
            profile,
            rng: SimRng::new(seed, 0x11_4b),
            under_way: BinaryHeap::new(),
            bytes: 0,
            count: 0,
            busy_until: Instant::ZERO,
            ordered_until: Instant::ZERO,
        }
    }

    /// What the wire does from now on.
    pub fn set_profile(&mut self, profile: LinkProfile) {
        self.profile = profile;
    }

    /// Whether a packet that is sent now arrives now.
    #[must_use]
    pub fn is_clear(&self) -> bool {
        self.under_way.is_empty() && self.profile == LinkProfile::PERFECT
    }

    /// Takes whatever has this many `bytes` on the wire.
    pub fn carry(&mut self, thing: &T, bytes: usize, lane: Lane, now: Instant) {
        let sent = self.through_the_bottleneck(bytes, now);
        match lane {
            Lane::Ordered => {
                let arrival = sent + self.trip() + self.retries();
                self.ordered_until = self.ordered_until.max(arrival);
                self.keep(thing, bytes, self.ordered_until);
            }
            Lane::Unreliable => {
                let duplicate = self.chance(self.profile.duplicate_permille);
                for _ in 0..=u8::from(duplicate) {
                    if !self.chance(self.profile.loss_permille) {
                        let arrival = sent + self.trip() + self.detour();
                        self.keep(thing, bytes, arrival);
                    }
                }
            }
        }
    }

    /// The next packet that has arrived.
    pub fn pop(&mut self, now: Instant) -> Option<T> {
        if self.next_arrival()? > now {
            return None;
        }
        let UnderWay { bytes, thing, .. } = self.under_way.pop()?;
        self.bytes -= bytes;
        Some(thing)
    }

    /// When the next packet arrives, if none is lost on the way any more.
    #[must_use]
    pub fn next_arrival(&self) -> Option<Instant> {
        self.under_way.peek().map(|next| next.arrival)
    }

    /// How many packets are under way.
    #[must_use]
    pub fn packets(&self) -> usize {
        self.under_way.len()
    }

    /// How many bytes are under way.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Loses everything that is under way.
    pub fn clear(&mut self) {
        self.under_way.clear();
        self.bytes = 0;
    }

    fn keep(&mut self, thing: &T, bytes: usize, arrival: Instant) {
        self.count += 1;
        self.bytes += bytes;
        let order = self.count;
        self.under_way.push(UnderWay { arrival, order, bytes, thing: thing.clone() });
    }

    fn through_the_bottleneck(&mut self, bytes: usize, now: Instant) -> Instant {
        let bandwidth = u64::from(self.profile.bandwidth_bytes_per_s);
        let Some(micros) = (bytes as u64 * 1_000_000).checked_div(bandwidth) else { return now };
        self.busy_until = self.busy_until.max(now) + Duration::from_micros(micros);
        self.busy_until
    }

    fn trip(&mut self) -> Duration {
        let jitter_us = self.profile.jitter_ms.saturating_mul(1_000);
        let jitter = self.rng.below(jitter_us.saturating_add(1));
        Duration::from_millis(self.profile.latency_ms.into()) + Duration::from_micros(jitter.into())
    }

    /// What losses cost on a lane that loses nothing: a round trip each.
    fn retries(&mut self) -> Duration {
        let mut delay = Duration::ZERO;
        for _ in 0..RETRIES {
            if !self.chance(self.profile.loss_permille) {
                break;
            }
            delay += self.trip() + self.trip();
        }
        delay
    }

    /// Long enough for the next few packets to pass.
    fn detour(&mut self) -> Duration {
        if self.chance(self.profile.reorder_permille) {
            let most_us = self.profile.latency_ms.saturating_add(20).saturating_mul(1_000);
            Duration::from_micros(u64::from(self.rng.below(most_us)) + 1_000)
        } else {
            Duration::ZERO
        }
    }

    fn chance(&mut self, permille: u16) -> bool {
        permille > 0 && self.rng.below(1_000) < permille.into()
    }
}

impl<T> Ord for UnderWay<T> {
    /// The earliest arrival is the greatest, so that the heap gives it first.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.arrival, other.order).cmp(&(self.arrival, self.order))
    }
}

impl<T> PartialOrd for UnderWay<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for UnderWay<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for UnderWay<T> {}
