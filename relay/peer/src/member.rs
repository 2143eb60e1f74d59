//! A member of a room or an arena who needs every confirmed tick: watches, or drives by a script.
//! Who watches simulates a tick as soon as it is confirmed, and never guesses.
//!
//! ```text
//! member.turn(now)?                       bytes → messages → session, and back
//! while let Some(seen) = member.poll()    a game begins, a tick is confirmed, it is over
//! ```

use crate::ending::Ending;
use crate::guest::Way;
use crate::line::Line;
use crate::running::Running;
use crate::script::Script;
use netplay::client::ClientEvent;
use netplay::code::RoomCode;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::session::Confirmed;
use netplay::session::transfer::Donations;
use netplay::time::Instant;
use netplay::wire::{Entry, Loaded, MemberRow, Message, Refusal, Start, TakeSeat};

/// Something the member saw.
#[derive(Debug)]
pub(crate) enum Seen {
    /// A game goes on from the state it has now, its first or a donor's.
    Began,
    /// The next tick is confirmed.
    Ticked(Confirmed<PadWord>),
    /// This game is over, and no more of its ticks come.
    Over,
}

/// What the member does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Watch,
    /// Of a session of sealed ticks only.
    Drive {
        script: Script,
        /// The seat that it has to be.
        seat: Option<Seat>,
        /// The seats whose wrong guesses are corrected at once, where it is not all of them.
        nearest: Option<u16>,
    },
}

pub(crate) struct Member {
    line: Line,
    part: Part,
    running: Option<Running>,
    /// The session has ended: only what has come of it is still simulated.
    is_over: bool,
    donations: Donations,
}

impl Member {
    pub(crate) fn new(way: Way, code: RoomCode, name: &str, part: Part) -> Self {
        // Who wants a certain seat comes in without one, and takes it.
        let watch = !matches!(part, Part::Drive { seat: None, .. });
        Self {
            line: Line::new(way, Entry::Join { code, watch }, name, 0),
            part,
            running: None,
            is_over: false,
            donations: Donations::default(),
        }
    }

    // --- the loop -------------------------------------------------------------------------------

    /// Receives, runs the clock, and transmits.
    ///
    /// # Errors
    /// When the relay cannot be reached, does not let us in, or has ended the stay.
    pub(crate) fn turn(&mut self, now: Instant) -> Result<(), Ending> {
        if self.line.keep(now)? {
            self.donations = Donations::default();
        }
        // What comes after the end of a game waits until its last ticks have been seen.
        while !self.is_over {
            let Some(event) = self.line.poll_event(now)? else { break };
            self.told(event, now)?;
        }
        let rtt_ms = self.line.client().my_row().map_or(0, |row| row.rtt_ms);
        if let Some(running) = &mut self.running {
            running.run(rtt_ms, now);
            if running.settles() {
                let player = self.line.client().me().unwrap_or_default();
                self.line.say(Loaded { player, round: running.start().round });
            }
            while let Some(message) = running.poll_message() {
                self.line.say(message);
            }
        }
        for message in self.donations.poll(now) {
            self.line.say(message);
        }
        self.line.transmit(now);
        Ok(())
    }

    /// The next thing to see, if there is one now.
    pub(crate) fn poll(&mut self) -> Option<Seen> {
        let running = self.running.as_mut()?;
        if running.begins() {
            return Some(Seen::Began);
        }
        if let Some(confirmed) = running.step() {
            return Some(Seen::Ticked(confirmed));
        }
        if running.is_lost() {
            self.line.lose(); // only on a new link does the relay find a donor for us
        }
        std::mem::take(&mut self.is_over).then_some(Seen::Over)
    }

    /// Says goodbye.
    pub(crate) fn leave(&mut self, now: Instant) {
        self.line.leave(now);
    }

    pub(crate) fn has_left(&self, now: Instant) -> bool {
        self.line.has_left(now)
    }

    // --- looking --------------------------------------------------------------------------------

    /// The game that runs, or the last one.
    pub(crate) fn running(&self) -> Option<&Running> {
        self.running.as_ref()
    }

    /// How somebody is shown.
    pub(crate) fn row(&self, player: PlayerId) -> Option<&MemberRow> {
        self.line.client().member(player)
    }

    pub(crate) fn rtt_ms(&self) -> Option<u16> {
        self.line.client().my_row().map(|row| row.rtt_ms).filter(|rtt_ms| *rtt_ms > 0)
    }

    // --- what the relay tells -------------------------------------------------------------------

    fn told(&mut self, event: ClientEvent, now: Instant) -> Result<(), Ending> {
        match event {
            ClientEvent::Welcomed { resumed: false } => {
                if let Part::Drive { seat: Some(seat), .. } = self.part {
                    self.line.say(TakeSeat { seat: Some(seat) });
                }
            }
            ClientEvent::Refused(refusal) => self.refused(&refusal)?,
            ClientEvent::Started { start, late } => self.started(&start, late, now)?,
            ClientEvent::Ended { .. } => self.is_over = self.running.is_some(),
            ClientEvent::SeatChanged(change) => self.play(&change.into())?,
            ClientEvent::Diverged(diverged) => self.play(&diverged.into())?,
            ClientEvent::Play(message) => self.play(&message)?,
            ClientEvent::Loaded { player } | ClientEvent::Left { player, .. } => {
                self.donations.forget(player);
            }
            ClientEvent::StateAsked { player } if self.line.client().me() == Some(player) => {
                // Nobody else has it, and what was here went with the old link.
                self.line.say(Donations::own(player, None));
            }
            ClientEvent::StateAsked { player } => {
                if let Some(running) = self.running.as_ref().filter(|it| it.can_donate()) {
                    self.donations.begin(player, |out| running.donate(out), now);
                }
            }
            ClientEvent::Transfer(message) => {
                self.donations.handle(&message, now);
                let running = self.running.as_mut();
                let answers = running.map(|running| running.handle_transfer(&message, now));
                answers.into_iter().flatten().for_each(|answer| self.line.say(answer));
            }
            _ => {}
        }
        Ok(())
    }

    fn refused(&mut self, refusal: &Refusal) -> Result<(), Ending> {
        let in_arena = self.line.client().code() == Some(RoomCode::ARENA);
        if *refusal == Refusal::AlreadyStarted && in_arena {
            let what = "The arena runs, and nobody in it sends its state.";
            return Err(Ending::Hindered(what.to_owned()));
        }
        if self.part == Part::Watch {
            self.running = None; // the next game of the room is watched
            return Ok(());
        }
        Err(Ending::dismissed(&party::words::refusal(refusal)))
    }

    fn started(&mut self, start: &Start, late: bool, now: Instant) -> Result<(), Ending> {
        let me = self.line.client().me().unwrap_or_default();
        let kept = self.running.take().filter(|running| running.start().round == start.round);
        let mut running = match kept {
            Some(kept) => kept,
            None => match self.part {
                Part::Watch => Running::watching(start, me),
                Part::Drive { script, nearest, .. } => Running::driving(start, me, script, nearest),
            }
            .map_err(|why| Ending::Hindered(format!("This game cannot be played here: {why}.")))?,
        };
        if late {
            running.await_state(now);
        }
        self.running = Some(running);
        Ok(())
    }

    fn play(&mut self, message: &Message) -> Result<(), Ending> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let fault = |fault| Ending::Hindered(format!("Somebody breaks the rules: {fault}."));
        running.handle(message).map_err(fault)
    }
}
