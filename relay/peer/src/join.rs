//! `join`: a player without a page, who drives by a script until so many seconds are confirmed.

use crate::arena;
use crate::cli::JoinOptions;
use crate::ending::Ending;
use crate::guest::Guest;
use crate::looping::{self, Driven, Turn};
use crate::report::{self, Played};
use netplay::code::RoomCode;
use netplay::ids::{PadWord, StateHash};
use netplay::limits::TICK_HZ;
use netplay::time::Instant;
use party::{Ask, EntryWish, NetView, Phase};
use serde::Serialize;
use std::time::Duration;

/// How long the others' word on the last checkpoint is waited for.
const AGREEMENT_WAIT: Duration = Duration::from_secs(1);

struct Join<'a> {
    options: &'a JoinOptions,
    guest: Guest,
    /// The tick whose digest is asked for, once it is known when this peer came.
    target: Option<u32>,
    /// The counters as they were last, and since when the asked tick is confirmed.
    net: NetView,
    reached: Option<(Reached, Instant)>,
    code_told: bool,
    is_done: bool,
}

#[derive(Clone, Copy)]
struct Reached {
    tick: u32,
    digest: StateHash,
}

#[derive(Serialize)]
struct Code {
    code: String,
}

pub(crate) fn run(options: &JoinOptions) -> Result<(), Ending> {
    if options.code() == Some(RoomCode::ARENA) {
        return arena::run(options);
    }
    let wish = match options.code() {
        Some(code) => EntryWish::Join { code, watch: false },
        None => EntryWish::Create { seats: options.seats },
    };
    let guest = Guest::new(options.line.way(), options.name.clone(), wish, 0, Instant::ZERO);
    let net = NetView::default();
    let mut join =
        Join { options, guest, target: None, net, reached: None, code_told: false, is_done: false };
    let outcome = looping::run(&mut join);
    if join.target.is_some() {
        report::line(&join.report());
        join.keep_bundle();
    }
    outcome?;
    match join.desync() {
        Some(sentence) => Err(Ending::Failed(sentence)),
        None => Ok(()),
    }
}

impl Join<'_> {
    /// The host's part: a game that lasts, and its start once everybody is there.
    fn host(&mut self, now: Instant) {
        let view = self.guest.view();
        if view.phase != Phase::Lobby || !view.am_host || self.options.code().is_some() {
            return;
        }
        let seated = view.rows.iter().filter(|row| row.seat.is_some()).count();
        let can_start = view.can_start && seated >= usize::from(self.options.players);
        if let (Some(code), false) = (view.code, self.code_told) {
            self.code_told = true;
            self.guest.ask(Ask::PickGame(self.options.game.lasting()), now);
            self.guest.ask(Ask::PickNetcode(self.options.netcode.into()), now);
            report::line(&Code { code: code.to_string() });
        }
        if can_start {
            self.guest.ask(Ask::Countdown(true), now);
        }
    }

    /// Looks at what is confirmed. Says whether it is all that was asked for.
    fn look(&mut self, now: Instant) -> Result<bool, Ending> {
        let Some(net) = self.guest.room().net() else {
            return if self.target.is_some() { Err(self.cut_short()) } else { Ok(false) };
        };
        self.net = net;
        let tick = self.guest.frame().0;
        if self.guest.view().phase == Phase::Playing && self.target.is_none() {
            let wanted = self.options.seconds * TICK_HZ;
            // Whoever comes when those seconds are long over counts from then on.
            self.target = Some(if tick < wanted { wanted } else { tick + wanted });
        }
        let Some(target) = self.target else { return Ok(false) };
        let found = self.net.checkpoints.iter().find(|(frame, ..)| frame.plus(1).0 >= target);
        let Some(&(frame, digest, agreed)) = found else { return Ok(false) };
        let since = self.reached.map_or(now, |(_, since)| since);
        self.reached = Some((Reached { tick: frame.plus(1).0, digest }, since));
        Ok(agreed.is_some() || now.since(since) >= AGREEMENT_WAIT)
    }

    fn cut_short(&self) -> Ending {
        let why = self.guest.view().notices.iter().rev().find(|notice| notice.urgent);
        let why = why.map_or("", |notice| &notice.text);
        let sentence = self.desync();
        let sentence =
            sentence.unwrap_or_else(|| format!("The game was over before its time. {why}"));
        Ending::Failed(sentence.trim_end().to_owned())
    }

    fn desync(&self) -> Option<String> {
        if let Some(finding) = &self.guest.view().finding {
            return Some(finding.sentence.clone());
        }
        let wrong = self.net.checkpoints.iter().find(|(.., agreed)| *agreed == Some(false))?;
        Some(format!("The states differ since tick {}.", wrong.0.plus(1).0))
    }

    /// For a developer, who runs it again.
    fn keep_bundle(&self) {
        let finding = self.guest.view().finding.as_ref();
        if let (Some(file), Some(finding)) = (&self.options.bundle, finding)
            && let Err(error) = std::fs::write(file, &finding.bundle)
        {
            eprintln!("{} cannot be written: {error}.", file.display());
        }
    }

    fn report(&self) -> Played {
        let reached = self.reached.map(|(reached, _)| reached);
        let net = &self.net;
        Played {
            seat: self.guest.seat().map(|seat| seat.0),
            tick: reached.map_or(0, |reached| reached.tick),
            digest: reached.map(|reached| report::hex(reached.digest)),
            desync: self.desync(),
            netcode: self.guest.view().netcode.name().to_lowercase(),
            input_delay: net.input_delay,
            rtt_ms: net.rtt_ms,
            guessed: net.guessed,
            mispredicted: net.mispredicted,
            rollbacks: net.rollbacks,
            deepest: net.deepest,
            corrections: net.corrections,
            largest_mm: net.largest_mm,
            snaps: net.snaps,
            stalls: net.stalls,
            stalled_ms: net.stalled_ms,
        }
    }
}

impl Driven for Join<'_> {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        let pad = match self.guest.seat() {
            Some(seat) => self.options.script.pad_in(self.guest.game(), seat, self.guest.frame()),
            None => PadWord(0),
        };
        if self.guest.turn(pad, now)? {
            self.guest.get_ready(now);
            self.guest.take_over(self.options.seat, now);
            self.host(now);
        }
        self.is_done = self.is_done || self.look(now)?;
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
