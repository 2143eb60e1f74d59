//! `bot`: members who take seats and drive by a script, for company and for load.

use crate::cli::BotOptions;
use crate::company::Company;
use crate::ending::Ending;

use crate::looping::{self, Driven, Turn};
use crate::script::Script;
use netplay::time::Instant;

struct Bots {
    company: Company,
    script: Script,
    until: Option<Instant>,
}

pub(crate) fn run(options: &BotOptions) -> Result<(), Ending> {
    let company = Company::new(&options.place, &options.name, options.count);
    let until = options.seconds.map(|seconds| Instant::from_millis(u64::from(seconds) * 1_000));
    looping::run(&mut Bots { company, script: options.script, until })
}

impl Driven for Bots {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        let script = self.script;
        self.company.turn(|game, seat, frame| script.pad_in(game, seat, frame), now)?;
        let is_over = self.until.is_some_and(|until| now >= until);
        Ok(if is_over { Turn::Done } else { Turn::Again })
    }

    fn leave(&mut self, now: Instant) {
        self.company.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.company.has_left(now)
    }
}
