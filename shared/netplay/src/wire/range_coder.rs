//! Bits that cost what they are worth: a binary range coder with adaptive chances.
//!
//! One walk over a structure is both its encoder and its decoder: [`RangeCoder::bit`] is given the
//! bit when it writes and ignores it when it reads, and returns it either way.
//!
//! No encoding is the beginning of another one, and every sequence of decisions has one encoding:
//! a packet that is cut short, or has something after its end, is refused.

use super::cursor::DecodeError;
use alloc::vec::Vec;

/// How likely a bit is a one, in 1/65536; learns from every bit that is coded with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chance {
    ones: u16,
    /// One of 2^`pace` of the way to certainty is gone with every bit.
    pace: u8,
}

impl Chance {
    /// Even odds.
    pub(crate) const EVEN: Self = Self::new(0x8000);

    /// A first guess, which is given up quickly when it is wrong, and later with more care.
    pub(crate) const fn new(ones: u16) -> Self {
        Self { ones, pace: 3 }
    }

    fn learn(&mut self, bit: bool) {
        if bit {
            self.ones += (u16::MAX - self.ones) >> self.pace;
        } else {
            self.ones -= self.ones >> self.pace;
        }
        self.ones = self.ones.clamp(SURE, u16::MAX - SURE);
        self.pace = (self.pace + 1).min(SLOWEST);
    }
}

/// No bit is surer than this: what is never impossible must not cost too much when it happens.
const SURE: u16 = 96;
const SLOWEST: u8 = 5;

/// Writes or reads a sequence of bits.
pub(crate) struct RangeCoder<'a> {
    low: u32,
    high: u32,
    side: Side<'a>,
}

enum Side<'a> {
    Write(Vec<u8>),
    /// `window` is compared with the range; `past` counts the zeros that stand for bytes after
    /// the end.
    Read {
        window: u32,
        rest: &'a [u8],
        past: u8,
    },
}

impl<'a> RangeCoder<'a> {
    /// Writes, after these bytes.
    pub(crate) fn writer(before: Vec<u8>) -> Self {
        Self { low: 0, high: u32::MAX, side: Side::Write(before) }
    }

    /// Reads these bytes.
    pub(crate) fn reader(bytes: &'a [u8]) -> Self {
        let side = Side::Read { window: 0, rest: bytes, past: 0 };
        let mut coder = Self { low: 0, high: u32::MAX, side };
        for _ in 0..4 {
            coder.shift_in();
        }
        coder
    }

    /// Whether this one reads.
    pub(crate) const fn is_reader(&self) -> bool {
        matches!(self.side, Side::Read { .. })
    }

    /// One bit with its chance, which learns.
    pub(crate) fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        let bit = self.fixed(chance.ones, bit);
        chance.learn(bit);
        bit
    }

    /// The low `count` bits of a number, all equally likely, highest first.
    pub(crate) fn raw(&mut self, count: u32, value: u32) -> u32 {
        let mut read = 0;
        for place in (0..count).rev() {
            let bit = self.fixed(0x8000, (value >> place) & 1 == 1);
            read = (read << 1) | u32::from(bit);
        }
        read
    }

    fn fixed(&mut self, ones: u16, bit: bool) -> bool {
        let span = u64::from(self.high - self.low);
        let middle = self.low + ((span * u64::from(ones)) >> 16) as u32;
        let bit = match &self.side {
            Side::Write(_) => bit,
            Side::Read { window, .. } => *window <= middle,
        };
        if bit {
            self.high = middle
        } else {
            self.low = middle + 1
        }
        while (self.low ^ self.high) >> 24 == 0 {
            if let Side::Write(bytes) = &mut self.side {
                bytes.push((self.high >> 24) as u8);
            } else {
                self.shift_in();
            }
            self.low <<= 8;
            self.high = (self.high << 8) | 0xff;
        }
        bit
    }

    fn shift_in(&mut self) {
        let Side::Read { window, rest, past } = &mut self.side else { return };
        let next = if let Some((&first, others)) = rest.split_first() {
            *rest = others;
            first
        } else {
            *past = past.saturating_add(1);
            0
        };
        *window = (*window << 8) | u32::from(next);
    }

    /// Whether more has been read than there is: nothing that follows means anything.
    pub(crate) const fn is_past_end(&self) -> bool {
        matches!(self.side, Side::Read { past: 5.., .. })
    }

    /// The last bytes: the fewest that decide everything, whatever would follow them.
    fn tail(&self) -> (u32, u32) {
        for count in 0..4 {
            let loose = u32::MAX >> (8 * count);
            let up = self.low.checked_add(loose).map(|up| up & !loose);
            if let Some(value) = up.filter(|value| value | loose <= self.high) {
                return (count, value);
            }
        }
        (4, self.low)
    }

    /// What was written.
    pub(crate) fn finish_writing(self) -> Vec<u8> {
        let (count, value) = self.tail();
        let Side::Write(mut bytes) = self.side else { return Vec::new() };
        bytes.extend(value.to_be_bytes().into_iter().take(count as usize));
        bytes
    }

    /// Whether what was read ends here.
    ///
    /// # Errors
    /// When the bytes end before, or go on, or are not the ones that a writer makes.
    pub(crate) fn finish_reading(self) -> Result<(), DecodeError> {
        let (count, value) = self.tail();
        let Side::Read { window, rest, past } = self.side else { return Ok(()) };
        if u32::from(past) > 4 - count {
            return Err(DecodeError::Truncated("range"));
        }
        let unread = rest.len() + 4 - usize::from(past);
        if unread > count as usize {
            return Err(DecodeError::Trailing(unread - count as usize));
        }
        if window == value { Ok(()) } else { Err(DecodeError::BadValue("range")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SimRng;

    fn script(seed: u64) -> Vec<(u16, bool)> {
        let mut rng = SimRng::new(seed, 1);
        let count = rng.below(200);
        let bit = |rng: &mut SimRng| {
            let ones = rng.below(0xfffe) as u16 + 1;
            (ones, rng.below(0x1_0000) < u32::from(ones))
        };
        (0..count).map(|_| bit(&mut rng)).collect()
    }

    fn write(script: &[(u16, bool)]) -> Vec<u8> {
        let mut coder = RangeCoder::writer(Vec::new());
        for &(ones, bit) in script {
            coder.bit(&mut Chance::new(ones), bit);
        }
        coder.finish_writing()
    }

    fn read(script: &[(u16, bool)], bytes: &[u8]) -> Result<Vec<bool>, DecodeError> {
        let mut coder = RangeCoder::reader(bytes);
        let bits = script.iter().map(|&(ones, _)| coder.bit(&mut Chance::new(ones), false));
        let bits = bits.collect();
        coder.finish_reading().map(|()| bits)
    }

    #[test]
    fn what_is_written_is_read_and_no_beginning_of_it_is() {
        for seed in 0..2_000 {
            let script = script(seed);
            let bytes = write(&script);
            let expected = script.iter().map(|(_, bit)| *bit).collect();
            assert_eq!(read(&script, &bytes), Ok(expected), "seed {seed}");
            for cut in 0..bytes.len() {
                assert!(read(&script, &bytes[..cut]).is_err(), "seed {seed}, cut at {cut}");
            }
            let longer: Vec<_> = bytes.iter().copied().chain([0]).collect();
            assert!(read(&script, &longer).is_err(), "seed {seed}, one byte more");
        }
    }

    #[test]
    fn a_likely_bit_costs_next_to_nothing() {
        let script = [(60_000, true); 400];
        let mut coder = RangeCoder::writer(Vec::new());
        let mut chance = Chance::EVEN;
        for (_, bit) in script {
            coder.bit(&mut chance, bit);
        }
        assert!(coder.finish_writing().len() <= 4);
    }

    #[test]
    fn whatever_is_read_ends() {
        let mut rng = SimRng::new(7, 7);
        for _ in 0..2_000 {
            let bytes: Vec<_> = (0..rng.below(12)).map(|_| rng.next_u32() as u8).collect();
            let mut coder = RangeCoder::reader(&bytes);
            let mut chance = Chance::EVEN;
            for _ in 0..300 {
                coder.bit(&mut chance, true);
            }
            let _ = coder.finish_reading();
        }
    }
}
