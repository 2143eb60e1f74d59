//! What a session simulates here: a game that the page has, too, or the field of an arena.

use crate::content;
use crate::field::{self, Field};
use games::Game;
use games::golf::BallView;
use games::hunt::FigureView;
use games::racing::CarView;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::sim::{BadState, Rewind, Simulation};
use netplay::wire::{Controller, Start};
use serde::Serialize;

#[derive(Clone, Debug)]
pub(crate) enum World {
    Game(Box<Game>),
    Field(Field),
}

/// Something that moves, as a client of the state stream reads it.
#[derive(Serialize)]
pub(crate) struct Mover {
    seat: u16,
    /// In metres, to the right and down.
    x: f64,
    y: f64,
    /// In degrees, clockwise, 0 to the right.
    heading: f64,
    /// In metres a second.
    speed: f64,
}

impl World {
    /// What a start order begins. One that names no game is an arena's, and a field's.
    ///
    /// # Errors
    /// A sentence, when this program does not have it.
    pub(crate) fn of_start(start: &Start) -> Result<Self, String> {
        if start.mode.is_empty() {
            return Ok(Self::Field(Field::new(start.seats.len())));
        }
        let game = Game::from_start(start, &content::pack()).map_err(|error| error.to_string())?;
        Ok(Self::Game(Box::new(game)))
    }

    /// Everything that moves, in the order of seats, at so many ticks a second.
    pub(crate) fn movers(&self, tick_hz: u8) -> Vec<Mover> {
        match self {
            Self::Game(game) => match &**game {
                Game::Race(race) => {
                    let cars = race.view().cars.into_iter();
                    let mover = |car: CarView| Mover {
                        seat: car.seat.0,
                        x: metres(car.pos.x.0),
                        y: metres(car.pos.y.0),
                        heading: degrees(car.heading),
                        speed: f64::from(car.speed_cms) / 100.0,
                    };
                    cars.map(mover).collect()
                }
                Game::Golf(golf) => {
                    let balls = golf.view().balls.into_iter();
                    let mover = |ball: BallView| Mover {
                        seat: ball.seat.0,
                        x: metres(ball.pos.x.0),
                        y: metres(ball.pos.y.0),
                        heading: degrees(ball.vel.angle().0),
                        speed: metres(ball.vel.length().0),
                    };
                    balls.map(mover).collect()
                }
                Game::Hunt(hunt) => {
                    // What a spectator sees: who is a thing is nowhere to be read.
                    let figures = hunt.view(None).figures.into_iter();
                    let mover = |figure: FigureView| Mover {
                        seat: figure.seat.0,
                        x: metres(figure.pos.x.0),
                        y: metres(figure.pos.y.0),
                        heading: degrees(figure.heading),
                        speed: 0.0,
                    };
                    figures.map(mover).collect()
                }
            },
            Self::Field(field) => {
                let walkers = (0..).zip(field.walkers());
                let mover = |(seat, walker): (u16, &field::Walker)| Mover {
                    seat,
                    x: metres(walker.pos.x.0),
                    y: metres(walker.pos.y.0),
                    heading: degrees(walker.heading.0),
                    speed: rounded(f64::from(walker.speed.0) / 65_536.0 * f64::from(tick_hz)),
                };
                walkers.map(mover).collect()
            }
        }
    }
}

/// Q16.16 as decimal, to the millimetre.
fn metres(fix: i32) -> f64 {
    rounded(f64::from(fix) / 65_536.0)
}

fn degrees(heading: u16) -> f64 {
    rounded(f64::from(heading) * 360.0 / 65_536.0)
}

fn rounded(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}

impl Simulation for World {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        match self {
            Self::Game(game) => game.tick(inputs),
            Self::Field(field) => field.tick(inputs),
        }
    }

    fn state_hash(&self) -> StateHash {
        match self {
            Self::Game(game) => game.state_hash(),
            Self::Field(field) => field.state_hash(),
        }
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        match self {
            Self::Game(game) => game.set_seat_controller(seat, controller),
            Self::Field(field) => field.set_seat_controller(seat, controller),
        }
    }

    fn distance(&self, one: Seat, other: Seat) -> u64 {
        match self {
            Self::Game(game) => game.distance(one, other),
            Self::Field(field) => field.distance(one, other),
        }
    }
}

impl Rewind for World {
    fn save(&self, out: &mut Vec<u8>) {
        match self {
            Self::Game(game) => game.save(out),
            Self::Field(field) => field.save(out),
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        match self {
            Self::Game(game) => game.load(bytes),
            Self::Field(field) => field.load(bytes),
        }
    }
}
