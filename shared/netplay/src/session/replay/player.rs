//! Shows a replay: on and on, or at any frame.

use super::file::Replay;
use super::header::Misfit;
use super::run::{Differs, Kept, Run};
use crate::ids::{Frame, Seat};
use crate::limits::TICK_HZ;
use crate::sim::Rewind;
use crate::wire::Controller;
use alloc::vec::Vec;

/// The fastest that a replay is shown.
const SPEED_MOST: u8 = 8;

/// How many states a player keeps to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// One each so many frames. Doubled whenever they would take too much.
    pub every_frames: u32,
    /// What they may take together, in bytes.
    pub cap_bytes: usize,
}

impl Default for Keeping {
    /// One each second, and 8 MiB.
    fn default() -> Self {
        Self { every_frames: TICK_HZ, cap_bytes: 8 * 1024 * 1024 }
    }
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Played {
    /// This frame was run.
    Advanced(Frame),
    /// There is no other.
    Ended,
}

/// A replay on show.
///
/// ```text
/// player.look_ahead(200);                         // a slice of what makes every seek short
/// if player.is_seeking() { player.go_on(400) }    // a slice of a long one
/// for _ in 0..player.due_frames(steps) { player.advance() }
/// ```
///
/// A second simulation runs ahead of the one on show, a slice a call: it keeps a state each
/// second, and finds where the recording differs before the picture gets there.
#[derive(Debug)]
pub struct Player<S: Rewind> {
    replay: Replay,
    shown: Run<S>,
    scout: Run<S>,
    scouted: bool,
    /// In the order of their frames.
    kept: Vec<(Frame, Kept)>,
    kept_bytes: usize,
    keeping: Keeping,
    target: Option<Frame>,
    playing: bool,
    speed: u8,
    compared: u32,
    differs: Option<Differs>,
}

impl<S: Rewind + Clone> Player<S> {
    /// A replay before its first frame, playing at its own speed, on the simulation that its
    /// start order begins.
    ///
    /// # Errors
    /// When the replay is none of this simulation. Whether the rules are the same is asked
    /// before: [`Replay::fits`].
    pub fn new(replay: Replay, simulation: S, keeping: Keeping) -> Result<Self, Misfit> {
        let shown = Run::new(&replay, simulation)?;
        let mut player = Self {
            scout: shown.clone(),
            shown,
            scouted: false,
            kept: Vec::new(),
            kept_bytes: 0,
            keeping: Keeping { every_frames: keeping.every_frames.max(1), ..keeping },
            target: None,
            playing: true,
            speed: 1,
            compared: 0,
            differs: None,
            replay,
        };
        player.keep();
        Ok(player)
    }

    // --- playing ----------------------------------------------------------------------------

    /// Runs the next frame.
    pub fn advance(&mut self) -> Played {
        match self.shown.step(&self.replay) {
            Some(step) => {
                if let Some(Err(differs)) = step.compared {
                    self.differs.get_or_insert(differs);
                }
                Played::Advanced(step.frame)
            }
            None => Played::Ended,
        }
    }

    /// How many frames are to be shown in so many steps of a clock: none while it stands still or
    /// looks for a frame.
    #[must_use]
    pub fn due_frames(&self, steps: u32) -> u32 {
        let moves = self.playing && self.target.is_none();
        if moves { steps.saturating_mul(self.speed.into()) } else { 0 }
    }

    /// Lets it run, or stand still.
    pub fn play(&mut self, playing: bool) {
        self.playing = playing;
    }

    /// How many times as fast as it was, 1 to 8.
    pub fn set_speed(&mut self, speed: u8) {
        self.speed = speed.clamp(1, SPEED_MOST);
    }

    // --- seeking ----------------------------------------------------------------------------

    /// Shows another frame, or the nearest there is: the state before it was run. Where the way
    /// there from the nearest kept state is long, [`go_on`](Self::go_on) walks it in slices.
    pub fn seek(&mut self, to: Frame) {
        let to = to.clamp(self.replay.first(), self.replay.end());
        let kept = self.kept.iter().rev().find(|(at, _)| *at <= to);
        if let Some((at, kept)) = kept
            && (to < self.frame() || *at > self.frame())
        {
            self.shown.go_to(kept);
        }
        self.target = (self.frame() != to).then_some(to);
    }

    /// Whether a frame that was asked for is not shown yet.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.target.is_some()
    }

    /// Runs at most so many frames towards the frame that was asked for. Says whether it is shown.
    pub fn go_on(&mut self, frames: u32) -> bool {
        let Some(target) = self.target else { return true };
        self.seek(target); // a state nearer to it may have been kept meanwhile
        for _ in 0..frames {
            if self.frame() >= target || self.advance() == Played::Ended {
                break;
            }
        }
        if self.frame() >= target {
            self.target = None;
        }
        self.target.is_none()
    }

    /// Looks at most so many frames further ahead of the picture than before. Says whether the
    /// whole replay has been looked at.
    pub fn look_ahead(&mut self, frames: u32) -> bool {
        for _ in 0..frames {
            if self.scouted {
                break;
            }
            match self.scout.step(&self.replay) {
                None => self.scouted = true,
                Some(step) => {
                    self.compared += u32::from(step.compared.is_some());
                    if let Some(Err(differs)) = step.compared {
                        self.differs.get_or_insert(differs);
                    }
                    let passed = self.scout.tape.frame().since(self.replay.first());
                    if passed.is_multiple_of(self.keeping.every_frames) {
                        self.keep();
                    }
                }
            }
        }
        self.scouted
    }

    fn keep(&mut self) {
        let kept = self.scout.keep();
        self.kept_bytes += kept.bytes();
        self.kept.push((self.scout.tape.frame(), kept));
        while self.kept_bytes > self.keeping.cap_bytes && self.kept.len() > 1 {
            self.thin_out();
        }
    }

    /// Keeps every other state; the first one always.
    fn thin_out(&mut self) {
        self.keeping.every_frames = self.keeping.every_frames.saturating_mul(2);
        let (first, every) = (self.replay.first(), self.keeping.every_frames);
        self.kept.retain(|(frame, _)| frame.since(first).is_multiple_of(every));
        self.kept_bytes = self.kept.iter().map(|(_, kept)| kept.bytes()).sum();
    }

    // --- looking ----------------------------------------------------------------------------

    /// What is shown.
    #[must_use]
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The next frame to run.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.shown.tape.frame()
    }

    /// The state before that frame.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.shown.simulation
    }

    /// Who drives a seat.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.shown.hands().get(seat.index()).copied()
    }

    /// Whether it runs, or would if it were not looking for a frame.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// How many times as fast as it was.
    #[must_use]
    pub fn speed(&self) -> u8 {
        self.speed
    }

    /// The first checkpoint found to differ, and how many were compared.
    #[must_use]
    pub fn compared(&self) -> (Option<Differs>, u32) {
        (self.differs, self.compared)
    }

    /// What the kept states take.
    #[must_use]
    pub fn kept_bytes(&self) -> usize {
        self.kept_bytes
    }
}
