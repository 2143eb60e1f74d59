//! `join --arena`: a player of a standing session, until so many seconds are confirmed.

use crate::cli::JoinOptions;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::member::{Member, Part, Seen};
use crate::report::{self, Played};
use crate::running::Running;
use netplay::code::RoomCode;
use netplay::ids::{Frame, Seat, StateHash};
use netplay::limits::CHECKPOINT_INTERVAL_FRAMES;
use netplay::time::Instant;
use std::time::Duration;

/// How long the relay may take to name whoever differs.
const VERDICT_WAIT: Duration = Duration::from_millis(500);
/// Ticks taken in one turn: while catching up, the link is looked at in between.
const TICKS_A_TURN: usize = 240;

struct Player<'a> {
    options: &'a JoinOptions,
    member: Member,
    /// The tick whose digest is asked for, once it is known when this peer came.
    target: Option<u32>,
    reached: Option<(Frame, StateHash, Instant)>,
    is_done: bool,
}

pub(crate) fn run(options: &JoinOptions) -> Result<(), Ending> {
    let part = Part::Drive {
        script: options.script,
        seat: options.seat.map(Seat),
        nearest: options.nearest,
    };
    let member = Member::new(options.line.way(), RoomCode::ARENA, &options.name, part);
    let mut player = Player { options, member, target: None, reached: None, is_done: false };
    let outcome = looping::run(&mut player);
    let played = player.played();
    if player.target.is_some() {
        report::line(&played);
    }
    outcome?;
    played.desync.map_or(Ok(()), |sentence| Err(Ending::Failed(sentence)))
}

impl Player<'_> {
    /// Looks at what is confirmed. Says whether it is all that was asked for.
    fn look(&mut self, now: Instant) -> Result<bool, Ending> {
        for _ in 0..TICKS_A_TURN {
            match self.member.poll() {
                None => break,
                Some(Seen::Began) => self.begin(),
                Some(Seen::Ticked(_)) => self.look_at_checkpoint(now),
                // Its state was lost before it came here: the next round is on its way.
                Some(Seen::Over) if self.target.is_none() => {}
                Some(Seen::Over) => {
                    return Err(Ending::Failed("The arena ended before its time.".to_owned()));
                }
            }
        }
        Ok(self.reached.is_some_and(|(.., since)| now.since(since) >= VERDICT_WAIT))
    }

    fn begin(&mut self) {
        let Some(running) = self.member.running() else { return };
        let wanted = self.options.seconds * u32::from(running.start().terms.tick_hz);
        let wanted = wanted.next_multiple_of(CHECKPOINT_INTERVAL_FRAMES);
        // Whoever comes when those seconds are long over counts from then on.
        let come = running.tick();
        self.target.get_or_insert(if come < wanted { wanted } else { come + wanted });
    }

    fn look_at_checkpoint(&mut self, now: Instant) {
        let (Some(running), Some(target)) = (self.member.running(), self.target) else { return };
        let found = running.checkpoints().find(|(frame, _)| frame.plus(1).0 >= target);
        if let (Some((frame, digest)), None) = (found, self.reached) {
            self.reached = Some((frame, digest, now));
        }
    }

    fn played(&self) -> Played {
        let running = self.member.running();
        let stats = running.map(Running::stats).unwrap_or_default();
        let desync = running.and_then(Running::desync);
        Played {
            seat: running.and_then(Running::seat).map(|seat| seat.0),
            tick: self.reached.map_or(0, |(frame, ..)| frame.plus(1).0),
            digest: self.reached.map(|(_, digest, _)| report::hex(digest)),
            desync: desync
                .map(|frame| format!("The states differ since tick {}.", frame.plus(1).0)),
            netcode: "sealed".to_owned(),
            rtt_ms: self.member.rtt_ms(),
            guessed: stats.guessed,
            mispredicted: stats.mispredicted,
            rollbacks: stats.rollbacks,
            deepest: stats.deepest,
            snaps: stats.snaps,
            stalls: stats.stalls,
            ..Played::default()
        }
    }
}

impl Driven for Player<'_> {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.member.turn(now)?;
        self.is_done = self.look(now)? || self.is_done;
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
