//! Hunts without anybody watching: how the sides fare.

use super::arena::Arena;
use super::event::HuntEvent;
use super::hunt::Hunt;
use super::rules::HuntSetup;
use crate::SetupError;
use alloc::sync::Arc;
use netplay::sim::Simulation;

/// How the rounds of hunts ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    /// Rounds.
    pub rounds: u32,
    /// Those in which a hider was left.
    pub hiders_won: u32,
    /// Hiders at the beginning of rounds.
    pub hiders: u32,
    /// How many of them were caught.
    pub caught: u32,
    /// Wrong guesses.
    pub wrong: u32,
    /// Ticks of all hunts.
    pub ticks: u32,
}

impl Sides {
    /// Plays a hunt of the AI against itself, and counts.
    ///
    /// # Errors
    /// When the setup is not a hunt.
    pub fn play(&mut self, setup: HuntSetup, arena: &Arc<Arena>) -> Result<(), SetupError> {
        let mut hunt = Hunt::new(setup, arena.clone())?;
        for round in 0..setup.rounds() {
            self.hiders += hunt.seats().filter(|seat| !hunt.seeks_in(*seat, round)).count() as u32;
        }
        while !hunt.is_over() {
            hunt.tick(&[]);
            self.ticks += 1;
            for event in hunt.events() {
                match event {
                    HuntEvent::RoundOver { hiders_won } => {
                        self.rounds += 1;
                        self.hiders_won += u32::from(*hiders_won);
                    }
                    HuntEvent::Caught { .. } => self.caught += 1,
                    HuntEvent::Wrong { .. } => self.wrong += 1,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
