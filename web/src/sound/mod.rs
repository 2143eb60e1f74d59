//! Sound, made of waves and noise: nothing is loaded. Everything heard is also seen.

mod race;
mod voices;

use games::Event;
use netplay::ids::Seat;
use party::Cue;
use voices::Voices;

/// What the own car sounds like just now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motor {
    /// Whether there is one to hear.
    pub running: bool,
    /// Metres a second.
    pub speed: f64,
    /// What is left of a boost, 0 to 255.
    pub boost: u8,
    /// The tyres slide.
    pub skids: bool,
    /// On grass or gravel.
    pub off_road: bool,
}

/// The page's sound. Silent until the first gesture: browsers want one.
#[derive(Default)]
pub struct Sound {
    voices: Option<Voices>,
    volume: u8,
}

impl Sound {
    /// A gesture was made. Whether sound can be heard from here on.
    pub fn unlock(&mut self) -> bool {
        if self.voices.is_none() {
            self.voices = Voices::new();
            self.set_volume(self.volume);
        }
        self.voices.as_ref().is_some_and(Voices::wake)
    }

    /// 0 is silence, 100 is loud.
    pub fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
        if let Some(voices) = &self.voices {
            // What is heard grows with the square.
            let part = f64::from(volume) / 100.0;
            voices.set_volume((part * part) as f32);
        }
    }

    /// The motor and the tyres, as they are now.
    pub fn motor(&mut self, motor: Motor) {
        if let Some(voices) = &self.voices {
            voices.motor(motor);
        }
    }

    /// Nothing goes on.
    pub fn rest(&mut self) {
        self.motor(Motor::default());
    }

    /// Something happened; `me` is the own seat.
    pub fn cue(&mut self, cue: &Cue, me: Option<Seat>) {
        let Some(voices) = &self.voices else {
            return;
        };
        match cue {
            Cue::Game(Event::Race(event)) => race::hear(voices, event, me),
            Cue::Countdown(_) => voices.tone(440.0, 0.12, 0.30),
            Cue::Chat { .. } => voices.tone(660.0, 0.06, 0.12),
            Cue::Emote { .. } => voices.slide(520.0, 780.0, 0.12, 0.16),
            Cue::Joined => voices.tune(&[392.0, 523.0], 0.09, 0.16),
            Cue::Left => voices.tune(&[523.0, 392.0], 0.09, 0.14),
            Cue::MySeat { .. } => voices.tune(&[330.0, 330.0], 0.08, 0.16),
        }
    }
}
