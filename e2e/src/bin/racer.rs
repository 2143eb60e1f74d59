//! A player without a browser: joins a room, gets ready, drives with four keys, and tells what
//! it sees as lines of JSON, for a journey to read.
//!
//! ```text
//! racer ws|tcp HOST:PORT CODE  NAME [RACES]    joins a room
//! racer ws|tcp HOST:PORT new:3 NAME [RACES]    opens one, and starts when three have a seat
//! ```
#![allow(clippy::print_stdout)]

use e2e::steer;
use games::GameSetup;
use games::pack::Pack;
use games::racing::RaceRules;
use net_native::{NativeClock, TcpTransport, WebSocketTransport};
use netplay::code::RoomCode;
use netplay::ids::{PadWord, StateHash};
use netplay::link::Transport;
use netplay::time::Instant;
use party::{Ask, EntryWish, Phase, Profile, Room, RoomView, Scene, Shown};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

/// A race of one lap takes a minute; whoever takes longer than this hangs.
const PATIENCE: Duration = Duration::from_secs(240);
/// Often enough for sixty steps a second, and no busy loop.
const NAP: Duration = Duration::from_millis(4);

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words.as_slice() {
        [via, address, code, name] => Racer::new(code, name, 1).and_then(|it| it.go(via, address)),
        [via, address, code, name, races] => match races.parse() {
            Ok(races) => Racer::new(code, name, races).and_then(|it| it.go(via, address)),
            Err(_) => Err(format!("{races} is no number of races")),
        },
        _ => Err("usage: racer ws|tcp HOST:PORT CODE NAME [RACES]".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("racer: {sentence}");
            ExitCode::FAILURE
        }
    }
}

struct Racer {
    room: Room,
    clock: NativeClock,
    view: Option<Rc<RoomView>>,
    told: Option<StateHash>,
    races_left: u32,
    /// As the host: how many must have a seat before it starts.
    company: Option<usize>,
}

impl Racer {
    fn new(code: &str, name: &str, races: u32) -> Result<Self, String> {
        let company = code.strip_prefix("new:").and_then(|count| count.parse().ok());
        let wish = match company {
            Some(_) => EntryWish::Create { seats: 8 },
            None => {
                let code = RoomCode::parse(code).map_err(|error| error.to_string())?;
                EntryWish::Join { code, watch: false }
            }
        };
        let clock = NativeClock::start();
        let me = Profile { name: name.into(), colour: 0 };
        let dice = u64::from(std::process::id());
        let room = Room::online(&me, wish, Pack::built_in(), dice, clock.now());
        Ok(Self { room, clock, view: None, told: None, races_left: races, company })
    }

    fn go(self, via: &str, address: &str) -> Result<(), String> {
        let patience = Duration::from_secs(5);
        match via {
            "tcp" => self.race(|| TcpTransport::connect(address, patience)),
            "ws" => {
                let url = format!("ws://{address}/ws");
                self.race(|| WebSocketTransport::connect(&url, patience))
            }
            other => Err(format!("{other} is neither ws nor tcp")),
        }
    }

    fn race<T: Transport>(
        mut self,
        connect: impl Fn() -> std::io::Result<T>,
    ) -> Result<(), String> {
        let mut link = None;
        loop {
            let now = self.clock.now();
            if self.room.wants_link(now) {
                link = Some(connect().map_err(|error| error.to_string())?);
            }
            if let Some(link) = &mut link {
                self.room.receive(link, now);
            }
            self.room.frame(self.pad(), now);
            if let Some(link) = &mut link {
                self.room.transmit(link, now);
            }
            if self.tell_and_answer(now)? {
                self.room.ask(Ask::Leave, now);
                if let Some(link) = &mut link {
                    self.room.transmit(link, now);
                    link.close();
                }
                return Ok(());
            }
            if now.since(Instant::ZERO) > PATIENCE {
                return Err("nothing came of it in time".into());
            }
            std::thread::park_timeout(NAP);
        }
    }

    fn pad(&self) -> PadWord {
        match self.room.scene() {
            Scene::Race(Shown { after, me: Some(seat), .. }) => steer::keys(after, seat),
            _ => PadWord(0),
        }
    }

    /// Says what is new and does what the moment asks for; whether that was all.
    fn tell_and_answer(&mut self, now: Instant) -> Result<bool, String> {
        if let Some((_, Some((frame, hash)))) = self.room.progress()
            && self.told.replace(hash) != Some(hash)
        {
            let round = self.view.as_ref().and_then(|view| view.round).map_or(0, |round| round.0);
            println!(r#"{{"round":{round},"frame":{},"hash":"{:016x}"}}"#, frame.0, hash.0);
        }
        let Some(view) = self.room.view_if_changed() else { return Ok(false) };
        let earlier = self.view.replace(Rc::clone(&view));
        let before = earlier.as_ref().map(|view| &view.phase);
        match &view.phase {
            Phase::Closed(sentence) => return Err(sentence.what.clone()),
            Phase::Lobby if !view.am_host && !view.ready && view.my_seat.is_some() => {
                self.room.ask(Ask::Ready(true), now);
            }
            Phase::Lobby if view.am_host => self.host(&view, before, now),
            Phase::Playing if before != Some(&Phase::Playing) => println!(r#"{{"at":"start"}}"#),
            Phase::Results if before != Some(&Phase::Results) => {
                println!(r#"{{"order":[{}]}}"#, order(&view));
                self.races_left -= 1;
                if self.races_left == 0 {
                    return Ok(true);
                }
                self.room.ask(Ask::LeaveGame, now);
            }
            _ => {}
        }
        Ok(false)
    }

    /// Opens the room to others, then starts once they are there.
    fn host(&mut self, view: &RoomView, before: Option<&Phase>, now: Instant) {
        if let (Some(code), false) = (view.code, before == Some(&Phase::Lobby)) {
            println!(r#"{{"code":"{code}"}}"#);
            let rules = RaceRules { laps: 1, ..RaceRules::default() };
            self.room.ask(Ask::PickGame(GameSetup::Racing(rules)), now);
        }
        if self.company.is_some_and(|company| is_complete(view, company)) {
            self.room.ask(Ask::Countdown(true), now);
        }
    }
}

/// Whether everybody who is expected has come and is ready.
fn is_complete(view: &RoomView, company: usize) -> bool {
    view.can_start && view.rows.iter().filter(|row| row.seat.is_some()).count() >= company
}

/// The seats from the first place to the last.
fn order(view: &RoomView) -> String {
    let rows = view.results.iter().flat_map(|results| &results.rows);
    rows.map(|row| row.seat.0.to_string()).collect::<Vec<_>>().join(",")
}
