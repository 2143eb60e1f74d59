//! Members of an arena who simulate nothing: they take seats, and answer every tick that the relay
//! closes with the words of the next one.

use crate::ending::{self, Ending};
use crate::guest::Way;
use crate::line::Line;
use crate::report;
use netplay::client::ClientEvent;
use netplay::code::RoomCode;
use netplay::ids::{Frame, PadWord, Seat};
use netplay::sim::Input as _;
use netplay::time::Instant;
use netplay::wire::{
    Controller, Entry, Input, Message, Refusal, SeatController, Start, TransferAbort, WordSize,
    Words,
};

/// Beyond the relay's grace: a word that leaves with the last sealed tick is in time.
const LEAD_TICKS: u32 = 2;

pub(crate) struct Crowd {
    members: Vec<Silent>,
}

/// One of them.
struct Silent {
    name: String,
    line: Line,
    seat: Option<Seat>,
    /// Its seat was told.
    is_placed: bool,
    lead_ticks: u32,
    /// The first tick that nothing was said for.
    next: Frame,
    /// The last tick that the relay has closed.
    sealed: Option<Frame>,
}

impl Crowd {
    pub(crate) fn new(way: &Way, name: &str, count: u16) -> Self {
        let member = |number: u16| {
            let name = if count == 1 { name.to_owned() } else { format!("{name} {}", number + 1) };
            let entry = Entry::Join { code: RoomCode::ARENA, watch: false };
            let line = Line::new(way.clone(), entry, &name, number);
            Silent {
                name,
                line,
                seat: None,
                is_placed: false,
                lead_ticks: LEAD_TICKS,
                next: Frame(0),
                sealed: None,
            }
        };
        Self { members: (0..count).map(member).collect() }
    }

    pub(crate) fn turn(
        &mut self,
        pad: impl Fn(Seat, Frame) -> PadWord,
        now: Instant,
    ) -> Result<(), Ending> {
        let mut at = 0;
        while at < self.members.len() {
            match self.members[at].turn(&pad, now) {
                Ok(()) => at += 1,
                Err(ending) => {
                    let gone = self.members.remove(at);
                    ending::one_less(&gone.name, ending, self.members.len())?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn leave(&mut self, now: Instant) {
        self.members.iter_mut().for_each(|member| member.line.leave(now));
    }

    pub(crate) fn has_left(&self, now: Instant) -> bool {
        self.members.iter().all(|member| member.line.has_left(now))
    }

    /// The seats of those who have one.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> {
        self.members.iter().filter_map(|member| member.seat)
    }

    /// Whether everybody has a seat.
    pub(crate) fn is_placed(&self) -> bool {
        self.members.iter().all(|member| member.is_placed)
    }
}

impl Silent {
    fn turn(&mut self, pad: impl Fn(Seat, Frame) -> PadWord, now: Instant) -> Result<(), Ending> {
        self.line.keep(now)?;
        while let Some(event) = self.line.poll_event(now)? {
            self.told(event)?;
        }
        if let (Some(seat), false) = (self.seat, self.is_placed) {
            self.is_placed = true;
            report::place(&self.name, self.line.client().me().unwrap_or_default(), Some(seat));
        }
        if let (Some(seat), Some(sealed)) = (self.seat, self.sealed) {
            let first = sealed.plus(self.lead_ticks);
            if first >= self.next {
                self.next = first.plus(1);
                let mut word = Vec::new();
                pad(seat, first).write(&mut word);
                if let Some(words) = Words::new(WordSize::PAD, word) {
                    self.line.say(Input { seat, first, words });
                }
            }
        }
        self.line.transmit(now);
        Ok(())
    }

    fn told(&mut self, event: ClientEvent) -> Result<(), Ending> {
        match event {
            // Whoever has simulated nothing misses no state.
            ClientEvent::Refused(Refusal::AlreadyStarted) if self.line.client().me().is_some() => {}
            ClientEvent::Refused(refusal) => {
                return Err(Ending::dismissed(&party::words::refusal(&refusal)));
            }
            ClientEvent::Started { start, .. } => self.started(&start),
            ClientEvent::Ended { .. } => (self.next, self.sealed) = (Frame(0), None),
            ClientEvent::SeatChanged(change) => self.seat_changed(&change),
            ClientEvent::Play(Message::Seal(seal)) if seal.last => self.sealed = Some(seal.tick),
            // A state is sent to everybody who comes late; here nobody needs it.
            ClientEvent::Transfer(Message::TransferBegin(begin)) => {
                self.line.say(TransferAbort { peer: begin.peer, id: begin.id });
            }
            _ => {}
        }
        Ok(())
    }

    fn started(&mut self, start: &Start) {
        let me = self.line.client().me();
        self.seat = me.and_then(|me| start.seat_of(me)).or(self.seat);
        self.lead_ticks = u32::from(start.terms.grace_ticks) + LEAD_TICKS;
    }

    fn seat_changed(&mut self, change: &SeatController) {
        let is_mine = self
            .line
            .client()
            .me()
            .is_some_and(|player| change.controller == Controller::Human { player });
        if is_mine {
            self.seat = Some(change.seat);
        } else if self.seat == Some(change.seat) {
            self.seat = None;
        }
    }
}
