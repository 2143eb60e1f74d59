//! Numbers in as few bits as they are surprising.

use crate::wire::{Chance, RangeCoder};

/// How large numbers are expected: see [`expected`].
const SIZES: usize = 18;

/// How large a number is expected whose guess was wrong by `doubt` bits when it was tried: by
/// these. When it was right, those before it at the same place say more, in quarters of bits.
pub(super) const fn expected(doubt: u32, lately: u32) -> u32 {
    match (doubt, lately) {
        (0, 0..=1) => 0,
        (0, 2..=4) => 1,
        (0, _) => 2,
        _ => doubt + 2,
    }
}

/// What is known about numbers of each expected size.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    sizes: [Sizes; SIZES],
}

#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// Whether a number has more bits than this.
    more: [Chance; 33],
    /// Its second highest bit, by how many it has.
    second: [Chance; 33],
    negative: Chance,
}

impl Numbers {
    pub(super) const fn new() -> Self {
        let mut sizes = [Sizes {
            more: [Chance::EVEN; 33],
            second: [Chance::new(0x6800); 33],
            negative: Chance::EVEN,
        }; SIZES];
        let mut expected = 0;
        while expected < SIZES {
            let mut bits = 0;
            while bits < 33 {
                sizes[expected].more[bits] = Chance::new(more_than(bits, expected));
                bits += 1;
            }
            expected += 1;
        }
        Self { sizes }
    }

    /// The difference to a guess, which is expected to be of this size.
    pub(super) fn code(&mut self, coder: &mut RangeCoder<'_>, expected: u32, value: i32) -> i32 {
        let Some(sizes) = self.sizes.get_mut((expected as usize).min(SIZES - 1)) else { return 0 };
        let size = value.unsigned_abs();
        let bits = u32::BITS - size.leading_zeros();
        let mut read = 0;
        for (count, more) in (0..32).zip(&mut sizes.more) {
            if !coder.bit(more, bits > count) {
                break;
            }
            read = count + 1;
        }
        if read == 0 {
            return 0;
        }
        let is_negative = coder.bit(&mut sizes.negative, value < 0);
        let mut found = 1;
        let mut left = read - 1;
        if let Some(second) = sizes.second.get_mut(read as usize).filter(|_| left > 0) {
            left -= 1;
            found = 2 | u32::from(coder.bit(second, (size >> left) & 1 == 1));
        }
        let found = (found << left) | coder.raw(left, size);
        // The largest negative number has no positive twin: wrapping makes it one of its own.
        if is_negative { (found as i32).wrapping_neg() } else { found as i32 }
    }
}

/// A first guess how likely a number has more than so many bits.
const fn more_than(bits: usize, expected: usize) -> u16 {
    let percent = match (expected, bits as isize - expected as isize + 2) {
        (0, 2) => 4,
        (0, 3) => 38,
        (1, 1) => 30,
        (1, 2) => 50,
        (2, 0) => 60,
        (2, 1) => 38,
        (2, 2) => 55,
        (0..=2, _) => 70,
        (_, ..=-4) => 96,
        (_, -3) => 93,
        (_, -2) => 85,
        (_, -1) => 70,
        (_, 0) => 44,
        (_, 1) => 45,
        _ => 58,
    };
    (percent * 65_535 / 100) as u16
}
