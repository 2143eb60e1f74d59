//! A sound as data: what a table of a game's sounds is made of.

/// What swings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// A flute: pure.
    Pure,
    /// A marimba: soft, the usual one.
    Soft,
    /// A reed: hollow.
    Hollow,
    /// A brass: bright.
    Bright,
    /// Noise below a pitch: a thud, a breath, sand.
    Breath,
    /// Noise around a pitch: a splash, a rustle, a scrape.
    Hiss,
}

/// One note: a wave that begins at once, or a little later, and fades.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Note {
    /// What swings.
    pub wave: Wave,
    /// The pitch it begins at, in hertz.
    pub from: f32,
    /// The pitch it ends at.
    pub to: f32,
    /// Seconds until it begins.
    pub after: f32,
    /// Seconds it lasts.
    pub lasts: f32,
    /// 0 to 1.
    pub loud: f32,
}

impl Note {
    /// A soft note.
    #[must_use]
    pub const fn new(hertz: f32, lasts: f32, loud: f32) -> Self {
        Self { wave: Wave::Soft, from: hertz, to: hertz, after: 0.0, lasts, loud }
    }

    /// The same on another wave.
    #[must_use]
    pub const fn on(self, wave: Wave) -> Self {
        Self { wave, ..self }
    }

    /// The same, moving to another pitch.
    #[must_use]
    pub const fn to(self, hertz: f32) -> Self {
        Self { to: hertz, ..self }
    }

    /// The same, later.
    #[must_use]
    pub const fn after(self, seconds: f32) -> Self {
        Self { after: seconds, ..self }
    }

    /// The same, so many times as loud.
    #[must_use]
    pub fn times(self, part: f32) -> Self {
        Self { loud: self.loud * part, ..self }
    }
}

/// Where a sound comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ear {
    /// -1 is left, 1 is right.
    pub pan: f32,
    /// What is left of its loudness, 0 to 1.
    pub part: f32,
}

impl Ear {
    /// Inside the own head.
    pub const OWN: Self = Self { pan: 0.0, part: 1.0 };

    /// Something that lies so far to the right and below, in metres; at `reach` it is half as
    /// loud and wholly on one side.
    #[must_use]
    pub fn at(right: f64, below: f64, reach: f64) -> Self {
        let (x, y) = ((right / reach) as f32, (below / reach) as f32);
        Self { pan: x.clamp(-1.0, 1.0), part: 1.0 / (1.0 + x * x + y * y) }
    }
}

/// What goes on and on, as it is just now.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bed {
    /// A motor's pitch, its brightness (both in hertz), and how loud.
    pub hum: (f32, f32, f32),
    /// Something that rubs or rolls: the pitch of its noise and how loud.
    pub rub: (f32, f32),
    /// Beats a minute of tense music; 0 is none.
    pub beats: u16,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_is_quiet_and_on_its_side() {
        let (near, right, far) =
            (Ear::at(0.0, 0.0, 10.0), Ear::at(10.0, 0.0, 10.0), Ear::at(-90.0, 0.0, 10.0));
        assert_eq!(near, Ear::OWN);
        assert_eq!((right.pan, right.part), (1.0, 0.5));
        assert!(far.pan == -1.0 && far.part < 0.02);
    }
}
