//! The operator's lines.

use crate::friend::{Friend, Way};
use crate::script;
use crate::support::{Rude, hasty, spawn, until, upgrade_request};
use netplay::limits::PROTOCOL_VERSION;
use netplay::wire::{Chat, ChatKind, Hello, Leave, Message, Text};
use relay::{Log, LogFormat, ServerConfig};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn comings_goings_and_refusals_are_one_line_each_and_secrets_none() {
    let paper = Paper::default();
    let log = Log::to(paper.clone(), LogFormat::Human);
    let relay = spawn(ServerConfig { log, ..hasty() });
    let address = relay.local_addr();
    let mut host = Friend::create(Way::WebSocket, address);
    let mut guest = Friend::join(Way::Tcp, address, host.code());
    let line = Text::truncated("my secret line");
    guest.say(Chat { player: Default::default(), kind: ChatKind::Line, text: line });
    let old = match script::create("old") {
        Message::Hello(hello) => Hello { version: PROTOCOL_VERSION + 1, ..hello },
        other => panic!("{other:?}"),
    };
    let _old = Friend::connect(Way::Tcp, address, old.into());
    guest.say(Leave {});
    let foreign = upgrade_request(address, "Origin: https://evil.example\r\n");
    Rude::saying(address, foreign.as_bytes()).hear_text();
    let expected = ["join", "join", "refuse", "leave", "foreign-origin"];
    let text = until("all lines", || {
        host.pump();
        let text = paper.text();
        expected.iter().all(|word| text.contains(word)).then_some(text)
    });
    assert_eq!(text.matches("join room=").count(), 2, "{text}");
    assert_eq!(text.matches("leave room=").count(), 1, "{text}");
    assert!(text.contains("origin=https://evil.example (--allow-origin lets it in)"), "{text}");
    let code = host.code().to_string();
    for secret in ["my secret line", "127.0.0.1", &code] {
        assert!(!text.contains(secret), "{secret} in {text}");
    }
}

#[test]
fn a_strangers_header_cannot_write_into_the_terminal() {
    let paper = Paper::default();
    let log = Log::to(paper.clone(), LogFormat::Json);
    let relay = spawn(ServerConfig { log, ..hasty() });
    let address = relay.local_addr();
    let name = format!("\x7f\"evil\u{9b}31m{}", "x".repeat(1_000));
    let request = format!("GET / HTTP/1.1\r\nHost: {name}\r\n\r\n");
    Rude::saying(address, request.as_bytes()).hear_text();
    let plain = format!("GET / HTTP/1.1\r\nHost: evil\"{}\r\n\r\n", "x".repeat(1_000));
    Rude::saying(address, plain.as_bytes()).hear_text();
    let text = until("the line", || Some(paper.text()).filter(|text| text.contains("evil\\\"x")));
    assert!(text.len() < 400, "{text}");
    assert!(text.chars().all(|character| character == '\n' || !character.is_control()), "{text}");
}
