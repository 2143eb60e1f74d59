//! `join`: a player without a page, who drives by a script until so many seconds are confirmed.

use crate::cli::JoinOptions;
use crate::ending::Ending;
use crate::guest::Guest;
use crate::looping::{self, Driven, Turn};
use crate::report;
use games::GameSetup;
use games::racing::{CAP_MOST_SECONDS, LAPS_MOST, RaceRules};
use netplay::ids::{Frame, PadWord, StateHash};
use netplay::limits::TICK_HZ;
use netplay::time::Instant;
use party::{Ask, EntryWish, Phase};
use serde::Serialize;

struct Join<'a> {
    options: &'a JoinOptions,
    guest: Guest,
    /// The tick whose digest is asked for, once it is known when this peer came.
    target: Option<u32>,
    reached: Option<(Frame, StateHash)>,
    code_told: bool,
    is_done: bool,
}

/// The line at the end.
#[derive(Serialize)]
struct Report {
    seat: Option<u16>,
    /// Ticks that everybody's inputs are known for.
    tick: u32,
    /// Of the state after that tick.
    digest: Option<String>,
}

#[derive(Serialize)]
struct Code {
    code: String,
}

pub(crate) fn run(options: &JoinOptions) -> Result<(), Ending> {
    let wish = match options.room {
        Some(code) => EntryWish::Join { code, watch: false },
        None => EntryWish::Create { seats: options.seats },
    };
    let guest = Guest::new(options.line.way(), options.name.clone(), wish, 0, Instant::ZERO);
    let mut join =
        Join { options, guest, target: None, reached: None, code_told: false, is_done: false };
    let outcome = looping::run(&mut join);
    if join.target.is_some() {
        join.report();
    }
    outcome
}

impl Join<'_> {
    /// The host's part: a race that lasts, and its start once everybody is there.
    fn host(&mut self, now: Instant) {
        let view = self.guest.view();
        if view.phase != Phase::Lobby || !view.am_host || self.options.room.is_some() {
            return;
        }
        let seated = view.rows.iter().filter(|row| row.seat.is_some()).count();
        let can_start = view.can_start && seated >= usize::from(self.options.players);
        if let (Some(code), false) = (view.code, self.code_told) {
            self.code_told = true;
            let rules = RaceRules {
                laps: LAPS_MOST,
                cap_seconds: CAP_MOST_SECONDS,
                ..RaceRules::default()
            };
            self.guest.ask(Ask::PickGame(GameSetup::Racing(rules)), now);
            report::line(&Code { code: code.to_string() });
        }
        if can_start {
            self.guest.ask(Ask::Countdown(true), now);
        }
    }

    /// Notes the newest checkpoint. Says whether the asked one is reached.
    fn look(&mut self) -> Result<bool, Ending> {
        let Some((frame, checkpoint)) = self.guest.room().progress() else {
            return if self.target.is_some() { Err(self.cut_short()) } else { Ok(false) };
        };
        let wanted = self.options.seconds * TICK_HZ;
        // Whoever comes when those seconds are long over counts from then on.
        let target =
            *self.target.get_or_insert(if frame.0 < wanted { wanted } else { frame.0 + wanted });
        self.reached = checkpoint.or(self.reached);
        Ok(self.reached.is_some_and(|(frame, _)| frame.0 + 1 >= target))
    }

    fn cut_short(&self) -> Ending {
        let why = self.guest.view().notices.iter().rev().find(|notice| notice.urgent);
        let why = why.map_or("", |notice| &notice.text);
        Ending::Failed(format!("The game was over before its time. {why}").trim_end().to_owned())
    }

    fn report(&self) {
        report::line(&Report {
            seat: self.guest.seat().map(|seat| seat.0),
            tick: self.reached.map_or(0, |(frame, _)| frame.0 + 1),
            digest: self.reached.map(|(_, hash)| report::hex(hash)),
        });
    }
}

impl Driven for Join<'_> {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        let pad = match self.guest.seat() {
            Some(seat) => self.options.script.pad(seat, self.guest.frame()),
            None => PadWord(0),
        };
        if self.guest.turn(pad, now)? {
            self.guest.get_ready(now);
            self.host(now);
        }
        self.is_done = self.is_done || self.look()?;
        Ok(if self.is_done { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.is_done = true;
        self.guest.leave(now);
    }

    fn has_left(&self, _: Instant) -> bool {
        self.guest.has_left()
    }
}
