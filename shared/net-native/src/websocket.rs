//! The WebSocket transport, for native programs that reach a relay the way a page does.

use crate::dial::{Timed, dial};
use netplay::limits::{MESSAGE_BYTES, OUTBOUND_BYTES};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::io::{self, ErrorKind};
use std::time::Duration;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::Uri;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Bytes, Error, Message, WebSocket};

/// What one read takes; the default would hold 128 KiB a connection.
const READ_BYTES: usize = 4 * 1024;

/// A link to a relay over WebSocket, one binary frame a packet. All lanes are the ordered one.
#[derive(Debug)]
pub struct WebSocketTransport {
    socket: WebSocket<Timed>,
    state: LinkState,
    /// Bytes given to the socket that it may not have taken.
    unflushed: bool,
}

impl WebSocketTransport {
    /// Connects to a relay at `ws://host[:port]/path`.
    ///
    /// # Errors
    /// When the address is none, nothing answers within `deadline`, or what answers is no relay.
    pub fn connect(url: &str, deadline: Duration) -> io::Result<Self> {
        let deadline = std::time::Instant::now() + deadline;
        let request = url.into_client_request().map_err(to_io)?;
        let stream = dial(host_and_port(request.uri())?, deadline)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(OUTBOUND_BYTES)
            .max_message_size(Some(MESSAGE_BYTES))
            .max_frame_size(Some(MESSAGE_BYTES));
        let timed = Timed::until(stream, deadline);
        let (mut socket, _) = tungstenite::client::client_with_config(request, timed, Some(config))
            .map_err(|error| match error {
                tungstenite::HandshakeError::Failure(error) => to_io(error),
                tungstenite::HandshakeError::Interrupted(_) => {
                    io::Error::new(ErrorKind::TimedOut, "no answer in time")
                }
            })?;
        socket.get_mut().stop_waiting()?;
        Ok(Self { socket, state: LinkState::Open, unflushed: false })
    }

    fn flush(&mut self) {
        if self.unflushed {
            let flushed = self.socket.flush();
            self.unflushed = would_block(&flushed);
            self.note(flushed);
        }
    }

    /// Keeps what an unsuccessful call says about the link's life.
    fn note(&mut self, result: Result<(), Error>) {
        let reason = match result {
            Ok(()) => return,
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return,
            Err(Error::Protocol(
                tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
            )) => CloseReason::LinkLost,
            Err(Error::Protocol(_) | Error::Capacity(_) | Error::Utf8(_)) => CloseReason::Malformed,
            Err(_) => CloseReason::LinkLost,
        };
        self.end(reason);
    }

    fn end(&mut self, reason: CloseReason) {
        if self.state == LinkState::Open {
            self.state = LinkState::Closed(reason);
        }
    }
}

impl Transport for WebSocketTransport {
    fn state(&self) -> LinkState {
        self.state
    }

    fn send(&mut self, packet: &Packet, _lane: Lane, _now: Instant) -> Result<(), SendError> {
        if self.state != LinkState::Open {
            return Err(SendError::Closed);
        }
        // Appends to the socket's own bounded buffer and writes what the kernel takes of it.
        let written = self.socket.write(Message::Binary(Bytes::copy_from_slice(packet)));
        if matches!(written, Err(Error::WriteBufferFull(_))) {
            self.end(CloseReason::TooSlow);
            return Err(SendError::Full);
        }
        self.unflushed |= would_block(&written);
        self.note(written);
        Ok(())
    }

    fn poll(&mut self, _now: Instant) -> Option<Packet> {
        self.flush();
        while self.state == LinkState::Open {
            match self.socket.read() {
                Ok(Message::Binary(bytes)) => return Some(Packet::from(&bytes[..])),
                Ok(Message::Text(_)) => self.end(CloseReason::Malformed),
                Ok(Message::Close(_)) => {
                    // The answer is queued; the relay closes the connection.
                    let _ = self.socket.flush();
                    self.end(CloseReason::LinkLost);
                }
                Ok(Message::Ping(_)) => self.unflushed = true,
                Ok(Message::Pong(_) | Message::Frame(_)) => {}
                Err(error) => {
                    let quiet =
                        matches!(&error, Error::Io(io) if io.kind() == ErrorKind::WouldBlock);
                    self.note(Err(error));
                    if quiet {
                        return None;
                    }
                }
            }
        }
        None
    }

    fn close(&mut self) {
        if self.state == LinkState::Open {
            self.state = LinkState::Closed(CloseReason::Left);
            let closed = self.socket.close(None);
            self.unflushed = would_block(&closed);
        }
    }
}

fn would_block(result: &Result<(), Error>) -> bool {
    matches!(result, Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock)
}

fn host_and_port(url: &Uri) -> io::Result<(String, u16)> {
    let host = url.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    match url.scheme_str() {
        Some("ws") => Ok((host.to_owned(), url.port_u16().unwrap_or(80))),
        Some("wss") => Err(io::Error::new(
            ErrorKind::Unsupported,
            "native clients speak ws:// only; wss:// needs a browser or a local TLS proxy",
        )),
        _ => Err(io::Error::new(ErrorKind::InvalidInput, "the address must begin with ws://")),
    }
}

fn to_io(error: Error) -> io::Error {
    match error {
        Error::Io(error) => error,
        Error::Http(answer) => io::Error::new(
            ErrorKind::ConnectionRefused,
            format!("the relay answered {}", answer.status()),
        ),
        other => io::Error::new(ErrorKind::InvalidData, other.to_string()),
    }
}
