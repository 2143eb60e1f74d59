//! The beginning and the end of a data packet.
//!
//! ```text
//! flags u8 · number u16 · [newest u16 · waited u8 · up to 4 bytes of mask] · frames · check u32
//! ```

use crate::wire::{DecodeError, Reader, Writer};
use core::time::Duration;
use xxhash_rust::xxh64::xxh64;

/// Set in every data packet, and in no datagram of the handshake.
pub(super) const DATA: u8 = 0x80;
const ACKNOWLEDGES: u8 = 0x40;
const ASKS: u8 = 0x20;
const RESERVED: u8 = 0x10;

/// What header and check take of a datagram at most.
pub(super) const HEADER_BYTES: usize = 1 + 2 + 2 + 1 + 4 + CHECK_BYTES;
const CHECK_BYTES: usize = 4;

/// Waiting times are told in half milliseconds; this one means too long to be of use.
const WAITED_UNIT_US: u64 = 500;
const WAITED_TOO_LONG: u8 = 255;

/// What a packet says before its frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Counts packets, and wraps.
    pub(super) number: u16,
    /// Asks to be acknowledged though it carries nothing that must arrive.
    pub(super) asks: bool,
    /// What has been received.
    pub(super) ack: Option<Acknowledgement>,
}

/// Tells of 33 packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Acknowledgement {
    /// The newest packet that was received.
    pub(super) newest: u16,
    /// Bit 0 is the one before it.
    pub(super) mask: u32,
    /// How long ago it came, unless it is too long to be of use.
    pub(super) waited: Option<Duration>,
}

impl Header {
    pub(super) fn write(&self, out: &mut Writer) {
        let flags = DATA | if self.asks { ASKS } else { 0 };
        let Some(ack) = &self.ack else {
            out.u8(flags);
            out.raw(&self.number.to_le_bytes());
            return;
        };
        // Where nothing was lost, the mask is all ones, and is not said.
        let mask = ack.mask.to_le_bytes();
        let holes = (0..4).filter(|at| mask[*at] != 0xff).fold(0, |bits, at| bits | 1 << at);
        out.u8(flags | ACKNOWLEDGES | holes);
        out.raw(&self.number.to_le_bytes());
        out.raw(&ack.newest.to_le_bytes());
        out.u8(ack.waited.map_or(WAITED_TOO_LONG, waited_code));
        mask.iter().filter(|byte| **byte != 0xff).for_each(|byte| out.u8(*byte));
    }

    pub(super) fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let flags = input.u8("flags")?;
        let is_ack = flags & ACKNOWLEDGES != 0;
        if flags & DATA == 0 || flags & RESERVED != 0 || (!is_ack && flags & 0x0f != 0) {
            return Err(DecodeError::BadValue("flags"));
        }
        let number = input.array("number").map(u16::from_le_bytes)?;
        let ack = if is_ack {
            let newest = input.array("newest").map(u16::from_le_bytes)?;
            let waited = input.u8("waited")?;
            let mut mask = [0xff; 4];
            for (at, byte) in mask.iter_mut().enumerate() {
                if flags & 1 << at != 0 {
                    *byte = input.u8("mask")?;
                }
            }
            let waited = (waited != WAITED_TOO_LONG)
                .then(|| Duration::from_micros(u64::from(waited) * WAITED_UNIT_US));
            Some(Acknowledgement { newest, mask: u32::from_le_bytes(mask), waited })
        } else {
            None
        };
        Ok(Self { number, asks: flags & ASKS != 0, ack })
    }
}

fn waited_code(waited: Duration) -> u8 {
    let units = (waited.as_micros() as u64 + WAITED_UNIT_US / 2) / WAITED_UNIT_US;
    u8::try_from(units).unwrap_or(WAITED_TOO_LONG)
}

/// The two keys of a connection, one each way: a packet that is sent back to its sender is no
/// packet of this connection.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) send: u64,
    pub(super) receive: u64,
}

impl Keys {
    pub(super) fn of_host(id: u64) -> Self {
        Self { send: id, receive: !id }
    }

    pub(super) fn of_client(id: u64) -> Self {
        Self { send: !id, receive: id }
    }

    /// Ends a packet with its check: the connection id, 64 bits that nobody can guess, keys a
    /// digest of everything before. It tells connections apart for half the bytes of the id, and
    /// finds damage as well.
    pub(super) fn seal(self, out: &mut Writer) {
        let check = xxh64(out.written(), self.send) as u32;
        out.raw(&check.to_le_bytes());
    }

    /// The packet without its check, if it is one of this connection.
    pub(super) fn open(self, datagram: &[u8]) -> Option<&[u8]> {
        let (body, check) = datagram.split_last_chunk::<CHECK_BYTES>()?;
        (u32::from_le_bytes(*check) == xxh64(body, self.receive) as u32).then_some(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::WordSize;

    fn bytes(header: Header) -> alloc::vec::Vec<u8> {
        let mut out = Writer::default();
        header.write(&mut out);
        out.finish()
    }

    #[test]
    fn a_header_means_what_was_written_and_a_clean_line_costs_six_bytes() {
        let waited = Some(Duration::from_micros(12_500));
        for mask in [u32::MAX, 0xffff_fffe, 0x7fff_00ff, 0, 0xff12_ff34] {
            for asks in [false, true] {
                let ack = Some(Acknowledgement { newest: 65_535, mask, waited });
                let header = Header { number: 513, asks, ack };
                let bytes = bytes(header);
                assert!(bytes.len() + CHECK_BYTES <= HEADER_BYTES);
                assert_eq!(bytes.len() == 6, mask == u32::MAX);
                let mut input = Reader::new(&bytes, WordSize::PAD);
                assert_eq!(Header::read(&mut input), Ok(header));
                assert_eq!(input.remaining(), 0);
            }
        }
        assert_eq!(bytes(Header { number: 1, asks: false, ack: None }), [0x80, 1, 0]);
    }

    #[test]
    fn a_wait_that_is_too_long_is_not_told() {
        assert_eq!(waited_code(Duration::from_micros(749)), 1);
        assert_eq!(waited_code(Duration::from_millis(127)), 254);
        assert_eq!(waited_code(Duration::from_secs(3)), WAITED_TOO_LONG);
    }

    #[test]
    fn one_changed_bit_is_another_packet_and_so_is_an_echo() {
        let mut out = Writer::default();
        out.raw(&[0x80, 1, 2, 3]);
        Keys::of_host(77).seal(&mut out);
        let sealed = out.finish();
        assert_eq!(Keys::of_client(77).open(&sealed), Some(&[0x80, 1, 2, 3][..]));
        assert_eq!(Keys::of_client(78).open(&sealed), None);
        assert_eq!(Keys::of_host(77).open(&sealed), None);
        for bit in 0..sealed.len() * 8 {
            let mut changed = sealed.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Keys::of_client(77).open(&changed), None);
        }
    }
}
