//! Lockstep as it would be if everybody's inputs were known beforehand.

use crate::pad;
use netplay::ids::{Frame, PadWord, Seat, StateHash};
use netplay::sim::Simulation;
use netplay::wire::Controller;

/// The digest after each of the first `frames` frames, where every person presses what the script
/// of `seed` says and seats change hands as `changes` say.
pub fn reference<S: Simulation<Input = PadWord>>(
    mut game: S,
    seed: u64,
    delay: u8,
    controllers: &[Controller],
    changes: &[(Seat, Controller, Frame)],
    frames: u32,
) -> Vec<StateHash> {
    let mut drivers = controllers.to_vec();
    for (seat, driver) in (0..).map(Seat).zip(&drivers) {
        game.set_seat_controller(seat, *driver);
    }
    let mut hashes = Vec::new();
    for frame in (0..frames).map(Frame) {
        for (seat, controller, _) in changes.iter().filter(|change| change.2 == frame) {
            drivers[seat.index()] = *controller;
            game.set_seat_controller(*seat, *controller);
        }
        let pressed = |(seat, driver): (Seat, &Controller)| match driver {
            Controller::Human { .. } if frame.0 >= u32::from(delay) => pad(seed, seat, frame),
            _ => PadWord(0),
        };
        let inputs: Vec<PadWord> = (0..).map(Seat).zip(&drivers).map(pressed).collect();
        game.tick(&inputs);
        hashes.push(game.state_hash());
    }
    hashes
}
