//! `observe`: watches a game of a room to its end, checks it, and records it.

use crate::cli::ObserveOptions;
use crate::content;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::member::{Member, Part, Seen};
use crate::report;
use crate::running::Running;
use crate::tape::Tape;
use netplay::ids::{Frame, PlayerId, Seat, StateHash};
use netplay::session::replay::{Header, Look, Origin};
use netplay::sim::{Rewind, Simulation};
use netplay::time::Instant;
use netplay::wire::Text;
use serde::Serialize;
use std::path::Path;

/// Ticks simulated in one turn: while catching up, the link is looked at in between.
const TICKS_A_TURN: usize = 240;

struct Observe<'a> {
    options: &'a ObserveOptions,
    member: Member,
    tape: Tape,
    told: Option<Frame>,
    is_done: bool,
}

/// A line at a checkpoint.
#[derive(Serialize)]
struct Checkpoint {
    tick: u32,
    digest: String,
}

/// The line at the end.
#[derive(Serialize)]
struct Report<'a> {
    round: Option<u32>,
    /// Ticks that are confirmed and simulated.
    tick: u32,
    /// Of the state after them.
    digest: Option<String>,
    /// The first tick after whose state somebody's differs.
    desync: Option<u32>,
    recording: Option<&'a Path>,
}

pub(crate) fn run(options: &ObserveOptions) -> Result<(), Ending> {
    let member = Member::new(options.place.way(), options.place.code(), &options.name, Part::Watch);
    let tape = Tape::new(options.record.clone());
    let mut observe = Observe { options, member, tape, told: None, is_done: false };
    let outcome = looping::run(&mut observe);
    observe.report();
    outcome?;
    match observe.member.running().and_then(Running::desync) {
        Some(frame) => Err(Ending::Failed(format!(
            "The players' states differ since tick {}.",
            frame.plus(1).0
        ))),
        None => Ok(()),
    }
}

impl Observe<'_> {
    /// Looks at what is new. Says whether it was all that was asked for.
    fn look(&mut self) -> bool {
        for _ in 0..TICKS_A_TURN {
            match self.member.poll() {
                None => return false,
                Some(Seen::Began) => self.begin(),
                Some(Seen::Over) => return true,
                Some(Seen::Ticked(confirmed)) => {
                    self.tape.frame(&confirmed);
                    self.look_at_checkpoint();
                    if self.wanted().is_some_and(|ticks| confirmed.frame.plus(1).0 >= ticks) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The ticks that were asked for, at the game's own rate.
    fn wanted(&self) -> Option<u32> {
        let tick_hz = self.member.running()?.start().terms.tick_hz;
        Some(self.options.seconds? * u32::from(tick_hz))
    }

    fn begin(&mut self) {
        let Some(running) = self.member.running() else { return };
        let round = running.start().round.0;
        let header = header(running, &self.member);
        self.tape.begin(&header, &format!("{}-{round}", self.options.place.code()));
    }

    fn look_at_checkpoint(&mut self) {
        let newest = self.member.running().and_then(|running| running.checkpoints().next_back());
        let Some((frame, hash)) = newest.filter(|(frame, _)| self.told != Some(*frame)) else {
            return;
        };
        self.told = Some(frame);
        self.tape.checkpoint(frame, hash);
        if self.options.verbose {
            report::line(&Checkpoint { tick: frame.plus(1).0, digest: report::hex(hash) });
        }
    }

    fn report(&mut self) {
        let running = self.member.running();
        let digest = |running: &Running| -> StateHash { running.world().state_hash() };
        report::line(&Report {
            round: running.map(|running| running.start().round.0),
            tick: running.map_or(0, Running::tick),
            digest: running.map(|running| report::hex(digest(running))),
            desync: running.and_then(Running::desync).map(|frame| frame.plus(1).0),
            recording: self.tape.finish(),
        });
    }
}

/// What a recording that begins now says of itself.
fn header(running: &Running, member: &Member) -> Header {
    let start = running.start().clone();
    let look = |player: &Option<PlayerId>| {
        let row = player.and_then(|player| member.row(player));
        let name = match (row, player) {
            (Some(row), _) => row.name.clone(),
            (None, Some(player)) => Text::truncated(&format!("Player {}", player.0)),
            (None, None) => Text::truncated("AI"),
        };
        Look { name, colour: row.map_or(0, |row| row.colour) }
    };
    let frame = Frame(running.tick());
    let origin = if frame == Frame(0) {
        Origin::Start
    } else {
        let mut state = Vec::new();
        running.world().save(&mut state);
        let seats = (0..start.seats.len() as u16).map(Seat);
        Origin::State { frame, hands: seats.map(|seat| running.controller(seat)).collect(), state }
    };
    let ours = party::identity(&content::pack());
    Header {
        simulation: ours.simulation,
        pack: ours.pack,
        build: ours.build,
        word_size: ours.word_size,
        looks: start.seats.iter().map(look).collect(),
        start,
        origin,
    }
}

impl Driven for Observe<'_> {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.member.turn(now)?;
        self.is_done = self.is_done || self.look();
        Ok(if self.is_done { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.is_done = true;
        self.member.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.member.has_left(now)
    }
}
