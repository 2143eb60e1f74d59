//! WebSocket clients that are told line after line, each with a bounded queue.

use std::io::{self, ErrorKind};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tungstenite::handshake::server::{Callback, ErrorResponse, Request, Response, ServerHandshake};
use tungstenite::handshake::{HandshakeError, MidHandshake};
use tungstenite::http::StatusCode;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, Utf8Bytes, WebSocket};

/// Clients at once; a gateway needs one.
const CLIENTS: usize = 64;
/// Lines that a client has not taken; one that is further behind is dropped.
const QUEUE_BYTES: usize = 256 * 1024;
/// What a client may say: it has nothing to say.
const HEARD_BYTES: usize = 1024;
/// Messages of one client that are read in one turn.
const HEARD_A_TURN: usize = 8;
const HANDSHAKE_PATIENCE: Duration = Duration::from_secs(5);

/// Everybody who listens at one address.
pub(crate) struct Audience {
    listener: TcpListener,
    origins: Arc<[String]>,
    clients: Vec<Client>,
}

enum Client {
    Greeting { shaking: MidHandshake<ServerHandshake<TcpStream, Guard>>, until: Instant },
    Listening(WebSocket<TcpStream>),
}

impl Audience {
    /// Listens at an address. Pages of this machine are let in, and those of `origins`.
    pub(crate) fn at(address: SocketAddr, origins: &[String]) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, origins: origins.into(), clients: Vec::new() })
    }

    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Lets in who has come, hears goodbyes, and sends what waits.
    pub(crate) fn turn(&mut self) {
        while let Ok((stream, _)) = self.listener.accept() {
            if self.clients.len() < CLIENTS {
                self.clients.extend(Client::greet(stream, Guard(Arc::clone(&self.origins))));
            }
        }
        let clients = std::mem::take(&mut self.clients);
        self.clients = clients.into_iter().filter_map(Client::turn).collect();
    }

    /// Tells everybody a line; who cannot take it any more is dropped.
    pub(crate) fn tell(&mut self, line: &str) {
        let line = Utf8Bytes::from(line);
        self.clients.retain_mut(|client| client.tell(&line));
    }

    /// Says goodbye to everybody.
    pub(crate) fn close(&mut self) {
        for client in self.clients.drain(..) {
            if let Client::Listening(mut socket) = client {
                let _ = socket.close(None); // what the socket does not take now is lost
                let _ = socket.flush();
            }
        }
    }
}

impl Client {
    /// Begins the handshake; `None` for who is refused at once.
    fn greet(stream: TcpStream, guard: Guard) -> Option<Self> {
        stream.set_nonblocking(true).ok()?;
        stream.set_nodelay(true).ok()?;
        let config = WebSocketConfig::default()
            .read_buffer_size(HEARD_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(QUEUE_BYTES)
            .max_message_size(Some(HEARD_BYTES))
            .max_frame_size(Some(HEARD_BYTES));
        let until = Instant::now() + HANDSHAKE_PATIENCE;
        let begun = tungstenite::accept_hdr_with_config(stream, guard, Some(config));
        Self::greeted(begun, until)
    }

    fn greeted(
        begun: Result<WebSocket<TcpStream>, HandshakeError<ServerHandshake<TcpStream, Guard>>>,
        until: Instant,
    ) -> Option<Self> {
        match begun {
            Ok(socket) => Some(Self::Listening(socket)),
            Err(HandshakeError::Interrupted(shaking)) if Instant::now() < until => {
                Some(Self::Greeting { shaking, until })
            }
            Err(_) => None,
        }
    }

    /// `None` once it is gone.
    fn turn(self) -> Option<Self> {
        match self {
            Self::Greeting { shaking, until } => Self::greeted(shaking.handshake(), until),
            Self::Listening(mut socket) => {
                for _ in 0..HEARD_A_TURN {
                    match socket.read() {
                        Ok(Message::Close(_)) => return None,
                        Ok(_) => {}
                        Err(error) if would_block(&error) => break,
                        Err(_) => return None,
                    }
                }
                match socket.flush() {
                    Ok(()) => Some(Self::Listening(socket)),
                    Err(error) if would_block(&error) => Some(Self::Listening(socket)),
                    Err(_) => None,
                }
            }
        }
    }

    /// Whether it could take the line.
    fn tell(&mut self, line: &Utf8Bytes) -> bool {
        let Self::Listening(socket) = self else { return true };
        match socket.write(Message::Text(line.clone())) {
            Ok(()) => true,
            Err(error) => would_block(&error),
        }
    }
}

fn would_block(error: &Error) -> bool {
    matches!(error, Error::Io(error) if error.kind() == ErrorKind::WouldBlock)
}

/// Who may listen: programs, pages of this machine, and pages that were named.
struct Guard(Arc<[String]>);

impl Callback for Guard {
    fn on_request(self, request: &Request, response: Response) -> Result<Response, ErrorResponse> {
        let header = |name: &str| request.headers().get(name).map(|value| value.to_str().ok());
        let is_known = match header("origin") {
            None => true, // no browser
            Some(origin) => origin.is_some_and(|origin| {
                is_of_this_machine(origin)
                    || self.0.iter().any(|it| it.eq_ignore_ascii_case(origin))
            }),
        };
        // A foreign name that points here would make a foreign page look like one of ours.
        let host = header("host").flatten().and_then(host_name);
        if is_known && host.is_some_and(|host| host == "localhost" || is_address(host)) {
            return Ok(response);
        }
        let mut refusal = ErrorResponse::new(None);
        *refusal.status_mut() = StatusCode::FORBIDDEN;
        Err(refusal)
    }
}

fn is_of_this_machine(origin: &str) -> bool {
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    authority.and_then(host_name).is_some_and(|host| {
        host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

fn is_address(host: &str) -> bool {
    host.parse::<IpAddr>().is_ok()
}

/// An authority's name, without its port and without the brackets of an IPv6 address.
fn host_name(authority: &str) -> Option<&str> {
    if let Some(rest) = authority.strip_prefix('[') {
        return rest.split_once(']').map(|(name, _)| name);
    }
    let (name, port) = authority.split_once(':').unwrap_or((authority, ""));
    port.bytes().all(|byte| byte.is_ascii_digit()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn admits(host: &str, origin: Option<&str>) -> bool {
        let guard = Guard(["https://map.example".to_owned()].into());
        let mut request = Request::builder().header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        guard.on_request(&request.body(()).unwrap(), Response::new(())).is_ok()
    }

    #[test]
    fn pages_of_this_machine_and_named_ones_listen_and_no_others() {
        for origin in
            ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:1", "https://map.example"]
        {
            assert!(admits("127.0.0.1:47912", Some(origin)), "{origin}");
        }
        for origin in
            ["null", "", "https://evil.example", "http://localhost.evil.example", "http://10.0.0.1"]
        {
            assert!(!admits("127.0.0.1:47912", Some(origin)), "{origin}");
        }
        assert!(admits("localhost:47912", None));
    }

    #[test]
    fn a_foreign_name_that_points_here_is_refused() {
        assert!(!admits("evil.example:47912", None));
        assert!(!admits("evil.example:47912", Some("http://localhost:8080")));
    }

    /// Turns the audience until it has so many listeners.
    fn until_listening(audience: &mut Audience, count: usize) {
        let deadline = Instant::now() + HANDSHAKE_PATIENCE;
        let listening = |audience: &Audience| {
            let clients = audience.clients.iter();
            clients.filter(|client| matches!(client, Client::Listening(_))).count()
        };
        while listening(audience) != count {
            assert!(Instant::now() < deadline, "{} listen", listening(audience));
            audience.turn();
        }
    }

    fn listener(address: SocketAddr) -> std::thread::JoinHandle<WebSocket<TcpStream>> {
        std::thread::spawn(move || {
            let stream = TcpStream::connect(address).unwrap();
            tungstenite::client(format!("ws://{address}"), stream).expect("let in").0
        })
    }

    #[test]
    fn who_does_not_take_the_lines_is_dropped_and_the_others_hear_on() {
        let mut audience = Audience::at(([127, 0, 0, 1], 0).into(), &[]).unwrap();
        let address = audience.address().unwrap();
        let listeners = [listener(address), listener(address)];
        until_listening(&mut audience, 2);
        let [_slow, mut quick] = listeners.map(|listener| listener.join().expect("let in"));
        let heard = Arc::new(AtomicUsize::new(0));
        let hears = std::thread::spawn({
            let heard = heard.clone();
            move || {
                while quick.read().expect("a line") != Message::text("the last one") {
                    heard.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let line = "x".repeat(16_000);
        let mut told = 0;
        while audience.clients.len() == 2 {
            told += 1;
            assert!(told < 100_000, "the slow one is still kept");
            audience.tell(&line);
            audience.turn();
            // However busy this machine is, the quick one is no more than a few lines behind.
            while told > heard.load(Ordering::Relaxed) + 4 && !hears.is_finished() {
                audience.turn();
                std::thread::yield_now();
            }
        }
        assert!(told * line.len() > QUEUE_BYTES, "dropped before its queue was full");
        audience.tell("the last one");
        while !hears.is_finished() {
            audience.turn();
        }
        hears.join().expect("every line up to the last one");
    }

    #[test]
    fn there_are_so_many_places_and_no_more() {
        let mut audience = Audience::at(([127, 0, 0, 1], 0).into(), &[]).unwrap();
        let address = audience.address().unwrap();
        let crowd: Vec<TcpStream> =
            (0..=CLIENTS).map(|_| TcpStream::connect(address).unwrap()).collect();
        audience.turn();
        assert_eq!(audience.clients.len(), CLIENTS);
        drop(crowd);
        audience.turn();
        assert!(audience.clients.is_empty(), "who goes away leaves nothing");
    }
}
