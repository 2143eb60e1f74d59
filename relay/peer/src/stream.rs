//! `state-stream`: each confirmed tick's cars as a line of JSON, over WebSocket.

use crate::audience::Audience;
use crate::cli::StreamOptions;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::member::{Member, Part, Seen};
use crate::report;
use crate::running::Running;
use crate::world::Mover;
use netplay::ids::{Frame, Round};
use netplay::time::Instant;
use serde::Serialize;

/// Ticks told in one turn: while catching up, clients read in between.
const TICKS_A_TURN: usize = 60;

struct Stream {
    member: Member,
    audience: Audience,
    /// The last tick that was told: a state from which the game goes on after a break may be of
    /// one before it.
    told: Option<(Round, Frame)>,
}

/// Where it listens, told at the start.
#[derive(Serialize)]
struct Listening {
    listening: String,
}

/// A tick, as a client reads it.
#[derive(Serialize)]
struct Tick {
    round: u32,
    /// How many ticks are confirmed.
    tick: u32,
    movers: Vec<Mover>,
}

pub(crate) fn run(options: &StreamOptions) -> Result<(), Ending> {
    let address = options.listen;
    let audience = Audience::at(address, &options.allow_origin);
    let audience = audience
        .map_err(|error| Ending::Hindered(format!("Cannot listen on {address}: {error}.")))?;
    let bound = audience.address().unwrap_or(address);
    report::line(&Listening { listening: format!("ws://{bound}") });
    let member = Member::new(options.place.way(), options.place.code(), &options.name, Part::Watch);
    looping::run(&mut Stream { member, audience, told: None })
}

impl Stream {
    fn tell(&mut self, frame: Frame) {
        let Some(running) = self.member.running() else { return };
        let this = Some((running.start().round, frame));
        if this <= self.told {
            return;
        }
        self.told = this;
        if let Ok(line) = serde_json::to_string(&tick(running, frame)) {
            self.audience.tell(&line);
        }
    }
}

fn tick(running: &Running, frame: Frame) -> Tick {
    let start = running.start();
    let movers = running.world().movers(start.terms.tick_hz);
    Tick { round: start.round.0, tick: frame.plus(1).0, movers }
}

impl Driven for Stream {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.member.turn(now)?;
        self.audience.turn();
        for _ in 0..TICKS_A_TURN {
            match self.member.poll() {
                Some(Seen::Ticked(confirmed)) => self.tell(confirmed.frame),
                Some(Seen::Began | Seen::Over) => {}
                None => break,
            }
        }
        Ok(Turn::Again)
    }

    fn leave(&mut self, now: Instant) {
        self.audience.close();
        self.member.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.member.has_left(now)
    }
}
