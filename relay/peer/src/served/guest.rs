//! A player at a served race, whatever way leads to the server.

use super::drive::Driver;
use super::kept::Kept;
use super::options::JoinGameOptions;
use super::report::{Holder, Line, PlayerReport};
use super::{fault, hosting};
use crate::ending::Ending;
use games::served::ServedRace;
use netplay::session::server::{ClientConfig, ClientEvent, GameClient, NetError, Phase};
use netplay::time::Instant;
use netplay::wire::Text;

pub(super) struct Guest {
    pub(super) client: GameClient<ServedRace>,
    driver: Driver,
    ready: bool,
    start_game: bool,
    /// A request was made in this lobby.
    is_ready: bool,
    has_started: bool,
    pub(super) since: Option<Instant>,
    /// How it ended, once it has.
    pub(super) ended: Option<Result<(), Ending>>,
    code: Option<NetError>,
    kept: Kept,
    name: String,
}

impl Guest {
    /// Says hello.
    ///
    /// # Errors
    /// When the options make no player.
    pub(super) fn new(options: &JoinGameOptions, now: Instant) -> Result<Self, Ending> {
        let sim = if options.observe { None } else { Some(options.rules.idea()?) };
        let mut config = ClientConfig::new(Text::truncated(&options.name));
        config.predict = !options.no_predict;
        let client = GameClient::new(sim, config, now).map_err(|error| {
            Ending::Coded(NetError::Config, format!("No such player: {error}."))
        })?;
        Ok(Self {
            client,
            driver: Driver::new(options.drive, &options.input),
            ready: options.ready,
            start_game: options.start_game,
            is_ready: false,
            has_started: false,
            since: None,
            ended: None,
            code: None,
            kept: Kept::default(),
            name: options.name.clone(),
        })
    }

    /// Plays on. What there is to say lies ready afterwards.
    pub(super) fn play(&mut self, now: Instant) {
        if let (Some(race), Some(slot)) = (self.client.simulation(), self.client.slot()) {
            let input = self.driver.input(race, slot);
            self.client.set_input(input);
        }
        self.client.update(now);
        while let Some(event) = self.client.poll_event() {
            match event {
                ClientEvent::Welcome { .. } => self.since = Some(now),
                ClientEvent::PhaseChanged(Phase::Lobby) => {
                    (self.is_ready, self.has_started) = (false, false);
                }
                ClientEvent::Closed { code, version } => self.over(code, version),
                _ => {}
            }
        }
        let seen: Vec<_> = self.client.hashes().collect();
        self.kept.take(seen.into_iter().rev());
        self.ask();
    }

    /// What is to be asked for in a lobby.
    fn ask(&mut self) {
        if self.client.phase() != Phase::Lobby || !self.client.is_in() {
            return;
        }
        if self.ready && !self.is_ready {
            self.is_ready = self.client.set_ready(true).is_ok();
        }
        let is_host = self.client.slot().is_some() && self.client.host() == self.client.slot();
        if self.start_game && is_host && !self.has_started {
            self.has_started = self.client.start_game().is_ok();
        }
    }

    pub(super) fn over(&mut self, code: Option<NetError>, version: Option<u16>) {
        if self.ended.is_some() {
            return;
        }
        self.code = code;
        let more = version.map(|theirs| format!(" The server speaks version {theirs}."));
        self.ended = Some(match code {
            None => Ok(()),
            Some(code) => Err(fault::ending(code, &more.unwrap_or_default())),
        });
    }

    pub(super) fn report(&self, line: Line) -> PlayerReport {
        let stats = self.client.stats();
        let worst = stats.worst.and_then(|miss| {
            let (component, field) = self.client.field_name(miss.kind, miss.field)?;
            Some(format!("{component}.{field}"))
        });
        let holder = |row: &netplay::session::server::PlayerRow| Holder {
            slot: row.slot,
            bot: row.bot,
            name: row.name.to_string(),
        };
        PlayerReport {
            name: self.name.clone(),
            slot: self.client.slot(),
            phase: hosting::word(self.client.phase()),
            players: self.client.players().iter().map(holder).collect(),
            predictions_checked: stats.checked,
            predictions_wrong: stats.mispredictions,
            max_error: stats.max_error,
            worst_field: worst,
            ticks_predicted: stats.predicted,
            ticks_replayed: stats.replayed,
            snapshots: stats.snapshots,
            snapshot_bytes: stats.snapshot_bytes,
            line,
            code: self.code.map(NetError::code),
            hashes: self.kept.rows(),
        }
    }
}
