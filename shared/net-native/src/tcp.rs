//! The raw TCP transport.

use crate::dial::dial;
use crate::framing::{self, FrameReader, MAGIC};
use netplay::limits::{OUTBOUND_BYTES, OUTBOUND_MESSAGES};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Taken off the socket by one read.
const READ_BYTES: usize = 16 * 1024;

/// A link to a relay over TCP with length-prefixed packets. All lanes are the ordered one.
#[derive(Debug)]
pub struct TcpTransport {
    stream: TcpStream,
    incoming: FrameReader,
    /// Bytes that the socket has not taken, from `sent` on.
    outgoing: Vec<u8>,
    /// Where each packet waiting in `outgoing` ends, so that packets can be counted.
    ends: VecDeque<usize>,
    sent: usize,
    state: LinkState,
    closing: bool,
}

impl TcpTransport {
    /// Connects to a relay, trying every address of the name, and says the magic.
    ///
    /// # Errors
    /// When nothing answers within `deadline`.
    pub fn connect(address: impl ToSocketAddrs, deadline: Duration) -> std::io::Result<Self> {
        let mut stream = dial(address, std::time::Instant::now() + deadline)?;
        stream.write_all(&MAGIC)?;
        stream.set_nonblocking(true)?;
        Ok(Self {
            stream,
            incoming: FrameReader::default(),
            outgoing: Vec::new(),
            ends: VecDeque::new(),
            sent: 0,
            state: LinkState::Open,
            closing: false,
        })
    }

    /// Writes what the socket takes now.
    fn flush(&mut self) {
        while self.sent < self.outgoing.len() {
            match self.stream.write(&self.outgoing[self.sent..]) {
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return self.lost(),
            }
        }
        while self.ends.front().is_some_and(|end| *end <= self.sent) {
            self.ends.pop_front();
        }
        if self.sent == self.outgoing.len() {
            self.outgoing.clear();
            self.sent = 0;
            if self.closing {
                self.closing = false;
                // The other end reads what was sent, then the end of the stream.
                let _ = self.stream.shutdown(Shutdown::Write);
            }
        }
    }

    fn read(&mut self) {
        let mut bytes = [0; READ_BYTES];
        match self.stream.read(&mut bytes) {
            Ok(0) => self.lost(),
            Ok(count) => self.incoming.push(&bytes[..count]),
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => self.lost(),
        }
    }

    fn next_packet(&mut self) -> Option<Packet> {
        self.incoming.next_packet().unwrap_or_else(|_| {
            self.end(CloseReason::Malformed);
            None
        })
    }

    fn lost(&mut self) {
        self.end(CloseReason::LinkLost);
    }

    fn end(&mut self, reason: CloseReason) {
        if !matches!(self.state, LinkState::Closed(_)) {
            self.state = LinkState::Closed(reason);
        }
        self.outgoing = Vec::new();
        self.ends.clear();
        self.sent = 0;
    }
}

impl Transport for TcpTransport {
    fn state(&self) -> LinkState {
        self.state
    }

    fn send(&mut self, packet: &Packet, _lane: Lane, _now: Instant) -> Result<(), SendError> {
        if self.state != LinkState::Open {
            return Err(SendError::Closed);
        }
        let waiting = self.outgoing.len() - self.sent + packet.len();
        if self.ends.len() >= OUTBOUND_MESSAGES || waiting > OUTBOUND_BYTES {
            self.end(CloseReason::TooSlow);
            return Err(SendError::Full);
        }
        if self.sent > OUTBOUND_BYTES {
            let sent = std::mem::take(&mut self.sent);
            self.outgoing.drain(..sent);
            self.ends.iter_mut().for_each(|end| *end -= sent);
        }
        framing::append(packet, &mut self.outgoing);
        self.ends.push_back(self.outgoing.len());
        self.flush();
        Ok(())
    }

    fn poll(&mut self, _now: Instant) -> Option<Packet> {
        if let Some(packet) = self.next_packet() {
            return Some(packet);
        }
        if !self.outgoing.is_empty() || self.closing {
            self.flush();
        }
        if self.state == LinkState::Open {
            self.read();
        }
        self.next_packet()
    }

    fn close(&mut self) {
        if self.state == LinkState::Open {
            self.state = LinkState::Closed(CloseReason::Left);
            self.closing = true;
            self.flush();
        }
    }
}

impl Drop for TcpTransport {
    /// What the socket has not taken by now is lost; nothing waits here.
    fn drop(&mut self) {
        self.flush();
    }
}
