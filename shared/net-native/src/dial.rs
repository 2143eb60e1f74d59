//! Opening a TCP connection before a deadline, over every address a name has.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// Connects to the first of `address`' addresses that answers before `deadline`.
pub(crate) fn dial(address: impl ToSocketAddrs, deadline: Instant) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "the name has no address");
    for candidate in address.to_socket_addrs()? {
        match dial_one(candidate, deadline) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn dial_one(address: SocketAddr, deadline: Instant) -> io::Result<TcpStream> {
    let stream = TcpStream::connect_timeout(&address, left(deadline)?)?;
    // A packet must not wait for the acknowledgement of the one before it.
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// What is left until `deadline`; an error when nothing is.
fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        Err(io::Error::new(ErrorKind::TimedOut, "no connection in time"))
    } else {
        Ok(left)
    }
}

/// A blocking stream whose every call ends by one deadline, however the peer drips its bytes.
#[derive(Debug)]
pub(crate) struct Timed {
    pub(crate) stream: TcpStream,
    deadline: Option<Instant>,
}

impl Timed {
    pub(crate) fn until(stream: TcpStream, deadline: Instant) -> Self {
        Self { stream, deadline: Some(deadline) }
    }

    /// From now on no call waits at all.
    pub(crate) fn stop_waiting(&mut self) -> io::Result<()> {
        self.deadline = None;
        self.stream.set_nonblocking(true)
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            self.stream.set_read_timeout(Some(left(deadline)?))?;
        }
        self.stream.read(buffer)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(deadline) = self.deadline {
            self.stream.set_write_timeout(Some(left(deadline)?))?;
        }
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
