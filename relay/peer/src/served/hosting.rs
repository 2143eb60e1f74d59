//! A served race, whatever its players come by.

use super::kept::Kept;
use super::options::ServeGameOptions;
use super::quit::Quit;
use super::report::{GuestReport, News, ServerReport};
use crate::ending::Ending;
use crate::report;
use games::served::ServedRace;
use netplay::ids::ConnId;
use netplay::session::server::{GameServer, IdleBots, NetError, Phase, ServerConfig, ServerEvent};
use netplay::time::Instant;
use std::collections::BTreeMap;
use std::time::Duration;

/// People in the report: a server may run for years.
const REPORTED: usize = 1_000;

pub(super) struct Hosting {
    pub(super) server: GameServer<ServedRace>,
    name: String,
    quit: Quit,
    /// When it is to stop, and after which tick.
    until: Option<Instant>,
    last_tick: Option<u32>,
    guests: BTreeMap<ConnId, GuestReport>,
    kept: Kept,
    /// A race has come to its end.
    has_ended: bool,
}

impl Hosting {
    /// Begins now, for whoever connects.
    ///
    /// # Errors
    /// When the options make no server.
    pub(super) fn new(
        options: &ServeGameOptions,
        quit: Quit,
        now: Instant,
    ) -> Result<Self, Ending> {
        let seats = options.rules.max_players.into();
        Self::with(options, seats, options.config(), quit, now)
    }

    /// Begins a session of a room, which has its own lobby: the race runs at once.
    ///
    /// # Errors
    /// When the options make no server of so many seats.
    pub(super) fn in_room(
        options: &ServeGameOptions,
        seats: usize,
        quit: Quit,
        now: Instant,
    ) -> Result<Self, Ending> {
        let config = ServerConfig {
            name: options.name.clone(),
            max_players: seats,
            fill_bots: options.config().fill_bots,
            ..ServerConfig::in_room()
        };
        Self::with(options, seats, config, quit, now)
    }

    fn with(
        options: &ServeGameOptions,
        seats: usize,
        config: ServerConfig,
        quit: Quit,
        now: Instant,
    ) -> Result<Self, Ending> {
        let race = options.race(seats)?;
        // The race drives cars of nobody itself.
        let server = GameServer::new(race, IdleBots, config, now).map_err(|error| {
            Ending::Coded(NetError::Config, format!("No such server: {error}."))
        })?;
        Ok(Self {
            server,
            name: options.name.clone(),
            quit,
            has_ended: false,
            until: options.duration.map(|seconds| now + Duration::from_secs(seconds.into())),
            last_tick: options.ticks,
            guests: BTreeMap::new(),
            kept: Kept::default(),
        })
    }

    /// Does what is due, and tells what happened. Says whether it is over.
    pub(super) fn update(&mut self, now: Instant) -> bool {
        self.server.update(now);
        self.kept.take(self.server.hashes().rev());
        self.count();
        while let Some(event) = self.server.poll_event() {
            self.tell(event);
        }
        self.quit.is_said()
            || self.until.is_some_and(|until| now >= until)
            || self.last_tick.is_some_and(|last| self.server.tick() >= last)
    }

    /// The figures of everybody who is here, as long as they are.
    fn count(&mut self) {
        for (conn, guest) in &mut self.guests {
            let Some(stats) = self.server.client_stats(*conn) else { continue };
            guest.snapshots = stats.snapshots;
            guest.whole_snapshots = stats.whole_snapshots;
            guest.snapshot_bytes = stats.snapshot_bytes;
            guest.largest_delta_bytes = stats.largest_delta_bytes;
            guest.starved = stats.starved;
            guest.dropped_inputs = stats.dropped_inputs;
        }
    }

    /// Whoever left first is not in the report any more, once too many have come and gone.
    fn forget(&mut self) {
        if self.guests.len() > REPORTED {
            let server = &self.server;
            let gone = self.guests.keys().find(|conn| server.client_stats(**conn).is_none());
            if let Some(gone) = gone.copied() {
                self.guests.remove(&gone);
            }
        }
    }

    /// Whether a race has come to its end.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn tell(&mut self, event: ServerEvent) {
        let tick = self.server.tick();
        let news = News { tick, ..News::default() };
        match event {
            ServerEvent::Joined { conn, slot, name } => {
                let news = News { event: "joined", slot, name: Some(&name), ..news };
                report::line(&news);
                self.guests.insert(conn, guest(name, slot));
                self.forget();
            }
            ServerEvent::Left { conn, slot, code } => {
                let code = code.map(NetError::code);
                let known = self.guests.get_mut(&conn);
                let name = known.map(|guest| {
                    guest.code = code;
                    &*guest.name
                });
                report::line(&News { event: "left", slot, name, code, ..news });
            }
            ServerEvent::Refused { code, .. } => {
                report::line(&News { event: "refused", code: Some(code.code()), ..news });
            }
            ServerEvent::Phase(phase) => {
                self.has_ended |= phase == Phase::Lobby;
                report::line(&News { event: "phase", phase: Some(word(phase)), ..news });
            }
            ServerEvent::Game { .. } => {}
        }
    }

    pub(super) fn report(self) -> ServerReport {
        let stats = self.server.stats();
        ServerReport {
            server: self.name,
            ticks: self.server.tick(),
            late_ticks_skipped: stats.late_ticks_skipped,
            refused: stats.refused,
            phase: word(self.server.phase()),
            guests: self.guests.into_values().collect(),
            hashes: self.kept.rows(),
        }
    }
}

pub(super) const fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Lobby => "lobby",
        Phase::Playing => "playing",
    }
}

fn guest(name: String, slot: Option<u8>) -> GuestReport {
    GuestReport {
        name,
        slot,
        snapshots: 0,
        whole_snapshots: 0,
        snapshot_bytes: 0,
        largest_delta_bytes: 0,
        starved: 0,
        dropped_inputs: 0,
        code: None,
    }
}
