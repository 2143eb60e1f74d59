//! What a player without hands does.

use clap::ValueEnum;
use games::fix::Angle;
use games::served::{INPUTS, RaceBots, ServedRace};
use netplay::session::server::Bots;
use netplay::sim::InputFrame;

/// Ticks in which the wheel goes left, right and back: three seconds.
const SWING_TICKS: u32 = 90;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drive {
    /// Nothing is pressed
    #[default]
    None,
    /// Full throttle, and the wheel swings
    Sine,
    /// Along the racing line, as the game's own drivers do
    Line,
}

/// An input that is held: which, and at what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    input: usize,
    value: i16,
}

impl Held {
    /// Reads `throttle=1` or `steer=-0.5`.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("an input is NAME=VALUE")?;
        let input = INPUTS.iter().position(|(known, _)| *known == name).ok_or_else(|| {
            let names = INPUTS.map(|(name, _)| name).join(", ");
            format!("no input is called {name}; there are {names}")
        })?;
        let number: f64 = value.parse().map_err(|_| format!("`{value}` is no number"))?;
        if !(-1.0..=1.0).contains(&number) {
            return Err(format!("{value} is not between -1 and 1"));
        }
        Ok(Self { input, value: (number * f64::from(INPUTS[input].1)).round() as i16 })
    }
}

/// Somebody who drives as they were told.
#[derive(Debug)]
pub(crate) struct Driver {
    drive: Drive,
    held: Vec<Held>,
    bots: RaceBots,
    /// What was held last, and in which tick of the race.
    last: (u32, InputFrame),
}

impl Driver {
    pub(crate) fn new(drive: Drive, held: &[Held]) -> Self {
        let last = (u32::MAX, InputFrame::default());
        Self { drive, held: held.to_vec(), bots: RaceBots::new(), last }
    }

    /// What to hold now, as the race looks to this player.
    pub(crate) fn input(&mut self, race: &ServedRace, slot: u8) -> InputFrame {
        let tick = race.race().tick_count();
        if tick != self.last.0 {
            self.last = (tick, self.frame(race, slot, tick));
        }
        self.last.1
    }

    fn frame(&mut self, race: &ServedRace, slot: u8, tick: u32) -> InputFrame {
        let mut frame = match self.drive {
            Drive::None => InputFrame::default(),
            Drive::Sine => {
                let turn = (tick / 2 % SWING_TICKS) * 65_536 / SWING_TICKS;
                let mut frame = InputFrame::default();
                frame.set(0, 1);
                frame.set(2, Angle(turn as u16).unit().y.scale(127, 1).whole() as i16);
                frame
            }
            Drive::Line => self.bots.think(race, slot.into(), tick),
        };
        for held in &self.held {
            frame.set(held.input, held.value);
        }
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_a_name_and_a_number() {
        assert_eq!(Held::parse("throttle=1.0"), Ok(Held { input: 0, value: 1 }));
        assert_eq!(Held::parse("steer=-0.5"), Ok(Held { input: 2, value: -64 }));
        for wrong in ["", "throttle", "gas=1", "steer=left", "steer=2", "steer=NaN"] {
            assert!(Held::parse(wrong).is_err(), "{wrong}");
        }
    }
}
