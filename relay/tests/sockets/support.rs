//! A relay, and peers that are as rude as a test wants them.

use relay::{RelayHandle, RelayServer, ServerConfig, Status};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Longer than anything here takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A configuration with deadlines short enough to wait for.
pub(crate) fn hasty() -> ServerConfig {
    ServerConfig {
        bind: ([127, 0, 0, 1], 0).into(),
        handshake_ms: 300,
        closing_ms: 300,
        ..ServerConfig::default()
    }
}

pub(crate) fn spawn(config: ServerConfig) -> RelayHandle {
    RelayServer::spawn(config).expect("a free port")
}

/// Waits until `ready` says what it waits for.
pub(crate) fn until<T>(what: &str, mut ready: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = ready() {
            return found;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::park_timeout(Duration::from_micros(200));
    }
}

pub(crate) fn until_status(
    relay: &RelayHandle,
    what: &str,
    wanted: impl Fn(&Status) -> bool,
) -> Status {
    until(what, || Some(relay.status()).filter(&wanted))
}

/// A plain socket with a deadline on every call.
pub(crate) struct Rude(pub(crate) TcpStream);

impl Rude {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect_timeout(&address, PATIENCE).expect("the relay listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self(stream)
    }

    /// Connects and sends these bytes.
    pub(crate) fn saying(address: SocketAddr, bytes: &[u8]) -> Self {
        let mut rude = Self::connect(address);
        rude.say(bytes);
        rude
    }

    pub(crate) fn say(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).expect("the relay reads");
    }

    /// Everything the relay says until it ends the stream.
    pub(crate) fn hear_all(&mut self) -> Vec<u8> {
        let mut heard = Vec::new();
        match self.0.read_to_end(&mut heard) {
            Ok(_) => heard,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => heard,
            Err(error) => panic!("the relay does not end the stream: {error}"),
        }
    }

    pub(crate) fn hear_text(&mut self) -> String {
        String::from_utf8_lossy(&self.hear_all()).into_owned()
    }

    /// Exactly so many bytes.
    pub(crate) fn hear(&mut self, count: usize) -> Vec<u8> {
        let mut heard = vec![0; count];
        self.0.read_exact(&mut heard).expect("the relay says so much");
        heard
    }

    /// The head of an answer, up to the empty line.
    pub(crate) fn hear_head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.extend(self.hear(1));
        }
        String::from_utf8(head).unwrap()
    }
}

/// A WebSocket whose frames the test makes itself.
pub(crate) fn upgraded(address: SocketAddr) -> Rude {
    let mut socket = Rude::saying(address, upgrade_request(address, "").as_bytes());
    let head = socket.hear_head();
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    socket
}

/// A well-formed upgrade with further header lines.
pub(crate) fn upgrade_request(address: SocketAddr, lines: &str) -> String {
    format!(
        "GET / HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{lines}\r\n"
    )
}

/// A masked client frame with this first byte.
pub(crate) fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask = [1, 2, 3, 4];
    let mut frame = vec![first];
    match payload.len() {
        short @ 0..126 => frame.push(0x80 | short as u8),
        long => {
            frame.push(0x80 | 126);
            frame.extend_from_slice(&(long as u16).to_be_bytes());
        }
    }
    frame.extend_from_slice(&mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, key)| byte ^ key));
    frame
}

/// The close code of the last frame of what a WebSocket server said.
pub(crate) fn close_code(heard: &[u8]) -> Option<u16> {
    let mut rest = heard;
    while let [first, length, tail @ ..] = rest {
        let length = usize::from(*length);
        assert!(length < 126, "only short frames are expected: {heard:?}");
        if *first == 0x88 {
            return tail.first_chunk().map(|code| u16::from_be_bytes(*code));
        }
        rest = &tail[length..];
    }
    None
}

/// What this process holds in memory, in bytes.
pub(crate) fn resident_bytes() -> Option<usize> {
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    pages.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}
