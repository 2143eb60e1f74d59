//! Which ring something is in, and when that ring is sent.

use super::InterestConfig;
use alloc::vec::Vec;

/// The rings, as the squares of what they are compared with.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    rings: Vec<Ring>,
    stagger: bool,
}

#[derive(Clone, Copy, Debug)]
struct Ring {
    every_ticks: u32,
    /// Within it, whatever was before.
    inner: i64,
    /// Within it, if nothing was before.
    radius: i64,
    /// Beyond it, whatever was before.
    outer: i64,
    /// Which of its entities are due, by their turns: the last turn, and how many before it.
    turn: u32,
    turns: u32,
}

impl Rings {
    /// The rings of a configuration that is sound.
    pub(super) fn new(config: &InterestConfig) -> Self {
        let square = |radius: i32| i64::from(radius) * i64::from(radius);
        let rings = config.tiers.iter().map(|tier| Ring {
            every_ticks: tier.every_ticks.into(),
            inner: square(tier.radius - config.hysteresis),
            radius: square(tier.radius),
            outer: square(tier.radius + config.hysteresis),
            turn: 0,
            turns: 0,
        });
        Self { rings: rings.collect(), stagger: config.stagger }
    }

    /// The square of the distance beyond which nothing is of interest.
    pub(super) fn reach(&self) -> i64 {
        self.rings.last().map_or(0, |ring| ring.outer)
    }

    /// The ring of something new at this squared distance.
    pub(super) fn enter(&self, square: i64) -> Option<u8> {
        let ring = self.rings.iter().position(|ring| square <= ring.radius)?;
        Some(ring as u8)
    }

    /// The ring of something that was in ring `was`: it changes only well beyond a border.
    pub(super) fn stay(&self, was: u8, square: i64) -> Option<u8> {
        let at = usize::from(was);
        if square > self.rings[at].outer {
            let farther = self.rings[at + 1..].iter().position(|ring| square <= ring.outer)?;
            return Some(was + 1 + farther as u8);
        }
        let closer = self.rings[..at].iter().position(|ring| square <= ring.inner);
        Some(closer.map_or(was, |closer| closer as u8))
    }

    /// It is tick `tick`, `gone` ticks after the last one.
    pub(super) fn turn_to(&mut self, tick: u64, gone: u64) {
        for ring in &mut self.rings {
            ring.turn = (tick % u64::from(ring.every_ticks)) as u32;
            ring.turns = gone.min(ring.every_ticks.into()) as u32;
        }
    }

    /// Whether an entity of this ring is to be sent now.
    pub(super) fn is_due(&self, ring: u8, entity: u64) -> bool {
        let ring = &self.rings[usize::from(ring)];
        // Its turn, from 0 up to `every_ticks`, without a division.
        let turn = if self.stagger { (mix(entity) * u64::from(ring.every_ticks)) >> 32 } else { 0 };
        let ago = ring.turn.wrapping_sub(turn as u32);
        let ago = if ago > ring.turn { ago.wrapping_add(ring.every_ticks) } else { ago };
        ago < ring.turns
    }
}

/// 32 bits of an id in which no pattern of ids is left.
fn mix(entity: u64) -> u64 {
    let hash = (entity ^ (entity >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (hash ^ (hash >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32
}
