//! A crowd in an arena: ten clients that simulate and a hundred bots that stand still, twenty seconds
//! at sixty ticks, against `partyline arena` as a process of its own.

#![allow(clippy::print_stdout)] // A bench prints what it measured.

use net_native::{NativeClock, TcpTransport};
use netplay::code::RoomCode;
use netplay::ids::{Frame, StateHash};
use netplay::session::SessionEvent;
use netplay::wire::Entry;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::SealedMember;

/// Between two looks at all sockets.
const PAUSE: Duration = Duration::from_millis(1);
const CONNECT: Duration = Duration::from_secs(5);

type Member = SealedMember<TcpTransport>;

fn main() {
    // `cargo test --benches` wants to know that it runs, not what it costs.
    let is_test = !std::env::args().any(|word| word == "--bench");
    let (clients, bots, seconds) = if is_test { (3, 7, 2) } else { (10, 100, 20) };
    let arena = Program::start(clients + bots);
    println!("{clients} clients and {bots} bots, {seconds} s at 60 ticks a second");
    let clock = NativeClock::start();
    let mut members: Vec<Member> = Vec::new();
    for index in 0..clients + bots {
        let entry = Entry::Join { code: RoomCode::ARENA, watch: false };
        let mut member = Member::new(&format!("P{index}"), entry);
        member.is_bot = index >= clients;
        let link = TcpTransport::connect(arena.address, CONNECT).expect("the arena listens");
        member.connect(link, clock.now());
        members.push(member);
        turn(&mut members, &clock);
    }
    let playing = |members: &[Member]| simulating(members).all(|member| member.peer.is_some());
    while !playing(&members) {
        turn(&mut members, &clock);
    }
    let frames = Frame(seconds * 60);
    let (start, cpu, before) = (Instant::now(), arena.cpu(), arena.metrics());
    let behind = |members: &[Member]| {
        simulating(members).any(|one| one.peer().session.confirmed_frame() < frames)
    };
    while behind(&members) && start.elapsed() < Duration::from_secs(u64::from(seconds) + 10) {
        turn(&mut members, &clock);
    }
    let (span, cpu, after) = (start.elapsed(), arena.cpu() - cpu, arena.metrics());
    report(&members, frames);
    let rate = |name: &str| (after[name] - before[name]) as f64 / span.as_secs_f64();
    println!("  late inputs          {}", after["relay_late_inputs_total"]);
    println!("  ticks a second       {:.2}", rate("relay_ticks_total"));
    let framing = 4.0 * rate("relay_packets_out_total");
    let bytes = rate("relay_bytes_out_total");
    println!(
        "  bytes a second       {:.1} kB, {:.1} kB framed",
        bytes / 1e3,
        (bytes + framing) / 1e3
    );
    println!("  socket writes        {:.0} a second", rate("relay_socket_writes_total"));
    println!("  relay's CPU share    {:.2} %", 100.0 * cpu.as_secs_f64() / span.as_secs_f64());
}

fn simulating(members: &[Member]) -> impl Iterator<Item = &Member> {
    members.iter().filter(|member| !member.is_bot)
}

fn turn(members: &mut [Member], clock: &NativeClock) {
    members.iter_mut().for_each(|member| member.turn(clock.now()));
    std::thread::park_timeout(PAUSE);
}

fn report(members: &[Member], frames: Frame) {
    let last = frames.minus(1);
    let told: BTreeMap<u64, usize> = simulating(members).fold(BTreeMap::new(), |mut told, one| {
        let hash = one.peer().checkpoints.get(&last).copied().unwrap_or(StateHash(0));
        *told.entry(hash.0).or_default() += 1;
        told
    });
    let desyncs = simulating(members).flat_map(|one| &one.peer().events);
    let desyncs = desyncs.filter(|it| matches!(it, SessionEvent::Desync { .. })).count();
    println!("  digests after {:<6} {told:x?}, desyncs {desyncs}", last.0);
    let stats: Vec<_> = simulating(members).map(|one| one.peer().session.stats()).collect();
    let sum = |of: fn(&netplay::session::SealedStats) -> u32| stats.iter().map(of).sum::<u32>();
    let count = stats.len() as u32;
    println!(
        "  snaps, stalls        {}, {} of {count} clients",
        sum(|it| it.snaps),
        sum(|it| it.stalls)
    );
    println!(
        "  guesses              {} a client, {} wrong, {} ticks again",
        sum(|it| it.guessed) / count,
        sum(|it| it.mispredicted) / count,
        sum(|it| it.replayed) / count
    );
}

/// `partyline arena`, until this is dropped.
struct Program {
    child: Child,
    address: SocketAddr,
    admin: SocketAddr,
}

impl Program {
    fn start(seats: u32) -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let admin = free.local_addr().expect("an address");
        drop(free);
        let words = ["arena", "--port", "0", "--log", "off", "--seed", "7"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_partyline"))
            .args(words)
            .args(["--seats", &seats.to_string(), "--admin", &admin.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.rsplit_once("://localhost:")?.1.trim().parse::<u16>().ok())
            .expect("a port in the greeting");
        Self { child, address: ([127, 0, 0, 1], port).into(), admin }
    }

    /// User and system time so far.
    fn cpu(&self) -> Duration {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.expect("Linux");
        let fields = stat.rsplit_once(')').expect("a name").1.split_whitespace().skip(11);
        let ticks: u64 = fields.take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    fn metrics(&self) -> BTreeMap<String, u64> {
        let mut stream = TcpStream::connect(self.admin).expect("the operator's port");
        let request = format!("GET /metrics HTTP/1.1\r\nHost: {}\r\n\r\n", self.admin);
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("it answers");
        let pairs = text.lines().filter_map(|line| line.split_once(' '));
        pairs.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
