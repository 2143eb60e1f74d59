//! A server as a process of its own, and what it costs.

use crate::plain;
use relay::{RelayServer, ServerConfig};
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Relay { window_us: u64 },
}

/// The parent's side. Ends the process when dropped.
pub(crate) struct Child {
    pub(crate) kind: Kind,
    pub(crate) address: SocketAddr,
    process: std::process::Child,
    talk: Mutex<(ChildStdin, BufReader<ChildStdout>)>,
}

impl Child {
    pub(crate) fn start(kind: Kind) -> Self {
        let word = match kind {
            Kind::Plain => "plain".to_owned(),
            Kind::Relay { window_us } => window_us.to_string(),
        };
        let mut process = Command::new(std::env::current_exe().expect("a path"))
            .args(["--serve", &word])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let stdin = process.stdin.take().expect("piped");
        let mut stdout = BufReader::new(process.stdout.take().expect("piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("text");
        let port: u16 = line.trim().parse().expect("a port");
        let address = ([127, 0, 0, 1], port).into();
        Self { kind, address, process, talk: Mutex::new((stdin, stdout)) }
    }

    /// CPU time of all its threads. The kernel's share of its calls is in it, and that of what
    /// arrives on the other end of a local socket: the same for all servers.
    pub(crate) fn cpu_ns(&self) -> u64 {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.process.id()));
        tasks
            .expect("Linux")
            .filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("schedstat")).ok())
            .filter_map(|line| line.split_whitespace().next()?.parse::<u64>().ok())
            .sum()
    }

    pub(crate) fn resident_bytes(&self) -> usize {
        let pages = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id()));
        let pages = pages.expect("Linux");
        let resident = pages.split_whitespace().nth(1).and_then(|word| word.parse::<usize>().ok());
        resident.expect("a number") * 4096
    }

    /// Writes to sockets so far; 0 when it does not count them.
    pub(crate) fn writes(&self) -> u64 {
        let mut talk = self.talk.lock().expect("one thread");
        talk.0.write_all(b"?\n").expect("the process listens");
        let mut line = String::new();
        talk.1.read_line(&mut line).expect("text");
        line.trim().parse().expect("a number")
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The child's side: serves until its parent is gone.
pub(crate) fn serve(word: &str) {
    if word == "plain" {
        let address = plain::spawn();
        return answer(address, || 0);
    }
    let mut config = ServerConfig {
        bind: ([127, 0, 0, 1], 0).into(),
        flush_window_us: word.parse().expect("microseconds"),
        visitors_per_address: 128,
        ..ServerConfig::default()
    };
    config.relay.connections_per_address = config.relay.connections;
    let relay = RelayServer::spawn(config).expect("a free port");
    answer(relay.local_addr(), || relay.status().sockets.writes);
}

fn answer(address: SocketAddr, writes: impl Fn() -> u64) {
    println!("{}", address.port());
    for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
        println!("{}", writes());
    }
}
