//! `bot`: members who take seats and drive by a script, for company and for load.

use crate::cli::BotOptions;
use crate::ending::Ending;
use crate::fleet::Fleet;
use crate::looping::{self, Driven, Turn};
use crate::script::Script;
use netplay::time::Instant;

struct Bots {
    fleet: Fleet,
    script: Script,
    until: Option<Instant>,
}

pub(crate) fn run(options: &BotOptions) -> Result<(), Ending> {
    let fleet = Fleet::new(
        &options.place.way(),
        options.place.room,
        &options.name,
        options.count,
        Instant::ZERO,
    );
    let until = options.seconds.map(|seconds| Instant::from_millis(u64::from(seconds) * 1_000));
    looping::run(&mut Bots { fleet, script: options.script, until })
}

impl Driven for Bots {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        let script = self.script;
        self.fleet.turn(|seat, frame| script.pad(seat, frame), now)?;
        let is_over = self.until.is_some_and(|until| now >= until);
        Ok(if is_over { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.fleet.leave(now);
    }

    fn has_left(&self, _: Instant) -> bool {
        self.fleet.has_left()
    }
}
