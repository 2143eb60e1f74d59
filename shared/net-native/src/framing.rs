//! Packets on a plain byte stream: the client's magic once, then a `u32` little-endian length
//! before every packet, both ways.

use netplay::limits::MESSAGE_BYTES;
use netplay::wire::Packet;

/// The first four bytes of a client that speaks this framing.
pub const MAGIC: [u8; 4] = *b"LGNP";

/// Bytes of a packet's length.
pub const LENGTH_BYTES: usize = 4;

/// Kept between two packets; what a large one needed beyond it is given back.
const KEPT_BYTES: usize = 4 * 1024;

/// A peer announced a packet of this many bytes, more than a message may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Oversized(pub u32);

/// Appends `packet` and its length to `out`.
pub fn append(packet: &[u8], out: &mut Vec<u8>) {
    // A packet has at most 16 KiB: see `limits::MESSAGE_BYTES`.
    out.extend_from_slice(&(packet.len() as u32).to_le_bytes());
    out.extend_from_slice(packet);
}

/// Takes packets off a byte stream that arrives in pieces of any size.
///
/// A length beyond the cap is refused as soon as it is known, so the buffer never holds more
/// than one packet and what was pushed last.
#[derive(Debug, Default)]
pub struct FrameReader {
    buffer: Vec<u8>,
    taken: usize,
}

impl FrameReader {
    /// Appends what has arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.taken > 0 {
            self.buffer.drain(..self.taken);
            self.taken = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole packet; `None` until more bytes arrive.
    ///
    /// # Errors
    /// When the peer announces more than a message may have. The stream is then of no use.
    pub fn next_packet(&mut self) -> Result<Option<Packet>, Oversized> {
        let waiting = &self.buffer[self.taken..];
        let Some((length, rest)) = waiting.split_first_chunk::<LENGTH_BYTES>() else {
            return Ok(self.drained());
        };
        let length = u32::from_le_bytes(*length);
        if length as usize > MESSAGE_BYTES {
            return Err(Oversized(length));
        }
        let Some(packet) = rest.get(..length as usize) else {
            return Ok(self.drained());
        };
        let packet = Packet::from(packet);
        self.taken += LENGTH_BYTES + packet.len();
        Ok(Some(packet))
    }

    /// Bytes that have arrived and are not yet a packet.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        self.buffer.len() - self.taken
    }

    fn drained<T>(&mut self) -> Option<T> {
        if self.taken == self.buffer.len() {
            self.buffer.clear();
            self.buffer.shrink_to(KEPT_BYTES);
            self.taken = 0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(packets: &[&[u8]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        packets.iter().for_each(|packet| append(packet, &mut bytes));
        bytes
    }

    #[test]
    fn packets_survive_every_way_of_cutting_the_stream() {
        let bytes = stream(&[b"one", b"", b"three"]);
        for size in 1..=bytes.len() {
            let mut reader = FrameReader::default();
            let mut packets = Vec::new();
            for piece in bytes.chunks(size) {
                reader.push(piece);
                while let Some(packet) = reader.next_packet().unwrap() {
                    packets.push(packet);
                }
            }
            assert_eq!(
                packets.iter().map(|p| &p[..]).collect::<Vec<_>>(),
                [&b"one"[..], b"", b"three"]
            );
            assert_eq!(reader.waiting_bytes(), 0);
        }
    }

    #[test]
    fn an_announced_length_beyond_the_cap_is_refused_before_its_bytes() {
        for length in [MESSAGE_BYTES as u32 + 1, i32::MAX as u32, u32::MAX] {
            let mut reader = FrameReader::default();
            reader.push(&length.to_le_bytes());
            assert_eq!(reader.next_packet(), Err(Oversized(length)));
            assert!(reader.buffer.capacity() < 64);
        }
    }

    #[test]
    fn the_largest_message_passes_and_its_memory_is_given_back() {
        let mut reader = FrameReader::default();
        reader.push(&stream(&[&[7; MESSAGE_BYTES]]));
        assert_eq!(reader.next_packet().unwrap().unwrap().len(), MESSAGE_BYTES);
        assert_eq!(reader.next_packet(), Ok(None));
        assert!(reader.buffer.capacity() <= KEPT_BYTES);
    }
}
