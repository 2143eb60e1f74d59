//! `serve-game --room`: the host of a relay's room decides the race for everybody in it.
//!
//! It has no seat. Whoever is in the room plays through the relay: what a client says to the server
//! comes as an `Action`, what the server says goes as a `StateBlob`, and the first byte of both is
//! the lane.

use super::hosting::Hosting;
use super::options::ServeGameOptions;
use super::quit::Quit;
use super::report::{self, RoomOpening, ServerReport};
use crate::address::RelayAddress;
use crate::content;
use crate::ending::Ending;
use crate::guest::Way;
use crate::line::Line;
use crate::looping::{self, Driven, Turn};
use crate::report as rows;
use games::racing::RaceRules;
use games::{Game, GameSetup};
use netplay::client::ClientEvent;
use netplay::ids::PlayerId;
use netplay::session::server::{NetError, RoomDoor, ServerLane};
use netplay::time::Instant;
use netplay::wire::{
    AssignSeat, EndSession, Entry, Loaded, Message, SessionModel, SetRoom, Start, StateBlob, Text,
};
use party::Netcode;
use std::time::Duration;

struct RoomHost<'a> {
    options: &'a ServeGameOptions,
    line: Line,
    quit: Quit,
    until: Option<Instant>,
    /// The session that runs.
    running: Option<Running>,
    /// What the last one came to.
    report: Option<ServerReport>,
    is_seated: bool,
    start_asked: bool,
    leaving: bool,
}

struct Running {
    start: Start,
    hosting: Hosting,
    door: RoomDoor,
    end_asked: bool,
}

pub(super) fn run(options: &ServeGameOptions, relay: &RelayAddress) -> Result<(), Ending> {
    let entry = Entry::Create { seats: options.rules.max_players };
    let way = Way { relay: relay.clone(), profile: options.link };
    let mut host = RoomHost {
        options,
        line: Line::new(way, entry, &options.name, 0),
        quit: Quit::listen(),
        until: options.duration.map(|seconds| Instant::ZERO + Duration::from_secs(seconds.into())),
        running: None,
        report: None,
        is_seated: true,
        start_asked: false,
        leaving: false,
    };
    let outcome = looping::run(&mut host);
    host.finish();
    let Some(end) = host.report else { return outcome };
    rows::line(&end);
    outcome.and(report::keep(&end, options.report.as_deref()))
}

impl RoomHost<'_> {
    fn hear(&mut self, event: ClientEvent, now: Instant) -> Result<(), Ending> {
        match event {
            ClientEvent::Welcomed { resumed: false } => self.opened()?,
            ClientEvent::HostChanged(player) if self.line.client().me() != Some(player) => {
                return Err(Ending::Failed("Somebody else hosts the room now.".to_owned()));
            }
            ClientEvent::Started { start, .. } => self.begin(start, now)?,
            ClientEvent::Ended { .. } => self.finish(),
            event => {
                if let Some(running) = &mut self.running {
                    running.hear(&event, now);
                }
            }
        }
        Ok(())
    }

    /// The room is open: everybody may know its code, and its host drives nothing.
    fn opened(&mut self) -> Result<(), Ending> {
        let client = self.line.client();
        let (Some(code), Some(me)) = (client.code(), client.me()) else { return Ok(()) };
        let code = code.to_string();
        if let Some(file) = &self.options.code_file {
            std::fs::write(file, format!("{code}\n")).map_err(|error| {
                let sentence = format!("{} cannot be written: {error}.", file.display());
                Ending::Coded(NetError::Config, sentence)
            })?;
        }
        let line = format!("Racing in room {code}.");
        rows::line(&RoomOpening { line, code });
        let game = Text::truncated(&Netcode::Server.label(self.setup()));
        self.line.say(AssignSeat { player: me, seat: None });
        self.line.say(SetRoom { locked: false, game, starting: false });
        Ok(())
    }

    fn setup(&self) -> GameSetup {
        let rules = RaceRules { laps: self.options.rules.laps, ..RaceRules::default() };
        GameSetup::Racing(rules)
    }

    /// In the lobby: begins once everybody who has a seat is ready.
    fn order(&mut self) {
        let client = self.line.client();
        let me = client.me();
        let Some(lobby) = client.lobby().filter(|lobby| lobby.session.is_none()) else { return };
        let seated = lobby.members.iter().filter(|row| row.seat.is_some());
        self.is_seated = seated.clone().any(|row| Some(row.player) == me);
        let people = seated.clone().filter(|row| row.connected).count();
        let ready = seated.clone().all(|row| row.ready && row.connected);
        let is_due = ready && people >= self.options.min_players().max(1) && !self.is_seated;
        if is_due && !self.start_asked {
            let mut start = self.setup().start(self.options.seed(), Vec::new());
            start.model = SessionModel::Server;
            self.start_asked = true;
            self.line.say(start);
        } else if !is_due {
            self.start_asked = false;
        }
    }

    fn begin(&mut self, start: Start, now: Instant) -> Result<(), Ending> {
        let Some(me) = self.line.client().me() else { return Ok(()) };
        if Game::from_start(&start, &content::pack()).is_err()
            || start.model != SessionModel::Server
        {
            return Err(Ending::Failed("The room plays something else.".to_owned()));
        }
        let round = start.round;
        // Whoever lost the link for a moment hears of the session once more.
        if self.running.as_ref().is_none_or(|running| running.start.round != round) {
            let seats = start.seats.len();
            let hosting = Hosting::in_room(self.options, seats, self.quit.clone(), now)?;
            let door = RoomDoor::new(start.seats.clone());
            self.running = Some(Running { start, hosting, door, end_asked: false });
        }
        self.line.say(Loaded { player: me, round });
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            self.report = Some(running.hosting.report());
        }
        self.start_asked = false;
    }

    /// What the server has to say, and whether its game is over.
    fn run_server(&mut self, now: Instant) -> bool {
        let Some(running) = &mut self.running else {
            return self.quit.is_said() || self.until.is_some_and(|until| now >= until);
        };
        running.door.greet(&mut running.hosting.server, now);
        let is_over = running.hosting.update(now);
        for blob in running.say() {
            self.line.say(blob);
        }
        if running.hosting.has_ended() && !running.end_asked {
            running.end_asked = true;
            let round = running.start.round;
            let player = self.line.client().me().unwrap_or(PlayerId(0));
            self.line.say(EndSession { player, round });
        }
        is_over || self.until.is_some_and(|until| now >= until)
    }
}

impl Running {
    fn hear(&mut self, event: &ClientEvent, now: Instant) {
        let server = &mut self.hosting.server;
        match event {
            ClientEvent::SeatChanged(change) => self.door.changed_hands(server, change),
            ClientEvent::Left { player, .. } => self.door.left(server, *player),
            ClientEvent::Authority(Message::Action(action)) => {
                if let Some((lane, bytes)) = ServerLane::unframed(&action.payload) {
                    self.door.handle(server, action.player, lane, bytes, now);
                }
            }
            _ => {}
        }
    }

    /// What is to be sent, as the room carries it.
    fn say(&mut self) -> Vec<StateBlob> {
        let server = &mut self.hosting.server;
        let said = core::iter::from_fn(|| self.door.poll_said(server)).collect::<Vec<_>>();
        let blobs = said.into_iter().map(|(to, lane, packet)| self.door.blob(to, lane, &packet));
        blobs.flatten().collect()
    }
}

impl Driven for RoomHost<'_> {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.line.keep(now)?;
        while let Some(event) = self.line.poll_event(now)? {
            self.hear(event, now)?;
        }
        let is_over = self.run_server(now);
        if !self.leaving {
            self.order();
        }
        self.line.transmit(now);
        Ok(if is_over { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.leaving = true;
        if let Some(running) = &mut self.running {
            running.hosting.server.shutdown();
            for blob in running.say() {
                self.line.say(blob);
            }
            let round = running.start.round;
            let player = self.line.client().me().unwrap_or(PlayerId(0));
            self.line.say(EndSession { player, round });
        }
        self.line.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.line.has_left(now)
    }
}
