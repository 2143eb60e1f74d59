//! `partyline` itself, as a process.

use crate::friend::{Friend, Way};
use crate::support::{PATIENCE, until};
use netplay::client::ClientEvent;
use netplay::wire::{CloseReason, Pong};
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running program that does not outlive its test.
pub(crate) struct Program(pub(crate) Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Program {
    pub(crate) fn start(words: &[&str]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_partyline"))
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self(child)
    }

    /// Reads its greeting up to the address of this computer.
    pub(crate) fn address(&mut self) -> (SocketAddr, String) {
        let mut greeting = String::new();
        let mut lines = BufReader::new(self.0.stdout.as_mut().expect("piped"));
        while lines.read_line(&mut greeting).expect("text") > 0 {
            if let Some((_, port)) = greeting.trim_end().rsplit_once("://localhost:") {
                let port = port.parse().expect("a port");
                return (([127, 0, 0, 1], port).into(), greeting);
            }
        }
        panic!("no address in {greeting:?}");
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.0.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    pub(crate) fn exit_code(&mut self) -> Option<i32> {
        until("the program's end", || self.0.try_wait().expect("a child")).code()
    }
}

#[test]
fn a_port_in_use_is_a_sentence_and_exit_2() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let mut program = Program::start(&["--port", &port.to_string()]);
    assert_eq!(program.exit_code(), Some(2));
    let mut said = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let sentence = format!(
        "Port {port} is already in use (by another relay?). Try `partyline --port {}` or `--port 0`.\n",
        port.checked_add(1).unwrap_or(port - 1)
    );
    assert_eq!(said, sentence);
}

#[test]
fn both_signals_end_it_cleanly_and_nothing_listens_after() {
    for signal in ["-INT", "-TERM"] {
        let mut program = Program::start(&["--port", "0", "--log", "off"]);
        let (address, greeting) = program.address();
        assert!(!greeting.contains("(LAN)"));
        let idle = TcpStream::connect_timeout(&address, PATIENCE).unwrap();
        let begin = Instant::now();
        program.signal(signal);
        assert_eq!(program.exit_code(), Some(0));
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
        assert!(TcpStream::connect_timeout(&address, PATIENCE).is_err());
        drop(idle);
    }
}

#[test]
fn lan_is_said_in_the_first_line() {
    let mut program = Program::start(&["--lan", "--port", "0", "--qr", "never"]);
    let (_, greeting) = program.address();
    assert!(greeting.lines().next().unwrap().contains("(LAN)"), "{greeting}");
}

#[test]
fn a_signal_under_load_tells_everybody_and_ends_in_time() {
    let mut program = Program::start(&[
        "--port",
        "0",
        "--log",
        "off",
        "--max-connections-per-address",
        "64",
        "--max-message-rate",
        "100000",
    ]);
    let (address, _) = program.address();
    let mut friends = Vec::new();
    for _ in 0..4 {
        let host = Friend::create(Way::Tcp, address);
        friends.extend((0..5).map(|_| Friend::join(Way::WebSocket, address, host.code())));
        friends.push(host);
    }
    let busy = |friends: &mut Vec<Friend>| {
        for friend in friends {
            if friend.client.in_room() {
                friend.say(Pong { nonce: 0 });
            }
            friend.pump();
        }
    };
    (0..20).for_each(|_| busy(&mut friends));
    let begin = Instant::now();
    program.signal("-TERM");
    let code = until("the program's end", || {
        busy(&mut friends);
        program.0.try_wait().expect("a child")
    });
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
    assert_eq!(code.code(), Some(0));
    for friend in &mut friends {
        friend.until_event("the goodbye", |event| match event {
            ClientEvent::Closed(CloseReason::ServerShutdown) => Some(()),
            _ => None,
        });
    }
    assert!(TcpStream::connect_timeout(&address, PATIENCE).is_err());
}
