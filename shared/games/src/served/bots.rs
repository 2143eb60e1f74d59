//! The game's own drivers, who follow the racing line, at the pads of people.

use super::race::ServedRace;
use super::{RACE_TICKS, input_of_pad};
use crate::racing::bot::{self, Driver};
use alloc::vec::Vec;
use netplay::session::server::Bots;
use netplay::sim::InputFrame;

/// Drivers who hold pads like anybody: for players without hands. What they have in mind stays here.
/// (Cars of nobody need none: the race drives them itself.)
#[derive(Clone, Debug, Default)]
pub struct RaceBots {
    /// By slot; as the race's seed made them.
    drivers: Vec<Driver>,
}

impl RaceBots {
    /// Drivers who are told who they are by the race.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Bots<ServedRace> for RaceBots {
    fn think(&mut self, served: &ServedRace, slot: usize, _: u32) -> InputFrame {
        let race = served.race();
        let (seed, skill) = (race.setup.seed, race.setup.rules.skill);
        for seat in self.drivers.len()..race.cars.len() {
            self.drivers.push(Driver::new(seed, seat as u16, skill));
        }
        let Some(driver) = self.drivers.get_mut(slot) else { return InputFrame::default() };
        // They think as often as the race ticks; their hands move once.
        let mut controls = bot::drive(driver, &race.cars, slot, race.tick, skill, &race.track);
        for tick in 1..RACE_TICKS.into() {
            let tick = race.tick.saturating_add(tick);
            controls = bot::drive(driver, &race.cars, slot, tick, skill, &race.track);
        }
        input_of_pad(controls.word())
    }

    fn begin(&mut self) {
        self.drivers.clear();
    }
}
