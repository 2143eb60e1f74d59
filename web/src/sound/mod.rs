//! Sound, made of waves and noise: nothing is loaded. Everything heard is also seen.

mod voices;

use games::Event;
use games::racing::RaceEvent;
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
            Cue::Game(Event::Race(event)) => race(voices, event, me),
            Cue::Countdown(_) => voices.tone(440.0, 0.12, 0.30),
            Cue::Chat { .. } => voices.tone(660.0, 0.06, 0.12),
            Cue::Emote { .. } => voices.slide(520.0, 780.0, 0.12, 0.16),
            Cue::Joined => voices.tune(&[392.0, 523.0], 0.09, 0.16),
            Cue::Left => voices.tune(&[523.0, 392.0], 0.09, 0.14),
            Cue::MySeat { .. } => voices.tune(&[330.0, 330.0], 0.08, 0.16),
        }
    }
}

fn race(voices: &Voices, event: &RaceEvent, me: Option<Seat>) {
    let mine = |seat: Seat| me == Some(seat);
    match *event {
        RaceEvent::Light(_) => voices.tone(392.0, 0.22, 0.34),
        RaceEvent::Go => voices.tone(784.0, 0.55, 0.36),
        RaceEvent::PerfectStart(seat) if mine(seat) => {
            voices.tune(&[523.0, 659.0, 784.0], 0.06, 0.26)
        }
        RaceEvent::WheelSpin(seat) if mine(seat) => voices.hiss(0.7, 0.30),
        RaceEvent::Boost { seat, .. } if mine(seat) => voices.slide(180.0, 720.0, 0.38, 0.26),
        RaceEvent::DriftTier { seat, tier } if mine(seat) => {
            voices.tone(if tier >= 2 { 988.0 } else { 740.0 }, 0.09, 0.18);
        }
        RaceEvent::Bump { seat, other, force, .. } if mine(seat) || mine(other) => {
            thud(voices, force)
        }
        RaceEvent::Wall { seat, force, .. } if mine(seat) => thud(voices, force),
        RaceEvent::Lap { seat, best, .. } if mine(seat) => {
            if best {
                voices.tune(&[587.0, 740.0, 880.0], 0.08, 0.24);
            } else {
                voices.tune(&[587.0, 740.0], 0.08, 0.22);
            }
        }
        RaceEvent::GateMissed { seat, .. } | RaceEvent::WrongWay(seat) if mine(seat) => {
            voices.tune(&[330.0, 247.0], 0.14, 0.26);
        }
        RaceEvent::Finish { seat, place } if mine(seat) => {
            if place == 1 {
                voices.tune(&[523.0, 659.0, 784.0, 1047.0, 784.0, 1047.0], 0.11, 0.30);
            } else {
                voices.tune(&[523.0, 659.0, 784.0], 0.12, 0.28);
            }
        }
        _ => {}
    }
}

fn thud(voices: &Voices, force: u16) {
    let loud = (f32::from(force) / 90.0).clamp(0.12, 0.5);
    voices.slide(140.0, 50.0, 0.16, loud);
    voices.hiss(0.08, loud * 0.6);
}
