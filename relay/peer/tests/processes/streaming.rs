//! The state stream: every confirmed tick, in order, for whoever may listen.

use crate::support::{PATIENCE, Program, Relay};
use serde_json::Value;
use std::net::TcpStream;
use std::time::Instant;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{HandshakeError, Message, WebSocket};

/// A state stream and a client of it.
pub(crate) struct Listener {
    _stream: Program,
    socket: WebSocket<TcpStream>,
}

impl Listener {
    pub(crate) fn of(relay: &Relay, code: &str) -> Self {
        let (stream, url) = stream(relay, code);
        Self { _stream: stream, socket: connect(&url, None).expect("let in") }
    }

    pub(crate) fn tick(&mut self) -> Value {
        next_tick(&mut self.socket)
    }

    pub(crate) fn until<T>(&mut self, what: &str, wanted: impl Fn(&Value) -> Option<T>) -> T {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(found) = wanted(&self.tick()) {
                return found;
            }
            assert!(Instant::now() < deadline, "waited in vain for {what}");
        }
    }
}

fn stream(relay: &Relay, code: &str) -> (Program, String) {
    let own = ["state-stream", "--relay", &relay.tcp(), "--room", code, "--listen", "127.0.0.1:0"];
    let stream = Program::peer(&own);
    let url = stream.json()["listening"].as_str().expect("an address").to_owned();
    (stream, url)
}

/// Connects as a page of this origin, or as no page. The status of a refusal.
fn connect(url: &str, origin: Option<&'static str>) -> Result<WebSocket<TcpStream>, u16> {
    let stream = TcpStream::connect(url.trim_start_matches("ws://")).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a deadline");
    let mut request = url.into_client_request().expect("an address");
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", HeaderValue::from_static(origin));
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
            Err(answer.status().as_u16())
        }
        Err(error) => panic!("neither let in nor refused: {error}"),
    }
}

fn next_tick(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        match socket.read().expect("a tick in time") {
            Message::Text(line) => return serde_json::from_str(&line).expect("JSON"),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("{other:?} is no line"),
        }
    }
}

#[test]
fn every_client_gets_every_tick_in_order_with_every_car() {
    let relay = Relay::start();
    let (host, code) = relay.host("2", &["--seconds", "2"]);
    let (_stream, url) = stream(&relay, &code);
    let mut clients = [connect(&url, None), connect(&url, Some("http://localhost:8080"))]
        .map(|client| client.expect("let in"));
    let own = ["join", "--relay", &relay.ws(), "--room", &code, "--seconds", "2"];
    let guest = Program::peer(&own);
    for client in &mut clients {
        for expected in 1..=120 {
            let tick = next_tick(client);
            assert_eq!((&tick["round"], &tick["tick"]), (&1.into(), &expected.into()));
            let cars = tick["movers"].as_array().expect("movers");
            let seats: Vec<u64> = cars.iter().filter_map(|car| car["seat"].as_u64()).collect();
            assert_eq!(seats, (0..8).collect::<Vec<_>>());
            for field in ["x", "y", "heading", "speed"] {
                assert!(cars.iter().all(|car| car[field].is_f64()), "{tick}");
            }
        }
    }
    assert_eq!(host.end().report()["digest"], guest.end().report()["digest"]);
}

#[test]
fn a_foreign_page_may_not_listen() {
    let relay = Relay::start();
    let (_host, code) = relay.host("2", &[]);
    let (_stream, url) = stream(&relay, &code);
    assert_eq!(connect(&url, Some("https://evil.example")).err(), Some(403));
    assert!(connect(&url, None).is_ok());
}
