//! A socket from its first byte to the end of its handshake. The first four bytes decide.

use crate::address::client_address;
use crate::connection;
use crate::framing::{Framing, close_code};
use crate::http::{HEAD_BYTES, Progress, Request, Upgrade, not_found, page, read, switching};
use crate::network::believed;
use crate::outbox::{FrameStyle, Outbox};
use crate::server::{House, Visit};
use crate::turned::Turned;
use net_native::framing::MAGIC;
use netplay::wire::{Bye, CloseReason, Message};
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};

/// Requests of one socket for parts of the page.
const REQUESTS: usize = 256;
/// After a refusal what the peer still sends is read for this long, so that it hears the refusal.
const LINGER: Duration = Duration::from_millis(250);
/// And so much of it.
const LINGER_BYTES: usize = 64 * 1024;

/// What the first bytes of a socket are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    /// Too few to tell.
    Unclear,
    Lgnp,
    Http,
    /// A TLS client hello: somebody typed `https://`, or a proxy does not strip it.
    Tls,
    Garbage,
}

/// What a socket has shown itself to be.
struct Guest {
    style: FrameStyle,
    address: IpAddr,
}

/// Lets one socket in, or not.
pub(crate) async fn receive(house: Rc<House>, stream: TcpStream, peer: SocketAddr, visit: Visit) {
    let presence = house.enter();
    // A packet must not wait for the acknowledgement of the one before it.
    let _ = stream.set_nodelay(true);
    let mut visitor = Visitor {
        house: house.clone(),
        stream,
        peer: peer.ip(),
        was_served: false,
        bytes: Vec::new(),
    };
    let Guest { style, address } = match visitor.knock().await {
        Ok(guest) => guest,
        Err(turned) => return visitor.turn_away(turned).await,
    };
    drop(visit);
    let Visitor { stream, bytes, .. } = visitor;
    let (reader, writer) = stream.into_split();
    let framing = Framing::new(style, house.shard.borrow().now());
    let opened = house.shard.borrow_mut().open(client_address(address), style, writer);
    match opened {
        Ok(conn) => {
            let serve = connection::serve(house, conn, reader, framing, bytes, presence);
            tokio::task::spawn_local(serve);
        }
        Err((reason, mut writer)) => {
            let farewell = farewell(style, framing, reason);
            if timeout(LINGER, writer.write_all(&farewell)).await.is_ok() {
                let _ = writer.shutdown().await;
                linger(&house, reader).await;
            }
        }
    }
}

struct Visitor {
    house: Rc<House>,
    stream: TcpStream,
    peer: IpAddr,
    /// Whether it was served before: then its silence is a browser's habit, not a failure.
    was_served: bool,
    /// What has arrived and is not used up.
    bytes: Vec<u8>,
}

impl Visitor {
    /// Reads until it is clear what the socket wants, serving the page meanwhile.
    async fn knock(&mut self) -> Result<Guest, Turned> {
        for _ in 0..REQUESTS {
            let deadline = Instant::now() + Duration::from_millis(self.house.config.handshake_ms);
            match timeout_at(deadline, self.opening()).await {
                Ok(opening) => match opening? {
                    Opening::Lgnp if self.house.config.native_clients => {
                        self.bytes.drain(..MAGIC.len());
                        return Ok(Guest { style: FrameStyle::Lgnp, address: self.peer });
                    }
                    Opening::Lgnp => return Err(Turned::NativeTcp),
                    Opening::Http => {}
                    Opening::Tls => return Err(Turned::Tls),
                    Opening::Unclear | Opening::Garbage => return Err(Turned::Garbage),
                },
                Err(_) => return Err(self.late()),
            }
            let request = match timeout_at(deadline, self.request()).await {
                Ok(request) => request?,
                Err(_) => return Err(self.late()),
            };
            self.bytes.drain(..request.head_bytes);
            if !self.house.guard.knows_host(&request) {
                return Err(Turned::ForeignHost(request.host.unwrap_or_default()));
            }
            match &request.upgrade {
                Upgrade::Accept(accept) => {
                    if !self.house.guard.admits(&request) {
                        return Err(request
                            .origin
                            .map_or(Turned::NativeWebSocket, Turned::ForeignOrigin));
                    }
                    let answer = switching(accept);
                    let sent = timeout_at(deadline, self.stream.write_all(&answer)).await;
                    return match sent {
                        Ok(Ok(())) => Ok(Guest {
                            style: FrameStyle::WebSocket,
                            address: believed(
                                self.peer,
                                request.forwarded_for.as_deref(),
                                &self.house.config.trusted_proxies,
                            ),
                        }),
                        _ => Err(Turned::Ended),
                    };
                }
                Upgrade::WrongVersion => return Err(Turned::BadRequest("426 Upgrade Required")),
                Upgrade::Malformed => return Err(Turned::BadRequest("400 Bad Request")),
                Upgrade::No => self.serve_page(&request).await?,
            }
        }
        Err(Turned::Ended)
    }

    async fn opening(&mut self) -> Result<Opening, Turned> {
        loop {
            match opening(&self.bytes) {
                Opening::Unclear => self.read_more().await?,
                clear => return Ok(clear),
            }
        }
    }

    async fn request(&mut self) -> Result<Request, Turned> {
        loop {
            match read(&self.bytes) {
                Progress::Whole(request) if request.head_bytes <= HEAD_BYTES => {
                    return Ok(*request);
                }
                Progress::Partial if self.bytes.len() < HEAD_BYTES => self.read_more().await?,
                _ => return Err(Turned::BadRequest("400 Bad Request")),
            }
        }
    }

    async fn serve_page(&mut self, request: &Request) -> Result<(), Turned> {
        let Some(web) = &self.house.config.web else {
            return Err(Turned::BadRequest("400 Bad Request"));
        };
        let (head, body) = match web.get(&request.path) {
            Some(asset) => page(asset, request, web.policy()),
            None => (not_found(request), None),
        };
        self.house.shard.borrow_mut().counters.pages += 1;
        let answer = async {
            self.stream.write_all(&head).await?;
            self.stream.write_all(body.unwrap_or_default()).await
        };
        let patience = Duration::from_millis(self.house.config.answer_ms);
        match timeout(patience, answer).await {
            Ok(Ok(())) if request.keep_alive => {
                self.was_served = true;
                Ok(())
            }
            _ => Err(Turned::Ended),
        }
    }

    async fn read_more(&mut self) -> Result<(), Turned> {
        match read_some(&self.house, &mut self.stream, Some(&mut self.bytes)).await {
            Ok(count) if count > 0 => Ok(()),
            _ => Err(Turned::Ended),
        }
    }

    fn late(&self) -> Turned {
        if !self.was_served {
            self.house.shard.borrow_mut().counters.handshake_timeouts += 1;
        }
        Turned::Ended
    }

    async fn turn_away(mut self, turned: Turned) {
        turned.note(&mut self.house.shard.borrow_mut().counters, &self.house.config.log);
        let Some(answer) = turned.answer() else { return };
        if timeout(LINGER, self.stream.write_all(&answer)).await.is_ok()
            && self.stream.shutdown().await.is_ok()
        {
            linger(&self.house, self.stream).await;
        }
    }
}

fn opening(bytes: &[u8]) -> Opening {
    let begins = |magic: &[u8]| bytes.iter().zip(magic).all(|(byte, wanted)| byte == wanted);
    let whole = bytes.len() >= MAGIC.len();
    if begins(&MAGIC) {
        if whole { Opening::Lgnp } else { Opening::Unclear }
    } else if begins(b"GET ") || begins(b"HEAD") {
        if whole { Opening::Http } else { Opening::Unclear }
    } else if begins(&[0x16, 0x03]) {
        if bytes.len() >= 2 { Opening::Tls } else { Opening::Unclear }
    } else {
        Opening::Garbage
    }
}

/// Says why a connection beyond the bounds is not taken.
fn farewell(style: FrameStyle, mut framing: Framing, reason: CloseReason) -> Vec<u8> {
    let bye = Message::from(Bye { reason }).encode();
    let mut outbox = Outbox::new(style);
    let _ = outbox.push(&bye, 1, bye.len());
    outbox.push_framed(&framing.goodbye(close_code(reason), reason.name()));
    outbox.waiting().to_vec()
}

async fn linger(house: &House, mut reader: impl AsyncRead + Unpin) {
    let drained = async {
        let mut seen = 0;
        while seen < LINGER_BYTES {
            match read_some(house, &mut reader, None).await {
                Ok(count) if count > 0 => seen += count,
                _ => break,
            }
        }
    };
    // Whoever talks on has been answered.
    let _ = timeout(LINGER, drained).await;
}

/// Reads once, through the house's buffer, at most a head's worth.
pub(crate) async fn read_some(
    house: &House,
    stream: &mut (impl AsyncRead + Unpin),
    mut into: Option<&mut Vec<u8>>,
) -> io::Result<usize> {
    poll_fn(|cx| {
        let mut scratch = house.scratch.borrow_mut();
        let mut buffer = ReadBuf::new(&mut scratch[..HEAD_BYTES]);
        ready!(Pin::new(&mut *stream).poll_read(cx, &mut buffer))?;
        if let Some(bytes) = into.as_deref_mut() {
            bytes.extend_from_slice(buffer.filled());
        }
        Poll::Ready(Ok(buffer.filled().len()))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide_as_soon_as_they_can() {
        assert_eq!(opening(b""), Opening::Unclear);
        assert_eq!(opening(b"LGN"), Opening::Unclear);
        assert_eq!(opening(b"LGNP\x05"), Opening::Lgnp);
        assert_eq!(opening(b"GE"), Opening::Unclear);
        assert_eq!(opening(b"GET / HTTP/1.1"), Opening::Http);
        assert_eq!(opening(b"HEAD / HTTP/1.1"), Opening::Http);
        assert_eq!(opening(b"\x16\x03\x01"), Opening::Tls);
        assert_eq!(opening(b"P"), Opening::Garbage);
        assert_eq!(opening(b"GEX"), Opening::Garbage);
    }
}
