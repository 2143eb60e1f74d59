//! What waits to be written to one socket: bytes already framed, counted and bounded.

use net_native::framing;
use std::collections::VecDeque;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Kept when nothing waits; what a burst needed beyond it is given back.
const KEPT_BYTES: usize = 2 * 1024;

/// How packets are framed on a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameStyle {
    Lgnp,
    WebSocket,
}

/// The bound of an outbox would be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// A bounded queue of framed packets, as one run of bytes.
#[derive(Debug)]
pub(crate) struct Outbox {
    style: FrameStyle,
    bytes: Vec<u8>,
    /// How much of `bytes` is written.
    written: usize,
    /// The length of each frame that is not wholly written, so that messages can be counted.
    frames: VecDeque<u32>,
    /// How much of the first of `frames` is written.
    first_written: usize,
}

impl Outbox {
    pub(crate) fn new(style: FrameStyle) -> Self {
        Self { style, bytes: Vec::new(), written: 0, frames: VecDeque::new(), first_written: 0 }
    }

    /// Appends a packet in this socket's framing, unless more would wait than may.
    pub(crate) fn push(
        &mut self,
        packet: &[u8],
        cap_messages: usize,
        cap_bytes: usize,
    ) -> Result<(), Full> {
        if self.frames.len() >= cap_messages || self.waiting_bytes() + packet.len() > cap_bytes {
            return Err(Full);
        }
        let before = self.bytes.len();
        match self.style {
            FrameStyle::Lgnp => framing::append(packet, &mut self.bytes),
            FrameStyle::WebSocket => append_binary_frame(packet, &mut self.bytes),
        }
        self.frames.push_back((self.bytes.len() - before) as u32);
        Ok(())
    }

    /// Appends bytes that are framed already: an answer to a ping, or a goodbye.
    pub(crate) fn push_framed(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.bytes.extend_from_slice(bytes);
            self.frames.push_back(bytes.len() as u32);
        }
    }

    /// What the next write should take.
    pub(crate) fn waiting(&self) -> &[u8] {
        &self.bytes[self.written..]
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.written == self.bytes.len()
    }

    pub(crate) fn waiting_bytes(&self) -> usize {
        self.bytes.len() - self.written
    }

    /// The socket took this many bytes.
    pub(crate) fn took(&mut self, count: usize) {
        self.written += count;
        if self.is_empty() {
            return self.clear();
        }
        self.first_written += count;
        while let Some(first) = self.frames.front()
            && *first as usize <= self.first_written
        {
            self.first_written -= *first as usize;
            self.frames.pop_front();
        }
        // Half a bound of written bytes is worth moving the rest down.
        if self.written >= 64 * 1024 {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
    }

    /// Forgets what waits: the socket is gone.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT_BYTES);
        self.frames.clear();
        self.frames.shrink_to(KEPT_BYTES / 16);
        self.written = 0;
        self.first_written = 0;
    }
}

fn append_binary_frame(packet: &[u8], out: &mut Vec<u8>) {
    let header = FrameHeader { opcode: OpCode::Data(Data::Binary), ..FrameHeader::default() };
    // Writing to a vector does not fail.
    let _ = header.format(packet.len() as u64, out);
    out.extend_from_slice(packet);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_framing_puts_its_own_length_before_a_packet() {
        let mut raw = Outbox::new(FrameStyle::Lgnp);
        raw.push(b"abc", 9, 99).unwrap();
        assert_eq!(raw.waiting(), b"\x03\0\0\0abc");
        let mut web = Outbox::new(FrameStyle::WebSocket);
        web.push(b"abc", 9, 99).unwrap();
        assert_eq!(web.waiting(), b"\x82\x03abc");
        web.push(&[7; 300], 9, 999).unwrap();
        assert_eq!(web.waiting()[5..9], [0x82, 126, 1, 44]);
    }

    #[test]
    fn both_bounds_hold_and_partly_written_messages_still_count() {
        let mut outbox = Outbox::new(FrameStyle::Lgnp);
        for _ in 0..3 {
            outbox.push(b"abcd", 3, 999).unwrap();
        }
        assert_eq!(outbox.push(b"abcd", 3, 999), Err(Full));
        outbox.took(7);
        assert_eq!(outbox.push(b"abcd", 3, 999), Err(Full));
        outbox.took(1);
        assert_eq!(outbox.push(b"abcd", 3, 19), Err(Full));
        assert_eq!(outbox.push(b"abcd", 3, 20), Ok(()));
        outbox.took(outbox.waiting_bytes());
        assert!(outbox.is_empty());
        assert!(outbox.bytes.capacity() <= KEPT_BYTES);
    }
}
