//! Bytes of a socket to packets, in either framing.

use crate::outbox::FrameStyle;
use net_native::framing::FrameReader;
use netplay::limits::{MESSAGE_BYTES, MESSAGES_BURST, MESSAGES_PER_SECOND};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::io::{self, ErrorKind, Read, Write};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, Message, Utf8Bytes};

/// tungstenite reads in pieces of this size; its default would hold 128 KiB a connection.
const PIECE_BYTES: usize = 1024;
/// What a message may come in, frames and all. Fragments are no messages, so that nothing else
/// counts those of a message that never ends; a byte a fragment is bad enough.
const FRAGMENTED_BYTES: usize = 8 * MESSAGE_BYTES;

/// Why nothing more is read from a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The peer closed the WebSocket as one should; the answer is among the replies.
    Closed,
    /// The peer broke the framing.
    Broken(CloseCode),
}

/// The reading side of one connection.
pub(crate) enum Framing {
    Lgnp(FrameReader),
    WebSocket(Box<WebSocket>),
}

/// A WebSocket, and how many control frames its peer may still send.
pub(crate) struct WebSocket {
    context: WebSocketContext,
    /// Bytes taken in since the last whole message.
    unfinished: usize,
    control_left: u32,
    refilled: Instant,
}

impl Framing {
    pub(crate) fn new(style: FrameStyle, now: Instant) -> Self {
        match style {
            FrameStyle::Lgnp => Self::Lgnp(FrameReader::default()),
            FrameStyle::WebSocket => Self::WebSocket(Box::new(WebSocket::new(now))),
        }
    }

    /// The next packet. Takes all of `bytes` in before it says that there is none. What the
    /// framing itself answers is appended to `replies`.
    pub(crate) fn next_packet(
        &mut self,
        bytes: &mut &[u8],
        replies: &mut Vec<u8>,
        now: Instant,
    ) -> Result<Option<Packet>, Stop> {
        match self {
            Self::Lgnp(reader) => {
                if !bytes.is_empty() {
                    reader.push(bytes);
                    *bytes = &[];
                }
                reader.next_packet().map_err(|_| Stop::Broken(CloseCode::Size))
            }
            Self::WebSocket(socket) => socket.next_packet(&mut Pipe { bytes, replies }, now),
        }
    }

    /// The goodbye of this framing; empty when it has none.
    pub(crate) fn goodbye(&mut self, code: CloseCode, reason: &str) -> Vec<u8> {
        let mut replies = Vec::new();
        if let Self::WebSocket(socket) = self {
            let frame = CloseFrame { code, reason: Utf8Bytes::from(reason) };
            let mut pipe = Pipe { bytes: &mut &[][..], replies: &mut replies };
            // A socket whose peer has said goodbye before has nothing more to say.
            let _ = socket.context.close(&mut pipe, Some(frame));
        }
        replies
    }
}

impl WebSocket {
    fn new(now: Instant) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(PIECE_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(MESSAGE_BYTES)
            .max_message_size(Some(MESSAGE_BYTES))
            .max_frame_size(Some(MESSAGE_BYTES));
        Self {
            context: WebSocketContext::new(Role::Server, Some(config)),
            unfinished: 0,
            control_left: MESSAGES_BURST,
            refilled: now,
        }
    }

    fn next_packet(
        &mut self,
        pipe: &mut Pipe<'_, '_>,
        now: Instant,
    ) -> Result<Option<Packet>, Stop> {
        loop {
            let waiting = pipe.bytes.len();
            let read = self.context.read(pipe);
            self.unfinished += waiting - pipe.bytes.len();
            match read {
                Ok(Message::Binary(payload)) => {
                    self.unfinished = 0;
                    return Ok(Some(Packet::from(&payload[..])));
                }
                Ok(Message::Text(_)) | Err(Error::Utf8(_)) => {
                    return Err(Stop::Broken(CloseCode::Unsupported));
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => self.spend_control(now)?,
                Ok(Message::Close(_)) => {
                    // Writes the answer; what it says about the end is known already.
                    let _ = self.context.flush(pipe);
                    return Err(Stop::Closed);
                }
                Ok(Message::Frame(_)) => {}
                Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    let is_endless = self.unfinished > FRAGMENTED_BYTES;
                    return if is_endless {
                        Err(Stop::Broken(CloseCode::Policy))
                    } else {
                        Ok(None)
                    };
                }
                Err(Error::Capacity(_)) => return Err(Stop::Broken(CloseCode::Size)),
                Err(Error::ConnectionClosed | Error::AlreadyClosed) => return Err(Stop::Closed),
                Err(_) => return Err(Stop::Broken(CloseCode::Protocol)),
            }
        }
    }

    /// The core counts messages; pings and pongs never reach it and are counted here.
    fn spend_control(&mut self, now: Instant) -> Result<(), Stop> {
        let seconds = now.since(self.refilled).as_secs();
        if seconds > 0 {
            let earned = u64::from(MESSAGES_PER_SECOND).saturating_mul(seconds);
            let left = u64::from(self.control_left).saturating_add(earned);
            self.control_left = left.min(u64::from(MESSAGES_BURST)) as u32;
            self.refilled = now;
        }
        match self.control_left.checked_sub(1) {
            Some(left) => {
                self.control_left = left;
                Ok(())
            }
            None => Err(Stop::Broken(CloseCode::Policy)),
        }
    }
}

/// The close code that a browser is shown for a reason.
pub(crate) fn close_code(reason: CloseReason) -> CloseCode {
    match reason {
        CloseReason::Left
        | CloseReason::Replaced
        | CloseReason::Kicked
        | CloseReason::Banned
        | CloseReason::HostLeft
        | CloseReason::RoomEmpty
        | CloseReason::GraceOver => CloseCode::Normal,
        CloseReason::ServerShutdown => CloseCode::Away,
        CloseReason::ServerFull | CloseReason::AddressFull => CloseCode::Again,
        _ => CloseCode::Policy,
    }
}

/// What has arrived, as something to read from; what is answered, as something to write to.
struct Pipe<'a, 'b> {
    bytes: &'a mut &'b [u8],
    replies: &'a mut Vec<u8>,
}

impl Read for Pipe<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.bytes.read(buffer)
    }
}

impl Write for Pipe<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.replies.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client's frame; the mask of zeros leaves the payload readable.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match payload.len() {
            short @ 0..126 => bytes.push(0x80 | short as u8),
            long => {
                bytes.push(0x80 | 126);
                bytes.extend_from_slice(&(long as u16).to_be_bytes());
            }
        }
        bytes.extend_from_slice(&[0; 4]);
        bytes.extend_from_slice(payload);
        bytes
    }

    /// Feeds `bytes` in pieces; returns the packets, the replies and how it stopped.
    fn feed(bytes: &[u8], piece: usize) -> (Vec<Packet>, Vec<u8>, Option<Stop>) {
        let mut framing = Framing::new(FrameStyle::WebSocket, Instant::ZERO);
        let (mut packets, mut replies) = (Vec::new(), Vec::new());
        for mut rest in bytes.chunks(piece) {
            loop {
                match framing.next_packet(&mut rest, &mut replies, Instant::ZERO) {
                    Ok(Some(packet)) => packets.push(packet),
                    Ok(None) => break,
                    Err(stop) => return (packets, replies, Some(stop)),
                }
            }
            assert!(rest.is_empty(), "all is taken in");
        }
        (packets, replies, None)
    }

    #[test]
    fn a_stream_means_the_same_however_it_is_cut() {
        let long = vec![7; 3_000];
        let stream = [
            frame(0x82, b"whole"),
            frame(0x02, b"in "),
            frame(0x89, b"ping"),
            frame(0x00, b"three "),
            frame(0x80, b"parts"),
            frame(0x82, &long),
            frame(0x82, b""),
            frame(0x88, &[]),
        ]
        .concat();
        for piece in [1, 2, 3, 5, 7, 64, 1_000, stream.len()] {
            let (packets, replies, stop) = feed(&stream, piece);
            let expected = [&b"whole"[..], b"in three parts", &long, b""];
            assert_eq!(packets.iter().map(|p| &p[..]).collect::<Vec<_>>(), expected, "{piece}");
            assert_eq!(replies, [&[0x8A, 4][..], b"ping", &[0x88, 0]].concat(), "{piece}");
            assert_eq!(stop, Some(Stop::Closed), "{piece}");
        }
    }

    #[test]
    fn a_message_may_come_in_fragments_but_not_for_ever() {
        let bytewise = [frame(0x02, b"a"), frame(0x00, b"a").repeat(MESSAGE_BYTES - 2)].concat();
        let (packets, _, stop) = feed(&[bytewise, frame(0x80, b"a")].concat(), 1_000);
        assert_eq!((packets[0].len(), stop), (MESSAGE_BYTES, None));
        let endless = [frame(0x02, b"a"), frame(0x00, b"").repeat(FRAGMENTED_BYTES)].concat();
        let (packets, _, stop) = feed(&endless, 1_000);
        assert_eq!((packets.len(), stop), (0, Some(Stop::Broken(CloseCode::Policy))));
    }

    #[test]
    fn control_frames_are_earned_back_with_time() {
        let mut framing = Framing::new(FrameStyle::WebSocket, Instant::ZERO);
        let pings = frame(0x8A, b"").repeat(MESSAGES_BURST as usize);
        let mut spend = |count: usize, at| {
            let mut rest = &pings[..count * 6];
            framing.next_packet(&mut rest, &mut Vec::new(), Instant::from_millis(at)).map(|_| ())
        };
        assert_eq!(spend(MESSAGES_BURST as usize, 0), Ok(()));
        assert_eq!(spend(MESSAGES_PER_SECOND as usize, 1_000), Ok(()));
        assert_eq!(spend(1, 1_500), Err(Stop::Broken(CloseCode::Policy)));
    }
}
