//! Sound, made of waves and noise: nothing is loaded. Everything heard is also seen.
//!
//! A game's sounds are tables of [`Note`]s in a small file of its own; where they come from is an
//! [`Ear`], and what goes on and on is its [`Bed`].

pub mod golf;
pub mod hunt;
mod note;
pub mod race;
mod wires;

pub use note::{Bed, Ear, Note, Wave};

use party::Cue;
use wires::Wires;

/// The page's sound. Silent until the first gesture: browsers want one.
#[derive(Default)]
pub struct Sound {
    wires: Option<Wires>,
    volume: u8,
}

impl Sound {
    /// A gesture was made. Whether sound can be heard from here on.
    pub fn unlock(&mut self) -> bool {
        if self.wires.is_none() {
            self.wires = Wires::new();
            self.set_volume(self.volume);
        }
        self.wires.as_ref().is_some_and(Wires::wake)
    }

    /// 0 is silence, 100 is loud.
    pub fn set_volume(&mut self, volume: u8) {
        self.volume = volume;
        if let Some(wires) = &self.wires {
            // What is heard grows with the square.
            let part = f64::from(volume) / 100.0;
            wires.set_volume((part * part) as f32);
        }
    }

    /// What goes on and on, as it is now.
    pub fn lie(&mut self, bed: Bed) {
        if let Some(wires) = &mut self.wires {
            wires.lie(bed);
        }
    }

    /// Nothing goes on.
    pub fn rest(&mut self) {
        self.lie(Bed::default());
    }

    /// A sound from somewhere.
    pub fn play_at(&mut self, notes: &[Note], ear: Ear) {
        if let Some(wires) = self.wires.as_mut().filter(|_| self.volume > 0) {
            wires.play(notes, ear);
        }
    }

    /// A sound inside the own head.
    pub fn play(&mut self, notes: &[Note]) {
        self.play_at(notes, Ear::OWN);
    }

    /// Soft notes one after the other.
    pub fn tune(&mut self, notes: &[f32], each: f32, loud: f32) {
        for (at, &hertz) in notes.iter().enumerate() {
            self.play(&[Note::new(hertz, each * 1.6, loud).after(at as f32 * each)]);
        }
    }

    /// Something happened in the room.
    pub fn cue(&mut self, cue: &Cue) {
        match cue {
            // Each game has sounds of its own.
            Cue::Game(_) => {}
            Cue::Countdown(_) => self.play(&[Note::new(440.0, 0.12, 0.30)]),
            Cue::Chat { .. } => self.play(&[Note::new(660.0, 0.06, 0.12)]),
            Cue::Emote { .. } => self.play(&[Note::new(520.0, 0.12, 0.16).to(780.0)]),
            Cue::Joined => self.tune(&[392.0, 523.0], 0.09, 0.16),
            Cue::Left => self.tune(&[523.0, 392.0], 0.09, 0.14),
            Cue::MySeat { .. } => self.tune(&[330.0, 330.0], 0.08, 0.16),
        }
    }
}
