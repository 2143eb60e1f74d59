//! Processes that do not outlive their test, and lines that are waited for.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant, SystemTime};

/// Longer than anything here takes on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(40);

/// A running program: its lines as they come, on both streams.
pub(crate) struct Program {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Program {
    pub(crate) fn start(program: &Path, words: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let out = lines(child.stdout.take().expect("piped"));
        let err = lines(child.stderr.take().expect("piped"));
        Self { child, out, err }
    }

    /// `partyline-peer` with these words.
    pub(crate) fn peer(words: &[&str]) -> Self {
        Self::start(&peer_program(), words)
    }

    /// The next line of its output.
    pub(crate) fn line(&self) -> String {
        self.out.recv_timeout(PATIENCE).expect("a line in time")
    }

    /// The next line of its output, as JSON.
    pub(crate) fn json(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"))
    }

    /// The next line that is for a person.
    pub(crate) fn complaint(&self) -> String {
        self.err.recv_timeout(PATIENCE).expect("a sentence in time")
    }

    pub(crate) fn say(&mut self, text: &str) {
        let stdin = self.child.stdin.as_mut().expect("not closed yet");
        stdin.write_all(text.as_bytes()).expect("the program listens");
        stdin.flush().expect("the program listens");
    }

    pub(crate) fn stop_saying(&mut self) {
        self.child.stdin = None;
    }

    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    /// Waits for its end: the exit code, and what is left of its output and of its complaints.
    pub(crate) fn end(mut self) -> End {
        let code = until("the program's end", || self.child.try_wait().expect("a child")).code();
        End { code, out: self.out.iter().collect(), err: self.err.iter().collect() }
    }
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) code: Option<i32>,
    pub(crate) out: Vec<String>,
    pub(crate) err: Vec<String>,
}

impl End {
    /// The last line of its output, as JSON, of a program that ended well.
    pub(crate) fn report(&self) -> Value {
        assert_eq!(self.code, Some(0), "{self:?}");
        serde_json::from_str(self.out.last().expect("a report")).expect("JSON")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines in a thread of their own, so that waiting for one has a deadline.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (tell, lines) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { return };
            if tell.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

pub(crate) fn until<T>(what: &str, mut ready: impl FnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = ready() {
            return found;
        }
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// A relay as a process of its own.
pub(crate) struct Relay {
    pub(crate) program: Program,
    port: u16,
}

impl Relay {
    pub(crate) fn start() -> Self {
        Self::with(&["--port", "0", "--log", "off"])
    }

    /// One that is an arena of this many seats, which starts a second after the first player.
    pub(crate) fn arena(seats: &str) -> Self {
        let own = ["--port", "0", "--log", "off", "--start-after", "1"];
        Self::with(&[&["arena", "--seats", seats], &own[..]].concat())
    }

    fn with(words: &[&str]) -> Self {
        let program = Program::start(&relay_program(), words);
        let port = loop {
            let line = program.line();
            if let Some((_, port)) = line.rsplit_once("://localhost:") {
                break port.parse().expect("a port");
            }
        };
        Self { program, port }
    }

    pub(crate) fn ws(&self) -> String {
        format!("ws://127.0.0.1:{}", self.port)
    }

    pub(crate) fn tcp(&self) -> String {
        format!("tcp://127.0.0.1:{}", self.port)
    }

    /// A host who opens a room and starts once so many are ready, and the room's code.
    pub(crate) fn host(&self, players: &str, words: &[&str]) -> (Program, String) {
        let own = ["join", "--relay", &self.ws(), "--create", "--players", players];
        let host = Program::peer(&[&own, words].concat());
        let code = host.json()["code"].as_str().expect("a code").to_owned();
        (host, code)
    }
}

pub(crate) fn peer_program() -> PathBuf {
    env!("CARGO_BIN_EXE_partyline-peer").into()
}

/// `partyline`, which another package makes, in the folder beside; made anew when its sources are
/// newer.
pub(crate) fn relay_program() -> PathBuf {
    let program = peer_program().with_file_name("partyline");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let sources = ["relay/src", "shared/netplay/src", "shared/net-native/src"];
    let newest = sources.iter().filter_map(|folder| newest(&root.join(folder))).max();
    let made = std::fs::metadata(&program).and_then(|file| file.modified()).ok();
    if made < newest {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", "relay", "--bin", "partyline"])
            .current_dir(root)
            .status();
        assert!(built.expect("cargo").success(), "the relay is built");
    }
    program
}

/// When the newest file of a folder was written.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.flatten();
    let times = entries.filter_map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => newest(&entry.path()),
        _ => entry.metadata().ok()?.modified().ok(),
    });
    times.max()
}

/// A folder of the test's own, empty.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}
