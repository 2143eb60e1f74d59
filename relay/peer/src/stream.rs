//! `state-stream`: each confirmed tick's cars as a line of JSON, over WebSocket.

use crate::audience::Audience;
use crate::cli::StreamOptions;
use crate::ending::Ending;
use crate::looping::{self, Driven, Turn};
use crate::report;
use crate::watched::Watched;
use crate::watcher::{Seen, Watcher};
use games::Game;
use netplay::ids::Frame;
use netplay::time::Instant;
use serde::Serialize;

/// Ticks told in one turn: while catching up, clients read in between.
const TICKS_A_TURN: usize = 60;

struct Stream {
    watcher: Watcher,
    audience: Audience,
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
    cars: Vec<Car>,
}

#[derive(Serialize)]
struct Car {
    seat: u16,
    /// In metres, to the right and down from the track's corner.
    x: f64,
    y: f64,
    /// In degrees, clockwise, 0 to the right.
    heading: f64,
    /// In metres a second.
    speed: f64,
}

pub(crate) fn run(options: &StreamOptions) -> Result<(), Ending> {
    let address = options.listen;
    let audience = Audience::at(address, &options.allow_origin);
    let audience = audience
        .map_err(|error| Ending::Hindered(format!("Cannot listen on {address}: {error}.")))?;
    let bound = audience.address().unwrap_or(address);
    report::line(&Listening { listening: format!("ws://{bound}") });
    let watcher = Watcher::new(options.place.way(), options.place.room, &options.name);
    looping::run(&mut Stream { watcher, audience })
}

impl Stream {
    fn tell(&mut self, frame: Frame) {
        let Some(watched) = self.watcher.watched() else { return };
        if let Ok(line) = serde_json::to_string(&tick(watched, frame)) {
            self.audience.tell(&line);
        }
    }
}

fn tick(watched: &Watched, frame: Frame) -> Tick {
    let Game::Race(race) = watched.game();
    let cars = race.view().cars.into_iter().map(|car| Car {
        seat: car.seat.0,
        x: metres(car.pos.x.0),
        y: metres(car.pos.y.0),
        heading: rounded(f64::from(car.heading) * 360.0 / 65_536.0),
        speed: f64::from(car.speed_cms) / 100.0,
    });
    Tick { round: watched.start().round.0, tick: frame.0 + 1, cars: cars.collect() }
}

/// Q16.16 as decimal, to the millimetre.
fn metres(fix: i32) -> f64 {
    rounded(f64::from(fix) / 65_536.0)
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

impl Driven for Stream {
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending> {
        self.watcher.turn(now)?;
        self.audience.turn();
        for _ in 0..TICKS_A_TURN {
            match self.watcher.poll() {
                Some(Seen::Ticked(confirmed)) => self.tell(confirmed.frame),
                Some(Seen::Began | Seen::Over) => {}
                None => break,
            }
        }
        Ok(Turn::Again)
    }

    fn leave(&mut self, now: Instant) {
        self.audience.close();
        self.watcher.leave(now);
    }

    fn has_left(&self, now: Instant) -> bool {
        self.watcher.has_left(now)
    }
}
